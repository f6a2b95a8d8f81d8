"""A reader's own sentence as a picture: one file of HTML, which asks nothing of any network.

It is the figure `looks`, with the scripts, the styles and the weights that it needs. The command
``python -m attention_docs.model "text" --html FILE`` finds `html` as an entry point of this
project, because the model may not import the site.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from attention_docs import measured
from attention_docs.figures import looks
from attention_docs.figures.fields import Choice, Fields, Range, state_of
from attention_docs.site import engine, figures, slim

if TYPE_CHECKING:
    from attention_docs.model import Attended

MOST_TOKENS = 128
"""More would be squares too small to see, in a file of many megabytes."""

_styles = (
    figures.modules.parent / "styles/palette.css",
    figures.modules / "figures.css",
    Path(__file__).with_name("picture.css"),
)
_word = re.compile(r"[A-Za-z_][\w-]*")


def html(text: str, attended: Attended, off: Collection[tuple[int, int]] = ()) -> str:
    """Return the page for a text that a model has read.

    Parameters
    ----------
    text : str
    attended : Attended
        What ``attention_docs.model.attend(text, off)`` has returned.
    off : collection of (layer, head)
        The heads that were switched off, which the page names.

    Raises
    ------
    ValueError
        If the text has more than 128 tokens.
    """
    tokens = attended.tokens
    if len(tokens) > MOST_TOKENS:
        raise ValueError(
            f"text has {len(tokens):,} tokens; a picture has room for at most {MOST_TOKENS}"
        )
    layers, heads, n, _ = attended.weights.shape
    cells = measured.quantised(attended.weights)
    sentence = measured.Sentence(
        text, tokens, measured.restored(cells, (layers, heads, n)), attended.predictions
    )
    constants = {
        "fields": figures.plain(_fields(sentence)),
        "given": {**looks.given, "texts": {"own": text}, "layers": layers, "heads": heads},
    }
    state = state_of(_fields(sentence), {})
    frame = {"id": "figure-looks", "state": state, "awake": False, **constants}
    drawn = figures.drawn("looks", looks.of(sentence, state), frame)
    stored = {"tokens": tokens, "layers": layers, "heads": heads, "cells": cells}
    return _page(_body(sentence, off, drawn), n, _module(stored, constants))


def _fields(sentence: measured.Sentence) -> Fields:
    """Declare the figure's settings; it begins with what the last token looks at most.

    The first token, on which heads rest, and the last itself are passed over if there are others.
    """
    layers, heads, n, _ = sentence.weights.shape
    others = range(1, n - 1) if n > 2 else range(1)
    last = sentence.weights[:, :, -1, others.start : others.stop]
    layer, head, other = (int(place) for place in np.unravel_index(last.argmax(), last.shape))
    return {
        "sentence": Choice("own", ("own",)),
        "row": Range(n, 1, n),
        "to": Range(others[other] + 1, 1, n, within="row"),
        "layer": Range(layer, 0, layers - 1),
        "head": Range(head, 0, heads - 1),
    }


def _module(stored: dict[str, Any], constants: dict[str, Any]) -> str:
    """Return the figure's module with all that it imports or would fetch."""
    return slim.uncommented(
        f"const looks = {engine.whole(figures.modules / 'looks.mjs')};\n"
        f"const stored = {engine.written(stored)};\n"
        "export const { draw, say, interact } = looks;\n"
        "export const values = (state, given) => looks.values(state, given, stored);\n"
        f"{figures.exported(constants)}"
    )


def _page(body: str, n: int, looks_module: str) -> str:
    # `figure.mjs` imports both by these names. Where a page is no site's, only such addresses work.
    imports = {
        "./markup.mjs": _address((figures.modules / "markup.mjs").read_text("utf-8")),
        "./looks.mjs": _address(looks_module),
    }
    scripts = {
        "importmap": engine.written({"imports": imports}),
        "module": slim.uncommented((figures.modules / "figure.mjs").read_text("utf-8")),
    }
    hashes = " ".join(f"'sha256-{_sha256(script)}'" for script in scripts.values())
    written = "".join(
        f'<script type="{kind}">{script}</script>\n' for kind, script in scripts.items()
    )
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src data: {hashes}; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Where each head looks</title>
<style>{_style(body + looks_module)}
.picture {{ --tokens: {n}; }}</style>
</head>
<body class="picture">
{body}
{written}</body>
</html>
"""


def _body(sentence: measured.Sentence, off: Collection[tuple[int, int]], drawn: str) -> str:
    names = ", ".join(f"{layer}.{head}" for layer, head in sorted(set(off)))
    switched_off = f"<p>Switched off: {names}.</p>" if off else ""
    likeliest = "".join(
        f'<tr><th scope="row"><code>{escape(repr(token))}</code></th>'
        f"<td>{probability * 100:.2f}&nbsp;%</td></tr>"
        for token, probability in sentence.predictions
    )
    return f"""<main>
<h1>Where each head looks</h1>
<blockquote>{escape(sentence.text)}</blockquote>
{switched_off}<figure class="figure figure-looks" id="figure-looks"
  data-figure="looks" data-instance="0">
<div class="figure-body"><div class="figure-drawn">{drawn}</div>
<div class="figure-controls figure-shared">
<button type="button" data-do="reset" inert>Reset</button>
<span class="figure-note" data-note role="status"></span></div>
<p class="figure-said" data-said aria-live="polite"></p></div>
<figcaption>Each square of the wide picture is a head, and the darker it is, the more of its
weight goes from the one token to the other. Tap a square, or a row of the list, and that head is
drawn below. A head is called after its place: its layer, a point, and its number in that layer,
both counted from 0. The weights are rounded to steps of 1/{measured.STEPS}.</figcaption></figure>
<table class="figure-table likeliest"><caption>What would come next</caption>
<thead><tr><th scope="col">token</th><th scope="col">probability</th></tr></thead>
<tbody>{likeliest}</tbody></table>
<p class="origin">Computed by attention_docs with SmolLM2-135M-Instruct, a language
model by Hugging Face, under the Apache License 2.0.</p>
</main>"""


def _style(used: str) -> str:
    """Return the rules that the page needs; its colours follow the system's, light or dark."""
    sheet = "\n".join(path.read_text("utf-8") for path in _styles)
    sheet = sheet.replace("@media screen {", "@media screen and (prefers-color-scheme: dark) {")
    sheet = sheet.replace('[data-md-color-scheme="slate"]', ":root")
    return slim.tight(slim.slimmed(sheet, {*_word.findall(used), "picture"}))


def _address(script: str) -> str:
    return f"data:text/javascript;base64,{base64.b64encode(script.encode()).decode()}"


def _sha256(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
