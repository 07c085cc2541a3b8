"""Fits a point process: one network per log, to the first share of each user's donations.

It maximises the likelihood of the time and the activity of each next donation, and keeps the epoch
that is best on the next share. Every choice is in `PointProcessPlan`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

import point_process
from adam import adam_rate, adam_update
from donation_sequences import LogHistory
from event_windows import Events, Window
from failure import PeerError
from point_process import Parameters, PointProcessShape


@dataclass(frozen=True)
class PointProcessPlan:
    """The settings of fitting, and of simulating the hour after a moment."""

    until: float = 0.6
    validation_share: float = 0.1
    width: int = 48
    context: int = 64  # maximum number of donations that a state uses
    warm_up: int = 16  # states that are not targets
    batch: int = 32  # windows
    epochs: int = 60
    patience: int = 5  # epochs without an improvement
    learning_rate: float = 3e-3
    dropout: float = 0.1
    continuations: int = 200  # per moment
    most_events: int = 100  # per continuation
    seed: int = 1


@dataclass(frozen=True)
class PointProcess:
    """A fitted network, and its cost."""

    parameters: Parameters
    shape: PointProcessShape
    plan: PointProcessPlan
    events: Events
    likelihood: float  # mean log likelihood of a donation of the choose part
    seconds: float
    epochs: int


def fit_point_process(
    history: LogHistory,
    plan: PointProcessPlan,
    progress: Callable[[int, float], None] = lambda epoch, likelihood: None,
) -> PointProcess:
    """Fits a network to a log; `progress` receives each epoch and its likelihood.

    Raises PeerError for a log without two donations of one user in each part.
    """
    started = time.perf_counter()
    events = Events.of(history, plan.until)
    end = plan.until + plan.validation_share
    candidates, step = events.candidates(end), plan.context - plan.warm_up
    table = events.candidate_table(candidates)
    judged = events.spans(plan.until, end, step)
    if len(judged) == 0 or len(events.spans(0, plan.until, step)) == 0:
        raise PeerError("there are too few donations to fit a point process, or to choose by")
    shape = PointProcessShape(
        len(history.users), history.activities, width=plan.width, dropout=plan.dropout
    )
    random = np.random.default_rng(plan.seed)
    key, initial = jax.random.split(jax.random.key(plan.seed))
    parameters = point_process.initial_parameters(
        shape, events.fitted_activities(plan.until), initial
    )
    first = second = jax.tree.map(jnp.zeros_like, parameters)
    best, best_likelihood, best_epoch, since, steps = parameters, -np.inf, 0, 0, 0
    for epoch in range(1, plan.epochs + 1):
        spans = random.permutation(
            events.spans(0, plan.until, step, shift=int(random.integers(step)))
        )
        for window in _batches(events, spans, plan, candidates):
            key, own = jax.random.split(key)
            steps += 1
            parameters, first, second = _fit_step(
                parameters,
                first,
                second,
                shape,
                window,
                table[window.user],
                own,
                adam_rate(plan.learning_rate, steps),
            )
        likelihood = _mean_likelihood(parameters, shape, events, judged, plan, table)
        progress(epoch, likelihood)
        since += 1
        if likelihood > best_likelihood:
            best, best_likelihood, best_epoch, since = parameters, likelihood, epoch, 0
        if since >= plan.patience:
            break
    return PointProcess(
        best, shape, plan, events, best_likelihood, time.perf_counter() - started, best_epoch
    )


def states(process: PointProcess, user: int, donations: np.ndarray) -> np.ndarray:
    """The state after each number of a user's donations, at least 1 each; [numbers, width].

    It uses at least the last half of a context, and less than a whole one.
    """
    plan, step = process.plan, process.plan.context // 2
    blocks, block = np.unique((donations - 1) // step, return_inverse=True)
    found = np.zeros((len(blocks), step, plan.width), np.float32)
    for begin in range(0, len(blocks), plan.batch):
        own = blocks[begin : begin + plan.batch]
        ends = np.resize((own + 1) * step, plan.batch)
        windows = process.events.state_windows(user, ends, plan.context)
        said = np.asarray(_states(process.parameters, process.shape, windows))
        found[begin : begin + len(own)] = said[: len(own), -step:]
    return found[block, (donations - 1) % step]


def _batches(events: Events, spans: np.ndarray, plan: PointProcessPlan, candidates: int):
    """All spans; the last batch is padded with windows that do not count."""
    for begin in range(0, len(spans), plan.batch):
        own = spans[begin : begin + plan.batch]
        window = events.windows(np.resize(own, (plan.batch, 3)), plan.context, candidates)
        window.counted[len(own) :] = False
        yield window


def _mean_likelihood(parameters, shape, events, spans, plan, table) -> float:
    total, counted = 0.0, 0
    for window in _batches(events, spans, plan, table.shape[1]):
        likelihood = _likelihood(parameters, shape, window, table[window.user])
        total += float(np.asarray(likelihood)[window.counted].sum())
        counted += int(window.counted.sum())
    return total / max(1, counted)


@partial(jax.jit, static_argnames="shape")
def _fit_step(parameters, first, second, shape, window, table, key, rate):
    def loss(own):
        said = log_likelihood(own, shape, window, table, key)
        return -jnp.where(window.counted, said, 0).sum() / jnp.maximum(1, window.counted.sum())

    return adam_update(parameters, first, second, jax.grad(loss)(parameters), rate)


@partial(jax.jit, static_argnames="shape")
def _likelihood(parameters, shape, window, table):
    return log_likelihood(parameters, shape, window, table, None)


@partial(jax.jit, static_argnames="shape")
def _states(parameters, shape, window):
    return _run(parameters, shape, window)


def log_likelihood(
    parameters: Parameters,
    shape: PointProcessShape,
    window: Window,
    table: jax.Array,
    key: jax.Array | None,
) -> jax.Array:
    """The log likelihood of the next donation at each position, [windows, length].

    `table` has the shared numbers of the candidates. Without a key there is no dropout.
    """
    state = _run(parameters, shape, window)
    if key is not None:
        kept = jax.random.bernoulli(key, 1 - shape.dropout, state.shape)
        state = jnp.where(kept, state / (1 - shape.dropout), 0)
    user = jnp.broadcast_to(
        parameters["user"][window.user][:, None], (*state.shape[:2], shape.user_embedding)
    )
    gap = point_process.gap_distribution(parameters, state, window.event, user)
    done = jax.nn.one_hot(window.own, window.counts.shape[1]) * ~window.is_empty[..., None]
    logits = point_process.mark_logits(
        parameters,
        state,
        window.event,
        user,
        jnp.concatenate([window.next_gap[..., None], window.next_time], axis=-1),
        (parameters["activity"][table], parameters["activity.bias"][table][:, None]),
        window.counts[:, None] + jnp.cumsum(done, axis=1),
    )
    marks = jnp.take_along_axis(jax.nn.log_softmax(logits), window.next_own[..., None], axis=-1)[
        ..., 0
    ]
    return point_process.log_density(gap, window.next_gap) + marks


def _run(parameters: Parameters, shape: PointProcessShape, window: Window) -> jax.Array:
    """The states of a window, [windows, length, width]; empty positions change nothing."""
    user = parameters["user"][window.user]
    marks = parameters["activity"][window.activity]

    def step(state, told):
        event, mark, is_empty = told
        after = point_process.next_state(parameters, state, event, mark, user)
        state = jnp.where(is_empty[:, None], state, after)
        return state, state

    told = (window.event, marks, window.is_empty)
    told = jax.tree.map(lambda values: jnp.swapaxes(values, 0, 1), told)
    _, found = jax.lax.scan(step, jnp.zeros((len(window.user), shape.width)), told)
    return jnp.swapaxes(found, 0, 1)
