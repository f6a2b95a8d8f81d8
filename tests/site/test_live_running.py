"""Running the pages' code in a real browser: what a reader gets, and what code can do wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import pages
from tests.site.live import (
    ENDLESS,
    allow,
    block,
    code_of,
    press,
    run,
    said,
    shown,
    visit,
    wait_for_end,
    wait_until_running,
    write,
)
from tests.site.visit import broken_in_both_schemes, broken_rules

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.site.visit import Visit

pytestmark = pytest.mark.usefixtures("python")


# What a reader gets


def follow(page: Page, address: str) -> None:
    """Go to another page by an instant navigation, which keeps the Python that runs."""
    page.locator("article").evaluate("article => article.setAttribute('data-left', '')")
    page.locator("a[href]").evaluate_all(
        "(links, address) => links.find((link) => link.href === address).click()", address
    )
    page.locator("article:not([data-left])").wait_for()


def test_every_block_of_every_page_gives_what_is_printed(
    started: Visit, lesson: Page, site: Path, address: str
) -> None:
    lesson.evaluate("window.sameDocument = true")
    others = [name for name in pages(site) if name not in ("", "404.html")]
    assert len(others) > 3
    for name in [*others, ""]:
        follow(lesson, address + name)
        before = lesson.locator(".live code").all_inner_texts()
        for index in range(len(before)):
            verdict = run(lesson, index)
            fine = ("The same as on the page.", "Done.", " set.")
            assert verdict.endswith(fine), (name, index, verdict)
        assert lesson.locator(".live code").all_inner_texts() == before
        assert lesson.locator(".live del").count() == 0
    foreign = [url for url in started.requested if not url.startswith((address, "blob:", "data:"))]
    assert foreign == []
    assert lesson.evaluate("window.sameDocument") is True


def test_a_later_block_first_runs_what_it_needs(lesson: Page) -> None:
    codes = lesson.locator(".live code").all_text_contents()
    (masked_too_late,) = [index for index, code in enumerate(codes) if "0.3348" in code]
    ran = re.match(r"Ran (\d+) blocks above first\.", run(lesson, masked_too_late))
    assert ran is not None
    # Not all that stand above.
    assert 1 < int(ran[1]) < masked_too_late
    assert "0.3348" in shown(lesson, masked_too_late)


def test_a_change_above_is_carried_down_and_both_outputs_are_shown(lesson: Page) -> None:
    write(lesson, 0, code_of(lesson, 0).replace("q = np.array([1, 0])", "q = np.array([2, 0])"))
    verdict = run(lesson, 1)
    assert verdict == "Ran the block above first, with your changes. Not the same as on the page."
    assert "page [6.7, 3.3]" in shown(lesson, 1)
    assert "now [8.0, 2.0]" in shown(lesson, 1)
    press(lesson, 0, "reset")
    assert run(lesson, 1).endswith("The same as on the page.")
    assert block(lesson, 1).locator("del").count() == 0


def test_editing_and_reset_restore_the_block_to_the_letter(lesson: Page) -> None:
    run(lesson, 2)
    before = block(lesson, 2).locator(".highlight").inner_html()
    run(lesson, 2, "1 + 1")
    assert ">>> 1 + 1\n2" in shown(lesson, 2)
    press(lesson, 2, "reset")
    assert block(lesson, 2).locator(".highlight").inner_html() == before
    assert block(lesson, 2).locator("textarea").count() == 0


def test_a_second_run_starts_from_nothing(lesson: Page) -> None:
    run(lesson, 0, "kept = []")
    for _ in range(2):
        run(lesson, 1, "kept.append(1)\nkept")
        assert ">>> kept\n[1]" in shown(lesson, 1)


def test_without_scripts_there_is_no_toolbar(browser: Browser, address: str) -> None:
    with visit(browser, java_script_enabled=False) as opened:
        page = opened.open(address)
        assert page.locator(".live").count()
        assert page.locator(".live__bar:visible").count() == 0


def test_every_state_is_accessible_and_fits(browser: Browser, site: Path, address: str) -> None:
    with visit(browser, reduced_motion="reduce") as opened:
        page = opened.open(address)
        allow(page, site, seconds=600)
        run(page, 0, code_of(page, 0).replace("q = np.array([1, 0])", "q = np.array([2, 0])"))
        run(page, 1)
        run(page, 2, "for i in range(40): print(i)")
        run(page, 3, "import warnings\nwarnings.warn('beware')\n1 / 0")
        write(page, 4, ENDLESS).press("Control+Enter")
        wait_until_running(page, 4)
        for width in (320, 390, 1366):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert broken_rules(page, ".live") == []
        assert broken_in_both_schemes(page, ".live") == []
        assert said(page, 4) == "Running…"


# What can go wrong in the code


def test_an_endless_loop_can_be_stopped_and_python_comes_back(lesson: Page) -> None:
    write(lesson, 1, "print('so far')\n" + ENDLESS)
    press(lesson, 1, "run")
    wait_until_running(lesson, 1)
    press(lesson, 1, "stop")
    assert wait_for_end(lesson, 1) == "Stopped."
    press(lesson, 1, "reset")
    assert run(lesson, 1).endswith("The same as on the page.")


def test_a_run_ends_at_the_limit_and_a_python_that_dies_is_replaced(
    browser: Browser, site: Path, address: str
) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        allow(page, site, seconds=2)
        verdict = run(page, 0, "for i in range(3): print(i)\n" + ENDLESS)
        assert verdict == "Stopped after 2 seconds, the longest that a run may take."
        assert "0\n1\n2\n" in shown(page, 0)
        assert run(page, 0, "1 + 1") == "Done."
        verdict = run(page, 1, "import os\nos.abort()")
        assert verdict.startswith("Python gave up")
        press(page, 0, "reset")
        press(page, 1, "reset")
        page.unroute_all()
        assert run(page, 1).endswith("The same as on the page.")
        # The dying runtime speaks for itself; nothing else complains.
        assert "Pyodide has suffered a fatal error" in "".join(opened.complaints)


def test_many_lines_are_cut_with_a_note(lesson: Page) -> None:
    run(lesson, 1, "for i in range(10_000): print(i)")
    assert "\n999\n9,000 more lines are not shown.\n" in shown(lesson, 1)
    assert "\n1000\n" not in shown(lesson, 1)


def test_an_endless_print_can_be_watched_and_stopped(lesson: Page) -> None:
    write(lesson, 1, "while True: print('again')")
    press(lesson, 1, "run")
    block(lesson, 1).get_by_text("again\nagain").first.wait_for()
    press(lesson, 1, "stop")
    assert wait_for_end(lesson, 1) == "Stopped."


def test_too_large_a_list_is_an_error_like_any_other(lesson: Page) -> None:
    assert run(lesson, 1, "[0] * 2**30") == "Ended with an error."
    assert "MemoryError" in shown(lesson, 1)
    press(lesson, 1, "reset")
    assert run(lesson, 1).endswith("The same as on the page.")


def test_a_syntax_error_shows_before_anything_runs(lesson: Page) -> None:
    assert run(lesson, 1, "print('too soon')\nx = (1") == "Ended with an error."
    assert "SyntaxError: '(' was never closed" in shown(lesson, 1)
    assert "too soon" not in block(lesson, 1).locator("pre").inner_text()


def test_a_traceback_has_the_readers_lines_alone(lesson: Page) -> None:
    code = "import json\ndef f(x):\n    return json.loads(x)\n\nf('{')"
    run(lesson, 1, code)
    trace = block(lesson, 1).locator(".live__error").inner_text()
    assert "line 5, in <module>" in trace
    assert "return json.loads(x)" in trace
    assert "JSONDecodeError: Expecting property name" in trace
    assert "decoder" not in trace.replace("json.decoder.JSONDecodeError", "")


def test_an_error_above_is_told_as_one(lesson: Page) -> None:
    write(lesson, 0, "import numpy as np\nq = k1 = k2 = v1 = v2 = d = 1 / 0")
    assert run(lesson, 1).endswith("A block above ended with an error.")
    assert "ZeroDivisionError" in shown(lesson, 1)


def test_a_block_that_waits_for_another_can_be_stopped(lesson: Page) -> None:
    write(lesson, 1, ENDLESS)
    press(lesson, 1, "run")
    wait_until_running(lesson, 1)
    press(lesson, 3, "run")
    block(lesson, 3).get_by_text("Waiting for the run before it").wait_for()
    press(lesson, 3, "stop")
    assert wait_for_end(lesson, 3) == "Stopped."
    assert said(lesson, 1) == "Running…"
    press(lesson, 1, "stop")
    assert wait_for_end(lesson, 1) == "Stopped."
    press(lesson, 1, "reset")
    assert run(lesson, 1).endswith("The same as on the page.")


def test_nothing_a_run_changes_survives_it(lesson: Page) -> None:
    for path in ("/home/file", "file"):
        run(lesson, 1, f"import builtins\nbuiltins.len = 7\nopen({path!r}, 'w').write('7')\nlen")
        assert ">>> len\n7\n" in shown(lesson, 1)
        run(lesson, 1, f"import os\nlen('ab'), os.path.exists({path!r})")
        assert "(2, False)" in shown(lesson, 1)


def test_a_long_line_is_cut_with_a_note(lesson: Page) -> None:
    assert run(lesson, 1, "print('x' * 200_000)") == "Done."
    assert "100,001 more characters are not shown." in shown(lesson, 1)


def test_a_flood_of_lines_is_stopped_and_told(lesson: Page) -> None:
    verdict = run(lesson, 1, "for i in range(10**7): print(i)")
    assert verdict == "Stopped: it printed far more than can be shown."
    assert "\n999\n100,001 more lines are not shown.\n" in shown(lesson, 1)
    assert run(lesson, 1, "1 + 1") == "Done."


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("input('Name? ')", "input() can't ask here, because nobody can type while a block runs."),
        (
            "import asyncio\nasyncio.run(asyncio.sleep(0))",
            "asyncio.run() can't wait here, because a block runs in one go.",
        ),
    ],
)
def test_what_cannot_work_says_so_and_what_to_do(lesson: Page, code: str, words: str) -> None:
    assert run(lesson, 1, code) == "Ended with an error."
    assert words in shown(lesson, 1)


def test_a_block_that_prints_nothing_says_what_it_made(lesson: Page) -> None:
    assert run(lesson, 1, "q = 1\ndef f(): pass") == "q and f are set."
    assert run(lesson, 1, "q = 1") == "q is set."
    assert run(lesson, 1, "a = b = c = d = e = f = g = 1").startswith("a, b, c, d, e and others")
    assert run(lesson, 1, "pass") == "Done."


def test_icons_are_seen_in_forced_colours(browser: Browser, address: str) -> None:
    with visit(browser, forced_colors="active") as opened:
        page = opened.open(address)
        press(page, 0, "edit")
        page.locator(".live textarea").wait_for()
        canvas = page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor")
        for name in ("run", "stop"):
            icon = (
                block(page, 0)
                .locator(f'[data-live="{name}"]')
                .evaluate("e => getComputedStyle(e, '::before').backgroundColor")
            )
            assert icon not in (canvas, "rgba(0, 0, 0, 0)"), name


def test_two_presses_run_once_and_a_second_block_waits(lesson: Page) -> None:
    block(lesson, 1).locator('[data-live="run"]').dblclick()
    press(lesson, 3, "run")
    assert wait_for_end(lesson, 1).endswith("The same as on the page.")
    assert wait_for_end(lesson, 3).endswith("The same as on the page.")


def test_leaving_the_page_ends_the_run(lesson: Page) -> None:
    lesson.evaluate("window.sameDocument = true")
    write(lesson, 0, ENDLESS)
    press(lesson, 0, "run")
    wait_until_running(lesson, 0)
    lesson.locator("article").get_by_role("link", name="glossary", exact=True).click()
    lesson.get_by_role("heading", name="Glossary").wait_for()
    lesson.go_back()
    block(lesson, 0).locator("textarea").wait_for()
    press(lesson, 0, "reset")
    assert run(lesson, 1).endswith("The same as on the page.")
    assert lesson.evaluate("window.sameDocument") is True
