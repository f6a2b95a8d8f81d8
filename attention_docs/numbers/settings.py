"""What a project says once for the command line, for pytest and for its site's build."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """The table ``[tool.numbers]`` of the nearest ``pyproject.toml``; all of it may be left out.

    Attributes
    ----------
    root
        The folder of that file, which the paths below start from.
    pages
        Where the pages are.
    labels
        The reviewed list of labels.
    setup
        Python statements that run before the code of each page.
    timeout
        Seconds that one block or expression may take.
    """

    root: Path
    pages: str = "docs"
    labels: str = "docs/labels.toml"
    setup: str = ""
    timeout: float = 10.0

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
        types = {"pages": str, "labels": str, "setup": str, "timeout": (int, float)}
        for key, value in table.items():
            if key not in types:
                known = ", ".join(field.name for field in fields(cls) if field.name != "root")
                raise ValueError(f"{source}: [tool.numbers] has {key!r}; it may have {known}")
            if isinstance(value, bool) or not isinstance(value, types[key]):  # type: ignore[arg-type]
                raise ValueError(f"{source}: {key} is {value!r}, a {type(value).__name__}")
        return cls(root, **table)  # type: ignore[arg-type]

    @property
    def labels_path(self) -> Path:
        """The labels file, whether or not there is one."""
        return self.root / self.labels
