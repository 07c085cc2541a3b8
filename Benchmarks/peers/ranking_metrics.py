"""Measures rankings by the protocol of `hunch evaluate`.

Computes hit rates and the mean reciprocal rank.

Scores are flat: the candidates of query q are `scores[starts[q]:starts[q + 1]]`. Higher scores come
first; equal scores are ordered by the exported tie order, lowest first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from failure import PeerError


@dataclass(frozen=True)
class RankingQuality:
    """The measurements on the queries of one log.

    A target that is not a candidate counts as a miss.
    """

    hit_at_1: float
    hit_at_3: float
    mean_reciprocal_rank: float
    queries: int


def target_ranks(
    scores: np.ndarray, starts: np.ndarray, target: np.ndarray, tie_order: np.ndarray
) -> np.ndarray:
    """The rank of each query's target, counted from 1, or 0 if it is not a candidate (-1).

    O(rows). Raises PeerError for scores that are not finite, because NaN has no rank.
    """
    if not np.isfinite(scores).all():
        raise PeerError("a model gave scores that are not finite")
    ranks = np.zeros(len(target), dtype=np.int64)
    answered = np.flatnonzero(target >= 0)
    if answered.size == 0:
        return ranks
    target_rows = np.zeros(len(target), dtype=np.int64)
    target_rows[answered] = starts[answered] + target[answered]
    own_target = target_rows[query_of_row(starts)]
    better = scores > scores[own_target]
    first_of_equals = (scores == scores[own_target]) & (tie_order < tie_order[own_target])
    ahead = np.concatenate([[0], np.cumsum(better | first_of_equals)])
    ranks[answered] = 1 + (ahead[starts[1:]] - ahead[starts[:-1]])[answered]
    return ranks


def query_of_row(starts: np.ndarray) -> np.ndarray:
    """The number of the query that each row belongs to."""
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def quality_of_ranks(ranks: np.ndarray) -> RankingQuality:
    """Computes the measurements from the ranks that `target_ranks` returns."""
    if len(ranks) == 0:
        raise PeerError("there is no query to measure a model on")
    known = ranks > 0
    reciprocal = np.where(known, 1.0 / np.maximum(ranks, 1), 0.0)
    return RankingQuality(
        hit_at_1=float(np.mean(known & (ranks <= 1))),
        hit_at_3=float(np.mean(known & (ranks <= 3))),
        mean_reciprocal_rank=float(reciprocal.mean()),
        queries=len(ranks),
    )
