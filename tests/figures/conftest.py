from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from attention_docs.figures import names
from tests.figures.page import served, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Error, Page


@pytest.fixture(scope="session")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("figures")
    write(folder, names)
    return folder


@pytest.fixture(scope="session")
def address(served_folder: Path) -> Iterator[str]:
    with served(served_folder) as where:
        yield where


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page on which nothing may be thrown and nothing may be missing."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    opened = context.new_page()
    faults: list[str] = []

    def note_error(error: Error) -> None:
        faults.append(str(error))

    def note_line(line: ConsoleMessage) -> None:
        if line.type in ("error", "warning"):
            faults.append(line.text)

    opened.on("pageerror", note_error)
    opened.on("console", note_line)
    yield opened
    context.close()
    assert not faults
