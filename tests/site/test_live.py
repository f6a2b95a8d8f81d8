"""Running the pages' code in a real browser: what a reader sees, and what can go wrong."""

from __future__ import annotations

import functools
import json
import os
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from attention_docs.site import pyodide
from tests.site.conftest import pages
from tests.site.visit import DESKTOP, Visit, broken_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, Route

# Starting Python takes seconds, and more where other tests run beside.
PATIENCE = 120_000

ENDLESS = "while True: pass"


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Path:
    """The browser's Python, or a skip that says in one line what is missing."""
    try:
        return pyodide.find_runtime(os.environ)
    except pyodide.UnavailableError as reason:
        pytest.skip(f"no Python for the browser: {reason}")


def visit(browser: Browser, **context: Any) -> Visit:  # noqa: ANN401 - Playwright's
    opened = Visit(browser, **{"viewport": DESKTOP, **context})
    opened.page.set_default_timeout(PATIENCE)
    return opened


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str) -> Iterator[Visit]:
    """The lesson with Python started, for tests that leave every block as it was."""
    with visit(browser) as opened:
        run(opened.open(address), 0)
        yield opened
        assert opened.complaints == []


@pytest.fixture
def lesson(shared: Visit) -> Iterator[Page]:
    yield shared.page
    reset = shared.page.locator('.live [data-live="reset"]:visible').first
    while reset.count():
        reset.click()


def block(page: Page, index: int) -> Locator:
    return page.locator(".live").nth(index)


def press(page: Page, index: int, action: str) -> None:
    block(page, index).locator(f'[data-live="{action}"]').click()


def write(page: Page, index: int, code: str) -> Locator:
    """Put code into the editor of a block."""
    area = block(page, index).locator("textarea")
    if not area.count():
        press(page, index, "edit")
    area.fill(code)
    return area


def said(page: Page, index: int) -> str:
    return block(page, index).locator(".live__said").inner_text()


def wait_for_end(page: Page, index: int) -> str:
    page.wait_for_function(
        "i => !document.querySelectorAll('.live')[i].hasAttribute('data-running')",
        arg=index,
    )
    return said(page, index)


def wait_until_running(page: Page, index: int) -> None:
    page.wait_for_function(
        "i => document.querySelectorAll('.live__said')[i].textContent.includes('Running')",
        arg=index,
    )


def run(page: Page, index: int, code: str | None = None) -> str:
    """Run a block, with other code if any is given; return what the toolbar says in the end."""
    if code is not None:
        write(page, index, code)
    press(page, index, "run")
    page.wait_for_function(
        "i => document.querySelectorAll('.live__said')[i].textContent !== ''", arg=index
    )
    return wait_for_end(page, index)


def shown(page: Page, index: int) -> str:
    return block(page, index).locator("code").text_content() or ""


def allow(page: Page, site: Path, *, seconds: int) -> None:
    """Let runs take so long, and no longer."""
    listing = json.loads((site / "assets/live/runtime.json").read_text("utf-8"))
    answer = {**listing, "seconds": seconds}
    page.route("**/runtime.json", lambda route: route.fulfill(json=answer))


def own_requests(opened: Visit) -> list[str]:
    return [url.rpartition("/")[2] for url in opened.requested if "/assets/live/" in url]


# What a reader gets


def test_every_block_of_every_page_gives_what_is_printed(
    browser: Browser, site: Path, address: str
) -> None:
    for name in pages(site):
        with visit(browser) as opened:
            page = opened.open(address + name)
            before = page.locator(".live code").all_inner_texts()
            for index in range(len(before)):
                verdict = run(page, index)
                assert "The same as on the page." in verdict or "Done." in verdict, (name, index)
            assert page.locator(".live code").all_inner_texts() == before
            assert page.locator(".live del").count() == 0
            foreign = [url for url in opened.requested if not url.startswith((address, "blob:"))]
            assert [url for url in foreign if not url.startswith("data:")] == []
            assert opened.complaints == []


