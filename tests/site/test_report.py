"""Reporting a mistake: every page and every section leads to a filled-in form, or says why not."""

from __future__ import annotations

import html
import os
import re
import subprocess
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from attention_docs.site.report import forms
from attention_docs.site.repository import Repository, commit, commit_time, find_repository
from tests.site.conftest import ROOT, build, pages
from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

PREFILLED = {"page", "section", "commit"}


def queries(page: str, kind: str) -> list[dict[str, str]]:
    links = re.findall(rf'<a {kind}[^>]*? href="([^"]*)"', page)
    parts = [urlsplit(html.unescape(link)) for link in links]
    assert all(
        part.netloc == "github.com" and part.path == "/ada/notes/issues/new" for part in parts
    )
    return [{k: v[0] for k, v in parse_qs(part.query).items()} for part in parts]


def test_every_section_has_a_flag_with_page_section_and_commit(site: Path) -> None:
    for name in pages(site):
        if name == "404.html":
            continue
        page = (site / name / "index.html").read_text("utf-8")
        anchors = re.findall(r'<h[23][^>]* id="([\w-]+)"', page)
        flags = queries(page, 'class="flag"')
        assert [flag["section"] for flag in flags] == anchors
        for flag in flags:
            assert flag["page"] == (name or "./")
            assert flag["commit"] == "0123456789ab"


def test_every_page_offers_every_form_at_its_foot(site: Path) -> None:
    for path in site.rglob("*.html"):
        offered = queries(path.read_text("utf-8"), "data-report")
        assert [link["template"] for link in offered] == [f"{form}.yml" for form in forms]


def test_the_forms_exist_and_have_the_fields_that_the_links_fill_in() -> None:
    for form in forms:
        path = ROOT / f".github/ISSUE_TEMPLATE/{form}.yml"
        fields = yaml.safe_load(path.read_text("utf-8"))["body"]
        assert {field.get("id") for field in fields} >= PREFILLED, form


def test_a_flag_offers_the_three_forms_for_its_own_section(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.locator("#cost").hover()
        page.locator("#cost .flag").click()
        links = page.locator("#report-menu a")
        links.first.wait_for()
        assert links.all_inner_texts() == list(forms.values())
        for link in links.all():
            assert "section=cost" in (link.get_attribute("href") or "")
        assert page.evaluate("document.activeElement.textContent") == next(iter(forms.values()))
        page.keyboard.press("Escape")
        page.wait_for_selector("#report-menu", state="detached")


def test_without_a_known_repository_the_links_say_so(tmp_path: Path) -> None:
    log = build(tmp_path / "site")
    page = (tmp_path / "site/index.html").read_text("utf-8")
    assert "built without knowing its repository" in page
    assert "issues/new" not in page
    assert {f'href="{link}"' for link in ("#report-how",)} == set(
        re.findall(r'class="flag" (href="[^"]*")', page)
    )
    assert 'id="report-how"' in page
    assert not re.search(r"^WARNING", log, re.MULTILINE)


@pytest.mark.parametrize(
    ("environment", "remote", "url"),
    [
        ({"GITHUB_REPOSITORY": "ada/notes"}, "", "https://github.com/ada/notes"),
        ({}, "https://github.com/ada/notes.git", "https://github.com/ada/notes"),
        ({}, "https://token@github.com/ada/notes", "https://github.com/ada/notes"),
        ({}, "ssh://git@github.com/ada/notes.git", "https://github.com/ada/notes"),
        ({}, "git@github.com:ada/no.tes.git", "https://github.com/ada/no.tes"),
        ({}, "ssh://git@ssh.github.com:443/ada/notes.git", "https://github.com/ada/notes"),
        ({}, "https://github.com/ada/notes/", "https://github.com/ada/notes"),
        ({}, "https://www.github.com:443/ada/notes.git/", "https://github.com/ada/notes"),
        ({}, "git://github.com/ada/notes", "https://github.com/ada/notes"),
        ({}, "org-1@GitHub.com:/ada/notes", "https://github.com/ada/notes"),
        (
            {"GITHUB_REPOSITORY": "ada/notes", "GITHUB_SERVER_URL": "https://git.example/"},
            "git@github.com:other/one.git",
            "https://git.example/ada/notes",
        ),
    ],
)
def test_the_repository_is_read_from_environment_then_remote(
    environment: dict[str, str], remote: str, url: str
) -> None:
    found = find_repository(environment, remote)
    assert found is not None
    assert found.url == url


@pytest.mark.parametrize(
    "remote",
    [
        *("", "/srv/git/notes", "https://gitlab.com/ada/notes", "nonsense"),
        *("https://notgithub.com/ada/notes", "git@github.com.example:ada/notes"),
    ],
)
def test_other_remotes_name_no_repository(remote: str) -> None:
    assert find_repository({}, remote) is None


def test_the_time_of_a_copy_without_git_is_that_of_its_newest_page(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "index.md"
    page.parent.mkdir()
    page.write_text("x")
    os.utime(page, (1500000000, 1500000000))
    assert commit_time(tmp_path) == "1500000000"


def test_a_checkout_of_somebody_else_tells_its_commit(tmp_path: Path) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], [*who, "commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run(["git", "-C", tmp_path, *command], check=True)  # noqa: S603, S607
    if os.geteuid() == 0:
        os.chown(tmp_path, 1234, 1234)
        os.chown(tmp_path / ".git", 1234, 1234)
    assert len(commit({}, tmp_path)) == 12


@pytest.mark.parametrize("name", ["ada", "ada/notes/more", "ada/no tes", "/notes"])
def test_a_malformed_repository_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="must be owner/name"):
        find_repository({"GITHUB_REPOSITORY": name}, "")


def test_values_in_report_links_are_escaped() -> None:
    url = Repository("ada", "notes").report_url("wrong-number", page="a&b=c/", section="é")
    assert parse_qs(urlsplit(url).query)["page"] == ["a&b=c/"]
