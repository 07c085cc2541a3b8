"""Synthetic users, and the files that `hunch train --export` would write for them."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

COLUMNS = ["followed", "share", "noise"]


def write_log(
    path: Path, users: int = 4, donations: int = 120, steps: int = 6, seed: int = 1
) -> None:
    """Every user goes through the same cycle of activities, with occasional slips.

    Each user begins at another activity.
    """
    random = np.random.default_rng(seed)
    with path.open("w", encoding="utf-8") as lines:
        for user in range(users):
            moment = datetime(2026, 3, 2, 8, tzinfo=timezone(timedelta(hours=1)))
            for step in range(donations):
                moment += timedelta(minutes=int(random.integers(1, 90)))
                slip = int(random.random() < 0.1)
                lines.write(
                    line(f"user-{user}", moment.isoformat(), (user + step + slip) % steps) + "\n"
                )


def write_poisson_log(
    path: Path, rates: tuple[float, ...], users: int = 1, hours: int = 500, seed: int = 1
) -> None:
    """Every user does each activity at random, at its rate per hour, at any time of day."""
    random = np.random.default_rng(seed)
    begin = datetime(2026, 3, 2, tzinfo=timezone.utc)
    with path.open("w", encoding="utf-8") as lines:
        for user in range(users):
            count = random.poisson(sum(rates) * hours)
            items = random.choice(len(rates), count, p=np.array(rates) / sum(rates))
            # Shared numbers follow the order of first donations: the first one is activity 0.
            items[0], items[np.flatnonzero(items)[:1]] = 0, 1
            for hour, item in zip(np.sort(random.random(count)) * hours, items):
                moment = begin + timedelta(hours=float(hour))
                lines.write(line(f"user-{user}", moment.isoformat(), int(item)) + "\n")


def write_moment_export(path: Path, seed: int = 1) -> dict[str, np.ndarray]:
    """Rows of 500 moments with five activities each; the first column is the probability."""
    random = np.random.default_rng(seed)
    moments, activities = 500, 5
    probability = random.random((moments * activities, 1)) ** 2
    part = np.repeat([0, 1, 2], [300, 100, 100])
    tensors = {
        "moments.features": np.concatenate(
            [probability, random.random((len(probability), 2))], axis=1
        ).astype(np.float32),
        "moments.done": (random.random(len(probability)) < probability[:, 0]).astype(np.uint8),
        "moments.moment": np.repeat(np.arange(moments), activities).astype(np.int32),
        "moments.part": np.repeat(part, activities).astype(np.uint8),
        "moments.novel": (random.random(moments) < 0.1).astype(np.int32),
    }
    save_file(tensors, path)
    return tensors


def line(user: str, time: str, item: int | float | str) -> str:
    """A line of a donation log."""
    return json.dumps(
        {
            "v": 1,
            "user": user,
            "time": time,
            "activityType": "org.example.play",
            "userInfo": {"item": item, "position": time},
            "requiredUserInfoKeys": ["item"],
        }
    )


def write_export(log: Path, path: Path, until: float = 0.6, seed: int = 2) -> None:
    """Writes the export of the log, with three columns."""
    users: dict[str, list[dict]] = {}
    for text in log.read_text(encoding="utf-8").splitlines():
        record = json.loads(text)
        users.setdefault(record["user"], []).append(record)
    random = np.random.default_rng(seed)
    parts = {part: _Part() for part in ("fit", "choose", "report")}
    sequence: list[tuple[int, int, int, int]] = []
    for number, name in enumerate(sorted(users)):
        rows: dict[str, int] = {}
        past: list[int] = []
        for place, record in enumerate(users[name]):
            item = json.dumps(record["userInfo"]["item"])
            share = place / len(users[name])
            part = parts["fit" if share < until else "choose" if share < until + 0.1 else "report"]
            part.add(_features(past, len(rows), random), rows.get(item, -1), number)
            past.append(rows.setdefault(item, len(rows)))
            moment = datetime.fromisoformat(record["time"])
            offset = int(moment.utcoffset().total_seconds())
            sequence.append((number, past[-1], round(moment.timestamp() * 1000), offset))
    tensors = {
        f"{name}.{key}": tensor
        for name, part in parts.items()
        for key, tensor in part.tensors().items()
    }
    for key, values, kind in zip(
        ("user", "activity", "time", "offset"),
        zip(*sequence),
        (np.int32, np.int32, np.int64, np.int32),
    ):
        tensors[f"sequence.{key}"] = np.array(values, kind)
    save_file(
        tensors,
        path,
        {"columns": json.dumps(COLUMNS), "until": str(until), "validationShare": "0.1"},
    )


def _features(past: list[int], known: int, random: np.random.Generator) -> np.ndarray:
    followed, count = np.zeros(known), np.zeros(known)
    for before, after in zip(past, past[1:]):
        followed[after] += before == past[-1]
    for row in past:
        count[row] += 1
    return np.stack([followed, count / max(1, len(past)), random.random(known)], axis=1)


class _Part:
    def __init__(self) -> None:
        self._features: list[np.ndarray] = []
        self._target: list[int] = []
        self._user: list[int] = []

    def add(self, features: np.ndarray, target: int, user: int) -> None:
        self._features.append(features)
        self._target.append(target)
        self._user.append(user)

    def tensors(self) -> dict[str, np.ndarray]:
        counts = [len(own) for own in self._features]
        return {
            "features": np.concatenate(self._features).astype(np.float32),
            "starts": np.append(0, np.cumsum(counts)).astype(np.int64),
            "target": np.array(self._target, np.int32),
            "user": np.array(self._user, np.int32),
            "novelty": np.zeros((len(counts), 1), np.float32),
            "weight": np.ones(len(counts), np.float32),
            "rank": np.concatenate([np.arange(count) for count in counts]).astype(np.int32),
        }
