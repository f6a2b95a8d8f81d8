"""Finds the numerals that a page shows, and what their surroundings say of each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from attention_docs.numbers.grammar import pattern, subscripts
from attention_docs.numbers.spans import Inside, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from attention_docs.numbers.scanned import Scan

Role = Literal["unbound", "bound", "label", "symbol", "disputed", "hidden"]


@dataclass(slots=True)
class Numeral:
    """One printed numeral and what stands behind it.

    Attributes
    ----------
    at
        Where it stands in the source.
    text
        The numeral as printed.
    role
        ``bound`` to an expression; ``label`` with a reason beside it; ``symbol``, a label by rule
        (the 1 of k₁); ``disputed`` where a ledger does not fit its block; ``hidden`` where the page
        does not show it after all; else ``unbound``.
    expression, index
        What computes it, and which entry of that where brackets were bound whole.
    shape
        The nesting of those brackets: the length of each list in it, keyed by its index.
    ledger
        Where and how a ledger repeats it.
    due
        The offset by which all code above it has run.
    cover
        What a label has directly before and after it, as part of its name.
    before, after
        What the page shows before and after it.
    may_be_mended
        Whether there is no doubt which expression is its own.
    """

    at: Span
    text: str
    due: int
    role: Role = "unbound"
    expression: str = ""
    index: tuple[int, ...] | None = None
    shape: Mapping[tuple[int, ...], int] = field(default_factory=dict)
    ledger: tuple[Span, str] | None = None
    in_tex: bool = False
    in_code: bool = False
    script: Span | None = None
    may_be_bound: bool = True
    cover: tuple[str, str] = ("", "")
    before: str = ""
    after: str = ""
    may_be_mended: bool = True

    @property
    def around(self) -> Span:
        """Where the numeral stands, with the letter of the symbol that it is part of."""
        is_prose = self.role == "symbol" and self.script and not (self.in_tex or self.in_code)
        return self.script if is_prose and self.script else self.at

    @property
    def source(self) -> str:
        """The expression for this very numeral: ``out[0]`` for the first entry of ``out``."""
        if not self.index:
            return self.expression
        simple = re.fullmatch(r"[\w.]+(?:\[[^\[\]]*\]|\([^()]*\))*", self.expression)
        whole = self.expression if simple else f"({self.expression})"
        return whole + "".join(f"[{entry}]" for entry in self.index)


_letter_before = re.compile(r"[^\W\d_]|[)}\]]")
_tex_scripts = re.compile(r"_(?:\d|\{[^{}]*\})|(?<=[^\W\d_]|[)}\]])\^(?:\d|\{[-−+]?\d+\})")
_operand_end = re.compile(r"[\w)\]}'!]")
_command_end = re.compile(r"\\([A-Za-z]+)\Z")
_row_end = re.compile(r"\\\\(?:\[[^\]]*\])?\Z|\\begin\{[^}]*\}(?:\{[^}]*\})?\Z")
# After these a minus is a sign; after any other command, such as \beta, it subtracts.
_no_operands = frozenset(
    [
        "cdot",
        "times",
        "div",
        "pm",
        "mp",
        "ast",
        "star",
        "circ",
        "bullet",
        "le",
        "leq",
        "ge",
        "geq",
        "ne",
        "neq",
        "ll",
        "gg",
        "lt",
        "gt",
        "approx",
        "sim",
        "simeq",
        "equiv",
        "propto",
        "to",
        "mapsto",
        "in",
        "notin",
        "ni",
        "subset",
        "colon",
        "mid",
        "quad",
        "qquad",
        "left",
        "bigl",
        "Bigl",
        "big",
        "Big",
        "middle",
        "and",
        "or",
        "not",
        "land",
        "lor",
        "wedge",
        "vee",
        "implies",
        "iff",
        "sum",
        "prod",
        "int",
        "log",
        "ln",
        "exp",
        "sin",
        "cos",
        "tan",
        "min",
        "max",
        "lim",
        "sqrt",
        "operatorname",
        "over",
        "choose",
        "text",
        "mathrm",
        "displaystyle",
        "textstyle",
        "tfrac",
        "dfrac",
        "frac",
    ]
)


def find_numerals(scanned: Scan, *, comma: bool = False) -> Iterator[Numeral]:
    """Find the numerals that a page shows, each with what its surroundings say of it."""
    in_tex = Inside(scanned.tex)
    in_code = Inside(scanned.code)
    run_ends = Inside([Span(f.start, f.end) for f in scanned.fences if f.runs])
    scripts = Inside(
        [
            Span(*match.span())
            for span in scanned.tex
            for match in _tex_scripts.finditer(scanned.text, *span)
            if any(character.isdigit() for character in match.group())
        ]
    )
    for match in pattern(comma=comma).finditer(scanned.shown):
        start, end = match.span()
        tex = in_tex.holding(start)
        if tex:
            start = _signed(scanned.text, tex.start, match)
        text = scanned.text[start:end]
        fence = run_ends.holding(start)
        numeral = Numeral(Span(start, end), text, fence.end if fence else start)
        numeral.in_tex, numeral.in_code = tex is not None, in_code.holding(start) is not None
        _note_script(numeral, match, scanned.text, scripts.holding(start) if tex else None)
        yield numeral


def _signed(text: str, floor: int, match: re.Match[str]) -> int:
    """Return where a numeral in a formula starts: with its minus, unless that subtracts."""
    start = match.start()
    if match["oddsign"]:
        return start
    minus, after = (start, match.end("sign")) if match["sign"] else (start - 1, start)
    if not match["sign"]:
        while minus > floor and text[minus] in " \n":
            minus -= 1
        if text[minus : minus + 1] not in ("-", "−") or match["sup"] or match["sub"]:
            return start
    if _is_operator(text, floor, minus):
        return after
    another = text[floor:minus].rstrip()
    if another.endswith(("-", "−")) and not _is_operator(text, floor, floor + len(another) - 1):
        return floor + len(another) - 1
    return minus


def _note_script(numeral: Numeral, match: re.Match[str], text: str, script: Span | None) -> None:
    """Note a numeral that is part of a symbol: a subscript, or a raised integer unless bound."""
    start, end = numeral.at
    before = text[max(0, start - 5) : start]
    if script:
        numeral.script = Span(script.start - 1, max(script.end, end))
        numeral.may_be_bound = text[script.start] == "^"
    elif match["sub"] or re.search(r"[^\W\d_]_\Z|<sub>\Z", before):
        back = {"_": 2, ">": 6}.get(before[-1:], 1)
        numeral.script = Span(max(0, start - back), end)
        numeral.may_be_bound = False
    elif (match["sup"] and _letter_before.search(before[-1:])) or before.endswith("<sup>"):
        back = 6 if before.endswith("<sup>") else before[-1:] not in subscripts
        numeral.script = Span(max(0, start - back), end)


def _is_operator(text: str, floor: int, minus: int) -> bool:
    """Say whether a minus in a formula subtracts: it does after anything that has a value."""
    before = text[max(floor, minus - 80) : minus].rstrip()
    if not before or not _operand_end.match(before[-1]) or _row_end.search(before):
        return False
    command = _command_end.search(before)
    return command is None or not (
        command[1] in _no_operands or command[1].lower().endswith("arrow")
    )
