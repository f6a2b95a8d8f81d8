"""HTML and SVG elements, and the one way to put a number into them."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, tostring

from attention_docs.figures.printed import fixed, full

__all__ = ["Element", "at", "html", "label", "mark", "number", "tag", "vector"]


def tag(name: str, /, *children: Element | str, **attributes: str | float | None) -> Element:
    """Return an element that holds `children`, in order.

    An underscore in an attribute's name stands for a hyphen, and one at its end for nothing
    (``class_``). Lengths and coordinates are rounded to hundredths, so that every processor writes
    the same bytes. An attribute that is None is left out.

    Examples
    --------
    >>> html(tag("p", "a < ", tag("b", "b"), class_="sum", data_out=None))
    '<p class="sum">a &lt; <b>b</b></p>'
    >>> html(tag("circle", r=2 / 3))
    '<circle r="0.67"></circle>'
    """
    element = Element(name)
    for key, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else at(value)
            element.set(key.rstrip("_").replace("_", "-"), text)
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            element.append(child)
            last = child
        elif last is None:
            element.text = (element.text or "") + child
        else:
            last.tail = (last.tail or "") + child
    return element


def at(*coordinates: float) -> str:
    """Write coordinates, in hundredths, for a path or a transform.

    Examples
    --------
    >>> at(200 / 3, -0.001)
    '66.67 0'
    """
    # Adding 0 turns the -0.0 that rounding may leave into 0.0.
    return " ".join(f"{round(float(entry), 2) + 0:.10g}" for entry in coordinates)


def number(value: float, text: str, *, out: str | None = None, name: str = "span") -> Element:
    """Return an element that shows `text` and carries the value that the text rounds.

    Parameters
    ----------
    value : float
        The computed value; ``data-value`` gets its first 12 significant digits.
    text : str
        The value as printed, by one of the functions of `printed`.
    out : str, optional
        The name by which the figure's module finds the element when the value changes.
    name : str
        ``tspan`` inside SVG.

    Examples
    --------
    >>> html(number(2 / 3, "0.67", out="weight-1"))
    '<span data-value="0.666666666667" data-out="weight-1">0.67</span>'
    """
    return tag(name, text, data_value=full(value), data_out=out)


def mark(
    value: float, text: str, x: float, y: float, *, look: str = "soft", out: str | None = None
) -> Element:
    """Return a number that stands at a place of a drawing, such as the end of an axis.

    Examples
    --------
    >>> html(mark(1000, "1,000", 8, -2))
    '<text x="8" y="-2" class="soft"><tspan data-value="1000">1,000</tspan></text>'
    """
    return tag("text", number(value, text, out=out, name="tspan"), x=x, y=y, class_=look)


def vector(entries: Sequence[float], decimals: int = 2, *, out: str | None = None) -> Element:
    """Return an element that shows a row of numbers and carries all their values, as JSON.

    Each number is an element of its own besides, named `out` and its place from 1.

    Examples
    --------
    >>> html(vector([20 / 3, 3], 1, out="output"))
    ... # doctest: +NORMALIZE_WHITESPACE
    '<span data-value="[6.66666666667, 3]" data-out="output">[<span data-value="6.66666666667"
    data-out="output-1">6.7</span>, <span data-value="3" data-out="output-2">3.0</span>]</span>'
    """
    parts: list[Element | str] = ["["]
    for index, entry in enumerate(entries):
        named = None if out is None else f"{out}-{index + 1}"
        parts += [", "] if index else []
        parts += [number(entry, fixed(entry, decimals), out=named)]
    values = f"[{', '.join(map(full, entries))}]"
    return tag("span", *parts, "]", data_value=values, data_out=out)


def label(text: str, why: str, *, name: str = "span") -> Element:
    """Return an element whose numerals are a name, not a value; `why` says what they name.

    Examples
    --------
    >>> html(label("k₁", "the first key"))
    '<span data-label="the first key">k₁</span>'
    """
    return tag(name, text, data_label=why)


def html(element: Element) -> str:
    """Write an element as HTML."""
    return tostring(element, encoding="unicode", method="html")
