"""The MkDocs plugin: checks each page as it is built, and shows what stands behind its numbers."""

from __future__ import annotations

import os
import posixpath
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.utils.meta import get_data

from attention_docs.numbers.accounts import Unbound
from attention_docs.numbers.census import Accounts, census
from attention_docs.numbers.claims import columns
from attention_docs.numbers.drawn import drawn_labels
from attention_docs.numbers.findings import Result
from attention_docs.numbers.labels import Labels
from attention_docs.numbers.marks import Registry, finish, marked, strip_file
from attention_docs.numbers.project import Project
from attention_docs.numbers.rendering import Renderer, rooted
from attention_docs.numbers.report import quoted, report, summary
from attention_docs.numbers.searching import search_census
from attention_docs.numbers.settings import Settings
from attention_docs.numbers.styles import style_census

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

log = get_plugin_logger("numbers")
_first, _last = 100, -100
_scripts = "assets/numbers"
_script = f"{_scripts}/card.mjs"
_with_text = frozenset({".html", ".xml", ".json", ".txt", ".webmanifest", ".atom", ".rss"})


class NumbersConfig(Config):  # type: ignore[no-untyped-call]
    """The options in ``mkdocs.yml``; those left out come from ``[tool.numbers]``.

    `working` adds the script that shows a number's expression on pointing and tap; `census` counts
    the numerals of the finished site.
    """

    labels = config_options.Optional(config_options.Type(str))
    setup = config_options.Optional(config_options.Type(str))
    timeout = config_options.Optional(config_options.Type((int, float)))
    check = config_options.Optional(config_options.Choice(["all", "bound", "off"]))
    decimal = config_options.Optional(config_options.Choice([".", ","]))
    working = config_options.Type(bool, default=True)
    census = config_options.Type(bool, default=True)


