"""Tells what of a Markdown page a reader sees, without losing anyone's place in it.

`scan` returns the page with everything unseen (comments, addresses, attributes, code that runs)
blanked out in place, so that an offset in the one text is an offset in the other. One pass, linear
in the length of the page: whatever is left open is looked for once and never again.
"""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from attention_docs.numbers.visible import is_shown

if TYPE_CHECKING:
    from collections.abc import Callable

unseen = "\x00"
unseen_comment = "\x01"
python_languages = frozenset({"python", "py", "pycon", "python3", "py3", "python-repl"})


class Span(NamedTuple):
    """A stretch of the page, by character offsets."""

    start: int
    end: int


class Comment(NamedTuple):
    """A comment that binds: ``<!--= … -->``, ``<!--# … -->`` or ``<!-- numbers … -->``."""

    start: int
    end: int
    kind: Literal["value", "label", "ledger"]
    body: Span


class Fence(NamedTuple):
    """A fenced block of code; `lines` holds the offset at which each line of `code` starts."""

    start: int
    end: int
    language: str
    code: str
    lines: tuple[int, ...]

    @property
    def runs(self) -> bool:
        """Whether its language is Python, in whatever way the fence says so."""
        return self.language in python_languages

    @property
    def is_session(self) -> bool:
        """Whether it is an interactive session, with prompts and output."""
        return re.search(r"^\s*>>>", self.code, re.MULTILINE) is not None


class Problem(NamedTuple):
    """Something that cannot be read as its author meant it."""

    at: Span
    message: str


_nowhere = Span(0, 0)


@dataclass(slots=True)
class Scan:
    """What `scan` found; every list is in the order of the page."""

    text: str
    shown: str = ""
    front_matter: Span = _nowhere
    comments: list[Comment] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    tex: list[Span] = field(default_factory=list)
    code: list[Span] = field(default_factory=list)
    addresses: list[Span] = field(default_factory=list)
    solid: list[Span] = field(default_factory=list)
    html_ends: dict[int, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


_attribute = r"""[\w:@.-]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+))?"""
# Where a line starts, or at a character that can start something: elsewhere the search only passes.
_token = re.compile(
    rf"""
    ^(?: (?P<fence> [ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+)*+
                    (?: `{{3,}}(?=[^`\n]*$) | ~{{3,}} ) [^\n]* )
       | (?P<heading> [ \t]*\#{{1,6}}[ \t]+ )
       | (?P<marker> [ \t]*(?:>[ \t]?)*(?:[-*+][ \t]+)?\d{{1,9}}[.)](?=[ \t]) )
       | (?P<definition> [ ]{{0,3}}\[[^\]\n]+\]:(?:(?<!\\)[ \t]*\S*) )
       | (?P<snippet> [ \t]*-+8<-+[^\n]* )
       | (?P<square> [ \t]*\\\[ ) )
    | (?=[<\\`$h(\[{{&:])
      (?: (?P<comment> <!-- )
        | (?P<escape> \\[\\`$<] )
        | (?P<ticks> `+ )
        | (?P<display> \$\$ )
        | (?P<inline> \$ | \\\( )
        | (?P<autolink> <(?:https?|mailto):[^\s<>]*> | \bhttps?://[^\s<>()\[\]"'`*|]+ )
        | (?P<tag> </?(?P<name>[A-Za-z][\w-]*)(?>(?:\s+{_attribute})*)\s*/?> )
        | (?P<target> (?<=\])\((?>\s*(?:<[^<>\n]*>|(?:[^\s()\\"<]|\\.|\([^\s()]*\))*)) )
        | (?P<footnote> \[\^[^\]\n]+\] )
        | (?P<reference> (?<=\])\[[^\[\]\n]*\] )
        | (?P<attributes> \{{:?[ \t]*(?=[.\#]|[\w:-]+=)
                          (?>(?:[.\#][\w:-]+|{_attribute})(?:[ \t]+(?:[.\#][\w:-]+|{_attribute}))*)
                          [ \t]*\}} )
        | (?P<entity> &\#\w+; )
        | (?P<emoji> (?<!\w):[a-z][\w+-]*: ) )
    """,
    re.VERBOSE | re.MULTILINE,
)
_inline_tex = re.compile(r"\$(?!\s)((?:\\.|[^\\$\n]|\n(?![ \t]*\n))+?)(?<!\s)\$")
_named_value = re.compile(r"""([\w:@.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_fence_parts = re.compile(r"(?P<prefix>.*?)(?P<ticks>`{3,}|~{3,})(?P<info>[^\n]*)\Z", re.DOTALL)
_language = re.compile(r"\s*(?:\{[^}]*?\.([\w+-]+)|([\w+-]+))")
_front_matter = re.compile(r"---[ \t]*\n(?:.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_front_value = re.compile(
    r"^(?:title|description)[ \t]*:[ \t]*"
    r"""(?:"([^"\n]*)"|'([^'\n]*)'|((?:(?![ ]\#)[^\n])*(?:\n[ \t]+(?!\#)[^\n]*)*))""",
    re.MULTILINE,
)
_blank_line = re.compile(r"\n[ \t]*\n")
_definition_label = re.compile(r"^[ ]{0,3}\[([^\]\n]+)\]:", re.MULTILINE)
_binding = re.compile(r"<!--(?:[ \t]*(?P<sign>[=#])|[ \t]*numbers[ \t]*\n)")
_tex_unseen = re.compile(
    r"\\\\\[[^\]]*\]|\\begin\{(?:array|subarray|alignedat)\}(?:\[\w\])?\{[^{}]*\}"
    r"|\\(?:[hv]space|[hvm]?skip|m?kern|color|textcolor|href|label|ref)\*?(?:\{[^{}]*\}|[\d.]+\w\w)"
)
_not_newline = re.compile(r"[^\n]")


