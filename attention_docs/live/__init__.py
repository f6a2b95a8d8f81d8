"""Runs a page's blocks in the reader's browser; needs nothing but the standard library.

Read in this order: `blocks` is what stands on the page, `needs` finds which blocks one depends on,
`running` runs them. `output` and `fresh` keep a run within bounds: what it prints, and what it
leaves behind.
"""
