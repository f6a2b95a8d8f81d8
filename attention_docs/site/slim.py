"""Drops what no reader uses from a built site, and joins the styles that all its pages have.

Material's style sheet dresses some fifty components; this site uses a third of them. A rule stays
when each class and data attribute in its selector is on a built page or named in a script, and a
custom property as long as something reads it. The scripts' comments are for those who read the
repository.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

import tinycss2
from tinycss2.ast import AtRule, Node, QualifiedRule

_classes = re.compile(r'\sclass="([^"]*)"')
_attribute = re.compile(r"\s(data-[\w-]+)")
_name = re.compile(r"[A-Za-z_][\w-]*")
_comment = re.compile(
    r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n|/\*\* @type (?:(?!\*/).)*\*/ ?|^[ \t]+",
    re.MULTILINE | re.DOTALL,
)
_needed = re.compile(r"\.(?P<class>[\w-]+)|\[(?P<attribute>data-[\w-]+)")
_optional = re.compile(r":(?:not|is|where)\([^()]*\)")
# What Material's script can make with features that this site has switched off.
_switched_off = re.compile(
    r"tabbed|md-(?:annotation|code__|feedback|source|status|tags?|tooltip|typeset__|version)"
)
# The direction of writing that it has not, and a library that sorts tables.
_never = re.compile(r"\[(?:dir=\"?rtl|role=\"?columnheader)")
_space = re.compile(r"(\"[^\"]*\"|'[^']*')|\s*\n\s*|(?<=[:;,{}]) +")
_verbatim = re.compile(r"(<(?:pre|textarea|script)\b.*?</(?:pre|textarea|script)>)", re.DOTALL)
_blank = re.compile(r"\s*\n\s*")
_grouping = frozenset({"media", "supports", "layer", "container"})
_read = re.compile(r"var\(\s*(--[\w-]+)")
_written = re.compile(r"(?<=[{;])\s*(?P<name>--[\w-]+):(?:[^;{}\"']|\"[^\"]*\"|'[^']*')*;?")
_link = re.compile(
    r'\s*<link rel="stylesheet" href="(?P<up>[./]*|/[^"]*?/)(?P<path>assets/[^"]*)">'
)

SHEET = "assets/site.css"


def used_names(site: Path) -> set[str]:
    """Return the classes and data attributes of the pages, and the names in scripts that may be.

    Material's minified script has words of all kinds; a class that it sets has a hyphen or is js.
    """
    names: set[str] = {"js"}
    for path in site.rglob("*.mjs"):
        names.update(_name.findall(path.read_text("utf-8")))
    for path in site.rglob("*.js"):
        theirs = _name.findall(path.read_text("utf-8"))
        names.update(name for name in theirs if "-" in name and not _switched_off.match(name))
    for path in site.rglob("*.html"):
        page = path.read_text("utf-8")
        names.update(_attribute.findall(page), *map(str.split, _classes.findall(page)))
    return names


def slimmed(css: str, used: Set[str]) -> str:
    """Return a style sheet without the selectors that need a class or data attribute not in `used`.

    >>> slimmed(".a{color:red}.b,.c:not(.d){color:blue}@media print{.e{top:0}}", {"a", "c"})
    '.a{color:red}.c:not(.d){color:blue}'
    """
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return "".join(_kept(rules, used))


def _kept(rules: list[Node], used: Set[str]) -> Iterator[str]:
    for rule in rules:
        if isinstance(rule, QualifiedRule):
            selectors = [s for s in _selectors(rule) if _may_match(s, used)]
            if selectors:
                yield f"{','.join(selectors)}{{{tinycss2.serialize(rule.content)}}}"
        elif isinstance(rule, AtRule) and rule.content and rule.lower_at_keyword in _grouping:
            inside = tinycss2.parse_rule_list(
                rule.content, skip_comments=True, skip_whitespace=True
            )
            if kept := "".join(_kept(inside, used)):
                prelude = tinycss2.serialize(rule.prelude)
                yield f"@{rule.at_keyword}{prelude}{{{kept}}}"
        else:
            yield rule.serialize()


def _selectors(rule: QualifiedRule) -> list[str]:
    """Split the selectors of a rule at the commas that are not inside brackets."""
    parts: list[list[Node]] = [[]]
    for token in rule.prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _may_match(selector: str, used: Set[str]) -> bool:
    if _never.search(selector):
        return False
    needed = _needed.finditer(_optional.sub("", selector))
    return all((name["class"] or name["attribute"]) in used for name in needed)


def uncommented(script: str) -> str:
    r"""Return a script without indents, types, and the comments that have lines of their own.

    >>> uncommented("/** Adds. */\nconst add = (a, b) => a + b; // inline\n")
    'const add = (a, b) => a + b; // inline\n'
    >>> uncommented("{\n  /** @type {any} */ (self).a = 1;\n}\n/** Adds. */\nadd();\n")
    '{\n(self).a = 1;\n}\nadd();\n'
    """
    return _comment.sub("", script)


def unread(css: str, read: Set[str]) -> str:
    """Return a style sheet without the custom properties that are not in `read`.

    >>> unread("a{--kept:1px;--icon:url('a;b');top:0}", {"--kept"})
    'a{--kept:1px;top:0}'
    """
    return _written.sub(lambda found: found[0] if found["name"] in read else "", css)


def tight(css: str) -> str:
    r"""Return a style sheet without the space that only its authors need.

    >>> tight('a {\n  top: calc(1px + 2px);\n  content: ": ";\n}')
    'a {top:calc(1px + 2px);content:": ";}'
    """
    return _space.sub(lambda found: found[1] or "", css)


def tight_page(page: str) -> str:
    r"""Return a page whose indentation is gone, outside of what is shown as it stands.

    >>> tight_page("<p>\n  one\n\n  <pre>\n  two</pre>")
    '<p>\none\n<pre>\n  two</pre>'
    """
    parts = enumerate(_verbatim.split(page))
    return "".join(part if at % 2 else _blank.sub("\n", part) for at, part in parts)


def read_properties(site: Path) -> set[str]:
    """Return the custom properties that a style sheet, page or script of a built site reads."""
    texts = (
        path.read_text("utf-8")
        for pattern in ("*.css", "*.html", "*.js", "*.mjs")
        for path in site.rglob(pattern)
    )
    return {name for text in texts for name in _read.findall(text)}


def join(site: Path, sheets: Sequence[str]) -> None:
    """Make one file of Material's style sheet and `sheets`, and lead every page, tightened, to it.

    Parameters
    ----------
    site : Path
        The folder of the built site.
    sheets : sequence of str
        The style sheets that every page has, by their paths in the site, in order.
    """
    (theme,) = (site / "assets/stylesheets").glob("main.*.min.css")
    parts = [theme.relative_to(site).as_posix(), *sheets]
    texts = [(site / part).read_text("utf-8") for part in parts]
    # The first of ours is the palette, which sets for every page what Material sets before it.
    ours = {written["name"] for written in _written.finditer(texts[1])}
    joined = "".join([unread(texts[0], read_properties(site) - ours), *texts[1:]])
    for part in parts:
        (site / part).unlink()
    (site / SHEET).write_text(joined, "utf-8")

    def led(link: re.Match[str]) -> str:
        if link["path"] == parts[0]:
            return link[0].replace(parts[0], SHEET)
        return "" if link["path"] in parts else link[0]

    for path in site.rglob("*.html"):
        path.write_text(tight_page(_link.sub(led, path.read_text("utf-8"))), "utf-8")


def slim(site: Path) -> None:
    """Rewrite the style sheets and our own scripts in a built site."""
    used = used_names(site)
    for path in site.rglob("*.css"):
        path.write_text(slimmed(path.read_text("utf-8"), used), "utf-8")
    # What reads a property may itself be a property that nothing reads.
    before: set[str] = set()
    while (read := read_properties(site)) != before:
        before = read
        for path in site.rglob("*.css"):
            path.write_text(tight(unread(path.read_text("utf-8"), read)), "utf-8")
    for path in site.rglob("*.mjs"):
        path.write_text(uncommented(path.read_text("utf-8")), "utf-8")
