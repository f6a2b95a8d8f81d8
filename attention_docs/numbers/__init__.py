"""Binds every printed numeral of a page to the expression that computes it."""
