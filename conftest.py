"""Runs every Python example of the package, and checks every page of the project, under pytest."""

from pathlib import Path

from attention_docs.numbers.sybil import examples, pages

root = Path(__file__).parent
pytest_collect_file = (pages(root) + examples(root / "attention_docs")).pytest()
