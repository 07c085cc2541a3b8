"""Reads the matrices of one log that `hunch train --export` wrote.

Rejects files whose parts do not fit together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open

from failure import PeerError

PARTS = ("fit", "choose", "report")


@dataclass(frozen=True)
class QuerySet:
    """The queries of one part, with their candidates in rows.

    See `ranking_metrics` for the assignment of rows to queries.
    """

    features: np.ndarray  # float32 [rows, width]
    starts: np.ndarray  # int64 [queries + 1]
    target: np.ndarray  # int64 [queries]: row within the query, -1 for none of these
    user: np.ndarray  # int32 [queries]
    weight: np.ndarray  # float32 [queries]
    tie_order: np.ndarray  # int64 [rows]

    @property
    def queries(self) -> int:
        """The number of queries."""
        return len(self.target)


@dataclass(frozen=True)
class DonationSequence:
    """All donations of a log, user by user, each user's in order of time."""

    user: np.ndarray  # int32: users in the order of their names
    activity: np.ndarray  # int32: number of the activity for this user, by first donation
    time: np.ndarray  # int64: milliseconds since 1970
    offset: np.ndarray  # int32: seconds east of UTC


@dataclass(frozen=True)
class LogExport:
    """One exported log.

    Parts are read when requested, because all of them together take gigabytes.
    """

    path: Path
    columns: list[str]
    until: float
    validation_share: float

    @property
    def name(self) -> str:
        """The log's name, without folder and extension."""
        return self.path.stem

    def part(self, part: str) -> QuerySet:
        """Reads `fit`, `choose` or `report`; O(size of the part)."""
        with _opened(self.path) as file:
            queries = QuerySet(
                features=_tensor(file, self.path, f"{part}.features"),
                starts=_tensor(file, self.path, f"{part}.starts").astype(np.int64),
                target=_tensor(file, self.path, f"{part}.target").astype(np.int64),
                user=_tensor(file, self.path, f"{part}.user"),
                weight=_tensor(file, self.path, f"{part}.weight"),
                tie_order=_tensor(file, self.path, f"{part}.rank").astype(np.int64),
            )
        _check(queries, width=len(self.columns), where=f"{self.path}: {part}")
        return queries

    def sequence(self) -> DonationSequence:
        """Reads the donations."""
        with _opened(self.path) as file:
            names = ("user", "activity", "time", "offset")
            return DonationSequence(
                *(_tensor(file, self.path, f"sequence.{name}") for name in names)
            )


def open_export(path: Path) -> LogExport:
    """Reads the metadata of an exported file."""
    with _opened(path) as file:
        metadata = file.metadata() or {}
    try:
        return LogExport(
            path=path,
            columns=json.loads(metadata["columns"]),
            until=float(metadata["until"]),
            validation_share=float(metadata["validationShare"]),
        )
    except (KeyError, ValueError) as error:
        raise PeerError(
            f"{path}: this is not an export of hunch train: {error!r} in its metadata"
        ) from error


def _opened(path: Path):
    try:
        return safe_open(path, framework="numpy")
    except (SafetensorError, OSError) as error:
        raise PeerError(f"{path}: cannot be read as an export of hunch train: {error}") from error


def _tensor(file, path: Path, name: str) -> np.ndarray:
    try:
        return file.get_tensor(name)
    except SafetensorError as error:
        raise PeerError(f"{path}: there is no tensor {name}") from error


def _check(queries: QuerySet, width: int, where: str) -> None:
    """Rejects rows and queries that do not fit together, because later code relies on it."""
    starts, rows = queries.starts, len(queries.features)
    counts = np.diff(starts)
    problems = {
        "features are not as wide as there are columns": queries.features.shape[1:] != (width,),
        "starts do not cover the rows": starts[:1].tolist() != [0]
        or starts[-1] != rows
        or (counts < 0).any(),
        "starts and targets differ in number": len(starts) != queries.queries + 1,
        "weights and targets differ in number": len(queries.weight) != queries.queries,
        "users and targets differ in number": len(queries.user) != queries.queries,
        "the tie order is not one number a row": len(queries.tie_order) != rows,
    }
    found = [problem for problem, is_there in problems.items() if is_there]
    if not found and (queries.target >= counts).any():
        found = ["a target lies outside of its query"]
    if found:
        raise PeerError(f"{where}: {found[0]}")
