"""What checking numbers costs: this site, up to 1,000 pages, and one page of 10,000 numbers.

``python -m tests.benchmarks.numbers [PAGES…]`` prints processor time and wall time, the least of
three runs, and what a page more costs. The first table is of this site's own pages.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

_root = Path(__file__).parents[2]
_page = """# A page

```python
>>> import numpy as np
>>> x = {n}
>>> s = np.array([1, x]) / 2**0.5
>>> w = np.exp(s) / np.exp(s).sum()
>>> round(float(w.sum()), 12)
1.0
```

Some prose that says what a page says, with **{n}.0**<!--= 2 * x / 2 --> in it, and more of it.

```python
>>> total = 0
>>> for i in range(100):
...     total += i
>>> total
4950
```

<!-- numbers
4950 = total
99 = i
{n}.00 = 2 * x / 2
-->
| sum  | last | score |
|------|------|-------|
| 4950 | 99   | {n}.00 |

Words follow, as they do: no number in this paragraph, nor in the next one, only plain words, which
are read all the same, since a numeral might hide in any of them.

```python
>>> sorted(range(5), key=lambda i: -i)
[4, 3, 2, 1, 0]
```

And {n}<!--= round(2 * x / 2) --> once more.
"""


def seconds(folder: Path, *arguments: str) -> tuple[float, float]:
    """Run the check in a folder, and return the processor time and the wall time that it took."""
    command = [sys.executable, "-m", "attention_docs.numbers", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(_root)}
    taken = []
    for _ in range(3):
        before, start = os.times(), time.perf_counter()
        done = subprocess.run(  # noqa: S603
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        after, end = os.times(), time.perf_counter()
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        taken.append((sum(after[2:4]) - sum(before[2:4]), end - start))
    return min(cpu for cpu, _ in taken), min(wall for _, wall in taken)


def row(name: str, taken: tuple[float, float], more: str = "") -> None:
    """Print a row of the table."""
    cpu, wall = taken
    sys.stdout.write(f"{name:<28} {cpu:>8.2f} s {wall:>8.2f} s  {more}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables."""
    sys.stdout.write(f"{'':<28} {'processor':>10} {'wall':>10}  a page more\n")
    row("this site's pages", seconds(_root, "docs"))
    alone = 0.0
    for count in map(int, arguments or ["1", "10", "100", "1000"]):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "docs").mkdir()
            (folder / "pyproject.toml").write_text("[tool.numbers]\n")
            for n in range(1, count + 1):
                (folder / f"docs/page{n}.md").write_text(_page.format(n=n), encoding="utf-8")
            taken = seconds(folder)
        alone = alone or taken[0]
        more = f"{1000 * (taken[0] - alone) / (count - 1):.0f} ms" if count > 1 else ""
        row(f"{count} pages", taken, more)
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "pyproject.toml").write_text("[tool.numbers]\nsetup = 'x = 0.5'\n")
        lines = [f"So {n}<!--= round(2 * x * {n}) --> of them.\n\n" for n in range(10_000)]
        (Path(name) / "page.md").write_text("".join(lines), encoding="utf-8")
        row("10,000 numbers on a page", seconds(Path(name), "page.md"))


if __name__ == "__main__":
    main(sys.argv[1:])
