"""Fetches the browser's Python from whoever has it: the sources are tried in order."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from http import HTTPStatus
from pathlib import Path

import platformdirs

from attention_docs.site.pyodide import FILES, SECONDS_OF_SILENCE, SOURCES, VERSION, Pinned, Source

log = logging.getLogger(f"mkdocs.plugins.{__name__}")


class UnavailableError(Exception):
    """A source can't give what it was asked for; the message says why."""


def find_runtime(
    environment: Mapping[str, str],
    files: Sequence[Pinned] = FILES,
    sources: Sequence[Source] = SOURCES,
) -> Path:
    """Return a folder that holds every file of the runtime, each checked against its hash.

    Parameters
    ----------
    environment : mapping of str to str
        ``PYODIDE_DIR`` names a folder that holds all of the files, or some.
    files : sequence of Pinned
        What is wanted.
    sources : sequence of Source
        Who is asked, in this order, for what is not on this machine.

    Raises
    ------
    ValueError
        If ``PYODIDE_DIR`` is not a folder, or holds a file of another content.
    UnavailableError
        If no source has what is missing; the message has a line for each source.
    """
    if named := environment.get("PYODIDE_DIR"):
        own = Path(named).absolute()
        _check_own_folder(own, files)
        if not missing_from(own, files):
            return own
        sources = [Source("PYODIDE_DIR", f"{own.as_uri()}/"), *sources]
    cache = platformdirs.user_cache_path("attention_docs") / f"pyodide-{VERSION}"
    return fill(cache, files, sources)


def fill(folder: Path, files: Sequence[Pinned], sources: Sequence[Source]) -> Path:
    """Complete `folder` from the sources, in order, and return it.

    Raises
    ------
    UnavailableError
        If files are missing after the last source; the message has a line for each source.
    """
    refusals = []
    for source in sources:
        missing = missing_from(folder, files)
        if not missing:
            return folder
        names = ", ".join(file.name for file in missing)
        log.info("asking %s for %s", source.name, names)
        try:
            for file, content in fetch(source, missing):
                _keep(folder, file, content)
        except UnavailableError as reason:
            refusals.append(f"{source.name}: {reason}")
        else:
            lacking = ", ".join(file.name for file in missing_from(folder, missing))
            refusals.append(f"{source.name}: it has no {lacking}")
    if missing := missing_from(folder, files):
        names = ", ".join(file.name for file in missing)
        raise UnavailableError("\n  ".join([f"nobody has {names}", *refusals]))
    return folder


def missing_from(folder: Path, files: Iterable[Pinned]) -> list[Pinned]:
    """Return the files that are not in `folder`, or are there with another content."""

    def stands(file: Pinned) -> bool:
        path = folder / file.name
        return path.is_file() and file.matches(path.read_bytes())

    return [file for file in files if not stands(file)]


def fetch(source: Source, wanted: Sequence[Pinned]) -> Iterator[tuple[Pinned, bytes]]:
    """Yield those of the wanted files that a source has.

    Raises
    ------
    UnavailableError
        If the source can't be reached.
    """
    if not source.command:
        for file in wanted:
            if (content := _download(source.place + file.name)) is not None:
                yield file, content
        return
    with tempfile.TemporaryDirectory() as folder:
        _run(*source.command, folder)
        (archive,) = Path(folder).iterdir()
        for file in wanted:
            if (content := _member(archive, source.place + file.name)) is not None:
                yield file, content


def _download(address: str) -> bytes | None:
    """Return what is at an address, or nothing if nothing is there."""
    try:
        with closing(urllib.request.urlopen(address, timeout=SECONDS_OF_SILENCE)) as response:  # noqa: S310 - the scheme is in SOURCES
            content: bytes = response.read()
    except urllib.error.HTTPError as error:
        if error.code == HTTPStatus.NOT_FOUND:
            return None
        raise UnavailableError(f"{address}: {error}") from None
    except OSError as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, FileNotFoundError):
            return None
        raise UnavailableError(f"{address}: {reason}") from None
    return content


def _member(archive: Path, name: str) -> bytes | None:
    """Return a file inside a zip or tar archive, or nothing if there is none of that name."""
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as packed:
                return packed.read(name)
        with tarfile.open(archive) as packed:
            content = packed.extractfile(name)
            return content.read() if content else None
    except KeyError:
        return None


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
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as part:
            part.write(content)
        Path(part.name).chmod(0o644)
        Path(part.name).replace(folder / file.name)
    except OSError as error:
        raise UnavailableError(f"{folder} cannot be written to: {error.strerror}") from None


def _run(*command: str) -> None:
    """Run a command, which shows its own progress on a terminal."""
    program = shutil.which(command[0])
    if program is None:
        raise UnavailableError(f"{command[0]} is not installed")
    watched = sys.stderr.isatty()
    try:
        subprocess.run(  # noqa: S603
            [program, *command[1:]],
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
