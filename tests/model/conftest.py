"""The tiny model, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from attention_docs.model import Model
from tests.model import tiny


@pytest.fixture(scope="session")
def tiny_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.write(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture(scope="session")
def model(tiny_path: Path) -> Model:
    return Model.read(tiny_path)
