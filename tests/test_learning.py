from __future__ import annotations

import contextlib
import gzip
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from attention_docs import FloatArray
from attention_docs.learning import Training, table, tasks, train, words
from attention_docs.learning.draws import uniform
from attention_docs.learning.grammar import held_out, sentences
from attention_docs.learning.head import loss_and_gradient, start
from attention_docs.site.slim import uncommented
from tests.figures.page import served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

docs = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def trained() -> Training:
    return train(0)


def test_the_generator_matches_its_equation() -> None:
    def mix(bits: int) -> int:
        bits = (bits ^ bits >> 16) * 0x85EBCA6B % 2**32
        bits = (bits ^ bits >> 13) * 0xC2B2AE35 % 2**32
        return bits ^ bits >> 16

    expected = [mix((mix(5) + (n + 1) * 0x9E3779B9) % 2**32) / 2**32 for n in range(9)]
    assert uniform(5, 0, 9).tolist() == expected
    assert uniform(5, 4, 3).tolist() == expected[4:7]
    assert uniform(5, 2**32 + 4, 1).tolist() == expected[4:5]


def test_draws_are_even_and_streams_differ() -> None:
    for stream in range(6):
        counts, _ = np.histogram(uniform(stream, 0, 64_000), bins=64, range=(0, 1))
        # χ² of 63 degrees of freedom is above 120 once in 50,000 times.
        assert ((counts - 1000) ** 2 / 1000).sum() < 120
    correlations = np.corrcoef([uniform(stream, 0, 10_000) for stream in range(6)])
    assert np.abs(correlations - np.eye(6)).max() < 0.05


@pytest.mark.parametrize("task", tasks)
def test_sentences_follow_the_grammar(task: str) -> None:
    tokens, right = (
        np.concatenate(part)
        for part in zip(*(sentences(task, 3, n) for n in range(50)), strict=True)
    )
    tested = held_out(task)
    for kind, apart, (read, answers) in (
        ("trained on", {1, 2, 4, 5, 7, 8, 10, 11}, (tokens, right)),
        ("held out", {3, 6, 9}, tested),
    ):
        seen = set()
        for sentence, answer in zip(read.tolist(), answers.tolist(), strict=True):
            named = [words[token] for token in sentence]
            if task == "fits":
                first, verb, second, it, last = named
                assert (verb, it) == ("fits-not-in", "it")
                assert words[answer] == {"big": first, "small": second}[last]
                seen.add((sentence[2] - sentence[0]) % 12)
            elif task == "previous":
                assert answer == sentence[3]
                seen.add((sentence[3] - sentence[4]) % 12)
            elif task == "first":
                assert answer == sentence[0]
                seen.add((sentence[0] - sentence[4]) % 12)
            else:
                before = sentence[:4]
                assert before.count(sentence[4]) == 1
                assert answer == before[before.index(sentence[4]) + 1]
                assert len(set(before)) == 4
                seen.add((answer - sentence[4]) % 12)
        assert seen == apart, kind


def test_held_out_sentences_are_all_there_are() -> None:
    tokens, _ = held_out("fits")
    assert len({*map(tuple, tokens.tolist())}) == len(tokens) == 72


def test_each_number_of_the_gradient_is_what_differences_give() -> None:
    head, (tokens, right) = start(1, 4), sentences("fits", 1, 0)
    scale = 0.7
    _, gradient = loss_and_gradient(head, tokens, right, scale)
    step = 1e-5
    differences = np.empty_like(head)
    for at in np.ndindex(head.shape):
        moved = np.zeros_like(head)
        moved[at] = step
        ahead, behind = (
            loss_and_gradient(head + sign * moved, tokens, right, scale)[0] for sign in (1, -1)
        )
        differences[at] = (ahead - behind) / (2 * step)
    assert_allclose(gradient, differences, atol=1e-9)


