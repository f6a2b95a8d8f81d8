"""Which of the blocks above a block needs."""

from __future__ import annotations

import pytest

from attention_docs.live.blocks import Block
from attention_docs.live.needs import needed


@pytest.mark.parametrize(
    ("above", "code", "expected"),
    [
        (["x = 1", "y = 2"], "x", [0]),
        (["x = 1", "y = x", "z = 3"], "y", [0, 1]),
        (["x = 1", "x = 2"], "x", [1]),
        (["x = 1", "x += 1"], "x", [0, 1]),
        (["x = []", "x.append(1)", "y = 1"], "x", [0, 1]),
        (["x = 1", "if True:\n    x = 2"], "x", [0, 1]),
        (["x = [0]", "x[0] = 5"], "x", [0, 1]),
        (["x = 1", "def f():\n    return x"], "f()", [0, 1]),
        (["x = 1", "class A:\n    b = x"], "A.b", [0, 1]),
        (["import numpy as np", "np.zeros(2)", "y = np.ones(2)"], "np.eye(2)", [0, 1]),
        (["import numpy as np", "np.random.seed(0)"], "np.random.random()", [0, 1]),
        (["import numpy.linalg", "x = 1"], "numpy.linalg.inv", [0]),
        (["from math import *", "x = 1"], "sqrt(2)", [0]),
        (["x = 1", "print(2)", "y = [i for i in range(3)]"], "[i for i in range(2)]", []),
        (["for i in range(3): pass", "x = 1"], "i", [0]),
        (["x = (", "y = 1"], "y", [1]),
        (["x = 1"], "x = (", []),
    ],
)
def test_needed(above: list[str], code: str, expected: list[int]) -> None:
    blocks = [Block("", one) for one in [*above, code]]
    assert needed(blocks, len(above)) == expected


def test_a_broken_edit_still_counts_for_what_its_block_binds() -> None:
    assert needed([Block(">>> x = 1", "x = ("), Block("", "x")], 1) == [0]
