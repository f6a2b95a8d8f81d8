"""Numerals as people print them: where they stand in a text, and what each one claims.

A numeral claims a number and how far it is to be believed: ``0.67`` says "between 0.665 and 0.675",
``67 %`` says the same. Both are kept as fractions, so that no comparison ever meets a float.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"
subscripts = "₀₁₂₃₄₅₆₇₈₉"
_raised = str.maketrans("0123456789-+", superscripts + "⁻⁺")
_level = str.maketrans(superscripts + subscripts + "⁻₋−⁺₊", "0123456789" * 2 + "---++")

_minus = "(?:[-−]|&minus;)"
_thin = r"(?:[\u2009\u202f]|\\,|&thinsp;)"
_times = r"(?:\ ?[×·⋅]\ ?|\\times\ ?|\\cdot\ ?|\ \\times\ ?|\ \\cdot\ ?)"
_exponent = rf"""(?: [⁺⁻]?[{superscripts}]+
                   | \^ (?: \{{[-−+]?\d+\}} | [-−+]?\d+(?![.\d]) ) )"""
_number = rf"""
    (?P<sign> (?<![\w)\]}}%!?…’”\x01{superscripts}{subscripts}]) {_minus} )?
    (?: (?<![\d.,]) 10 (?P<power> {_exponent} )
      | (?P<mantissa>
            (?<=frac)\d | (?<=frac\d)\d
          | \d{{1,3}} (?P<group> , | \{{,\}} | {_thin} ) \d{{3}} (?: (?P=group)\d{{3}} )* (?!\d)
            (?: \.\d+ )?
          | \d+ (?: \.\d+ )?
          | (?<![\w.]) \.\d+ )
        (?: {_times} 10 (?P<scale> {_exponent} )
          | [eE] (?P<e> [-−+]?\d+ ) (?!\w) )?
        (?P<percent> (?: [\ \u00a0\u2009\u202f] | \\[,;\ ] | &nbsp; | &thinsp; )? \\?% )? )
"""
_sup = rf"(?P<sup> [⁺⁻]?[{superscripts}]+ )"
_sub = rf"(?P<sub> [₊₋]?[{subscripts}]+ )"
_fractions = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_without_rule = r"\u2150-\u218b\u2460-\u249b\u24ea-\u24ff\u2776-\u2793¼-¾\U0001d7ce-\U0001d7ff"

numeral_pattern = re.compile(
    rf"(?=[-−&.\d{superscripts}⁻⁺{subscripts}₋₊{_without_rule}])"
    rf"(?: {_number} | {_sup} | {_sub} | (?P<other> [{_without_rule}] ) )",
    re.VERBOSE,
)
_most_digits = 400
_most_exponent = 4000


@dataclass(frozen=True, slots=True)
class Literal:
    """What one printed numeral claims.

    Attributes
    ----------
    text
        The numeral as printed, percent sign and minus included.
    number
        The number it names; ``67 %`` names 67/100.
    unit
        The worth of one step of its last printed digit; 0 for a fraction such as ½, which is exact.
    whole
        Whether it is an integer literal: no decimals, no exponent, no percent sign.
    """

    text: str
    number: Fraction
    unit: Fraction
    whole: bool


def numerals(text: str) -> Iterator[re.Match[str]]:
    """Find every numeral of a text, in order; between them no digit of any kind is left.

    Examples
    --------
    >>> [match.group() for match in numerals("GPT-2 turns −0.5 into 1,000 or 67 %; x₁ is 10⁻⁷")]
    ['2', '−0.5', '1,000', '67 %', '₁', '10⁻⁷']
    """
    return numeral_pattern.finditer(text)


def read(text: str) -> Literal:
    """Read one numeral.

    Raises
    ------
    ValueError
        If the text is not exactly one numeral, or has more digits than anyone can check.

    Examples
    --------
    >>> read("67 %")
    Literal(text='67 %', number=Fraction(67, 100), unit=Fraction(1, 100), whole=False)
    >>> read("1.1 × 10⁻⁷").number == Fraction("1.1e-7")
    True
    """
    match = numeral_pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a numeral; expected one such as 0.67, −1,000 or 67 %")
    if len(text) > _most_digits:
        raise ValueError(f"a numeral of {len(text)} characters; {_most_digits} is the most")
    if match["other"]:
        return _fraction(text)
    if match["sup"] or match["sub"]:
        return Literal(text, Fraction(int(text.translate(_level))), Fraction(1), whole=True)
    return _decimal(match)


def _decimal(match: re.Match[str]) -> Literal:
    mantissa = re.sub(r"[^\d.]", "", (match["mantissa"] or "1").replace("&thinsp;", ""))
    places = len(mantissa.partition(".")[2])
    exponent = _exponent_of(match)
    number = Fraction(mantissa) * Fraction(10) ** exponent
    unit = Fraction(10) ** (exponent - places)
    if match["percent"]:
        number, unit = number / 100, unit / 100
    whole = places == 0 and not (match["percent"] or match["power"] or match["scale"] or match["e"])
    return Literal(match.group(), -number if match["sign"] else number, unit, whole)


def _exponent_of(match: re.Match[str]) -> int:
    raw = match["power"] or match["scale"] or match["e"] or "0"
    exponent = int(raw.translate(_level).strip("^{}"))
    if abs(exponent) > _most_exponent:
        raise ValueError(f"the exponent {exponent} is beyond ±{_most_exponent}")
    return exponent


def _fraction(text: str) -> Literal:
    if text not in _fractions:
        raise ValueError(f"{text!r} has no value that can be checked; make it a label")
    over, _, under = unicodedata.normalize("NFKC", text).partition("\N{FRACTION SLASH}")
    return Literal(text, Fraction(int(over), int(under)), Fraction(0), whole=False)


def any_of(wording: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for some wordings with digits, none of which may go on in more digits.

    Examples
    --------
    >>> any_of(["float16"]).findall("float16, float160")
    ['float16']
    """
    words = sorted((re.escape(word) for word in wording), key=len, reverse=True)
    return re.compile(rf"(?<![\d.])(?:{'|'.join(words)})(?!\d|[.,]\d)" if words else r"(?!)")


