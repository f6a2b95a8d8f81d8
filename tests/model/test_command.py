"""``python -m attention_docs.model`` on the tiny model."""

from __future__ import annotations

from pathlib import Path

import pytest

from attention_docs.model import attend, find
from attention_docs.model.__main__ import main
from attention_docs.model.attended import Model
from tests.model import tiny


@pytest.fixture
def with_tiny(monkeypatch: pytest.MonkeyPatch, tiny_path: Path) -> None:
    monkeypatch.setattr(find, "find", lambda: tiny_path)


@pytest.mark.usefixtures("with_tiny")
def test_it_prints_where_each_head_looks_and_what_comes_next(
    model: Model, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hello world"]) == 0
    attended = attend("hello world", model=model)
    said = capsys.readouterr().out.splitlines()
    header = next(at for at, line in enumerate(said) if line.startswith("layer  head 0"))
    first = said[header + 1].split()
    row = attended.weights[0, 0, -1]
    share = f"{row.max() * 100:.0f}"
    assert first[:3] == ["0", attended.tokens[row.argmax()].strip(), share]
    assert [line.split()[0] for line in said[header + 1 : header + 4]] == ["0", "1", "2"]
    token, probability = attended.predictions[0]
    assert f"{probability * 100:6.2f} %  {token!r}" in said


@pytest.mark.usefixtures("with_tiny")
def test_heads_can_be_switched_off(model: Model, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hello", "--off", "0.1,2.3"]) == 0
    off = attend("hello", [(0, 1), (2, 3)], model=model)
    token, probability = off.predictions[0]
    assert f"{probability * 100:6.2f} %  {token!r}" in capsys.readouterr().out


@pytest.mark.usefixtures("with_tiny")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([""], "text is empty"),
        (["x" * 41], "text has 41 tokens; the model reads at most 40"),
        (["hello", "--off", "7.0"], "off names head 7.0"),
    ],
)
def test_what_it_can_not_do_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert said in err


def test_heads_that_it_can_not_read_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["hello", "--off", "18-6"])
    assert "'18-6' must name heads as layer.head" in capsys.readouterr().err


def test_without_weights_it_says_make_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("MODEL_DIR", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    assert main(["hello"]) == 1
    assert "run `make model`" in capsys.readouterr().err


def test_a_model_of_another_architecture_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tiny.write(tmp_path / "other.gguf", architecture="qwen2")
    monkeypatch.setattr(find, "find", lambda: path)
    assert main(["hello"]) == 1
    assert "has the architecture 'qwen2'; it must be 'llama'" in capsys.readouterr().err


@pytest.mark.usefixtures("with_tiny")
def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hello"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["hello"]) == 0
    assert capsys.readouterr().err.endswith("reading the weights: 100%\n")
