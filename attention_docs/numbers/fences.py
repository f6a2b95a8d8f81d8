"""Blocks of code: where a renderer saw them, what runs, and what in them is a claim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

python_languages = frozenset({"python", "py", "pycon", "python3", "py3", "python-repl"})


class Fence(NamedTuple):
    """A fenced block of code; `lines` holds the offset at which each line of `code` starts.

    Attributes
    ----------
    start, end
        Where it stands, its first and last line included.
    info
        Where the words behind the opening ticks stand.
    language
        Its language, in lower case.
    code, lines
        The code, without what the block is indented by or quoted with.
    may_run
        False where a comment before it says that it is not run.
    """

    start: int
    end: int
    info: Span
    language: str
    code: str
    lines: tuple[int, ...]
    may_run: bool = True

    @property
    def runs(self) -> bool:
        """Whether its language is Python, in whatever way the fence says so."""
        return self.may_run and self.language in python_languages

    @property
    def is_session(self) -> bool:
        """Whether it is an interactive session, with prompts and output."""
        return re.search(r"^\s*>>>", self.code, re.MULTILINE) is not None

    @property
    def inside(self) -> Span:
        """Where its code stands, margins included."""
        return Span(min(self.info.end + 1, self.end), self.end)


class Line(NamedTuple):
    """A line of a page, and the same with tabs expanded as Markdown does."""

    start: int
    text: str
    plain: str


_opener = re.compile(r"(?P<margin>[ \t>]*)(?P<ticks>`{3,}|~{3,})(?P<info>.*)")
_language = re.compile(r"\s*(?:\{[^}]*?\.([\w+-]+)|([\w+-]+))")
_not_run = re.compile(r"<!--#[ \t]*not run: *[^\s-].*?-->[ \t]*\n[ \t>]*\Z", re.DOTALL)


def locate(text: str, blocks: Sequence[str], start: int = 0) -> list[Fence]:
    r"""Find, in the source of a page, the fenced blocks that a renderer made.

    Parameters
    ----------
    text
        The source.
    blocks
        The text of each block of code, in order, as the renderer gives it.
    start
        Where the body of the page starts.

    Examples
    --------
    >>> [(fence.language, fence.code) for fence in locate("~~~ py\n1 + 1\n~~~", ["1 + 1\n"])]
    [('py', '1 + 1')]
    """
    lines = list(_lines(text, start))
    found: list[Fence] = []
    at = 0
    for block in blocks:
        wanted = [line.rstrip() for line in block.strip("\n").split("\n")]
        for row in range(at, len(lines)):
            fence = _fence_at(text, lines, row, wanted)
            if fence:
                found.append(fence[0])
                at = fence[1]
                break
    return found


def session(code: str) -> Fence:
    """Return a session that stands alone, in no page."""
    starts = [0]
    for line in code.split("\n")[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    return Fence(0, len(code), Span(0, 0), "pycon", code, tuple(starts))


def _lines(text: str, start: int) -> Iterator[Line]:
    for line in text[start:].split("\n"):
        yield Line(start, line, line.expandtabs(4).rstrip())
        start += len(line) + 1


def _fence_at(
    text: str, lines: list[Line], row: int, wanted: list[str]
) -> tuple[Fence, int] | None:
    """Return the fence that opens at a line and holds the wanted code, and the line after it."""
    opener = _opener.fullmatch(lines[row].text)
    if opener is None:
        return None
    ticks = opener["ticks"]
    first = row + 1
    while first < len(lines) and wanted[0] and not lines[first].plain.strip(" >"):
        first += 1
    if wanted == [""]:
        wanted = []
    last = first + len(wanted)
    if last > len(lines):
        return None
    margins = []
    for line, code in zip(lines[first:last], wanted, strict=True):
        if not line.plain.endswith(code) or line.plain[: len(line.plain) - len(code)].strip(" >"):
            return None
        margins.append(len(line.plain) - len(code))
    while last < len(lines) and not lines[last].plain.strip(" >"):
        last += 1
    closer = rf"[ \t>]*{ticks[0]}{{{len(ticks)},}}"
    if last == len(lines) or not re.fullmatch(closer, lines[last].text.rstrip()):
        return None
    margin = min((m for m, code in zip(margins, wanted, strict=True) if code), default=0)
    rows = range(row + 1, last)
    starts = [_column(lines[r].text, margin) for r in rows]
    code = "\n".join(lines[r].text[column:] for r, column in zip(rows, starts, strict=True))
    opening = lines[row]
    info = Span(opening.start + opener.start("info"), opening.start + len(opening.text))
    return (
        Fence(
            opening.start,
            lines[last].start + len(lines[last].text.rstrip()),
            info,
            _language_of(opener["info"]),
            code,
            tuple(lines[r].start + column for r, column in zip(rows, starts, strict=True)),
            not _not_run.search(text, max(0, opening.start - 400), opening.start),
        ),
        last + 1,
    )


def _language_of(info: str) -> str:
    found = _language.match(info)
    return (found[1] or found[2]).lower() if found else ""


def _column(line: str, margin: int) -> int:
    """Return how many characters of a line make up a margin of so many columns."""
    width = 0
    for count, character in enumerate(line):
        if width >= margin or character not in " \t>":
            return count
        width += 4 - width % 4 if character == "\t" else 1
    return len(line)
