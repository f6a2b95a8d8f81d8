"""Formulas set at build by KaTeX, so that a page shows them without any script.

KaTeX (MIT, https://katex.org) runs in the build's engine; the same release's style sheet and fonts
are in ``docs/assets/katex``. An error in the TeX is an error of the build.
"""

from __future__ import annotations

import html
import re
from functools import cache
from importlib import resources

from attention_docs.numbers.maths import prepare
from attention_docs.site import engine

# The census of numbers takes an index for what it is, a name.
_symbol = r"\htmlClass{%s}{\htmlData{label=a name}{%s}}"
macros = {
    r"\query": _symbol % ("query", "q"),
    r"\keyone": _symbol % ("key-1", "k_1"),
    r"\keytwo": _symbol % ("key-2", "k_2"),
    r"\valueone": _symbol % ("key-1", "v_1"),
    r"\valuetwo": _symbol % ("key-2", "v_2"),
}

# Only classes and data attributes, which LaTeX lacks, are let through.
_render = """
const strict = (code) => (code === "htmlExtension" ? "ignore" : "error");
const render = (tex, displayMode, macros) =>
  katex.renderToString(tex, { displayMode, macros: { ...macros }, strict, trust: true });
"""

_formula = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\s*\\[(\[](?P<tex>.*?)\\[)\]]\s*</(?P=tag)>', re.DOTALL
)
# The source of a formula would be read out, and searched for numbers, a second time.
_annotation = re.compile(r"<annotation[^>]*>.*?</annotation>", re.DOTALL)


@cache
def _start() -> None:
    engine.run(resources.files(__package__).joinpath("katex/katex.min.js").read_text("utf-8"))
    engine.run(_render)


@cache
def render(tex: str, *, display: bool) -> str:
    r"""Return the HTML and MathML of a formula.

    Raises
    ------
    ValueError
        If KaTeX can't read the formula; the message quotes both.

    Examples
    --------
    >>> "<mi>d</mi>" in render(r"\sqrt{d}", display=False)
    True
    """
    try:
        _start()
        rendered = str(engine.call("render", tex, display, macros))
    except engine.JSEvalException as error:
        complaint = re.search(r"ParseError: (.*)", str(error))
        reason = complaint[1] if complaint else str(error).splitlines()[0]
        raise ValueError(f"formula {tex.strip()!r}: {reason}") from None
    return _annotation.sub("", rendered)


def has_formulas(page: str) -> bool:
    """Say whether a page holds formulas that are still TeX."""
    return _formula.search(page) is not None


def render_all(page: str) -> str:
    """Replace each formula that arithmatex marked by its rendering."""

    def replace(match: re.Match[str]) -> str:
        display = match["tag"] == "div"
        body = render(prepare(html.unescape(match["tex"])), display=display)
        return f'<div class="formula" tabindex="0">{body}</div>' if display else body

    return _formula.sub(replace, page)
