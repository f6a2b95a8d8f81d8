"""``python -m attention_docs.model "text"``: what each head looks at, and what would come next."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path

from attention_docs.model import find
from attention_docs.model.attended import Attended, Model, attend
from attention_docs.model.forward import Head

WIDTH = 7


def table(attended: Attended) -> str:
    """Return a line for each layer: where each head looks most from the last token, in percent."""
    rows = attended.weights[:, :, -1]
    heads = "".join(f"  head {head:<{WIDTH - 1}}" for head in range(rows.shape[1]))
    lines = [f"layer{heads}"]
    for number, layer in enumerate(rows):
        cells = (
            f"  {_short(attended.tokens[row.argmax()]):<{WIDTH}} {row.max() * 100:3.0f}"
            for row in layer
        )
        lines.append(f"{number:>5}{''.join(cells)}")
    return "\n".join(lines)


def predictions(attended: Attended) -> str:
    """Return a line for each of the likeliest next tokens."""
    return "\n".join(
        f"{probability * 100:6.2f} %  {token!r}" for token, probability in attended.predictions
    )


def heads(text: str) -> list[Head]:
    """Read heads as in ``18.6,17.3``: the layer, a point, the head, both counted from 0."""
    try:
        pairs = [part.split(".") for part in text.split(",")]
        return [(int(layer), int(head)) for layer, head in pairs]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} must name heads as layer.head, with commas between them: 18.6,17.3"
        ) from None


def picture() -> Callable[..., str]:
    """Return what draws the picture: it is the site's, of which the model knows nothing.

    Raises
    ------
    ValueError
        If the site's extra is not installed.
    """
    (point,) = entry_points(group="attention_docs.picture", name="html")
    try:
        drawing: Callable[..., str] = point.load()
    except ModuleNotFoundError as error:
        raise ValueError(f"--html needs the extra attention_docs[site]: {error}") from None
    return drawing


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and the predictions; return 1, with a word, if that can't be done."""
    parser = argparse.ArgumentParser(prog="python -m attention_docs.model", description=__doc__)
    parser.add_argument("text", help="read as it stands")
    parser.add_argument(
        "--off", type=heads, default=[], metavar="LAYER.HEAD,…", help="heads to switch off"
    )
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="write a picture to look at in a browser, one file that asks nothing of any network; "
        "it needs the extra attention_docs[site]",
    )
    given = parser.parse_args(arguments)
    try:
        draw = picture() if given.html else None
        model = Model.read(find.find(), _progress if sys.stderr.isatty() else None)
        attended = attend(given.text, given.off, model=model)
        if draw:
            given.html.write_text(draw(given.text, attended, given.off), encoding="utf-8")
    except (find.MissingWeightsError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Where each head looks most from the last token, {attended.tokens[-1]!r}, in percent:\n")
    print(table(attended))
    print("\nWhat would come next:\n")
    print(predictions(attended))
    if given.html:
        print(f"\nThe picture is in {given.html}")
    return 0


def _short(token: str) -> str:
    """Return a token that fits into its column, with what would break the line made visible."""
    shown = token.strip(" ") or "␣"
    shown = "".join(character if character.isprintable() else "¶" for character in shown)
    return shown if len(shown) <= WIDTH else shown[: WIDTH - 1] + "…"


def _progress(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\rreading the weights: {done / total:4.0%}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
