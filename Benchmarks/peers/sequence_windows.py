"""The input of a sequence network: windows over the donations of each user.

A position represents one query: the activity *before* it, the local hour of the query and the time
since the previous donation, all of which are known at the time of the query. Its target is the
activity that was then done. The window of a query holds it and the positions before it,
right-aligned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from donation_sequences import LogHistory, UserHistory, first_of_share

HOURS = 24
# Gaps are binned by powers of two of seconds: 0 s, 1 s, 2-3 s, 4-7 s, up to 24 days; the last bin
# is for a user's first donation.
GAPS = 24


@dataclass(frozen=True)
class Windows:
    """Inputs and targets, [windows, context]; targets of positions that do not count are -1."""

    previous: np.ndarray  # shared number of the activity before, or `activities` if there was none
    hour: np.ndarray
    gap: np.ndarray
    is_empty: np.ndarray  # whether the position is before the user's first
    target: np.ndarray

    def __len__(self) -> int:
        return len(self.target)

    def rows(self, chosen: np.ndarray) -> Windows:
        """Selects some of the windows."""
        columns = (self.previous, self.hour, self.gap, self.is_empty, self.target)
        return Windows(*(column[chosen] for column in columns))


@dataclass(frozen=True)
class Positions:
    """The positions of all users of a log, one user after the other.

    `context` empty positions precede each user's first one.
    """

    previous: np.ndarray
    hour: np.ndarray
    gap: np.ndarray
    target: np.ndarray
    starts: np.ndarray  # the index of each user's first position
    lengths: np.ndarray  # the number of positions of each user
    context: int

    @classmethod
    def of(cls, history: LogHistory, context: int) -> Positions:
        """Lays out a log; O(donations)."""
        lengths = np.array([len(user) for user in history.users])
        starts = np.cumsum(lengths + context) - lengths
        total = int(lengths.sum() + context * len(lengths))
        previous = np.full(total, history.activities)
        hour, gap, target = np.zeros(total, int), np.full(total, GAPS - 1), np.full(total, -1)
        for user, start in zip(history.users, starts):
            span = slice(start, start + len(user))
            previous[start + 1 : start + len(user)] = user.activity[:-1]
            hour[span], gap[span], target[span] = _hours(user), _gaps(user), user.activity
        return cls(previous, hour, gap, target, starts, lengths, context)

    def window(self, ends: np.ndarray) -> Windows:
        """The windows that end with the given positions."""
        places = np.asarray(ends)[:, None] + np.arange(1 - self.context, 1)
        target = self.target[places]
        return Windows(
            self.previous[places], self.hour[places], self.gap[places], target < 0, target
        )

    def part(self, begin: float, end: float) -> list[np.ndarray]:
        """The positions of each user's donations from one share to another."""
        return [
            start + np.arange(first_of_share(begin, count), first_of_share(end, count))
            for start, count in zip(self.starts, self.lengths)
        ]

    def training_windows(self, until: float, random: np.random.Generator) -> Windows:
        """Windows that contain each donation of the first share once, divided at random places."""
        ends, firsts = [], []
        for positions in self.part(0, until):
            if len(positions) == 0:
                continue
            shift = int(random.integers(self.context))
            cuts = np.unique(
                np.append(np.arange(shift, len(positions), self.context), len(positions) - 1)
            )
            ends.append(positions[cuts])
            firsts.append(positions[np.append(0, cuts[:-1] + 1)])
        end, first = np.concatenate(ends), np.concatenate(firsts)
        windows = self.window(end)
        counted = end[:, None] + np.arange(1 - self.context, 1) >= first[:, None]
        return replace(windows, target=np.where(counted, windows.target, -1))


def _hours(user: UserHistory) -> np.ndarray:
    return (user.milliseconds // 1000 + user.offset_seconds) // 3600 % HOURS


def _gaps(user: UserHistory) -> np.ndarray:
    seconds = np.diff(user.milliseconds) // 1000
    binned = np.ceil(np.log2(np.maximum(seconds, 0) + 1)).astype(int)
    return np.append(GAPS - 1, np.minimum(binned, GAPS - 2))
