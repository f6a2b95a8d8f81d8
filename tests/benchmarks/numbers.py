"""What binding costs: plain Sybil against the same pages with their numbers checked.

``python -m tests.benchmarks.numbers [PAGES…]`` writes so many synthetic pages and runs pytest on
them both ways in turn, so that whatever else the machine does falls on both. Processor time, the
least of three runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

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


_plain = """
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser
pytest_collect_file = Sybil([PythonCodeBlockParser()], patterns=["*.md"]).pytest()
"""
_bound = """
from collections.abc import Sequence
from pathlib import Path
from attention_docs.numbers.sybil import pages
pytest_collect_file = pages(Path(__file__).parent).pytest()
"""


def seconds(folder: Path, conftest: str) -> float:
    """Run pytest on a folder, and return the processor time that it took."""
    (folder / "conftest.py").write_text(conftest)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    after = os.times()
    if done.returncode:
        raise RuntimeError(done.stdout)
    return sum(after[2:4]) - sum(before[2:4])


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table."""
    sys.stdout.write(f"{'pages':>6} {'plain Sybil':>12} {'with numbers':>13} {'ratio':>6}\n")
    for count in map(int, arguments or ["1", "10", "100", "1000"]):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
            for n in range(1, count + 1):
                (folder / f"page{n}.md").write_text(_page.format(n=n), encoding="utf-8")
            pairs = [(seconds(folder, _plain), seconds(folder, _bound)) for _ in range(3)]
        plain, bound = (min(pair[way] for pair in pairs) for way in (0, 1))
        row = f"{count:>6} {plain:>10.2f} s {bound:>11.2f} s {bound / plain:>6.2f}\n"
        sys.stdout.write(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
