"""How long the real model takes to load, read and write, and its memory, beside `transformers`.

Run as ``python -m tests.benchmarks.model``, after ``make model``; the comparison needs PyTorch and
`transformers`, which only .ci/run installs. The aims: loaded in 5 s, 15 tokens read in 0.3 s, at
most 1.1 GB, and no more than 1.5 times what `transformers` takes in the same run. None is asserted.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import resource
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from attention_docs.model import Model, attend, data, find
from attention_docs.model.forward import KVCache, forward, logits

TEXTS = {"15 tokens": data.SENTENCES["trophy-big"], "long text": data.LONG}
WRITTEN = 40


def seconds(work: Callable[[], object]) -> float:
    """Return the time of one piece of work."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(
    one: Callable[[], object], other: Callable[[], object], repeats: int = 7
) -> tuple[float, float]:
    """Return the median times of two, taken by turns: what else the machine does hits both."""
    times = [(seconds(one), seconds(other)) for _ in range(repeats + 1)][1:]
    first, second = (statistics.median(column) for column in zip(*times, strict=True))
    return first, second


def write(model: Model, count: int, *, cached: bool) -> list[int]:
    """Continue a text by the likeliest token, again and again."""
    tokens = model.tokens(TEXTS["15 tokens"])
    cache = KVCache()
    new = tokens
    for _ in range(count):
        rows = forward(model.weights, new if cached else tokens, cache=cache if cached else None)
        new = [int(logits(model.weights, rows[-1:]).argmax())]
        tokens = tokens + new
    return tokens


def loading() -> None:
    """Load and read once in a process of its own, so that its peak of memory is theirs alone."""
    models: list[Model] = []
    took = seconds(lambda: models.append(Model.read(find.find())))
    attend(TEXTS["15 tokens"], model=models[0])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"load, its hash checked          {took:6.2f} s")
    print(f"peak of memory, 15 tokens read  {peak / 1e9:6.2f} GB")


def theirs() -> Callable[[str], object]:
    """Return the same reading by `transformers`: eager attention, float32, weights returned."""
    import torch
    import transformers

    transformers.utils.logging.disable_progress_bar()
    path = find.find()
    source: dict[str, Any] = {"gguf_file": path.name}
    tokenizer = transformers.AutoTokenizer.from_pretrained(str(path.parent), **source)
    model = transformers.AutoModelForCausalLM.from_pretrained(
        str(path.parent), **source, attn_implementation="eager", dtype=torch.float32
    ).eval()

    def read(text: str) -> object:
        with torch.no_grad():
            return model(**tokenizer(text, return_tensors="pt"), output_attentions=True)

    return read


def main() -> None:
    """Print the table."""
    try:
        find.find()
    except find.MissingWeightsError as error:
        print(error)
        return
    process = multiprocessing.get_context("spawn").Process(target=loading)
    process.start()
    process.join()
    model = Model.read(find.find())
    compared = all(importlib.util.find_spec(name) for name in ("torch", "transformers"))
    read = theirs() if compared else None
    for name, text in TEXTS.items():
        ours, others = side_by_side(
            partial(attend, text, model=model), partial(read, text) if read else lambda: None
        )
        beside = f", {ours / others:.2f} × transformers" if read else ""
        print(f"read {name:<26} {ours:6.3f} s{beside}")
    cached, anew = side_by_side(
        lambda: write(model, WRITTEN, cached=True),
        lambda: write(model, WRITTEN, cached=False),
        repeats=2,
    )
    print(f"write with the KV cache         {WRITTEN / cached:6.1f} tokens/s")
    print(f"write without                   {WRITTEN / anew:6.1f} tokens/s")


if __name__ == "__main__":
    main()
