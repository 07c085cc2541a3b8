"""A recurrent marked temporal point process in JAX: when does something happen next, and what?

Du and others: Recurrent Marked Temporal Point Processes, 2016. The time of the next event comes
from a mixture of log-normal distributions instead of one exponential intensity (Shchur, Bilos,
Günnemann: Intensity-Free Learning of Temporal Point Processes, 2020), so that its integral, and the
evidence of a silence, has a closed form.

There are four departures, because the other peers know the same: time is that of the user's own
clock (`daily_clock`); the state knows the user and the hour; the activity depends on the time at
which it is done; and activities are more likely the more often the user has done them by then,
which is counted, not learned. An activity that was new when it was done is the mark "new".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import log_ndtr, ndtr, ndtri

Parameters = dict[str, jax.Array]

# The features of a time of day: two waves of a day, whether it is a weekend, the clock's rate.
TIME_FEATURES = 6
# Further features of an event: the gap before it, and whether it was new.
EVENT_FEATURES = TIME_FEATURES + 2


@dataclass(frozen=True)
class PointProcessShape:
    """The size of a network."""

    users: int
    activities: int
    width: int = 48
    embedding: int = 32
    user_embedding: int = 8
    components: int = 12
    dropout: float = 0.1


class Gap(NamedTuple):
    """A distribution of the standardised logarithm of the next gap; [..., components] each."""

    log_weight: jax.Array
    mean: jax.Array
    deviation: jax.Array


def initial_parameters(shape: PointProcessShape, fitted: np.ndarray, key: jax.Array) -> Parameters:
    """Small normal weights; 0 forever for an activity that nobody did in the fit part."""
    width, state = shape.width, shape.width + EVENT_FEATURES + shape.user_embedding
    sizes = {
        "activity": (shape.activities, shape.embedding),
        "user": (shape.users, shape.user_embedding),
        "update": (shape.embedding + EVENT_FEATURES + shape.user_embedding + width, 2 * width),
        "proposal": (shape.embedding + EVENT_FEATURES + shape.user_embedding + width, width),
        "gap.inner": (state, width),
        "gap.outer": (width, 3 * shape.components),
        "mark.inner": (state + TIME_FEATURES + 1, width),
        "mark.outer": (width, shape.embedding),
        "new": (width + 1, 1),
    }
    keys = jax.random.split(key, len(sizes))
    parameters = {
        name: jax.random.normal(own, size) * size[0] ** -0.5
        for own, (name, size) in zip(keys, sizes.items())
    }
    parameters["activity"] = jnp.where(
        fitted[:, None], jax.random.normal(keys[0], sizes["activity"]) * 0.1, 0
    )
    parameters["user"] = jax.random.normal(keys[1], sizes["user"]) * 0.1
    for name in ("update", "proposal", "gap.inner", "gap.outer", "mark.inner", "mark.outer"):
        parameters[f"{name}.bias"] = jnp.zeros(sizes[name][1])
    spread = jnp.linspace(-2, 2, shape.components)
    parameters["gap.outer.bias"] = jnp.concatenate(
        [jnp.zeros(shape.components), spread, jnp.full(shape.components, -0.5)]
    )
    parameters["activity.bias"] = jnp.zeros(shape.activities)
    parameters["new.bias"] = jnp.full(1, -2.0)
    parameters["count"] = jnp.ones(())
    return parameters


def next_state(
    parameters: Parameters, state: jax.Array, event: jax.Array, mark: jax.Array, user: jax.Array
) -> jax.Array:
    """The state after an event: one step of a gated recurrent unit.

    `mark` and `user` are embeddings.
    """
    told = jnp.concatenate([mark, event, user], axis=-1)
    both = jnp.concatenate([told, state], axis=-1)
    gates = jax.nn.sigmoid(_dense(parameters, "update", both))
    forget, reset = jnp.split(gates, 2, axis=-1)
    proposal = jnp.tanh(
        _dense(parameters, "proposal", jnp.concatenate([told, reset * state], axis=-1))
    )
    return forget * state + (1 - forget) * proposal


def gap_distribution(
    parameters: Parameters, state: jax.Array, event: jax.Array, user: jax.Array
) -> Gap:
    """The distribution of the time of the next event, given the state after the last one."""
    inner = jnp.tanh(
        _dense(parameters, "gap.inner", jnp.concatenate([state, event, user], axis=-1))
    )
    weight, mean, scale = jnp.split(_dense(parameters, "gap.outer", inner), 3, axis=-1)
    return Gap(jax.nn.log_softmax(weight), mean, jnp.exp(jnp.clip(scale, -2.3, 1.5)))


def mark_logits(
    parameters: Parameters,
    state: jax.Array,
    event: jax.Array,
    user: jax.Array,
    moment: jax.Array,
    candidates: tuple[jax.Array, jax.Array],
    counts: jax.Array,
) -> jax.Array:
    """One logit per candidate for the next event, given its time; the last one is for "new".

    `moment` is the gap before it and its time. `counts` are the numbers of times that the user has
    done each candidate, 0 for padding. `candidates` are embeddings [..., candidates, embedding] and
    biases.
    """
    told = jnp.concatenate([state, event, user, moment], axis=-1)
    inner = jnp.tanh(_dense(parameters, "mark.inner", told))
    wanted = _dense(parameters, "mark.outer", inner)
    embeddings, bias = candidates
    total = jnp.maximum(counts.sum(-1, keepdims=True), 1)
    share = jnp.log(jnp.maximum(counts, 0.5) / total)
    logits = jnp.where(
        counts > 0,
        wanted @ jnp.swapaxes(embeddings, -1, -2) + bias + parameters["count"] * share,
        -1e9,
    )
    variety = jnp.log(((counts > 0).sum(-1, keepdims=True) + 1) / (total + 1))
    new = jnp.concatenate([inner, variety], axis=-1) @ parameters["new"] + parameters["new.bias"]
    return jnp.concatenate([logits, new], axis=-1)


def log_density(gap: Gap, value: jax.Array) -> jax.Array:
    """The log density of a standardised log gap."""
    score = (value[..., None] - gap.mean) / gap.deviation
    own = gap.log_weight - 0.5 * score**2 - jnp.log(gap.deviation) - 0.5 * jnp.log(2 * jnp.pi)
    return jax.nn.logsumexp(own, axis=-1)


def log_probability_between(gap: Gap, begin: jax.Array, end: jax.Array) -> jax.Array:
    """The log probability that the gap ends before `end`, given that it lasts until `begin`."""
    survived, ended = _survival(gap, begin), _survival(gap, end)
    between = jax.nn.logsumexp(gap.log_weight + _log_difference(survived, ended), axis=-1)
    return between - jax.nn.logsumexp(gap.log_weight + survived, axis=-1)


def sample_between(gap: Gap, begin: jax.Array, end: jax.Array, key: jax.Array) -> jax.Array:
    """A gap that ends between `begin` and `end`."""
    which, where = jax.random.split(key)
    weight = gap.log_weight + _log_difference(_survival(gap, begin), _survival(gap, end))
    component = jax.random.categorical(which, weight)[..., None]
    mean = jnp.take_along_axis(gap.mean, component, axis=-1)[..., 0]
    deviation = jnp.take_along_axis(gap.deviation, component, axis=-1)[..., 0]
    low, high = (begin - mean) / deviation, (end - mean) / deviation
    share = jax.random.uniform(where, low.shape)
    return mean + deviation * _truncated_normal(low, high, share)


def sample(gap: Gap, key: jax.Array) -> jax.Array:
    """Any gap."""
    which, where = jax.random.split(key)
    component = jax.random.categorical(which, gap.log_weight)[..., None]
    mean = jnp.take_along_axis(gap.mean, component, axis=-1)[..., 0]
    deviation = jnp.take_along_axis(gap.deviation, component, axis=-1)[..., 0]
    return mean + deviation * jax.random.normal(where, mean.shape)


def _truncated_normal(low: jax.Array, high: jax.Array, share: jax.Array) -> jax.Array:
    """The normal quantile of a share between two scores, accurate also far in the upper tail."""
    tiny = 1e-7
    lower = ndtr(low) + share * (ndtr(high) - ndtr(low))
    upper = ndtr(-low) + share * (ndtr(-high) - ndtr(-low))
    # Far out, the density falls like the exponential of a square (Robert: Simulation of truncated
    # normal variables, 1995).
    far = jnp.maximum(low, 1.0)
    kept = -jnp.expm1(-0.5 * jnp.maximum(jnp.minimum(high, 1e6) ** 2 - far**2, 0))
    tail = jnp.sqrt(far**2 - 2 * jnp.log1p(-share * kept))
    score = jnp.where(
        low < 0, ndtri(jnp.clip(lower, tiny, 1 - tiny)), -ndtri(jnp.clip(upper, tiny, 1))
    )
    return jnp.clip(jnp.where(low > 4, tail, score), low, high)


def _survival(gap: Gap, value: jax.Array) -> jax.Array:
    return log_ndtr((gap.mean - value[..., None]) / gap.deviation)


def _log_difference(more: jax.Array, less: jax.Array) -> jax.Array:
    """log(exp(more) - exp(less))."""
    ratio = jnp.minimum(less - more, -1e-7)
    return more + jnp.log(-jnp.expm1(ratio))


def _dense(parameters: Parameters, name: str, values: jax.Array) -> jax.Array:
    return values @ parameters[name] + parameters[f"{name}.bias"]