class NumbersPlugin(BasePlugin[NumbersConfig]):  # type: ignore[no-untyped-call]
    """Fails a strict build, and warns in any other, of a number that nothing computes."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the settings and the reviewed labels."""
        root = Path(config.config_file_path).parent
        options = {
            name: value
            for name in ("labels", "setup", "timeout", "check", "decimal")
            if (value := self.config[name]) is not None
        }
        try:
            near = Settings.near(root)
            self.settings = replace(near, **Settings.typed(options, config.config_file_path))
            self.labels = Labels.load(self.settings.labels_path)
        except ValueError as error:
            raise PluginError(str(error)) from None
        if self.config.working and _script not in map(str, config.extra_javascript):
            script = ExtraScriptValue(_script)
            script.type = "module"
            config.extra_javascript.append(script)
        self.registry = Registry([])
        self.results: dict[str, Result] = {}
        self.addresses: dict[str, str] = {}
        self.unchecked: set[str] = set()
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Keep the labels out of the site, put the scripts in, and note how pages are rendered."""
        labels = self.settings.labels_path.resolve()
        docs = Path(config.docs_dir).resolve()
        if labels.is_relative_to(docs):
            found = files.get_file_from_path(labels.relative_to(docs).as_posix())
            if found:
                files.remove(found)
        if self.config.working:
            for source in resources.files(__package__).joinpath("assets").iterdir():
                path = f"{_scripts}/{source.name}"
                files.append(File.generated(config, path, content=source.read_bytes()))
        renderer = Renderer(
            config.markdown_extensions,
            rooted(config.mdx_configs, Path(config.config_file_path).parent),
            str(config.theme.get("language") or "en"),
        )
        self.project = Project(self.settings, self.labels, renderer)
        return files

    @event_priority(_first)
    def on_page_markdown(
        self,
        markdown: str,
        *,
        page: Page,
        config: MkDocsConfig,
        files: Files,  # noqa: ARG002 - MkDocs calls by name
    ) -> str:
        """Check the page, and mark its numbers for what becomes of them later."""
        if not page.file.src_uri.endswith(".md"):
            return markdown
        source = page.file.content_string
        body = get_data(source)[0]
        if body != markdown or not source.endswith(body):
            raise PluginError(
                f"{page.file.src_uri} was changed before its numbers were read; "
                "put `numbers` first among the plugins"
            )
        where = posixpath.join(self._docs(config), page.file.src_uri)
        path = Path(config.docs_dir) / page.file.src_uri
        if self.project.extent(source) == "off" or self.settings.excludes(path):
            self.unchecked.add(page.file.dest_uri)
            return markdown
        try:
            result = self.project.check(source, where)
        except ValueError as error:
            raise PluginError(f"{where}: {error}") from None
        self.results[where] = result
        self.addresses[page.file.dest_uri] = where
        if self.project.extent(source) == "bound":
            self.unchecked.add(page.file.dest_uri)
        text, meta = get_data(marked(result, self.registry))
        for key in ("title", "description"):
            if isinstance(page.meta.get(key), str):
                page.meta[key] = meta[key]
        return text

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:  # noqa: ANN401, ARG002
        """Tell every fault of every page at once."""
        reports = [
            report(result, where, result.findings)
            for where, result in self.results.items()
            if result.findings
        ]
        if reports:
            self._tell(config, "\n\n".join([*reports, summary(self.counts)]))

    @property
    def counts(self) -> dict[str, int]:
        """The counts of all pages together."""
        totals = {"bound": 0, "labels": 0, "unbound": 0, "wrong": 0}
        for result in self.results.values():
            for name, number in result.counts.items():
                totals[name] += number
        return totals

    @event_priority(_last)
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002
        """Turn the marks into elements, once all else has been done to the page."""
        return finish(output, self.registry)

    @event_priority(_last)
    def on_post_template(
        self,
        output_content: str,
        *,
        template_name: str,  # noqa: ARG002 - MkDocs calls by name
        config: MkDocsConfig,  # noqa: ARG002
    ) -> str:
        """Do the same for pages that have no Markdown, such as that for unknown addresses."""
        return finish(output_content, self.registry)

    @event_priority(_last)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Clean what other plugins wrote, then count what the finished site shows."""
        site = Path(config.site_dir)
        for path in sorted(site.rglob("*")):
            if path.suffix in _with_text:
                text = path.read_text(encoding="utf-8", errors="surrogateescape")
                if (stripped := strip_file(text)) != text:
                    path.write_text(stripped, encoding="utf-8", errors="surrogateescape")
        if not self.config.census:
            return
        lines = [
            f"{path}:{unbound.line}: {unbound.numeral} in {unbound.place}: {unbound.message}\n"
            f"    {unbound.context}"
            for path, unbound in self.count(site)
        ]
        if lines:
            lines.append(f"{len(lines)} numerals of the site unbound")
            self._tell(config, "\n".join(lines))

    def _tell(self, config: MkDocsConfig, faults: str) -> None:
        """Fail a strict build, even one too quiet for warnings; warn in any other."""
        if config.strict:
            raise PluginError(faults)
        log.warning("%s", faults)

    def count(self, site: Path) -> list[tuple[str, Unbound]]:
        """Take the census of a finished site: pages, drawings, style sheets, the search index."""
        found = []
        pages = {}
        for path in sorted(site.rglob("*")):
            address = path.relative_to(site).as_posix()
            if path.suffix == ".css":
                text = path.read_text(encoding="utf-8", errors="replace")
                found += [(str(path), unbound) for unbound in style_census(text)]
            if path.suffix not in (".html", ".svg"):
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            if path.suffix == ".html":
                pages[address] = pages[address.removesuffix("index.html")] = text
            if address not in self.unchecked:
                accounts = self._accounts(address)
                found += [(str(path), unbound) for unbound in census(text, accounts)]
                drawn = drawn_labels(text, self.labels.wording)
                if said := self.labels.drawn_differences(address, drawn):
                    name = self.settings.labels
                    advice = (
                        f"look at them, then accept them with --pin {quoted(os.path.relpath(site))}"
                    )
                    message = f"labels drawn by code are not those of [drawn] in {name}; {advice}"
                    found.append((str(path), Unbound(1, "figures", said, "", message)))
        index = site / "search" / "search_index.json"
        if index.is_file():
            text = index.read_text(encoding="utf-8")
            found += [
                (str(index), unbound) for unbound in search_census(text, pages, self.labels.wording)
            ]
        return found

    def _accounts(self, address: str) -> Accounts:
        where = self.addresses.get(address, "")
        page = self.results[where].page if where else None
        ran = {fence.code: columns(fence) for fence in page.fences if fence.runs} if page else {}
        # The theme's own page for unknown addresses says what the server's answer is.
        own = ["404"] if address == "404.html" else []
        comma = page.comma if page else self.settings.decimal == ","
        return Accounts(ran, [*self.labels.wording, *own], comma)

    def _docs(self, config: MkDocsConfig) -> str:
        docs, here = Path(config.docs_dir), Path.cwd()
        return str(docs.relative_to(here)) if docs.is_relative_to(here) else str(docs)
