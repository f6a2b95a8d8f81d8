"""What a statement prints: as much of it as a page can show, and a count of the rest."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

MOST_LINES = 1000
MOST_CHARACTERS = 100_000
# Nobody reads them, and a loop of so many prints is not meant to end soon.
MOST_DROPPED_LINES = 100_000

SECONDS_BETWEEN = 0.1


class FloodError(BaseException):
    """Ends code that prints far more than can be shown; no ``except Exception`` can hold it."""


class Output(io.StringIO):
    """Keeps what a statement prints, up to a limit, and shows it while the statement still runs."""

    def __init__(self, show: Callable[[Output], None]) -> None:
        super().__init__()
        self.show = show
        self.shown = time.monotonic()
        self.lines = self.characters = self.dropped_lines = self.dropped_characters = 0

    @property
    def event(self) -> dict[str, str | int]:
        """What is told of it."""
        return {
            "got": self.getvalue(),
            "dropped_lines": self.dropped_lines,
            "dropped_characters": self.dropped_characters,
        }

    def write(self, text: str) -> int:
        """Take what fits, and count what does not.

        Raises
        ------
        FloodError
            If far more was written than fits.
        """
        before = self.full()
        kept = "" if before else self._fitting(text)
        super().write(kept)
        self.characters += len(kept)
        self.lines += kept.count("\n")
        self.dropped_characters += len(text) - len(kept)
        self.dropped_lines += text.count("\n") - kept.count("\n")
        if self.dropped_lines > MOST_DROPPED_LINES:
            raise FloodError
        pause = 10 * SECONDS_BETWEEN if before else SECONDS_BETWEEN
        if self.full() > before or time.monotonic() - self.shown > pause:
            self.show(self)
            self.shown = time.monotonic()
        return len(text)

    def _fitting(self, text: str) -> str:
        whole = text.splitlines(keepends=True)[: MOST_LINES - self.lines]
        return "".join(whole)[: MOST_CHARACTERS - self.characters]

    def full(self) -> bool:
        """Say whether nothing more is kept."""
        return self.lines >= MOST_LINES or self.characters >= MOST_CHARACTERS
