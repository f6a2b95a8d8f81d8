"""The reviewed list of labels that need no comment beside each use.

Some numerals are names: the 1 of k₁, the 2 of n², the digits of a web address or of ``float32``.
They are labels by rule. What the rule lets through on each page is pinned here, section by
section, so that a changed digit fails until someone has looked at the difference.
"""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from attention_docs.numbers.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from attention_docs.numbers.markdown import Span

_pinned_header = "[pinned."
_preface = """\
# Labels that need no comment beside each use. Write [wording] by hand: exact words = a reason.
# The rest is written by `python -m attention_docs.numbers --pin`: read what it changes.

[wording]
"""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a set of pages.

    Attributes
    ----------
    path
        The file they are kept in.
    wording
        Words with digits that are labels wherever they stand, each with a reason.
    pinned
        By page, then by section: what is a label there by rule, in order, parted by spaces.
    """

    path: Path
    wording: Mapping[str, str] = field(default_factory=dict)
    pinned: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Labels:
        """Read the file; where there is none, nothing is pinned.

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
        wording, pinned = entries.pop("wording", {}), entries.pop("pinned", {})
        if entries:
            raise ValueError(f"{path} holds {next(iter(entries))!r}; expected [wording], [pinned]")
        return cls(path, _reasons(path, wording), {k: dict(v) for k, v in pinned.items()})

    def key(self, page: str) -> str:
        """Name a page as the file does: by its path from the file's own folder."""
        return Path(os.path.relpath(page, self.path.parent)).as_posix()

    def differences(
        self, page: str, found: Iterable[tuple[str, str, Span]]
    ) -> list[tuple[str, Span | None, str]]:
        """Return, for each section that differs, where it first does and how."""
        differing: list[tuple[str, Span | None, str]] = []
        pinned = self.pinned.get(self.key(page), {})
        sections = _by_section(found)
        for section in [*sections, *(name for name in pinned if name not in sections)]:
            here = sections.get(section, [])
            there = pinned.get(section, "").split()
            texts = [_joined(text) for text, _ in here]
            if texts == there:
                continue
            pairs = list(zip(texts, there, strict=False))
            place = next((i for i, (have, want) in enumerate(pairs) if have != want), len(pairs))
            have = texts[place] if place < len(texts) else "nothing"
            want = there[place] if place < len(there) else "nothing"
            at = here[min(place, len(here) - 1)][1] if here else None
            message = f"{have} stands here, and {want} is pinned in {self.path.name}"
            differing.append((section, at, message))
        return differing

    def with_page(self, page: str, found: Iterable[tuple[str, str, Span]]) -> Labels:
        """Return the labels with one page pinned as it is now."""
        sections = {
            name: " ".join(_joined(text) for text, _ in entries)
            for name, entries in _by_section(found).items()
        }
        pinned = {**self.pinned, self.key(page): sections}
        if not sections:
            del pinned[self.key(page)]
        return Labels(self.path, self.wording, pinned)

    def save(self) -> None:
        """Write the pinned part anew, and leave all above it as it stands."""
        try:
            kept = self.path.read_text(encoding="utf-8").partition(_pinned_header)[0]
        except FileNotFoundError:
            kept = _preface
        parts = [kept.rstrip() + "\n"]
        for page in sorted(self.pinned):
            parts.append(f"\n{_pinned_header}{_quoted(page)}]\n")
            parts += [f"{_quoted(k)} = {_quoted(v)}\n" for k, v in self.pinned[page].items()]
        write_whole(self.path, "".join(parts).encode())


def _reasons(path: Path, wording: object) -> dict[str, str]:
    if not isinstance(wording, dict) or not all(
        isinstance(reason, str) and reason for reason in wording.values()
    ):
        raise ValueError(f'{path}: each line of [wording] must read "exact words" = "a reason"')
    return wording


def _by_section(found: Iterable[tuple[str, str, Span]]) -> dict[str, list[tuple[str, Span]]]:
    sections: dict[str, list[tuple[str, Span]]] = {}
    for section, text, at in found:
        sections.setdefault(section, []).append((text, at))
    return sections


def _joined(text: str) -> str:
    return "_".join(text.split())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
