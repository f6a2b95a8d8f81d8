"""Runs pages under pytest: their code, their numbers, and the examples of a package's docstrings.

In a project's ``conftest.py``::

    from attention_docs.numbers.sybil import examples, pages

    root = Path(__file__).parent
    pytest_collect_file = (pages(root / "docs") + examples(root / "src")).pytest()
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sybil import Document, Region, Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser

from attention_docs.numbers.including import place_included
from attention_docs.numbers.project import project_of
from attention_docs.numbers.report import report
from attention_docs.numbers.settings import Settings
from attention_docs.numbers.targets import pages_of
from attention_docs.numbers.writing import read_source

if TYPE_CHECKING:
    from sybil import Example
    from sybil.typing import Parser


def pages(*paths: Path) -> Sybil:
    """Collect the Markdown pages under some paths: every block of Python, and every number.

    Each page is one test: its code from top to bottom, and its numbers on the way. The settings are
    those of the nearest ``pyproject.toml``.

    Parameters
    ----------
    paths
        Absolute paths of pages or of folders of pages. A folder with a ``pyproject.toml``
        stands for the pages that its settings name.
    """
    return _Collected(paths, PageDocument)


def examples(*paths: Path) -> Sybil:
    """Collect only the code under some paths: blocks in Markdown, and examples in docstrings.

    Parameters
    ----------
    paths
        Absolute paths of pages, of modules, or of folders of either.
    """
    return _Collected(paths, CodeDocument)


class _Collected(Sybil):
    def __init__(self, paths: tuple[Path, ...], document: type[Document]) -> None:
        types: dict[str | None, type[Document]] = {None: document, ".py": PythonDocStringDocument}
        super().__init__([DocTestParser()], document_types=types)
        self.suffixes = (".md", ".py") if document is CodeDocument else (".md",)
        self.folders = [path for path in paths if path.is_dir()]
        self.files = {path for path in paths if not path.is_dir()}
        for path in self.folders if document is PageDocument else []:
            if (path / "pyproject.toml").is_file():
                self.folders.remove(path)
                self.files.update(pages_of(Settings.near(path)))

    def should_parse(self, path: Path) -> bool:
        """Say whether a file is one of those asked for."""
        if path in self.files:
            return True
        return path.suffix in self.suffixes and any(path.is_relative_to(p) for p in self.folders)


class PageDocument(Document):
    """A page with one region, which is all of it."""

    checks_numbers: ClassVar[bool] = True

    @classmethod
    def parse(cls, path: str, *parsers: Parser, encoding: str = "utf-8") -> Document:
        """Leave the page to one test; the parsers, which know docstrings, are not asked."""
        del parsers, encoding
        text = read_source(Path(path))
        document = cls(text, path)
        project = project_of(Path(path).parent)
        if (project.extent(text) if cls.checks_numbers else "bound") != "off":
            document.add(Region(0, len(text), evaluator=partial(cls.judge, path=path)))
        return document

    @classmethod
    def judge(cls, example: Example, *, path: str) -> str:
        """Check the page, and tell its faults."""
        project, where = project_of(Path(path).parent), _relative(path)
        text = example.document.text
        page = project.read(text, where)
        extent = project.extent(text)
        if not cls.checks_numbers:
            page.forget_numbers()
            extent = "bound"
        result = project.check_page(page, where, extent)
        place_included(result, text)
        return report(result, where, result.findings) if result.findings else ""


class CodeDocument(PageDocument):
    """A page of which only the code counts."""

    checks_numbers = False


def _relative(path: str) -> str:
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
