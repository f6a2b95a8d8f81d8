"""Turns the page that mkdocs-jupyter makes of a notebook into one like all others.

What it makes is over half a megabyte of styles and scripts around a few cells. Here the text and
the cells are taken out. A cell becomes a doctest block, so that it looks and runs like any other.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

import jupytext
from bs4 import BeautifulSoup, Tag
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonConsoleLexer

from attention_docs.live.blocks import Block, statements

# Names, numbers and spaces, which have the colour of all code.
_plain = re.compile(r'<span class="(?:n|nn|mi|mf|w)">([^<]*)</span>')
_svg = "image/svg+xml"
_drawn = '<img class="live__drawing" alt="The drawing" src="{source}">'
_download = '<p><a class="md-button" href="{name}" download>Download the notebook</a></p>'


def slimmed(page: str, name: str) -> str:
    """Return the text and cells of a notebook's page, with a button to download it as `name`.

    Raises
    ------
    ValueError
        If a cell gave something other than text or a drawing in SVG.
    """
    notebook = BeautifulSoup(page, "html.parser").select_one(".jp-Notebook")
    if notebook is None:
        raise ValueError("mkdocs-jupyter made a page without a notebook")
    parts = [
        _cell(area) if "jp-CodeCell" in (area.get("class") or []) else _prose(area)
        for area in notebook.select(".jp-RenderedMarkdown, .jp-CodeCell[id]")
    ]
    parts.insert(1, _download.format(name=html.escape(name)))
    return "\n".join(parts)


def as_doctest(code: str, output: str) -> str:
    r"""Return a cell and what it gave as they would stand in a doctest.

    >>> as_doctest("x = [\n    2,\n]\n\nx * 2", "[2, 2]\n").splitlines()
    ['>>> x = [', '...     2,', '... ]', '>>> x * 2', '[2, 2]']
    """
    going_on = {line for one in statements(Block("", code)) for line in one.lines[1:]}
    prompted = [
        f"{'...' if number in going_on else '>>>'} {line}".rstrip()
        for number, line in enumerate(code.splitlines())
        if line or number in going_on
    ]
    return "\n".join([*prompted, output])


def write_notebook(source: Path, target: Path) -> None:
    """Write a notebook's source as an ``.ipynb`` file, the same bytes each time."""
    notebook = jupytext.read(source)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
    notebook.metadata.pop("jupytext", None)
    target.write_text(jupytext.writes(notebook, fmt="ipynb") + "\n", "utf-8")


def _prose(area: Tag) -> str:
    for link in area.select("a.anchor-link"):
        link["class"] = "headerlink"
        link["title"] = "Link to this section"
        link.string = "#"
    return area.decode_contents().strip()


def _cell(cell: Tag) -> str:
    code = cell.select_one(".highlight-ipynb pre")
    outputs = cell.select(".jp-OutputArea-output")
    kinds = {output.get("data-mime-type") for output in outputs}
    if code is None or not kinds <= {"text/plain", _svg}:
        raise ValueError(f"a cell gave something other than text: {cell.get_text()}")
    texts = [output for output in outputs if output.get("data-mime-type") != _svg]
    given = "\n".join(output.get_text().strip("\n") for output in texts)
    formatter = HtmlFormatter(cssclass="language-pycon highlight", wrapcode=True)
    block: str = highlight(as_doctest(code.get_text(), given), PythonConsoleLexer(), formatter)
    block = _plain.sub(r"\1", block)
    # An image of data, in which no script runs; the notebook's text says what it shows.
    images = cell.select(f'[data-mime-type="{_svg}"] img')
    drawings = "".join(_drawn.format(source=image["src"]) for image in images)
    return block.replace("<span></span><code>", '<code data-label="code that ran">').replace(
        "</code>", f"{drawings}</code>"
    )
