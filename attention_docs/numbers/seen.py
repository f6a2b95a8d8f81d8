"""The text of some HTML, as a reader sees or hears it.

Some characters without a meaning of their own say where parts of it stand: keys between U+0003 and
U+0004, blocks of code between U+0005 and U+0006, what code has drawn between U+0007 and U+0008;
U+000E stands where a raised or lowered part starts or ends.
"""

from __future__ import annotations

import html
import re

from attention_docs.numbers.visible import is_shortcode, is_shown

_inline = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "g",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tspan",
        "tt",
        "u",
        "var",
        "wbr",
        "svg",
        "path",
    ]
)
_token = re.compile(
    r"""<!--.*?-->
      | <(?P<unread>script|style|template)\b(?P<of>[^>]*)>(?P<body>.*?)</(?P=unread)\s*>
      | <sup\ id="fnref[^>]*>.*?</sup>
      | <td\ class="linenos">.*?</td>
      | <a\b[^>]*?\bhref="(?P<href>[^"]+)"[^>]*>(?P=href)</a>
      | </?(?P<name>[A-Za-z][\w:-]*)(?P<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_pairs = {"kbd": ("\x03", "\x04"), "pre": ("\n\x05", "\x06\n")}
_attribute = re.compile(r"""([^\s"'=<>/]+)\s*=\s*("[^"]*"|'[^']*')""")


def visible(page: str) -> str:
    r"""Return what a reader sees or hears of some HTML, a line for each block, marks included.

    Examples
    --------
    >>> visible('<p>So <b>1</b>.</p><img alt="2" src="3">')
    '\nSo 1.\n\n2'
    """
    reader = _Reader()
    text = _token.sub(reader.replace, page)
    return html.unescape("\n".join([text, *reader.spoken]))


class _Reader:
    def __init__(self) -> None:
        self.spoken: list[str] = []
        self.drawn: list[str] = []

    def replace(self, match: re.Match[str]) -> str:
        """Say what a tag, or an element that is not read, leaves in the text."""
        if match["unread"]:
            return f"\x0e{match['body']}\x0e" if "math/tex" in match["of"] else ""
        name = (match["name"] or "").lower()
        if not name:
            return "\x0e" if match["href"] else ""
        closes = match.group().startswith("</")
        if not closes and "=" in match["attributes"] and "footnote-backref" not in match.group():
            spoken = _attribute.finditer(match["attributes"])
            self.spoken += [
                part[2][1:-1]
                for part in spoken
                if is_shown(part[1]) and not is_shortcode(part[2][1:-1])
            ]
        return self.around(name, match["attributes"], closes=closes)

    def around(self, name: str, attributes: str, *, closes: bool) -> str:
        """Return the character that stands for a tag."""
        if name in ("sup", "sub"):
            return "\x0e"
        if "data-value" in attributes:
            self.drawn.append(name)
            return "\x07"
        if closes and self.drawn and self.drawn[-1] == name:
            self.drawn.pop()
            return "\x08"
        if name in _pairs:
            return _pairs[name][closes]
        return "" if name in _inline else "\n"
