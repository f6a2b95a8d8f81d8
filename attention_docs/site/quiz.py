"""Makes a quiz of a Markdown list, so that its words stand in the page like any others.

Inside ``<div class="quiz" markdown>``, each paragraph is a question and the task list below it has
its options: ``[x]`` the right one, ``[ ]`` the others, each followed by a quoted paragraph that
says why. Radio buttons and the reasons, each in a disclosure, stand in the HTML;
``docs/assets/quiz.mjs`` keeps score.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

_mark = re.compile(r"\[(?P<right>[ x])\] ")


@dataclass(frozen=True)
class _Option:
    label: Element
    reason: Element
    right: bool


def _option(item: Element, question: str) -> _Option:
    """Read a list item: ``[x] option`` and a quoted reason."""
    parts = list(item)
    if [part.tag for part in parts] != ["p", "blockquote"]:
        raise ValueError(
            f"quiz question {question!r}: an option holds {[part.tag for part in parts]}; "
            "it must hold one paragraph and one quoted reason, with an empty line between them"
        )
    label, reason = parts
    mark = _mark.match(label.text or "")
    if not mark:
        raise ValueError(
            f"quiz question {question!r}: option {label.text!r} must start with [ ] or [x]"
        )
    label.text = (label.text or "")[mark.end() :]
    return _Option(label, reason, right=mark["right"] == "x")


def _options(items: Element, question: str) -> list[_Option]:
    options = [_option(item, question) for item in items]
    right = sum(option.right for option in options)
    if right != 1 or len(options) < 3:
        raise ValueError(
            f"quiz question {question!r} has {len(options)} options, {right} of them right; "
            "it must have at least three, exactly one right"
        )
    return options


def _move(source: Element, target: Element) -> Element:
    """Move the text and children of one element into another."""
    target.text = source.text
    target.extend(list(source))
    return target


def _fieldset(question: Element, options: list[_Option], name: str) -> Element:
    fieldset = Element("fieldset", {"class": "quiz__question"})
    _move(question, SubElement(fieldset, "legend"))
    for position, option in enumerate(options, start=1):
        identity = f"{name}-{position}"
        row = SubElement(fieldset, "div", {"class": "quiz__option"})
        row.set("data-right" if option.right else "data-wrong", "")
        attributes = {"type": "radio", "name": name, "id": identity}
        SubElement(row, "input", attributes)
        _move(option.label, SubElement(row, "label", {"for": identity}))
        disclosure = SubElement(row, "details", {"class": "quiz__reason"})
        SubElement(disclosure, "summary").text = "Right or wrong, and why?"
        disclosure.extend(list(option.reason))
    return fieldset


def _result(questions: int) -> Element:
    result = Element("div", {"class": "quiz__result"})
    score = SubElement(result, "p", {"class": "quiz__score", "role": "status"})
    SubElement(score, "span", {"class": "quiz__said"}).tail = " "
    right = SubElement(score, "span", {"class": "quiz__right", "data-value": "0"})
    right.text, right.tail = "0", " of "
    total = SubElement(score, "span", {"data-value": str(questions)})
    total.text, total.tail = str(questions), " right"
    SubElement(result, "button", {"type": "reset", "class": "quiz__again"}).text = "Try again"
    return result


def _build(quiz: Element, identity: str) -> None:
    """Turn the paragraphs and lists inside a quiz into a form."""
    parts = list(quiz)
    for part in parts:
        quiz.remove(part)
    quiz.tag = "form"
    quiz.set("aria-label", "Quiz")
    quiz.set("autocomplete", "off")
    if len(parts) % 2:
        raise ValueError(
            f"quiz has {len(parts)} parts; each question must have one list of options"
        )
    pairs = list(zip(parts[::2], parts[1::2], strict=True))
    for number, (question, items) in enumerate(pairs, start=1):
        text = "".join(question.itertext())
        if (question.tag, items.tag) != ("p", "ul"):
            raise ValueError(
                f"quiz: after {text!r} comes <{items.tag}>; it must be a list of options"
            )
        quiz.append(_fieldset(question, _options(items, text), f"{identity}-{number}"))
    quiz.append(_result(len(pairs)))


class _Quiz(Treeprocessor):
    def run(self, root: Element) -> None:
        quizzes = [div for div in root.iter("div") if div.get("class") == "quiz"]
        for number, quiz in enumerate(quizzes, start=1):
            _build(quiz, f"quiz-{number}")


class QuizExtension(Extension):
    """Builds quizzes after inline Markdown was parsed."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the processor."""
        md.treeprocessors.register(_Quiz(md), "quiz", priority=7.5)


def makeExtension() -> QuizExtension:  # noqa: N802 - Python-Markdown's name
    """Return the extension, as Python-Markdown asks for it."""
    return QuizExtension()
