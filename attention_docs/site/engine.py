"""The build's JavaScript engine: V8, in this process, through mini-racer.

It sets the formulas and draws the figures. It has no loader of modules, so `module` links them:
each becomes a function that returns its exports, and its imports take those of others.
"""

from __future__ import annotations

import atexit
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from py_mini_racer import JSEvalException, MiniRacer

__all__ = ["JSEvalException", "call", "module", "run", "whole", "written"]

_import = re.compile(r'^import \{(?P<names>[^}]*)\} from "(?P<path>[^"]+)";$', re.MULTILINE)
_export = re.compile(r"^export (?=(?:const|let|(?:async )?function\*?|class) (\w+))", re.MULTILINE)
_numbers = count()


@cache
def _engine() -> MiniRacer:
    engine = MiniRacer()
    # Left to the end of the interpreter, it waits for a thread that has stopped (Python 3.13).
    atexit.register(engine.close)
    return engine


def run(script: str) -> None:
    """Run a script; what it declares stays for scripts and calls to come."""
    _engine().eval(script)


def call(function: str, *arguments: object) -> Any:  # noqa: ANN401 - what the script returns
    """Return what a JavaScript function gives for plain values and arrays of NumPy.

    Raises
    ------
    JSEvalException
        If the function throws.

    Examples
    --------
    >>> call("Math.max", 1, 3, 2)
    3
    """
    return _engine().execute(f"{function}(...{written(arguments)})")


def written(value: object) -> str:
    """Write plain values and arrays of NumPy as JavaScript, which unlike JSON knows infinities.

    Examples
    --------
    >>> written({"scores": [1, float("-inf")]})
    '{"scores":[1,-Infinity]}'
    """
    return json.dumps(value, separators=(",", ":"), default=lambda array: array.tolist())


def module(path: Path) -> str:
    """Run an ES module of ours, and those it imports; return an expression for its exports.

    It knows the one form of import that our modules use, ``import { a, b as c } from "./d.mjs";``
    in lines of its own, and exports that stand before a declaration. Here no module has an address:
    what it loads from beside itself is for browsers.
    """
    return _evaluated(_linked(path, module))


def whole(path: Path) -> str:
    """Return an expression for the exports of a module that holds all it imports.

    A module that two others import is in it twice, so that neither knows the other's classes.
    """
    return _linked(path, whole)


def _linked(path: Path, exports_of: Callable[[Path], str]) -> str:
    def imported(match: re.Match[str]) -> str:
        names = match["names"].replace(" as ", ": ")
        return f"const {{{names}}} = {exports_of(path.parent / match['path'])};"

    source = path.read_text("utf-8")
    exports = ", ".join(_export.findall(source))
    body = _export.sub("", _import.sub(imported, source)).replace("import.meta", "{}")
    return f'(() => {{ "use strict";\n{body}\nreturn {{ {exports} }}; }})()'


@cache
def _evaluated(expression: str) -> str:
    # Named after its text, so that `mkdocs serve` runs a module anew when it has changed.
    name = f"module{next(_numbers)}"
    run(f"const {name} = {expression};")
    return name
