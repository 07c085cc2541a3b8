"""The predictions of a point process at a moment: activities within the next hour, by simulation.

The probability that anything happens within the hour, given the silence so far, has a closed form.
For the case that something happens, continuations of the hour are drawn event by event. An
activity's probability is the share of continuations in which it is done, times the probability that
anything happens.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

import point_process
from daily_clock import DailyClock
from event_windows import event_features, time_features
from moment_replay import HOUR, MomentPlan, UserMoments
from point_process_fit import PointProcess, states

# The number of continuations drawn at once, whose next event is drawn in one call.
_AT_ONCE = 1 << 16
_BLOCK = 1 << 12
_FEW = 1 << 8


def probabilities(process: PointProcess, moments: UserMoments, plan: MomentPlan) -> np.ndarray:
    """The probability of each activity at each moment, [moments, activities]."""
    said = np.zeros(moments.done.shape)
    asked = np.flatnonzero(moments.donations > 0)
    if len(asked) == 0:
        return said
    hours = _Hours.of(process, moments, asked, plan)
    shares = _Simulation(process, hours).probabilities()[:, : said.shape[1]]
    said[asked, : shares.shape[1]] = shares
    return np.where(moments.is_known, said, 0)


@dataclass(frozen=True)
class _Hours:
    """The hours to predict; `clock` is the time on the user's clock after each of `seconds`."""

    number: int
    state: np.ndarray  # [moments, width], after the last donation
    event: np.ndarray  # [moments, features], the last donation
    counts: np.ndarray  # [moments, candidates], a power of two, padded with zeros
    silence: np.ndarray  # [moments], by the user's clock
    local: np.ndarray  # [moments], seconds
    seconds: np.ndarray  # [pieces + 1], from the moment on
    clock: np.ndarray  # [moments, pieces + 1]
    daily_clock: DailyClock

    @classmethod
    def of(
        cls, process: PointProcess, moments: UserMoments, asked: np.ndarray, plan: MomentPlan
    ) -> _Hours:
        donations, number = moments.donations[asked], moments.user
        local = moments.milliseconds[asked] / 1000 + moments.offset_seconds[asked]
        # A clock's rate changes with the hour; an eighth of an hour is accurate enough.
        pieces = -(-8000 * plan.within_seconds // HOUR)
        seconds = np.linspace(0, plan.within_seconds, pieces + 1)
        clock = process.events.clocks[number]
        readings = clock.reading(local[:, None] + seconds) - clock.reading(local)[:, None]
        return cls(
            number=number,
            state=states(process, number, donations),
            event=process.events.last_event(number, donations),
            counts=_counts(process, number, donations),
            silence=process.events.silence(number, donations, local),
            local=local,
            seconds=seconds,
            clock=readings,
            daily_clock=clock,
        )

    def gap_ends(self, process: PointProcess) -> tuple[np.ndarray, np.ndarray]:
        """The gap from the last donation to the beginning and to the end of the hour."""
        scale = process.events.scale
        begin = scale.standardised(self.silence)
        return begin, scale.standardised(self.silence + self.clock[:, -1])

    def local_at(self, moment: np.ndarray, passed: np.ndarray) -> np.ndarray:
        """The local time at which the user's clock has advanced by an amount since a moment."""
        clock, step = self.clock[moment], self.seconds[1]
        piece = np.clip((clock <= passed[:, None]).sum(axis=1) - 1, 0, len(self.seconds) - 2)
        rows = np.arange(len(moment))
        low, high = clock[rows, piece], clock[rows, piece + 1]
        return self.local[moment] + self.seconds[piece] + step * (passed - low) / (high - low)


def _counts(process: PointProcess, number: int, donations: np.ndarray) -> np.ndarray:
    own = process.events.history.users[number].own_activity[: donations.max()]
    # Few sizes, because each is compiled once.
    candidates = 16
    while candidates <= own.max():
        candidates *= 4
    total = np.zeros((len(donations), candidates), np.float32)
    before = np.zeros(candidates)
    last = 0
    for row, count in enumerate(donations):
        before = before + np.bincount(own[last:count], minlength=candidates)
        total[row], last = before, count
    return total


class _Simulation:
    """Continuations of a user's hours, drawn event by event; completed ones take no more time."""

    def __init__(self, process: PointProcess, hours: _Hours) -> None:
        self._process = process
        self._hours = hours
        self._key = jax.random.fold_in(jax.random.key(process.plan.seed), hours.number)
        candidates = hours.counts.shape[1]
        known = len(process.events.history.users[hours.number].known_activities())
        is_own = np.arange(candidates) < known
        table = process.events.candidate_table(candidates)[hours.number]
        # A new activity has no vector, like one that nobody did in the fit part.
        self._marks = np.zeros((candidates + 1, process.shape.embedding), np.float32)
        self._marks[:-1] = np.asarray(process.parameters["activity"])[table] * is_own[:, None]
        self._bias = np.asarray(process.parameters["activity.bias"])[table] * is_own
        self._user = np.asarray(process.parameters["user"])[hours.number]
        # Without tables, whose size differs between logs, nothing is recompiled for a log.
        self._parameters = {
            name: own
            for name, own in process.parameters.items()
            if name not in ("activity", "activity.bias", "user")
        }

    def probabilities(self) -> np.ndarray:
        """The probability of anything, times the share of continuations with each activity."""
        hours, moments = self._hours, len(self._hours.state)
        ends = hours.gap_ends(self._process)
        anything = np.exp(
            self._in_blocks(_log_anything, hours.state, hours.event, *ends, few=_BLOCK)[0]
        )
        at_once = max(1, _AT_ONCE // self._process.plan.continuations)
        parts = [
            self._drawn(np.arange(begin, min(begin + at_once, moments)))
            for begin in range(0, moments, at_once)
        ]
        return np.clip(anything, 0, 1)[:, None] * np.concatenate(parts)

    def _drawn(self, moments: np.ndarray) -> np.ndarray:
        hours, scale, plan = self._hours, self._process.events.scale, self._process.plan
        moment = np.repeat(moments, plan.continuations)
        done = np.zeros((len(moment), len(self._marks)), bool)
        state, event, row = hours.state[moment], hours.event[moment], np.arange(len(moment))
        ends = (ends[moment] for ends in hours.gap_ends(self._process))
        gap = self._in_blocks(_gap_that_ends_between, state, event, *ends, few=_BLOCK)[0]
        passed = np.maximum(scale.clock_seconds(gap) - hours.silence[moment], 0)
        passed = np.minimum(passed, hours.clock[moment, -1] * (1 - 1e-6))  # except for rounding
        for _ in range(plan.most_events):
            when = time_features(hours.local_at(moment, passed), hours.daily_clock)
            mark, state = self._in_blocks(
                _next_mark,
                state,
                event,
                gap,
                when,
                hours.counts[moment],
                shared=[(self._marks, self._bias)],
            )
            done[row, mark] = True
            event = event_features(when, gap, mark == len(self._marks) - 1)
            gap = np.maximum(self._in_blocks(_next_gap, state, event)[0], scale.standardised(0.0))
            passed = passed + scale.clock_seconds(gap)
            is_on = passed < hours.clock[moment, -1]
            if not is_on.any():
                break
            row, moment, passed, gap, state, event = (
                column[is_on] for column in (row, moment, passed, gap, state, event)
            )
        return done[:, :-1].reshape(len(moments), plan.continuations, -1).mean(axis=1)

    def _in_blocks(
        self, draw, *columns: np.ndarray, few: int = _FEW, shared=()
    ) -> list[np.ndarray]:
        """Draws for all rows, in blocks of one or two sizes, because each size is compiled once."""
        found = []
        for begin in range(0, len(columns[0]), _BLOCK):
            block = [np.asarray(column[begin : begin + _BLOCK], np.float32) for column in columns]
            count = len(block[0])
            size = _BLOCK if count > few else few
            block = [np.resize(column, (size, *column.shape[1:])) for column in block]
            self._key, own = jax.random.split(self._key)
            drawn = draw(self._parameters, self._user, own, *block, *shared)
            found.append([np.asarray(column)[:count] for column in drawn])
        return [np.concatenate(column) for column in zip(*found)]


@jax.jit
def _log_anything(parameters, user, key, state, event, begin, end):
    user = jnp.broadcast_to(user, (len(state), len(user)))
    gap = point_process.gap_distribution(parameters, state, event, user)
    return (point_process.log_probability_between(gap, begin, end),)


@jax.jit
def _gap_that_ends_between(parameters, user, key, state, event, begin, end):
    user = jnp.broadcast_to(user, (len(state), len(user)))
    gap = point_process.gap_distribution(parameters, state, event, user)
    return (point_process.sample_between(gap, begin, end, key),)


@jax.jit
def _next_gap(parameters, user, key, state, event):
    user = jnp.broadcast_to(user, (len(state), len(user)))
    gap = point_process.gap_distribution(parameters, state, event, user)
    return (point_process.sample(gap, key),)


@jax.jit
def _next_mark(parameters, user, key, state, event, gap, when, counts, candidates):
    """The next activity, and the state after it."""
    marks, bias = candidates
    user = jnp.broadcast_to(user, (len(state), len(user)))
    moment = jnp.concatenate([gap[:, None], when], axis=-1)
    logits = point_process.mark_logits(
        parameters, state, event, user, moment, (marks[:-1], bias), counts
    )
    total = jnp.cumsum(jax.nn.softmax(logits), axis=-1)
    share = jax.random.uniform(key, (len(logits), 1)) * total[:, -1:]
    mark = jnp.minimum((total < share).sum(axis=-1), len(marks) - 1)
    is_new = mark == len(marks) - 1
    told = jnp.concatenate([gap[:, None], is_new[:, None], when], axis=-1)
    return mark, point_process.next_state(parameters, state, told, marks[mark], user)
