"""Runs pages under pytest: their code, their numbers, and the examples of a package's docstrings.

In a project's ``conftest.py``::

    from attention_docs.numbers.sybil import examples, pages

    root = Path(__file__).parent
    pytest_collect_file = (pages(root / "docs") + examples(root / "src")).pytest()
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sybil import Document, Region, Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser

from attention_docs.numbers.check import Checker
from attention_docs.numbers.labels import Labels
from attention_docs.numbers.page import read_page
from attention_docs.numbers.report import report
from attention_docs.numbers.session import Session
from attention_docs.numbers.settings import Settings
from attention_docs.numbers.writing import read_source

if TYPE_CHECKING:
    from sybil import Example
    from sybil.typing import Parser

    from attention_docs.numbers.check import Finding, Step


def pages(*paths: Path) -> Sybil:
    """Collect the Markdown pages under some paths: every block of Python, and every number.

    Each block of Python is one test, however its fence is written, and so are the numbers between
    two blocks. The settings are those of the nearest ``pyproject.toml``.

    Parameters
    ----------
    paths
        Absolute paths of pages or of folders of pages.
    """
    return _Collected(paths, [".md"], PageDocument)


def examples(*paths: Path) -> Sybil:
    """Collect only the code under some paths: blocks in Markdown, and examples in docstrings.

    Parameters
    ----------
    paths
        Absolute paths of pages, of modules, or of folders of either.
    """
    return _Collected(paths, [".md", ".py"], CodeDocument)


class _Collected(Sybil):
    def __init__(
        self, paths: tuple[Path, ...], suffixes: list[str], document: type[Document]
    ) -> None:
        types: dict[str | None, type[Document]] = {None: document, ".py": PythonDocStringDocument}
        super().__init__([DocTestParser()], document_types=types)
        self.paths, self.suffixes = paths, suffixes

    def should_parse(self, path: Path) -> bool:
        """Say whether a file is one of those asked for."""
        return path.suffix in self.suffixes and any(path.is_relative_to(p) for p in self.paths)


class PageDocument(Document):
    """A page whose regions are the steps of a `Checker`."""

    checks_numbers: ClassVar[bool] = True

    @classmethod
    def parse(cls, path: str, *parsers: Parser, encoding: str = "utf-8") -> Document:
        """Read a page; the parsers, which know docstrings, are not asked."""
        del parsers, encoding
        text, (settings, reviewed) = read_source(Path(path)), _project(Path(path).parent)
        labels = reviewed if cls.checks_numbers else None
        page = read_page(text, labels.wording if labels else ())
        session = Session(settings.setup, settings.timeout)
        where = _relative(path)
        document = cls(text, path)
        checker = Checker(page, where, session, labels)
        document.namespace = session.names
        for step in checker.steps():
            if step.fence or cls.checks_numbers:
                document.add(_region(document, step, partial(_take, checker, step)))
        if labels and labels.differences(where, page.pinned):
            document.add(Region(len(text), len(text), evaluator=partial(_compare_pins, checker)))
        return document


class CodeDocument(PageDocument):
    """A page of which only the code counts."""

    checks_numbers = False


@cache
def _project(folder: Path) -> tuple[Settings, Labels]:
    settings = Settings.near(folder)
    return settings, Labels.load(settings.labels_path)


def _region(document: Document, step: Step, evaluate: partial[str]) -> Region:
    """Place a step after those before it, although the numbers of front matter come last."""
    if step.fence:
        return Region(step.fence.start, step.fence.end, evaluator=evaluate)
    floor = document.regions[-1][1].end if document.regions else 0
    places = [n.at.start for n in step.numerals] + [p.at.start for p in step.problems]
    start = min((place for place in places if place >= floor), default=floor)
    return Region(start, start, evaluator=evaluate)


def _take(checker: Checker, step: Step, _: Example) -> str:
    return _told(checker, checker.take(step))


def _compare_pins(checker: Checker, _: Example) -> str:
    return _told(checker, checker.check_pins())


def _told(checker: Checker, findings: list[Finding]) -> str:
    return report(checker.result, checker.where, findings) if findings else ""


def _relative(path: str) -> str:
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
