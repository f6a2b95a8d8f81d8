"""`--fix` writes nothing that it cannot vouch for."""

from pathlib import Path

import pytest

from attention_docs.numbers.cli import main


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.numbers]\nsetup = 'flour, eggs, w, two = 250, 4, 2 / 3, 2.5'\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path / "page.md"


def mended(page: Path, text: str) -> str:
    page.write_text(text, encoding="utf-8")
    main(["--fix", "page.md"])
    return page.read_text(encoding="utf-8")


_ledger = "<!-- numbers\n250 = flour\n4 = eggs\n-->\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"{_ledger}| what | how much |\n|--|--|\n| eggs | 4 |\n| flour | 250 |",
            "the same numbers in another order: “250” in the one is “4” in the other",
        ),
        (f"{_ledger}3 bowls of 250 and 4", "this ledger has 2 numbers, its block 3"),
        (f"{_ledger}4 of 251", "rounds to   250"),
        (f"{_ledger}251 and 5", "250"),
    ],
)
def test_where_texts_and_ledger_disagree_nothing_is_mended(
    page: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    assert mended(page, text) == text
    out = capsys.readouterr().out
    assert "→" not in out
    assert message in out


def test_one_wrong_digit_of_a_ledger_is_mended(page: Path) -> None:
    assert mended(page, f"{_ledger}250 and 5") == f"{_ledger}250 and 4"
    assert mended(page, f"{_ledger}250 and 4".replace("4", "5")) == f"{_ledger}250 and 4"


@pytest.mark.parametrize(
    "text",
    [
        "$\\begin{bmatrix}--2.5\\end{bmatrix}$<!--= two -->",
        "$\\beta -3$<!--= two + 1 -->",
        "$x = -3$<!--= two + 0.5 -->",
        "–2.5<!--= two -->",
        "10k<!--= two * 4 -->",
        "5²<!--= two * 10 -->",
        "1 234 567<!--= 1234566 + eggs -->",
        "0x1F<!--= flour -->",
        "0,67<!--= w * 10 -->",
        "−2.5<!--= two -->",
        "2.4<!--= two --> %",
        "<!--# not run: no -->\n2.4<!--= two + -->",
    ],
)
def test_what_may_have_been_misread_is_left_alone(page: Path, text: str) -> None:
    assert mended(page, text) == text


def test_what_does_not_pass_afterwards_is_not_written(page: Path) -> None:
    text = "0.66<!--= w -->, 2.4<!--= two -->k"
    assert mended(page, text) == "0.67<!--= w -->, 2.4<!--= two -->k"
