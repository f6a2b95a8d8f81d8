"""Where the browser's Python comes from: every source, and none."""

from __future__ import annotations

import functools
import hashlib
import http.server
import io
import re
import tarfile
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pytest

from attention_docs.site import pyodide
from attention_docs.site.pyodide import Pinned, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def pinned(name: str, content: bytes) -> Pinned:
    return Pinned(name, hashlib.sha256(content).hexdigest(), name)


CONTENTS = {"core.wasm": b"core", "numpy.whl": b"numpy"}
FILES = tuple(pinned(name, content) for name, content in CONTENTS.items())
CORE, NUMPY = FILES


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the machine's own cache out of these tests."""
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: tmp_path / "cache")


class Giver:
    """A source that gives what it has, and notes what it was asked for."""

    def __init__(self, contents: dict[str, bytes]) -> None:
        self.contents = contents
        self.asked: list[str] = []

    def __call__(self, wanted: Sequence[Pinned]) -> Iterator[tuple[Pinned, bytes]]:
        self.asked += [file.name for file in wanted]
        for file in wanted:
            if file.name in self.contents:
                yield file, self.contents[file.name]


def refuse(_: Sequence[Pinned]) -> Iterator[tuple[Pinned, bytes]]:
    raise UnavailableError("out of order")


def test_sources_are_asked_in_order_for_what_is_missing(tmp_path: Path) -> None:
    first, second, third = Giver({"core.wasm": b"core"}), Giver(CONTENTS), Giver(CONTENTS)
    sources: dict[str, pyodide.Source] = {"a": refuse, "b": first, "c": second, "d": third}
    assert pyodide.fill(tmp_path / "new", sources, FILES) == tmp_path / "new"
    assert first.asked == ["core.wasm", "numpy.whl"]
    assert second.asked == ["numpy.whl"]
    assert third.asked == []
    assert {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()} == CONTENTS


def test_other_bytes_are_refused_whoever_sends_them(tmp_path: Path) -> None:
    bad = Giver({"core.wasm": b"C0RE", "numpy.whl": b"numpy"})
    with pytest.raises(UnavailableError, match=r"bad: what came as core\.wasm has another SHA-256"):
        pyodide.fill(tmp_path, {"bad": bad}, FILES)
    assert list(tmp_path.iterdir()) == []
    pyodide.fill(tmp_path, {"bad": bad, "good": Giver(CONTENTS)}, FILES)
    assert pyodide.missing_from(tmp_path, FILES) == []


def test_a_damaged_copy_in_the_cache_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "core.wasm").write_bytes(b"half")
    good = Giver(CONTENTS)
    pyodide.fill(tmp_path, {"good": good}, FILES)
    assert good.asked == ["core.wasm", "numpy.whl"]
    assert pyodide.missing_from(tmp_path, FILES) == []


def test_without_any_source_each_is_named_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError) as raised:
        pyodide.fill(tmp_path, {"one": refuse, "two": Giver({})}, FILES)
    assert str(raised.value) == "nobody has core.wasm, numpy.whl\n  one: out of order"


# PYODIDE_DIR


def folder_with(path: Path, contents: dict[str, bytes]) -> Path:
    path.mkdir()
    for name, content in contents.items():
        (path / name).write_bytes(content)
    return path


def test_a_whole_folder_of_ones_own_is_used_where_it_stands(tmp_path: Path) -> None:
    own = folder_with(tmp_path / "own", CONTENTS)
    assert pyodide.find_runtime({"PYODIDE_DIR": str(own)}, FILES) == own
    assert not (tmp_path / "cache").exists()


def test_a_folder_with_a_part_is_completed_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = folder_with(tmp_path / "own", {"core.wasm": b"core"})
    cdn = Giver(CONTENTS)
    monkeypatch.setattr(pyodide, "from_cdn", cdn)
    found = pyodide.find_runtime({"PYODIDE_DIR": str(own)}, FILES)
    assert found == tmp_path / "cache" / f"pyodide-{pyodide.VERSION}"
    assert cdn.asked == ["numpy.whl"]
    assert pyodide.missing_from(found, FILES) == []


