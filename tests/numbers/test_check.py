import textwrap
from pathlib import Path

import pytest

from attention_docs.numbers.check import Result, check_text

tour = (Path(__file__).parent / "pages" / "tour.md").read_text(encoding="utf-8")


def check(text: str, *, timeout: float = 5.0) -> Result:
    return check_text(textwrap.dedent(text).strip("\n"), "page.md", timeout=timeout)


def told(text: str) -> list[tuple[int, int, str]]:
    return [(found.line, found.column, found.message) for found in check(text).findings]


def test_a_page_with_all_that_a_page_can_hold_is_right() -> None:
    result = check_text(tour, "tour.md")
    assert result.findings == []
    assert result.counts == {"bound": 39, "labels": 11, "unbound": 0, "wrong": 0}


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("**0.67**<!--= 2 / 3 -->", ["2 / 3"]),
        ("`0.67`<!--= 2 / 3 --> and $x = 0.67$<!--= 2 / 3 -->", ["2 / 3", "2 / 3"]),
        ("16GiB<!--= 2**4 -->, 8×<!--= 2**3 -->", ["2**4", "2**3"]),
        ("| 3<!--= 1 \\| 2 --> |", ["1 | 2"]),
        ("$[1, 2]$<!--= [1 + 0, 2 + 0] -->", ["([1 + 0, 2 + 0])[0]", "([1 + 0, 2 + 0])[1]"]),
        ("[0.67](there.md)<!--= 2 / 3 -->", ["2 / 3"]),
        ("1 / (1 + e⁻²<!--= -1 - 1 -->) <!-- x -->", ["-1 - 1"]),
        ("![a](b1.png){ width=300 title='0.67' }<!--= 2 / 3 -->", ["2 / 3"]),
    ],
)
def test_a_glued_comment_binds(text: str, bound: list[str]) -> None:
    result = check(text)
    assert [n.source for n in result.page.numerals if n.role == "bound"] == bound
    assert not [found for found in result.findings if found.kind == "wrong"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.66<!--= 2 / 3 -->", "rounds to 0.67"),
        ("0.67", "nothing computes this number"),
        ("0.67 <!--= 2 / 3 -->", "this binding is glued to no number"),
        ("0.67<!--= 2 / 3", "this comment is never closed"),
        ("0.67<!--= -->", "this binding has no expression"),
        ("0.67<!--= 0.67 -->", "it computes nothing"),
        ("0.67<!--= w -->", "NameError: name 'w' is not defined"),
        ("0.67<!--= 1 / 0 -->", "ZeroDivisionError"),
        ("0.67<!--= 2 / -->", "SyntaxError"),
        ("0.67<!--= (2 / 3).x -->", "AttributeError"),
        ("0.67<!--= [2 / 3] -->", "a list; it must be a real number"),
        ("0.67<!--= float('nan') -->", "must be finite"),
        ("1<!--= 1 == 1 -->", "a bool; it must be a real number"),
        ("[1, 2]<!--= [1 + 0] -->", "the brackets hold 2 entries, the value 1"),
        ("[[1, 2], [3, 4]]<!--= [[1 + 0, 2], [3]] -->", "the brackets hold 2 entries, the value 1"),
        ("[1]<!--= 1 + 0 -->", "and the value is a single number"),
        ("0.67<!--= 2 / 3 --><!--= 2 / 3 -->", "glued to no number"),
        ("GPT-2<!--# GPT-3: a name -->", "the label says 'GPT-3'"),
        ("GPT-2<!--# a name -->", "a label repeats its text and gives a reason"),
        ("GPT<!--# GPT: a name -->", "covers no number"),
        ("<!-- numbers\n1 = 1 + 0\n-->", "this ledger stands before no block"),
        ("<!-- numbers\n1 + 0\n-->\n1", "a line of a ledger reads"),
        ("<!-- numbers\none = 1 + 0\n-->\n1", "is not one number"),
        ("<!-- numbers\n1 = 1 + 0\n2 = 1 + 1\n-->\n1", "they part at “2” of the ledger"),
        ("<!-- numbers\n1 = 1 + 0\n-->\n1 and 2", "they part at its end of the ledger"),
        ("<!-- numbers\n1 = 1 + 1\n-->\n1", "rounds to 2"),
        ("<!-- numbers\n2.0 = 1 + 1\n-->\n2.00", "the ledger says 2.0, and the page 2.00"),
        ("<!-- numbers\n2 # a name\n-->\nGPT-3", "the ledger says 2"),
        ("```python\n1", "is never closed"),
        ("```py title='x'\n1/0\n```", "ZeroDivisionError"),
        ("``` { .python .annotate }\n1/0\n```", "ZeroDivisionError"),
        ("~~~ pycon\n>>> 1/0\n~~~", "ZeroDivisionError"),
        ("```pycon\n# why\n>>> 1 + 1\n3\n```", "another output"),
        ("```pycon\n>>> 1 + 1 # doctest: +SKIP\n3\n```", "this example is skipped"),
        ("```pycon\n>>>1 + 1\n2\n```", "cannot be read"),
        ("```python\nraise SystemExit\n```", "SystemExit"),
        ("```python\ndef broken(:\n```", "SyntaxError"),
    ],
)
def test_each_fault_is_told(text: str, message: str) -> None:
    assert message in " ".join(found.message for found in check(text).findings)


