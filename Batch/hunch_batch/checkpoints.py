"""The checkpoints of an earlier output, in the order of people.

They are large, and outputs have them in order, so rows are merged with them after sorting.
"""
from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import schema, worker
from .errors import InputError

# A checkpoint is some hundred kilobytes, and many files may be open.
BATCH_ROWS = 4
PEOPLE_ROWS = 16_384


class Checkpoints:
    """The checkpoints in some files; each file has its people in ascending order."""

    def __init__(self, paths: list[str], partition_of: Callable[[str], int]) -> None:
        schema.check_files(paths, schema.CHECKPOINTS)
        self.partition_of = partition_of
        # For each partition, the number of its checkpoints in each file that has some.
        self.counts: dict[int, dict[str, int]] = {}
        for path in paths:
            for person, _ in _people(path, PEOPLE_ROWS):
                files = self.counts.setdefault(partition_of(person), {})
                files[path] = files.get(path, 0) + 1

    def count(self, partition: int) -> int:
        """Returns the number of checkpoints of a partition."""
        return sum(self.counts.get(partition, {}).values())

    def rows(self, partition: int) -> Iterator[tuple[bytes, bytes]]:
        """Yields the name and the row of each checkpoint of a partition, in the order of names."""
        return heapq.merge(*(self._rows(path, partition) for path in sorted(self.counts.get(partition, {}))))

    def _rows(self, path: str, partition: int) -> Iterator[tuple[bytes, bytes]]:
        for person, checkpoint in _people(path, BATCH_ROWS, "checkpoint"):
            if self.partition_of(person) == partition:
                text = f'{person}\t{{"type":"checkpoint","checkpoint":"{checkpoint or ""}"}}\n'
                yield person.encode(), text.encode()


def _people(path: str, rows: int, *columns: str) -> Iterator[tuple[str, str | None]]:
    """Yields each person with the value of another column; raises if people are not in order."""
    last = b""
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(rows, columns=["person", *columns]):
            values = batch[columns[0]].to_pylist() if columns else [None] * len(batch)
            for person, value in zip(batch["person"].to_pylist(), values):
                if person is None or (name := person.encode()) < last:
                    raise InputError(
                        f"{path}: the people of checkpoints are not in order; name the output of an earlier "
                        "hunch-batch run")
                last = name
                yield person, value


def merged(
    batches: Iterable[pa.RecordBatch], checkpoints: Iterable[tuple[bytes, bytes]]
) -> Iterator[tuple[memoryview, int]]:
    """Yields the bytes of sorted rows, each person's checkpoint before them, and their numbers.

    Batches have the columns person and line.
    """
    earlier = iter(checkpoints)
    waiting = next(earlier, None)
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
                waiting = next(earlier, None)
            if waiting is None:
                break
        if start < len(text):
            yield worker.rows_in(text.slice(start)), len(text) - start
    while waiting is not None:
        yield memoryview(waiting[1]), 1
        waiting = next(earlier, None)


def _beginnings(people: pa.Array) -> list[int]:
    """Returns the positions at which another person begins."""
    if not len(people):
        return []
    changes = pc.fill_null(pc.not_equal(people.slice(1), people.slice(0, len(people) - 1)), True)
    return [0, *(position + 1 for position in pc.indices_nonzero(changes).to_pylist())]