@pytest.fixture(scope="module")
def torch() -> Any:  # noqa: ANN401 - no types where PyTorch is not installed
    return pytest.importorskip("torch", reason="PyTorch is not installed: .ci/run installs it")


@pytest.mark.parametrize("optimizer", ["adam", "sgd"])
@pytest.mark.parametrize("scaled", [True, False])
def test_pytorch_trains_the_same(torch: Any, optimizer: Any, *, scaled: bool) -> None:  # noqa: ANN401
    """Written as a textbook has it: x row by row, autograd, and PyTorch's own optimizers."""
    d, steps, rate = 8, 40, 0.02
    numbers = torch.from_numpy(start(4, d)).requires_grad_()
    optimizers = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}
    stepper = optimizers[optimizer]([numbers], lr=rate)
    losses = []
    for step in range(steps):
        tokens, right = map(torch.from_numpy, sentences("fits", 4, step))
        table, w_q, w_k, w_v, w_o = torch.split(numbers, [21, d, d, d, d])
        x = table[tokens] + table[16:]
        mixed = torch.nn.functional.scaled_dot_product_attention(
            x @ w_q, x @ w_k, x @ w_v, is_causal=True, scale=None if scaled else 1.0
        )
        scores = mixed[:, -1] @ w_o @ table[:16].T / math.sqrt(d)
        loss = torch.nn.functional.cross_entropy(scores, right)
        losses.append(loss.item())
        stepper.zero_grad()
        loss.backward()
        stepper.step()
    ours = train(4, d=d, steps=steps, rate=rate, optimizer=optimizer, scaled=scaled)
    assert_allclose(ours.losses, losses, rtol=1e-10)
    assert_allclose(ours.head, numbers.detach().numpy(), rtol=1e-8, atol=1e-10)


def test_a_head_of_424_numbers_learns_what_it_was_never_shown(trained: Training) -> None:
    assert trained.head.size == 424
    assert trained.losses.shape == (600,)
    assert trained.losses[0] > math.log(12) > 100 * trained.losses[-1]
    assert trained.accuracy == 1
    again = train(0, steps=30)
    assert_array_equal(again.losses, trained.losses[:30])


def test_it_sees_nothing_of_what_decides(trained: Training) -> None:
    big, small = (trained.attend(0, 6, last) for last in ("big", "small"))
    assert_array_equal(big[:4], small[:4])
    assert_array_equal(np.triu(big, 1), np.zeros((5, 5)))
    assert_allclose(big.sum(axis=1), 1)
    assert big[4, 0] > 0.5 > big[4, 2]
    assert small[4, 2] > 0.5 > small[4, 0]


def test_answers_are_the_probabilities_of_all_words(trained: Training) -> None:
    for last, noun in (("big", 2), ("small", 11)):
        probabilities = trained.answer(2, 11, last)
        assert probabilities.shape == (16,)
        assert_allclose(probabilities.sum(), 1)
        assert probabilities.argmax() == noun


def test_a_single_head_learns_these_in_a_minute_and_not_that() -> None:
    for task in ("previous", "first"):
        assert train(0, task=task).accuracy == 1
    # It finds the three nouns of which one is right, and then has to guess.
    assert train(0, task="after").accuracy < 0.5


def test_a_loss_that_is_no_number_stops_the_run() -> None:
    told = r"the loss is (nan|inf) after \d+ steps; a rate below 300.0 may help"
    with pytest.raises(FloatingPointError, match=told):
        train(0, optimizer="sgd", rate=300)
    training = Training(0, optimizer="sgd", rate=300.0)
    with contextlib.suppress(FloatingPointError):
        while True:
            training.step()
    before = training.head.copy()
    with pytest.raises(FloatingPointError, match=told):
        training.step()
    assert_array_equal(training.head, before)
    assert np.isfinite(training.losses).all()
    assert training.losses.size > 0


