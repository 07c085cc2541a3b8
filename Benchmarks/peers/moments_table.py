"""The results of one comparison at moments, as Markdown and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from moment_metrics import MomentQuality

SIMPLE = ("none", "climatology")


@dataclass(frozen=True)
class MomentLog:
    """The results of all rankers at the moments of one log."""

    name: str
    rankers: dict[str, MomentQuality]
    seconds: dict[str, float] = field(default_factory=dict)  # of fitting and asking

    def ratio(self, ranker: str) -> float | None:
        """The Brier score over that of the better simple rule, or None if that rule made no error.
        """
        simple = min(self.rankers[name].brier for name in SIMPLE)
        return self.rankers[ranker].brier / simple if simple > 0 else None


@dataclass(frozen=True)
class MomentComparison:
    """All results of one run."""

    logs: list[MomentLog]
    notes: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """The table as Markdown, with one row per log and ranker."""
        heads = [
            "log",
            "moments",
            "ranker",
            "Brier",
            "ratio",
            "≥ 50 %",
            "came true",
            "ECE",
            "time",
        ]
        lines = [_line(heads), _line(["---", "---:", "---", *["---:"] * 6])]
        for log in self.logs:
            for ranker, quality in log.rankers.items():
                lines.append(_line(_cells(log, ranker, quality)))
        lines += ["", *(f"- {note}" for note in self.notes)]
        return "\n".join(lines).rstrip() + "\n"

    def json(self) -> dict[str, object]:
        """The same results as JSON."""
        document = asdict(self)
        for log, written in zip(self.logs, document["logs"]):
            written["ratio"] = {ranker: log.ratio(ranker) for ranker in log.rankers}
        return document


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(log: MomentLog, ranker: str, quality: MomentQuality) -> list[str]:
    ratio, said = log.ratio(ranker), quality.said[0.5]
    error, seconds = quality.calibration_error, log.seconds.get(ranker)
    return [
        log.name,
        f"{quality.moments:,}",
        ranker,
        f"{quality.brier:.3f}",
        "" if ratio is None else f"{ratio:.2f}",
        f"{said:,}",
        f"{quality.came_true[0.5] / said:.2f}" if said else "",
        "" if error is None else f"{error:.3f}",
        "" if seconds is None else f"{seconds:,.0f} s",
    ]
