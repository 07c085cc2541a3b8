"""Compares rankers at moments: the steps of a run, in order."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import point_process_moments
from donation_sequences import LogHistory, read_history
from failure import PeerError
from hunch_program import HunchProgram
from moment_metrics import MomentQuality, MomentTally
from moment_replay import MomentPlan, UserMoments, climatology, moments_of, nothing
from moment_trees import MomentTreesPlan, fit_moment_trees, read_moment_export
from moments_table import SIMPLE, MomentComparison, MomentLog
from point_process_fit import PointProcessPlan, fit_point_process

TREES, POINT_PROCESS = "LightGBM", "point process"


@dataclass(frozen=True)
class MomentComparisonPlan:
    """The settings of queries and of fitting."""

    moments: MomentPlan = field(default_factory=MomentPlan)
    point_process: PointProcessPlan = field(default_factory=PointProcessPlan)
    trees: MomentTreesPlan = field(default_factory=MomentTreesPlan)
    leave_one_out: bool = False


@dataclass
class MomentPeers:
    """Rankers compared on the same moments.

    If `hunch` is given, its own figures are added, and it has to agree about the simple rules.
    `exports` is an optional folder with matrices of evidence at moments, one file per log.
    """

    logs: list[Path]
    plan: MomentComparisonPlan
    say: Callable[[str], None]
    hunch: HunchProgram | None = None
    model: Path | None = None
    exports: Path | None = None

    def run(self) -> MomentComparison:
        """Measures all rankers on all logs; raises PeerError if something does not fit."""
        trees = self._measure_trees() if self.exports is not None else {}
        logs, in_sample = [], []
        for path in self.logs:
            history, users = self._read(path)
            rankers = self._simple_rules(history, users)
            log = MomentLog(path.stem, rankers)
            if path.stem in trees:
                own, log.seconds[TREES] = trees[path.stem]
                if own.moments != rankers["none"].moments:
                    raise PeerError(f"{path}: the log and its export disagree about the moments")
                rankers[TREES] = own
            if self.hunch is not None:
                report = self.hunch.evaluate_moments(path, self.plan.moments, self.model)
                check_simple_rules(report.rankers, rankers, str(path))
                others = report.rankers.items()
                rankers.update({name: own for name, own in others if name not in SIMPLE})
                in_sample += [path.stem] if report.is_in_sample else []
            started = time.perf_counter()
            rankers[POINT_PROCESS] = self._point_process(path, history, users)
            log.seconds[POINT_PROCESS] = time.perf_counter() - started
            said = ", ".join(f"{name} {own.brier:.4f}" for name, own in rankers.items())
            self.say(f"{path.name}: Brier score of {said}")
            logs.append(log)
        return MomentComparison(logs, self._notes(in_sample))

    def _read(self, path: Path) -> tuple[LogHistory, list[UserMoments]]:
        history = read_history(path)
        users = moments_of(history, self.plan.moments)
        if sum(map(len, users)) == 0:
            raise PeerError(f"{path}: there are no moments in it; users have too few donations")
        return history, users

    def _simple_rules(
        self, history: LogHistory, users: list[UserMoments]
    ) -> dict[str, MomentQuality]:
        def by_day(own: UserMoments) -> np.ndarray:
            return climatology(history.users[own.user], own, self.plan.moments)

        return {"none": measured(users, nothing), "climatology": measured(users, by_day)}

    def _point_process(
        self, path: Path, history: LogHistory, users: list[UserMoments]
    ) -> MomentQuality:
        process = fit_point_process(
            history,
            self.plan.point_process,
            lambda epoch, likelihood: self.say(
                f"point process on {path.name}: epoch {epoch}, likelihood of the choose part "
                f"{likelihood:.4f}"
            ),
        )
        return measured(
            users,
            lambda own: point_process_moments.probabilities(process, own, self.plan.moments),
        )

    def _measure_trees(self) -> dict[str, tuple[MomentQuality, float]]:
        """The trees for each log: fitted on the fit parts of all logs, or of all other logs."""
        exports = [
            read_moment_export(self.exports / f"{log.stem}.safetensors") for log in self.logs
        ]
        found, fitted = {}, None
        for export in exports:
            started = time.perf_counter()
            if fitted is None or self.plan.leave_one_out:
                others = [own for own in exports if own is not export]
                fitted = fit_moment_trees(
                    others if self.plan.leave_one_out else exports, self.plan.trees
                )
            quality = export.scored.quality(fitted.probabilities(export.scored))
            found[export.name] = (quality, time.perf_counter() - started)
            self.say(f"LightGBM ({fitted}) on {export.name}: Brier score {quality.brier:.4f}")
        return found

    def _notes(self, in_sample: list[str]) -> list[str]:
        plan = self.plan.moments
        notes = [
            f"Asked every {plan.step_seconds / 60:g} minutes of at most {plan.days} days of the last "
            f"{1 - plan.score_from:.0%} of the donations of the {plan.users} busiest users: what is "
            f"done within {plan.within_seconds / 60:g} minutes.",
            "Ratio: Brier score over that of none or climatology, whichever is better. Said: moments "
            "at which the likeliest activity was at least 50 % likely.",
            "The point process is one network a log, fitted on the first "
            f"{self.plan.point_process.until:.0%} of the donations of all users of that log.",
        ]
        if in_sample:
            notes.append(
                f"The model of hunch was fitted on these very logs: {', '.join(in_sample)}."
            )
        return notes


def measured(
    users: list[UserMoments], probabilities: Callable[[UserMoments], np.ndarray]
) -> MomentQuality:
    """The quality of a ranker at the moments of all users."""
    tally = MomentTally()
    for own in users:
        tally.add(probabilities(own), own.done, own.novel, own.tie_order)
    return tally.quality()


def check_simple_rules(
    printed: dict[str, MomentQuality], own: dict[str, MomentQuality], where: str
) -> None:
    """Raises PeerError if hunch and this replay disagree by more than rounding.

    Otherwise peers would be measured on other moments than hunch.
    """
    for name in SIMPLE:
        theirs, ours = printed.get(name), own[name]
        if theirs is None or theirs.moments != ours.moments:
            raise PeerError(f"{where}: hunch and this replay disagree about the moments")
        if abs(theirs.brier - ours.brier) > 1e-6 or theirs.said != ours.said:
            raise PeerError(f"{where}: hunch and this replay disagree about {name}")
