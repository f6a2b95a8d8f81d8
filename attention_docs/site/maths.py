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
_symbols = {
    r"\query": ("query", "q"),
    r"\keyone": ("key-1", "k_1"),
    r"\keytwo": ("key-2", "k_2"),
    r"\valueone": ("key-1", "v_1"),
    r"\valuetwo": ("key-2", "v_2"),
}
macros = {name: _symbol % meant for name, meant in _symbols.items()}

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


def common_tex(tex: str) -> str:
    r"""Return a formula on one line, without the macros that only this site has.

    >>> common_tex(r"\query \cdot \keyone")
    'q \\cdot k_1'
    """
    for name, (_, symbol) in _symbols.items():
        tex = tex.replace(name, symbol)
    return " ".join(tex.split())


def render_all(page: str) -> str:
    """Replace each formula that arithmatex marked by its rendering, which keeps its TeX."""

    def replace(match: re.Match[str]) -> str:
        display = match["tag"] == "div"
        tex = html.unescape(match["tex"])
        source = html.escape(common_tex(tex))
        body = render(prepare(tex), display=display).replace(
            '<span class="katex">', f'<span class="katex" data-tex="{source}">', 1
        )
        return f'<div class="formula" tabindex="0">{body}</div>' if display else body

    return _formula.sub(replace, page)