@pytest.mark.parametrize(
    ("arguments", "error", "told"),
    [
        ({"seed": -1}, ValueError, "seed is -1; it must be at least 0"),
        ({"seed": 2**31}, ValueError, "seed is 2147483648; it must be below 2³¹"),
        ({"seed": 0.5}, TypeError, "seed is 0.5, a float; it must be an integer"),
        ({"d": 0}, ValueError, "d is 0; it must be at least 1"),
        ({"steps": 0}, ValueError, "steps is 0; it must be at least 1"),
        ({"scaled": 1}, TypeError, "scaled is 1; it must be True or False"),
        ({"optimizer": "lion"}, ValueError, "optimizer is 'lion'; it must be 'adam' or 'sgd'"),
        ({"rate": 0}, ValueError, "rate is 0; it must be above 0"),
        ({"rate": math.nan}, ValueError, "rate is nan, a float; it must be a finite number"),
        ({"rate": "fast"}, TypeError, "rate is 'fast', a str; it must be a finite number"),
        ({"task": "sort"}, ValueError, "task is 'sort'; it must be one of fits, previous, first"),
    ],
)
def test_bad_arguments_of_train(
    arguments: dict[str, Any], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=re.escape(told)):
        train(**{"seed": 0, **arguments})


@pytest.mark.parametrize(
    ("sentence", "error", "told"),
    [
        ((12, 0, "big"), ValueError, "first is 12; the nouns have the numbers 0 to 11"),
        ((0, -1, "big"), ValueError, "second is -1; it must be at least 0"),
        ((3, 3, "big"), ValueError, "second is 3, as first is; the two nouns must differ"),
        ((0, "box", "big"), TypeError, "second is 'box', a str; it must be an integer"),
        ((0, 1, "large"), ValueError, "last is 'large'; it must be 'big' or 'small'"),
    ],
)
def test_bad_sentences(
    trained: Training, sentence: tuple[Any, Any, Any], error: type[Exception], told: str
) -> None:
    for ask in (trained.attend, trained.answer):
        with pytest.raises(error, match=re.escape(told)):
            ask(*sentence)


def test_bad_draws() -> None:
    with pytest.raises(ValueError, match="stream is 4294967296; it must be at most 4294967295"):
        uniform(2**32, 0, 1)
    with pytest.raises(ValueError, match="count is -1; it must be at least 0"):
        uniform(0, 0, -1)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with served(docs) as address:
        page = browser.new_page()
        page.goto(f"{address}/assets/learning/grammar.mjs")
        yield page
        page.close()


in_browser = """async (settings) => {
    const { words } = await import("/assets/learning/grammar.mjs");
    const { reading } = await import("/assets/learning/head.mjs");
    const worker = new Worker("/assets/learning/worker.mjs", { type: "module" });
    const { losses, accuracy, head } = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
        worker.postMessage({ settings, steps: 100 });
    });
    worker.terminate();
    const read = ["lamp", "fits-not-in", "crate", "it", "small"];
    const tokens = Uint8Array.from(read, (word) => words.indexOf(word));
    const scale = settings.scaled ? 1 / Math.sqrt(settings.d) : 1;
    return { losses, accuracy, ...reading(head, tokens, scale) };
}"""


def parted(training: Training, losses: FloatArray) -> FloatArray:
    """How far the losses of up to each step part, relatively, if the start's last bits move."""
    signs = np.where(uniform(9, 0, training.head.size) < 0.5, -1, 1).reshape(training.head.shape)
    training.head = training.head * (1 + 2.0**-52 * signs)
    for _ in losses:
        training.step()
    parting: FloatArray = np.maximum.accumulate(np.abs(training.losses / losses - 1))
    return parting


