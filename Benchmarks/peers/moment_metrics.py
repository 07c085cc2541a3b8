"""Measures probabilities at moments like `hunch evaluate --moments`."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from failure import PeerError

THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
BINS = 15


@dataclass(frozen=True)
class MomentQuality:
    """The measurements at the moments of one log."""

    moments: int
    brier: (
        float  # squared errors summed over activities, and 1 for each new one; mean over moments
    )
    calibration_error: float | None  # of the highest probabilities; None if none was above 0
    said: dict[float, int]  # by threshold: moments at which the highest probability reached it
    came_true: dict[float, int]  # by threshold: moments at which it was then done
    missed: dict[float, int]  # by threshold: moments with another such activity done


@dataclass
class MomentTally:
    """Counts moments, user by user."""

    moments: int = 0
    squared_error: float = 0.0
    said: dict[float, int] = field(default_factory=lambda: dict.fromkeys(THRESHOLDS, 0))
    came_true: dict[float, int] = field(default_factory=lambda: dict.fromkeys(THRESHOLDS, 0))
    missed: dict[float, int] = field(default_factory=lambda: dict.fromkeys(THRESHOLDS, 0))
    _highest: list[np.ndarray] = field(default_factory=list)
    _is_true: list[np.ndarray] = field(default_factory=list)

    def add(
        self,
        probabilities: np.ndarray,
        done: np.ndarray,
        novel: np.ndarray,
        tie_order: np.ndarray,
    ) -> None:
        """Counts moments, [moments, activities]; unknown activities are neither likely nor done.

        Raises PeerError for invalid probabilities.
        """
        if not ((probabilities >= 0) & (probabilities <= 1)).all():
            raise PeerError("a model gave something that is no probability")
        self.moments += len(done)
        self.squared_error += float(np.square(probabilities - done).sum() + novel.sum())
        if done.shape[1] == 0:
            return
        highest = probabilities.max(axis=1)
        ties = np.where(probabilities == highest[:, None], tie_order, np.iinfo(np.int64).max)
        top = ties.argmin(axis=1)
        rows = np.arange(len(done))
        is_true = done[rows, top]
        for threshold in THRESHOLDS:
            said = highest >= threshold
            others = done & (probabilities >= threshold)
            others[rows, top] = False
            self.said[threshold] += int(said.sum())
            self.came_true[threshold] += int((said & is_true).sum())
            self.missed[threshold] += int((said & others.any(axis=1)).sum())
        self._highest.append(highest[highest > 0].astype(np.float32))
        self._is_true.append(is_true[highest > 0])

    def quality(self) -> MomentQuality:
        """Returns the measurements; raises PeerError if nothing was counted."""
        if self.moments == 0:
            raise PeerError("there is no moment to measure a model at")
        return MomentQuality(
            moments=self.moments,
            brier=self.squared_error / self.moments,
            calibration_error=self._calibration_error(),
            said=self.said,
            came_true=self.came_true,
            missed=self.missed,
        )

    def _calibration_error(self) -> float | None:
        highest = np.concatenate([*self._highest, np.zeros(0, np.float32)]).astype(float)
        if len(highest) == 0:
            return None
        surplus = highest - np.concatenate(self._is_true)
        surplus = surplus[np.argsort(highest, kind="stable")]
        edges = np.arange(BINS + 1) * len(surplus) // BINS
        bins = [surplus[begin:end].sum() for begin, end in zip(edges, edges[1:])]
        return float(np.abs(bins).sum() / len(surplus))
