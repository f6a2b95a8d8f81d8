"""Builds the wheel of this package that a reader's browser imports."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

# What needs more than NumPy and the standard library can't be imported in the browser; the figures'
# values are computed there by their own modules.
LEFT_OUT = ("/attention_docs/figures", "/attention_docs/numbers", "/attention_docs/site")


def build_wheel(root: Path, target: Path) -> Path:
    """Build the wheel from the checkout at `root` into the folder `target`, and return its path.

    The same sources give the same bytes as long as ``SOURCE_DATE_EPOCH`` stays the same.
    """
    config = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    config["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"] = list(LEFT_OUT)
    plugins = PluginManager()
    metadata = ProjectMetadata(str(root), plugins, config)
    builder = WheelBuilder(str(root), plugins, metadata=metadata)
    (path,) = builder.build(directory=str(target), versions=["standard"])
    return Path(path)
