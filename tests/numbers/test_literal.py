from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_docs.numbers.literal import canonical, numerals, read, respell


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1e-7 or 10⁻⁷", ["1e-7", "10⁻⁷"]),
        ("1.1 × 10⁻⁷", ["1.1 × 10⁻⁷"]),
        (r"1.1 \times 10^{-7}", [r"1.1 \times 10^{-7}"]),
        ("1,234,567.89", ["1,234,567.89"]),
        ("1\u2009000 and 1\u202f000", ["1\u2009000", "1\u202f000"]),
        ("1{,}000 and 1\\,000", ["1{,}000", "1\\,000"]),
        ("67 %, 67%, 67\u2009%, 67\\%", ["67 %", "67%", "67\u2009%", "67\\%"]),
        (".0900/.2447", [".0900", ".2447"]),
        ("16GiB, 8×, 3rd", ["16", "8", "3"]),
        ("e^{0.71}, x_1", ["0.71", "1"]),
        ("[8, −8]", ["8", "−8"]),
        ("n-1, 3-5, 8 − 3, (−1)", ["1", "3", "5", "8", "3", "−1"]),
        ("2^{10}, 10^{-7}, 2³⁰", ["2", "10", "10^{-7}", "2³⁰"]),
        (r"\frac12, \frac{12}{3}", ["1", "2", "12", "3"]),
        ("e⁻¹⁶, k₁₂", ["⁻¹⁶", "₁₂"]),
        ("the sum is 3. Then 1,2,3", ["3", "1", "2", "3"]),
        ("½ cup", ["½"]),
    ],
)
def test_finds_each_numeral_whole(text: str, found: list[str]) -> None:
    assert [match.group() for match in numerals(text)] == found


@pytest.mark.parametrize(
    ("text", "number", "unit", "whole"),
    [
        ("0.670", "0.67", "0.001", False),
        ("67 %", "0.67", "0.01", False),
        ("100%", "1", "0.01", False),
        ("−1,000", "-1000", "1", True),
        ("1e-7", "1e-7", "1e-7", False),
        ("1.10 × 10⁻⁷", "1.1e-7", "1e-9", False),
        ("10^{6}", "1000000", "1000000", False),
        ("⁻¹⁶", "-16", "1", True),
        ("½", "1/2", "0", False),
    ],
)
def test_reads_what_a_numeral_claims(text: str, number: str, unit: str, whole: bool) -> None:  # noqa: FBT001
    literal = read(text)
    assert (literal.number, literal.unit) == (Fraction(number), Fraction(unit))
    assert literal.whole is whole


@pytest.mark.parametrize("text", ["", "w", "0.67 ", "1 2", "9" * 500, "1e99999", "①"])
def test_refuses_what_is_not_one_numeral(text: str) -> None:
    with pytest.raises(ValueError, match=r"numeral|exponent|value"):
        read(text)


@given(st.text(alphabet="0123456789.,-−+eE×·^{}\\% _⁻¹₂½frac10 \u2009"))
def test_no_digit_is_left_between_numerals(text: str) -> None:
    kept, at = "", 0
    for match in numerals(text):
        kept, at = kept + text[at : match.start()], match.end()
    assert not [character for character in kept + text[at:] if character.isnumeric()]


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, places=3, min_value=-1000000, max_value=1000000
    ),
    st.sampled_from(["0.001", "−1,000.000", "1{,}000.000 %", ".000%", "1.000e-3", "1.000 × 10⁻³"]),
)
def test_respelling_names_the_number(value: object, style: str) -> None:
    like = read(style)
    number = Fraction(str(value)) * like.unit * 1000
    assert read(respell(like, number)).number == number
    assert read(respell(like, number)).unit == like.unit


def test_canonical_spelling_keeps_digits() -> None:
    assert canonical("−1{,}000.50") == canonical("-1\u2009000.50") == "-1000.50"
