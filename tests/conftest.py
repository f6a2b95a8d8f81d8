"""Settings of hypothesis, and no skipped check in CI."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

in_ci = os.environ.get("CI") == "true"

# A slow machine is no fault of the code, and a red build must be red again when it is repeated.
settings.register_profile("checks", deadline=None, derandomize=in_ci, print_blob=True)
settings.load_profile("checks")


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
