"""Norm, rotary positions and feed-forward, each against its formula written out."""

from __future__ import annotations

import math

import numpy as np
from numpy.testing import assert_allclose

from attention_docs.model.layers import rms_norm, rotate, swiglu

rng = np.random.default_rng(0)


def test_rms_norm_is_its_formula() -> None:
    x, gain = rng.standard_normal((3, 5)), rng.standard_normal(5)
    expected = [
        [entry / math.sqrt(sum(e * e for e in row) / 5 + 0.1) * g for entry, g in zip(row, gain)]  # noqa: B905
        for row in x
    ]
    assert_allclose(rms_norm(x, gain, 0.1), expected, rtol=1e-14)


def test_rotation_turns_neighbouring_pairs_as_complex_numbers() -> None:
    x, positions, base = rng.standard_normal((2, 4, 6)), np.array([0, 1, 2, 7]), 50.0
    as_complex = x[..., 0::2] + 1j * x[..., 1::2]
    for pair in range(3):
        as_complex[..., pair] *= np.exp(1j * positions * base ** (-2 * pair / 6))
    turned = rotate(x, positions, base)
    assert_allclose(turned[..., 0::2], as_complex.real, atol=1e-14)
    assert_allclose(turned[..., 1::2], as_complex.imag, atol=1e-14)


def test_after_rotation_only_the_distance_counts() -> None:
    query, key = rng.standard_normal((2, 1, 8))

    def product(at: int, other: int) -> float:
        turned = rotate(query, np.array([at]), 100.0) @ rotate(key, np.array([other]), 100.0).T
        return float(turned[0, 0])

    assert math.isclose(product(5, 2), product(105, 102), rel_tol=1e-12)
    assert not math.isclose(product(5, 2), product(5, 3), rel_tol=1e-3)


def test_swiglu_is_its_formula() -> None:
    x, gate, up, down = (rng.standard_normal(shape) for shape in [(2, 3), (3, 4), (3, 4), (4, 3)])
    expected = [
        [
            sum(
                (z := row @ gate[:, j]) / (1 + math.exp(-z)) * (row @ up[:, j]) * down[j, column]
                for j in range(4)
            )
            for column in range(3)
        ]
        for row in x
    ]
    assert_allclose(swiglu(x, gate, up, down), expected, rtol=1e-12)


def test_swiglu_closes_its_gates_without_a_warning() -> None:
    one = np.ones((1, 1), np.float32)
    assert swiglu(np.array([[-200]], np.float32), one, one, one).tolist() == [[0]]


def test_float32_stays_float32() -> None:
    x = rng.standard_normal((4, 6)).astype(np.float32)
    square = np.ones((6, 6), np.float32)
    assert rms_norm(x, x[0], 1e-5).dtype == np.float32
    assert rotate(x, np.arange(4), 1e5).dtype == np.float32
    assert swiglu(x, square, square, square).dtype == np.float32
