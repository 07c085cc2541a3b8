"""Measures calls of several sides in turn, so that other load affects all of them alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

# Returns the nanoseconds of each of a number of calls.
Run = Callable[[int], list[int]]

WARM_UP_NANOSECONDS = 200_000


@dataclass(frozen=True)
class Side:
    """One way to do the work that is compared."""

    name: str
    run: Run


@dataclass(frozen=True)
class TurnsPlan:
    """The amount of measuring."""

    calls: int = 1_000
    """The minimum number of calls of each side, unless they exceed the budget."""
    budget_seconds: float = 20.0
    """The maximum seconds per side; it still gets `least_calls` calls."""
    least_calls: int = 20
    block_seconds: float = 0.003
    """The approximate duration of a side's turn."""


@dataclass(frozen=True)
class Measured:
    """The times of one side."""

    name: str
    median: float
    """Nanoseconds, over all calls."""
    p99: float
    calls: int
    ratio: float
    """Our time over this side's: the median over the rounds of the ratio of the blocks' medians."""


def timed(call: Callable[[], object]) -> Run:
    """Measures a function of this process."""

    def run(count: int) -> list[int]:
        clock = time.perf_counter_ns
        begin = clock()
        while True:
            call()
            if clock() - begin >= WARM_UP_NANOSECONDS:
                break
        times = []
        for _ in range(count):
            start = clock()
            call()
            times.append(clock() - start)
        return times

    return run


def take_turns(sides: list[Side], plan: TurnsPlan) -> list[Measured]:
    """Measures all sides in rounds; the first one is ours."""
    trial = [max(1, statistics.median(side.run(3))) for side in sides]
    calls = [_calls(nanoseconds, plan) for nanoseconds in trial]
    blocks = [
        max(1, min(count, int(plan.block_seconds * 1e9 / nanoseconds)))
        for count, nanoseconds in zip(calls, trial)
    ]
    turns = [-(-count // block) for count, block in zip(calls, blocks)]
    rounds = max(turns)
    # Slow sides have a turn only in some of the rounds, spread evenly.
    strides = [max(1, rounds // own) for own in turns]
    times: list[dict[int, list[int]]] = [{} for _ in sides]
    for turn in range(rounds):
        for offset in range(len(sides)):
            index = (turn + offset) % len(sides)
            if turn % strides[index] == 0:
                times[index][turn] = sides[index].run(blocks[index])
    return [_measured(side, own, times[0]) for side, own in zip(sides, times)]


def _calls(nanoseconds: float, plan: TurnsPlan) -> int:
    affordable = int(plan.budget_seconds * 1e9 / nanoseconds)
    return max(plan.least_calls, min(plan.calls, affordable))


def _measured(side: Side, times: dict[int, list[int]], ours: dict[int, list[int]]) -> Measured:
    every = sorted(value for block in times.values() for value in block)
    ratios = [
        statistics.median(ours[turn]) / max(1, statistics.median(times[turn]))
        for turn in times
        if turn in ours
    ]
    return Measured(
        name=side.name,
        median=statistics.median(every),
        p99=every[-(-99 * len(every) // 100) - 1],
        calls=len(every),
        ratio=statistics.median(ratios),
    )
