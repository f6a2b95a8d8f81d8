"""Makes a field of a Markdown list: the reader types a number before the page shows it.

Inside ``<div class="predict" markdown>`` stand paragraphs that ask, and one task list: ``[x]`` with
the right number, ``[ ]`` with numbers that known slips lead to, each followed by a quoted paragraph
that says why. The numbers are bound like all others. The field stands in the HTML, disabled;
``docs/assets/predict.mjs`` wakes it. The answers wait in a closed disclosure, for all who look and
for those without scripts.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from attention_docs.site.options import Option, move, read_options


def _field(identity: str, asked: str) -> Element:
    row = Element("p", {"class": "predict__row"})
    SubElement(row, "label", {"for": identity}).text = "Your number"
    attributes = {
        "type": "text",
        "inputmode": "decimal",
        "id": identity,
        "autocomplete": "off",
        "disabled": "disabled",
        "aria-describedby": asked,
    }
    SubElement(row, "input", attributes)
    SubElement(row, "button", {"type": "submit", "disabled": "disabled"}).text = "Check"
    return row


def _answer(option: Option, target: Element) -> None:
    """Write an option as one answer: its number, and the reason behind it."""
    target.set("class", "predict__option")
    target.set("data-right" if option.right else "data-wrong", "")
    move(option.label, SubElement(target, "p", {"class": "predict__number"}))
    move(option.reason, SubElement(target, "div", {"class": "predict__reason"}))


def _answers(options: list[Option]) -> Element:
    disclosure = Element("details", {"class": "predict__answer"})
    SubElement(disclosure, "summary").text = "Show the answer"
    (right,) = (option for option in options if option.right)
    _answer(right, SubElement(disclosure, "div"))
    if slips := [option for option in options if not option.right]:
        SubElement(
            disclosure, "p", {"class": "predict__others"}
        ).text = "If you got another number:"
        rows = SubElement(disclosure, "ul")
        for slip in slips:
            _answer(slip, SubElement(rows, "li"))
    return disclosure


def _build(box: Element, identity: str) -> None:
    """Turn the paragraphs and the list inside a prediction into a form."""
    *asked, items = list(box)
    text = " ".join("".join(part.itertext()) for part in asked)
    if not asked or items.tag != "ul" or any(part.tag != "p" for part in asked):
        tags = [part.tag for part in (*asked, items)]
        raise ValueError(f"prediction holds {tags}; it must hold paragraphs, then one list")
    options = read_options(items, f"prediction {text!r}", least=2)
    for part in (*asked, items):
        box.remove(part)
    box.tag = "form"
    question = SubElement(box, "div", {"class": "predict__question", "id": f"{identity}-asked"})
    question.extend(asked)
    box.append(_field(identity, f"{identity}-asked"))
    SubElement(box, "div", {"class": "predict__said", "role": "status"})
    box.append(_answers(options))


class _Predictions(Treeprocessor):
    def run(self, root: Element) -> None:
        boxes = [div for div in root.iter("div") if div.get("class") == "predict"]
        for number, box in enumerate(boxes, start=1):
            _build(box, f"predict-{number}")


class PredictExtension(Extension):
    """Builds predictions after inline Markdown was parsed."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the processor."""
        md.treeprocessors.register(_Predictions(md), "predict", priority=7.5)


def makeExtension() -> PredictExtension:  # noqa: N802 - Python-Markdown's name
    """Return the extension, as Python-Markdown asks for it."""
    return PredictExtension()
