"""Looks at a page as its renderer makes it, to see which numerals are shown, and what touches them.

The numerals that the source is thought to show are marked, the page is converted with the marks and
without, and the two texts are compared. A mark that changes the page stood in syntax; one that is
gone was not shown; a numeral without a mark is shown by the renderer alone.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.grammar import pattern
from attention_docs.numbers.marks import number_of, pair, strip, with_marks
from attention_docs.numbers.seen import visible
from attention_docs.numbers.visible import tex_unseen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from attention_docs.numbers.rendering import Renderer
    from attention_docs.numbers.spans import Span

_pre = re.compile("\x05(.*?)\x06", re.DOTALL)
_unnamed = re.compile("\x03.*?\x04|\x07[^\ue000\x07]*?\x08|[\x03-\x08]", re.DOTALL)
_reach = 40
_most_trials = 6


class Place(NamedTuple):
    """Where a numeral is shown: the text before it and after it, and whether in a block of code."""

    before: str
    after: str
    in_block: bool


class Sight(NamedTuple):
    """What a look at a page gave.

    Attributes
    ----------
    places
        Where each numeral is shown, by its place in the sequence that was asked about.
    syntax
        Those that are syntax: a mark on them changes the page.
    unread
        Numerals that the page shows and that nothing marks, each with the line it stands in.
    keys
        The texts of keys of the keyboard.
    problem
        What cannot be told, or nothing.
    """

    places: dict[int, Place]
    syntax: set[int]
    unread: list[tuple[str, str]]
    keys: list[str]
    problem: str


def look(
    renderer: Renderer,
    text: str,
    numerals: Sequence[Span],
    unseen: Sequence[Span],
    ran: Iterable[str],
    *,
    comma: bool = False,
) -> Sight:
    """Look at the body of a page.

    Parameters
    ----------
    renderer
        Of the page.
    text, unseen
        The source, and what in it binds and is taken out.
    numerals
        Where the source is thought to show one.
    ran
        The code of each block that runs: what it shows is not text.
    comma
        See `grammar.pattern`.
    """
    plain = visible(renderer.convert(with_marks(text, unseen, [])))
    syntax: set[int] = set()
    for _ in range(_most_trials):
        chosen = [(at, number) for number, at in enumerate(numerals) if number not in syntax]
        seen = visible(renderer.convert(with_marks(text, unseen, chosen)))
        if strip(seen) == plain:
            break
        guilty = _disturbing(seen, plain) - syntax
        if not guilty:
            return Sight({}, set(range(len(numerals))), [], [], _differing(seen, plain))
        syntax |= guilty
    else:
        return Sight({}, set(range(len(numerals))), [], [], _differing(seen, plain))
    for number in sorted(syntax) if len(syntax) <= _most_trials else ():
        chosen = [(at, n) for n, at in enumerate(numerals) if n not in syntax or n == number]
        again = visible(renderer.convert(with_marks(text, unseen, chosen)))
        if strip(again) == plain:
            syntax.remove(number)
            seen = again
    blocks = {_squeezed(code) for code in ran}
    seen_in_blocks = {
        number_of(match) for block in _pre.finditer(seen) for match in pair.finditer(block[1])
    }
    keys = [strip(key) for key in re.findall("\x03(.*?)\x04", seen)]
    prose = _pre.sub(lambda m: "" if _squeezed(strip(m[1])) in blocks else m[1], seen)
    return Sight(
        _places(_unnamed.sub("", seen), seen_in_blocks),
        syntax,
        _unread(_unnamed.sub("", prose), comma=comma),
        [key for key in keys if any(map(str.isnumeric, key))],
        "",
    )


def _places(seen: str, in_blocks: set[int]) -> dict[int, Place]:
    places: dict[int, Place] = {}
    for match in pair.finditer(seen):
        number = number_of(match)
        line_start = seen.rfind("\n", 0, match.start()) + 1
        line_end = seen.find("\n", match.end())
        line_end = line_end if line_end >= 0 else len(seen)
        before = strip(_cut(seen[max(line_start, match.start() - 4 * _reach) : match.start()]))
        after = strip(seen[match.end() : min(line_end, match.end() + 4 * _reach)])
        places.setdefault(number, Place(before[-_reach:], after[:_reach], number in in_blocks))
    return places


def _cut(before: str) -> str:
    """Drop the end of a mark that a window has cut through."""
    return re.sub("^[\ue001-\uf8ff]+", "", before)


def _unread(seen: str, *, comma: bool) -> list[tuple[str, str]]:
    found = []
    for line in tex_unseen.sub("", pair.sub("\x00", seen)).split("\n"):
        if any(map(str.isnumeric, line)):
            said = line.replace("\x00", "…").strip()
            found += [(m.group(), said) for m in pattern(comma=comma).finditer(line)]
    return found


def _disturbing(seen: str, plain: str) -> set[int]:
    """Return the marks in or beside what differs between a marked page and the plain one."""
    marked, wanted = seen.split("\n"), plain.split("\n")
    lines = SequenceMatcher(None, [strip(line) for line in marked], wanted, autojunk=False)
    guilty: set[int] = set()
    for tag, low, high, start, stop in lines.get_opcodes():
        if tag == "equal":
            continue
        piece, other = "\n".join(marked[low:high]), "\n".join(wanted[start:stop])
        near = _near(piece, other)
        guilty |= near or {number_of(match) for match in pair.finditer(piece)}
    return guilty


def _near(piece: str, other: str) -> set[int]:
    stripped = strip(piece)
    if len(stripped) > 5000:
        return set()
    changed = [
        (low, high)
        for tag, low, high, _, _ in SequenceMatcher(
            None, stripped, other, autojunk=False
        ).get_opcodes()
        if tag != "equal"
    ]
    guilty, gone = set(), 0
    for match in pair.finditer(piece):
        start = match.start() - gone
        end = start + len(match["text"])
        gone += len(match.group()) - len(match["text"])
        if any(low <= end + 1 and high >= start - 1 for low, high in changed):
            guilty.add(number_of(match))
    return guilty


def _differing(seen: str, plain: str) -> str:
    here, there = strip(seen).split("\n"), plain.split("\n")
    pairs = zip(here, there, strict=False)
    line = next((have for have, want in pairs if have != want), here[-1])
    return f"marking its numbers changes how this page is rendered, at “{line.strip()[:60]}”"


def _squeezed(code: str) -> str:
    return "\n".join(line.rstrip() for line in code.expandtabs(4).strip("\n").split("\n"))
