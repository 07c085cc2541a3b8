"""Boosted trees that predict the next hour from hunch's own evidence at moments.

This is LightGBM with one probability per row. A row is a moment and an activity that is known by
then. Rows are read from one safetensors file per log:

| tensor | content |
| --- | --- |
| `moments.features` | float32 [rows, width] |
| `moments.done` | [rows], 1 if the activity is done in time |
| `moments.moment` | [rows], the number of the row's moment |
| `moments.part` | [rows], 0 fit, 1 choose, 2 scored; the same in all rows of a moment |
| `moments.novel` | [moments], the number of activities done for the first time |

The rows of a moment are in the order of identities, which breaks ties of probabilities. The rows
for fitting and choosing may be a sample of moments, but each moment has all of its rows or none.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import lightgbm
import numpy as np
from safetensors import SafetensorError, safe_open

from failure import PeerError
from moment_metrics import MomentQuality, MomentTally

FIT, CHOOSE, SCORED = 0, 1, 2


@dataclass(frozen=True)
class MomentRows:
    """The rows of one part of a log, one moment after the other."""

    features: np.ndarray  # float32 [rows, width]
    done: np.ndarray  # bool [rows]
    moment: np.ndarray  # int64 [rows], from 0 on, ascending
    novel: np.ndarray  # [moments]

    def __len__(self) -> int:
        return len(self.done)

    def quality(self, probabilities: np.ndarray) -> MomentQuality:
        """The quality of one probability per row."""
        return self._tally(probabilities).quality()

    def _tally(self, probabilities: np.ndarray) -> MomentTally:
        starts = np.searchsorted(self.moment, np.arange(len(self.novel)))
        place = np.arange(len(self)) - starts[self.moment]
        width = int(place.max(initial=-1)) + 1
        tally, at_once = MomentTally(), 4096
        for begin in range(0, len(self.novel), at_once):
            end = min(begin + at_once, len(self.novel))
            rows = slice(*np.searchsorted(self.moment, (begin, end)))
            said = np.zeros((end - begin, width))
            done = np.zeros((end - begin, width), bool)
            where = (self.moment[rows] - begin, place[rows])
            said[where], done[where] = probabilities[rows], self.done[rows]
            tally.add(said, done, self.novel[begin:end], np.arange(width))
        return tally


@dataclass(frozen=True)
class MomentExport:
    """The rows of one log at moments."""

    name: str
    fit: MomentRows
    choose: MomentRows
    scored: MomentRows


def read_moment_export(path: Path) -> MomentExport:
    """Reads a file; raises PeerError if its tensors do not fit together."""
    names = ("features", "done", "moment", "part", "novel")
    try:
        with safe_open(path, framework="numpy") as file:
            features, done, moment, part, novel = (
                file.get_tensor(f"moments.{name}") for name in names
            )
    except (SafetensorError, OSError) as error:
        raise PeerError(f"{path}: cannot be read as an export of moments: {error}") from error
    moment = moment.astype(np.int64)
    problems = {
        "features are not a matrix": features.ndim != 2,
        "columns differ in length": len({len(features), len(done), len(moment), len(part)}) != 1,
        "a row does not belong to a moment": (moment < 0).any() or (moment >= len(novel)).any(),
        "a part is not 0, 1 or 2": not np.isin(part, (FIT, CHOOSE, SCORED)).all(),
        "a value of done is neither 0 nor 1": not np.isin(done, (0, 1)).all(),
    }
    found = [problem for problem, is_there in problems.items() if is_there]
    if not found and len(np.unique(np.stack([moment, part]), axis=1).T) != len(np.unique(moment)):
        found = ["a moment belongs to two parts"]
    if found:
        raise PeerError(f"{path}: {found[0]}")
    order = np.argsort(moment, kind="stable")
    rows = {
        own: _part(features, done, moment, novel, order[part[order] == own])
        for own in (FIT, CHOOSE, SCORED)
    }
    return MomentExport(path.stem, rows[FIT], rows[CHOOSE], rows[SCORED])


def _part(features, done, moment, novel, rows: np.ndarray) -> MomentRows:
    numbers, own = np.unique(moment[rows], return_inverse=True)
    return MomentRows(features[rows], done[rows].astype(bool), own, novel[numbers])


@dataclass(frozen=True)
class MomentTreesPlan:
    """The configurations to try, and the settings of training."""

    trees: tuple[int, ...] = (50, 100, 200, 400)
    leaves: tuple[int, ...] = (15, 31)
    learning_rate: float = 0.05
    min_data_in_leaf: int = 50
    rows_of_a_log: int = 50_000  # maximum; all moments of a log are equally likely to be included
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True)
class MomentTrees:
    """Fitted trees; only the first `trees` are used."""

    booster: lightgbm.Booster
    trees: int
    leaves: int
    choose: float  # the mean over the logs of the Brier score on the choose part
    threads: int

    def __str__(self) -> str:
        return f"{self.trees} trees, {self.leaves} leaves"

    def probabilities(self, rows: MomentRows, trees: int | None = None) -> np.ndarray:
        """One probability per row."""
        if len(rows) == 0:
            return np.zeros(0)
        count = self.trees if trees is None else trees
        return self.booster.predict(rows.features, num_iteration=count, num_threads=self.threads)


def fit_moment_trees(exports: list[MomentExport], plan: MomentTreesPlan) -> MomentTrees:
    """Fits to the fit parts of all logs together, and keeps the best on their choose parts.

    Raises PeerError if there is nothing to fit to or to choose by.
    """
    random = np.random.default_rng(plan.seed)
    sampled = [_sample(export.fit, plan.rows_of_a_log, random) for export in exports]
    chosen = [export.choose for export in exports if len(export.choose.novel)]
    if sum(map(len, sampled)) == 0 or not chosen:
        raise PeerError("there are no moments to fit trees to, or none to choose by")
    data = lightgbm.Dataset(
        np.concatenate([rows.features for rows in sampled]),
        label=np.concatenate([rows.done for rows in sampled]).astype(np.float32),
        params=_shared_parameters(plan),
        free_raw_data=False,
    )
    best = None
    for leaves in plan.leaves:
        parameters = _shared_parameters(plan) | {
            "objective": "binary",
            "num_leaves": leaves,
            "learning_rate": plan.learning_rate,
        }
        booster = lightgbm.train(parameters, data, max(plan.trees))
        for trees in plan.trees:
            own = MomentTrees(booster, trees, leaves, 0.0, plan.threads)
            brier = np.mean([rows.quality(own.probabilities(rows)).brier for rows in chosen])
            if best is None or brier < best.choose:
                best = MomentTrees(booster, trees, leaves, float(brier), plan.threads)
    return best


def _sample(rows: MomentRows, most: int, random: np.random.Generator) -> MomentRows:
    """Whole moments in random order, until there are enough rows."""
    if len(rows) <= most:
        return rows
    order = random.permutation(len(rows.novel))
    counts = np.bincount(rows.moment, minlength=len(rows.novel))[order]
    kept = np.zeros(len(rows.novel), bool)
    kept[order[: max(1, int(np.searchsorted(np.cumsum(counts), most, side="right")))]] = True
    own = kept[rows.moment]
    number = np.cumsum(kept) - 1
    return MomentRows(
        rows.features[own], rows.done[own], number[rows.moment[own]], rows.novel[kept]
    )


def _shared_parameters(plan: MomentTreesPlan) -> dict[str, object]:
    return {
        "min_data_in_leaf": plan.min_data_in_leaf,
        "num_threads": plan.threads,
        "seed": plan.seed,
        "deterministic": True,
        "force_row_wise": True,
        "verbosity": -1,
    }
