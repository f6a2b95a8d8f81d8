"""Draws each figure of the lesson as HTML and SVG, from the values that the package computes.

What is drawn here is the figure's first state, which shows without scripts, in print and in feeds.
In the browser ``docs/assets/figures/NAME.mjs`` takes the same elements over.
"""

from __future__ import annotations

from collections.abc import Callable

from attention_docs.figures import cost, dial, heads, mask, scaling, softmax
from attention_docs.figures.frame import Frame, framed
from attention_docs.figures.markup import Element

_bodies: dict[str, Callable[..., list[Element]]] = {
    "dial": dial.body,
    "softmax": softmax.body,
    "mask": mask.body,
    "scaling": scaling.body,
    "cost": cost.body,
    "heads": heads.body,
}

names = tuple(_bodies)


def draw(name: str, caption_html: str = "", *, instance: int = 0, **state: object) -> str:
    """Return the figure `name` as HTML.

    Parameters
    ----------
    name : str
        One of `names`.
    caption_html : str
        HTML for the figure's caption; without it there is none.
    instance : int
        0 for the first figure of this name on a page, 1 for the second, and so on; it keeps ids
        and the names in the page's address apart.
    **state : object
        The figure's own settings, such as ``angle=45``; the lesson's first state unless given.

    Raises
    ------
    ValueError
        If there is no such figure, or a setting is out of its range.
    TypeError
        If the figure has no such setting.

    Examples
    --------
    >>> draw("dial").startswith('<figure class="figure figure-dial" id="figure-dial"')
    True
    >>> draw("clock")
    Traceback (most recent call last):
    ValueError: name is 'clock'; it must be one of: dial, softmax, mask, scaling, cost, heads
    """
    if name not in _bodies:
        raise ValueError(f"name is {name!r}; it must be one of: {', '.join(names)}")
    frame = Frame(name, instance)
    return framed(frame, _bodies[name](frame, **state), caption_html)
