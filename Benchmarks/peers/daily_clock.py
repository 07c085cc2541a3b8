"""A clock for each user, on which waking hours are longer than the night.

A point process on wall-clock time has to learn each night again. On a clock that runs at the usual
rate of the hour, the silence of a night is about as long as that of a lunch break (operational
time; Brown and others: The time-rescaling theorem, 2002). The clock is counted, not learned, from
the first share of each user's donations.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from donation_sequences import LogHistory, UserHistory, first_of_share

_HOUR = 3600.0
_WEEK = 168


@dataclass(frozen=True)
class DailyClock:
    """The clock of one user in seconds since midnight on a Thursday in 1970; takes local times."""

    rate: np.ndarray  # [168]: by hour of the week, from Thursday; the mean is about 1
    _total: np.ndarray  # [169]: the time on the clock after each number of hours

    @classmethod
    def of(cls, rate: np.ndarray) -> DailyClock:
        """Creates a clock from these rates, scaled to a mean of 1."""
        rate = rate / rate.mean()
        return cls(rate, np.append(0, np.cumsum(rate * _HOUR)))

    def reading(self, local_seconds: np.ndarray) -> np.ndarray:
        """The time on the clock at local times."""
        week, second = np.divmod(np.asarray(local_seconds, float), _WEEK * _HOUR)
        hours = np.arange(_WEEK + 1) * _HOUR
        return week * self._total[-1] + np.interp(second, hours, self._total)

    def rate_at(self, local_seconds: np.ndarray) -> np.ndarray:
        """The rate of the clock at local times."""
        return self.rate[hour_of_week(local_seconds)]


def hour_of_week(local_seconds: np.ndarray) -> np.ndarray:
    """The hour of the week, 0 to 167, starting at midnight on Thursday."""
    return (np.asarray(local_seconds) // _HOUR).astype(int) % _WEEK


def daily_clocks(
    history: LogHistory, until: float, shrink: float = 5.0, slowest: float = 0.03
) -> list[DailyClock]:
    """One clock per user, from the share of hours with activity in the first donations.

    It is counted by hour of day, separately for workdays and weekends, and shrunk to the share of
    all users.
    """
    active, expected = zip(*(_active_hours(user, until) for user in history.users))
    everybody = (np.sum(active, axis=0) + shrink) / (np.sum(expected, axis=0) + shrink)
    weekend = np.repeat((np.arange(7) + 3) % 7 >= 5, 24).astype(int)
    hour = np.tile(np.arange(24), 7)
    return [
        DailyClock.of(
            np.maximum((own + shrink * everybody) / (usual + shrink), slowest)[weekend, hour]
        )
        for own, usual in zip(active, expected)
    ]


def _active_hours(user: UserHistory, until: float) -> tuple[np.ndarray, np.ndarray]:
    """The number of hours with donations by kind of day and hour, and the number of all such hours.

    Both are [2, 24].
    """
    count = first_of_share(until, len(user))
    local = (user.milliseconds[:count] // 1000 + user.offset_seconds[:count]) // 3600
    if count == 0:
        return np.zeros((2, 24)), np.zeros((2, 24))

    def by_kind(hours: np.ndarray) -> np.ndarray:
        weekend = ((hours // 24 + 3) % 7 >= 5).astype(int)
        return np.bincount(weekend * 24 + hours % 24, minlength=48).reshape(2, 24).astype(float)

    active = by_kind(np.unique(local))
    exposed = by_kind(np.arange(local.min(), local.max() + 1))
    return active, exposed * active.sum() / exposed.sum()
