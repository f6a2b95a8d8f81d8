"""Settings of hypothesis, the browser, and no skipped check in CI."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.browser import chromium, launched

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


def _skipped(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", [])) if reporter else 0


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if in_ci and exitstatus == pytest.ExitCode.OK and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if in_ci and (count := _skipped(config)):
        terminalreporter.section("skipped in CI", red=True)
        terminalreporter.line(f"{count} skipped: in CI every check must run, so this run fails")
