from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_docs.numbers.comparison import corrected, exact, mismatch, significant
from attention_docs.numbers.literal import read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.67", 0.6697615493266569),
        ("67 %", 0.6697615493266569),
        ("2.67", 2.675),
        ("2.68", 2.675),
        ("−2.68", -2.675),
        ("1.00", 1.0),
        ("0.00", 0),
        ("0", -0.0),
        ("1", np.float32(1)),
        ("2.00", 2),
        ("6.70", 6.698),
        ("0.1", np.float32(0.1)),
        ("0.1000000", np.float32(0.1)),
        ("932,985", 932985),
        ("1e-7", 1.1253517e-7),
        ("10⁻⁷", 1.1253517e-7),
        ("0.0000001", 1.1253517e-7),
        ("0.33", Fraction(1, 3)),
        ("½", Fraction(1, 2)),
        ("0.5", np.array(0.5)),
        ("0.9999999", 0.9999998874648379),
        ("1,267,650,600,228,229,401,496,703,205,376", 2**100),
    ],
)
def test_right(text: str, value: object) -> None:
    assert mismatch(read(text), exact(value)) is None


@pytest.mark.parametrize(
    ("text", "value", "why"),
    [
        ("0.66", 0.6697615493266569, "rounds to 0.67"),
        ("0.68", 0.6697615493266569, "rounds to 0.67"),
        ("66 %", 0.6697615493266569, "rounds to 67 %"),
        ("67", 0.6697615493266569, "whole value"),
        ("2.67", 2.6750000000000003, "rounds to 2.68"),
        ("−0", 0, "no sign"),
        ("−0.00", -0.001, "no sign"),
        ("0.00", 0.001, "exactly 0"),
        ("1.00", 0.9999999999999999, "exactly 1"),
        ("100 %", 0.9999, "exactly 1"),
        ("2.00", 1.998, "exactly 2"),
        ("−3.0", -2.98, "exactly -3"),
        ("1", 0.9999999999999999, "whole value"),
        ("0.100000001", np.float32(0.1), "rounds to 0.100000000"),
        ("0.67", -0.67, "rounds to −0.67"),
        ("½", Fraction(1, 3), "not exactly"),
        ("10⁻⁷", 3e-7, "rounds to 3e-07"),
    ],
)
def test_wrong(text: str, value: object, why: str) -> None:
    assert why in str(mismatch(read(text), exact(value)))


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (True, "a bool"),
        (np.True_, "a bool"),
        ("0.67", "a str"),
        (None, "a NoneType"),
        (1 + 0j, "a complex"),
        (np.nan, "must be finite"),
        (np.float32("inf"), "must be finite"),
        (Decimal("NaN"), "must be finite"),
        (Decimal("1e999999"), "no numeral"),
        (np.array([0.5]), "shape (1,)"),
        (np.datetime64("2017-06-12"), "datetime64"),
    ],
)
def test_refuses_values_that_are_not_one_real_number(value: object, why: str) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        exact(value)
    assert why in str(raised.value)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.integers(0, 12))
def test_python_rounding_is_always_right(value: float, places: int) -> None:
    number = exact(value)
    rounded = round(Fraction(repr(value)), places)
    text = f"{Decimal(rounded.numerator) / Decimal(rounded.denominator):.{places}f}"
    literal = read(text)
    if literal.number == rounded and rounded.denominator != 1:
        assert mismatch(literal, number) is None


@given(
    st.fractions(min_value=-1000, max_value=1000),
    st.sampled_from(["0.00", "−1,000.5", "12 %", ".500", "1.0e-3"]),
)
def test_corrected_literals_are_right(value: Fraction, style: str) -> None:
    try:
        text = corrected(read(style), value)
    except ValueError:
        return
    assert mismatch(read(text), value) is None


@pytest.mark.parametrize(("text", "value"), [("1", 0.5), ("1.00", 0.001), ("½", 0.25)])
def test_corrects_nothing_that_no_style_can_print(text: str, value: float) -> None:
    with pytest.raises(ValueError, match=r"whole|digits|exact"):
        corrected(read(text), exact(value))


def test_significant_digits_are_few_and_exact_integers_whole() -> None:
    assert significant(exact(2**40)) == "1099511627776"
    assert significant(exact(1.1253517471925921e-7)) == "1.12535174719e-07"
    assert significant(Fraction(10) ** 400) == "1.00000000000e+400"
