"""The package goes into the reader's browser, so it may need nothing that is not there."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import attention_docs.live

folder = Path(attention_docs.live.__file__).parent


def imports(path: Path) -> set[str]:
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_it_needs_the_standard_library_and_itself_alone() -> None:
    for path in folder.glob("*.py"):
        foreign = {
            name
            for name in imports(path)
            if name.split(".")[0] not in sys.stdlib_module_names
            and not name.startswith("attention_docs.live")
        }
        assert foreign == set(), path.name
