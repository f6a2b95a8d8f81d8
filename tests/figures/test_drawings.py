"""What the package draws, without a browser: numbers bound, ids apart, bad settings refused."""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast

import pytest
from lxml import html

from attention_docs import softmax
from attention_docs.figures import names
from attention_docs.site import engine
from attention_docs.site.figures import body, draw, modules
from tests.figures.states import all_states

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

digits = "0-9⁰¹²³⁴-⁹₀-₉"
spoken = ("alt", "title", "placeholder", "aria-label", "aria-description", "aria-valuetext")


def select(figure: HtmlElement, path: str) -> list[Any]:
    return cast("list[Any]", figure.xpath(path))


def texts(figure: HtmlElement) -> list[tuple[str, HtmlElement]]:
    """Return each text with the element that it stands in."""
    found = []
    for element in figure.iter():
        found.append((element.text or "", element))
        parent = element.getparent()
        if parent is not None:
            found.append((element.tail or "", parent))
    return [(text, element) for text, element in found if re.search(f"[{digits}]", text)]


def value_of(text: str) -> tuple[Decimal, int]:
    """Return the value that a printed number has, and how many decimals it shows."""
    powers = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    raised = re.fullmatch("(?:(.+) × )?10([⁻⁰¹²³⁴-⁹]+)", text)
    if raised:
        shown, power = Decimal(raised[1] or 1), int(raised[2].translate(powers))
        return shown.scaleb(power), -int(shown.as_tuple().exponent) - power
    mantissa = text.replace("−", "-").replace(",", "")
    if text.endswith("%"):
        shown = Decimal(mantissa.removesuffix("%").strip())
        return shown.scaleb(-2), 2 - int(shown.as_tuple().exponent)
    shown = Decimal(mantissa)
    return shown, -int(shown.as_tuple().exponent)


def drawn(name: str) -> Iterator[HtmlElement]:
    """Yield the figure in its samples and in states at random, as it is before it wakes."""
    for state in all_states(name, random=5):
        yield html.fromstring(f"<div>{body(name, state, 'figure')}</div>")


@pytest.mark.parametrize("name", names)
def test_every_numeral_is_bound_or_a_label(name: str) -> None:
    for figure in drawn(name):
        for text, element in texts(figure):
            assert "data-value" in element.attrib or element.get("data-label"), text


@pytest.mark.parametrize("name", names)
def test_every_printed_number_rounds_its_value(name: str) -> None:
    for figure in drawn(name):
        bound = select(figure, "//*[@data-value][not(.//*[@data-value])]")
        assert bound
        for element in bound:
            shown, decimals = value_of(element.text_content())
            apart = abs(shown - Decimal(element.get("data-value")))
            assert apart <= Decimal("0.5").scaleb(-decimals), html.tostring(element)


@pytest.mark.parametrize(
    ("name", "vectors"),
    [("dial", ["output"]), ("heads", [*(f"output-{head}" for head in "1234"), "joined", "mixed"])],
)
def test_vectors_carry_the_full_values_of_their_entries(name: str, vectors: list[str]) -> None:
    figure = html.fromstring(draw(name))
    for out in vectors:
        vector = select(figure, f"//*[@data-out='{out}']")[0]
        entries = [float(entry.get("data-value")) for entry in vector]
        assert json.loads(vector.get("data-value")) == entries


def test_dial_carries_its_output_as_json() -> None:
    output = select(html.fromstring(draw("dial")), "//*[@data-out='output']")[0]
    weight, other = softmax([1 / math.sqrt(2), 0])
    assert output.get("data-value") == f"[{10 * weight:.12g}, {10 * other:.12g}]"


@pytest.mark.parametrize("name", names)
def test_no_numeral_is_only_spoken(name: str) -> None:
    for element in html.fromstring(draw(name)).iter():
        for attribute in spoken:
            assert not re.search(f"[{digits}]", element.get(attribute, "")), element.attrib


@pytest.mark.parametrize("name", names)
def test_two_on_a_page_share_no_id(name: str) -> None:
    pair = html.fromstring(f"<div>{draw(name)}{draw(name, instance=1)}</div>")
    ids = select(pair, "//@id")
    assert len(ids) == len(set(ids))
    references = [
        *select(pair, "//@for"),
        *(name for names in select(pair, "//@aria-describedby") for name in names.split()),
        *re.findall(r"url\(#([^)]+)\)", html.tostring(pair, encoding="unicode")),
    ]
    assert references
    assert set(references) <= set(ids)


