r"""Hands the marks of numerals through a TeX engine that knows ``\htmlData``, such as KaTeX."""

from __future__ import annotations

from attention_docs.numbers.marks import number_of, pair, strip


def prepare(tex: str) -> str:
    r"""Turn the marks in a formula into TeX; `marks.finish` finds them again in what comes out.

    Each marked numeral becomes ``{\htmlData{n=7}{0.67}}``: one group, so that it may follow ``^``
    or ``\frac`` without braces of its own. A formula without marks stays as it is.

    Examples
    --------
    >>> from attention_docs.numbers.marks import wrap
    >>> prepare("e^" + wrap(7, "2") + " = 7.4")
    'e^{\\htmlData{n=7}{2}} = 7.4'
    """
    return strip(
        pair.sub(lambda match: rf"{{\htmlData{{n={number_of(match)}}}{{{match['text']}}}}}", tex)
    )
