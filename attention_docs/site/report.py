"""Links that open an issue form with page, section and commit filled in."""

from __future__ import annotations

import html
import re

from attention_docs.site.repository import Repository

# The forms in .github/ISSUE_TEMPLATE, in the order in which the foot of a page offers them.
forms = {
    "wrong-number": "A number is wrong",
    "unclear-passage": "A passage is unclear",
    "site-fault": "The site has a fault",
}

_heading = re.compile(
    r'<(?P<tag>h[23])(?P<more>[^>]*) id="(?P<anchor>[\w-]+)">(?P<inside>.*?)</(?P=tag)>', re.DOTALL
)
_permalink = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)

FLAG = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3v18M6 4h11l-2.5 4 2.5 4H6"/></svg>'


def add_flags(page: str, *, repository: Repository | None, address: str, commit: str) -> str:
    """Put a flag beside each section heading that opens a report about that section.

    Where the repository is not known, the flag leads to the foot of the page, which says so.
    """

    def flagged(match: re.Match[str]) -> str:
        anchor, inside = match["anchor"], match["inside"]
        title = html.unescape(re.sub(r"<[^>]+>", "", _permalink.sub("", inside))).strip()
        target = "#report-how"
        if repository:
            target = repository.report_url(
                "wrong-number", page=address, section=anchor, commit=commit
            )
        flag = (
            f'<a class="flag" href="{html.escape(target)}" '
            f'aria-label="Report a mistake in “{html.escape(title)}”">{FLAG}</a>'
        )
        return f'<{match["tag"]}{match["more"]} id="{anchor}">{inside}{flag}</{match["tag"]}>'

    return _heading.sub(flagged, page)
