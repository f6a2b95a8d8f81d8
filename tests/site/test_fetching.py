"""Where the browser's Python comes from: every source, and none."""

from __future__ import annotations

import functools
import hashlib
import http.server
import re
import sys
import tarfile
import threading
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest

from attention_docs.site import fetching, pyodide
from attention_docs.site.fetching import UnavailableError
from attention_docs.site.pyodide import Pinned, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

# Leaves a file, the first argument, in the folder that is the last one.
COPY = "import shutil, sys; shutil.copy(sys.argv[1], sys.argv[2])"


def pinned(name: str, content: bytes) -> Pinned:
    return Pinned(name, hashlib.sha256(content).hexdigest(), len(content), name)


CONTENTS = {"core.wasm": b"core", "numpy.whl": b"numpy"}
FILES = tuple(pinned(name, content) for name, content in CONTENTS.items())
CORE, NUMPY = FILES


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the machine's own cache out of these tests."""
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: tmp_path / "cache")


def folder_with(path: Path, contents: dict[str, bytes]) -> Path:
    path.mkdir()
    for name, content in contents.items():
        (path / name).write_bytes(content)
    return path


def giver(folder: Path, name: str, contents: dict[str, bytes]) -> Source:
    """Return a source that has these files, at an address."""
    return Source(name, f"{folder_with(folder / name, contents).as_uri()}/")


REFUSING = Source("refusing", "", (sys.executable, "-c", "raise SystemExit('error: out of order')"))


def asked(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_sources_are_asked_in_order_for_what_is_missing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    sources = [
        REFUSING,
        giver(tmp_path, "first", {"core.wasm": b"core"}),
        giver(tmp_path, "second", CONTENTS),
        giver(tmp_path, "third", CONTENTS),
    ]
    assert fetching.fill(tmp_path / "new", FILES, sources) == tmp_path / "new"
    assert asked(caplog) == [
        "asking refusing for core.wasm, numpy.whl",
        "asking first for core.wasm, numpy.whl",
        "asking second for numpy.whl",
    ]
    assert {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()} == CONTENTS


def test_other_bytes_are_refused_whoever_sends_them(tmp_path: Path) -> None:
    bad = giver(tmp_path, "bad", {"core.wasm": b"C0RE", "numpy.whl": b"numpy"})
    target = tmp_path / "new"
    with pytest.raises(UnavailableError, match=r"bad: what came as core\.wasm has another SHA-256"):
        fetching.fill(target, FILES, [bad])
    assert not target.exists()
    fetching.fill(target, FILES, [bad, giver(tmp_path, "good", CONTENTS)])
    assert fetching.missing_from(target, FILES) == []


def test_a_damaged_copy_in_the_cache_is_replaced(tmp_path: Path) -> None:
    target = folder_with(tmp_path / "new", {"core.wasm": b"half"})
    fetching.fill(target, FILES, [giver(tmp_path, "good", CONTENTS)])
    assert fetching.missing_from(target, FILES) == []


def test_without_any_source_each_is_named_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError) as raised:
        fetching.fill(tmp_path / "new", FILES, [REFUSING, giver(tmp_path, "empty", {})])
    assert str(raised.value) == (
        "nobody has core.wasm, numpy.whl\n  refusing: error: out of order\n"
        "  empty: it has no core.wasm, numpy.whl"
    )


# PYODIDE_DIR


def test_a_whole_folder_of_ones_own_is_used_where_it_stands(tmp_path: Path) -> None:
    own = folder_with(tmp_path / "own", CONTENTS)
    assert fetching.find_runtime({"PYODIDE_DIR": str(own)}, FILES) == own
    assert not (tmp_path / "cache").exists()


def test_a_folder_with_a_part_is_completed_in_the_cache(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    own = folder_with(tmp_path / "own", {"core.wasm": b"core"})
    sources = [giver(tmp_path, "other", CONTENTS)]
    found = fetching.find_runtime({"PYODIDE_DIR": str(own)}, FILES, sources)
    assert found == tmp_path / "cache" / f"pyodide-{pyodide.VERSION}"
    assert asked(caplog)[-1] == "asking other for numpy.whl"
    assert fetching.missing_from(found, FILES) == []


def test_a_wrong_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"PYODIDE_DIR is '.*none'; it must be a folder"):
        fetching.find_runtime({"PYODIDE_DIR": str(tmp_path / "none")}, FILES)
    own = folder_with(tmp_path / "own", {"core.wasm": b"C0RE"})
    with pytest.raises(ValueError, match=rf"core\.wasm whose SHA-256 is not .* {CORE.sha256}"):
        fetching.find_runtime({"PYODIDE_DIR": str(own)}, FILES)


# The sources


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, Source]]:
    """A folder served in place of the network."""
    folder = folder_with(tmp_path / "served", {})

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, Source("served", f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()


def test_an_address_gives_the_files_that_are_there(served: tuple[Path, Source]) -> None:
    folder, source = served
    (folder / "numpy.whl").write_bytes(b"numpy")
    assert list(fetching.fetch(source, FILES)) == [(NUMPY, b"numpy")]


def test_an_unreachable_address_says_so() -> None:
    nowhere = Source("nowhere", "http://127.0.0.1:1/")
    with pytest.raises(UnavailableError, match=r"core\.wasm: .*refused"):
        next(fetching.fetch(nowhere, FILES))


def test_an_archive_gives_what_lies_in_its_folder(tmp_path: Path) -> None:
    inside = folder_with(tmp_path / "package", {"core.wasm": b"core"})
    with tarfile.open(tmp_path / "some.tgz", "w:gz") as packed:
        packed.add(inside, "package")
    with zipfile.ZipFile(tmp_path / "some.whl", "w") as zipped:
        zipped.writestr("package/core.wasm", b"core")
        zipped.writestr("elsewhere/numpy.whl", b"numpy")
    for archive in ("some.tgz", "some.whl"):
        copy = (sys.executable, "-c", COPY, str(tmp_path / archive))
        assert list(fetching.fetch(Source("", "package/", copy), FILES)) == [(CORE, b"core")]


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(UnavailableError, match="no-such-program is not installed"):
        next(fetching.fetch(Source("", "", ("no-such-program",)), FILES))


def test_a_command_that_fails_gives_its_reason() -> None:
    """Options that pip does not know would be named before this one."""
    (pip,) = (source for source in pyodide.SOURCES if source.name == "pip")
    faulty = replace(pip, command=(*pip.command[:-1], "--no-such-option", "--dest"))
    with pytest.raises(UnavailableError, match="no such option: --no-such-option"):
        next(fetching.fetch(faulty, FILES))


def test_every_file_is_pinned_by_a_whole_hash() -> None:
    assert len({file.name for file in pyodide.FILES}) == len(pyodide.FILES) == 5
    assert all(re.fullmatch("[0-9a-f]{64}", file.sha256) for file in pyodide.FILES)
