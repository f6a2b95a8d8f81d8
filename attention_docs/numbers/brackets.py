"""Reads vectors and matrices that are printed in brackets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from attention_docs.numbers.numeral import Numeral

_brackets = re.compile(r"\\\\|\\[\[\]]|\[|\]|\n[ \t]*\n")


def matched_brackets(shown: str) -> Iterator[tuple[int, int]]:
    """Pair each closing bracket with the one that opens it, paragraph by paragraph."""
    opened: list[int] = []
    for match in _brackets.finditer(shown):
        if match.group() == "[":
            opened.append(match.start())
        elif match.group() == "]":
            if opened:
                yield match.start(), opened.pop()
        elif not match.group().startswith("\\"):
            opened.clear()


class Shape:
    """Which entry of some nested brackets each numeral is.

    Attributes
    ----------
    indices
        The index of each numeral, as ``(0, 1)`` for the second of the first row.
    lengths
        How many entries each list has, by its own index; that of the whole is ``()``.
    """

    def __init__(self, text: str, offset: int, numerals: list[Numeral]) -> None:
        self.indices: list[tuple[int, ...]] = []
        self.lengths: dict[tuple[int, ...], int] = {}
        ends = {n.at.start - offset: n.at.end - offset for n in numerals}
        path: list[int] = []
        at = 0
        while at < len(text):
            if at in ends:
                self.indices.append(tuple(path))
                self._step(path)
                at = ends[at]
                continue
            if text[at] == "[":
                path.append(0)
            elif text[at] == "]" and path:
                path.pop()
                self._step(path)
            at += 1

    def _step(self, path: list[int]) -> None:
        if path:
            path[-1] += 1
            self.lengths[tuple(path[:-1])] = path[-1]
