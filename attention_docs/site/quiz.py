"""Makes a quiz of a Markdown list, so that its words stand in the page like any others.

Inside ``<div class="quiz" markdown>``, each paragraph is a question and the task list below it has
its options: ``[x]`` the right one, ``[ ]`` the others, each followed by a quoted paragraph that
says why. Radio buttons and the reasons, each in a disclosure, stand in the HTML;
``docs/assets/quiz.mjs`` keeps score.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from attention_docs.site.options import Option, move, read_options


def _fieldset(question: Element, options: list[Option], name: str) -> Element:
    fieldset = Element("fieldset", {"class": "quiz__question"})
    move(question, SubElement(fieldset, "legend"))
    for position, option in enumerate(options, start=1):
        identity = f"{name}-{position}"
        row = SubElement(fieldset, "div", {"class": "quiz__option"})
        row.set("data-right" if option.right else "data-wrong", "")
        attributes = {"type": "radio", "name": name, "id": identity}
        SubElement(row, "input", attributes)
        move(option.label, SubElement(row, "label", {"for": identity}))
        disclosure = SubElement(row, "details", {"class": "quiz__reason"})
        SubElement(disclosure, "summary").text = "Right or wrong, and why?"
        disclosure.extend(list(option.reason))
    return fieldset


def _result(questions: int) -> Element:
    result = Element("div", {"class": "quiz__result"})
    score = SubElement(result, "p", {"class": "quiz__score", "role": "status"})
    SubElement(score, "span", {"class": "quiz__said"}).tail = " "
    count = SubElement(score, "span", {"class": "quiz__count"})
    right = SubElement(count, "span", {"class": "quiz__right", "data-value": "0"})
    right.text, right.tail = "0", " of "
    total = SubElement(count, "span", {"data-value": str(questions)})
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
        options = read_options(items, f"quiz question {text!r}", least=3)
        quiz.append(_fieldset(question, options, f"{identity}-{number}"))
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
