"""SASRec, self-attention over a sequence, in JAX.

Kang, McAuley: Self-Attentive Sequential Recommendation, 2018.

There are two departures: the hour and the gap of the query are added to the input, because every
other peer knows them too; and the loss is the cross-entropy over all activities, which is known to
suit SASRec better than one drawn negative (Klenitskiy, Vasilev: Turning Dross Into Gold Loss,
2023).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from sequence_windows import GAPS, HOURS, Windows

Parameters = dict[str, jax.Array]


@dataclass(frozen=True)
class SASRecShape:
    """The size of a network."""

    activities: int
    context: int = 50
    width: int = 64
    blocks: int = 2
    heads: int = 2
    dropout: float = 0.2


def initial_parameters(shape: SASRecShape, key: jax.Array) -> Parameters:
    """Small normal weights, as usual for transformers.

    The last row of `activity` is "nothing before".
    """
    width = shape.width
    sizes = {
        "activity": (shape.activities + 1, width),
        "hour": (HOURS, width),
        "gap": (GAPS, width),
        "position": (shape.context, width),
    }
    for block in range(shape.blocks):
        sizes |= {
            f"{block}.{name}": (width, width)
            for name in ("query", "key", "value", "out", "inner", "outer")
        }
    keys = jax.random.split(key, len(sizes))
    parameters = {
        name: jax.random.normal(own, size) * (0.02 if size[0] != width else width**-0.5)
        for own, (name, size) in zip(keys, sizes.items())
    }
    parameters["bias"] = jnp.zeros(shape.activities)
    for norm in ["last"] + [
        f"{block}.{name}" for block in range(shape.blocks) for name in ("before", "between")
    ]:
        parameters[f"{norm}.scale"], parameters[f"{norm}.shift"] = jnp.ones(width), jnp.zeros(
            width
        )
    return parameters


def hidden_states(
    parameters: Parameters,
    shape: SASRecShape,
    windows: tuple[jax.Array, ...],
    key: jax.Array | None,
) -> jax.Array:
    """The state of the network at each position, [windows, context, width].

    Without a key there is no dropout.
    """
    previous, hour, gap, is_empty = windows
    keys = iter(jax.random.split(key, 1 + 3 * shape.blocks)) if key is not None else None
    drop = partial(_dropout, keys=keys, rate=shape.dropout)
    state = parameters["activity"][previous] + parameters["hour"][hour] + parameters["gap"][gap]
    state = drop(state + parameters["position"])
    sees = jnp.tril(jnp.ones((shape.context, shape.context), bool)) & ~is_empty[:, None, :]
    sees = sees | jnp.eye(
        shape.context, dtype=bool
    )  # an empty position sees itself, so that its softmax is defined
    for block in range(shape.blocks):
        own = {
            name: parameters[f"{block}.{name}"]
            for name in ("query", "key", "value", "out", "inner", "outer")
        }
        normed = _norm(parameters, f"{block}.before", state)
        state = state + drop(_attention(own, normed, state, sees, shape.heads, drop))
        normed = _norm(parameters, f"{block}.between", state)
        state = state + drop(jax.nn.relu(normed @ own["inner"]) @ own["outer"])
    return _norm(parameters, "last", state)


def scores(parameters: Parameters, states: jax.Array) -> jax.Array:
    """The score of each activity: its own embedding times the state."""
    return states @ parameters["activity"][:-1].T + parameters["bias"]


def loss(
    parameters: Parameters,
    shape: SASRecShape,
    windows: tuple[jax.Array, ...],
    target: jax.Array,
    key: jax.Array,
) -> jax.Array:
    """The mean cross-entropy over the positions that count."""
    states = hidden_states(parameters, shape, windows, key)
    logarithms = jax.nn.log_softmax(scores(parameters, states))
    said = jnp.take_along_axis(logarithms, jnp.maximum(target, 0)[..., None], axis=-1)[..., 0]
    counts = target >= 0
    return -jnp.sum(said * counts) / jnp.maximum(1, counts.sum())


def network_input(windows: Windows) -> tuple[np.ndarray, ...]:
    """The input of the network; positions before a user's first donation are empty."""
    return windows.previous, windows.hour, windows.gap, windows.is_empty


def _attention(own, normed, state, sees, heads, drop) -> jax.Array:
    batch, context, width = normed.shape

    def split(values: jax.Array) -> jax.Array:
        return values.reshape(batch, context, heads, width // heads).transpose(0, 2, 1, 3)

    query, key, value = (
        split(normed @ own["query"]),
        split(state @ own["key"]),
        split(state @ own["value"]),
    )
    weight = query @ key.transpose(0, 1, 3, 2) / jnp.sqrt(width / heads)
    weight = drop(jax.nn.softmax(jnp.where(sees[:, None], weight, -1e9)))
    return (weight @ value).transpose(0, 2, 1, 3).reshape(batch, context, width) @ own["out"]


def _norm(parameters: Parameters, name: str, values: jax.Array) -> jax.Array:
    centred = values - values.mean(-1, keepdims=True)
    deviation = jnp.sqrt(jnp.square(centred).mean(-1, keepdims=True) + 1e-6)
    return centred / deviation * parameters[f"{name}.scale"] + parameters[f"{name}.shift"]


def _dropout(values: jax.Array, keys, rate: float) -> jax.Array:
    if keys is None:
        return values
    return jnp.where(
        jax.random.bernoulli(next(keys), 1 - rate, values.shape), values / (1 - rate), 0
    )
