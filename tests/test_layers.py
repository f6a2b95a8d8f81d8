"""The contract of imports can fail: each kind of breach, in a copy of the package, is refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).parent.parent
lint_imports = Path(sys.executable).parent / "lint-imports"


def linted(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        [lint_imports, "--no-cache"], cwd=tree, capture_output=True, text=True, check=False
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the package and its contract, for a breach to be added."""
    ignored = shutil.ignore_patterns("__pycache__", "katex", "assets")
    shutil.copytree(root / "attention_docs", tmp_path / "attention_docs", ignore=ignored)
    shutil.copy(root / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_package_as_it_stands_is_kept(tree: Path) -> None:
    done = linted(tree)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_module_in_no_layer_is_refused(tree: Path) -> None:
    (tree / "attention_docs/nowhere.py").write_text("")
    done = linted(tree)
    assert done.returncode == 1
    assert "attention_docs.nowhere" in done.stdout


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("attention", "figures"),
        ("attention", "heads"),
        ("cost", "gradient"),
        ("heads", "site"),
        ("_arguments", "attention"),
        ("figures.misplaced", "site"),
        ("figures.misplaced", "numbers"),
        ("learning", "figures"),
        ("learning", "model"),
        ("gradient", "learning"),
        ("numbers.misplaced", "attention"),
        ("numbers.misplaced", "site"),
        ("live.misplaced", "_arguments"),
        ("live.misplaced", "numbers"),
    ],
)
def test_an_import_of_a_layer_above_or_beside_is_refused(
    tree: Path, module: str, imported: str
) -> None:
    package = tree / "attention_docs"
    for name in ("live", "model"):
        (package / name).mkdir(exist_ok=True)
        (package / name / "__init__.py").touch()
    (package / "learning.py").touch()
    path = package.joinpath(*module.split(".")).with_suffix(".py")
    path.touch()
    source = path.read_text("utf-8")
    path.write_text(f"{source}\nimport attention_docs.{imported}\n", "utf-8")
    done = linted(tree)
    assert done.returncode == 1
    assert f"attention_docs.{module} -> attention_docs.{imported}" in done.stdout
