"""The input of a point process: windows over the donations of each user, with their times.

A position represents one past donation; its target is the donation after it. Gaps are logarithms of
the time on the user's own clock, standardised over the fit part of the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from daily_clock import DailyClock, daily_clocks
from donation_sequences import LogHistory, UserHistory, first_of_share

_DAY = 86_400.0


@dataclass(frozen=True)
class GapScale:
    """The scale that standardises logarithms of gaps."""

    mean: float
    deviation: float

    def standardised(self, clock_seconds: np.ndarray) -> np.ndarray:
        """The standardised logarithm of clock time; one second is added, so that 0 is allowed."""
        return (np.log1p(np.maximum(clock_seconds, 0)) - self.mean) / self.deviation

    def clock_seconds(self, standardised: np.ndarray) -> np.ndarray:
        """The clock time of a standardised logarithm."""
        return np.expm1(standardised * self.deviation + self.mean)


class Window(NamedTuple):
    """Arrays of [windows, length], except `user` [windows] and `counts` [windows, candidates]."""

    user: np.ndarray
    activity: np.ndarray  # shared number
    own: np.ndarray  # own number
    event: np.ndarray  # [windows, length, features]
    is_empty: np.ndarray  # whether it is before the user's first
    counts: np.ndarray  # how often each own activity was done before the window
    next_gap: np.ndarray
    next_time: np.ndarray  # [windows, length, features]
    next_own: np.ndarray  # own number, `candidates` if new
    counted: np.ndarray  # whether its target counts


def time_features(local_seconds: np.ndarray, clock: DailyClock) -> np.ndarray:
    """The features of a local time; [..., TIME_FEATURES]."""
    angle = 2 * np.pi * np.mod(local_seconds, _DAY) / _DAY
    weekend = (np.asarray(local_seconds) // _DAY + 3) % 7 >= 5
    rate = np.log(clock.rate_at(local_seconds))
    waves = [np.sin(angle), np.cos(angle), np.sin(2 * angle), np.cos(2 * angle)]
    return np.stack([*waves, weekend, rate], axis=-1).astype(np.float32)


@dataclass(frozen=True)
class Events:
    """The donations of all users of a log, as input of a point process."""

    history: LogHistory
    clocks: list[DailyClock]
    scale: GapScale
    _event: list[np.ndarray]  # per user, [donations, features]
    _gap: list[np.ndarray]  # per user; 0 for the first donation

    @classmethod
    def of(cls, history: LogHistory, until: float) -> Events:
        """Lays out a log; clocks and scale come from the first share; O(donations)."""
        clocks = daily_clocks(history, until)
        seconds = [_clock_gaps(user, clock) for user, clock in zip(history.users, clocks)]
        fitted = np.concatenate(
            [own[1 : first_of_share(until, len(own))] for own in seconds] + [np.zeros(1)]
        )
        logarithms = np.log1p(fitted)
        scale = GapScale(float(logarithms.mean()), float(max(logarithms.std(), 0.1)))
        gaps = [np.append(0, scale.standardised(own[1:])).astype(np.float32) for own in seconds]
        event = [
            event_features(time_features(_local(user), clock), gap, _is_new(user))
            for user, clock, gap in zip(history.users, clocks, gaps)
        ]
        return cls(history, clocks, scale, event, gaps)

    def last_event(self, user: int, donations: np.ndarray) -> np.ndarray:
        """The features of each user's donation with the given number, counted from 1."""
        return self._event[user][donations - 1]

    def silence(self, user: int, donations: np.ndarray, local_seconds: np.ndarray) -> np.ndarray:
        """The clock time since the donation with the given number, counted from 1."""
        last = _local(self.history.users[user])[donations - 1]
        clock = self.clocks[user]
        return np.maximum(clock.reading(local_seconds) - clock.reading(last), 0)

    def fitted_activities(self, until: float) -> np.ndarray:
        """Whether any user did each shared activity in the first share."""
        fitted = np.zeros(self.history.activities, bool)
        for user in self.history.users:
            fitted[user.activity[: first_of_share(until, len(user))]] = True
        return fitted

    def candidates(self, end: float) -> int:
        """The maximum number of activities that a user had done by the end of a share."""
        return max(
            int(user.own_activity[: first_of_share(end, len(user))].max(initial=0)) + 1
            for user in self.history.users
        )

    def candidate_table(self, candidates: int) -> np.ndarray:
        """The shared numbers of each user's first activities, [users, candidates]."""
        table = np.zeros((len(self.history.users), candidates), int)
        for row, user in zip(table, self.history.users):
            known = user.known_activities()[:candidates]
            row[: len(known)] = known
        return table

    def spans(self, begin: float, end: float, length: int, shift: int = 0) -> np.ndarray:
        """Rows of user, first and last target that cover every target of the shares once, in spans.

        Targets are numbers of donations. A user's first donation is not a target, because none
        precedes it.
        """
        rows = []
        for number, user in enumerate(self.history.users):
            first = max(1, first_of_share(begin, len(user)))
            last = first_of_share(end, len(user))
            cuts = np.append(np.arange(first - shift, last, length), last)
            for low, high in zip(cuts[:-1], cuts[1:]):
                if high > first:
                    rows.append((number, max(low, first), high - 1))
        return np.array(rows, int).reshape(-1, 3)

    def windows(self, spans: np.ndarray, length: int, candidates: int) -> Window:
        """Right-aligned windows whose last position precedes the last target."""
        shape = (len(spans), length)
        columns = {name: np.zeros(shape, int) for name in ("activity", "own", "next_own")}
        event = np.zeros((*shape, self._event[0].shape[-1]), np.float32)
        next_gap = np.zeros(shape, np.float32)
        next_time = np.zeros((*shape, event.shape[-1] - 2), np.float32)
        is_empty, counted = np.ones(shape, bool), np.zeros(shape, bool)
        counts = np.zeros((len(spans), candidates), np.float32)
        for row, (number, first, last) in enumerate(spans):
            user, begin = self.history.users[number], max(0, last - length)
            here, there = slice(length - (last - begin), length), slice(begin, last)
            after = slice(begin + 1, last + 1)
            columns["activity"][row, here] = user.activity[there]
            columns["own"][row, here] = user.own_activity[there]
            columns["next_own"][row, here] = np.where(
                _is_new(user)[after], candidates, user.own_activity[after]
            )
            event[row, here] = self._event[number][there]
            next_gap[row, here] = self._gap[number][after]
            next_time[row, here] = self._event[number][after, 2:]
            is_empty[row, here] = False
            counted[row, here] = np.arange(begin + 1, last + 1) >= first
            counts[row] = np.bincount(user.own_activity[:begin], minlength=candidates)[:candidates]
        return Window(
            spans[:, 0],
            columns["activity"],
            columns["own"],
            event,
            is_empty,
            counts,
            next_gap,
            next_time,
            columns["next_own"],
            counted,
        )

    def state_windows(self, user: int, ends: np.ndarray, length: int) -> Window:
        """Windows that end with the given numbers of a user's donations, without targets.

        Positions after the last donation are padding, which does not affect the ones before.
        """
        own = self.history.users[user]
        places = ends[:, None] + np.arange(-length, 0)
        is_empty, places = places < 0, np.clip(places, 0, len(own) - 1)
        nothing = np.zeros(places.shape, np.float32)
        return Window(
            np.full(len(ends), user),
            own.activity[places],
            own.own_activity[places],
            self._event[user][places],
            is_empty,
            nothing,
            nothing,
            nothing,
            nothing,
            nothing,
        )


def event_features(time: np.ndarray, gap: np.ndarray, is_new: np.ndarray) -> np.ndarray:
    """The features of a donation; [..., EVENT_FEATURES]."""
    return np.concatenate([np.stack([gap, is_new], axis=-1).astype(np.float32), time], axis=-1)


def _local(user: UserHistory) -> np.ndarray:
    return user.milliseconds / 1000 + user.offset_seconds


def _is_new(user: UserHistory) -> np.ndarray:
    return user.own_activity >= user.known_before()


def _clock_gaps(user: UserHistory, clock: DailyClock) -> np.ndarray:
    """The clock time since the previous donation, and the features of the local time."""
    begin = _local(user)[:-1]
    end = begin + np.diff(user.milliseconds) / 1000
    return np.append(0, clock.reading(end) - clock.reading(begin))