def test_the_same_bytes_twice() -> None:
    assert [draw(name) for name in names] == [draw(name) for name in names]


def test_dial_shows_the_worked_example() -> None:
    figure = html.fromstring(draw("dial"))
    equation = select(figure, "//p[@class='figure-equation']")[0].text_content()
    assert equation == "output = 0.67 × [10, 0] + 0.33 × [0, 10] = [6.7, 3.3]"
    outs = {out: select(figure, f"//*[@data-out='{out}']")[0] for out in ("weight-1", "weight-2")}
    assert [outs[out].text for out in outs] == ["67\xa0%", "33\xa0%"]
    weight = softmax([1 / math.sqrt(2), 0])[0]
    assert outs["weight-1"].get("data-value") == f"{weight:.12g}"


def test_a_caption_is_put_in_as_it_is() -> None:
    assert draw("dial", "Turn <em>q</em>.").endswith(
        "<figcaption>Turn <em>q</em>.</figcaption></figure>"
    )


@pytest.mark.parametrize(
    ("name", "state", "told"),
    [
        ("clock", {}, "name is 'clock'; it must be one of"),
        ("dial", {"turn": 1}, "'turn' is no setting; it must be one of: angle"),
        ("mask", {"causal": 2}, "causal is 2; it must be True or False"),
        ("dial", {"angle": 360}, "angle is 360; it must be from 0 to 359"),
        ("softmax", {"score_2": 5}, "score-2 is 5; it must be from -4 to 4"),
        ("mask", {"n": 3, "row": 4}, "row is 4; it must be from 1 to 3"),
        ("mask", {"order": "never"}, "order is 'never'; it must be one of: before, after, zero"),
        ("cost", {"n": 0}, "n is 0; it must be from 1 to 1000000"),
        ("cost", {"model": "x"}, "model is 'x'; it must be one of: gpt-2, llama-2-7b"),
        ("heads", {"row": 6}, "row is 6; it must be from 1 to 5"),
        ("scaling", {"d": 0}, "d is 0; it must be from 1 to 512"),
    ],
)
def test_bad_settings_are_refused_by_name(name: str, state: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        draw(name, **state)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("fixed(0.6697)", "0.67"),
        ("fixed(-1234.565)", "−1,234.57"),
        ("fixed(3, 0)", "3"),
        ("fixed(0.99999988)", "0.9999999"),
        ("fixed(0.0004)", "0.0004"),
        ("fixed(1)", "1.00"),
        ("fixed(3e-20)", "3.0 × 10⁻²⁰"),
        ("fixed(1000000000001, 0)", "1,000,000,000,001"),
        ("count(4000000)", "4,000,000"),
        ("count(10 ** 12)", "1.0 × 10¹²"),
        ("plain(-0.125)", "−0.125"),
        ("percent(0.6697)", "67\xa0%"),
        ("percent(0.9998)", "99.98\xa0%"),
        ("percent(1)", "100\xa0%"),
        ("full(2 / 3)", "0.666666666667"),
        ("full(111.1181640625)", "111.118164063"),
        ("full(1e15)", "1000000000000000"),
        ("at(200 / 3, -0.001)", "66.67 0"),
        (
            'html`<b class="${\'"\'}">${"a < b"}${undefined}${[1 / 3, false]}</b>`.text',
            '<b class="&quot;">a &lt; b0.33</b>',
        ),
        (
            "html`\n  <p>\n    ${1}\n    <b>a</b>\n    to\n    ${2}\n  </p>`.text",
            "<p>1<b>a</b>to 2</p>",
        ),
        (
            'number(2 / 3, "0.67", { out: "w" }).text',
            '<span data-value="0.666666666667" data-out="w">0.67</span>',
        ),
        (
            'mark(1000, "1,000", 8, -2).text',
            '<text x="8" y="-2" class="soft"><tspan data-value="1000">1,000</tspan></text>',
        ),
    ],
)
def test_markup_is_written_by_rule(call: str, text: str) -> None:
    """Rounding is from the 12 digits that stand beside the text, halves away from zero."""
    names = "at, count, fixed, full, html, mark, number, percent, plain"
    module = engine.module(modules / "markup.mjs")
    assert (
        engine.call(f"((call) => {{ const {{{names}}} = {module}; return eval(call); }})", call)
        == text
    )
