"""What the build makes of the browser's Python: files in the site, and the list of them."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from attention_docs.site import pyodide, runtime
from attention_docs.site.pyodide import Pinned

if TYPE_CHECKING:
    from pathlib import Path

CONTENTS = {"core.wasm": b"core", "numpy.whl": b"numpy"}
FILES = [
    Pinned(name, hashlib.sha256(content).hexdigest(), len(content), name)
    for name, content in CONTENTS.items()
]


@pytest.fixture
def found(tmp_path: Path) -> Path:
    for name, content in CONTENTS.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_placing_again_keeps_the_files_and_needs_no_copy(found: Path) -> None:
    for _ in range(2):
        runtime.place(found, found / "site", FILES)
    for name, content in CONTENTS.items():
        assert (found / "site" / name).read_bytes() == content
        assert (found / "site" / name).samefile(found / name)


def test_placing_copies_where_links_cannot_be_made(
    found: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("os.link", fail)
    runtime.place(found, found / "site", FILES)
    assert (found / "site/core.wasm").read_bytes() == b"core"
    assert not (found / "site/core.wasm").samefile(found / "core.wasm")


def test_the_list_states_each_file_as_it_is(site: Path) -> None:
    folder = site / runtime.FOLDER
    listing = json.loads((folder / "runtime.json").read_text("utf-8"))
    assert len(listing["files"]) == len(pyodide.FILES) + 1
    for file in listing["files"]:
        content = (folder / file["path"]).read_bytes()
        assert file["size"] == len(content)
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        archive = file["path"].endswith((".whl", ".zip"))
        sent = content if archive else gzip.compress(content, 6, mtime=0)
        # Libraries that compress differ by a few bytes.
        assert file["transfer"] == pytest.approx(len(sent), rel=0.01)
