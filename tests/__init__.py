"""Tests of the package, the figures and the site."""
