import json

import pytest

from attention_docs.numbers.census import Accounts, census
from attention_docs.numbers.claims import columns
from attention_docs.numbers.drawn import drawn_labels
from attention_docs.numbers.fences import locate
from attention_docs.numbers.searching import search_census
from attention_docs.numbers.styles import style_census


def found(page: str, accounts: Accounts | None = None) -> list[str]:
    return [unbound.numeral for unbound in census(page, accounts)]


@pytest.mark.parametrize(
    "page",
    [
        '<p><data value="0.669761549887">0.67</data>, <data value="0.669761549887">67 %</data></p>',
        "<p>token <span data-label>2</span></p>",
        '<svg><text>w = <tspan data-value="0.3302">0.33</tspan></text></svg>',
        '<b data-value="[6.74, 3]">[<i data-value="6.74">6.7</i>, <i data-value="3">3</i>]</b>',
        '<svg aria-label="0.67 of 2" data-aria-label-numbers="0.6697 #label"></svg>',
        '<svg><title data-numbers="0.6697">share 0.67</title></svg>',
        '<img alt="0.67" data-alt-numbers="0.6697">',
        '<meta name="viewport" content="width=320">',
        '<a href="page2.html#section-3" aria-labelledby="label-4" id="x5">link</a>',
        "<script>var x = 12</script><style>p { margin: 1em }</style><!-- 7 -->",
        '<a href="https://arxiv.org/abs/1706.03762">https://arxiv.org/abs/1706.03762</a>',
        '<input type="range" min="0" max="90" value="30">',
        '<sup><a class="footnote-ref" href="#fn:1">1</a></sup>',
        "<ol><li>x</ol><ol start='1'><li>y</ol><ol start='5' data-start-numbers='5'></ol>",
        "<p>Press <kbd>Ctrl</kbd>+<kbd>1</kbd></p>",
        '<svg aria-label="key 2" data-aria-label-numbers="#label"></svg>',
        '<p><data value="1e-07">10<sup>−7</sup></data></p>',
        '<p><data value="1.1e-07">1.1 × 10<sup>−7</sup></data></p>',
        '<p><data value="1.26765060023e+30">1,267,650,600,228,229,401,496,703,205,376</data></p>',
    ],
)
def test_accounted_for(page: str) -> None:
    assert census(page) == []


@pytest.mark.parametrize(
    ("page", "numerals"),
    [
        ("<p>0.67 and k₁ and ½</p>", ["0.67", "₁", "½"]),
        ("<code>x[0]</code>", ["0"]),
        ("<pre>1\n</pre>", ["1"]),
        ('<img alt="a 7">', ["7"]),
        ('<p title="1" aria-label="2" aria-valuetext="3">x</p>', ["1", "2", "3"]),
        ('<input placeholder="4"><input type="submit" value="5">', ["4", "5"]),
        ('<meta name="description" content="6"><meta property="og:title" content="7">', ["6", "7"]),
        ("<title>8</title>", ["8"]),
        ('<svg><text>9</text><text data-value="0.5">0.6</text></svg>', ["9", "0.6"]),
        ('<data value="0.6697">0.66</data>', ["0.66"]),
        (
            '<b data-value="[6, 3]">[<i data-value="6">6</i>, <i data-value="4">4</i>]</b>',
            ["[6, 3]"],
        ),
        ('<b data-value="[6]">[<i data-value="6">6</i>, 3]</b>', ["3"]),
        ('<b data-value="[6, 3]">[6, 3]</b>', ["6", "3", "[6, 3]"]),
        ('<data value="">0.66</data>', ["0.66"]),
        ('<data value="x">0.66</data>', ["0.66"]),
        ('<data value="0.6697">0.67 or 0.68</data>', ["0.67 or 0.68"]),
        ('<img alt="0.67 and 2" data-alt-numbers="0.6697">', ["2"]),
        ("<p>0.<b>67</b></p>", ["0", "67"]),
        ("<table><tr><td>1</table>", ["1"]),
        ("<p>unclosed <b>12", ["12"]),
        ('<ol start="5"><li>x</ol>', ["5"]),
        ("<style>p::before { content: 'of 6'; width: 7px }</style>", ["6"]),
        ('<input type="number" value="7"><input value="8">', ["7", "8"]),
    ],
)
def test_unbound(page: str, numerals: list[str]) -> None:
    assert sorted(found(page)) == sorted(numerals)


