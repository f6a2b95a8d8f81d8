"""What touches a numeral belongs to it: a sign, a root, a unit, a factor may change what it says.

All this looks at the page as rendered, so that no markup or comment stands between.
"""

from __future__ import annotations

import re
import unicodedata

from attention_docs.numbers.grammar import lookalikes, subscripts, superscripts

units = frozenset(
    [
        "B",
        "kB",
        "KB",
        "MB",
        "GB",
        "TB",
        "PB",
        "KiB",
        "MiB",
        "GiB",
        "TiB",
        "bit",
        "bits",
        "px",
        "pt",
        "em",
        "rem",
        "rad",
        "deg",
        "Hz",
        "kHz",
        "MHz",
        "GHz",
        "THz",
        "ms",
        "s",
        "min",
        "h",
        "d",
        "dpi",
        "fps",
        "g",
        "kg",
        "mg",
        "l",
        "ml",
        "cl",
        "dl",
        "m",
        "mm",
        "cm",
        "km",
        "µm",
        "nm",
        "x",
        "th",
        "st",
        "nd",
        "rd",
        "D",
        "W",
        "kW",
        "MW",
        "J",
        "kJ",
        "V",
        "A",
        "Ω",
        "°C",
        "°F",
        "K",
    ]
)
_word = re.compile(r"°?[^\W\d_]+")
_percent = re.compile(r"(?:[\s~]|\\[,;: ]|&nbsp;)?\\?[%‰‱]")
_plus_minus = re.compile(r"(?:^|[=(\[{&,<>$])\s*\\(?:pm|mp)\s*$")
_multiple = re.compile(
    r"[\s~](?:per ?cent|per ?mille|hundred|thousand|million|billion|trillion|dozen)\b"
)
_unary = re.compile(rf"(?<![\w)\]}}%!?…’”])[-−{lookalikes}±∓]$")
_spaced_minus = re.compile(r"(?:^|[=(\[{|×·⋅<>≈:])\s*[-−–]\s+$")
_grouped_before = re.compile(r"(?<![\d.,])\d{1,3} $")
_grouped_after = re.compile(r" \d{3}(?![\d.,]*\d)")
_refused_after = "!°%‰‱√\u2032\u2033\u2034ªº\u2044"


def belongs(
    numeral: str, before: str, after: str, *, in_tex: bool, in_code: bool, is_name: bool = False
) -> str | None:
    """Say what in the text beside a numeral changes its meaning, or return None.

    Of a name, only a sign before it is asked about: letters may well be part of it.

    Examples
    --------
    >>> belongs("5", "so ", "!", in_tex=False, in_code=False)
    '“5!” would be a factorial'
    >>> belongs("16", "has ", "GiB of it", in_tex=False, in_code=False) is None
    True
    """
    reason = _after(numeral, after, in_tex=in_tex, in_code=in_code) or _sign(
        numeral, before, in_tex=in_tex
    )
    if reason or in_tex or in_code or is_name or not before:
        return reason
    return _before(numeral, before)


def _sign(numeral: str, before: str, *, in_tex: bool) -> str | None:
    if in_tex:
        is_two = _plus_minus.search(before)
        return "a ± stands before it, which makes two numbers of it" if is_two else None
    if before.endswith("√"):
        return "a root stands before it: make “√…” a label"
    is_raised = numeral[0] in superscripts and before[-1:] in (*lookalikes, "-", "−", "±")
    if before and (is_raised or _unary.search(before)):
        return f"“{before[-1]}” stands before it, and is not part of what is bound"
    return None


def _after(numeral: str, after: str, *, in_tex: bool, in_code: bool) -> str | None:
    if not after:
        return None
    if after[0] == "!" and not after.startswith("!="):
        return f"“{numeral}!” would be a factorial"
    if _percent.match(after):
        return "the % behind it belongs to it: bind them together, as in 67 %<!--= … -->"
    if multiple := _multiple.match(after):
        return f"“{multiple.group().strip()}” behind it belongs to it: bind them together"
    word = _word.match(after)
    if word and (in_tex or word.group() not in units):
        return f"“{word.group()}” touches it: write a space, or make it a label"
    if not word and (after[0] in _refused_after or unicodedata.category(after[0]).startswith("M")):
        return f"“{after[0]}” touches it: spell it out, or make it a label"
    return _going_on(numeral, after, is_prose=not (in_tex or in_code))


def _going_on(numeral: str, after: str, *, is_prose: bool) -> str | None:
    if re.match(r"[.,]\d" if is_prose else r"\.\d", after):
        return f"it goes on in “{after[:4]}”: bind all of it, or write a space"
    if is_prose and re.fullmatch(r"\d{1,3}", numeral) and _grouped_after.match(after):
        return "thousands set with a plain space: use a comma or a no-break space"
    return None


def _before(numeral: str, before: str) -> str | None:
    if re.search(r"\d[.,]$", before):
        return (
            f"it goes on from “{before[-3:]}”: decimals follow a point here, unless set otherwise"
        )
    if _spaced_minus.search(before):
        return "a minus stands before it, with a space: take the space out"
    is_script = numeral[0] in superscripts + subscripts + "⁻⁺₋₊"
    if before[-1].isalpha() and not is_script:
        return f"the letter “{before[-1]}” touches it: write a space, or make it a label"
    if re.fullmatch(r"\d{3}", numeral) and _grouped_before.search(before):
        return "thousands set with a plain space: use a comma or a no-break space"
    return None
