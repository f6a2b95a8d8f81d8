"""Draws figures into pages: their own modules do it, in the build's engine, from our values.

In the browser ``docs/assets/figures/figure.mjs`` wakes what stands here, and draws with the same
function.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attention_docs.figures import figure, names
from attention_docs.figures.fields import Fields, State, state_of
from attention_docs.site import engine

modules = Path(__file__).parents[2] / "docs/assets/figures"

_place = re.compile(r'<div data-figure="(?P<name>[\w-]+)">(?P<caption>.*?)</div>', re.DOTALL)


def draw_all(page: str) -> str:
    """Draw each figure that a page asks for, as often as it does."""
    seen: Counter[str] = Counter()

    def figure_at(place: re.Match[str]) -> str:
        name = place["name"]
        seen[name] += 1
        return draw(name, place["caption"].strip(), instance=seen[name] - 1)

    return _place.sub(figure_at, page)


def draw(name: str, caption_html: str = "", *, instance: int = 0, **changes: Any) -> str:  # noqa: ANN401
    """Return the figure `name` as HTML.

    Parameters
    ----------
    name : str
        A module of ``attention_docs.figures``.
    caption_html : str
        HTML for the figure's caption; without it there is none.
    instance : int
        0 for the first figure of this name on a page, 1 for the second, and so on; it keeps ids
        and the names in the page's address apart.
    **changes : object
        The figure's own settings, such as ``angle=45``; the lesson's first state unless given.

    Raises
    ------
    ValueError
        If there is no such figure or setting, or a setting is out of its range.

    Examples
    --------
    >>> draw("dial").startswith('<figure class="figure figure-dial" id="figure-dial"')
    True
    """
    own = figure(name)
    # An underscore in a keyword stands for the hyphen of a setting.
    state = state_of(own.fields, {key.replace("_", "-"): to for key, to in changes.items()})
    identity = f"figure-{name}-{instance}" if instance else f"figure-{name}"
    caption = f"<figcaption>{caption_html}</figcaption>" if caption_html else ""
    return (
        f'<figure class="figure figure-{name}" id="{identity}" data-figure="{name}"'
        f' data-instance="{instance}"><div class="figure-body">'
        f'<div class="figure-drawn">{body(name, state, identity)}</div>{_shared}</div>'
        f"{caption}</figure>"
    )


def body(name: str, state: State, identity: str, *, awake: bool = False) -> str:
    """Return what the figure's module draws in `state`; awake, its controls can be reached."""
    frame = {"id": identity, "state": state, "awake": awake, **declared(name)}
    return drawn(name, figure(name).values(state), frame)


def drawn(name: str, values: Mapping[str, Any], frame: Mapping[str, Any]) -> str:
    """Return what a figure's module draws of `values`; `types.d.ts` says what a frame is."""
    draw = f"{engine.module(modules / f'{name}.mjs')}.draw"
    return str(engine.call(f"((...all) => {draw}(...all).text)", values, frame))


def carry(folder: Path) -> None:
    """End each figure's module in `folder` with the fields and constants that Python declares."""
    for name in names:
        module = folder / f"{name}.mjs"
        module.write_text(module.read_text("utf-8") + exported(declared(name)), "utf-8")


def exported(constants: Mapping[str, Any]) -> str:
    r"""Write constants as the end of a module.

    >>> exported({"given": {"heads": 9}})
    'export const given = {"heads":9};\n'
    """
    return "".join(
        f"export const {key} = {engine.written(value)};\n" for key, value in constants.items()
    )


def declared(name: str) -> dict[str, Any]:
    """Return the fields and constants of a figure, as its module gets them."""
    own = figure(name)
    return {"fields": plain(own.fields), "given": own.given}


def plain(fields: Fields) -> dict[str, dict[str, Any]]:
    """Return fields as the browser reads them: what is None is not there."""
    return {
        key: {part: value for part, value in field._asdict().items() if value is not None}
        for key, field in fields.items()
    }


_shared = (
    '<div class="figure-controls figure-shared">'
    '<button type="button" data-do="reset" inert>Reset</button>'
    '<button type="button" data-do="copy" inert>Copy link to this view</button>'
    '<span class="figure-note" data-note role="status"></span></div>'
    '<p class="figure-said" data-said aria-live="polite"></p>'
)
