"""Mends faults in the HTML and script of Material for MkDocs 9.8.2, each named with what it breaks.

Faults of colour and contrast are mended in ``docs/assets/styles`` under "Material's faults".
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One upstream fault: what is wrong, where, and what the place should hold."""

    what: str
    pattern: re.Pattern[str]
    replacement: str


faults = (
    Fault(
        "the search dialog has no name, so a screen reader says only 'dialog'",
        re.compile(r'(data-md-component="search" role="dialog")(?! aria)'),
        r'\1 aria-label="Search"',
    ),
    Fault(
        "autocomplete is not allowed on checkboxes (HTML, 4.10.18.7.1)",
        re.compile(r'(<input class="md-toggle"[^>]*?) autocomplete="off"'),
        r"\1",
    ),
    Fault(
        "no key opens the menu on a narrow screen: a label can't have the focus",
        re.compile(
            r'<label class="md-header__button md-icon" for="__drawer">(.*?)</label>', re.DOTALL
        ),
        r'\g<0><button class="md-header__button md-icon menu" type="button" aria-label="Menu"'
        r' aria-expanded="false">\1</button>',
    ),
    Fault(
        "the list of results has a role that takes its items from it (Nu checker)",
        re.compile(r'(<ol class="md-search-result__list") role="presentation"'),
        r"\1",
    ),
    Fault(
        "autocomplete is not allowed on radio buttons either",
        re.compile(r'(<input(?=[^>]*type="(?:radio|checkbox)")[^>]*?) autocomplete="off"'),
        r"\1",
    ),
    Fault(
        "Firefox fetches the next page with every page",
        re.compile(r'<link rel="(?:prev|next)" href="[^"]*">\s*'),
        "",
    ),
    Fault(
        "the order of tabs is a number (HTML, 6.6.3)",
        re.compile(r'(<label[^>]*) tabindex=""'),
        r"\1",
    ),
    Fault(
        "translators change code, symbols and formulas",
        re.compile(r'<(?P<tag>code|pre|var|kbd|span class="katex")(?=[ >])'),
        r'<\g<tag> translate="no"',
    ),
    Fault(
        "a second style sheet holds palettes that this site replaces by its own",
        re.compile(r'<link rel="stylesheet" href="[^"]*assets/stylesheets/palette\.[^"]*">\s*'),
        "",
    ),
    Fault(
        "a script wraps each table without a class in what can't be scrolled by keyboard",
        re.compile(r"<table>(.*?)</table>", re.DOTALL),
        r'<div class="table" tabindex="0" role="group" aria-label="Table">'
        r'<table class="plain">\1</table></div>',
    ),
    Fault(
        "a code block that scrolls sideways can't be scrolled by keyboard where scripts are off",
        re.compile(r'(<div class="[^"]*highlight"><pre[^>]*>(?:<span></span>)?<code)'),
        r'\1 tabindex="0"',
    ),
)


_numeral = re.compile(r"<(?=data[ >]|span data-value=)(\w+)")


def keep_numerals(page: str) -> str:
    """Return a page whose bound numerals a translator leaves as they are.

    >>> keep_numerals('<data value="0.6698">0.67</data>')
    '<data translate="no" value="0.6698">0.67</data>'
    """
    return _numeral.sub(r'<\1 translate="no"', page)


def mend(page: str) -> str:
    """Return the HTML of a page with the faults mended."""
    for fault in faults:
        page = fault.pattern.sub(fault.replacement, page)
    return page


@dataclass(frozen=True)
class ScriptFault:
    """A fault in Material's minified script: its exact text, and what stands there instead."""

    what: str
    found: str
    replacement: str
    until: str = ""

    def mended(self, script: str) -> str:
        """Return the script with this fault mended; `until` ends what is replaced, and stays."""
        if (count := script.count(self.found)) != 1:
            raise ValueError(
                f"Material's script has {self.found!r} {count} times, and must have it once; "
                f"it is where {self.what}"
            )
        before, after = script.split(self.found)
        if self.until:
            after = self.until + after.split(self.until, 1)[1]
        return before + self.replacement + after


script_faults = (
    ScriptFault(
        "the first press of a link inside the page fetches the page anew, and its state is lost",
        'let s=t.pipe(ne("pathname"),',
        "let here=location.pathname,s=t.pipe(g(({pathname:to})=>to!==here&&((here=to),!0)),",
    ),
    ScriptFault(
        "until a page was fetched, nothing scrolls to where such a link leads",
        's.pipe(b(()=>t),ne("hash"))',
        's.pipe(Q(document),b(()=>t),ne("hash"))',
    ),
    ScriptFault(
        "links inside the page carry the address that it had when it was opened",
        r"if(o&&!/^(?:[a-z]+:)?\/\//i.test(o)){t[r]=t[r]",
        r"if(o&&!/^#|^(?:[a-z]+:)?\/\//i.test(o)){t[r]=t[r]",
    ),
    ScriptFault(
        "every page fetches the site's map, to know what its menu knows too",
        "qi=kt(Or.base)",
        'qi=$(new Map(Array.from(document.querySelectorAll(".md-nav a[href]"),'
        'e=>[e.href.replace(/[?#].*/,""),[]])))',
    ),
    ScriptFault(
        "every page fetches the index of the search that nobody has asked for",
        'L($(location.protocol!=="file:"),Je("search"))',
        'Je("search")',
    ),
    ScriptFault(
        "and so do the marks on what was searched",
        'z([t,r.pipe(Q(we()),g(o=>!!o.searchParams.get("h")))])',
        'r.pipe(Q(we()),g(o=>!!o.searchParams.get("h")),b(o=>z([t,$(o)])))',
    ),
    ScriptFault(
        "the worker of the search starts with the page; it can wait for its first message",
        "function Mn(e,t=new Worker(e)){",
        "function later(e){let w,t=new EventTarget;t.postMessage=m=>{w||(w=new Worker(e),"
        'w.onmessage=({data})=>t.dispatchEvent(new MessageEvent("message",{data})));'
        "w.postMessage(m)};return t}function Mn(e,t=later(e)){",
    ),
    *(
        ScriptFault(f"every page fetches {what}", found, replacement, until)
        for what, found, replacement, until in (
            (
                "a library for buttons that copy code, which have scripts of their own here",
                "var ao=Cr((Nt,io)=>{",
                "var ao=Cr((Nt,io)=>{io.exports={isSupported:()=>!1}});",
                "var ZM=",
            ),
            ("diagrams", 'var Xn=".node circle', "", "var ei=x("),
            (
                "links for other languages",
                "function ui({document$:e}){",
                "function ui(){}",
                "var co=",
            ),
            (
                "suggestions while one types",
                "function Ts(e,{query$:t}){",
                "",
                "function _i(e,{index$",
            ),
            ("notes inside code", "function Ga(e,t){let r=H(", "", "function Nn(e){"),
            ("content in tabs", "function ss(e){let t=e.find(", "", "function oi(e,t){"),
            ("a choice of versions", "function wi(e){var l;", "", "function ws(e,{worker$"),
            ("a count of stars", "function Ci(e,t){if(typeof", "", "function Ms(e,{viewport$"),
            ("a button to the top", "function As(e,{viewport$:t,main$", "", "function Fi("),
        )
    ),
)


def mend_script(script: str) -> str:
    """Return Material's script with the faults mended.

    Raises
    ------
    ValueError
        If a fault is not found exactly once: another release of Material, which must be read anew.
    """
    for fault in script_faults:
        script = fault.mended(script)
    return script
