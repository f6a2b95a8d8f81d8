"""The reviewed list of labels that need no comment beside each use.

Some numerals are names: the 1 of k₁, the 2 of n², the digits of a web address or of ``float32``.
They are labels by rule. How often each stands on a page is pinned here, so that a changed digit
fails until someone has looked at the difference.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from attention_docs.numbers.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tomlkit.items import Table

    from attention_docs.numbers.spans import Span

_preface = """\
# Labels that need no comment beside each use. [wording] holds on every page: exact words = reason.
# [symbols] of the pages and [drawn] of figures are written by `python -m attention_docs.numbers`
# with --pin and pages, or the built site, behind it: read what it changes.

[wording]
"""
_tables = ("wording", "symbols", "drawn")


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a set of pages.

    Attributes
    ----------
    path
        The file they are kept in.
    wording
        Wordings with digits that are labels on every page, each with a reason.
    symbols
        For each page, how often each label by rule stands on it.
    drawn
        For each page as built, how often code draws each label on it.
    """

    path: Path
    wording: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    drawn: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Labels:
        """Read a labels file; one that does not exist has no labels.

        Raises
        ------
        ValueError
            If it is not TOML of the expected shape.
        """
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls(path)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is not TOML: {error}") from None
        for key in entries:
            if key not in _tables:
                raise ValueError(f"{path} holds {key!r}; expected [wording], [symbols], [drawn]")
        symbols, drawn = (_counts(path, key, entries.get(key, {})) for key in _tables[1:])
        return cls(path, _reasons(path, entries.get("wording", {})), symbols, drawn)

    def key(self, page: str) -> str:
        """Name a page as the file does: by its path from the file's own folder."""
        return Path(relpath(page, self.path.parent)).as_posix()

    def differences(
        self, page: str, found: Iterable[tuple[str, Span]]
    ) -> list[tuple[Span | None, str]]:
        """Say which labels by rule stand on a page more or less often than is pinned, and where."""
        found = list(found)
        here, there = _counted(found), Counter(self.symbols.get(self.key(page), {}))
        said = _changes(there, here)
        if not said:
            return []
        more = [at for text, at in found if here[_joined(text)] > there[_joined(text)]]
        message = f"labels by rule have changed, {said}; look at them, then accept them with --pin"
        return [(more[0] if more else None, message)]

    def drawn_differences(self, page: str, here: Counter[str]) -> str:
        """Say which labels code draws on a built page more or less often than is pinned."""
        return _changes(Counter(self.drawn.get(page, {})), here)

    def with_drawn(self, drawn: Mapping[str, Counter[str]]) -> Labels:
        """Return the labels with those that code draws pinned as they are now."""
        pinned = {page: dict(counts) for page, counts in drawn.items() if counts}
        return Labels(self.path, self.wording, self.symbols, pinned)

    def with_page(self, page: str, found: Iterable[tuple[str, Span]]) -> Labels:
        """Return the labels with one page pinned as it is now."""
        symbols = {**self.symbols, self.key(page): dict(_counted(found))}
        if not symbols[self.key(page)]:
            del symbols[self.key(page)]
        return Labels(self.path, self.wording, symbols, self.drawn)

    def save(self) -> None:
        """Write [symbols] and [drawn] anew, and leave everything else in the file as it stands.

        Raises
        ------
        ValueError
            If tomlkit, which keeps comments, is not installed.
        """
        try:
            import tomlkit  # it is needed for nothing else
        except ImportError:
            raise ValueError("--pin needs tomlkit: pip install 'attention_docs[numbers]'") from None
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else _preface
        document = tomlkit.parse(text)
        tables = {"symbols": self.symbols, "drawn": self.drawn}
        for name in tables:
            if name in document:
                document.remove(name)
        parts = [document.as_string().rstrip() + "\n"]
        parts += [tomlkit.dumps({name: _table(pages)}) for name, pages in tables.items() if pages]
        content = "\n".join(parts)
        tomllib.loads(content)
        write_whole(self.path, content.encode())


def _table(pages: Mapping[str, Mapping[str, int]]) -> Table:
    import tomlkit

    table = tomlkit.table()
    for page in sorted(pages):
        counts = tomlkit.inline_table()
        counts.update(dict(sorted(pages[page].items())))
        table[page] = counts
    return table


def _changes(there: Counter[str], here: Counter[str]) -> str:
    changed = [text for text in {**here, **there} if here[text] != there[text]]
    return ", ".join(f"{text} {there[text]} → {here[text]}" for text in changed[:8])


def _reasons(path: Path, table: object) -> dict[str, str]:
    if not isinstance(table, dict) or not all(
        isinstance(reason, str) and reason for reason in table.values()
    ):
        raise ValueError(f'{path}: each line of [wording] must read "exact words" = "a reason"')
    return table


def _counts(path: Path, key: str, table: object) -> dict[str, dict[str, int]]:
    if not isinstance(table, dict) or not all(
        isinstance(counts, dict) and all(isinstance(count, int) for count in counts.values())
        for counts in table.values()
    ):
        raise ValueError(f"{path}: [{key}] must hold counts by page; write them with --pin")
    return table


def _counted(found: Iterable[tuple[str, Span]]) -> Counter[str]:
    return Counter(
        _joined(text) for text, _ in found if any(character.isnumeric() for character in text)
    )


def _joined(text: str) -> str:
    return " ".join(text.split())
