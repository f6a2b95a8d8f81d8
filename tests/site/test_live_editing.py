"""The reader's own version of a block: written, kept, copied and sent as a link."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.site.live import (
    block,
    press,
    run,
    said,
    shown,
    visit,
    wait_for_end,
    write,
)
from tests.site.visit import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


pytestmark = pytest.mark.usefixtures("python")


def test_the_keyboard_runs_indents_and_leaves(lesson: Page) -> None:
    area = write(lesson, 1, "if True:")
    area.press("End")
    area.press("Enter")
    lesson.keyboard.type("print('hello')")
    assert area.input_value() == "if True:\n    print('hello')"
    area.press("Tab")
    assert area.input_value().endswith("print('hello')    ")
    area.press("Control+Enter")
    wait_for_end(lesson, 1)
    assert "hello\n" in shown(lesson, 1)
    area.press("Escape")
    area.press("Tab")
    assert area.evaluate("area => area === document.activeElement") is False


def test_edits_are_kept_and_dropped_with_the_blocks_text(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        write(page, 1, "mine = 1")
        page.reload()
        block(page, 1).locator("textarea").wait_for()
        assert block(page, 1).locator("textarea").input_value() == "mine = 1"
        assert said(page, 1) == "Your version, kept from last time."
        page.evaluate(
            "localStorage.setItem(`live ${location.pathname} 012345`, 'of an earlier text')"
        )
        page.reload()
        block(page, 1).locator("textarea").wait_for()
        kept = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('live '))")
        assert len(kept) == 1
        press(page, 1, "reset")
        assert (
            page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('live '))")
            is False
        )


def test_copy_leaves_out_prompts_and_outputs(browser: Browser, address: str) -> None:
    with visit(browser, permissions=["clipboard-read", "clipboard-write"]) as opened:
        page = opened.open(address)
        press(page, 2, "copy")
        block(page, 2).get_by_text("Copied").wait_for()
        printed = shown(page, 2).splitlines()
        code = [line[4:] for line in printed if line.startswith((">>> ", "... "))]
        assert 0 < len(code) < len(printed)
        assert page.evaluate("navigator.clipboard.readText()") == "\n".join(code)


def test_a_link_brings_a_version_that_runs_only_when_pressed(
    browser: Browser, address: str, lesson: Page
) -> None:
    with visit(browser, permissions=["clipboard-read", "clipboard-write"]) as opened:
        page = opened.open(address)
        write(page, 0, 'q = "√2"\nprint(q)')
        press(page, 0, "link")
        block(page, 0).get_by_text("Link to your version copied.").wait_for()
        link = page.evaluate("navigator.clipboard.readText()")
    with visit(browser) as opened:
        page = opened.open(link)
        area = block(page, 0).locator("textarea")
        area.wait_for()
        assert area.input_value() == 'q = "√2"\nprint(q)'
        assert said(page, 0) == "This version came with the link. Read it before you press Run."
        assert not [url for url in opened.requested if url.endswith((".wasm", ".whl"))]
    # The same on a page that is open already, and has Python.
    lesson.goto(link)
    block(lesson, 0).get_by_text("This version came with the link.").wait_for()
    # What the next block needs is the page's own code as long as the other was not run.
    assert run(lesson, 1) == "Ran the block above first. The same as on the page."
    run(lesson, 0)
    assert "√2\n" in shown(lesson, 0)
    lesson.evaluate("history.replaceState(null, '', location.pathname)")


@pytest.mark.parametrize("fragment", ["012345.cQ", "nothing", quote("<img src=x>"), "a.%%%"])
def test_a_link_that_fits_no_block_is_told(browser: Browser, address: str, fragment: str) -> None:
    with visit(browser) as opened:
        page = opened.open(f"{address}#live={fragment}")
        page.get_by_text("holds a version of a block that this page no longer has").wait_for()
        assert page.locator(".live textarea").count() == 0
        assert opened.complaints == []


MINE = "mine = 'my own'\nprint(mine)"
THEIRS = "print('from the link')"


def linked(code: str) -> str:
    return base64.urlsafe_b64encode(code.encode()).decode().rstrip("=")


def kept(page: Page) -> list[str]:
    values: list[str] = page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('live ')).map(([, v]) => v)"
    )
    return values


def test_a_link_shows_what_it_runs_and_eats_no_edit(lesson: Page, address: str) -> None:
    area = write(lesson, 0, MINE)
    identity = block(lesson, 0).get_attribute("data-block")
    lesson.goto(f"{address}#live={identity}.{linked(THEIRS)}")
    block(lesson, 0).get_by_text("This version came with the link.").wait_for()
    assert "Your own is kept" in said(lesson, 0)
    assert area.input_value() == THEIRS
    assert "from the link" not in shown(lesson, 0)

    # The block below sees what the reader had, until the reader runs the other.
    run(lesson, 1, "mine")
    assert "'my own'" in shown(lesson, 1)
    run(lesson, 0)
    assert "from the link" in shown(lesson, 0)
    assert kept(lesson).count(MINE) == 1
    assert THEIRS not in kept(lesson)

    press(lesson, 0, "mine")
    assert area.input_value() == MINE
    run(lesson, 0)
    assert "my own" in shown(lesson, 0)
    press(lesson, 0, "mine")
    assert area.input_value() == THEIRS

    area.fill(THEIRS + "  # changed")
    assert kept(lesson).count(MINE) == 1
    press(lesson, 0, "keep")
    assert THEIRS + "  # changed" in kept(lesson)
    assert MINE not in kept(lesson)
    assert block(lesson, 0).locator('[data-live="mine"]').is_hidden()
    lesson.evaluate("history.replaceState(null, '', location.pathname)")


def test_letting_go_of_the_links_version_brings_ones_own_back(
    browser: Browser, address: str
) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        write(page, 0, MINE)
        identity = block(page, 0).get_attribute("data-block")
        second = opened.context.new_page()
        second.goto(f"{address}#live={identity}.{linked(THEIRS)}")
        area = block(second, 0).locator("textarea")
        area.wait_for()
        assert area.input_value() == THEIRS
        press(second, 0, "reset")
        block(second, 0).get_by_text("Your own version.").wait_for()
        assert area.input_value() == MINE
        assert kept(second) == [MINE]


def test_reset_in_one_tab_leaves_the_edit_of_another(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        first = opened.open(address)
        write(first, 1, "first = 1")
        second = opened.context.new_page()
        second.goto(address)
        block(second, 1).locator("textarea").wait_for()
        write(second, 1, "second = 2")
        press(first, 1, "reset")
        block(first, 1).locator("textarea").wait_for(state="detached")
        assert kept(first) == ["second = 2"]


def test_full_storage_is_told(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        opened.page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceeded'); }"
        )
        page = opened.open(address)
        write(page, 1, "mine = 1")
        assert said(page, 1).startswith("The browser has no room to keep your version")


def test_copying_works_over_plain_http_or_says_what_to_do(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        opened.page.add_init_script(
            "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
            "addEventListener('copy', () => { window.copied = getSelection().toString(); });"
        )
        page = opened.open(address)
        write(page, 1, "mine = 1")
        press(page, 1, "copy")
        block(page, 1).get_by_text("Copied, without prompts and outputs.").wait_for()
        page.evaluate("document.execCommand = () => false")
        press(page, 1, "copy")
        block(page, 1).get_by_text("Select the code, and copy it by hand.").wait_for()
        press(page, 1, "link")
        link = block(page, 1).get_by_role("link", name="this link")
        assert f".{linked('mine = 1')}" in (link.get_attribute("href") or "")


def test_the_editor_opens_at_the_start_of_the_lines(browser: Browser, address: str) -> None:
    with visit(browser, viewport=PHONE, has_touch=True) as opened:
        page = opened.open(address)
        for index in range(page.locator(".live").count()):
            press(page, index, "edit")
            area = block(page, index).locator("textarea")
            area.wait_for()
            assert area.evaluate("area => [area.scrollLeft, area.selectionStart]") == [0, 0]
            press(page, index, "edit")
