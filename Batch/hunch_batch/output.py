"""The output folder: files written aside, then renamed, and `trailers/_SUCCESS` at the end.

    OUTPUT/results/partition=K/part-0.parquet
    OUTPUT/dead_letters/partition=K/part-0.parquet
    OUTPUT/trailers/partition=K/part-0.parquet
    OUTPUT/trailers/_SUCCESS
"""
from __future__ import annotations

import fcntl
import json
import os
import pathlib
import shutil
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from . import schema
from .errors import BusyError, InputError, WorkerError
from .job import Job
from .lines import Row

TABLES = ("results", "dead_letters", "trailers")
ROWS_PER_GROUP = 4096
BYTES_PER_GROUP = 8 << 20


class Output:
    """The output of one run, in a temporary folder until `commit`."""

    def __init__(self, job: Job, partitions: int) -> None:
        self.job = job
        self.partitions = partitions
        self.root = pathlib.Path(job.output)
        self.aside = self.root / "_temporary"
        self._check()
        self.root.mkdir(parents=True, exist_ok=True)
        self.lock = os.open(self.root, os.O_RDONLY)
        try:
            self._lock()
            self._check()  # Another run may have ended meanwhile.
            shutil.rmtree(self.aside, ignore_errors=True)
            self.aside.mkdir()
        except BaseException:
            os.close(self.lock)
            raise

    def _check(self) -> None:
        existing = any((self.root / table).exists() for table in TABLES)
        if self.job.only_partition is not None:
            self._check_first_run()
        elif existing and not self.job.overwrite:
            raise InputError(f"{self.job.output}: already has results; name another folder, or pass --overwrite")

    def _lock(self) -> None:
        """Locks the folder until `close`, or until the process ends."""
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BusyError(
                f"{self.job.output}: another run is writing to it; wait for it to end, or name another folder"
            ) from error
        except OSError:
            pass  # A file system without locks.

    def write(self, table: str, partition: int, rows: Iterable[Row]) -> int:
        """Writes a partition of a table aside; returns the number of rows."""
        path = self.staged(table, partition)
        path.parent.mkdir(parents=True, exist_ok=True)
        columns = schema.output(table, self.job.task)
        count = 0
        with pq.ParquetWriter(path, columns, compression="zstd") as writer:
            group: list[Row] = []
            size = 0
            for row in rows:
                group.append(row)
                size += sum(len(row.get(name) or "") for name in ("checkpoint", "line", "examples"))
                count += 1
                if len(group) == ROWS_PER_GROUP or size > BYTES_PER_GROUP:
                    writer.write_table(pa.Table.from_pylist(group, schema=columns))
                    group, size = [], 0
            if group:
                writer.write_table(pa.Table.from_pylist(group, schema=columns))
        return count

    def staged(self, table: str, partition: int) -> pathlib.Path:
        """Returns the path of a partition until `commit`."""
        return self.aside / table / f"partition={partition}" / "part-0.parquet"

    def commit(self, report: dict[str, Any]) -> dict[str, Any]:
        """Renames the tables, then writes `trailers/_SUCCESS`; returns the counts in it."""
        done = self.root / "trailers" / "_SUCCESS"
        done.unlink(missing_ok=True)
        for table in TABLES:
            target = self.root / table
            if self.job.only_partition is None:
                shutil.rmtree(target, ignore_errors=True)
                os.rename(self.aside / table, target)
            else:
                folder = f"partition={self.job.only_partition}"
                shutil.rmtree(target / folder, ignore_errors=True)
                os.rename(self.aside / table / folder, target / folder)
        counts = totals(self._trailers()) | report
        mark = self.aside / "_SUCCESS"
        mark.write_text(json.dumps(counts, sort_keys=True) + "\n", encoding="utf-8")
        os.rename(mark, done)
        return counts

    def close(self) -> None:
        """Removes the temporary folder, and lets other runs write."""
        shutil.rmtree(self.aside, ignore_errors=True)
        os.close(self.lock)

    def _trailers(self) -> list[Row]:
        rows: list[Row] = []
        for partition in range(self.partitions):
            path = self.root / "trailers" / f"partition={partition}" / "part-0.parquet"
            rows += pq.ParquetFile(path).read().to_pylist()
        return rows

    def _check_first_run(self) -> None:
        try:
            rows = self._trailers()
        except FileNotFoundError as error:
            raise InputError(
                f"{self.job.output}: has no complete run of {self.partitions} partitions; run without "
                "--only-partition") from error
        if any(row["partitions"] != self.partitions or row["task"] != self.job.task for row in rows):
            raise InputError(f"{self.job.output}: is of another task or number of partitions")


def worker_lines(path: str, task: str) -> Iterator[str]:
    """Yields the lines of an output of evaluate or examples, then a trailer, as from one worker."""
    # A row of examples can have a few megabytes.
    columns, size = {"evaluate": (["line"], 1024),
                     "examples": (["person", "donations", "number", "examples"], 4)}[task]
    root = pathlib.Path(path)
    if not (root / "results").is_dir():
        raise InputError(f"{path}: not an output of hunch-batch {task}")
    people = 0
    for file in schema.files(path):
        with pq.ParquetFile(file) as table:
            if columns[-1] not in table.schema_arrow.names:
                raise InputError(f"{path}: not an output of hunch-batch {task}, but of another command")
            for batch in table.iter_batches(size, columns=columns):
                for row in batch.to_pylist():
                    people += 1
                    yield row["line"] if task == "evaluate" else _json({name: row[name] for name in columns})
    trailers: list[Row] = []
    for trailer in sorted((root / "trailers").rglob("*.parquet")):
        trailers += pq.ParquetFile(trailer).read().to_pylist()
    counts = totals(trailers)
    if counts["people"] != people:
        raise WorkerError(f"{path}: has {people} of {counts['people']} people; run it again")
    names = ("task", "rows", "people", "donations", "bad", "void", "model", "version")
    yield _json({"end": True, "v": 1, **{name: counts[name] for name in names}})


def _json(values: Row) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def totals(trailers: Iterable[Row]) -> dict[str, Any]:
    """Returns the sums of trailers, which have to be of one worker and one model."""
    trailers = list(trailers)
    identities = {(row["task"], row["model"], row["version"]) for row in trailers}
    if len(identities) > 1:
        raise WorkerError(f"partitions were made with different workers or models: {sorted(identities)}")
    counts: dict[str, Any] = {name: sum(row[name] for row in trailers) for name in ("rows", "bad", "void")}
    # A second pass repeats people of the first.
    counts["people"] = sum(row["people"] for row in trailers if row["pass"] == 1)
    counts["donations"] = sum(row["donations"] for row in trailers)
    for task, model, version in identities:
        counts |= {"task": task, "model": model, "version": version}
    return counts
