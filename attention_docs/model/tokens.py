"""Text to tokens and back, by the vocabulary that the file of weights carries.

A token is a piece of text that came up often in training: byte-pair encoding starts from single
bytes and joins the pair that stands first in a list of merges, until none is left (Sennrich, Haddow
and Birch, 2016: https://arxiv.org/abs/1508.07909).
"""

from __future__ import annotations

import gguf
from tokenizers import AddedToken, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE

from attention_docs.model.weights import field


def read_tokenizer(reader: gguf.GGUFReader) -> Tokenizer:
    """Build the tokenizer from the metadata of an open file of weights.

    Raises
    ------
    ValueError
        If the file's tokens are of another kind than SmolLM's: byte-level pairs, digits one by one.
    """
    for name, wanted in (("tokenizer.ggml.model", "gpt2"), ("tokenizer.ggml.pre", "smollm")):
        if (found := field(reader, name)) != wanted:
            raise ValueError(f"{name} is {found!r}; it must be {wanted!r}")
    tokens = field(reader, "tokenizer.ggml.tokens")
    merges = [tuple(pair.split(" ")) for pair in field(reader, "tokenizer.ggml.merges")]
    tokenizer = Tokenizer(BPE({token: at for at, token in enumerate(tokens)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    kinds = field(reader, "tokenizer.ggml.token_type")
    control = [token for token, kind in zip(tokens, kinds, strict=True) if kind == _CONTROL]
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in control])
    return tokenizer


_CONTROL = int(gguf.TokenType.CONTROL)


def pieces(tokenizer: Tokenizer, ids: list[int]) -> list[str]:
    """Return the text of each token, a leading space included.

    A character of several bytes may be cut between tokens; each part then shows as U+FFFD.
    """
    return [tokenizer.decode([token], skip_special_tokens=False) for token in ids]
