"""Predict, then see: what the Markdown becomes, how a typed number is judged, and what is said."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import markdown
import numpy as np
import pytest

from attention_docs.numbers.comparison import mismatch, significant
from attention_docs.numbers.literal import read
from tests.site.visit import Visit, broken_rules

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

PREDICTION = """
<div class="predict" markdown>

How much?

- [ ] 0.88

    > Forgot.

- [x] 0.80

    > Yes.

</div>
"""


def convert(source: str) -> str:
    return markdown.markdown(source, extensions=["md_in_html", "attention_docs.site.predict"])


def test_a_list_becomes_a_disabled_field_and_a_closed_answer_with_the_right_one_first() -> None:
    html = convert(PREDICTION)
    assert html.count("disabled") == 2 * 2
    assert '<label for="predict-1">' in html
    assert "<details class" in html
    assert html.index("0.80") < html.index("0.88")
    assert html.count("data-right") == 1


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("- [x] 0.80", "- [ ] 0.80", "0 of them right"),
        ("How much?\n", "", "must hold paragraphs, then one list"),
        ("    > Yes.\n", "", "must hold one paragraph and one quoted reason"),
        ("- [x] 0.80", "- 0.80", "must start with"),
    ],
)
def test_a_faulty_prediction_is_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        convert(PREDICTION.replace(old, new))


JUDGE = """async (cases) => {
  const { judge } = await import(new URL("assets/predict.mjs", document.baseURI));
  return cases.map(([text, answers]) => judge(text, answers));
}"""
RIGHT, FORGOT = (
    {"text": "0.80", "value": "0.804429682507"},
    {"text": "0.88", "value": "0.880797077978"},
)
MANY = [{"text": "4,501,500", "value": "4501500"}, {"text": "9,000,000", "value": "9000000"}]
SIGNED = [{"text": "−2.83", "value": "-2.82842712475"}]
SLIPPED = [{"text": "0.31", "value": "0.309"}, {"text": "0.30", "value": "0.3012"}]


def judged(browser: Browser, address: str, cases: list[Any]) -> list[Any]:
    with Visit(browser) as visit:
        verdicts: list[Any] = visit.open(address).evaluate(JUDGE, cases)
        return verdicts


def test_numbers_are_read_as_people_write_them(browser: Browser, address: str) -> None:
    expected = [
        (
            0,
            [RIGHT, FORGOT],
            ["0.80", "0,80", " .8 ", "0.8044", "80 %", "80%", "0.804429682507", "8.0e-1"],
        ),
        (1, [RIGHT, FORGOT], ["0.88", "0,881"]),
        ("unknown", [RIGHT, FORGOT], ["0.81", "0.79", "-0.80", "80", "0.8045", "1"]),
        ("unread", [RIGHT, FORGOT], ["", "big", "0.8.0", "e", ".", "%", "∞"]),
        (0, MANY, ["4501500", "4,501,500", "4.501.500", "4 501 500", "4\u202f501\u202f500"]),
        (1, MANY, ["9000000", "9e6"]),
        ("unknown", MANY, ["4.5", "4501501"]),
        (0, SIGNED, ["-2.83", "−2,83", "–2.828"]),
        ("short", SIGNED, ["-2.8"]),
        (0, SLIPPED, ["0.31"]),
        (1, SLIPPED, ["0.30"]),
        ("short", SLIPPED, ["0.3"]),
        ("unknown", SIGNED, ["-3", "-3.0", "2.83"]),
    ]
    cases = [[text, answers] for _, answers, texts in expected for text in texts]
    verdicts = [verdict for verdict, _, texts in expected for _ in texts]
    assert judged(browser, address, cases) == verdicts


def test_a_typed_number_is_right_by_the_rule_for_printed_ones(
    browser: Browser, address: str
) -> None:
    rng = np.random.default_rng(11)
    cases, expected = [], []
    for _ in range(500):
        value = Fraction(int(rng.integers(-(10**6), 10**6)), 10 ** int(rng.integers(2, 6)))
        places = int(rng.integers(1, 4))
        nearby = value + Fraction(int(rng.integers(-12, 13)), 10 ** (places + 1))
        typed = f"{float(nearby):.{places}f}"
        cases.append([typed, [{"text": "7.0", "value": significant(value)}]])
        expected.append("unknown" if mismatch(read(typed), value) else 0)
    assert 50 < expected.count(0) < 450
    assert judged(browser, address, cases) == expected


def woken(form: Locator) -> Locator:
    form.scroll_into_view_if_needed()
    form.locator("input:enabled").wait_for()
    return form


def test_every_answer_of_the_lesson_is_known_and_told(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        forms = page.locator("form.predict")
        assert forms.count() >= 5
        for form in map(woken, forms.all()):
            assert not form.locator("details").evaluate("d => d.open")
            options = form.locator(".predict__option")
            for place in reversed(range(options.count())):
                number = options.nth(place).locator(".predict__number").text_content() or ""
                form.locator("input").fill(number)
                form.locator("input").press("Enter")
                reason = options.nth(place).locator(".predict__reason").text_content() or ""
                said = form.locator("[role=status]")
                assert " ".join(reason.split()) in " ".join(said.inner_text().split())
                assert said.inner_text().startswith("Yes." if place == 0 else "Not quite.")
            assert form.locator("details").evaluate("d => d.open")
        assert broken_rules(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert visit.complaints == []


def test_no_two_answers_of_the_lesson_are_the_same_number(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        for form in visit.open(address).locator("form.predict").all():
            numbers = form.locator(".predict__number").all_text_contents()
            assert len(set(numbers)) == len(numbers) >= 3


def test_without_scripts_the_answer_is_a_closed_disclosure(browser: Browser, address: str) -> None:
    with Visit(browser, java_script_enabled=False) as visit:
        form = visit.open(address).locator("form.predict").first
        answer = form.locator(".predict__option").first
        assert form.locator("summary").is_visible()
        assert not answer.is_visible()
        assert not form.locator("input").is_visible()
        form.locator("summary").click()
        assert answer.is_visible()


def test_a_field_stays_disabled_without_its_module(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        visit.page.route("**/predict.mjs*", lambda route: route.abort())
        thrown: list[str] = []
        visit.page.on("pageerror", lambda error: thrown.append(str(error)))
        form = visit.open(address).locator("form.predict").first
        form.scroll_into_view_if_needed()
        form.get_by_text("its script did not load").wait_for()
        assert form.locator("input").is_disabled()
        assert form.locator("button").is_disabled()
        assert thrown == []