def test_without_the_division_the_last_bit_of_the_start_can_decide() -> None:
    settings: dict[str, Any] = {"seed": 0, "d": 64, "optimizer": "sgd", "rate": 0.1}
    apart = {
        scaled: parted(
            Training(**settings, scaled=scaled), train(**settings, steps=100, scaled=scaled).losses
        )
        for scaled in (True, False)
    }
    assert apart[True][-1] < 1e-12
    assert apart[False][0] < 1e-12
    assert apart[False][-1] > 1e-9


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("optimizer", ["adam", "sgd"])
@pytest.mark.parametrize("d", [8, 64])
def test_the_browser_trains_the_same(
    page: Page, d: int, optimizer: str, seed: int, *, scaled: bool
) -> None:
    settings: dict[str, Any] = {"seed": seed, "d": d, "optimizer": optimizer, "scaled": scaled}
    settings["rate"] = {"adam": 0.01, "sgd": 0.1}[optimizer]
    theirs = page.evaluate(in_browser, settings)
    ours = train(**settings, steps=100)
    tolerance = np.full(100, 1e-9)
    if not scaled:
        # Not closer than the package is to itself, where the last bit of a sum is magnified.
        tolerance = np.maximum(tolerance, 1e4 * parted(Training(**settings), ours.losses))
    assert (np.abs(np.array(theirs["losses"]) / ours.losses - 1) <= tolerance).all()
    assert theirs["accuracy"] == ours.accuracy
    assert_allclose(theirs["weights"], ours.attend(4, 10, "small"), atol=max(1e-9, tolerance[-1]))
    assert_allclose(theirs["answers"], ours.answer(4, 10, "small"), atol=max(1e-9, tolerance[-1]))


@pytest.mark.parametrize("task", tasks)
def test_the_browser_draws_the_same(page: Page, task: str) -> None:
    """To the last bit: starts, sentences, and those held out."""
    start_of, drawn, tested = page.evaluate(
        """async (task) => {
            const { start } = await import("/assets/learning/head.mjs");
            const { heldOut, sentences } = await import("/assets/learning/grammar.mjs");
            const told = ({ tokens, right }) => [[...tokens], [...right]];
            const seed = 2 ** 31 - 1;
            const drawn = told(sentences(task, seed, 599));
            return [[...start(seed, 5)], drawn, told(heldOut(task))];
        }""",
        task,
    )
    seed = 2**31 - 1
    assert start_of == start(seed, 5).ravel().tolist()
    for theirs, ours in ((drawn, sentences(task, seed, 599)), (tested, held_out(task))):
        assert theirs == [part.ravel().tolist() for part in ours]


def test_the_worker_answers_each_message(page: Page) -> None:
    told = page.evaluate(
        """async () => {
            const worker = new Worker("/assets/learning/worker.mjs", { type: "module" });
            const ask = (message) => new Promise((resolve, reject) => {
                worker.onmessage = ({ data }) => resolve({ ...data, head: [...data.head] });
                worker.onerror = reject;
                worker.postMessage(message);
            });
            const told = [];
            const settings = { seed: 0, d: 8 };
            told.push(await ask({ settings }));
            told.push(await ask({ steps: 40 }));
            told.push(await ask({ steps: 60 }));
            told.push(await ask({ head: new Float64Array(424) }));
            told.push(await ask({ settings: { seed: 0, d: 64 }, steps: 1e6, within: 50 }));
            const wild = { ...settings, optimizer: "sgd", rate: 300 };
            told.push(await ask({ settings: wild, steps: 600 }));
            told.push(await ask({ steps: 5 }));
            worker.terminate();
            return told;
        }"""
    )
    begun, some, more, blank, hurried, failed, still = told
    ours = train(0, steps=100)
    assert begun["losses"] == []
    assert begun["head"] == start(0, 8).ravel().tolist()
    assert (len(some["losses"]), len(more["losses"])) == (40, 60)
    assert_allclose([*some["losses"], *more["losses"]], ours.losses, rtol=1e-9)
    assert_allclose(more["head"], ours.head.ravel(), atol=1e-9)
    assert more["accuracy"] == ours.accuracy
    assert more["failed"] is None
    assert blank["head"] == [0] * 424
    assert 1 <= len(hurried["losses"]) < 1e6
    assert re.fullmatch(r"The loss is (NaN|Infinity) after \d+ steps\.", failed["failed"])
    assert failed["failed"].endswith(f" {len(failed['losses'])} steps.")
    assert np.isfinite(failed["head"]).all()
    assert (still["losses"], still["failed"]) == ([], failed["failed"])


