"""What a scan of a page's source finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from attention_docs.numbers.spans import Problem, Span

if TYPE_CHECKING:
    from attention_docs.numbers.fences import Fence


class Comment(NamedTuple):
    """A comment that binds: ``<!--= … -->``, ``<!--# … -->`` or ``<!-- numbers … -->``."""

    start: int
    end: int
    kind: Literal["value", "label", "ledger"]
    body: Span


_nowhere = Span(0, 0)


@dataclass(slots=True)
class Scan:
    """What `scan` found; every list is in the order of the page."""

    text: str
    shown: str = ""
    front_matter: Span = _nowhere
    comments: list[Comment] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    tex: list[Span] = field(default_factory=list)
    code: list[Span] = field(default_factory=list)
    addresses: list[Span] = field(default_factory=list)
    solid: list[Span] = field(default_factory=list)
    html_ends: dict[int, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
