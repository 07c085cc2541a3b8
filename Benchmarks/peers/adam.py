"""Adam optimiser (Kingma, Ba: Adam, 2015) with its usual decays."""

from __future__ import annotations

import jax
import jax.numpy as jnp


def adam_rate(learning_rate: float, step: int) -> float:
    """The rate of a step, counted from 1; corrects the means, which start at 0."""
    return learning_rate * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step)


def adam_update(parameters, first, second, gradient, rate):
    """The parameters and both means after one gradient."""
    first = jax.tree.map(lambda mean, own: 0.9 * mean + 0.1 * own, first, gradient)
    second = jax.tree.map(lambda mean, own: 0.999 * mean + 0.001 * own * own, second, gradient)
    updated = jax.tree.map(
        lambda weight, mean, square: weight - rate * mean / (jnp.sqrt(square) + 1e-8),
        parameters,
        first,
        second,
    )
    return updated, first, second