def test_the_scripts_stay_small() -> None:
    """All that no other page loads, without the marks and data that the build adds."""
    figures = ("learn", "race", "shares", "training")
    scripts = [
        *(docs / "assets/learning").glob("*.mjs"),
        *(docs / f"assets/figures/{name}.mjs" for name in figures),
    ]
    stripped = (uncommented(script.read_text("utf-8")).encode() for script in scripts)
    assert sum(len(gzip.compress(script)) for script in stripped) < 13_300


def test_the_table_holds_every_setting_and_seed() -> None:
    cells, slopes, guessers = table.stored()
    assert tuple(cell.setting for cell in cells) == table.settings
    assert {len(cell.runs) for cell in cells} == {len(table.seeds)} == {20}
    assert [(each.d, each.scaled) for each in slopes] == [
        (d, scaled) for d in (8, 16, 64, 256) for scaled in (True, False)
    ]
    assert [each.seed for each in guessers] == list(table.long_seeds)
    for cell in cells:
        for run in cell.runs:
            assert (run.learned is None) == (run.accuracy < table.enough)


sample = [
    table.Setting(8, "adam", 0.01, scaled=True),
    table.Setting(8, "adam", 0.003, scaled=False),
    table.Setting(16, "sgd", 0.1, scaled=True),
    table.Setting(16, "sgd", 0.3, scaled=True),
    table.Setting(64, "adam", 0.01, scaled=True),
    table.Setting(64, "sgd", 0.1, scaled=True),
    table.Setting(64, "sgd", 0.0125, scaled=True, steps=4800),
]


@pytest.mark.parametrize("setting", sample, ids=str)
def test_a_sample_of_the_table_comes_out_again(setting: table.Setting) -> None:
    runs = next(cell.runs for cell in table.stored()[0] if cell.setting == setting)
    for seed in (0, 7, 19):
        again = table.run(setting, seed)
        assert again.learned == runs[seed].learned
        if again.learned is not None:
            assert again.loss == pytest.approx(runs[seed].loss, rel=1e-4)


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("d", [8, 64])
def test_the_slopes_of_the_table_come_out_again(d: int, *, scaled: bool) -> None:
    (stored,) = (each for each in table.stored()[1] if (each.d, each.scaled) == (d, scaled))
    again = table.slopes(d, scaled=scaled)
    assert again.starved == stored.starved
    told = [(each.median, each.mean, each.w_q) for each in (again, stored)]
    assert told[0] == pytest.approx(told[1], rel=1e-5)


def test_a_head_that_guesses_comes_out_again() -> None:
    stored = table.stored()[2][2]
    again = table.guesser(stored.seed)
    # In so many steps the last bits, which differ between processors, may move single answers.
    assert again.held_out == pytest.approx(stored.held_out, abs=0.1)
    assert again.fresh == pytest.approx(stored.fresh, abs=0.02)


def test_a_cell_is_told_in_one_line() -> None:
    setting = table.Setting(64, "sgd", 0.1, scaled=False, spreads=(1.0, 2.0))
    learned = (table.Run(30, 0.5, 1.0), table.Run(50, 0.4, 1.0))
    failed = (table.Run(None, None, 0.1), table.Run(None, 2.5, 0.08))
    assert table.told(table.Cell(setting, learned + failed)) == (
        "d = 64, sgd 0.1, spreads 1.00 and 2.00, without ÷ √d: "
        "50% learn, half of them in 40 steps, 25% break"
    )
    scaled = table.Setting(8, "adam", 0.01, scaled=True, steps=900)
    line = "d = 8, adam 0.01, 900 steps, with ÷ √d: 0% learn"
    assert table.told(table.Cell(scaled, failed[1:])) == line
