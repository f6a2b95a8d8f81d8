"""The quiz: what the Markdown becomes, what a reader can do with it, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import markdown
import pytest

from tests.site.visit import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

QUESTION = """
<div class="quiz" markdown>

Which one?

- [ ] This

    > No.

- [x] That

    > Yes.

- [ ] Neither

    > No.

</div>
"""


def convert(source: str) -> str:
    return markdown.markdown(source, extensions=["md_in_html", "attention_docs.site.quiz"])


def test_a_list_becomes_labelled_radio_buttons_in_a_fieldset() -> None:
    html = convert(QUESTION)
    assert html.count('type="radio"') == 3
    assert "<legend>Which one?</legend>" in html
    assert html.count("data-right") == 1
    assert html.count('name="quiz-1-1"') == 3
    assert 'id="quiz-1-1-2"' in html
    assert '<label for="quiz-1-1-2">That</label>' in html


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("- [x] That", "- [ ] That", "0 of them right"),
        ("- [ ] This", "- [x] This", "2 of them right"),
        ("    > No.\n\n- [x]", "- [x]", "must hold one paragraph and one quoted reason"),
        ("- [ ] Neither", "- Neither", "must start with"),
        ("Which one?", "Which one?\n\nReally?", "each question must have one list"),
    ],
)
def test_a_faulty_quiz_is_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        convert(QUESTION.replace(old, new))


def test_right_answers_stand_in_different_places(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        places = [
            fieldset.evaluate("f => [...f.children].findIndex(o => 'right' in o.dataset)")
            for fieldset in page.locator(".quiz fieldset").all()
        ]
        assert len(places) == 3
        assert len(set(places)) == 3


def test_every_option_has_a_reason_that_its_choice_shows_and_announces(
    browser: Browser, address: str
) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        options = page.locator(".quiz__option")
        assert options.count() == 9
        for option in options.all():
            option.get_by_role("radio").check()
            reason = option.locator("details p")
            reason.wait_for(state="visible")
            assert reason.inner_text() in page.locator(".quiz [role=status]").inner_text()
            assert option.locator("xpath=..").locator("details p:visible").count() == 1


def test_score_counts_right_answers_and_try_again_clears(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        score = page.locator(".quiz__score")
        for right, option in enumerate(page.locator(".quiz [data-right] input").all(), start=1):
            option.check()
            page.wait_for_function(
                "n => document.querySelector('.quiz__right').textContent === String(n)", arg=right
            )
            assert score.inner_text().endswith(f"{right} of 3 right")
        page.get_by_role("button", name="Try again").click()
        page.wait_for_function("() => document.querySelector('.quiz__right').textContent === '0'")
        assert page.locator(".quiz input:checked").count() == 0
        assert page.locator(".quiz details p:visible").count() == 0
        assert page.evaluate("document.activeElement.id") == "quiz-1-1-1"


def test_the_quiz_works_by_keyboard_alone(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        page.locator(".quiz input").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        page.wait_for_selector(".quiz__option--chosen[data-right]")
        assert page.locator(".quiz__score").inner_text().endswith("1 of 3 right")


def test_without_scripts_each_reason_is_in_a_disclosure(browser: Browser, address: str) -> None:
    with Visit(browser, java_script_enabled=False) as visit:
        page = visit.open(address)
        option = page.locator(".quiz__option").nth(1)
        option.locator("summary").click()
        assert option.locator("details p").is_visible()
        assert not page.locator(".quiz__result").is_visible()
