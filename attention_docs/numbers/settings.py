"""What a project says once for the command line, for pytest and for its site's build."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

Check = Literal["all", "bound", "off"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The table ``[tool.numbers]`` of the nearest ``pyproject.toml``; all of it may be left out.

    Attributes
    ----------
    root
        The folder of that file, which the paths below start from, and whose modules the code of the
        pages may import.
    pages
        Where the pages are: folders, files, and patterns such as ``*.yml``.
    exclude
        Patterns of pages that are not looked at.
    names
        Patterns of pages on which a number that nothing binds is a name, such as a changelog.
    check
        ``all`` numbers, ``bound`` ones alone, or ``off``; ``numbers:`` in the front matter of a
        page goes before it.
    labels
        The reviewed list of labels.
    setup
        Python statements that run before the code of each page.
    timeout
        Seconds that one block or expression may take.
    decimal
        ``.`` or ``,``; without it, what is usual in the language of the site.
    """

    root: Path
    pages: tuple[str, ...] = ("docs",)
    exclude: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    check: Check = "all"
    labels: str = "docs/labels.toml"
    setup: str = ""
    timeout: float = 10.0
    decimal: str = ""

    @classmethod
    def near(cls, path: Path) -> Settings:
        """Read the settings that hold for a file or folder.

        Raises
        ------
        ValueError
            If the table has an unknown key, or a value of another type.
        """
        start = path.resolve()
        for folder in (start, *start.parents):
            project = folder / "pyproject.toml"
            if project.is_file():
                try:
                    table = tomllib.loads(project.read_text(encoding="utf-8"))
                except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                    raise ValueError(f"{project} is not TOML: {error}") from None
                return cls.of(folder, table.get("tool", {}).get("numbers", {}), str(project))
        return cls(Path.cwd())

    @classmethod
    def of(cls, root: Path, table: dict[str, object], source: str) -> Settings:
        """Check the types of a table of settings."""
        known = [field.name for field in fields(cls) if field.name != "root"]
        for key in table:
            if key not in known:
                raise ValueError(
                    f"{source}: [tool.numbers] has {key!r}; it may have {', '.join(known)}"
                )
        return cls(root, **cls.typed(table, source))

    @staticmethod
    def typed(table: dict[str, object], source: str) -> dict[str, Any]:
        """Return the values of a table, each of its type."""
        return {key: _typed(key, value, source) for key, value in table.items()}

    @property
    def labels_path(self) -> Path:
        """The labels file, whether or not there is one."""
        return self.root / self.labels

    def excludes(self, path: Path) -> bool:
        """Say whether a page is not looked at."""
        return self._is_among(path, self.exclude)

    def is_of_names(self, path: Path) -> bool:
        """Say whether a number that nothing binds is a name on a page."""
        return self._is_among(path, self.names)

    def _is_among(self, path: Path, patterns: tuple[str, ...]) -> bool:
        here, root = path.resolve(), self.root.resolve()
        if not here.is_relative_to(root):
            return False
        return any(here.relative_to(root).match(pattern) for pattern in patterns)


def _typed(key: str, value: object, source: str) -> object:
    if key in ("pages", "exclude", "names"):
        several = [value] if isinstance(value, str) else value
        if isinstance(several, (list, tuple)) and all(isinstance(one, str) for one in several):
            return tuple(several)
    elif key == "timeout":
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
            return value
    elif isinstance(value, str):
        allowed = {"check": get_args(Check), "decimal": (".", ",", "")}.get(key)
        if allowed is None or value in allowed:
            return value
        raise ValueError(f"{source}: {key} is {value!r}; it must be one of {', '.join(allowed)}")
    raise ValueError(f"{source}: {key} is {value!r}, a {type(value).__name__}")
