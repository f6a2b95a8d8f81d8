"""Tells what of a Markdown page a reader sees, without losing anyone's place in it.

`scan` returns the page with everything unseen (comments, addresses, attributes, code that runs)
blanked out in place, so that an offset in the one text is an offset in the other. One pass, linear
in the length of the page: whatever is left open is looked for once and never again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attention_docs.numbers import tokens
from attention_docs.numbers.claims import claims
from attention_docs.numbers.scanned import Comment, Scan
from attention_docs.numbers.spans import Problem, Span
from attention_docs.numbers.visible import is_shown, tex_unseen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from attention_docs.numbers.fences import Fence

unseen = "\x00"
unseen_comment = "\x01"


def scan(text: str, fences: Sequence[Fence] = (), blocks: Sequence[Span] = ()) -> Scan:
    """Find what a page may show, and what stands in it to be run or to bind.

    Parameters
    ----------
    text
        The source of the page, with a line feed for every end of line.
    fences, blocks
        Its fenced blocks of code, and those that are only indented, as the renderer sees them.

    Examples
    --------
    >>> shown = scan("**0.67**<!--= w[0] --> of [it](page2.md)").shown
    >>> shown.replace(unseen, "~").replace(unseen_comment, "!")
    '**0.67**!!!!!!!!!!!!!! of [it]~~~~~~~~~)'
    """
    return _Scanner(text, fences, blocks).run()


def front_matter(text: str) -> Span:
    """Return where the front matter of a page stands, if it has any."""
    match = tokens.front_matter_pattern.match(text)
    return Span(*match.span()) if match else Span(0, 0)


class _Scanner:
    def __init__(self, text: str, fences: Sequence[Fence], blocks: Sequence[Span]) -> None:
        self.text = text
        self.scan = Scan(text)
        self.ahead: list[Fence | Span] = sorted([*fences, *blocks], reverse=True)
        self.hidden: list[tuple[int, int, str]] = []
        self.absent: set[str] = set()
        self.paragraph_end = 0
        self.open_ticks: set[tuple[int, int]] = set()
        self.open_tags: dict[str, list[int]] = {}
        self.labels = {label.lower() for label in tokens.definition_label.findall(text)}
        self.handlers: dict[str, Callable[[re.Match[str]], int]] = {
            "definition": self.definition,
            "comment": self.comment,
            "ticks": self.ticks,
            "display": self.display,
            "square": self.display,
            "inline": self.inline,
            "autolink": self.address,
            "target": self.target,
            "tag": self.tag,
            "reference": self.reference,
            "attributes": self.attributes,
            "escape": self.leave,
        }

    def run(self) -> Scan:
        at = self.front_matter()
        while at < len(self.text):
            while self.ahead and self.ahead[-1].start < at:
                self.ahead.pop()
            stop = self.ahead[-1].start if self.ahead else len(self.text)
            match = tokens.token.search(self.text, at, stop)
            if match:
                kind = "tag" if match["tag"] else match.lastgroup or ""
                at = self.handlers.get(kind, self.whole)(match)
            elif self.ahead:
                at = self.code_block(self.ahead.pop())
            else:
                break
        self.scan.shown = self.blanked()
        return self.scan

    def blanked(self) -> str:
        pieces, at = [], 0
        for start, end, filler in self.hidden:
            pieces.append(self.text[at:start])
            pieces.append(tokens.not_newline.sub(filler, self.text[start:end]))
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
        at = self.scan.front_matter = front_matter(self.text)
        values = tokens.front_value.finditer(self.text, *at)
        self.hide_but(*at, [Span(*m.span(m.lastindex or 0)) for m in values])
        return at.end

    def whole(self, match: re.Match[str]) -> int:
        self.hide(*match.span())
        return match.end()

    def leave(self, match: re.Match[str]) -> int:
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
        binding = tokens.binding.match(self.text, match.start(), end)
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
            blank = tokens.blank_line.search(self.text, match.start())
            self.paragraph_end = blank.start() if blank else len(self.text)
        key = (size, self.paragraph_end)
        if key in self.open_ticks:
            return match.end()
        closing = re.compile(rf"(?<!`)`{{{size}}}(?!`)").search(
            self.text, match.end(), self.paragraph_end
        )
        if closing is None:
            self.open_ticks.add(key)
            line_start = self.text.rfind("\n", 0, match.start()) + 1
            if size > 2 and not self.text[line_start : match.start()].strip(" \t>"):
                at = Span(*match.span())
                message = f"the fence {match.group()} is never closed"
                self.scan.problems.append(Problem(at, message))
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
            tex = tokens.inline_tex.match(self.text, match.start())
            return self.formula(*tex.span()) if tex else match.end()
        end = self.find(r"\)", match.end())
        return self.formula(match.start(), end + 2) if end >= 0 else match.end()

    def formula(self, start: int, end: int) -> int:
        self.scan.tex.append(Span(start, end))
        for match in tex_unseen.finditer(self.text, start, end):
            self.hide(*match.span())
        return end

    def address(self, match: re.Match[str]) -> int:
        self.scan.addresses.append(Span(*match.span()))
        return self.whole(match)

    def target(self, match: re.Match[str]) -> int:
        if "://" in match.group():  # paper shows it, since it can't be followed there
            self.scan.addresses.append(Span(match.start() + 1, match.end()))
        return self.whole(match)

    def tag(self, match: re.Match[str]) -> int:
        name, is_closing = match["name"].lower(), match.group().startswith("</")
        if match.group() in ("<sup>", "</sup>"):
            return match.end()  # part of a numeral, as in 10<sup>-3</sup>
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
        values = tokens.named_value.finditer(self.text, *match.span())
        kept = [Span(*m.span(m.lastindex or 0)) for m in values if is_shown(m[1])]
        self.hide_but(match.start(), match.end(), kept)
        return match.end()

    def reference(self, match: re.Match[str]) -> int:
        label = match.group()[1:-1].lower()
        return self.whole(match) if label in self.labels else match.start() + 1

    def code_block(self, block: Fence | Span) -> int:
        """Keep what a block of code shows: all of it, or the claims of code that runs."""
        whole = Span(block.start, block.end)
        self.scan.solid.append(whole)
        if isinstance(block, Span):
            self.scan.code.append(whole)
            return block.end
        titles = tokens.named_value.finditer(self.text, *block.info)
        kept = [Span(*m.span(m.lastindex or 0)) for m in titles if is_shown(m[1])]
        kept += claims(block) if block.runs else [block.inside]
        self.scan.code.append(block.inside)
        self.hide_but(*whole, kept)
        self.scan.fences.append(block)
        return block.end
