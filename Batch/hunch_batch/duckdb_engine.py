"""One machine: DuckDB sorts the rows out of core, and worker processes read them by pipes."""
from __future__ import annotations

import concurrent.futures
import functools
import hashlib
import heapq
import os
import pathlib
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import lines, schema, worker
from .checkpoints import Checkpoints, merged
from .errors import WorkerError
from .job import Job
from .lines import Row
from .output import Output

BATCH_ROWS = 16_384

# A person that cannot precede a tab is left out, and the worker reports the row as a dead letter.
# Line breaks outside of JSON strings are spaces, and JSON strings have none.
_ROW = r"""
    SELECT person, 1 AS rank, time::TIMESTAMPTZ AS time, {sequence} AS sequence,
        concat(
            CASE WHEN regexp_full_match(person, '[^{{\t\r\n][^\t\r\n]*') THEN person ELSE '' END, chr(9),
            coalesce(nullif(trim(translate(record::VARCHAR, chr(10) || chr(13), '  ')), ''), 'null'), chr(10)) AS line
    FROM {table}"""
# The rank of each person who can precede a tab, in the order of bytes.
_NUMBER = r"""
    SELECT person, 0 AS rank, NULL::TIMESTAMPTZ AS time, NULL::BIGINT AS sequence,
        concat(person, chr(9), '{{"type":"person","number":', row_number() OVER (ORDER BY person) - 1, '}}', chr(10))
            AS line
    FROM (SELECT DISTINCT person FROM {table} WHERE regexp_full_match(person, '[^{{\t\r\n][^\t\r\n]*'))"""
# Part of the output's contract: the partition of a person is the same in every version.
_PARTITION = "(('0x' || left(md5(coalesce(person, '')), 15))::BIGINT % {partitions})::INTEGER"
_SORTED = """
    COPY (
        SELECT partition, person, line FROM (SELECT {partition} AS partition, * FROM ({rows})) WHERE {condition}
        ORDER BY partition, person NULLS FIRST, rank, time NULLS FIRST, sequence NULLS FIRST, line
    ) TO {path} (FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE 65536)"""


def run(job: Job, workers: int | None = None, memory: str = "2GB") -> dict[str, Any]:
    """Runs a job with a number of workers at a time; returns its counts."""
    workers = workers or os.cpu_count() or 1
    partitions = job.partitions or workers
    inputs = _Inputs(job, partitions)
    output = Output(job, partitions)
    try:
        with duckdb.connect() as database:
            database.execute(f"SET memory_limit = '{memory}'")
            database.execute(f"SET threads = {workers}")
            database.execute("SET TimeZone = 'UTC'")  # That of timestamps without a zone.
            database.execute(f"SET temp_directory = {_text(str(output.aside / 'spill'))}")
            passes = _Passes(job, output, database, partitions, workers)
            again = passes.first(inputs)
            if again:
                passes.second(inputs, again)
            passes.check_bad()
        return output.commit({"engine": "duckdb", "partitions": partitions, "ignored_columns": sorted(inputs.ignored)})
    finally:
        output.close()


class _Inputs:
    """The checked input files, as DuckDB reads them."""

    def __init__(self, job: Job, partitions: int) -> None:
        self.ignored: set[str] = set()
        paths = schema.files(job.input)
        self.days = self._donations(paths)
        self.first = self.days
        self.history: str | None = None
        # The rows that number people.
        self.numbers: str | None = None
        if job.numbers_people:
            self.numbers = _NUMBER.format(table=_table(paths))
            self.first += "\n    UNION ALL" + self.numbers
        self.checkpoints = Checkpoints(
            schema.files(job.checkpoints) if job.checkpoints else [],
            functools.partial(_partition_of, partitions=partitions))
        # The sorted rows of the first pass, without those that number people.
        self.count = sum(pq.read_metadata(path).num_rows for path in paths)
        if job.history:
            self.history = self._donations(schema.files(job.history))

    def _donations(self, paths: list[str]) -> str:
        known, ignored = schema.check_files(paths, schema.DONATIONS)
        self.ignored |= ignored
        sequence = "sequence" if "sequence" in known else "NULL::BIGINT"
        return _ROW.format(table=_table(paths), sequence=sequence)


def _table(paths: list[str]) -> str:
    names = ", ".join(map(_text, paths))
    return f"read_parquet([{names}], union_by_name = true, hive_partitioning = false)"


def _partition_of(person: str, partitions: int) -> int:
    """Returns the same as `_PARTITION` for a person."""
    return int(hashlib.md5(person.encode(), usedforsecurity=False).hexdigest()[:15], 16) % partitions


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


