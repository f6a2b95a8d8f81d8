"""Pages that nobody would write, and some that somebody did."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_docs.numbers.binder import Binder
from attention_docs.numbers.check import check_text
from attention_docs.numbers.markdown import scan
from attention_docs.numbers.marks import Registry, marked, strip
from attention_docs.numbers.page import Page, read_page

pieces = st.sampled_from(
    [
        *("0.67", "−1", "1,000", "67 %", "k₁", "n²", "10⁻⁷", "[1, 2]", "½", "GPT-2", "8×"),
        *("<!--= w -->", "<!--= [1 + 0, 2 + 0] -->", "<!--# GPT-2: a name -->", "<!-- x -->"),
        *(
            "<!-- numbers\n0.67 = w\n-->\n",
            "<!-- numbers\n[1, 2] = w\n2 # it\n-->\n",
            "<!--",
            "-->",
        ),
        *(
            "```python\nw = 0.67  # 0.67\n```\n",
            "```pycon\n>>> 1\n1\n```\n",
            "```",
            "~~~\n",
            "`",
            "``",
        ),
        *("$x_1 = 2$", "$", "$$", r"\(", r"\[", r"\frac12", "_{1,2}", "^{2}", "|", r"\|", "\\"),
        *("\n", "\n\n", "    ", "> ", "- ", "1. ", "# ", '!!! note "1"\n', '=== "2"\n', "---\n"),
        *("](a1)", "[a][b]", "[b]: c1", "[^1]", "<b>", "</b>", '<i alt="3">', "<div>", "</div>"),
        *(
            "{ #a1 }",
            "&#49;",
            ":x-1:",
            "https://a.b/1",
            "<https://a.b/1>",
            "title: 5\n",
            "# 5 = w\n",
        ),
        *("a", " ", ".", ",", "é", "数", "\u2028", "\ufeff", "\t", "\r"),
    ]
)
sources = st.lists(pieces | st.text(max_size=3), max_size=40).map("".join)


def read_alone(text: str) -> Page:
    """Read a page without a renderer, whose own time is not ours."""
    binder = Binder(scan(text), ["GPT-2"])
    binder.run()
    return Page(text, [], binder.numerals, binder.problems, [])


def is_well_formed(page: Page) -> None:
    reached = 0
    for numeral in page.numerals:
        start, end = numeral.at
        assert reached <= start < end
        assert page.text[start:end] == numeral.text
        reached = end


@given(sources)
@settings(max_examples=100, deadline=None)
def test_any_text_is_read(text: str) -> None:
    is_well_formed(read_page(text, ["GPT-2"]))


@given(sources)
@settings(max_examples=40, deadline=None)
def test_any_page_is_checked(text: str) -> None:
    result = check_text(text, "page.md", setup="w = 0.67", timeout=2)
    counts = result.counts
    assert counts["unbound"] == sum(found.kind == "unbound" for found in result.findings)
    assert sum(counts.values()) >= len(result.page.numerals) - sum(
        numeral.role in ("disputed", "hidden") for numeral in result.page.numerals
    )


@given(sources)
@settings(max_examples=40, deadline=None)
def test_marks_come_off_without_a_trace(text: str) -> None:
    result = check_text(text, "page.md", setup="w = 0.67", timeout=2)
    plain = iter(text)
    assert all(character in plain for character in strip(marked(result, Registry([]))))


@pytest.mark.parametrize(
    "text",
    [
        "`" * 200_000,
        "".join("`" * n + " " for n in range(600)),
        "$" * 200_000,
        "$a " * 70_000,
        "[" * 200_000,
        "]" * 200_000,
        "](" * 100_000,
        "[a][" * 50_000,
        "<" * 200_000,
        "<a " * 70_000,
        '<a b="' * 30_000,
        "<div>\n" * 40_000,
        "<!--" * 50_000,
        "<!--= w -->" * 20_000,
        "]<!--= w -->" * 20_000,
        "<!-- numbers\n-->\n" * 10_000,
        "{ .a " * 40_000,
        "1" * 200_000,
        "1," * 100_000,
        "1,000," * 40_000,
        "-" * 200_000,
        "10^" * 70_000,
        "```x\n" * 40_000,
        "> " * 100_000,
        "- " * 100_000 + "```",
        "1. " * 70_000,
        "\\[" * 100_000,
        "_{" * 100_000,
        "$" + "_{" * 100_000 + "$",
        "&#" * 100_000,
        ":a" * 100_000,
        "---\n" * 50_000,
        "*" * 200_000 + "<!--= w -->",
    ],
    ids=lambda text: text[:8],
)
def test_long_pages_take_no_longer_than_their_length(text: str) -> None:
    """Quadratic reading would take hours here; nothing is timed, nor is the renderer asked."""
    is_well_formed(read_alone(text))


def test_a_page_of_ten_megabytes() -> None:
    paragraph = (
        "Weights **0.67**<!--= w --> of $k_1 = 0.67$. " + "Words, words, words. " * 400 + "\n\n"
    )
    text = paragraph * (10_000_000 // len(paragraph))
    page = read_alone(text)
    assert len(page.numerals) == 3 * (len(text) // len(paragraph))
