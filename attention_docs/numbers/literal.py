"""Numerals as people print them, and what each one claims.

A numeral claims a number and how far it is to be believed: ``0.67`` says "between 0.665 and 0.675",
``67 %`` says the same. Both are kept as fractions, so that no comparison ever meets a float.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from attention_docs.numbers.grammar import (
    fractions,
    lookalikes,
    parts_of_one,
    pattern,
    scales,
    subscripts,
    superscripts,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_raised = str.maketrans("0123456789-+", superscripts + "⁻⁺")
_level = str.maketrans(superscripts + subscripts + "⁻₋−⁺₊", "0123456789" * 2 + "---++")
_spaced_sign = re.compile(r"^([-−])\s+")
_formula_power = re.compile(r"(?P<base>\d+)\^\{(?P<power>\d+)\}")
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
        The worth of one step of its last printed digit; 0 for ½, 2³⁰ and √2, which are exact. A
        root is the float nearest to it, as ``math.sqrt`` gives it.
    whole
        Whether it is an integer literal: no decimals, no exponent, no percent sign, no "million".
    comma
        Whether its decimals would follow a comma.
    """

    text: str
    number: Fraction
    unit: Fraction
    whole: bool
    comma: bool = False


def numerals(text: str, *, comma: bool = False) -> Iterator[re.Match[str]]:
    """Find every numeral of a text, in order; between them no digit of any kind is left.

    Examples
    --------
    >>> [match.group() for match in numerals("GPT-2 turns −0.5 into 1,000 or 67 %; x₁ is 10⁻⁷")]
    ['2', '−0.5', '1,000', '67 %', '₁', '10⁻⁷']
    """
    return pattern(comma=comma).finditer(text)


def read(text: str, *, comma: bool = False) -> Literal:
    """Read one numeral.

    Raises
    ------
    ValueError
        If the text is not exactly one numeral, is of a kind that is refused, or has more digits
        than anyone can check.

    Examples
    --------
    >>> read("67 %")
    Literal(text='67 %', number=Fraction(67, 100), unit=Fraction(1, 100), whole=False, comma=False)
    >>> read("1.1 × 10⁻⁷").number == Fraction("1.1e-7")
    True
    >>> read("1,5", comma=True).number
    Fraction(3, 2)
    """
    text = _spaced_sign.sub(r"\1", text)
    power = _formula_power.fullmatch(text)
    if power:
        text = power["base"] + power["power"].translate(_raised)
    match = pattern(comma=comma).fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a numeral; expected one such as 0.67, −1,000 or 67 %")
    if len(text) > _most_digits:
        raise ValueError(f"a numeral of {len(text)} characters; {_most_digits} is the most")
    if match["oddsign"] or match["odd"]:
        raise ValueError(_refusal(match))
    if match["other"]:
        return _fraction(text)
    if match["root"]:
        root = Fraction(repr(math.sqrt(int(match["root"][1:]))))
        return Literal(text, root, Fraction(0), whole=False)
    if match["sup"] or match["sub"]:
        return Literal(text, Fraction(int(text.translate(_level))), Fraction(1), whole=True)
    return _decimal(match, comma=comma)


def _refusal(match: re.Match[str]) -> str:
    text = match.group()
    if sign := match["oddsign"]:
        known = {"√": "a root, not a number", "±": "two numbers", "∓": "two numbers"}
        said = "a dash, not a minus: write −" if sign[0] in lookalikes else "two signs"
        return f"{text!r} is {known.get(sign[0], said)}; or make it a label"
    if match["odd"][:2].lower() in ("0x", "0b", "0o"):
        return f"{text!r} is not decimal; make it a label"
    if not text[-1].isdecimal():
        return f"{text!r} mixes a whole number and a fraction: print decimals, or make it a label"
    return f"{text!r} has thousands that are not set by three with a comma or a thin space"