def test_only_code_that_ran_is_exempt() -> None:
    page = "<pre><span></span><code><a id='1'></a>&gt;&gt;&gt; 1 + 1\n2\n</code></pre>"
    assert found(page, Accounts({">>> 1 + 1\n2\n": ()})) == []
    assert found(page, Accounts({">>> 1 + 1\n3\n": ()})) == ["1", "1", "2"]


def test_what_doctest_does_not_compare_is_not_exempt() -> None:
    code = "Two is 2:\n>>> 1 + 1  # not 3\n2\n"
    fence = locate(f"```pycon\n{code}```", [code])[0]
    ran = Accounts({fence.code: columns(fence)})
    assert found(f"<pre>{code}</pre>", ran) == ["2", "3"]
    bound = code.replace("is 2", 'is <data value="2">2</data>').replace("3", "<b data-label>3</b>")
    assert found(f"<pre>{bound}</pre>", ran) == []


def test_cells_of_a_notebook_are_held_to_their_comments() -> None:
    page = '<pre><code data-label="code that ran">&gt;&gt;&gt; 1 + 1  # not {}\n2\n</code></pre>'
    assert found(page.format("three")) == []
    assert found(page.format("3")) == ["3"]


def test_reviewed_wording_is_exact() -> None:
    reviewed = Accounts(wording=["Material 9.8"])
    assert found("<p>Material 9.8 and Material 9.9</p>", reviewed) == ["9.9"]


def test_decimals_may_follow_a_comma() -> None:
    page = '<p><data value="0.6697">0,67</data>, <data value="1234.5">1.234,5</data></p>'
    assert found(page, Accounts(comma=True)) == []
    assert found(page) == ["0,67", "1.234,5"]


def test_labels_drawn_by_code_are_counted() -> None:
    page = (
        '<text data-label="a model">Llama 3 7B</text><b data-label="a key">k₁</b>'
        "<b data-label>2</b>"
        '<svg aria-label="0.67 of key 2" data-aria-label-numbers="0.6697 #label"></svg>'
        '<code data-label="hash">ab12</code>'
    )
    counts = drawn_labels(page, ["<hash>"])
    assert counts == {"Llama 3 7B": 1, "k₁": 1, "… of key 2": 1}


def test_style_sheets_print_no_numbers() -> None:
    sheet = 'p { width: 5px; content: "\\2014" }\nb::after { content: attr(x) " of 7" }'
    assert [(u.line, u.numeral) for u in style_census(sheet)] == [(2, "7")]


def test_a_formula_is_one_thing_to_eye_and_ear() -> None:
    formula = (
        '<span class="katex"><span class="katex-mathml"><math><mn>{}</mn></math></span>'
        '<span class="katex-html"><data value="0.71">0.71</data></span></span>'
    )
    assert found(formula.format("0.71")) == []
    assert found(formula.format("0.72")) == ["072"]


def test_the_search_index_holds_no_number_that_its_page_does_not() -> None:
    docs = [{"location": "a/#b", "title": "Half", "text": "<p>0.5 and 0.712.03</p>"}]
    pages = {"a/": "<p>0.5<td>0.71</td><td>2.03</td></p>", "c/": "<p>0.6</p>"}
    index = json.dumps({"docs": docs})
    assert [u.numeral for u in search_census(index, pages)] == []
    index = index.replace("0.5 and", "0.6 and")
    assert [u.numeral for u in search_census(index, pages)] == ["0.6"]