def test_nothing_of_it_is_fetched_before_the_first_press(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        opened.open(address)
        assert own_requests(opened) == []


def test_the_first_press_states_the_size_and_shows_how_far_it_is(
    browser: Browser, site: Path, address: str
) -> None:
    listing = json.loads((site / "assets/live/runtime.json").read_text("utf-8"))
    transfer = sum(file["transfer"] for file in listing["files"]) / 1e6
    total = sum(file["size"] for file in listing["files"])
    with visit(browser) as opened:
        page = opened.open(address)
        held: list[Route] = []
        page.route("**/*.whl", lambda route: held.append(route))
        press(page, 0, "run")
        data = page.locator(".live__said data")
        assert data.inner_text() == f"{transfer:.1f}"
        assert data.get_attribute("value") == str(transfer)
        bar = page.locator(".live__said progress")
        assert bar.get_attribute("max") == str(total)
        page.wait_for_function("document.querySelector('.live__said progress').value > 1e7")
        for route in held:
            route.continue_()
        page.unroute("**/*.whl")
        assert wait_for_end(page, 0) == "Done."


def test_a_later_block_first_runs_what_it_needs(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        masked_too_late = 7
        assert run(page, masked_too_late).startswith("Ran 3 blocks above first.")
        assert "0.3348" in shown(page, masked_too_late)


def test_a_change_above_is_carried_down_and_both_outputs_are_shown(lesson: Page) -> None:
    write(lesson, 0, block_code(lesson, 0).replace("q = np.array([1, 0])", "q = np.array([2, 0])"))
    verdict = run(lesson, 1)
    assert verdict == "Ran the block above first, with your changes. Not the same as on the page."
    assert "page [6.7, 3.3]" in shown(lesson, 1)
    assert "now [8.0, 2.0]" in shown(lesson, 1)
    press(lesson, 0, "reset")
    assert run(lesson, 1).endswith("The same as on the page.")
    assert block(lesson, 1).locator("del").count() == 0


def block_code(page: Page, index: int) -> str:
    """Return a block's code as its editor shows it."""
    press(page, index, "edit")
    code = block(page, index).locator("textarea").input_value()
    press(page, index, "edit")
    return code


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


def test_copy_leaves_out_prompts_and_outputs(browser: Browser, address: str) -> None:
    with visit(browser, permissions=["clipboard-read", "clipboard-write"]) as opened:
        page = opened.open(address)
        press(page, 2, "copy")
        block(page, 2).get_by_text("Copied").wait_for()
        printed = shown(page, 2).splitlines()
        code = [line[4:] for line in printed if line.startswith((">>> ", "... "))]
        assert 0 < len(code) < len(printed)
        assert page.evaluate("navigator.clipboard.readText()") == "\n".join(code)


def test_without_scripts_there_is_no_toolbar(browser: Browser, address: str) -> None:
    with visit(browser, java_script_enabled=False) as opened:
        page = opened.open(address)
        assert page.locator(".live").count()
        assert page.locator(".live__bar:visible").count() == 0


def test_every_state_is_accessible_and_fits(browser: Browser, site: Path, address: str) -> None:
    with visit(browser, reduced_motion="reduce") as opened:
        page = opened.open(address)
        allow(page, site, seconds=600)
        run(page, 0, block_code(page, 0).replace("q = np.array([1, 0])", "q = np.array([2, 0])"))
        run(page, 1)
        run(page, 2, "for i in range(40): print(i)")
        run(page, 3, "import warnings\nwarnings.warn('beware')\n1 / 0")
        write(page, 4, ENDLESS).press("Control+Enter")
        wait_until_running(page, 4)
        for width in (320, 390, 1366):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.emulate_media(color_scheme="light")
            assert broken_rules(page) == []
            page.emulate_media(color_scheme="dark")
            assert broken_rules(page) == []
        assert said(page, 4) == "Running…"


# Editing


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


def test_a_link_brings_a_version_that_runs_only_when_pressed(
    browser: Browser, address: str
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
        # What the next block needs is the page's own code as long as the other was not run.
        assert run(page, 1) == "Ran the block above first. The same as on the page."
        run(page, 0)
        assert "√2\n" in shown(page, 0)


@pytest.mark.parametrize("fragment", ["012345.cQ", "nothing", quote("<img src=x>"), "a.%%%"])
def test_a_link_that_fits_no_block_is_told(browser: Browser, address: str, fragment: str) -> None:
    with visit(browser) as opened:
        page = opened.open(f"{address}#live={fragment}")
        page.get_by_text("holds a version of a block that this page no longer has").wait_for()
        assert page.locator(".live textarea").count() == 0
        assert opened.complaints == []


# What can go wrong in the code


def test_an_endless_loop_can_be_stopped_and_python_comes_back(lesson: Page) -> None:
    write(lesson, 1, "print('so far')\n" + ENDLESS)
    press(lesson, 1, "run")
    wait_until_running(lesson, 1)
    press(lesson, 1, "stop")
    assert wait_for_end(lesson, 1) == "Stopped."
    press(lesson, 1, "reset")
    assert run(lesson, 1).endswith("The same as on the page.")


def test_a_run_ends_at_the_limit(browser: Browser, site: Path, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        allow(page, site, seconds=2)
        verdict = run(page, 0, "for i in range(3): print(i)\n" + ENDLESS)
        assert verdict == "Stopped after 2 seconds, the longest that a run may take."
        assert "0\n1\n2\n" in shown(page, 0)
        assert run(page, 0, "1 + 1") == "Done."


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


def test_a_python_that_dies_is_replaced(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        verdict = run(page, 1, "import os\nos.abort()")
        assert verdict.startswith("Python gave up")
        press(page, 1, "reset")
        assert run(page, 1).endswith("The same as on the page.")
        # The dying runtime speaks for itself; nothing else complains.
        assert "Pyodide has suffered a fatal error" in "".join(opened.complaints)


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


# What can go wrong around it


def test_two_presses_run_once_and_a_second_block_waits(lesson: Page) -> None:
    block(lesson, 1).locator('[data-live="run"]').dblclick()
    press(lesson, 3, "run")
    assert wait_for_end(lesson, 1).endswith("The same as on the page.")
    assert wait_for_end(lesson, 3).endswith("The same as on the page.")


def test_leaving_the_page_ends_the_run(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        page.evaluate("window.sameDocument = true")
        write(page, 0, ENDLESS)
        press(page, 0, "run")
        wait_until_running(page, 0)
        page.locator("article").get_by_role("link", name="glossary", exact=True).click()
        page.get_by_role("heading", name="Glossary").wait_for()
        page.go_back()
        block(page, 0).locator("textarea").wait_for()
        press(page, 0, "reset")
        assert run(page, 1).endswith("The same as on the page.")
        assert page.evaluate("window.sameDocument") is True
        assert opened.complaints == []


def test_two_tabs_run_side_by_side(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        first = opened.open(address)
        second = opened.context.new_page()
        second.set_default_timeout(PATIENCE)
        second.goto(address)
        press(first, 1, "run")
        press(second, 1, "run")
        assert wait_for_end(first, 1).endswith("The same as on the page.")
        second.locator(".live__said:not(:empty)").first.wait_for()
        assert wait_for_end(second, 1).endswith("The same as on the page.")


def test_a_second_visit_and_a_fresh_python_need_no_network(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        run(page, 1)
        opened.requested.clear()
        page.reload(wait_until="networkidle")
        run(page, 1)
        assert not [url for url in opened.requested if url.endswith((".wasm", ".whl", ".zip"))]
        opened.context.set_offline(True)
        write(page, 0, ENDLESS)
        press(page, 0, "run")
        wait_until_running(page, 0)
        press(page, 0, "stop")
        press(page, 0, "reset")
        assert run(page, 1).endswith("The same as on the page.")


FAULTS: list[tuple[str, dict[str, Any] | None, str]] = [
    ("worker.mjs", None, "Python could not be fetched. Check the connection"),
    ("runtime.json", {"status": 500}, "The list of files is not where it should be"),
    ("numpy-*.whl", {"status": 404}, "NumPy is not where it should be: the server answers 404."),
    ("numpy-*.whl", {"body": b"other bytes"}, "NumPy did not arrive as it was published"),
    ("*.wasm", {"body": bytes(10_000_000)}, "Python did not arrive as it was published"),
    ("*.zip", None, "Python’s library could not be fetched. Check the connection"),
    ("attention_docs-*.whl", {"status": 404}, "This site’s package is not where it should be"),
]


def respond(answer: dict[str, Any] | None, route: Route) -> None:
    if answer is None:
        route.abort()
    else:
        route.fulfill(**answer)


def test_what_does_not_arrive_is_named_and_can_be_tried_again(
    browser: Browser, address: str
) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        button = block(page, 1).locator('[data-live="run"]')
        for file, answer, message in FAULTS:
            page.route(f"**/{file}", functools.partial(respond, answer))
            assert message in run(page, 1), file
            assert button.inner_text() == "Retry"
            page.unroute_all()
            # What did arrive was kept.
            page.evaluate("caches.delete('live python')")
        assert run(page, 1).endswith("The same as on the page.")
        assert button.inner_text() == "Run"


def test_a_download_can_be_stopped_and_taken_up_again(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        page.route("**/numpy-*.whl", lambda _: None)
        press(page, 1, "run")
        page.locator(".live__said progress").wait_for()
        press(page, 1, "stop")
        assert wait_for_end(page, 1) == "Stopped."
        page.unroute("**/numpy-*.whl")
        assert run(page, 1).endswith("The same as on the page.")


def test_a_site_built_without_python_says_so(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        page.route(
            "**/runtime.json", lambda route: route.fulfill(json={"seconds": 30, "files": []})
        )
        assert run(page, 0).startswith("This copy of the site was built without Python")
