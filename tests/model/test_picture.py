"""The picture of a reader's own sentence, of the tiny model's weights, in a browser from a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from attention_docs import measured
from attention_docs.figures import looks
from attention_docs.model import Attended, Model, __main__, attend, find
from attention_docs.site import figures, picture
from tests.model import tiny
from tests.site.visit import DESKTOP, PHONE, Visit, broken_rules

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TEXT = 'hello <script>alert("&")</script>\n<b>'
OFF = [(2, 3), (0, 1)]

SHOWN = """() => Array.from(document.querySelectorAll(".figure-drawn [data-value]"),
  (shown) => [shown.dataset.value, shown.textContent])"""


@pytest.fixture(scope="module")
def attended(model: Model) -> Attended:
    return attend(TEXT, OFF, model=model)


@pytest.fixture(scope="module")
def address(attended: Attended, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("picture") / "own.html"
    path.write_text(picture.html(TEXT, attended, OFF), "utf-8")
    return path.as_uri()


def test_the_command_writes_it_and_says_where(
    model: Model,
    tiny_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(find, "find", lambda: tiny_path)
    path = tmp_path / "own.html"
    assert __main__.main(["hello", "--off", "0.1", "--html", str(path)]) == 0
    assert capsys.readouterr().out.endswith(f"\nThe picture is in {path}\n")
    off = [(0, 1)]
    assert path.read_text("utf-8") == picture.html("hello", attend("hello", off, model=model), off)


def test_without_the_site_one_line_names_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "attention_docs.site.picture")
    monkeypatch.setitem(sys.modules, "attention_docs.site.engine", None)
    monkeypatch.delattr("attention_docs.site.engine")
    assert __main__.main(["hello", "--html", str(tmp_path / "own.html")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("--html needs the extra attention_docs[site]: ")
    assert said.count("\n") == 1


def test_a_file_that_can_not_be_written_is_one_line(
    tiny_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(find, "find", lambda: tiny_path)
    assert __main__.main(["hello", "--html", str(tmp_path / "none/own.html")]) == 1
    said = capsys.readouterr().err
    assert "none/own.html" in said
    assert said.count("\n") == 1


def test_a_long_text_is_refused(attended: Attended, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "MOST_TOKENS", 3)
    with pytest.raises(ValueError, match=r"text has \d+ tokens; a picture has room for at most 3"):
        picture.html(TEXT, attended)


@pytest.mark.parametrize("text", ["h", "he", "hello"])
def test_the_shortest_texts_have_pictures(model: Model, text: str) -> None:
    assert f"<blockquote>{text}</blockquote>" in picture.html(text, attend(text, model=model))


def test_it_begins_with_what_the_last_token_looks_at_most(
    browser: Browser, attended: Attended, address: str
) -> None:
    last = attended.weights[:, :, -1, 1:-1].max()
    with Visit(browser) as visit:
        first = visit.open(address).locator(".figure-table tbody [data-value]").first
        assert float(first.get_attribute("data-value") or "") == pytest.approx(last, abs=0.002)


def test_it_moves_as_the_package_computes_and_asks_for_nothing(
    browser: Browser, attended: Attended, address: str
) -> None:
    n = len(attended.tokens)
    shape = (tiny.LAYERS, tiny.HEADS, n)
    sentence = measured.Sentence(
        TEXT,
        attended.tokens,
        measured.restored(measured.quantised(attended.weights), shape),
        attended.predictions,
    )
    state = {"sentence": "own", "row": n - 2, "to": 2, "layer": 1, "head": 2}
    query = "&".join(f"looks.{field}={value}" for field, value in state.items())
    frame = {
        "id": "figure-looks",
        "state": state,
        "awake": True,
        "fields": {
            **figures.declared("looks")["fields"],
            "row": {"first": 1, "least": 1, "most": n, "step": 1},
            "to": {"first": 1, "least": 1, "most": n, "step": 1},
        },
        "given": {**looks.given, "texts": {"own": TEXT}},
    }
    drawn = figures.drawn("looks", looks.of(sentence, state), frame)
    values = re.findall(r'data-value="([^"]*)"[^>]*>([^<]*)<', drawn)
    with Visit(browser) as visit:
        dialogs: list[str] = []
        visit.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        page = visit.open(f"{address}?{query}")
        page.wait_for_selector("figure[data-awake]")
        assert page.evaluate(SHOWN) == [list(pair) for pair in values]
        before = page.evaluate(SHOWN)
        page.get_by_role("button", name="Show").last.click()
        assert page.evaluate(SHOWN) != before
        assert visit.requested == [f"{address}?{query}"]
        assert (visit.complaints, dialogs) == ([], [])


def test_the_text_is_shown_as_it_stands(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        assert page.locator("blockquote").text_content() == TEXT
        assert page.locator("main b, main script").count() == 0
        assert page.get_by_text("Switched off: 0.1, 2.3.").is_visible()


@pytest.mark.parametrize("view", [PHONE, DESKTOP])
def test_it_fits_and_follows_the_systems_colours(
    browser: Browser, address: str, view: dict[str, int]
) -> None:
    papers = []
    for scheme in ("light", "dark"):
        with Visit(browser, viewport=view, color_scheme=scheme) as visit:
            page = visit.open(address)
            page.wait_for_selector("figure[data-awake]")
            papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            assert page.evaluate("document.documentElement.scrollWidth") <= view["width"]
            assert broken_rules(page) == []
    assert papers == ["rgb(253, 252, 249)", "rgb(19, 22, 29)"]
