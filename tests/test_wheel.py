"""The wheel and the source archive, built and used outside the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import numpy as np
import pytest

root = Path(__file__).parent.parent

# These build or check the site, or run a real model, so they need the packages of an extra; the
# figures of a real model show data that stay in the checkout.
needs_more_than_numpy = (
    "attention_docs.figures.looks",
    "attention_docs.figures.resting",
    "attention_docs.figures.switches",
    "attention_docs.figures.wordings",
    "attention_docs.model",
    "attention_docs.numbers",
    "attention_docs.site",
)

doctests = """
import doctest, importlib, pkgutil, sys

target, packages, *passed_over = sys.argv[1:]
hidden = {module.name for module in pkgutil.iter_modules([packages])} - {"numpy"}

class OnlyNumpy:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if path is None and name in hidden and name != "attention_docs":
            raise ModuleNotFoundError(f"{name} is hidden", name=name)

sys.meta_path.insert(0, OnlyNumpy)
sys.path += [target, packages]
import attention_docs

failed = attempted = 0
for module in pkgutil.walk_packages(attention_docs.__path__, "attention_docs."):
    if module.name.startswith(tuple(passed_over)) or module.name.endswith("__main__"):
        continue
    result = doctest.testmod(importlib.import_module(module.name))
    failed += result.failed
    attempted += result.attempted
print(attempted, attention_docs.__file__)
sys.exit(failed != 0)
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(  # noqa: S603
        command,
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and from that the wheel, without any network."""
    outdir = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation"]
    run(*build, "--outdir", outdir, root, cwd=outdir, PIP_NO_INDEX="1")
    return outdir


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


def test_wheel_is_pure_python_and_typed(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "attention_docs/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    inside = ("attention_docs/", wheel.name.removesuffix("-py3-none-any.whl") + ".dist-info/")
    assert [name for name in names if not name.startswith(inside)] == []


def test_numpy_is_the_only_hard_dependency(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
    headers = Parser().parsestr(archive.read(metadata).decode())
    requirements = headers.get_all("Requires-Dist", [])
    assert [line for line in requirements if "extra ==" not in line] == ["numpy>=2"]
    assert headers["Requires-Python"] == ">=3.11"


def test_source_archive_holds_what_a_packager_needs(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml"} <= names
    assert not [name for name in names if name.startswith(("tests", "docs", "site", ".venv"))]


def test_doctests_pass_with_the_wheel_and_numpy_alone(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    run(*install, "--target", target, wheel, cwd=tmp_path)
    packages = Path(np.__file__).parent.parent
    # -I and -S hide the checkout and the environment's variables.
    python = [sys.executable, "-I", "-S", "-c", doctests]
    output = run(*python, target, packages, *needs_more_than_numpy, cwd=tmp_path)
    attempted, file = output.split(maxsplit=1)
    assert int(attempted) >= 20
    assert Path(file.strip()).is_relative_to(target)
