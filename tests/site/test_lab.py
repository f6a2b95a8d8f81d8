"""The notebook's page: slim, like all others, and never stale."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import jupytext
import pytest

from attention_docs.site import lab
from tests.site.conftest import ROOT, gzipped

if TYPE_CHECKING:
    from pathlib import Path

CELL = """<div class="jp-Notebook"><div class="jp-RenderedMarkdown"><h1 id="lab">Lab
<a class="anchor-link" href="#lab">¶</a></h1></div><div class="jp-CodeCell"><div class="jp-CodeCell"
id="cell-1"><div class="highlight-ipynb"><pre>1 &lt; 2</pre></div><div class="jp-OutputArea-output"
data-mime-type="{mime}"><pre>True</pre></div></div></div></div>"""


def test_a_cell_becomes_a_doctest_block() -> None:
    page = lab.slimmed(CELL.format(mime="text/plain"), "lab.ipynb")
    assert page.count('<div class="language-pycon highlight"><pre>') == 1
    assert re.sub("<[^>]+>", "", page).split() == [
        "Lab", "#", "Download", "the", "notebook", "&gt;&gt;&gt;", "1", "&lt;", "2", "True",
    ]  # fmt: skip


def test_a_drawing_stays_an_image_in_which_no_script_runs() -> None:
    cell = CELL.replace("<pre>True</pre>", '<img alt="" src="data:image/svg+xml;base64,PHN2Zy8+">')
    page = lab.slimmed(cell.format(mime="image/svg+xml"), "lab.ipynb")
    assert '"live__drawing" alt="The drawing" src="data:image/svg+xml;base64,PHN2Zy8+">' in page
    assert "<svg" not in page


def test_a_picture_is_an_error() -> None:
    with pytest.raises(ValueError, match="a cell gave something other than text: 1 < 2True"):
        lab.slimmed(CELL.format(mime="image/png"), "lab.ipynb")


def test_a_page_without_a_notebook_is_an_error() -> None:
    with pytest.raises(ValueError, match="without a notebook"):
        lab.slimmed("<p>Not one</p>", "lab.ipynb")


def test_the_page_is_slim_and_of_one_piece_with_the_others(site: Path) -> None:
    page = (site / "lab/index.html").read_bytes()
    assert len(page) <= 42_000
    assert gzipped(page) <= 9_500
    assert b"jp-" not in page
    cells = [cell for cell in jupytext.read(ROOT / "docs/lab.py").cells if cell.cell_type == "code"]
    assert page.count(b'class="live"') == len(cells)


def test_the_download_is_the_notebook_and_the_same_each_time(site: Path, tmp_path: Path) -> None:
    notebook = json.loads((site / "lab/lab.ipynb").read_text("utf-8"))
    kinds = {cell["cell_type"] for cell in notebook["cells"]}
    assert kinds == {"markdown", "code"}
    lab.write_notebook(ROOT / "docs/lab.py", tmp_path / "lab.ipynb")
    assert (tmp_path / "lab.ipynb").read_bytes() == (site / "lab/lab.ipynb").read_bytes()
