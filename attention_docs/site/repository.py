"""Where this copy of the project lives: the one place that knows, and says so where nobody does."""

from __future__ import annotations

import logging
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

UNKNOWN = (
    "the repository is not known: set GITHUB_REPOSITORY=owner/name, or add a git remote named "
    "origin that leads to GitHub; until then the site's links for reports and edits say so instead"
)

log = logging.getLogger("mkdocs.attention_docs.repository")

_name = r"[A-Za-z0-9_.-]+"
_owner_and_name = re.compile(rf"(?P<owner>{_name})/(?P<name>{_name})")
# Every form that GitHub takes: with a scheme or as git@github.com:owner/name, over its second port
# for SSH as well, with or without a user, a port, a slash or ".git" at the end.
_remote = re.compile(
    r"(?:(?:https?|ssh|git|git\+ssh|git\+https)://)?(?:[^@/]+@)?(?:www\.|ssh\.)?github\.com"
    rf"(?::\d+(?=/))?(?:/|:/?){_owner_and_name.pattern}",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Repository:
    """A repository on GitHub (or on a GitHub server of one's own)."""

    owner: str
    name: str
    server: str = "https://github.com"

    @property
    def url(self) -> str:
        """The repository's own page."""
        return f"{self.server}/{self.owner}/{self.name}"

    @property
    def pages_url(self) -> str:
        """Where GitHub Pages publishes it.

        >>> Repository("ada", "notes").pages_url
        'https://ada.github.io/notes/'
        >>> Repository("ada", "ada.github.io").pages_url
        'https://ada.github.io/'
        """
        host = f"{self.owner.lower()}.github.io"
        return f"https://{host}/" if self.name.lower() == host else f"https://{host}/{self.name}/"

    @property
    def edit_uri(self) -> str:
        """What the path of a page in docs/ is appended to, to edit it."""
        return f"{self.url}/edit/main/docs/"

    def report_url(self, form: str, **fields: str) -> str:
        """Return the address of an issue form with some of its fields filled in.

        >>> Repository("ada", "notes").report_url("wrong-number", page="/", section="cost")
        'https://github.com/ada/notes/issues/new?template=wrong-number.yml&page=%2F&section=cost'
        """
        return f"{self.url}/issues/new?{urlencode({'template': f'{form}.yml', **fields})}"


def find_repository(environment: Mapping[str, str], remote: str) -> Repository | None:
    """Return the repository named by the environment, else by a git remote's address, else None.

    Raises
    ------
    ValueError
        If GITHUB_REPOSITORY is set to something that is not owner/name.

    Examples
    --------
    >>> find_repository({"GITHUB_REPOSITORY": "ada/notes"}, remote="").url
    'https://github.com/ada/notes'
    >>> find_repository({}, remote="git@github.com:ada/notes.git").url
    'https://github.com/ada/notes'
    >>> find_repository({}, remote="") is None
    True
    """
    if named := environment.get("GITHUB_REPOSITORY"):
        if not (match := _owner_and_name.fullmatch(named)):
            raise ValueError(f"GITHUB_REPOSITORY is {named!r}; it must be owner/name")
        server = environment.get("GITHUB_SERVER_URL", Repository.server).rstrip("/")
        return Repository(match["owner"], match["name"], server)
    if match := _remote.fullmatch(remote.strip().rstrip("/").removesuffix(".git")):
        return Repository(match["owner"], match["name"])
    return None


def remote_url(root: Path) -> str:
    """Return the address of the git remote named origin, or "" where there is none."""
    return _git(root, "remote", "get-url", "origin")


def commit(environment: Mapping[str, str], root: Path) -> str:
    """Return the short hash of the commit that is built, or "" outside a checkout."""
    return environment.get("GITHUB_SHA", "")[:12] or _git(root, "rev-parse", "--short=12", "HEAD")


def commit_time(root: Path) -> str:
    """Return when that commit was made, in seconds since 1970.

    Outside a checkout it is when the newest page was written.
    """
    written = (path.stat().st_mtime for path in (root / "docs").rglob("*") if path.is_file())
    return _git(root, "log", "-1", "--format=%ct") or str(int(max(written, default=0)))


def _git(root: Path, *arguments: str) -> str:
    # A checkout may belong to somebody else, as in a container. Nothing in it is run by this.
    command = ["git", "-c", "safe.directory=*", "-C", os.fspath(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        return ""
    if "dubious ownership" in done.stderr:
        log.warning("git tells nothing of %s: %s", root, done.stderr.splitlines()[0])
    return done.stdout.strip() if done.returncode == 0 else ""
