"""The renderer of a page: Python-Markdown with the extensions that the page's own site has.

It says what is a block of code and what a reader sees. A page with no ``mkdocs.yml`` above it is
read with `common_extensions`.
"""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import markdown
    from mkdocs.config import config_options
    from mkdocs.config.base import Config
    from mkdocs.utils.yaml import yaml_load
    from pygments.lexer import Lexer
    from pygments.lexers.special import TextLexer
    from pymdownx.highlight import Highlight, HighlightExtension
except ImportError as error:  # pragma: no cover - the package alone needs NumPy and no more
    message = f"{error.name} is missing; pip install 'attention_docs[numbers]' brings it"
    raise ImportError(message, name=error.name) from None

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

common_extensions = (
    *("abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc"),
    *("pymdownx.details", "pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.superfences"),
    *("pymdownx.arithmatex", "pymdownx.tabbed", "pymdownx.tasklist"),
)
_common_configs = {
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.tabbed": {"alternate_style": True},
}
_pre = re.compile(r"<pre\b[^>]*>(.*?)</pre>", re.DOTALL)
_tag = re.compile(r"<[^>]*>")


class _Extensions(Config):  # type: ignore[no-untyped-call]
    """The part of ``mkdocs.yml`` that says how Markdown is read."""

    markdown_extensions = config_options.MarkdownExtensions(
        builtins=["toc", "tables", "fenced_code"], configkey="mdx_configs", default=[]
    )
    mdx_configs: Any = config_options.Private()


class Renderer:
    """Converts pages, and tells what it makes of them.

    Parameters
    ----------
    extensions, configs
        As for ``markdown.Markdown``.
    language
        The language of the pages, as ``en``.
    """

    def __init__(
        self,
        extensions: Sequence[Any] = common_extensions,
        configs: Mapping[str, Any] = _common_configs,
        language: str = "en",
    ) -> None:
        self.language = language
        self.markdown = markdown.Markdown(
            extensions=list(extensions), extension_configs=dict(configs)
        )
        for extension in self.markdown.registeredExtensions:
            if isinstance(extension, HighlightExtension):
                extension.get_pymdownx_highlighter = lambda: _Uncoloured

    @classmethod
    def common(cls) -> Renderer:
        """Return the renderer with the `common_extensions`."""
        return _common()

    @classmethod
    def near(cls, path: Path) -> Renderer:
        """Return the renderer of the site that a page or folder belongs to.

        Raises
        ------
        ValueError
            If its ``mkdocs.yml`` cannot be read.
        """
        start = path.resolve()
        for folder in (start, *start.parents):
            for name in ("mkdocs.yml", "mkdocs.yaml"):
                config = folder / name
                if config.is_file():
                    return _of_site(config, config.stat().st_mtime_ns)
        return cls.common()

    @classmethod
    def of_site(cls, config: Path) -> Renderer:
        """Read the Markdown extensions of a site's configuration."""
        try:
            with config.open("rb") as file:
                site = yaml_load(file)
        except Exception as error:
            said = str(error).replace("\n", " ")
            raise ValueError(f"{config} cannot be read: {said}") from None
        options = _Extensions()
        known = {key: site[key] for key in ("markdown_extensions",) if site.get(key)}
        options.load_dict(known)
        failed, _ = options.validate()
        if failed:
            raise ValueError(f"{config}: {failed[0][0]}: {failed[0][1]}")
        theme = site.get("theme")
        language = theme.get("language", "en") if isinstance(theme, dict) else "en"
        return cls(
            options.markdown_extensions,
            rooted(options.mdx_configs, config.parent),
            str(language),
        )

    def convert(self, text: str) -> str:
        """Return the HTML of a body of Markdown."""
        self.markdown.reset()
        return str(self.markdown.convert(text))

    def blocks(self, text: str) -> list[str]:
        """Return the text of each fenced block of code, in order, without converting the rest."""
        if "```" not in text and "~~~" not in text:
            return []
        self.markdown.reset()
        lines = text.split("\n")
        stages = self.markdown.preprocessors
        for stage in list(stages)[: stages.get_index_for_name("html_block")]:
            lines = stage.run(lines)
        stash = self.markdown.htmlStash.rawHtmlBlocks
        found = [_pre.findall(block) for block in stash if isinstance(block, str)]
        self.markdown.reset()
        return [html.unescape(_tag.sub("", pieces[-1])) for pieces in found if pieces]

    def expanded(self, text: str) -> str:
        """Return a page with the files that it includes, as the site's snippets do.

        Raises
        ------
        ValueError
            If such a file cannot be read.
        """
        stages = self.markdown.preprocessors
        if "snippet" not in stages or "8<-" not in text:
            return text
        try:
            return "\n".join(stages["snippet"].run(text.split("\n")))
        except Exception as error:
            raise ValueError(f"this page includes a file that cannot be read: {error}") from None


def rooted(configs: Mapping[str, Any], root: Path) -> dict[str, Any]:
    """Let included files be found from the folder of ``mkdocs.yml``, wherever the command runs."""
    snippets = configs.get("pymdownx.snippets") or {}
    paths = snippets.get("base_path", ["."])
    rooted = [str(root / path) for path in ([paths] if isinstance(paths, str) else paths)]
    return {**configs, "pymdownx.snippets": {**snippets, "base_path": rooted}}


class _Uncoloured(Highlight):  # type: ignore[misc]
    """Makes of code what the site does, without its colours: they take most of the time."""

    def get_lexer(self, *options: Any) -> tuple[Lexer, str]:  # noqa: ANN401 - as its base class has it
        """Return the lexer of plain text, whatever the language."""
        return TextLexer(stripnl=options[3] if len(options) > 3 else True), "text"


@cache
def _of_site(config: Path, changed: int) -> Renderer:  # noqa: ARG001 - the key of the cache
    return Renderer.of_site(config)


@cache
def _common() -> Renderer:
    return Renderer()
