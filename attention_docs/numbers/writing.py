"""Reads pages and writes files so that nothing else in them changes."""

from __future__ import annotations

import codecs
import os
import re
import tempfile
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from attention_docs.numbers.spans import Span


def read_source(path: Path) -> str:
    """Return the text of a page, with a line feed for every end of line and no byte-order mark.

    Raises
    ------
    ValueError
        If the file is not text in UTF-8.
    """
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: byte 0x{raw[error.start]:02x} at {error.start}") from None
    if "\0" in text:
        raise ValueError(f"not text: it holds a NUL at character {text.index(chr(0))}")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def rewritten(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    """Return a text with stretches of it replaced.

    Examples
    --------
    >>> from attention_docs.numbers.spans import Span
    >>> rewritten("0.66 and 0.32", [(Span(9, 13), "0.33"), (Span(0, 4), "0.67")])
    '0.67 and 0.33'
    """
    for at, replacement in sorted(edits, reverse=True):
        text = text[: at.start] + replacement + text[at.end :]
    return text


def rewrite(path: Path, edits: Iterable[tuple[Span, str]]) -> None:
    """Replace stretches of a page, given by offsets into what `read_source` returns.

    Every byte outside them stays: ends of line, byte-order mark and all.
    """
    raw = path.read_bytes()
    mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
    text = raw[len(mark) :].decode()
    two_wide = [match.start() for match in re.finditer("\r\n", text)]
    read_places = [place - earlier for earlier, place in enumerate(two_wide)]
    for at, replacement in sorted(edits, reverse=True):
        start, end = (offset + bisect_left(read_places, offset) for offset in at)
        text = text[:start] + replacement + text[end:]
    write_whole(path, mark + text.encode())


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step: a reader sees the old content or the new, never a part."""
    path = path.resolve()
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            if path.exists():
                Path(file.name).chmod(path.stat().st_mode & 0o7777)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
