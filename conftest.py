"""Runs every Python example of the package, the pages and the README under plain pytest."""

from pathlib import Path

from attention_docs.numbers.sybil import examples, pages

root = Path(__file__).parent
pytest_collect_file = (
    pages(root / "docs")
    + examples(root / "attention_docs", root / "README.md", root / "CONTRIBUTING.md")
).pytest()