def test_a_wrong_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"PYODIDE_DIR is '.*none'; it must be a folder"):
        pyodide.find_runtime({"PYODIDE_DIR": str(tmp_path / "none")}, FILES)
    own = folder_with(tmp_path / "own", {"core.wasm": b"C0RE"})
    with pytest.raises(ValueError, match=rf"core\.wasm whose SHA-256 is not .* {CORE.sha256}"):
        pyodide.find_runtime({"PYODIDE_DIR": str(own)}, FILES)


# The sources


@pytest.fixture
def cdn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder served in place of the network."""
    folder = tmp_path / "served"
    folder.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr(pyodide, "CDN", f"http://127.0.0.1:{server.server_port}/")
        yield folder
        server.shutdown()


def test_the_cdn_gives_files_and_says_what_it_lacks(cdn: Path) -> None:
    (cdn / "core.wasm").write_bytes(b"core")
    given = pyodide.from_cdn(FILES)
    assert next(given) == (CORE, b"core")
    with pytest.raises(UnavailableError, match=r"numpy\.whl: File not found"):
        next(given)


def test_an_unreachable_cdn_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyodide, "CDN", "http://127.0.0.1:1/")
    with pytest.raises(UnavailableError, match=r"core\.wasm: .*refused"):
        next(iter(pyodide.from_cdn(FILES)))


def fake_download(monkeypatch: pytest.MonkeyPatch, option: str, name: str, archive: bytes) -> None:
    """Let the package manager's command leave `archive` where it is told to."""

    def run(*command: str) -> None:
        target = Path(command[command.index(option) + 1])
        (target / name).write_bytes(archive)

    monkeypatch.setattr(pyodide, "_run", run)
    monkeypatch.setattr("shutil.which", lambda name: name)


def test_npm_gives_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/core.wasm")
        member.size = 4
        archive.addfile(member, io.BytesIO(b"core"))
    fake_download(monkeypatch, "--pack-destination", "pyodide.tgz", packed.getvalue())
    assert list(pyodide.from_npm(FILES)) == [(CORE, b"core")]


def test_without_npm_its_source_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(UnavailableError, match="npm is not installed"):
        next(iter(pyodide.from_npm(FILES)))


def test_pip_gives_what_the_wheel_carries(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("open_webui/frontend/pyodide/numpy.whl", b"numpy")
        archive.writestr("elsewhere/core.wasm", b"core")
    fake_download(monkeypatch, "--dest", "some.whl", packed.getvalue())
    assert list(pyodide.from_pip(FILES)) == [(NUMPY, b"numpy")]


def test_a_command_that_fails_gives_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyodide, "PIP_PACKAGE", "--no-such-option")
    with pytest.raises(UnavailableError, match="no such option"):
        next(iter(pyodide.from_pip(FILES)))


# What the build does with it


def test_placing_again_keeps_the_files_and_needs_no_copy(tmp_path: Path) -> None:
    runtime = folder_with(tmp_path / "own", CONTENTS)
    for _ in range(2):
        pyodide.place(runtime, tmp_path / "site", FILES)
    for name, content in CONTENTS.items():
        assert (tmp_path / "site" / name).read_bytes() == content
        assert (tmp_path / "site" / name).samefile(runtime / name)


def test_placing_copies_where_links_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("os.link", fail)
    runtime = folder_with(tmp_path / "own", CONTENTS)
    pyodide.place(runtime, tmp_path / "site", FILES)
    assert (tmp_path / "site/core.wasm").read_bytes() == b"core"
    assert not (tmp_path / "site/core.wasm").samefile(runtime / "core.wasm")


def test_every_file_is_pinned_by_a_whole_hash() -> None:
    assert len({file.name for file in pyodide.FILES}) == len(pyodide.FILES) == 5
    assert all(re.fullmatch("[0-9a-f]{64}", file.sha256) for file in pyodide.FILES)
