"""A head of attention small enough to watch while it learns: 424 numbers at d = 8.

>>> from attention_docs.learning import train
>>> train(0, steps=100).losses.shape
(100,)
"""

from attention_docs.learning.grammar import nouns, tasks, words
from attention_docs.learning.training import Training, train

__all__ = ["Training", "nouns", "tasks", "train", "words"]
