"""How fast does a user's own clock run? Time in which waking hours are longer than the night.

A point process on the wall's clock has to learn each night again. On a clock that runs with the
usual rate of the hour, silence of a night is about as long as that of a lunch break (operational
time; Brown and others: The time-rescaling theorem, 2002). The clock is counted, not learned: from
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
    """Seconds that a user's clock has gone since a Thursday's midnight, 1970; local ones go in."""

    rate: np.ndarray  # [168]: by hour of the week, from Thursday on, about 1 on the mean
    _total: np.ndarray  # [169]: how far the clock goes in 0 to 168 hours

    @classmethod
    def of(cls, rate: np.ndarray) -> DailyClock:
        """A clock of these rates, made 1 on the mean."""
        rate = rate / rate.mean()
        return cls(rate, np.append(0, np.cumsum(rate * _HOUR)))

    def reading(self, local_seconds: np.ndarray) -> np.ndarray:
        """The clock's readings at local times."""
        week, second = np.divmod(np.asarray(local_seconds, float), _WEEK * _HOUR)
        hours = np.arange(_WEEK + 1) * _HOUR
        return week * self._total[-1] + np.interp(second, hours, self._total)

    def rate_at(self, local_seconds: np.ndarray) -> np.ndarray:
        """How fast it goes then."""
        return self.rate[hour_of_week(local_seconds)]


def hour_of_week(local_seconds: np.ndarray) -> np.ndarray:
    """0 to 167, from Thursday's midnight on."""
    return (np.asarray(local_seconds) // _HOUR).astype(int) % _WEEK


def daily_clocks(
    history: LogHistory, until: float, shrink: float = 5.0, slowest: float = 0.03
) -> list[DailyClock]:
    """One clock a user: the share of the hours of the first donations in which something was done.

    It is counted by hour of day, for workdays and weekends, and shrunk to that of all users.
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
    """The hours with donations, by kind of day and hour, and how many there would be at any time.

    [2, 24] both.
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
