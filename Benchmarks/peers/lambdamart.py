"""LightGBM's LambdaMART on the exported matrices: boosted trees on the same evidence.

Burges: From RankNet to LambdaRank to LambdaMART, MSR-TR-2010-82. Every choice is in
`LambdaMARTPlan`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import lightgbm
import numpy as np

from hunch_export import LogExport, QuerySet
from ranking_metrics import query_of_row, target_ranks


@dataclass(frozen=True)
class Configuration:
    """One configuration of the trees."""

    trees: int
    leaves: int
    learning_rate: float

    def __str__(self) -> str:
        return f"{self.trees} trees, {self.leaves} leaves, rate {self.learning_rate}"


@dataclass(frozen=True)
class LambdaMARTPlan:
    """The configurations to try, and the settings of training."""

    trees: tuple[int, ...] = (300, 1000)
    leaves: tuple[int, ...] = (31, 63)
    learning_rates: tuple[float, ...] = (0.03, 0.08)
    min_data_in_leaf: int = 50
    truncation: int = 10
    seed: int = 1
    threads: int = 2

    def configurations(self) -> list[Configuration]:
        """The configurations to train; smaller numbers of trees use the first ones of the largest.
        """
        most = max(self.trees)
        return [
            Configuration(most, leaves, rate)
            for leaves in self.leaves
            for rate in self.learning_rates
        ]


@dataclass(frozen=True)
class Forest:
    """Trained trees, and their cost."""

    booster: lightgbm.Booster
    configuration: Configuration
    threads: int
    seconds: dict[int, float]  # after how many trees

    def scores(self, features: np.ndarray, trees: tuple[int, ...]) -> list[np.ndarray]:
        """The scores by the first trees, for each number of trees, in ascending order."""
        scores, total, done = [], np.zeros(len(features)), 0
        for count in trees:
            total = total + self.booster.predict(
                features,
                start_iteration=done,
                num_iteration=count - done,
                raw_score=True,
                num_threads=self.threads,
            )
            scores.append(total)
            done = count
        return scores

    def ranks(self, queries: QuerySet, trees: tuple[int, ...]) -> list[np.ndarray]:
        """The ranks of the targets by the first trees, for each number of trees."""
        return [
            target_ranks(scores, queries.starts, queries.target, queries.tie_order)
            for scores in self.scores(queries.features, trees)
        ]

    def microseconds_per_query(self, queries: QuerySet, trees: int, sample: int = 200) -> float:
        """The mean time to score a query's candidates.

        It makes one call per query on one thread; the features are already available.
        """
        chosen = np.linspace(0, queries.queries - 1, min(sample, queries.queries)).astype(int)
        rows = [
            queries.features[queries.starts[query] : queries.starts[query + 1]] for query in chosen
        ]
        rows = [candidates for candidates in rows if len(candidates)]
        started = time.perf_counter()
        for candidates in rows:
            self.booster.predict(candidates, num_iteration=trees, raw_score=True, num_threads=1)
        return (time.perf_counter() - started) / max(1, len(rows)) * 1e6


@dataclass(frozen=True)
class _Examples:
    features: np.ndarray
    label: np.ndarray
    weight: np.ndarray
    group: np.ndarray


def _examples(queries: QuerySet) -> _Examples:
    """The training data of a ranker: queries with a target, and all of their rows.

    The target's row has the label 1.
    """
    query = query_of_row(queries.starts)
    answered = queries.target >= 0
    kept = answered[query]
    label = np.arange(len(query)) == (queries.starts[:-1] + queries.target)[query]
    return _Examples(
        features=queries.features[kept],
        label=label[kept].astype(np.float32),
        weight=queries.weight[query[kept]],
        group=np.diff(queries.starts)[answered],
    )


class LambdaMART:
    """Fits trees to the pooled logs; matrices are binned once for all configurations."""

    def __init__(self, exports: list[LogExport], plan: LambdaMARTPlan) -> None:
        """Reads and bins the fit parts of the logs."""
        self._plan = plan
        examples = [_examples(export.part("fit")) for export in exports]
        weight = np.concatenate([example.weight for example in examples])
        self._data = lightgbm.Dataset(
            [example.features for example in examples],
            label=np.concatenate([example.label for example in examples]),
            weight=weight / weight.mean(),
            group=np.concatenate([example.group for example in examples]),
            params=self._shared_parameters(),
            free_raw_data=True,
        )
        self._data.construct()
        self.rows = self._data.num_data()

    def fit(
        self, configuration: Configuration, progress: Callable[[int], None] = lambda trees: None
    ) -> Forest:
        """Trains one configuration; `progress` receives the number of trees after each hundred."""
        seconds: dict[int, float] = {}
        parameters = self._shared_parameters() | {
            "objective": "lambdarank",
            "metric": "none",
            "label_gain": [0, 1],
            "lambdarank_truncation_level": self._plan.truncation,
            "num_leaves": configuration.leaves,
            "learning_rate": configuration.learning_rate,
        }

        def report(environment) -> None:
            done = environment.iteration + 1
            if done in (*self._plan.trees, configuration.trees):
                seconds[done] = time.perf_counter() - started
            if done % 100 == 0:
                progress(done)

        started = time.perf_counter()
        booster = lightgbm.train(parameters, self._data, configuration.trees, callbacks=[report])
        return Forest(booster, configuration, self._plan.threads, seconds)

    def _shared_parameters(self) -> dict[str, object]:
        """The parameters that the binned matrices also depend on.

        Columns that cannot fill a leaf, by `min_data_in_leaf`, do not get a bin.
        """
        return {
            "min_data_in_leaf": self._plan.min_data_in_leaf,
            "num_threads": self._plan.threads,
            "seed": self._plan.seed,
            "deterministic": True,
            "force_row_wise": True,
            "verbosity": -1,
        }
