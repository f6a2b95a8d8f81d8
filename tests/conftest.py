"""Settings of hypothesis, what all processes of a run share, and no skipped check in CI."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.browser import chromium, launched
from tests.site.conftest import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

in_ci = os.environ.get("CI") == "true"

# A slow machine is no fault of the code, and a red build must be red again when it is repeated.
settings.register_profile("checks", deadline=None, derandomize=in_ci, print_blob=True)
settings.load_profile("checks")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, or a skip that says in one line what is missing."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium or Chrome on this machine: browser tests need one")
    with launched(path) as browser:
        yield browser


# Fixtures of what only .ci/run installs; tests of other browsers and of the real model are marked.
ELSEWHERE = {"torch", "actionlint"}
# On a busy machine a browser may miss the moment that a test waits for; a fault fails twice. What
# passed at the second try is listed at the end of the run.
BROWSERS = {"browser", "reader"}

_served = pytest.StashKey[tuple[str, str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Serve one folder for all processes; the first test that needs the site builds it there."""
    if worker := getattr(config, "workerinput", None):
        config.stash[_served] = worker["served"]
        return
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="attention_docs-"))
        config.stash[_served] = folder, stack.enter_context(serving(Path(folder)))
        config.add_cleanup(stack.pop_all().close)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # noqa: ANN401 - pytest-xdist has no types
    """Tell another process of the run what is shared."""
    node.workerinput["served"] = node.config.stash[_served]


@pytest.fixture(scope="session")
def one_for_all(pytestconfig: pytest.Config) -> tuple[Path, str]:
    """A folder, the same in all processes of the run, and where ``notes`` in it is served."""
    folder, address = pytestconfig.stash[_served]
    return Path(folder), address


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if ELSEWHERE & fixtures:
            item.add_marker("ci")
        if BROWSERS & fixtures:
            item.add_marker(pytest.mark.flaky(reruns=1))


def _skipped(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", [])) if reporter else 0


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if in_ci and exitstatus == pytest.ExitCode.OK and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if config.option.markexpr == "not ci":
        terminalreporter.line(
            "left to .ci/run: comparisons with PyTorch, other browsers, the real model, "
            "actionlint, the walk by Tab on wide screens"
        )
    loads = sorted(
        str(text)
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, [])
        for name, text in report.user_properties
        if name == "first load"
    )
    if loads:
        terminalreporter.section("what a first visit fetches, gzipped")
        for line in loads:
            terminalreporter.line(line)
    if in_ci and (count := _skipped(config)):
        terminalreporter.section("skipped in CI", red=True)
        terminalreporter.line(f"{count} skipped: in CI every check must run, so this run fails")
