"""What all figures share: the frame, its controls, and the region that tells changes aloud."""

from __future__ import annotations

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
    text: str,
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


def hatch(frame: Frame) -> Element:
    """Return the hatched fill that tells key and value 2 from 1 without colour."""
    return tag(
        "pattern",
        tag("rect", width=6, height=6, class_="soft-2"),
        tag("path", d="M0 0V6", class_="stroke-2", stroke_width=3),
        id=frame.id("hatch"),
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def checked_range(name: str, value: float, least: float, most: float) -> None:
    """Raise ValueError unless `value` lies between `least` and `most`."""
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}; it must be from {least} to {most}")
