"""Puts a toolbar under each block of code that a reader can run."""

from __future__ import annotations

import hashlib
import html
import re

_block = re.compile(r'<div class="language-pycon highlight">.*?</pre></div>', re.DOTALL)
_tag = re.compile(r"<[^>]+>")

# Those that only sometimes apply stand last, so that the others stay put. All are disabled until
# the page's script runs.
_buttons = (
    ("run", "Run", False),
    ("edit", "Edit", False),
    ("copy", "Copy", False),
    ("reset", "Reset", True),
    ("link", "Link", True),
    ("mine", "My edit", True),
    ("keep", "Keep", True),
    ("stop", "Stop", True),
)

_toolbar = (
    '<div class="live__bar" role="group" aria-label="This code">'
    + "".join(
        f'<button type="button" data-live="{name}" disabled{" hidden" if hidden else ""}>'
        f"{label}</button>"
        for name, label, hidden in _buttons
    )
    + '<span class="live__said" role="status"></span></div>'
)


def add_toolbars(page: str) -> str:
    """Put a toolbar under each doctest block; the block's id changes with its text.

    Examples
    --------
    >>> block = '<div class="language-pycon highlight"><pre><code>&gt;&gt;&gt; x</code></pre></div>'
    >>> add_toolbars(block).startswith('<div class="live" data-block="f1ff83"><div class="lang')
    True
    >>> add_toolbars("<p>prose</p>")
    '<p>prose</p>'
    """

    def equipped(match: re.Match[str]) -> str:
        text = html.unescape(_tag.sub("", match[0]))
        block = hashlib.sha256(text.encode()).hexdigest()[:6]
        return f'<div class="live" data-block="{block}">{match[0]}{_toolbar}</div>'

    return _block.sub(equipped, page)
