"""Reads a page as its renderer does, with each numeral tied to what binds it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from attention_docs.numbers.binder import Binder
from attention_docs.numbers.fences import Fence, locate
from attention_docs.numbers.markdown import front_matter, scan
from attention_docs.numbers.numeral import Numeral
from attention_docs.numbers.rendering import Renderer
from attention_docs.numbers.sight import Sight, look
from attention_docs.numbers.spans import Problem, Span
from attention_docs.numbers.touching import belongs


@dataclass(slots=True)
class Page:
    """A page read: its code, its numerals and its faults, each in the order of the page.

    Attributes
    ----------
    unread
        Numerals that the page shows and its source does not hold, each with its line.
    """

    text: str
    fences: list[Fence]
    numerals: list[Numeral]
    problems: list[Problem]
    unseen: list[Span]
    pinned: list[tuple[str, Span]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
    comma: bool = False

    def forget_unbound(self) -> None:
        """Take the numerals that nothing binds for no concern of the check."""
        for numeral in self.numerals:
            if numeral.role in ("unbound", "symbol"):
                numeral.role = "hidden"
        self.unread, self.pinned = [], []

    def forget_numbers(self) -> None:
        """Leave nothing to check but the code."""
        self.numerals, self.problems, self.unread, self.pinned = [], [], [], []


def read_page(
    text: str,
    wording: Iterable[str] = (),
    renderer: Renderer | None = None,
    *,
    comma: bool = False,
    sight: bool = True,
) -> Page:
    """Read a page and tie each of its numerals to what binds it.

    Parameters
    ----------
    text
        The source of the page, with a line feed for every end of line.
    wording
        Wordings with digits that are labels wherever they stand, as ``GPT-2``.
    renderer
        That of its site.
    comma
        Whether decimals follow a comma.
    sight
        Whether to look at the page as rendered.

    Examples
    --------
    >>> page = read_page("k₁ weighs 0.67<!--= w[0] -->, 42")
    >>> [(numeral.text, numeral.role, numeral.source) for numeral in page.numerals]
    [('₁', 'symbol', ''), ('0.67', 'bound', 'w[0]'), ('42', 'unbound', '')]
    """
    renderer, wording = renderer or Renderer.common(), list(wording)
    start = front_matter(text).end
    fences = locate(text, renderer.blocks(text[start:]), start)
    blocks: list[Span] = []
    while True:
        scanned = scan(text, fences, blocks)
        binder = Binder(scanned, wording, comma=comma)
        binder.run()
        unseen = [Span(comment.start, comment.end) for comment in scanned.comments]
        page = Page(
            text, fences, binder.numerals, binder.problems, unseen, binder.pinned, comma=comma
        )
        if not sight:
            break
        seen = _look(page, renderer, start)
        shown = _shown_as_code(page, seen, unseen, blocks)
        if not shown:
            _judge(page, seen, start)
            break
        blocks += shown
    page.problems.sort()
    return page


def _look(page: Page, renderer: Renderer, start: int) -> Sight:
    ran = [fence.code for fence in page.fences if fence.runs]
    return look(
        renderer,
        page.text[start:],
        [_moved(n.around, -start) if n.at.start >= start else Span(0, 0) for n in page.numerals],
        [_moved(at, -start) for at in page.unseen if at.start >= start],
        ran,
        comma=page.comma,
    )


def _moved(at: Span, by: int) -> Span:
    return Span(at.start + by, at.end + by)


def _shown_as_code(page: Page, seen: Sight, unseen: list[Span], known: list[Span]) -> list[Span]:
    """Find indented blocks of code in which a comment is shown as text, and binds nothing."""
    found: list[Span] = []
    ends = {at.start for at in unseen}
    for number, place in seen.places.items():
        numeral = page.numerals[number]
        bare = page.text[numeral.at.end : numeral.at.end + 40].split("<!--")[0]
        if place.in_block and numeral.at.end + len(bare) in ends:
            lines = _indented_block(page.text, numeral.at.start)
            if lines not in known and lines not in found:
                found.append(lines)
    return found


def _indented_block(text: str, at: int) -> Span:
    """Return the lines around an offset that are indented like its own or more, or empty."""
    start = text.rfind("\n", 0, at) + 1
    margin = re.match(r"[ \t>]*", text[start:at])
    prefix = margin.group() if margin else ""
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        if not text[above:start].startswith(prefix):
            break
        start = above
    end = at
    while end < len(text):
        line_end = text.find("\n", end)
        end = line_end if line_end >= 0 else len(text)
        if not text[end + 1 :].startswith(prefix):
            break
        end += 1
    return Span(start, end)


def _judge(page: Page, seen: Sight, body: int) -> None:
    """Take over what the renderer says of each numeral."""
    if seen.problem:
        page.problems.append(Problem(Span(body, body + 1), seen.problem))
        return
    keys = list(seen.keys)
    for number, numeral in enumerate(page.numerals):
        if numeral.at.start < body:
            _beside(page, numeral)
            continue
        if number in seen.syntax and keys and keys[0] in numeral.text:
            _name_key(page, numeral, keys.pop(0))
        elif number not in seen.places:
            if numeral.role in ("unbound", "symbol"):
                numeral.role = "hidden"
        else:
            numeral.before, numeral.after, _ = seen.places[number]
        _refuse_what_touches(page, numeral)
    hidden = {n.script or n.at for n in page.numerals if n.role == "hidden"}
    page.pinned = [(text, at) for text, at in page.pinned if at not in hidden]
    page.unread = seen.unread


def _beside(page: Page, numeral: Numeral) -> None:
    """Note what stands beside a numeral of front matter, in its source."""
    line_start = page.text.rfind("\n", 0, numeral.at.start) + 1
    line_end = page.text.find("\n", numeral.at.end)
    numeral.before = page.text[line_start : numeral.at.start].partition(": ")[2]
    numeral.after = page.text[numeral.at.end : line_end].rstrip("\"' ")
    _refuse_what_touches(page, numeral)


def _name_key(page: Page, numeral: Numeral, key: str) -> None:
    numeral.role = "symbol"
    page.pinned.append((f"key {key}", numeral.at))


def _refuse_what_touches(page: Page, numeral: Numeral) -> None:
    if numeral.role not in ("bound", "label"):
        return
    reason = belongs(
        numeral.text,
        numeral.before.removesuffix(numeral.cover[0]),
        "" if numeral.cover[1] and numeral.after.startswith(numeral.cover[1]) else numeral.after,
        in_tex=numeral.in_tex,
        in_code=numeral.in_code,
        is_name=numeral.role == "label",
    )
    if reason:
        page.problems.append(Problem(numeral.at, f"{numeral.text}: {reason}"))
