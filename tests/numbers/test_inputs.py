"""Whole kinds of wrong number, each with what must become of it."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from attention_docs.numbers.check import check_text
from attention_docs.numbers.findings import Result
from attention_docs.numbers.labels import Labels
from attention_docs.numbers.marks import strip_file, wrap
from attention_docs.numbers.project import Project
from attention_docs.numbers.rendering import Renderer
from attention_docs.numbers.settings import Settings
from attention_docs.numbers.worker import Evaluation, outcomes

_raises = ">>> int('d')"
_told = "Traceback (most recent call last):\nValueError: d is 99"


def check(text: str, **more: object) -> Result:
    return check_text(textwrap.dedent(text).strip("\n"), "page.md", timeout=5, **more)  # type: ignore[arg-type]


def messages(text: str, **more: object) -> str:
    return "\n".join(found.message for found in check(text, **more).findings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("so –2.5<!--= 5 / 2 -->", "a dash, not a minus"),
        ("so \u20112.5<!--= 5 / 2 -->", "a dash, not a minus"),
        ("so \uff0d2.5<!--= 5 / 2 -->", "a dash, not a minus"),
        ("**–**2.5<!--= 5 / 2 -->", "“–” stands before it"),
        ("so ±2.5<!--= 5 / 2 -->", "two numbers"),
        ("so √2.5<!--= 5 / 2 -->", "a root, not a number"),
        ("so √4<!--= 2 + 2 -->", "is not exactly that"),
        ("= − 2.5<!--= 5 / 2 -->", "a minus stands before it, with a space"),
        ("--2.5<!--= -5 / 2 -->", "two signs"),
        ("so 10k<!--= 5 + 5 -->", "rounds to 0k"),
        ("so 2.5k<!--= 5 / 2 -->", "rounds to 0.0k"),
        ("so 2.5<!--= 5 / 2 -->k", "“k” touches it"),
        ("so **2.5**k<!--= 5 / 2 -->", "k"),
        ("so 5!<!--= 2 + 3 -->", "glued to no number|factorial"),
        ("so 5<!--= 2 + 3 -->!", "would be a factorial"),
        ("so 5<!--= 2 + 3 -->°", "“°” touches it"),
        ("so 2.5‰<!--= 5 / 2 -->", "rounds to 2500.0‰"),
        ("so 0.48<!--= 12 / 25 --> %", "the % behind it belongs to it"),
        ("so 48<!--= 12 * 4 --> per cent", "“per cent” behind it belongs to it"),
        (r"$\pm 0.5$<!--= 1 / 2 -->", "a ± stands before it"),
        ("e\u2011⁰<!--= 0 * 1 -->", "stands before it"),
        ("GPT-–2<!--# 2: a name -->", "“–” stands before it"),
        ("&ndash;0.5<!--= 1 / 2 -->", "“–” stands before it"),
        ("so 48<!--= 12 * 4 --> thousand", "“thousand” behind it belongs to it"),
        ("so 1 234 567<!--= 1234566 + 1 -->", "plain space|rounds to"),
        ("so 0x1F<!--= 30 + 1 -->", "is not decimal"),
        ("so 1½<!--= 3 / 2 -->", "mixes a whole number and a fraction"),
        ("so 1'234<!--= 1233 + 1 -->", "not set by three with a comma"),
        ("so 12,34,567<!--= 1234566 + 1 -->", "not set by three with a comma"),
        ("so 0,67<!--= 2 / 3 -->", "decimals follow a point here"),
        ("so 2.5\u0305<!--= 5 / 2 -->", "glued to no number|touches it|“"),
        ("5²<!--= 20 + 6 -->", "is not exactly that"),
        ("x2<!--= 1 + 1 -->", "the letter “x” touches it"),
        (r"$\begin{bmatrix}−3.0093\end{bmatrix}$<!--= 3.0093 * 1 -->", "rounds to 3.0093"),
        (r"$\begin{bmatrix}--2.5\end{bmatrix}$<!--= -2.5 * 1 -->", "two signs"),
        (r"$x = - 2.5$<!--= 2.5 * 1 -->", "rounds to 2.5"),
        (r"\[x = 5\]<!--= [4 + 1] -->", "glued to no number|a list"),
    ],
)
def test_what_touches_a_numeral_belongs_to_it(text: str, message: str) -> None:
    said = messages(text)
    assert any(part in said for part in message.split("|")), said


@pytest.mark.parametrize(
    "text",
    [
        "so −2.5<!--= -5 / 2 -->, 3–5<!--# 3–5: pages -->",
        "so 10k<!--= 10_240 * 1 -->, 7B<!--# 7B: a size -->, 1.2 million<!--= 1_234_567 * 1 -->",
        "so 16GiB<!--= 2**4 -->, 2.5 ‰<!--= 5 / 2000 -->, 100<!--= 50 * 2 --> °C, 8×<!--= 2**3 -->",
        "so √2<!--= 2**0.5 -->, √64<!--= 4 + 4 -->, 2³⁰<!--= 2**30 -->, 5²<!--= 20 + 5 -->",
        "so 1.2 × 10<sup>-3</sup><!--= 0.0012 * 1 -->, 10<sup>-7</sup><!--= 1e-7 * 1 -->",
        "so 1\u00a0234\u00a0567<!--= 1234566 + 1 -->, 1~234<!--= 1233 + 1 -->",
        r"$\beta -3$<!--= 1 + 2 -->, $x - 3$<!--= 1 + 2 -->, $-3$<!--= -1 - 2 -->",
        r"$\begin{bmatrix} -3 & 1 \\ - 2 & 1 \end{bmatrix}$<!--# x: y -->",
        "in 2017<!--# 2017: a year -->, 100 cakes<!--# 100 cakes: an example -->",
        "0.67<!--= 2 / 3 -->, 0.33<!--= 1 / 3 -->; (0.5<!--= 1 / 2 -->).",
    ],
)
def test_what_is_no_part_of_a_numeral_is_not_refused(text: str) -> None:
    wrong = [f.message for f in check(text).findings if f.kind == "wrong"]
    assert [said for said in wrong if "label 'x'" not in said and "says 'x'" not in said] == []


@pytest.mark.parametrize(
    "text",
    [
        "Two is 7:\n>>> 1 + 1\n2",
        ">>> x = 1\n\nThe answer is 99",
        ">>> {}['a']\nTraceback (most recent call last):\n  File 99, in x\nKeyError: 'a'",
        ">>> def f():\n...     '''Gives 99.'''\n>>> f()",
        ">>> x = 1  # it is 99",
    ],
)
def test_text_in_a_session_that_doctest_ignores_is_a_claim(text: str) -> None:
    found = check(f"```pycon\n{text}\n```").findings
    assert [f.kind for f in found] == ["unbound"], found
    number = found[0].printed
    assert check(f"<!-- numbers\n{number} # an example\n-->\n```pycon\n{text}\n```").findings == []


def test_docstrings_and_comments_of_a_script_are_claims_and_its_strings_are_not() -> None:
    code = '```python\ndef f():\n    """Gives 99."""\n    return f"{7:.3f} of 8"  # or 98\n```'
    assert [f.printed for f in check(code).findings] == ["99", "98"]
    assert check(f"<!-- numbers\n99 = 90 + 9\n98 # an example\n-->\n{code}").findings == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (">>> 2 > 1\n1", "another output"),
        (f"{_raises}  # doctest: +IGNORE_EXCEPTION_DETAIL\n{_told}", "IGNORE_EXCEPTION_DETAIL"),
        (">>> 731  # doctest: +ELLIPSIS\n7...1", "+ELLIPSIS"),
        (">>> [1,\n...  2]  # doctest: +NORMALIZE_WHITESPACE\n[1,   2]", "+NORMALIZE_WHITESPACE"),
    ],
)
def test_a_session_is_held_to_all_that_it_prints(text: str, message: str) -> None:
    assert message in messages(f"```pycon\n{text}\n```")


def test_expressions_that_compute_nothing_are_constants() -> None:
    text = (
        "```python\nimport numpy as np\nw = 0.47\n```\n0.47<!--= 47 / 100 -->, "
        "1<!--= np.eye(3)[0].max() -->, 0.47<!--= w -->"
    )
    result = check(text)
    assert [value.constant for value in result.values.values()] == [True, True, False]


@pytest.mark.parametrize(
    "code",
    [
        "import numpy as np\nnp.set_printoptions(precision=2)",
        "import decimal\ndecimal.getcontext().prec = 2",
        "import builtins\nbuiltins.round = lambda *_: 7",
    ],
)
def test_a_page_leaves_nothing_behind_for_the_next(code: str) -> None:
    page = (
        "```pycon\n>>> import decimal, numpy as np\n>>> np.array([2 / 3])\narray([0.66666667])\n"
        ">>> decimal.Decimal(1) / 8\nDecimal('0.125')\n>>> round(1.5)\n2\n```"
    )
    assert check(page).findings == []
    assert check(f"```python\n{code}\n```").findings == []
    assert check(page).findings == []


def test_annotations_are_what_they_are_in_a_file_of_ones_own() -> None:
    code = "def f(x: int): pass\nassert f.__annotations__ == {'x': int}"
    assert check(f"```python\n{code}\n```").findings == []


@pytest.mark.parametrize(
    "page",
    [
        '```python\ndef f():\n    """\n    ````\n    """\n    return 2\n```\n2<!--= f() -->',
        "1. Do:\n\n\t```python\n\tx = 2\n\t```\n\n2<!--= x -->",
        "> ```python\n> x = 2\n> ```\n\n2<!--= x -->",
        '=== "Tab"\n\n    ```python\n\n    x = 2\n    ```\n\n2<!--= x -->',
        "Press :+1: and :smile:, not :+2: and H~2~O.",
    ],
)
def test_blocks_are_those_of_the_renderer(page: str) -> None:
    names = ("pymdownx.superfences", "pymdownx.tabbed", "pymdownx.emoji", "pymdownx.tilde")
    renderer = Renderer(
        (*names, "pymdownx.highlight"), {"pymdownx.tabbed": {"alternate_style": True}}
    )
    assert [f.printed for f in check(page, renderer=renderer).findings] == (
        ["2", "2"] if "H~2~O" in page else []
    )


def test_keys_are_labels_by_rule() -> None:
    renderer = Renderer(("pymdownx.keys",), {})
    result = check("Press ++ctrl+1++ now.", renderer=renderer)
    assert (result.findings, result.page.pinned[0][0]) == ([], "key 1")


def test_a_comment_in_an_indented_block_is_text_and_binds_nothing() -> None:
    found = check("Write:\n\n    w is 0.66<!--= 2 / 3 -->\n\nand so on").findings
    assert [f.kind for f in found] == ["unbound"] * 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[4, 3]", "[4, 3]"),
        ("[[1, 2], [3, 4]]", "[[1, 2], [3, 4]]"),
    ],
)
def test_what_numpy_takes_for_an_array_counts_by_rows(text: str, code: str) -> None:
    table = (
        "import numpy as np\nclass Table:\n    def __init__(self, rows): self.rows = rows\n"
        "    def __array__(self, dtype=None, copy=None): return np.array(self.rows)\n"
        "    def __len__(self): return 99\n    def __getitem__(self, name): raise KeyError(name)\n"
    )
    page = f"```python\n{table}t = Table({code})\n```\n{text}<!--= t -->"
    assert check(page).findings == []
    assert (
        check(page.replace(f"{text}<", f"{text}<".replace("1", "5").replace("3", "5"))).findings
        != []
    )


@pytest.mark.parametrize(
    ("code", "printed", "message"),
    [
        ("class F(float):\n    def __str__(self): return 'pi'", "0.5", ""),
        ("class F(float):\n    def __repr__(self): raise KeyError(1)", "0.5", ""),
        (
            "class F:\n    def __init__(self, x): pass\n    def __array__(self): raise KeyError",
            "0.5",
            "a F",
        ),
    ],
)
def test_a_value_of_any_class_ends_no_run(code: str, printed: str, message: str) -> None:
    page = f"```python\n{code}\n```\n{printed}<!--= F(0.5) -->, 2<!--= 1 + 1 -->"
    found = check(page).findings
    assert (not found) if not message else message in found[0].message


def test_decimals_follow_a_comma_where_the_page_says_so() -> None:
    text = "0,67<!--= 2 / 3 -->, 1.234,56<!--= 1234.56 * 1 -->, [6,7; 3,3]<!--= [6.7 * 1, 3.3] -->"
    assert check(text, comma=True).findings == []
    wrong = check(text.replace("0,67", "0,66"), comma=True).findings[0]
    assert (wrong.message, wrong.correction) == ("rounds to 0,67", "0,67")


def test_a_block_that_is_not_to_be_run_is_text() -> None:
    page = "<!--# not run: it needs a network -->\n```python\nprint(9 / 0)\n```\n"
    assert [f.printed for f in check(page).findings] == ["9", "0"]
    assert "stands before a block of code" in messages(page.replace("```", "~"))


def test_an_included_file_is_read_as_part_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "part.md").write_text("```python\nx = 2\n```\n0.66<!--= 2 / 3 -->\n")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\nmarkdown_extensions: [pymdownx.snippets, pymdownx.superfences]\n"
    )
    renderer = Renderer.near(tmp_path)
    source = '# So\n\n--8<-- "part.md"\n\n3<!--= x -->'
    project = Project(Settings(tmp_path), Labels(tmp_path / "labels.toml"), renderer)
    found = project.check(source, "page.md").findings
    assert [(f.printed, f.line) for f in found] == [("0.66", 3), ("3", 5)]
    assert found[0].message == "rounds to 0.67, in the file that is included here"


def test_a_number_of_the_renderer_alone_is_told() -> None:
    found = check(
        '![a](b.png "c")\n\n*[HTML]: 5 letters\n\nHTML\n\n<b data-value="5">5</b>'
    ).findings
    assert {f.kind for f in found} == {"unbound"}


def test_no_private_mark_is_left_in_a_feed() -> None:
    marked = wrap(7, "0.67")
    feed = f"<p>{marked}</p><p>{''.join(f'&#{ord(c)};' if ord(c) > 999 else c for c in marked)}</p>"
    assert strip_file(feed) == "<p>0.67</p><p>0.67</p>"
    assert strip_file(json.dumps([marked])) == '["0.67"]'


def test_where_there_is_no_fork_a_process_is_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    given = list(outcomes([Evaluation("two + 1")], "page.md", setup="two = 2", timeout=20))
    assert [value.text for value in given] == ["3"]  # type: ignore[union-attr]
