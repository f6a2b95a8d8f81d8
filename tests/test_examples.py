"""No example is passed over in silence: what the pages and docstrings hold is what runs.

Fences and docstrings are counted here by other means than those that collect them.
"""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser

from attention_docs.numbers.project import project_of

root = Path(__file__).parent.parent
pages = [
    *sorted((root / "docs").rglob("*.md")),
    root / "README.md",
    root / "CONTRIBUTING.md",
]
modules = sorted((root / "attention_docs").rglob("*.py"))

# Any fence, however it is written, whose language could be Python's.
fence = re.compile(
    r"^[ >\t]*(?:`{3,}|~{3,})[ \t]*\{?[ \t]*\.?(?:py|pycon|python)\d?\b", re.MULTILINE
)


@pytest.mark.parametrize("path", pages, ids=lambda path: path.name)
def test_every_python_fence_of_a_page_runs(path: Path) -> None:
    page = project_of(path.parent).read(path.read_text("utf-8"), str(path))
    blocks = [block for block in page.fences if block.runs]
    shown = re.sub(r"^````.*?^````$", "", page.text, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == len(fence.findall(shown))


def test_the_lesson_has_fences_to_count() -> None:
    assert len(fence.findall((root / "docs/index.md").read_text("utf-8"))) > 10


def examples_in(source: str) -> int:
    """Count the prompts of the docstrings in a module's source."""
    nodes = ast.walk(ast.parse(source))
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    strings = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, holders)]
    return sum(len(doctest.DocTestParser().get_examples(string)) for string in strings)


@pytest.mark.parametrize("path", modules, ids=lambda path: str(path.relative_to(root)))
def test_every_example_of_a_docstring_is_collected(path: Path) -> None:
    document = PythonDocStringDocument.parse(str(path), DocTestParser())
    assert len(document.regions) == examples_in(path.read_text("utf-8"))
