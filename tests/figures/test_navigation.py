"""Figures on a real Material site, through instant navigation, back and forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from attention_docs.site.figures import draw
from tests.figures.compared import differences
from tests.figures.page import copy_assets, served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

settings = """
site_name: Figures
site_url: ADDRESS/
theme: {name: material, font: false, features: [navigation.instant]}
extra_css: [assets/figures/figures.css]
extra_javascript: [{path: assets/figures/figure.mjs, type: module}]
plugins: []
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("material")
    (folder / "site").mkdir()
    copy_assets(folder / "docs" / "assets")
    pages = {"index": "No figure here.\n", "dial": draw("dial"), "mask": draw("mask")}
    for name, text in pages.items():
        (folder / "docs" / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    with served(folder / "site") as address:
        (folder / "mkdocs.yml").write_text(settings.replace("ADDRESS", address), encoding="utf-8")
        build(load_config(str(folder / "mkdocs.yml")))
        yield address


def test_figures_wake_on_every_way_to_a_page(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 900})
    page.goto(site)
    page.evaluate("window.stillTheSame = true")
    links = page.locator(".md-sidebar--primary")
    links.get_by_text("dial", exact=True).click()
    page.wait_for_selector(".figure-dial[data-awake]")
    page.locator('input[type="range"]').focus()
    page.keyboard.press("End")
    page.wait_for_url("**/dial/?dial.angle=359")

    links.get_by_text("mask", exact=True).click()
    page.wait_for_selector(".figure-mask[data-awake]")
    assert page.url == f"{site}/mask/"
    page.get_by_label("Causal mask: no token sees a later one").uncheck()
    page.wait_for_url("**/mask/?mask.causal=0")

    page.go_back()
    page.wait_for_selector(".figure-dial[data-awake]")
    assert differences(page, "dial", angle=359) == []
    page.keyboard.press("Tab")

    page.go_forward()
    page.wait_for_selector(".figure-mask[data-awake]")
    assert differences(page, "mask", causal=False) == []
    assert page.evaluate("window.stillTheSame")
