"""Trains every peer on the same users, and gives each the same queries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from comparison_table import Comparison, ConfigurationResult, PeerResult, mean_reciprocal_rank
from donation_sequences import check_replay, read_history
from failure import PeerError
from hunch_export import LogExport, open_export
from hunch_program import HunchProgram, RankerReport
from lambdamart import Configuration, Forest, LambdaMART, LambdaMARTPlan
from ranking_metrics import RankingQuality, quality_of_ranks
from sequence_network import CandidateQueries, SequencePlan, fit_network
from sequence_windows import Positions

UNTIL = 0.6


@dataclass(frozen=True)
class ComparisonPlan:
    """The settings of the comparison."""

    trees: LambdaMARTPlan = LambdaMARTPlan()
    sequence: SequencePlan = SequencePlan()
    hunch_epochs: int | None = None  # None for the program's default
    leave_one_out: bool = False


@dataclass(frozen=True)
class _Trial:
    """One configuration of the trees with its results."""

    configuration: Configuration
    forest: Forest
    choose: float
    report: dict[str, RankingQuality]


@dataclass
class PeerComparison:
    """One run: the program, the logs, and a folder for intermediate files."""

    hunch: HunchProgram
    logs: list[Path]
    work: Path
    plan: ComparisonPlan = ComparisonPlan()
    say: Callable[[str], None] = lambda text: None
    _exports: list[LogExport] = field(default_factory=list, init=False)

    def run(self) -> Comparison:
        """Runs all steps in order.

        Raises PeerError if something is missing or does not fit together.
        """
        self.say("hunch train --export: the examples")
        self.hunch.export(self.logs, self.work / "examples", UNTIL)
        self._exports = [
            open_export(self.work / "examples" / f"{log.stem}.safetensors") for log in self.logs
        ]
        own, rules = self._measure_hunch()
        sequence = self._measure_network()
        trials = self._measure_trees()
        best = max(trials, key=lambda trial: trial.choose)
        trees = PeerResult(
            name=f"LambdaMART ({best.configuration})",
            by_log=best.report,
            training_seconds=best.forest.seconds[best.configuration.trees],
            microseconds_per_query=self._tree_time(best),
        )
        return Comparison(
            logs=[log.stem for log in self.logs],
            peers=[own, trees, sequence, *rules],
            configurations=[
                ConfigurationResult(
                    str(trial.configuration),
                    trial.choose,
                    mean_reciprocal_rank(trial.report),
                    trial is best,
                )
                for trial in trials
            ],
            leave_one_out=(
                self._leave_one_out(best.configuration) if self.plan.leave_one_out else []
            ),
            notes=self._notes(),
        )

    def _measure_hunch(self) -> tuple[PeerResult, list[PeerResult]]:
        """The engine, and the rules that `hunch evaluate` measures with it."""
        self.say("hunch train")
        model = self.work / "hunch.safetensors"
        seconds = self.hunch.train(self.logs, model, UNTIL, self.plan.hunch_epochs)
        reports: dict[str, list[RankerReport]] = {}
        for log in self.logs:
            reports[log.stem] = self.hunch.evaluate(log, model)
            self._say_quality("hunch", log.stem, reports[log.stem][0].quality)
        own, *rules = (
            _result(column, [report[place] for report in reports.values()], list(reports))
            for place, column in enumerate(ranker.name for ranker in next(iter(reports.values())))
        )
        return PeerResult("hunch", own.by_log, seconds, own.microseconds_per_query), rules

    def _measure_network(self) -> PeerResult:
        """One network per log."""
        by_log, seconds, times = {}, 0.0, []
        for log, export in zip(self.logs, self._exports):
            history = read_history(log)
            check_replay(history, export.sequence(), str(log))
            positions = Positions.of(history, self.plan.sequence.context)
            report = export.part("report")
            queries = CandidateQueries.of(history, positions, UNTIL + export.validation_share, 1)
            queries.check(report, str(log))

            def progress(epoch: int, quality: float, log: Path = log) -> None:
                self.say(
                    f"SASRec on {log.name}: epoch {epoch}, MRR of the choose part {quality:.4f}"
                )

            network = fit_network(
                history, positions, UNTIL, export.validation_share, self.plan.sequence, progress
            )
            by_log[log.stem] = quality_of_ranks(
                network.ranks(positions, queries, report.tie_order)
            )
            self._say_quality("SASRec", log.stem, by_log[log.stem])
            seconds += network.seconds
            times.append((network.microseconds_per_query(positions, queries), report.queries))
        return PeerResult("SASRec on the raw sequences", by_log, seconds, _mean_time(times))

    def _measure_trees(self) -> list[_Trial]:
        """Every configuration; smaller numbers of trees use the first ones of the largest."""
        self.say("LambdaMART: reading and binning the fit part")
        trees = LambdaMART(self._exports, self.plan.trees)
        trials = []
        for configuration in self.plan.trees.configurations():
            forest = self._forest(trees, configuration, of=f"{trees.rows:,} rows")
            choose = self._quality(forest, self._exports, "choose")
            report = self._quality(forest, self._exports, "report")
            for count, chosen, reported in zip(self.plan.trees.trees, choose, report):
                own = Configuration(count, configuration.leaves, configuration.learning_rate)
                trials.append(_Trial(own, forest, mean_reciprocal_rank(chosen), reported))
                mean = mean_reciprocal_rank(reported)
                self.say(f"LambdaMART {own}: choose {trials[-1].choose:.4f}, report {mean:.4f}")
        return trials

    def _forest(self, trees: LambdaMART, configuration: Configuration, of: str) -> Forest:
        return trees.fit(
            configuration, lambda done: self.say(f"LambdaMART {configuration}, {of}: {done} trees")
        )

    def _quality(
        self, forest: Forest, exports: list[LogExport], part: str
    ) -> list[dict[str, RankingQuality]]:
        """The results by log, for each number of trees."""
        by_log = {
            export.name: [
                quality_of_ranks(ranks)
                for ranks in forest.ranks(export.part(part), self.plan.trees.trees)
            ]
            for export in exports
        }
        return [
            {name: qualities[place] for name, qualities in by_log.items()}
            for place in range(len(self.plan.trees.trees))
        ]

    def _tree_time(self, best: _Trial) -> float:
        reports = (export.part("report") for export in self._exports)
        times = [
            (best.forest.microseconds_per_query(report, best.configuration.trees), report.queries)
            for report in reports
        ]
        return _mean_time(times)

    def _leave_one_out(self, configuration: Configuration) -> list[PeerResult]:
        """The engine and the best trees, fitted on all logs except one and measured on that one."""
        own, trees, seconds, tree_seconds = {}, {}, 0.0, 0.0
        for log, export in zip(self.logs, self._exports):
            self.say(f"without {log.name}: hunch train")
            model = self.work / f"without-{log.stem}.safetensors"
            others = [other for other in self.logs if other is not log]
            seconds += self.hunch.train(others, model, UNTIL, self.plan.hunch_epochs)
            own[log.stem] = self.hunch.evaluate(log, model)[0].quality
            self._say_quality("hunch", log.stem, own[log.stem])
            others = [other for other in self._exports if other is not export]
            forest = self._forest(
                LambdaMART(others, self.plan.trees), configuration, of=f"without {log.name}"
            )
            ranks = forest.ranks(export.part("report"), (configuration.trees,))[0]
            trees[log.stem] = quality_of_ranks(ranks)
            self._say_quality("LambdaMART", log.stem, trees[log.stem])
            tree_seconds += forest.seconds[configuration.trees]
        return [
            PeerResult("hunch", own, seconds),
            PeerResult(f"LambdaMART ({configuration})", trees, tree_seconds),
        ]

    def _say_quality(self, peer: str, log: str, quality: RankingQuality) -> None:
        self.say(f"{peer} on {log}: MRR of the report part {quality.mean_reciprocal_rank:.4f}")

    def _notes(self) -> list[str]:
        queries = {export.name: export.part("report").queries for export in self._exports}
        counts = ", ".join(f"{name} {count:,}" for name, count in queries.items())
        return [
            "Each cell: hit rate at 1 / at 3 / MRR. Scored: the last 30 % of each user's donations; "
            f"queries: {counts}.",
            f"All are fitted on the first {UNTIL:.0%} of each user's donations, and choose by the "
            "tenth after that. Without a log, LambdaMART keeps the configuration that was chosen with "
            "it.",
            "Training: hunch makes its own evidence and compares itself at the end; LambdaMART is "
            "given the exported evidence, and only the trees of its row are counted; SASRec is one "
            "network a log, all are counted.",
            "A query: hunch and the rules include the evidence; LambdaMART and SASRec, called for "
            "one query at a time, do not include it.",
        ]


def require_at_least_two(logs: list[Path], folder: Path) -> list[Path]:
    """Rejects a folder without logs to compare on."""
    if len(logs) < 2:
        raise PeerError(
            f"{folder}: {len(logs)} logs (*.jsonl) in it are too few; at least 2 are needed"
        )
    return logs


def _result(name: str, reports: list[RankerReport], logs: list[str]) -> PeerResult:
    times = [(report.microseconds_per_query, report.quality.queries) for report in reports]
    return PeerResult(
        name, {log: report.quality for log, report in zip(logs, reports)}, None, _mean_time(times)
    )


def _mean_time(times: list[tuple[float | None, int]]) -> float | None:
    """The mean over all queries, or None if one of the times is unknown."""
    if any(time is None for time, _ in times):
        return None
    return float(np.average([time for time, _ in times], weights=[count for _, count in times]))
