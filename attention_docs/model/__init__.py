"""A real language model, SmolLM2-135M-Instruct, run with the lesson's own functions.

It needs the extra ``attention_docs[model]``, and the weights, which ``make model`` fetches once.
"""

from attention_docs.model.attended import Attended, Model, attend, load

__all__ = ["Attended", "Model", "attend", "load"]
