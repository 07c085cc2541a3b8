"""The results of one comparison of speed, as Markdown and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from turns import Measured

if TYPE_CHECKING:
    from speed_cases import SpeedComparison


@dataclass
class SpeedTable:
    """All results of one run; the first side of each comparison is ours."""

    rows: list[tuple[str, list[Measured]]] = field(default_factory=list)
    notes: list[str] = field(
        default_factory=lambda: [
            "Medians; calls alternated in blocks of some milliseconds, one thread each, on one "
            "processor.",
            "ours / theirs: the median over the rounds of the ratio of two blocks' medians. Below 1 "
            "hunch is faster.",
            "Times of the peers include what their Python interface costs a call: microseconds.",
        ]
    )

    def add(self, comparison: SpeedComparison, measured: list[Measured]) -> None:
        """Adds the measurements of a case."""
        self.rows.append((comparison.name, measured))
        self.notes += comparison.notes

    def markdown(self) -> str:
        """The table as Markdown."""
        lines = [
            "| case | | median | p99 | calls | ours / theirs |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for name, sides in self.rows:
            for index, side in enumerate(sides):
                ratio = "" if index == 0 else _ratio(side.ratio)
                cells = [
                    name if index == 0 else "",
                    side.name,
                    _time(side.median),
                    _time(side.p99),
                    f"{side.calls:,}",
                    ratio,
                ]
                lines.append("| " + " | ".join(cells) + " |")
        return "\n".join([*lines, "", *(f"- {note}" for note in self.notes)]) + "\n"

    def json(self) -> dict[str, object]:
        """The same results as JSON; times are in nanoseconds."""
        return {
            "cases": [
                {"name": name, "sides": [asdict(side) for side in sides]}
                for name, sides in self.rows
            ],
            "notes": self.notes,
        }


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 else f"{value:.4f}"


def _time(nanoseconds: float) -> str:
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.0f} ns"
