"""Accepts the labels that code has drawn on a built site."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from attention_docs.numbers.drawn import drawn_labels
from attention_docs.numbers.labels import Labels
from attention_docs.numbers.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence


def is_built(argument: str) -> bool:
    """Say whether a path is a site that was built: a folder of HTML without Markdown."""
    folder = Path(argument)
    return folder.is_dir() and (folder / "index.html").is_file() and not any(folder.glob("*.md"))


def pin_drawn(sites: Sequence[str]) -> int:
    """Pin the labels drawn on built sites, and say how many there are."""
    for site in map(Path, sites):
        labels = Labels.load(Settings.near(site).labels_path)
        pages = {
            path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(site.rglob("*"))
            if path.suffix in (".html", ".svg")
        }
        drawn = {page: drawn_labels(text, labels.wording) for page, text in pages.items()}
        labels.with_drawn(drawn).save()
        count = sum(sum(counts.values()) for counts in drawn.values())
        sys.stdout.write(f"{count} labels drawn by code pinned in {labels.path}\n")
    return 0
