import json

import pytest

from attention_docs.numbers.census import census, search_census


def found(page: str, **more: list[str]) -> list[str]:
    return [unbound.numeral for unbound in census(page, **more)]


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
    ],
)
def test_unbound(page: str, numerals: list[str]) -> None:
    assert sorted(found(page)) == sorted(numerals)


def test_only_code_that_ran_is_exempt() -> None:
    page = "<pre><span></span><code><a id='1'></a>&gt;&gt;&gt; 1 + 1\n2\n</code></pre>"
    assert found(page, ran=[">>> 1 + 1\n2\n"]) == []
    assert found(page, ran=[">>> 1 + 1\n3\n"]) == ["1", "1", "2"]


def test_reviewed_wording_is_exact() -> None:
    assert found("<p>Material 9.8 and Material 9.9</p>", wording=["Material 9.8"]) == ["9.9"]


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
