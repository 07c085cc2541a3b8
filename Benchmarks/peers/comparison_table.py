"""The results of one comparison of rankers, as Markdown and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from ranking_metrics import RankingQuality


@dataclass(frozen=True)
class PeerResult:
    """The results of one ranker on each log."""

    name: str
    by_log: dict[str, RankingQuality]
    training_seconds: float | None = None
    microseconds_per_query: float | None = None

    @property
    def mean_reciprocal_rank(self) -> float:
        """The mean over the logs."""
        return mean_reciprocal_rank(self.by_log)


@dataclass(frozen=True)
class ConfigurationResult:
    """The results of one configuration of the trees: mean reciprocal ranks over the logs."""

    name: str
    choose: float
    report: float
    is_chosen: bool


@dataclass(frozen=True)
class Comparison:
    """All results of one run."""

    logs: list[str]
    peers: list[PeerResult]
    configurations: list[ConfigurationResult]
    leave_one_out: list[PeerResult] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """The tables as Markdown: hit rate at 1 / at 3 / mean reciprocal rank of each log."""
        parts = [_table(self.logs, self.peers, "fitted on the first part of all logs")]
        if self.leave_one_out:
            parts.append(_table(self.logs, self.leave_one_out, "fitted on the other logs only"))
        parts.append(self._configurations())
        parts.append("\n".join(f"- {note}" for note in self.notes))
        return "\n\n".join(part for part in parts if part) + "\n"

    def json(self) -> dict[str, object]:
        """The same results as JSON."""
        document = asdict(self)
        for kind in ("peers", "leave_one_out"):
            for peer, written in zip(getattr(self, kind), document[kind]):
                written["mean_reciprocal_rank"] = peer.mean_reciprocal_rank
        return document

    def _configurations(self) -> str:
        lines = [
            "| LambdaMART: mean MRR over the logs | choose | report | |",
            "| --- | --- | --- | --- |",
        ]
        for own in self.configurations:
            mark = "chosen" if own.is_chosen else ""
            lines.append(
                f"| {own.name} | {_rate(own.choose, 4)} | {_rate(own.report, 4)} | {mark} |"
            )
        return "\n".join(lines)


def mean_reciprocal_rank(by_log: dict[str, RankingQuality]) -> float:
    """The mean over the logs, each with the same weight."""
    return sum(quality.mean_reciprocal_rank for quality in by_log.values()) / len(by_log)


def _table(logs: list[str], peers: list[PeerResult], title: str) -> str:
    heads = [title, *logs, "mean MRR", "training", "a query"]
    lines = [_line(heads), _line(["---"] * len(heads))]
    for peer in peers:
        cells = [_cell(peer.by_log.get(log)) for log in logs]
        mean = _rate(peer.mean_reciprocal_rank, 4)
        lines.append(
            _line([peer.name, *cells, mean, _seconds(peer.training_seconds), _time(peer)])
        )
    return "\n".join(lines)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(quality: RankingQuality | None) -> str:
    if quality is None:
        return ""
    return "/".join(
        _rate(value)
        for value in (quality.hit_at_1, quality.hit_at_3, quality.mean_reciprocal_rank)
    )


def _rate(value: float, digits: int = 3) -> str:
    return f"{value:.{digits}f}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:,.0f} s"


def _time(peer: PeerResult) -> str:
    own = peer.microseconds_per_query
    return "" if own is None else f"{own:,.{2 if own < 10 else 0}f} µs"