def _decimal(match: re.Match[str], *, comma: bool) -> Literal:
    mantissa = re.sub(r"&nbsp;|&thinsp;", "", match["mantissa"] or "1")
    if match["group"]:
        mantissa = mantissa.replace(match["group"], "")
    mantissa = re.sub(r"[^\d.]", "", mantissa.replace(",", ".") if comma else mantissa)
    places = len(mantissa.partition(".")[2])
    exponent = _exponent_of(match)
    if match["raised"]:
        return _power(match, mantissa)
    number = Fraction(mantissa) * Fraction(10) ** exponent
    unit = Fraction(10) ** (exponent - places)
    if match["percent"]:
        worth = Fraction(10) ** -parts_of_one[match["percent"][-1]]
        number, unit = number * worth, unit * worth
    if match["multiple"]:
        word = re.sub(r"^(?:&\w+;|\\.|\W)", "", match["multiple"])
        worth = Fraction(10) ** scales[word]
        number, unit = number * worth, unit * worth
    others = ("percent", "multiple", "power", "scale", "e")
    whole = places == 0 and not any(match[name] for name in others)
    return Literal(match.group(), -number if match["sign"] else number, unit, whole, comma)


def _power(match: re.Match[str], mantissa: str) -> Literal:
    power = int(re.sub(r"[<>/sup]", "", match["raised"]).translate(_level))
    if abs(power) > _most_digits or not mantissa.isdecimal() or match["percent"]:
        raise ValueError(f"{match.group()!r} is a power that cannot be checked; make it a label")
    number = Fraction(int(mantissa)) ** power if power >= 0 or int(mantissa) else Fraction(0)
    return Literal(match.group(), -number if match["sign"] else number, Fraction(0), whole=False)


def _exponent_of(match: re.Match[str]) -> int:
    raw = match["power"] or match["scale"] or match["e"] or "0"
    exponent = int(re.sub(r"[<>/sup^{}]", "", raw).translate(_level))
    if abs(exponent) > _most_exponent:
        raise ValueError(f"the exponent {exponent} is beyond ±{_most_exponent}")
    return exponent


def _fraction(text: str) -> Literal:
    if text not in fractions:
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


def canonical(text: str, *, comma: bool = False) -> str:
    """Spell a numeral in one way, so that a ledger may write ``-1,000`` for ``−1{,}000``.

    Examples
    --------
    >>> canonical("−1{,}000") == canonical("-1,000")
    True
    >>> canonical("0.90") == canonical("0.9")
    False
    """
    plain = text.translate(_level).replace("&minus;", "-")
    plain = re.sub(r"&nbsp;|&thinsp;|\\times|\\cdot|</?sup>|[×·⋅\s{}\\^~]", "", plain)
    return re.sub(r"\." if comma else ",", "", plain)


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
    match = pattern(comma=literal.comma).fullmatch(literal.text)
    if match is None or any(match[name] for name in ("other", "odd", "power", "raised", "root")):
        raise ValueError(f"{literal.text!r} has a style that cannot be rewritten")
    if match["sup"] or match["sub"]:
        digits = str(int(number)).translate(_raised)
        return digits if match["sup"] else digits.translate(str.maketrans(superscripts, subscripts))
    steps = number / literal.unit
    if steps.denominator != 1:
        raise ValueError(f"{literal.text!r} has too few digits to print {number}")
    mantissa = _in_style(literal, match, abs(steps.numerator))
    sign = (match["sign"] or minus) if steps < 0 else ""
    after = literal.text[match.end("mantissa") :]
    return sign + mantissa + after


def _in_style(literal: Literal, match: re.Match[str], steps: int) -> str:
    like, group = match["mantissa"], match["group"]
    point = re.search(r"(?:\{,\}|,)(?=\d+$)" if literal.comma else r"\.(?=\d+$)", like)
    places = len(like) - point.end() if point and point.group() != group else 0
    digits = str(steps).rjust(places + 1, "0")
    before, after = (digits[:-places], digits[-places:]) if places else (digits, "")
    if group:
        before = f"{int(before):,}".replace(",", group)
    if like.startswith(".") and before == "0":
        before = ""
    return f"{before}{point.group()}{after}" if places and point else before
