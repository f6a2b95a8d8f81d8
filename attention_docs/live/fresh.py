"""Lets every run start from nothing: undoes what one changes beyond its own names."""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import os
import shutil
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from importlib.machinery import SOURCE_SUFFIXES
from pathlib import Path
from typing import NoReturn

_missing = object()


@contextlib.contextmanager
def left_as_found() -> Iterator[types.ModuleType]:
    """Undo, at the end, what code changes in modules, settings and files.

    Yields built-ins of the code's own, so that what it does to them meets no other code. There, and
    in ``asyncio.run``, what can't work inside a block says so.
    """
    with contextlib.ExitStack() as stack:
        for kept in (_modules_kept, _settings_kept, _place_kept, _files_removed):
            stack.enter_context(kept())
        asyncio.run = _refusal(
            "asyncio.run() can't wait here, because a block runs in one go. "
            "Call ordinary functions in its place"
        )
        own = types.ModuleType("builtins")
        vars(own).update(vars(builtins))
        vars(own)["input"] = _refusal(
            "input() can't ask here, because nobody can type while a block runs. "
            "Write the answer into the code"
        )
        sys.modules["builtins"] = own
        yield own


def _refusal(words: str) -> Callable[..., NoReturn]:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise RuntimeError(words)

    return refuse


@contextlib.contextmanager
def _modules_kept() -> Iterator[None]:
    """Give modules back the public names they had, and forget those that were imported."""
    modules = dict[str, object](sys.modules)
    names = {
        module: dict(vars(module))
        for module in modules.values()
        if isinstance(module, types.ModuleType)
    }
    try:
        yield
    finally:
        for module, before in names.items():
            _restore(vars(module), before)
        for name in sys.modules.keys() - modules.keys():
            if _can_be_imported_again(name):
                del sys.modules[name]
        sys.modules |= modules  # type: ignore[arg-type]


def _restore(now: dict[str, object], before: dict[str, object]) -> None:
    """Undo changes of names, but for private ones, which are the module's own notes."""
    for name in [*now]:
        if name in before or name.startswith("_"):
            continue
        # A module inside a package was imported, and stays so.
        if not isinstance(now[name], types.ModuleType):
            del now[name]
    for name, value in before.items():
        if now.get(name, _missing) is not value and not name.startswith("_"):
            now[name] = value


def _can_be_imported_again(name: str) -> bool:
    """Say whether a module is written in Python, throughout its package."""
    package = name.partition(".")[0]
    members = [one for one in sys.modules if one.partition(".")[0] == package]
    origins = [getattr(sys.modules[one], "__file__", None) for one in members]
    return all(Path(origin).suffix in SOURCE_SUFFIXES for origin in origins if origin)


@contextlib.contextmanager
def _settings_kept() -> Iterator[None]:
    """Restore the settings of Python and NumPy."""
    limit = sys.getrecursionlimit()
    with contextlib.ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        if numpy := sys.modules.get("numpy"):
            stack.enter_context(numpy.printoptions())
            stack.enter_context(numpy.errstate())
        yield
    sys.setrecursionlimit(limit)


@contextlib.contextmanager
def _place_kept() -> Iterator[None]:
    """Restore the working folder, the environment and the search path."""
    folder, environment, path = Path.cwd(), dict(os.environ), [*sys.path]
    try:
        yield
    finally:
        os.chdir(folder)
        sys.path[:] = path
        if os.environ != environment:
            os.environ.clear()
            os.environ.update(environment)


# The files and folders that a run has made so far, while one is watched.
_made: list[Path] | None = None


@contextlib.contextmanager
def _files_removed() -> Iterator[None]:
    """Remove the files and folders that are made."""
    global _made
    made: list[Path] = []
    _made = made
    try:
        yield
    finally:
        _made = None
        for path in reversed(made):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


# What Python tells before it makes a file or a folder, and which of its arguments is the path.
_makers = {"open": 0, "os.mkdir": 0, "os.rename": 1, "os.link": 1, "os.symlink": 1}


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if _made is None or event not in _makers:
        return
    path = arguments[_makers[event]]
    if isinstance(path, str | bytes | os.PathLike):
        place = Path(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - links stay as they are
        if not os.path.lexists(place):
            _made.append(place)


sys.addaudithook(_note)
