"""The checkpoints of an earlier output, in the order of people.

They are large, and outputs have them in order, so rows are merged with them after sorting.
"""
from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import schema, worker
from .errors import InputError

# A checkpoint is some hundred kilobytes, and many files may be open.
BATCH_ROWS = 4


class Checkpoints:
    """The checkpoints in some files; each file has its people in ascending order."""

    def __init__(self, paths: list[str]) -> None:
        schema.check_files(paths, schema.CHECKPOINTS)
        self.paths = paths
        self.counts: dict[int, dict[str, int]] = {}
        self.partition_of: Callable[[str], int] = lambda person: 0

    def locate(self, database: duckdb.DuckDBPyConnection, table: str, partition: str, of: Callable[[str], int]) -> None:
        """Finds the files of each partition.

        `partition` is the expression for a person's partition, and `of` the same in Python.
        """
        self.partition_of = of
        found = database.execute(
            f"SELECT file_name, {partition}, count(*) FROM (SELECT person, filename AS file_name FROM {table}) GROUP BY ALL")
        for path, number, count in found.fetchall():
            self.counts.setdefault(number, {})[path] = count

    def count(self, partition: int) -> int:
        """Returns the number of checkpoints of a partition."""
        return sum(self.counts.get(partition, {}).values())

    def rows(self, partition: int) -> Iterator[tuple[bytes, bytes]]:
        """Yields the name and the row of each checkpoint of a partition, in the order of names."""
        files = sorted(self.counts.get(partition, {}))
        return heapq.merge(*(self._rows(path, partition) for path in files))

    def _rows(self, path: str, partition: int) -> Iterator[tuple[bytes, bytes]]:
        last = b""
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH_ROWS, columns=["person", "checkpoint"]):
                for person, checkpoint in zip(batch["person"].to_pylist(), batch["checkpoint"].to_pylist()):
                    if person is None or (name := person.encode()) < last:
                        raise InputError(
                            f"{path}: the people of checkpoints are not in order; name the output of an "
                            "earlier hunch-batch run")
                    last = name
                    if self.partition_of(person) == partition:
                        text = f'{person}\t{{"type":"checkpoint","checkpoint":"{checkpoint or ""}"}}\n'
                        yield name, text.encode()


def merged(
    batches: Iterator[pa.RecordBatch], checkpoints: Iterator[tuple[bytes, bytes]]
) -> Iterator[tuple[memoryview, int]]:
    """Yields the bytes of sorted rows, each person's checkpoint before them, and their numbers.

    Batches have the columns person and line.
    """
    waiting = next(checkpoints, None)
    for batch in batches:
        people, text = batch.column("person"), batch.column("line")
        start = 0
        for index in _beginnings(people) if waiting else ():
            person = people[index].as_py()
            if person is None:
                continue
            name = person.encode()
            while waiting is not None and waiting[0] <= name:
                if index > start:
                    yield worker.rows_in(text.slice(start, index - start)), index - start
                    start = index
                yield memoryview(waiting[1]), 1
                waiting = next(checkpoints, None)
            if waiting is None:
                break
        if start < len(text):
            yield worker.rows_in(text.slice(start)), len(text) - start
    while waiting is not None:
        yield memoryview(waiting[1]), 1
        waiting = next(checkpoints, None)


def _beginnings(people: pa.Array) -> list[int]:
    """Returns the positions at which another person begins."""
    if not len(people):
        return []
    changes = pc.fill_null(pc.not_equal(people.slice(1), people.slice(0, len(people) - 1)), True)
    return [0, *(position + 1 for position in pc.indices_nonzero(changes).to_pylist())]
