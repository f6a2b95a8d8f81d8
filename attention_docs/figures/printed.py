"""How the figures print numbers. ``docs/assets/figures/printed.mjs`` prints by the same rules.

Every text is rounded from the 12 significant digits that the page carries beside it, halves away
from zero, so that a reader who rounds the full value by hand gets what is printed.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

_superscript = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def full(value: float) -> str:
    """Return the first 12 significant digits, the most that agree on all processors.

    Whole numbers that the browser counts exactly (type int, below 2⁵³) keep all their digits.

    Examples
    --------
    >>> full(2 / 3), full(1.0), full(111.1181640625), full(10**15)
    ('0.666666666667', '1', '111.118164063', '1000000000000000')
    """
    if isinstance(value, int) and abs(value) < 2**53:
        return str(value)
    # Halves away from zero, as toPrecision does in the browser; a format would round them to even.
    twelve = Context(prec=12, rounding=ROUND_HALF_UP).create_decimal_from_float(float(value))
    return f"{float(twelve) + 0:.12g}"


def fixed(value: float, decimals: int = 2) -> str:
    """Print with so many decimals, or with more where fewer would show a 0 or 1 that isn't one.

    Below a ten-millionth and from ten million million, it prints a power of ten.

    Examples
    --------
    >>> fixed(0.6697), fixed(-1234.565), fixed(3, 0)
    ('0.67', '−1,234.57', '3')
    >>> fixed(0.99999988), fixed(0.0004), fixed(1.0), fixed(3e-20)
    ('0.9999999', '0.0004', '1.00', '3.0 × 10⁻²⁰')
    """
    exact = Decimal(full(value))
    if exact != 0 and not Decimal("5e-8") <= abs(exact) < Decimal("1e13"):
        return _power_of_ten(exact)
    return _signed(_rounded(exact, decimals))


def count(value: int) -> str:
    """Print a whole number of up to nine digits; a longer one as a power of ten.

    Examples
    --------
    >>> count(4_000_000), count(10**12)
    ('4,000,000', '1.0 × 10¹²')
    """
    return fixed(value, 0) if value < 10**9 else _power_of_ten(Decimal(value))


def plain(value: float) -> str:
    """Print all digits of a number that has few.

    Examples
    --------
    >>> plain(3.0), plain(-0.125)
    ('3', '−0.125')
    """
    return full(value).replace("-", "−")


def percent(value: float) -> str:
    r"""Print as whole percent, with decimals only where 0 % or 100 % would not be true.

    Examples
    --------
    >>> percent(0.6697), percent(0.9998), percent(1.0)
    ('67\xa0%', '99.98\xa0%', '100\xa0%')
    """
    exact = Decimal(full(value))
    rounded = _rounded(exact, 2).scaleb(2)
    return _signed(rounded) + "\N{NO-BREAK SPACE}%"


def _rounded(exact: Decimal, decimals: int) -> Decimal:
    rounded = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    claims_too_much = abs(rounded) in (0, 1) and rounded != exact
    return _rounded(exact, decimals + 1) if claims_too_much else rounded


def _power_of_ten(exact: Decimal) -> str:
    short = exact.normalize(Context(prec=2, rounding=ROUND_HALF_UP))
    digits, _, exponent = f"{short:.1e}".partition("e")
    return f"{digits} × 10{str(int(exponent)).translate(_superscript)}".replace("-", "−")


def _signed(rounded: Decimal) -> str:
    return f"{rounded:,f}".replace("-", "−")