def test_a_value_is_the_one_at_its_place_on_the_page() -> None:
    page = """
    ```python
    x = 1
    ```
    1<!--= x -->
    ```python
    x = 2  # 2
    ```
    2<!--= x -->
    """
    assert told(page) == [(6, 10, "nothing computes this number")]


def test_code_that_loops_is_stopped_and_told() -> None:
    found = check("```python\nwhile True:\n    pass\n```\n1<!--= x -->", timeout=0.05).findings
    assert [f.message for f in found] == ["stopped after 0.05 s, the time limit"]
    found = check("1<!--= sum(1 for _ in iter(int, 1)) -->", timeout=0.05).findings
    assert [f.message for f in found] == ["stopped after 0.05 s, the time limit"]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("sum(iter(int, 1))", "stopped after 0.2 s, the time limit"),
        ("__import__('os')._exit(3)", "ended the process that ran it"),
        ("__import__('time').sleep(9)", "stopped after 0.2 s, the time limit"),
    ],
)
def test_a_process_that_has_to_be_ended_names_the_page_and_the_expression(
    expression: str, message: str
) -> None:
    result = check(f"so 1<!--= {expression} -->, 2<!--= 1 + 1 -->", timeout=0.2)
    found = result.findings[0]
    assert (found.line, found.column, found.message) == (1, 4, message)
    assert found.expression == expression
    assert (len(result.findings), result.follow_on) == (1, 1)


def test_names_missing_because_of_an_earlier_fault_are_counted_only() -> None:
    page = """
    ```python
    w = 1 / 0
    ```
    0.67<!--= w[0] --> and 0.33<!--= w[1] -->
    """
    result = check(page)
    assert [found.line for found in result.findings] == [2]
    assert (result.follow_on, result.counts["wrong"]) == (2, 3)


def test_a_name_never_defined_is_told_once() -> None:
    result = check("0.67<!--= w[0] --> and 0.33<!--= w[1] -->, 1<!--= v -->")
    assert [found.column for found in result.findings] == [1, 44]
    assert result.follow_on == 1


def test_places_are_right_in_nested_and_wide_text() -> None:
    page = "!!! note\n\n    - 数字é 0.66<!--= 2 / 3 -->, 0.67<!--= 2 / 3 -->, 0.66<!--= 2 / 3 -->\n"
    assert [found[:2] for found in told(page)] == [(3, 11), (3, page.rindex("0.66") - 9)]


def test_a_failing_example_in_an_indented_block_has_its_own_line() -> None:
    page = (
        '=== "Tab"\n\n    - item\n\n        ```pycon\n        >>> 1\n        1\n'
        "        >>> 2\n        3\n        ```\n"
    )
    result = check_text(page, "page.md")
    assert [(found.line, found.column) for found in result.findings] == [(9, 9)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Two shares in 67 %", "title: Two shares in 66 %"),
        ("# A tour of 2<", "# A tour of 3<"),
        ("e^{0.71}", "e^{0.72}"),
        ("e^{0}", "e^{1}"),
        ("= 1 \\\\[4pt]", "= 2 \\\\[4pt]"),
        ("4.6790 \\\\ 2.5", "4.6791 \\\\ 2.5"),
        ("| 2     |", "| 3     |"),
        ('alt="shares 0.67', 'alt="shares 0.66'),
        ("not run: 0.67", "not run: 0.76"),
        ("first = w[0]  # 0.67", "first = w[0]  # 0.68"),
        ("−0.33<", "0.33<"),
        ("67 %<!", "67<!"),
        ("1,000,000", "10,000,000"),
    ],
)
def test_a_changed_digit_anywhere_is_found(old: str, new: str) -> None:
    assert old in tour
    assert check_text(tour.replace(old, new), "tour.md").findings