class _Passes:
    """The first pass over all rows, and a second one over people whose checkpoints do not fit."""

    def __init__(
        self, job: Job, output: Output, database: duckdb.DuckDBPyConnection, partitions: int, workers: int
    ) -> None:
        self.job = job
        self.output = output
        self.database = database
        self.partitions = partitions
        self.workers = workers
        self.chosen = [job.only_partition] if job.only_partition is not None else list(range(partitions))
        self.stop = threading.Event()
        self.trailers: dict[int, list[Row]] = {partition: [] for partition in self.chosen}
        self.letters: dict[int, list[Row]] = {partition: [] for partition in self.chosen}

    def first(self, inputs: _Inputs) -> dict[int, list[str]]:
        """Runs all rows; returns the people to run again, by partition."""
        path = self._sort(inputs.first, "first", "true")
        if self.job.only_partition is None:
            expected = inputs.count + self._count(inputs.numbers)
            if pq.read_metadata(path).num_rows != expected:
                raise WorkerError(f"DuckDB sorted {pq.read_metadata(path).num_rows} of {expected} rows")
        again: dict[int, list[str]] = {partition: [] for partition in self.chosen}

        def part(partition: int) -> None:
            self.output.write("results", partition, self._results(
                path, partition, 1, again[partition], inputs.checkpoints.rows(partition)))

        self._all(part, self.chosen, path, sum(map(inputs.checkpoints.count, self.chosen)))
        path.unlink()
        return {partition: people for partition, people in again.items() if people}

    def second(self, inputs: _Inputs, again: dict[int, list[str]]) -> None:
        """Runs people with their whole history, and replaces the partitions' results."""
        people = [person for group in again.values() for person in group]
        if inputs.history is None:
            names = ", ".join(people[:10]) + (" …" if len(people) > 10 else "")
            raise WorkerError(
                f"the checkpoints of {len(people)} people cannot be continued ({names}); name the donations "
                "before the input with --history, so that these people can be run again")
        self.database.register("again", pa.table({"again": pa.array(people, pa.string())}))
        rows = inputs.history + "\n    UNION ALL" + inputs.days
        path = self._sort(rows, "second", "person IN (SELECT again FROM again)")

        def part(partition: int) -> None:
            void: list[str] = []
            first = self.output.staged("results", partition)
            kept = first.with_name("first")
            first.rename(kept)
            both = heapq.merge(
                _stored(kept), self._results(path, partition, 2, void), key=lambda row: row["person"].encode())
            self.output.write("results", partition, both)
            kept.unlink()
            if void:
                raise WorkerError("hunch-worker: void for a person without a checkpoint")

        self._all(part, list(again), path)

    def check_bad(self) -> None:
        """Writes dead letters and trailers; raises if all partitions together exceed the limit."""
        for partition in self.chosen:
            self.output.write("dead_letters", partition, self.letters[partition])
            self.output.write("trailers", partition, self.trailers[partition])
        bad = sum(row["bad"] for rows in self.trailers.values() for row in rows)
        if bad > self.job.max_bad:
            first = [row for rows in self.letters.values() for row in rows][:3]
            reasons = "".join(f"\n  {row['person']}: {row['reason']}" for row in first)
            raise WorkerError(f"{bad} bad rows, more than --max-bad {self.job.max_bad}:{reasons}")

    def _count(self, query: str | None) -> int:
        return int(self.database.execute(f"SELECT count(*) FROM ({query})").fetchall()[0][0]) if query else 0

    def _sort(self, rows: str, name: str, condition: str) -> pathlib.Path:
        path = self.output.aside / f"{name}.parquet"
        if self.job.only_partition is not None:
            condition = f"partition = {self.job.only_partition} AND {condition}"
        self.database.execute(_SORTED.format(
            partition=_PARTITION.format(partitions=self.partitions), rows=rows, condition=condition,
            path=_text(str(path))))
        return path

    def _results(
        self, path: pathlib.Path, partition: int, run: int, void: list[str],
        earlier: Iterable[tuple[bytes, bytes]] = ()
    ) -> Iterator[Row]:
        """Yields a partition's results; keeps its trailer, dead letters and void people."""
        command = [self.job.worker, *self.job.arguments()]
        rows = merged(_batches(path, partition), earlier)
        for kind, line in worker.run(command, rows, self.stop.is_set):
            if kind == lines.TRAILER:
                self.trailers[partition].append(lines.Trailer.read(line).row(run, self.partitions))
            elif kind == lines.DEAD_LETTER:
                self.letters[partition].append(lines.dead_letter(run, line))
            elif lines.is_void(line):
                void.append(lines.person_of(line))
            else:
                yield lines.result(self.job.task, line)

    def _all(self, part: Any, partitions: list[int], path: pathlib.Path, checkpoints: int = 0) -> None:
        """Runs partitions, `workers` at a time, and checks that all of their input was read."""
        before = self._rows_read()
        with concurrent.futures.ThreadPoolExecutor(self.workers) as pool:
            futures = [pool.submit(part, partition) for partition in partitions]
            try:
                for future in concurrent.futures.as_completed(futures):
                    future.result()
            except BaseException:
                self.stop.set()
                for future in futures:
                    future.cancel()
                raise
        read = self._rows_read() - before
        expected = pq.read_metadata(path).num_rows + checkpoints
        if read != expected:
            raise WorkerError(f"the workers read {read} of {expected} rows")

    def _rows_read(self) -> int:
        return sum(row["rows"] for rows in self.trailers.values() for row in rows)


def _batches(path: pathlib.Path, partition: int) -> Iterator[pa.RecordBatch]:
    """Yields the rows of a partition from the sorted file."""
    with pq.ParquetFile(path) as file:
        groups = []
        for group in range(file.num_row_groups):
            bounds = file.metadata.row_group(group).column(0).statistics
            if bounds.min <= partition <= bounds.max:
                groups.append(group)
        if not groups:
            return
        for batch in file.iter_batches(BATCH_ROWS, row_groups=groups):
            chosen = batch.filter(pc.equal(batch.column("partition"), partition))
            if chosen.num_rows:
                yield chosen


def _stored(path: pathlib.Path) -> Iterator[Row]:
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(256):
            yield from batch.to_pylist()