def scan(text: str) -> Scan:
    """Find what a page shows, and what stands in it to be run or to bind.

    Parameters
    ----------
    text
        The source of the page, with a line feed for every end of line.

    Examples
    --------
    >>> shown = scan("**0.67**<!--= w[0] --> of [it](page2.md)").shown
    >>> shown.replace(unseen, "~").replace(unseen_comment, "!")
    '**0.67**!!!!!!!!!!!!!! of [it]~~~~~~~~~)'
    """
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.scan = Scan(text)
        self.hidden: list[tuple[int, int, str]] = []
        self.absent: set[str] = set()
        self.paragraph_end = 0
        self.open_ticks: set[tuple[int, int]] = set()
        self.open_tags: dict[str, list[int]] = {}
        self.labels = {label.lower() for label in _definition_label.findall(text)}
        self.handlers: dict[str, Callable[[re.Match[str]], int]] = {
            "fence": self.fence,
            "heading": self.heading,
            "definition": self.definition,
            "comment": self.comment,
            "ticks": self.ticks,
            "display": self.display,
            "square": self.display,
            "inline": self.inline,
            "autolink": self.address,
            "tag": self.tag,
            "reference": self.reference,
            "attributes": self.attributes,
            "escape": self.leave,
        }

    def run(self) -> Scan:
        at = self.front_matter()
        while match := _token.search(self.text, at):
            kind = "tag" if match["tag"] else match.lastgroup or ""
            at = self.handlers.get(kind, self.whole)(match)
        self.scan.shown = self.blanked()
        return self.scan

    def blanked(self) -> str:
        pieces, at = [], 0
        for start, end, filler in self.hidden:
            pieces.append(self.text[at:start])
            pieces.append(_not_newline.sub(filler, self.text[start:end]))
            at = end
        pieces.append(self.text[at:])
        return "".join(pieces)

    def hide(self, start: int, end: int, filler: str = unseen) -> None:
        if start < end:
            self.hidden.append((start, end, filler))

    def hide_but(self, start: int, end: int, kept: list[Span]) -> None:
        for span in kept:
            self.hide(start, span.start)
            start = span.end
        self.hide(start, end)

    def find(self, needle: str, at: int) -> int:
        """Find a needle, but look through the rest of the page in vain only once."""
        if needle in self.absent:
            return -1
        found = self.text.find(needle, at)
        if found < 0:
            self.absent.add(needle)
        return found

    def front_matter(self) -> int:
        match = _front_matter.match(self.text)
        if match is None:
            return 0
        self.scan.front_matter = Span(*match.span())
        values = _front_value.finditer(self.text, 0, match.end())
        self.hide_but(0, match.end(), [Span(*m.span(m.lastindex or 0)) for m in values])
        return match.end()

    def whole(self, match: re.Match[str]) -> int:
        self.hide(*match.span())
        return match.end()

    def leave(self, match: re.Match[str]) -> int:
        return match.end()

    def heading(self, match: re.Match[str]) -> int:
        line_end = self.text.find("\n", match.end())
        line = self.text[match.end() : line_end if line_end >= 0 else None]
        title = re.sub(r"<!--.*?-->|\{[^{}]*\}\s*$|[*`$]", "", line).strip(" #")
        self.scan.headings.append((match.start(), title))
        return match.end()

    def definition(self, match: re.Match[str]) -> int:
        label_end = self.text.index("]:", match.start()) + 2
        end = label_end if match.group().lstrip().startswith("[^") else match.end()
        self.hide(match.start(), end)
        return end

    def comment(self, match: re.Match[str]) -> int:
        end = self.find("-->", match.end())
        if end < 0:
            line_end = self.text.find("\n", match.start())
            at = Span(match.start(), line_end if line_end >= 0 else len(self.text))
            self.scan.problems.append(Problem(at, "this comment is never closed by -->"))
            return match.end()
        binding = _binding.match(self.text, match.start(), end)
        if binding:
            kind = {"=": "value", "#": "label", None: "ledger"}[binding["sign"]]
            body = Span(binding.end(), end)
            self.scan.comments.append(Comment(match.start(), end + 3, kind, body))  # type: ignore[arg-type]
        self.hide(match.start(), end + 3, unseen_comment)
        self.scan.solid.append(Span(match.start(), end + 3))
        return end + 3

    def ticks(self, match: re.Match[str]) -> int:
        size = len(match.group())
        if match.start() >= self.paragraph_end:
            blank = _blank_line.search(self.text, match.start())
            self.paragraph_end = blank.start() if blank else len(self.text)
        key = (size, self.paragraph_end)
        if key in self.open_ticks:
            return match.end()
        closing = re.compile(rf"(?<!`)`{{{size}}}(?!`)").search(
            self.text, match.end(), self.paragraph_end
        )
        if closing is None:
            self.open_ticks.add(key)
            return match.end()
        self.scan.code.append(Span(match.start(), closing.end()))
        return closing.end()

    def display(self, match: re.Match[str]) -> int:
        closing = "$$" if match.group() == "$$" else r"\]"
        end = self.find(closing, match.end())
        if end < 0:
            return match.end()
        self.scan.solid.append(Span(match.start(), end + 2))
        return self.formula(match.start(), end + 2)

    def inline(self, match: re.Match[str]) -> int:
        if match.group() == "$":
            tex = _inline_tex.match(self.text, match.start())
            return self.formula(*tex.span()) if tex else match.end()
        end = self.find(r"\)", match.end())
        return self.formula(match.start(), end + 2) if end >= 0 else match.end()

    def formula(self, start: int, end: int) -> int:
        self.scan.tex.append(Span(start, end))
        for match in _tex_unseen.finditer(self.text, start, end):
            self.hide(*match.span())
        return end

    def address(self, match: re.Match[str]) -> int:
        self.scan.addresses.append(Span(*match.span()))
        return self.whole(match)

    def tag(self, match: re.Match[str]) -> int:
        name, is_closing = match["name"].lower(), match.group().startswith("</")
        if name in ("script", "style", "template") and not is_closing:
            end = self.find(f"</{name}", match.end())
            self.hide(match.start(), end if end >= 0 else match.end())
            return max(end, match.end())
        opened = self.open_tags.setdefault(name, [])
        if not is_closing:
            opened.append(match.start())
        elif opened:
            self.scan.html_ends[opened.pop()] = match.end()
        return self.attributes(match)

    def attributes(self, match: re.Match[str]) -> int:
        values = _named_value.finditer(self.text, *match.span())
        kept = [Span(*m.span(m.lastindex or 0)) for m in values if is_shown(m[1])]
        self.hide_but(match.start(), match.end(), kept)
        return match.end()

    def reference(self, match: re.Match[str]) -> int:
        label = match.group()[1:-1].lower()
        return self.whole(match) if label in self.labels else match.start() + 1

    def fence(self, match: re.Match[str]) -> int:
        parts = _fence_parts.match(match.group())
        if parts is None:  # pragma: no cover - the token has just matched as much
            raise RuntimeError(f"not a fence: {match.group()!r}")
        ticks = parts["ticks"]
        closer = re.compile(rf"^[ \t>]*{ticks[0]}{{{len(ticks)},}}[ \t]*$", re.MULTILINE)
        first_line = min(match.end() + 1, len(self.text))
        closing = closer.search(self.text, first_line)
        if closing is None:
            at = Span(match.start(), match.end())
            self.scan.problems.append(Problem(at, f"the fence {ticks} is never closed"))
        inside = Span(first_line, closing.start() if closing else len(self.text))
        end = closing.end() if closing else len(self.text)
        fence = self.fenced(Span(match.start(), end), parts, inside)
        info = match.start() + parts.start("info")
        titles = _named_value.finditer(self.text, info, match.end())
        kept = [Span(*m.span(m.lastindex or 0)) for m in titles if is_shown(m[1])]
        if fence.runs:
            kept += _code_comments(fence)
        else:
            kept.append(inside)
        self.scan.code.append(inside)
        self.scan.solid.append(Span(match.start(), end))
        self.hide_but(match.start(), end, kept)
        self.scan.fences.append(fence)
        return end

    def fenced(self, whole: Span, parts: re.Match[str], inside: Span) -> Fence:
        """Take off each line what the fence itself is indented by, or quoted with."""
        found = _language.match(parts["info"])
        language = (found[1] or found[2]).lower() if found else ""
        width, at = len(parts["prefix"]), inside.start
        lines: list[str] = []
        starts: list[int] = []
        for line in self.text[inside.start : inside.end].split("\n"):
            margin = min(width, len(line) - len(line.lstrip(" \t>")))
            lines.append(line[margin:])
            starts.append(at + margin)
            at += len(line) + 1
        return Fence(*whole, language, "\n".join(lines), tuple(starts))


def _code_comments(fence: Fence) -> list[Span]:
    """Find the comments of code that runs: running it cannot tell whether they are right."""
    if "#" not in fence.code:
        return []
    lines = fence.code.split("\n")
    margins = [0] * len(lines)
    if fence.is_session:
        for row, line in enumerate(lines):
            prompt = re.match(r"\s*(?:>>>|\.\.\.)(?: |$)", line)
            margins[row] = prompt.end() if prompt else len(line)
    source = "\n".join(line[margin:] for line, margin in zip(lines, margins, strict=True))
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                start = fence.lines[row - 1] + margins[row - 1] + column
                found.append(Span(start, start + len(token.string)))
    except (tokenize.TokenError, SyntaxError):
        pass  # the block itself fails when it runs, with a better message
    return found
