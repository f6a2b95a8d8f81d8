"""The one rule by which a printed numeral is right: rounding the value gives it, exactly.

Nothing here is approximate. A float counts as the shortest decimal that names it, so that 2.675 is
a tie although its binary value lies a little below. At a tie both neighbours are right: Python
prints that one as 2.67 (half to even, of the binary value) and NumPy rounds it to 2.68.
"""

from __future__ import annotations

import numbers
from decimal import Decimal
from fractions import Fraction
from math import floor

import numpy as np

from attention_docs.numbers.literal import Literal, respell

_half = Fraction(1, 2)
_most_digits = 4000


def exact(value: object) -> Fraction:
    """Return a real number as a fraction: what its shortest decimal says, to the last digit.

    Parameters
    ----------
    value
        An int, float, Fraction, Decimal, NumPy scalar or array without axes. float32 counts by its
        own shortest decimal, not by that of the float64 it widens to.

    Raises
    ------
    TypeError
        If the value is not a real number (a bool is not one).
    ValueError
        If it is NaN or infinite, or an array with axes.

    Examples
    --------
    >>> exact(0.1), exact(np.float32(0.1)), exact(np.array(3))
    (Fraction(1, 10), Fraction(1, 10), Fraction(3, 1))
    >>> exact(True)
    Traceback (most recent call last):
    TypeError: the value is True, a bool; it must be a real number
    """
    if isinstance(value, np.ndarray):
        if value.ndim:
            raise ValueError(
                f"the value is an array of shape {value.shape}; it must be one number, or the "
                "numerals must stand in brackets, as in [6.7, 3.3]"
            )
        value = value[()]
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (numbers.Real, Decimal)):
        kind = type(value).__name__
        raise TypeError(f"the value is {_short(repr(value))}, a {kind}; it must be a real number")
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return _from_decimal(value if isinstance(value, Decimal) else Decimal(_shortest(value)))


def _shortest(value: numbers.Real) -> str:
    """Return the shortest decimal of a float, whatever its class prints itself as."""
    if isinstance(value, float):
        return float.__repr__(value)
    is_numpy = isinstance(value, np.floating)
    return np.format_float_scientific(value) if is_numpy else str(value)  # type: ignore[arg-type]


def _from_decimal(value: Decimal) -> Fraction:
    if not value.is_finite():
        raise ValueError(f"the value is {value}; it must be finite")
    if value and abs(value.adjusted()) > _most_digits:
        raise ValueError(f"the value is about 1e{value.adjusted()}; no numeral here is as long")
    return Fraction(value)


def mismatch(literal: Literal, value: Fraction) -> str | None:
    """Say why a literal does not stand for a value, or None where it does.

    ``literal = round(value / unit) · unit`` where unit is the worth of the last digit printed. An
    integer literal needs an integral value: an expression that rounds (``round(x)``) has one.

    Parameters
    ----------
    literal
        The numeral as printed.
    value
        What the expression gave, from `exact`.

    Examples
    --------
    >>> from attention_docs.numbers.literal import read
    >>> mismatch(read("0.67"), exact(0.6697615493266569)) is None
    True
    >>> mismatch(read("0.66"), exact(0.6697615493266569))
    'rounds to 0.67'
    >>> mismatch(read("1.00"), exact(0.9999))
    '1.00 would say exactly 1, and the value is not: print more digits'
    >>> mismatch(read("2.00"), exact(1.998))
    '2.00 would say exactly 2, and the value is not: print more digits'
    """
    if literal.text.lstrip().startswith(("-", "−", "&minus;")) and literal.number == 0:
        return "zero has no sign"
    if literal.unit == 0:
        return None if value == literal.number else "is not exactly that"
    if literal.whole and value.denominator != 1:
        return "an integer needs a whole value: print decimals, or write round(…) in the expression"
    if literal.number not in _roundings(value / literal.unit, literal.unit):
        return f"rounds to {_respelled(literal, value)}"
    if _says_exactly(literal, literal.number) and value != literal.number:
        said = f"{literal.text} would say exactly {literal.number}"
        return f"{said}, and the value is not: print more digits"
    return None


def _says_exactly(literal: Literal, number: Fraction) -> bool:
    """Say whether a number printed like the literal has decimals, all of them 0."""
    return number.denominator == 1 and literal.unit < 1


def corrected(literal: Literal, value: Fraction, *, minus: str = "−") -> str:
    """Print a value as the literal should have, in the style of the literal.

    Raises
    ------
    ValueError
        If no numeral of that style is right, or only one of another sign.

    Examples
    --------
    >>> from attention_docs.numbers.literal import read
    >>> corrected(read("66 %"), exact(0.6697615493266569))
    '67 %'
    """
    if literal.whole and value.denominator != 1:
        raise ValueError("an integer needs a whole value")
    if literal.unit == 0:
        raise ValueError(f"{literal.text} is exact, and the value is another")
    nearest = max(_roundings(value / literal.unit, literal.unit), key=abs)
    if _says_exactly(literal, nearest) and value != nearest:
        raise ValueError(f"{literal.text} has too few digits: it would become exactly {nearest}")
    if (nearest < 0) != (literal.number < 0) and literal.number:
        raise ValueError(
            f"{literal.text} has another sign than the value: one of the two is misread"
        )
    if not nearest and literal.unit > 1:
        raise ValueError(f"{literal.text} is too coarse for the value: it would become 0")
    return respell(literal, nearest, minus=minus)


def in_full(value: object) -> str:
    """Show a value with every digit it has.

    Examples
    --------
    >>> in_full(np.float32(0.1)), in_full(Fraction(1, 3))
    ('0.1', '1/3')
    """
    if isinstance(value, np.ndarray):
        return _short(np.array2string(value, separator=", ", threshold=20).replace("\n", ""))
    if isinstance(value, (int, np.integer)) and abs(int(value)) >= 10**_most_digits:
        return f"an integer of {Decimal(int(value)).adjusted() + 1} digits"
    if isinstance(value, float):
        return float.__repr__(value)
    is_number = isinstance(value, (numbers.Number, np.generic))
    return _short(str(value) if is_number else repr(value))


def significant(value: Fraction, digits: int = 12) -> str:
    """Show a value to so many significant digits: few enough to be the same on every processor.

    Examples
    --------
    >>> significant(exact(0.6697615493266569)), significant(Fraction(932985))
    ('0.669761549327', '932985')
    """
    if value.denominator == 1 and abs(value) < 10**15:
        return str(value.numerator)
    try:
        return f"{float(value):.{digits}g}"
    except OverflowError:
        return f"{Decimal(value.numerator) / Decimal(value.denominator):.{digits - 1}e}"


def _roundings(steps: Fraction, unit: Fraction) -> set[Fraction]:
    """Right roundings of a value given in units: the nearest, and at a tie both neighbours."""
    below = floor(steps)
    rest = steps - below
    if rest == _half:
        return {below * unit, (below + 1) * unit}
    return {(below + (rest > _half)) * unit}


def _respelled(literal: Literal, value: Fraction) -> str:
    nearest = max(_roundings(value / literal.unit, literal.unit), key=abs)
    try:
        return respell(literal, nearest)
    except ValueError:
        return significant(nearest)


def _short(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
