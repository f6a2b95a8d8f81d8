"""Mends faults in the HTML of Material for MkDocs 9.8.2, each named with what it breaks.

Faults of colour and contrast are mended in ``docs/assets/style.css`` under "Material's faults".
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One upstream fault: what is wrong, where, and what the place should hold."""

    what: str
    pattern: re.Pattern[str]
    replacement: str


faults = (
    Fault(
        "the search dialog has no name, so a screen reader says only 'dialog'",
        re.compile(r'(data-md-component="search" role="dialog")(?! aria)'),
        r'\1 aria-label="Search"',
    ),
    Fault(
        "autocomplete is not allowed on checkboxes (HTML, 4.10.18.7.1)",
        re.compile(r'(<input class="md-toggle"[^>]*?) autocomplete="off"'),
        r"\1",
    ),
    Fault(
        "a second style sheet holds palettes that this site replaces by its own",
        re.compile(r'<link rel="stylesheet" href="[^"]*assets/stylesheets/palette\.[^"]*">\s*'),
        "",
    ),
    Fault(
        "a script wraps each table without a class in what can't be scrolled by keyboard",
        re.compile(r"<table>(.*?)</table>", re.DOTALL),
        r'<div class="table" tabindex="0" role="group" aria-label="Table">'
        r'<table class="plain">\1</table></div>',
    ),
    Fault(
        "a code block that scrolls sideways can't be scrolled by keyboard where scripts are off",
        re.compile(r"(<div class=\"[^\"]*highlight\"><pre[^>]*)>"),
        r'\1 tabindex="0">',
    ),
)


def mend(page: str) -> str:
    """Return the HTML of a page with the faults mended."""
    for fault in faults:
        page = fault.pattern.sub(fault.replacement, page)
    return page
