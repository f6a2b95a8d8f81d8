"""A page's project: its settings, its labels and its renderer, the same for whoever checks it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from attention_docs.numbers.check import Checker
from attention_docs.numbers.including import place_included
from attention_docs.numbers.labels import Labels
from attention_docs.numbers.markdown import front_matter
from attention_docs.numbers.names import name_unbound, read_names
from attention_docs.numbers.page import read_page
from attention_docs.numbers.rendering import Renderer
from attention_docs.numbers.settings import Check, Settings
from attention_docs.numbers.worker import outcomes

if TYPE_CHECKING:
    from attention_docs.numbers.findings import Result
    from attention_docs.numbers.page import Page

_own_check = re.compile(r"^numbers:[ \t]*(all|bound|off)[ \t]*$", re.MULTILINE)
_own_language = re.compile(r"^lang(?:uage)?:[ \t]*[\"']?([a-z]{2})", re.MULTILINE)
# The languages of which all or nearly all readers write decimals with a comma.
_with_comma = frozenset(
    [
        "be",
        "bg",
        "ca",
        "cs",
        "da",
        "de",
        "el",
        "es",
        "et",
        "eu",
        "fi",
        "fr",
        "gl",
        "hr",
        "hu",
        "id",
        "is",
        "it",
        "lt",
        "lv",
        "mk",
        "nb",
        "nl",
        "nn",
        "no",
        "pl",
        "pt",
        "ro",
        "ru",
        "sk",
        "sl",
        "sq",
        "sr",
        "sv",
        "tr",
        "uk",
        "vi",
    ]
)


@dataclass(frozen=True, slots=True)
class Project:
    """All that a page is checked by."""

    settings: Settings
    labels: Labels
    renderer: Renderer

    @classmethod
    def near(cls, path: Path) -> Project:
        """Return the project that a page or folder belongs to.

        Raises
        ------
        ValueError
            If its settings, its labels or its ``mkdocs.yml`` cannot be read.
        """
        settings = Settings.near(path)
        return cls(settings, Labels.load(settings.labels_path), Renderer.near(path))

    def extent(self, text: str) -> Check:
        """Say which numbers of a page are checked."""
        own = _own_check.search(text, *front_matter(text))
        return own[1] if own else self.settings.check  # type: ignore[return-value]

    def read(self, text: str, where: str, *, sight: bool = True) -> Page:
        """Read a page, or a file whose numerals can only be names."""
        if not where.endswith((".md", ".markdown")):
            return read_names(text)
        text = self.renderer.expanded(text)
        own = _own_language.search(text, *front_matter(text))
        language = own[1] if own else self.renderer.language
        comma = self.settings.decimal == "," or (
            not self.settings.decimal and language[:2] in _with_comma
        )
        page = read_page(text, self.labels.wording, self.renderer, comma=comma, sight=sight)
        if self.extent(text) == "bound":
            page.forget_unbound()
        elif self.settings.is_of_names(Path(where)):
            name_unbound(page)
        return page

    def check(self, text: str, where: str) -> Result:
        """Check a page.

        Raises
        ------
        ValueError
            If the setup raises.
        """
        result = self.check_page(self.read(text, where), where, self.extent(text))
        place_included(result, text)
        return result

    def check_page(self, page: Page, where: str, extent: Check = "all") -> Result:
        """Check a page that was read."""
        run = partial(
            outcomes,
            where=where,
            setup=self.settings.setup,
            timeout=float(self.settings.timeout),
            root=self.settings.root,
        )
        return Checker(page, where, run, self.labels if extent == "all" else None).run()


@cache
def project_of(folder: Path) -> Project:
    """Return the project of a folder's pages, read once."""
    return Project.near(folder)
