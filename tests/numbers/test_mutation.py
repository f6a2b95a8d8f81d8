"""A sample of what ``--mutate`` tries in full."""

from pathlib import Path

import pytest

from attention_docs.numbers.cli import main
from attention_docs.numbers.mutation import Tally, tally, variants
from attention_docs.numbers.targets import Target

root = Path(__file__).parents[2]
pages = sorted((root / "docs").rglob("*.md"))


@pytest.mark.parametrize("page", pages, ids=lambda path: str(path.relative_to(root)))
def test_a_sample_of_changed_numerals_is_found(page: Path) -> None:
    counted = Tally()
    tally(Target(page, None), counted, most=30)
    assert counted.survivors == []


def test_changes_are_found_in_all_that_a_page_can_hold(tmp_path: Path) -> None:
    page = tmp_path / "tour.md"
    page.write_bytes((Path(__file__).parent / "pages" / "tour.md").read_bytes())
    counted = Tally()
    tally(Target(page, None), counted, most=150)
    assert counted.survivors == []
    assert counted.total["digit", "bound"] > 0


@pytest.mark.parametrize(
    ("numeral", "changed"),
    [
        ("0.67", {"digit": ["0.68", "0.66", "0.76"], "point": ["06.7", ".067"]}),
        ("−8", {"digit": ["−9", "−7"], "sign": ["8"], "tenfold": ["−80"]}),
        ("67 %", {"digit": ["68 %", "66 %", "76 %"], "tenfold": ["670 %"], "percent lost": ["67"]}),
        ("²", {"digit": ["³", "¹"]}),
    ],
)
def test_the_slips_of_a_hand(numeral: str, changed: dict[str, list[str]]) -> None:
    found = variants(numeral)
    assert found.pop("dash before") == [f"{dash}{numeral}" for dash in "–\u2011\uff0d"]
    assert found.pop("± or √ before") == [f"±{numeral}", f"√{numeral}"]
    assert found.pop("unit behind") == [numeral + sign for sign in "k!°‰"]
    assert found == changed


def test_the_command_prints_a_table_and_names_survivors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text("```python\nw = 2 / 3\n```\n\n0.67<!--= w -->\n")
    assert main(["--mutate", "page.md"]) == 0
    out = capsys.readouterr().out
    assert "digit                      3/3" in out
    assert out.endswith("14 of 14 changes noticed\n")
