"""What all figures share: the frame, its controls, and the region that tells changes aloud."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from attention_docs.figures.markup import Element, html, tag


class Frame(NamedTuple):
    """One figure on a page: its name, and how many of that name stand before it."""

    name: str
    instance: int

    def id(self, part: str = "") -> str:
        """Return an id that no other figure on the page has.

        Examples
        --------
        >>> Frame("dial", 0).id("angle"), Frame("dial", 1).id()
        ('figure-dial-angle', 'figure-dial-1')
        """
        which = str(self.instance) if self.instance else ""
        return "-".join(filter(None, ("figure", self.name, which, part)))


def framed(frame: Frame, body: list[Element], caption_html: str) -> str:
    """Return the whole figure: `body`, the buttons that every figure has, and the caption."""
    shared = [
        controls(
            tag("button", "Reset", type="button", data_do="reset"),
            tag("button", "Copy link to this view", type="button", data_do="copy"),
            tag("span", class_="figure-note", data_note="", role="status"),
            kind="figure-shared",
        ),
        tag("p", class_="figure-said", data_said="", aria_live="polite"),
    ]
    inside = html(tag("div", *body, *shared, class_="figure-body"))
    caption = f"<figcaption>{caption_html}</figcaption>" if caption_html else ""
    return (
        f'<figure class="figure figure-{frame.name}" id="{frame.id()}"'
        f' data-figure="{frame.name}" data-instance="{frame.instance}">{inside}{caption}</figure>'
    )


def controls(*children: Element, kind: str = "") -> Element:
    """Return a group of controls that keeps its place, unseen and out of reach, until woken."""
    return tag("div", *children, class_=f"figure-controls {kind}".rstrip(), inert="")


def slider(
    frame: Frame,
    field: str,
    text: Element | str,
    shown: Element,
    *,
    value: float,
    least: float,
    most: float,
    step: float = 1,
) -> Element:
    """Return a labelled range input for the setting `field`, with its value `shown` beside it."""
    name = frame.id(field)
    return tag(
        "div",
        tag("label", text, for_=name),
        tag("span", shown, class_="figure-set"),
        tag(
            "input",
            type="range",
            id=name,
            data_field=field,
            min=least,
            max=most,
            step=step,
            value=value,
        ),
        class_="figure-slider",
    )


def drawing(
    frame: Frame, *shapes: Element | str, told: str, by: str, box: str, part: str | None = None
) -> Element:
    """Return a drawing of `shapes` in the ``viewBox`` named `box`.

    To a screen reader it is one picture that `told` names; the element whose id ends in `by` has
    its numbers.
    """
    return tag(
        "svg",
        *shapes,
        role="img",
        aria_label=told,
        aria_describedby=frame.id(by),
        viewBox=box,
        class_="figure-svg",
        data_part=part,
    )


def hatch(frame: Frame, kind: str = "2") -> Element:
    """Return a hatched fill: it tells key 2 from 1 without colour, or what is hidden from a query.

    `kind` is "2" or "hidden", and the last part of the id by which shapes refer to it.
    """
    return tag(
        "pattern",
        tag("rect", width=6, height=6, class_=f"soft-{kind}"),
        tag("path", d="M0 0V6", class_=f"stroke-{kind}", stroke_width=3),
        id=frame.id(f"hatch-{kind}"),
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def hatched(frame: Frame, kind: str = "2") -> str:
    """Return the value of ``fill`` that names the fill made by `hatch`."""
    return f"url(#{frame.id(f'hatch-{kind}')})"


def toggle(frame: Frame, field: str, text: str, *, on: bool) -> Element:
    """Return a labelled checkbox for the setting `field`."""
    name = frame.id(field)
    box = tag(
        "input", type="checkbox", id=name, data_field=field, checked="checked" if on else None
    )
    return tag("div", box, tag("label", text, for_=name), class_="figure-option")


def choices(
    frame: Frame, field: str, title: str, options: dict[str, Element | str], chosen: str
) -> Element:
    """Return labelled radio buttons for the setting `field`, which takes the keys of `options`."""
    rows = []
    for value, text in options.items():
        name = frame.id(f"{field}-{value}")
        button = tag(
            "input",
            type="radio",
            id=name,
            name=frame.id(field),
            value=value,
            data_field=field,
            checked="checked" if value == chosen else None,
        )
        rows.append(tag("div", button, tag("label", text, for_=name), class_="figure-option"))
    return tag("fieldset", tag("legend", title), *rows, class_="figure-choices")


def checked_range(name: str, value: float, least: float, most: float) -> None:
    """Raise ValueError unless `value` lies between `least` and `most`."""
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}; it must be from {least} to {most}")


def checked_choice(name: str, value: str, options: Iterable[str]) -> None:
    """Raise ValueError unless `value` is one of `options`."""
    if value not in options:
        raise ValueError(f"{name} is {value!r}; it must be one of: {', '.join(options)}")
