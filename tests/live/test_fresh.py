"""Every run starts from nothing, whatever the one before it did."""

from __future__ import annotations

import builtins
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from attention_docs.live import running

if TYPE_CHECKING:
    from collections.abc import Iterator

WRITE = "from pathlib import Path\nPath('a').write_text('7')"


def run(code: str) -> dict[str, Any]:
    """Run a block, and return the event of its last statement, or of the error that ended it."""
    events: list[dict[str, Any]] = []
    asked = {"blocks": [{"printed": "", "edited": code}], "index": 0, "setup": ""}
    running.run(json.dumps(asked), lambda event: events.append(json.loads(event)))
    return events[-1] if events[-1]["kind"] == "error" else events[-2]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "look", "expected"),
    [
        ("import builtins\nbuiltins.len = lambda _: 7", "len('ab')", "2\n"),
        ("import builtins\nbuiltins.mine = 7", "mine", "NameError"),
        ("import builtins\ndel builtins.len", "len('ab')", "2\n"),
        ("7", "_", "NameError"),
        ("import math\nmath.pi = 3", "import math\nmath.pi < 3.1", "False\n"),
        ("import math\nmath.mine = 3", "import math\nhasattr(math, 'mine')", "False\n"),
        ("import numpy as np\nnp.exp = abs", "import numpy as np\nnp.exp(0)", "np.float64(1.0)\n"),
        ("import this as t\nt.s = 7", "import this as t\ntype(t.s)", "<class 'str'>\n"),
        ("import sys\nsys.modules['math'] = 7", "import math\nmath.floor(2.5)", "2\n"),
        ("import sys\nsys.path.clear()", "import sys\nlen(sys.path) > 0", "True\n"),
        ("import sys\nsys.setrecursionlimit(99)", "import sys\nsys.getrecursionlimit()", "000\n"),
        ("import os\nos.environ['MINE'] = '7'", "import os\n'MINE' in os.environ", "False\n"),
        ("import os\nos.mkdir('a')\nos.chdir('a')", "import os\nos.listdir()", "[]\n"),
        (WRITE, "open('a').read()", "FileNotFoundError"),
        (f"{WRITE}\nimport os\nos.rename('a', 'b')", "open('b')", "FileNotFoundError"),
        ("import numpy as np\nnp.save('a.npy', [7])", "open('a.npy')", "FileNotFoundError"),
        ("import warnings\nwarnings.filters = 7", "import warnings\nwarnings.filters != 7", "True"),
    ],
)
def test_nothing_survives(change: str, look: str, expected: str) -> None:
    run(change)
    found = run(look)
    assert expected in found.get("got", "") + found.get("text", "")


def test_files_that_were_there_stay(tmp_path_factory: pytest.TempPathFactory) -> None:
    own = tmp_path_factory.mktemp("own") / "file"
    own.write_text("before")
    run(WRITE.replace("'a'", repr(str(own))))
    assert own.read_text() == "7"


def test_an_error_leaves_nothing_either() -> None:
    run("import builtins\nbuiltins.len = 7\n" + WRITE + "\n1 / 0")
    assert run("len('ab')")["got"] == "2\n"
    assert not Path("a").exists()


def test_modules_stay_what_they_are_for_us() -> None:
    modules, length, path = dict(sys.modules), builtins.len, os.environ.get("PATH")
    run("import numpy.testing, statistics, numpy as np\nnp.testing.assert_equal(1, 1)")
    assert run("import numpy as np\nnp.testing.assert_equal(1, 1)\nnp.random.random() < 1")["got"]
    assert {name: sys.modules.get(name) for name in modules} == modules
    assert (builtins.len, os.environ.get("PATH")) == (length, path)


def test_settings_do_not_leak_into_the_next_run() -> None:
    run("import numpy as np\nnp.set_printoptions(precision=1)\nnp.seterr(all='raise')")
    assert run("import numpy as np\nnp.array([0.123])")["got"] == "array([0.123])\n"
    assert np.geterr()["over"] == "warn"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("input('Name? ')", "RuntimeError: input() can't ask here"),
        ("import asyncio\nasyncio.run(None)", "RuntimeError: asyncio.run() can't wait here"),
    ],
)
def test_what_cannot_work_says_so(code: str, words: str) -> None:
    assert words in run(code)["text"]
    assert builtins.input.__module__ != "attention_docs.live.fresh"


def test_changed_built_ins_hold_for_the_block_and_for_nobody_else() -> None:
    change = "import builtins, textwrap\nbuiltins.len = lambda _: 7"
    assert run(f"{change}\nlen('ab'), textwrap.indent('a', ' ')")["got"] == "(7, ' a')\n"
