"""The patterns by which the source of a Markdown page is scanned."""

from __future__ import annotations

import re

_attribute = r"""[\w:@.-]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+))?"""
# Where a line starts, or at a character that can start something: elsewhere the search only passes.
token = re.compile(
    rf"""
    ^(?: (?P<marker> [ \t]*(?:>[ \t]?)*(?:[-*+][ \t]+)?\d{{1,9}}[.)](?=[ \t]) )
       | (?P<definition> [ ]{{0,3}}\[[^\]\n]+\]:(?:(?<!\\)[ \t]*\S*) )
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
inline_tex = re.compile(r"\$(?!\s)((?:\\.|[^\\$\n]|\n(?![ \t]*\n))+?)(?<!\s)\$")
named_value = re.compile(r"""([\w:@.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
front_matter_pattern = re.compile(r"---[ \t]*\n(?:.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
front_value = re.compile(
    r"^(?:title|description)[ \t]*:[ \t]*"
    r"""(?:"([^"\n]*)"|'([^'\n]*)'|((?:(?![ ]\#)[^\n])*(?:\n[ \t]+(?!\#)[^\n]*)*))""",
    re.MULTILINE,
)
blank_line = re.compile(r"\n[ \t]*\n")
definition_label = re.compile(r"^[ ]{0,3}\[([^\]\n]+)\]:", re.MULTILINE)
binding = re.compile(r"<!--(?:[ \t]*(?P<sign>[=#])|[ \t]*numbers[ \t]*\n)")
not_newline = re.compile(r"[^\n]")
