"""Turns the arguments of a command, or the settings of a project, into pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Target(NamedTuple):
    """A page to look at, and the one line of it where only that is asked for."""

    path: Path
    line: int | None


def targets_of(paths: Sequence[str]) -> Iterator[Target]:
    """Turn arguments into pages; without any, yield all pages of the project here.

    Raises
    ------
    ValueError
        If there is no such page or folder, or no page in the folder.
    """
    if not paths:
        settings = Settings.near(Path.cwd())
        for path in pages_of(settings):
            yield Target(_relative(path), None)
        return
    for argument in paths:
        path, line = Path(argument), None
        match = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", argument)
        if match and not path.exists():
            path, line = Path(match[1]), int(match[2])
        if not path.exists():
            raise ValueError(f"{path} does not exist; expected a page or a folder of pages")
        if not path.is_dir():
            yield Target(path, line)
            continue
        pages = sorted(path.rglob("*.md"))
        if not pages:
            raise ValueError(f"{path} holds no page (*.md)")
        settings = Settings.near(path)
        yield from (Target(page, line) for page in pages if not settings.excludes(page))


def pages_of(settings: Settings) -> Iterator[Path]:
    """Yield the pages that a project's settings name, once each.

    Raises
    ------
    ValueError
        If one of the names leads to no page.
    """
    seen: set[Path] = set()
    for name in settings.pages:
        path = settings.root / name
        if path.is_dir():
            found = sorted(path.rglob("*.md"))
        elif any(sign in name for sign in "*?["):
            found = sorted(settings.root.glob(name))
        else:
            found = [path]
        if not found or not found[0].exists():
            raise ValueError(f"{name} of [tool.numbers] leads to no page below {settings.root}")
        for page in found:
            if page not in seen and not settings.excludes(page):
                seen.add(page)
                yield page


def _relative(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
