"""Says where in its source a fault of a page stands that includes other files."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attention_docs.numbers.findings import Result


def place_included(result: Result, source: str) -> None:
    """Give each fault the line of the source that it stems from; none of them is mended."""
    if result.page.text == source:
        return
    written, read = source.split("\n"), result.page.text.split("\n")
    lines: dict[int, tuple[int, bool]] = {}
    for tag, low, high, start, stop in SequenceMatcher(
        None, written, read, autojunk=False
    ).get_opcodes():
        for step, row in enumerate(range(start, stop)):
            is_own = tag == "equal"
            lines[row + 1] = (low + step + 1 if is_own else min(low, high - 1) + 1, is_own)
    for place, found in enumerate(result.findings):
        line, is_own = lines.get(found.line, (1, True))
        if is_own:
            result.findings[place] = replace(found, line=line, correction="")
        else:
            said = f"{found.message}, in the file that is included here"
            result.findings[place] = replace(found, line=line, message=said, correction="")
