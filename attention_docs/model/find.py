"""Where the weights are: one file, pinned by its SHA-256."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


class MissingWeightsError(Exception):
    """The weights are not on this machine, or can't be brought here; the message says why."""


def find(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the file of weights that this machine has, checked against its hash.

    Parameters
    ----------
    environment : mapping of str to str
        ``MODEL_DIR`` names a folder that may hold the file; the user's cache is looked into next.

    Raises
    ------
    ValueError
        If ``MODEL_DIR`` is not a folder, or its file has another content.
    MissingWeightsError
        If neither place has the file.
    """
    if named := environment.get("MODEL_DIR"):
        if not Path(named).is_dir():
            raise ValueError(f"MODEL_DIR is {named!r}; it must be a folder")
        own = Path(named) / NAME
        if own.is_file():
            if not matches(own):
                raise ValueError(f"{own} has another SHA-256 than the model's, which is {SHA256}")
            return own
    cached = cache_folder() / NAME
    if cached.is_file() and matches(cached):
        return cached
    raise MissingWeightsError(
        f"the model's weights ({NAME}) are not here: run `make model`, "
        "or name a folder that holds them in MODEL_DIR"
    )


def cache_folder() -> Path:
    """Return the folder of the user's cache that `make model` brings the weights to."""
    return platformdirs.user_cache_path("attention_docs") / "model"


def matches(path: Path) -> bool:
    """Say whether a file is that of the weights, to the last bit."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == SHA256
