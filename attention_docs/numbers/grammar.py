"""What a printed numeral looks like: one pattern for pages with a decimal point, one for commas.

What no reader of this package can judge, such as ``1½`` or ``0x1F``, is found whole all the same,
so that it is refused with a word and never half read.
"""

from __future__ import annotations

import re
from functools import cache

superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"
subscripts = "₀₁₂₃₄₅₆₇₈₉"
fractions = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
lookalikes = "–—\u2012\u2015\u2011\u2010\ufe63\uff0d\u2043"
scales = {
    "k": 3,
    "K": 3,
    "M": 6,
    "B": 9,
    "bn": 9,
    "T": 12,
    "thousand": 3,
    "million": 6,
    "billion": 9,
    "trillion": 12,
}
parts_of_one = {"%": 2, "‰": 3}

_minus = "(?:[-−]|&minus;)"
_dashes = f"-−{lookalikes}"
_space = r"(?:[\u00a0\u2009\u202f~]|\\[,;\ ]|&nbsp;|&thinsp;)"
_times = r"(?:\ ?[×·⋅]\ ?|\\times\ ?|\\cdot\ ?|\ \\times\ ?|\ \\cdot\ ?)"
_raised = rf"(?: [⁺⁻]?[{superscripts}]+ | <sup>[-−+]?\d+</sup> )"
_exponent = rf"(?: {_raised} | \^ (?: \{{[-−+]?\d+\}} | [-−+]?\d+(?![.\d]) ) )"
_before_sign = rf"(?<![\w)\]}}%!?…’”\x01{superscripts}{subscripts}])"
_without_rule = r"\u2150-\u218b\u2460-\u249b\u24ea-\u24ff\u2776-\u2793¼-¾\U0001d7ce-\U0001d7ff"


@cache
def pattern(*, comma: bool = False) -> re.Pattern[str]:
    """Return the pattern of numerals; `comma` says that the decimals follow a comma.

    Its groups: ``sign``, ``mantissa`` with its ``group`` separator, ``power`` of a bare ten,
    ``scale`` of a ten that multiplies, ``e``, ``raised`` (the ³⁰ of 2³⁰), ``percent``,
    ``multiple`` (k, million), ``root`` (√2), ``sup`` and ``sub``, and
    ``other`` or ``odd`` for what has no value here.
    """
    point, group = (r"(?:,|\{,\})", r"\.") if comma else (r"\.", r",|\{,\}")
    number = rf"""
    (?P<root> √ \d+ (?! \d | [.,]\d | {_raised} ) )
    | (?: (?P<sign> {_before_sign} {_minus} )
      | (?P<oddsign> {_before_sign} (?<![{_dashes}]) (?> (?: [{_dashes}±∓] | &minus; )+ ) | √ ) )?
    (?: (?<![\d.,]) 10 (?P<power> {_exponent} )
      | (?P<odd> 0[xXbBoO][0-9A-Fa-f]+\b
               | \d{{1,3}} (?: ['’]\d{{3}} )+ (?!\d)
               | \d{{1,2}} (?: ,\d\d )+ ,\d{{3}} (?!\d)
               | \d+ [{_without_rule}] )
      | (?P<mantissa>
            (?<=frac)\d | (?<=frac\d)\d
          | \d{{1,3}} (?P<group> {group} | {_space} ) \d{{3}} (?: (?P=group)\d{{3}} )* (?!\d)
            (?: {point}\d+ )?
          | \d+ (?: {point}\d+ )?
          | (?<![\w.]) \.\d+ )
        (?: {_times} 10 (?P<scale> {_exponent} )
          | [eE] (?P<e> [-−+]?\d+ ) (?!\w)
          | (?P<raised> {_raised} ) )?
        (?: (?P<percent> (?: {_space} | \ )? (?: \\?% | ‰ ) )
          | (?P<multiple> (?: k | K | M | B | bn | T | (?: {_space} | \ )
              (?: thousand | million | billion | trillion ) ) (?![\w/]) ) )? )
    """
    return re.compile(
        rf"(?=[-−&.\d{superscripts}⁻⁺{subscripts}₋₊{_without_rule}{lookalikes}±∓√])"
        rf"(?: {number} | (?P<sup> [⁺⁻]?[{superscripts}]+ ) | (?P<sub> [₊₋]?[{subscripts}]+ )"
        rf" | (?P<other> [{_without_rule}] ) )",
        re.VERBOSE,
    )
