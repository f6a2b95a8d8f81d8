"""What a run gives, tested where it is quicker to test than in a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

from attention_docs.live import output, running

Events = list[dict[str, Any]]


def run(*blocks: str | tuple[str, str], setup: str = "") -> Events:
    """Run the last block; a pair is what is printed and the reader's own."""
    events: Events = []
    asked = [
        {"printed": one, "edited": None}
        if isinstance(one, str)
        else {"printed": one[0], "edited": one[1]}
        for one in blocks
    ]
    running.run(
        json.dumps({"blocks": asked, "index": len(blocks) - 1, "setup": setup}),
        lambda event: events.append(json.loads(event)),
    )
    return events


def statements(events: Events) -> Events:
    return [event for event in events if event["kind"] == "statement"]


def own(code: str) -> tuple[str, str]:
    return "", code


def test_a_name_bound_out_of_sight_is_found_by_running_all_above() -> None:
    events = run(own("y = 5"), own("exec('x = y')"), own("x"))
    assert [event["above"] for event in events if event["kind"] == "begin"] == [[], [0, 1]]
    assert statements(events)[-1]["got"] == "5\n"


def test_what_every_page_is_given_needs_no_block() -> None:
    setup = "import numpy as np\nfrom math import *"
    events = run(own("y = np.zeros(2) + sqrt(2)"), own("x = np.zeros(2) * sqrt(4)"), setup=setup)
    assert events[0]["above"] == []
    assert events[-1]["kind"] == "done"
    rebound = run(own("def sqrt(x):\n    return 7"), own("sqrt(2)"), setup=setup)
    assert rebound[0]["above"] == [0]
    assert statements(rebound)[-1]["got"] == "7\n"


# What a run gives


def test_statements_are_compared_with_what_is_printed() -> None:
    events = run(">>> x = 2\n>>> x\n2\n>>> x + 1\n4\n")
    assert [(one["got"], one["printed"], one["same"]) for one in statements(events)] == [
        ("", "", True),
        ("2\n", "2\n", True),
        ("3\n", "4\n", False),
    ]
    assert events[-1]["kind"] == "done"


def test_edited_statements_are_compared_where_the_code_is_the_pages() -> None:
    events = run((">>> x = 1\n>>> x\n1\n", "x = 2\nx\nx * 2"))
    assert [(one["got"], one["printed"]) for one in statements(events)] == [
        ("", None),
        ("2\n", "1\n"),
        ("4\n", None),
    ]


def test_doctests_own_directives_hold() -> None:
    events = run(">>> print('a b c')  # doctest: +ELLIPSIS\na ... c\n>>> print()\n<BLANKLINE>\n")
    assert [one["same"] for one in statements(events)] == [True, True]


def test_a_printed_traceback_is_an_expected_one() -> None:
    printed = ">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero\n"
    [statement] = statements(run(printed))
    assert statement["same"] is True
    [statement] = statements(run(printed.replace("division", "multiplication")))
    assert statement["same"] is False
    [statement] = statements(run((printed, "1 / 0")))
    assert statement["same"] is True
    events = run(">>> 1 / 1\nTraceback (most recent call last):\nZeroDivisionError: no\n>>> 2\n2\n")
    assert [one["same"] for one in statements(events)] == [False, True]


def test_statements_on_one_line_and_decorators_stay_together() -> None:
    code = "x = 1; x\nimport functools\n@functools.cache\ndef f():\n    return 3\n\nf()"
    found = [(one["first"], one["lines"], one["got"]) for one in statements(run(own(code)))]
    assert found == [(0, 1, "1\n"), (1, 1, ""), (2, 3, ""), (6, 1, "3\n")]


def test_what_was_printed_before_an_error_is_kept() -> None:
    events = run(own("print('before')\n1 / 0\nprint('after')"))
    assert [one["got"] for one in statements(events)] == ["before\n", ""]
    assert events[-1]["kind"] == "error"


def test_a_chain_of_errors_is_trimmed_throughout() -> None:
    code = (
        "import json\ntry:\n    json.loads('{')\nexcept ValueError as e:\n"
        "    raise RuntimeError('bad') from e"
    )
    text = run(own(code))[-1]["text"]
    assert "The above exception was the direct cause" in text
    assert "json.loads('{')" in text
    assert "decoder.py" not in text
    assert text.endswith("RuntimeError: bad\n")


@pytest.mark.parametrize("code", ["exit()", "raise KeyboardInterrupt", "raise BaseException('x')"])
def test_nothing_that_code_raises_gets_out(code: str) -> None:
    assert run(own(code))[-1]["kind"] == "error"


def test_complaints_are_shown_beside_the_output() -> None:
    [_, statement] = statements(
        run(own("import sys\nprint('fine'); print('beware', file=sys.stderr)"))
    )
    assert (statement["got"], statement["complaints"]) == ("fine\n", "beware\n")


def test_a_block_tells_which_names_it_made() -> None:
    code = "import math\n_hidden = 1\nk = math.pi\ndef f():\n    return k\nq = 1"
    assert run(own("q = 0"), own(code + "\nq"))[-1] == {"kind": "done", "made": ["k", "f", "q"]}


def test_output_is_cut_by_lines_and_by_characters() -> None:
    [statement] = statements(run(own(f"for i in range({output.MOST_LINES + 5}): print(i)")))
    assert statement["got"].count("\n") == output.MOST_LINES
    assert statement["dropped_lines"] == 5
    [statement] = statements(run(own(f"print('x' * {2 * output.MOST_CHARACTERS})")))
    assert len(statement["got"]) == output.MOST_CHARACTERS
    assert statement["dropped_characters"] == output.MOST_CHARACTERS + 1


@pytest.mark.parametrize("code", ["print(1)", "try: print(1)\n    except Exception: pass"])
def test_a_flood_ends_the_run(code: str) -> None:
    events = run(own(f"while True:\n    {code}"))
    assert [event["kind"] for event in events if event["kind"] != "partial"] == [
        *("begin", "statement", "flood")
    ]
    assert events[-1] == {"kind": "flood", "block": 0}
    assert statements(events)[0]["dropped_lines"] == output.MOST_DROPPED_LINES + 1


def test_output_is_shown_while_a_statement_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "SECONDS_BETWEEN", -1)
    events = run(own("for i in range(2): print(i)"))
    partial = [event["got"] for event in events if event["kind"] == "partial"]
    assert partial[-1] == "0\n1\n"
    assert len(partial) > 1


def test_an_error_above_names_its_block() -> None:
    events = run(own("x = 1 / 0"), own("x"))
    assert events[-1]["block"] == 0
    assert '"<a block above>", line 1' in events[-1]["text"]
    assert statements(events) == []
