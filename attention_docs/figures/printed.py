"""How the figures print numbers. ``docs/assets/figures/printed.mjs`` prints by the same rules.

Every text is rounded from the 12 significant digits that the page carries beside it, halves away
from zero, so that a reader who rounds the full value by hand gets what is printed.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

_superscript = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def full(value: float) -> str:
    """Return the first 12 significant digits, the most that agree on all processors.

    Whole numbers of type int keep all their digits.

    Examples
    --------
    >>> full(2 / 3), full(1.0), full(10**15)
    ('0.666666666667', '1', '1000000000000000')
    """
    return str(value) if isinstance(value, int) else f"{value + 0:.12g}"


def fixed(value: float, decimals: int = 2) -> str:
    """Print with so many decimals, or with more where fewer would show a 0 or 1 that isn't one.

    Below a ten-millionth the number is printed as a power of ten.

    Examples
    --------
    >>> fixed(0.6697), fixed(-1234.565), fixed(3, 0)
    ('0.67', '−1,234.57', '3')
    >>> fixed(0.99999988), fixed(0.0004), fixed(1.0), fixed(3e-20)
    ('0.9999999', '0.0004', '1.00', '3.0 × 10⁻²⁰')
    """
    exact = Decimal(full(value))
    if exact != 0 and abs(exact) < Decimal("5e-8"):
        return _power_of_ten(exact)
    return _signed(_rounded(exact, decimals))


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