def canonical(text: str) -> str:
    """Spell a numeral in one way, so that a ledger may write ``-1,000`` for ``−1{,}000``.

    Examples
    --------
    >>> canonical("−1{,}000") == canonical("-1,000")
    True
    >>> canonical("0.90") == canonical("0.9")
    False
    """
    plain = text.translate(_level).replace("&minus;", "-")
    return re.sub(r"&nbsp;|&thinsp;|\\times|\\cdot|[×·⋅\s{}\\^,]", "", plain)


def respell(literal: Literal, number: Fraction, *, minus: str = "−") -> str:
    """Print another number in the style of a literal: its digits, grouping, sign and percent.

    Parameters
    ----------
    literal
        Whose style to keep.
    number
        A multiple of the literal's unit.
    minus
        The sign to write where the literal has none to copy.

    Raises
    ------
    ValueError
        If that style cannot name the number exactly (½, or 10⁻⁷ for 3 · 10⁻⁷).

    Examples
    --------
    >>> respell(read("1,000 %"), Fraction(25))
    '2,500 %'
    >>> respell(read(".0900"), Fraction(-1, 4))
    '−.2500'
    """
    match = numeral_pattern.fullmatch(literal.text)
    if match is None or match["other"] or match["power"]:
        raise ValueError(f"{literal.text!r} has a style that cannot be rewritten")
    if match["sup"] or match["sub"]:
        digits = str(int(number)).translate(_raised)
        return digits if match["sup"] else digits.translate(str.maketrans(superscripts, subscripts))
    steps = number / literal.unit
    if steps.denominator != 1:
        raise ValueError(f"{literal.text!r} has too few digits to print {number}")
    mantissa = _in_style(match["mantissa"], match["group"], abs(steps.numerator))
    sign = (match["sign"] or minus) if steps < 0 else ""
    after = literal.text[match.end("mantissa") :]
    return sign + mantissa + after


def _in_style(like: str, group: str | None, steps: int) -> str:
    places = len(like.partition(".")[2])
    digits = str(steps).rjust(places + 1, "0")
    before, after = (digits[:-places], digits[-places:]) if places else (digits, "")
    if group:
        before = f"{int(before):,}".replace(",", group)
    if like.startswith(".") and before == "0":
        before = ""
    return f"{before}.{after}" if places else before
