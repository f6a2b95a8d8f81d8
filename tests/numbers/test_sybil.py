import subprocess
import sys
from pathlib import Path

conftest = """
from pathlib import Path
from attention_docs.numbers.sybil import examples, pages
root = Path(__file__).parent
pytest_collect_file = (pages(root / "docs") + examples(root / "README.md", root / "pack")).pytest()
"""
page = """---
title: The 3rd
# 3 = x
---
0.67<!--= 2 / 3 -->

```py title="first"
x = 3
```

``` { .python hl_lines="1" }
assert x == 3
```

    ```pycon
    >>> x
    3
    ```

0.66<!--= 2 / 3 --> and 3<!--= x -->
"""
module = '''
def half(x):
    """Halve.

    >>> half(3)
    1.5
    """
    return x / 2
'''


def run(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONPATH": f"{Path(__file__).parents[2]}:{folder}"},
        check=False,
    )
    return done.stdout


def test_a_conftest_of_one_import_runs_code_numbers_and_docstrings(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(conftest)
    (tmp_path / "docs").mkdir()
    (tmp_path / "pack").mkdir()
    (tmp_path / "docs" / "page.md").write_text(page)
    (tmp_path / "docs" / "right.md").write_text("0.67<!--= 2 / 3 -->\n")
    (tmp_path / "README.md").write_text("Python 3.11\n\n```python\n1 / 0\n```\n")
    (tmp_path / "pack" / "__init__.py").write_text("")
    (tmp_path / "pack" / "halves.py").write_text(module)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    out = run(tmp_path)
    assert "docs/page.md:20:1: 0.66 is wrong" in out
    assert "README.md:4:1: ZeroDivisionError" in out
    assert "halves.py::line:5," in out
    assert "docs/page.md::line:1,column:1 FAILED" in out
    assert "docs/right.md::line:1,column:1 PASSED" in out
    assert "2 failed, 2 passed" in out
