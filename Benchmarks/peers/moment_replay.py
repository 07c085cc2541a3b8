"""The moments at which rankers are queried, with what is known then and done soon after.

This is the protocol of `hunch evaluate --moments`: it queries not only at donations, but at every
whole step of UTC from a user's first scored donation to the last one. Several activities may be
done within the horizon, so the probabilities of a moment need not sum to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from donation_sequences import LogHistory, UserHistory, first_of_share
from failure import PeerError

HOUR = 3_600_000
DAY = 24 * HOUR


@dataclass(frozen=True)
class MomentPlan:
    """The moments and the horizon; the defaults are those of `hunch evaluate --moments`."""

    step_seconds: int = 900
    within_seconds: int = 3600
    score_from: float = 0.7
    users: int = 12  # those with the most donations
    fewest_donations: int = 80
    days: int = 14


@dataclass(frozen=True)
class UserMoments:
    """The moments of one user; activities are numbered for that user, by first donation."""

    user: int  # the number of the user in the log
    milliseconds: np.ndarray  # int64 [moments]
    offset_seconds: np.ndarray  # [moments], the offset of the last donation
    donations: np.ndarray  # [moments]: the number of known donations
    known: np.ndarray  # [moments]: the number of known activities
    done: np.ndarray  # bool [moments, activities]: whether it is known and done in time
    novel: np.ndarray  # [moments]: the number of activities done for the first time
    tie_order: np.ndarray  # [activities]: among equal probabilities, the lowest comes first

    def __len__(self) -> int:
        return len(self.milliseconds)

    @property
    def is_known(self) -> np.ndarray:
        """Whether each activity is known at each moment, [moments, activities]."""
        return np.arange(self.done.shape[1]) < self.known[:, None]


def moments_of(history: LogHistory, plan: MomentPlan) -> list[UserMoments]:
    """The moments of the selected users; O(users x (moments + donations)).

    Raises PeerError for a log with inexact times, which are not replayed here.
    """
    if not all(user.has_exact_time.all() for user in history.users):
        raise PeerError("inexact times are not replayed here; use a log without them")
    busiest = sorted(range(len(history.users)), key=lambda user: -len(history.users[user]))
    return [
        _moments(history, user, plan)
        for user in busiest[: plan.users]
        if len(history.users[user]) >= plan.fewest_donations
    ]


def _moments(history: LogHistory, number: int, plan: MomentPlan) -> UserMoments:
    user = history.users[number]
    step, within = plan.step_seconds * 1000, plan.within_seconds * 1000
    times = user.milliseconds
    first = first_of_share(plan.score_from, len(user))
    start = int(times[first]) if first < len(user) else int(times[-1]) + 1
    end = min(start + plan.days * DAY, int(times[-1]) + 1)
    moments = np.arange(-(-start // step) * step, end, step)
    donations = np.searchsorted(times, moments, side="left")
    until = np.searchsorted(times, moments + within, side="left")
    known = np.append(user.known_before(), user.own_activity.max() + 1)[donations]
    done = np.zeros((len(moments), user.own_activity.max() + 1), bool)
    row = np.repeat(np.arange(len(moments)), until - donations)
    upcoming = _spans(donations, until)
    done[row, user.own_activity[upcoming]] = True
    is_known = np.arange(done.shape[1]) < known[:, None]
    return UserMoments(
        user=number,
        milliseconds=moments,
        offset_seconds=user.offset_seconds[np.maximum(donations - 1, 0)],
        donations=donations,
        known=known,
        done=done & is_known,
        novel=(done & ~is_known).sum(axis=1),
        tie_order=history.tie_order[user.known_activities()],
    )


def _spans(begin: np.ndarray, end: np.ndarray) -> np.ndarray:
    """All numbers from each begin to its end, one span after the other."""
    lengths = end - begin
    return np.repeat(end - np.cumsum(lengths), lengths) + np.arange(lengths.sum())


def nothing(moments: UserMoments) -> np.ndarray:
    """Predicts that nothing will be done."""
    return np.zeros(moments.done.shape)


def climatology(user: UserHistory, moments: UserMoments, plan: MomentPlan) -> np.ndarray:
    """The share of similar days, workdays or weekends, with the activity around that time of day.

    It uses the 60 days before the moment, but none before the user's first donation, and half an
    hour more on both sides, in local time.
    """
    local = user.milliseconds + 1000 * user.offset_seconds
    said = np.zeros(moments.done.shape)
    for moment in range(len(moments)):
        known = int(moments.donations[moment])
        order = np.argsort(local[:known], kind="stable")
        times, activities = local[:known][order], user.own_activity[:known][order]
        now = int(moments.milliseconds[moment]) + 1000 * int(moments.offset_seconds[moment])
        today = now // DAY
        days = [
            day
            for day in range(max(today - 60, int(local[0]) // DAY), today)
            if _is_weekend(day) == _is_weekend(today)
        ]
        counts = np.zeros(said.shape[1])
        for day in days:
            begin = now - (today - day) * DAY - HOUR // 2
            window = (begin, begin + 1000 * plan.within_seconds + HOUR)
            span = slice(*np.searchsorted(times, window, side="left"))
            counts[np.unique(activities[span])] += 1
        said[moment] = (counts + 0.2) / (len(days) + 2)
    return np.where(moments.is_known, said, 0)


def _is_weekend(day: int) -> bool:
    return (day + 3) % 7 >= 5  # 1970-01-01 was a Thursday
