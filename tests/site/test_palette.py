"""The contrast ratios written in the style sheet are those of its colours, and high enough."""

from __future__ import annotations

import re

import pytest

from tests.site.conftest import ROOT

STYLE = (ROOT / "docs/assets/styles/palette.css").read_text("utf-8")


def colours(selector: str) -> dict[str, str]:
    block = STYLE.split(selector, 1)[1].split("}", 1)[0]
    return dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6});", block))


PALETTES = {
    "light": colours('[data-md-color-scheme="default"] {'),
    "dark": colours('[data-md-color-scheme="slate"] {'),
}


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, contrast ratio."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def written() -> list[tuple[str, str, str, str]]:
    rows = []
    scheme = ""
    for line in STYLE.split("*/", 1)[0].splitlines():
        if match := re.match(r"\s*(light|dark)\b", line):
            scheme = match[1]
        elif match := re.match(r"\s*(--[\w-]+)\s+([\d.]+)\s+([\d.]+)$", line):
            rows += [
                (scheme, match[1], "--paper", match[2]),
                (scheme, match[1], "--panel", match[3]),
            ]
    return rows


@pytest.mark.parametrize(("scheme", "colour", "surface", "ratio"), written())
def test_written_contrast_is_computed_contrast(
    scheme: str, colour: str, surface: str, ratio: str
) -> None:
    palette = PALETTES[scheme]
    assert f"{contrast(palette[colour], palette[surface]):.2f}" == ratio


def test_every_text_colour_is_listed_and_reads_well_on_both_surfaces() -> None:
    listed = {(scheme, colour) for scheme, colour, *_ in written()}
    for scheme, palette in PALETTES.items():
        texts = {c for c in palette if not re.search("paper|panel|line|soft", c)} | {"--ink-soft"}
        assert {(scheme, colour) for colour in texts} == {row for row in listed if row[0] == scheme}
        for colour in texts:
            assert min(contrast(palette[colour], palette[s]) for s in ("--paper", "--panel")) >= 4.5


def test_both_palettes_name_the_same_colours() -> None:
    assert PALETTES["light"].keys() == PALETTES["dark"].keys()
