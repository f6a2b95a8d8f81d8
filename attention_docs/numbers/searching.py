"""Holds MkDocs's search index to the pages that it leads to."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from attention_docs.numbers.accounts import Unbound, all_text, plain_text, short
from attention_docs.numbers.htmltree import parse
from attention_docs.numbers.literal import any_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def search_census(
    index: str, pages: Mapping[str, str], wording: Iterable[str] = ()
) -> list[Unbound]:
    """Find every numeral of MkDocs's search index that its page does not show.

    Parameters
    ----------
    index
        The text of ``search_index.json``.
    pages
        The HTML of each page, by its address as the index has it.
    wording
        Reviewed wordings with digits.
    """
    trees = {address: parse(page) for address, page in pages.items()}
    shown = {address: _digits(all_text(tree)) for address, tree in trees.items()}
    # The index glues the cells of a table together: 0.71 and 2.03 become 0.712.03.
    glued = {address: plain_text(tree) for address, tree in trees.items()}
    reviewed = any_of(wording)
    found = []
    for entry in json.loads(index)["docs"]:
        address = entry["location"].partition("#")[0]
        for part in ("title", "text"):
            text = reviewed.sub(" ", parse(entry[part]).text())
            found += [
                Unbound(1, f"{entry['location']} {part}", run, short(text), "its page shows none")
                for run in re.findall(r"\d[\d.,]*", text)
                if not _digits(run) <= shown.get(address, set())
                and run not in glued.get(address, "")
            ]
    return found


def _digits(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))
