"""MkDocs hooks: each event hands over to the module that does the work."""

from __future__ import annotations

import functools
import os
import posixpath
import re
import urllib.parse
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from attention_docs.numbers.settings import Settings
from attention_docs.site import (
    card,
    fetching,
    figures,
    fonts,
    lab,
    maths,
    mend,
    policy,
    report,
    repository,
    runtime,
    slim,
    stamp,
    terms,
    toolbars,
)

GLOSSARY = "glossary.md"
ICON = "attention_docs/site/icon.svg"
LAB = "lab.py"

log = get_plugin_logger(__name__)


_commands: list[str] = []


def on_startup(*, command: str, dirty: bool) -> None:  # noqa: ARG001 - MkDocs calls by name
    """Remember whether the site is built or served."""
    _commands.append(command)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Find out which repository and commit are built, and make the build repeatable."""
    root = Path(config.config_file_path).parent
    found = repository.find_repository(os.environ, repository.remote_url(root))
    if found:
        config.edit_uri = found.edit_uri
        # `mkdocs serve` has its own address, and a custom domain is known to the workflow alone.
        config.site_url = config.site_url or os.environ.get("SITE_URL") or found.pages_url
    else:
        log.info(repository.UNKNOWN)
    config.extra["repository"] = found
    config.extra["commit"] = repository.commit(os.environ, root)
    config.extra["report_forms"] = report.forms
    config.extra["card"] = card
    # Written out in each page, which would fetch a file of its own for it.
    icon = urllib.parse.quote((root / ICON).read_text("utf-8").strip(), safe="/:='")
    config.theme["favicon"] = f"data:image/svg+xml,{icon}"
    os.environ.setdefault("SOURCE_DATE_EPOCH", repository.commit_time(root))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:  # noqa: ARG001 - MkDocs calls by name
    """Read the glossary before any page is converted."""
    page = files.get_file_from_path(GLOSSARY)
    if page is None:
        raise PluginError(f"docs/{GLOSSARY} is missing; the terms on the pages are defined there")
    terms.glossary.anchors = terms.read_glossary(page.content_string)
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Tell the terms where the glossary is, as seen from this page, and which don't hold here."""
    source = page.file.src_uri
    path = posixpath.relpath(GLOSSARY, posixpath.dirname(source) or ".")
    terms.glossary.address = "" if source == GLOSSARY else path
    terms.glossary.not_here = page.meta.get("not_terms", [])
    return markdown


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Draw the figures, flag the sections, and note what the page needs."""
    if page.file.src_uri == LAB:
        html = lab.slimmed(html, "lab.ipynb")
    html = figures.draw_all(html)
    html = report.add_flags(
        html,
        repository=config.extra["repository"],
        address=page.url or "./",
        commit=config.extra["commit"],
    )
    html = toolbars.add_toolbars(html)
    # Paper can't be followed, so the addresses of other sites are printed on it.
    html = html.replace('<a href="http', '<a class="external" href="http')
    # Lines of code, figures and words on buttons crowd prose out of the results.
    html = re.sub(r'<(pre\b|figure\b|div class="live__bar")', r"<\1 data-search-exclude", html)
    page.meta["formulas"] = maths.has_formulas(html)
    return html


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Set the formulas, and mend what the theme leaves faulty."""
    try:
        return mend.mend(maths.render_all(output))
    except ValueError as error:
        raise PluginError(f"{page.file.src_uri}: {error}") from None


def on_post_template(output: str, *, template_name: str, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Mend the page that is shown for unknown addresses."""
    return mend.mend(output) if template_name == "404.html" else output


def on_post_build(*, config: MkDocsConfig) -> None:
    """Mend, cut and join what the pages share, add the browser's Python, then seal the site."""
    site = Path(config.site_dir)
    for path in (site / "assets/javascripts").glob("bundle.*.min.js"):
        path.write_text(mend.mend_script(path.read_text("utf-8")), "utf-8")
    figures.carry(site / "assets/figures")
    for path in site.rglob("*.html"):
        page = path.read_text("utf-8").replace(" data-search-exclude", "")
        path.write_text(mend.keep_numerals(page), "utf-8")
    slim.slim(site)
    fonts.embed_fonts(site)
    slim.join(site, config.extra_css)
    root = Path(config.config_file_path).parent
    lab.write_notebook(Path(config.docs_dir) / LAB, site / "lab/lab.ipynb")
    runtime.emit_runtime(root, site, _runtime(), setup=Settings.near(root).setup)
    stamp.stamp(site)
    policy.add_policy(site, serving="serve" in _commands)


@functools.cache
def _runtime() -> Path | None:
    """Find the browser's Python, once in the life of `mkdocs serve`."""
    try:
        return fetching.find_runtime(os.environ)
    except ValueError as error:
        raise PluginError(str(error)) from None
    except fetching.UnavailableError as reason:
        if os.environ.get("CI") == "true":
            raise PluginError(f"the browser's Python is missing: {reason}") from None
        log.info(f"code on the pages can't be run by readers: {reason}")
        return None
