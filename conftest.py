"""Runs every Python example of the package, the pages and the README under plain pytest."""
