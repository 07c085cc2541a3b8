"""Made-up people, and what `hunch train --export` would write of them."""

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
    """Everybody goes through the same cycle of activities, with a slip now and then.

    Each user begins at another of them.
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
    """Writes what the log's export would hold, with three columns."""
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
