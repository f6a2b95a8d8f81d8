"""Tests of the figures: what the package draws, and what the browser makes of it."""
