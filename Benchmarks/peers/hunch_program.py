"""Runs the program `hunch` as a user would, and reads its output."""

from __future__ import annotations

import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from failure import PeerError
from moment_metrics import MomentQuality
from moment_replay import MomentPlan
from ranking_metrics import RankingQuality


@dataclass(frozen=True)
class RankerReport:
    """One ranker's results in the report of `hunch evaluate` on one log."""

    name: str
    quality: RankingQuality
    microseconds_per_query: float | None


@dataclass(frozen=True)
class MomentReport:
    """The report of `hunch evaluate --moments` on one log."""

    rankers: dict[str, MomentQuality]
    is_in_sample: bool  # whether the model was fitted on the donations that it predicts


class HunchProgram:
    """The built program; every method raises PeerError with the program's message if it fails."""

    def __init__(self, path: Path) -> None:
        """Rejects a path without a program."""
        if not path.is_file():
            raise PeerError(
                f"{path}: there is no program; build it: swift build -c release --product hunch"
            )
        self._path = path.resolve()

    def export(self, logs: list[Path], folder: Path, until: float) -> None:
        """Writes one file of matrices per log to the folder."""
        self._run(["train", *logs, "--export", folder, "--until", until, "--quiet"])

    def train(
        self, logs: list[Path], model: Path, until: float, epochs: int | None = None
    ) -> float:
        """Fits a model, and writes it with its card next to it.

        Returns the duration in seconds, which includes the evidence and the program's own
        comparison.
        """
        started = time.perf_counter()
        limit = [] if epochs is None else ["--epochs", epochs]
        card = model.with_suffix(".md")
        self._run(
            ["train", *logs, "--until", until, "--out", model, "--card", card, "--quiet", *limit]
        )
        return time.perf_counter() - started

    def evaluate(self, log: Path, model: Path) -> list[RankerReport]:
        """The results of the model and the simple rules on the last 30 % of a log, model first."""
        printed = self._run(["evaluate", log, "--model", model, "--json", "--quiet"])
        try:
            report = json.loads(printed)
            return [_ranker(entry, queries=report["scored"]) for entry in report["rankers"]]
        except (ValueError, KeyError, TypeError) as error:
            raise PeerError(
                f"hunch evaluate {log}: its report cannot be read: {error!r}"
            ) from error

    def evaluate_moments(
        self, log: Path, plan: MomentPlan, model: Path | None = None
    ) -> MomentReport:
        """The results of rankers at the moments of a log; by default with the shipped model."""
        arguments = ["evaluate", log, "--moments", f"{plan.step_seconds}s", "--json", "--quiet"]
        arguments += ["--within", f"{plan.within_seconds}s", "--users", plan.users]
        arguments += ["--score-from", plan.score_from]
        printed = self._run(arguments + ([] if model is None else ["--model", model]))
        try:
            report = json.loads(printed)
            asked = report["moments"]["asked"]
            rankers = {
                entry["name"]: _moment_quality(entry, asked)
                for entry in report["moments"]["rankers"]
            }
            return MomentReport(rankers, report.get("in_sample", False))
        except (ValueError, KeyError, TypeError) as error:
            raise PeerError(
                f"hunch evaluate {log} --moments: its report cannot be read: {error!r}"
            ) from error

    def _run(self, arguments: list[object]) -> str:
        command = [str(self._path), *map(str, arguments)]
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False
        )
        if result.returncode != 0:
            said = result.stderr.strip() or "it said nothing"
            raise PeerError(f"{' '.join(command)}\nended with {result.returncode}: {said}")
        return result.stdout


def _ranker(entry: dict, queries: int) -> RankerReport:
    return RankerReport(
        name=entry["name"],
        quality=RankingQuality(
            hit_at_1=entry["hit_rate"]["1"],
            hit_at_3=entry["hit_rate"]["3"],
            mean_reciprocal_rank=entry["mrr"],
            queries=queries,
        ),
        microseconds_per_query=entry.get("microseconds_per_query"),
    )


def _moment_quality(entry: dict, asked: int) -> MomentQuality:
    """Turns shares back into counts."""
    by_threshold = {own["threshold"]: own for own in entry["interruptions"]}
    return MomentQuality(
        moments=asked,
        brier=entry["brier"],
        calibration_error=entry["calibration_error"],
        said={threshold: own["said"] for threshold, own in by_threshold.items()},
        came_true={
            threshold: round((own["came_true"] or 0) * own["said"])
            for threshold, own in by_threshold.items()
        },
        missed={
            threshold: round(own["missed"] * asked) for threshold, own in by_threshold.items()
        },
    )
