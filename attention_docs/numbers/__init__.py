"""Binds every printed numeral of a page to the expression that computes it.

>>> result = check_text("two thirds is 0.66<!--= 2 / 3 -->", "page.md")
>>> [(finding.line, finding.column, finding.correction) for finding in result.findings]
[(1, 15, '0.67')]

Knows Markdown and HTML, and nothing of what the numbers are about.
"""

from attention_docs.numbers.check import Finding, Result, check_text

__all__ = ["Finding", "Result", "check_text"]
