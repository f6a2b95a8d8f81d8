"""What is imported is declared, and what is declared is imported, or run by name."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

root = Path(__file__).parent.parent
project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
extras = project["optional-dependencies"]
optional = [extras[name] for name in extras if name != "dev"]

# Declared for what it does, not for what it gives to import: commands, plugins, types.
RUN_BY_NAME = {
    *("build", "check-jsonschema", "codespell", "import-linter", "mypy", "ruff", "zizmor"),
    *("mkdocs-jupyter", "mkdocs-material", "pymdown-extensions"),
    *("pytest-rerunfailures", "pytest-xdist"),
    *("lxml-stubs", "types-markdown", "types-pyyaml"),
}
# .ci/run installs them.
ELSEWHERE = ["torch", "transformers"]


def normal(name: str) -> str:
    """Return a distribution's name as indexes compare it, without versions and extras."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", name)[0]).lower()


def declared(*groups: list[str]) -> set[str]:
    return {normal(requirement) for group in groups for requirement in group}


def imported(*folders: str) -> dict[str, str]:
    """Return the distributions that files import, each with a file that does."""
    known = packages_distributions()
    found = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            for name in top_level(path) - sys.stdlib_module_names - {"attention_docs", "tests"}:
                (distribution,) = set(known.get(name, [name]))
                found[normal(distribution)] = str(path.relative_to(root))
    return found


def top_level(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize(
    ("folder", "groups"),
    [
        ("attention_docs/live", []),
        ("attention_docs/site", [project["dependencies"], extras["site"], extras["numbers"]]),
        ("attention_docs", [project["dependencies"], *optional]),
        ("tests", [project["dependencies"], *extras.values(), ELSEWHERE]),
    ],
)
def test_what_is_imported_is_declared(folder: str, groups: list[list[str]]) -> None:
    allowed = declared(*groups)
    missing = {name: path for name, path in imported(folder).items() if name not in allowed}
    assert missing == {}


def test_what_is_declared_is_used() -> None:
    used = imported("attention_docs", "tests").keys() | RUN_BY_NAME | {"attention-docs"}
    assert declared(project["dependencies"], *extras.values()) - used == set()
