"""A sample of what ``make mutants`` tries in full."""

from pathlib import Path

import pytest

from tests.numbers.mutants import tally, variants

root = Path(__file__).parents[2]
pages = [Path(__file__).parent / "pages" / "tour.md", *sorted((root / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", pages, ids=lambda path: str(path.relative_to(root)))
def test_a_sample_of_changed_numerals_is_found(page: Path) -> None:
    counted = tally(page, most=60)
    assert [line for line in counted.survivors if ": input " not in line] == []
    assert sum(counted.total.values()) > 10 or page.name != "tour.md"


@pytest.mark.parametrize(
    ("numeral", "changed"),
    [
        ("0.67", ["0.68", "0.66", "0.76", "06.7", ".067"]),
        ("−8", ["−9", "−7", "8", "−80"]),
        ("67 %", ["68 %", "66 %", "76 %", "670 %", "67"]),
        ("²", ["³", "¹"]),
        ("9", ["0", "8", "90"]),
        ("1,000", ["1,001", "1,009", "1,0000"]),
    ],
)
def test_the_slips_of_a_hand(numeral: str, changed: list[str]) -> None:
    assert sorted(variants(numeral)) == sorted(changed)
