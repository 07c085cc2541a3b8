"""Ranks by attention over the raw sequence: one SASRec per log, fitted to the first part.

It is measured on the last part of the same users, with all their earlier donations as input and
fixed weights. It ranks the activities that the user has done before; a new activity is a miss.
Every choice is in `SequencePlan`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

import sasrec
from adam import adam_rate, adam_update
from donation_sequences import LogHistory
from failure import PeerError
from hunch_export import QuerySet
from ranking_metrics import quality_of_ranks, target_ranks
from sasrec import Parameters, SASRecShape
from sequence_windows import Positions, Windows


@dataclass(frozen=True)
class SequencePlan:
    """The settings of fitting."""

    context: int = 50
    width: int = 64
    blocks: int = 2
    dropout: float = 0.2
    learning_rate: float = 1e-3
    batch: int = 16  # windows
    epochs: int = 200
    judged_every: int = 2  # epochs
    patience: int = 5  # measurements without an improvement
    judged_queries: int = 2_000  # maximum number from the choose part, evenly spaced
    seed: int = 1


@dataclass(frozen=True)
class CandidateQueries:
    """Queries by their positions, each with the activities that its user had done before."""

    ends: np.ndarray
    activities: np.ndarray  # shared numbers, flat
    starts: np.ndarray
    target: np.ndarray

    @classmethod
    def of(
        cls,
        history: LogHistory,
        positions: Positions,
        begin: float,
        end: float,
        limit: int | None = None,
    ) -> CandidateQueries:
        """The queries from one share of each user's donations to another.

        If there are more than `limit`, it returns `limit` of them, evenly spaced.
        """
        ends, known, own, first = [], [], [], []
        offset = 0
        for user, start, part in zip(history.users, positions.starts, positions.part(begin, end)):
            ends.append(part)
            known.append(user.known_before()[part - start])
            own.append(user.own_activity[part - start])
            first.append(np.full(len(part), offset))
            offset += len(user.known_activities())
        ends, known, own, first = (np.concatenate(column) for column in (ends, known, own, first))
        if limit is not None and len(ends) > limit:
            chosen = np.linspace(0, len(ends) - 1, limit).astype(int)
            ends, known, own, first = ends[chosen], known[chosen], own[chosen], first[chosen]
        starts = np.append(0, np.cumsum(known))
        row = np.arange(starts[-1]) - np.repeat(starts[:-1], known)
        flat = np.concatenate([user.known_activities() for user in history.users])
        return cls(
            ends, flat[np.repeat(first, known) + row], starts, np.where(own < known, own, -1)
        )

    def check(self, exported: QuerySet, where: str) -> None:
        """Raises PeerError unless these are the exported queries.

        They are if they have the same numbers of candidates and the same targets.
        """
        if not np.array_equal(self.starts, exported.starts) or not np.array_equal(
            self.target, exported.target
        ):
            raise PeerError(
                f"{where}: the log and its export disagree about the queries of the report"
            )


@dataclass(frozen=True)
class SequenceNetwork:
    """A fitted network, and its cost."""

    parameters: Parameters
    shape: SASRecShape
    seconds: float
    epochs: int

    def ranks(
        self, positions: Positions, queries: CandidateQueries, tie_order: np.ndarray
    ) -> np.ndarray:
        """The ranks of the targets among the candidates; O(queries x (context + activities))."""
        flat, batch = np.empty(len(queries.activities), np.float32), 256
        for begin in range(0, len(queries.ends), batch):
            ends = queries.ends[begin : begin + batch]
            # The last batch is padded, so that there is one shape to compile.
            windows = positions.window(np.resize(ends, batch))
            said = np.asarray(
                _last_scores(self.parameters, self.shape, sasrec.network_input(windows))
            )
            for row in range(len(ends)):
                span = slice(queries.starts[begin + row], queries.starts[begin + row + 1])
                flat[span] = said[row, queries.activities[span]]
        return target_ranks(flat, queries.starts, queries.target, tie_order)

    def microseconds_per_query(
        self, positions: Positions, queries: CandidateQueries, sample: int = 200
    ) -> float:
        """The mean time to score all activities for one query.

        It makes one call per query, after a first one that compiles.
        """
        chosen = queries.ends[
            np.linspace(0, len(queries.ends) - 1, min(sample, len(queries.ends))).astype(int)
        ]
        inputs = [sasrec.network_input(positions.window(np.array([end]))) for end in chosen]
        _last_scores(self.parameters, self.shape, inputs[0]).block_until_ready()
        started = time.perf_counter()
        for own in inputs:
            _last_scores(self.parameters, self.shape, own).block_until_ready()
        return (time.perf_counter() - started) / len(inputs) * 1e6


def fit_network(
    history: LogHistory,
    positions: Positions,
    until: float,
    validation_share: float,
    plan: SequencePlan,
    progress: Callable[[int, float], None] = lambda epoch, quality: None,
) -> SequenceNetwork:
    """Fits to the first share of each user's donations, and keeps the best epoch.

    The best epoch has the highest mean reciprocal rank on the next share. `progress` receives each
    measured epoch and that rank.
    """
    started = time.perf_counter()
    shape = SASRecShape(
        history.activities, plan.context, plan.width, plan.blocks, dropout=plan.dropout
    )
    judged = CandidateQueries.of(
        history, positions, until, until + validation_share, plan.judged_queries
    )
    order = np.arange(len(judged.activities))
    random = np.random.default_rng(plan.seed)
    key, initial = jax.random.split(jax.random.key(plan.seed))
    optimiser = _Adam(sasrec.initial_parameters(shape, initial), plan.learning_rate)
    best, best_quality, since = None, -1.0, 0
    for epoch in range(1, plan.epochs + 1):
        for windows in _batches(positions.training_windows(until, random), plan.batch, random):
            key, own = jax.random.split(key)
            optimiser.step(shape, windows, own)
        if epoch % plan.judged_every and epoch < plan.epochs:
            continue
        network = SequenceNetwork(
            optimiser.parameters, shape, time.perf_counter() - started, epoch
        )
        quality = quality_of_ranks(network.ranks(positions, judged, order)).mean_reciprocal_rank
        progress(epoch, quality)
        since += 1
        if quality > best_quality:
            best, best_quality, since = network, quality, 0
        if since >= plan.patience:
            break
    return SequenceNetwork(best.parameters, shape, time.perf_counter() - started, best.epochs)


def _batches(windows: Windows, size: int, random: np.random.Generator) -> Iterator[Windows]:
    """Every window once in random order; the last batch is padded with some of the first windows.
    """
    order = random.permutation(len(windows))
    order = np.resize(order, -(-len(order) // size) * size)
    for begin in range(0, len(order), size):
        yield windows.rows(order[begin : begin + size])


class _Adam:
    def __init__(self, parameters: Parameters, learning_rate: float) -> None:
        self.parameters = parameters
        self._first = jax.tree.map(jnp.zeros_like, parameters)
        self._second = jax.tree.map(jnp.zeros_like, parameters)
        self._steps = 0
        self._learning_rate = learning_rate

    def step(self, shape: SASRecShape, windows: Windows, key: jax.Array) -> None:
        """Takes one step on one batch."""
        self._steps += 1
        rate = adam_rate(self._learning_rate, self._steps)
        self.parameters, self._first, self._second = _adam_step(
            self.parameters,
            self._first,
            self._second,
            shape,
            sasrec.network_input(windows),
            windows.target,
            key,
            rate,
        )


@partial(jax.jit, static_argnames="shape")
def _adam_step(parameters, first, second, shape, windows, target, key, rate):
    gradient = jax.grad(sasrec.loss)(parameters, shape, windows, target, key)
    return adam_update(parameters, first, second, gradient, rate)


@partial(jax.jit, static_argnames="shape")
def _last_scores(parameters, shape, windows):
    states = sasrec.hidden_states(parameters, shape, windows, None)
    return sasrec.scores(parameters, states[:, -1])
