# ---
# jupyter:
#   kernelspec:
#     display_name: Python
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Lab
#
# The lesson's computations, laid out to be changed. Press *Edit* under a block, change a number,
# and press *Run*. Nothing needs installing, and *Reset* brings the block back.
#
# A block that needs those above it runs them first, with your changes in them.

# %% [markdown]
# ## Attention by hand
#
# One query looks at two keys. Turn the query, or make it longer, and watch the weights.

# %%
import numpy as np

query = np.array([1, 0])
keys = np.array([[1, 0], [0, 1]])
values = np.array([[10, 0], [0, 10]])

# %%
scores = keys @ query / np.sqrt(query.size)
weights = np.exp(scores) / np.exp(scores).sum()
weights.round(2).tolist()

# %%
output = weights @ values
output.round(1).tolist()

# %% [markdown]
# What happens if both keys are the same? What if the query is all zeros? Say what you expect before
# you press Run.

# %% [markdown]
# ## How sharp is softmax?
#
# The scores are multiplied by a number before softmax. A small one spreads the weights evenly. A
# large one gives nearly all of the weight to the best match.

# %%
from attention_docs import softmax

for sharpness in [0.1, 1, 10]:
    print(sharpness, softmax(sharpness * np.array([1, 2, 3])).round(3).tolist())

# %% [markdown]
# Find a number that gives the best match about half of the weight.

# %% [markdown]
# ## Who sees whom?
#
# With a causal mask no token sees a later one. Each row is one query, each column one key.

# %%
from attention_docs import attention_weights

tokens = np.array([[1, 0], [0, 1], [1, 1]])
weights_of_rows = attention_weights(tokens, tokens, causal=True)
weights_of_rows.round(2).tolist()

# %% [markdown]
# Take the mask away. Which rows change, and which one stays as it is?

# %% [markdown]
# ## Does order matter?
#
# Shuffle the keys and values together, and the output is the same. Attention on its own doesn't
# know where a token stands.

# %%
from attention_docs import scaled_dot_product_attention

order = np.random.default_rng(7).permutation(len(tokens))
straight = scaled_dot_product_attention(tokens, tokens, tokens)
shuffled = scaled_dot_product_attention(tokens, tokens[order], tokens[order])
np.allclose(straight, shuffled)

# %% [markdown]
# Now shuffle the keys alone.

# %% [markdown]
# ## Train a head
#
# The page *Watch it learn* trains one head. Here is the same training, to be taken apart. `start`
# draws the head and `sentences` the examples of one step, each from the seed; `loss_and_gradient`
# says how wrong the head is, and how fast that changes with each number. The rest is the way to
# step, Adam.
#
# Stop ends a run that takes too long.

# %%
from attention_docs.learning.grammar import sentences
from attention_docs.learning.head import loss_and_gradient, start

seed, d, steps, rate = 1, 8, 300, 0.01
scale = 1 / np.sqrt(d)
head = start(seed, d)
mean = square = 0
losses = []
for step in range(1, steps + 1):
    examples = sentences("fits", seed, step - 1)
    loss, gradient = loss_and_gradient(head, *examples, scale)
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    direction = mean / (1 - 0.9**step)
    size = np.sqrt(square / (1 - 0.999**step))
    head = head - rate * direction / (size + 1e-8)
    losses.append(loss)
    if step % 50 == 0:
        print("step", step, "loss", round(loss, 3))

# %% [markdown]
# A few lines draw the curve: a picture is a text, too.


# %%
class Drawing(str):
    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return str(self)


width = 300 / steps
points = [f"{i * width:.0f},{95 - 30 * losses[i]:.0f}" for i in range(0, steps, 3)]
Drawing(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">'
    '<path d="M0 95H300" stroke="gray"/>'
    f'<polyline points="{" ".join(points)}" fill="none" stroke="#8055cc" stroke-width="2"/></svg>'
)

# %% [markdown]
# Set `scale` to one, or `d` to sixty-four, or ask for another task: "previous", "first" or "after".
# Leave the second mean out of Adam. What breaks, and what only takes longer?
