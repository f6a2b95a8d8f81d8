import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from attention_docs.numbers.cli import main
from attention_docs.numbers.report import command


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.numbers]\nsetup = 'w = [2 / 3, 1 / 3]'\n")
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(site: Path, content: str | bytes, name: str = "page.md") -> Path:
    page = site / "docs" / name
    page.write_bytes(content.encode() if isinstance(content, str) else content)
    return page


def test_all_right(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(site, "0.67<!--= w[0] --> for token 2<!--# 2: second of three -->")
    assert main([]) == 0
    assert capsys.readouterr().out == "1 bound, 1 labels, 0 unbound, 0 wrong\n"


def test_a_fault_is_shown_in_full(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(site, "One\n\nthe 数 is 0.66<!--= w[0] -->\n")
    assert main(["docs"]) == 1
    assert capsys.readouterr().out == (
        "docs/page.md:3:10: 0.66 is wrong\n"
        "    the 数 is 0.66<!--= w[0] -->\n"
        "              ^^^^\n"
        "  printed     0.66\n"
        "  value       0.6666666666666666\n"
        "  rounds to   0.67\n"
        "  expression  w[0]\n"
        f"  check       {command()} docs/page.md:3\n"
        f"  mend        {command()} --fix docs/page.md:3\n"
        "\n"
        "1 bound, 0 labels, 0 unbound, 1 wrong\n"
    )


def test_one_line_alone(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(site, "0.66<!--= w[0] -->\n\n0.32<!--= w[1] -->\n\n7\n")
    assert main(["docs/page.md:3"]) == 1
    assert "0.66" not in (out := capsys.readouterr().out)
    assert out.endswith("1 bound, 0 labels, 0 unbound, 1 wrong\n")


def test_fix_touches_nothing_but_wrong_numbers(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (
        "\ufeff# Títle\r\n\r\n0.66<!--= w[0] -->, .330<!--= w[1] -->,\t−66 %<!--= -w[0] -->\r"
        "\r\n<!-- numbers\r\n0.66 = w[0]\r\n1,001 = 3000 * w[1]\r\n-->\r\n$0.66$ 1{,}001  \r\n"
        "0.67<!--= w[2] -->\r\n3<!--= w[0] -->"
    )
    after = (
        before.replace("0.66", "0.67")
        .replace(".330", ".333")
        .replace("−66 %", "−67 %")
        .replace("1,001", "1,000")
        .replace("1{,}001", "1{,}000")
    )
    page = write(site, before)
    assert main(["--fix", "docs"]) == 1
    assert page.read_bytes() == after.encode()
    assert list(page.parent.iterdir()) == [page]
    out = capsys.readouterr().out
    assert "docs/page.md:3:1: 0.66 → 0.67\n" in out
    assert "IndexError" in out
    assert out.endswith("7 bound, 0 labels, 0 unbound, 2 wrong\n")


def test_fix_leaves_a_right_page_untouched(site: Path) -> None:
    page = write(site, "0.67<!--= w[0] -->")
    before = page.stat()
    assert main(["--fix", "docs"]) == 0
    # Reading sets a time as well, but not these.
    after = page.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_list_and_json(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(site, "0.67<!--= w[0] --> and 5")
    main(["--list"])
    assert "docs/page.md:1:1: 0.67 = w[0]  (0.6666666666666666)" in capsys.readouterr().out
    assert main(["--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["bound"], document["unbound"]) == (1, 1)
    assert document["findings"][0]["column"] == 24
    assert document["numbers"][0]["value"] == "0.6666666666666666"


def test_labels_by_rule_are_pinned(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = write(site, "# Keys\n\nk₁ and $k_{2}$ and n²; see <https://arxiv.org/abs/1706.03762>\n")
    labels = site / "docs" / "labels.toml"
    labels.write_text('# kept\n[wording]\n"float32" = "a dtype"\n')
    assert main([]) == 1
    assert "--pin" in capsys.readouterr().out
    assert main(["--pin"]) == 0
    assert labels.read_text(encoding="utf-8") == (
        '# kept\n[wording]\n"float32" = "a dtype"\n\n[symbols]\n'
        '"page.md" = {"<https://arxiv.org/abs/1706.03762>" = 1, "k_{2}" = 1, "k₁" = 1, "n²" = 1}\n'
    )
    assert main([]) == 0
    pinned = page.read_text(encoding="utf-8")
    for old, new in (("k₁", "k₂"), ("k_{2}", "k_{3}"), ("n²", "n³"), ("1706", "1707")):
        write(site, pinned.replace(old, new))
        assert main([]) == 1
    write(site, pinned.replace("# Keys", "# Renamed"))
    assert main([]) == 0


def test_pinning_keeps_all_else_in_the_file(site: Path) -> None:
    write(site, "# Keys\n\nk₁\n")
    labels = site / "docs" / "labels.toml"
    before = "# see [symbols] and [pinned.x]\n[wording]\na1 = 'x' # why\n"
    labels.write_text(f'{before}\n[symbols]\n"old.md" = {{k1 = 1}}\n')
    assert main(["--pin"]) == 0
    text = labels.read_text(encoding="utf-8")
    assert text.startswith(before)
    assert tomllib.loads(text)["symbols"] == {"old.md": {"k1": 1}, "page.md": {"k₁": 1}}
    labels.write_text('wording = {a1 = "x"}\n')
    assert main(["--pin"]) == 0
    text = labels.read_text(encoding="utf-8")
    assert tomllib.loads(text) == {"wording": {"a1": "x"}, "symbols": {"page.md": {"k₁": 1}}}


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\xff\xfe0", "not UTF-8: byte 0xff at 0"), (b"\x890\0", "not UTF-8"), (b"0\0", "a NUL")],
)
def test_binary_files_are_told(
    site: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    write(site, content)
    assert main([]) == 1
    assert message in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.md"], "nowhere.md does not exist"),
        (["docs"], "docs holds no page"),
        (["--fix", "--list"], "not allowed with"),
    ],
)
def test_bad_commands(
    site: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert site.exists()
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("[tool.numbers]\npage = 'docs'", "has 'page'; it may have pages, exclude, names, check"),
        ("[tool.numbers]\ntimeout = 'long'", "timeout is 'long', a str"),
        ("[tool.numbers]\nsetup = '1/0'", "the setup '1/0' raises ZeroDivisionError"),
    ],
)
def test_bad_settings(
    site: Path, capsys: pytest.CaptureFixture[str], table: str, message: str
) -> None:
    (site / "pyproject.toml").write_text(table)
    write(site, "1<!--= 1 + 0 -->")
    with pytest.raises(SystemExit):
        main([])
    assert message in capsys.readouterr().err


def test_runs_as_a_module(site: Path) -> None:
    write(site, "0.67<!--= w[0] -->")
    done = subprocess.run(
        [sys.executable, "-m", "attention_docs.numbers"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "1 bound, 0 labels, 0 unbound, 0 wrong\n")
