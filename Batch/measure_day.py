#!/usr/bin/env python3
"""Measures the work for many simulated people: learning their histories once, then one more day.

    scripts/batch-test.sh measure_day.py --people 1000 10000 [--engine spark]

The lengths of the histories follow Zipf's law: the busiest person has --longest donations, the next
half as many, then a third, but everyone has --shortest. Each history ends with the same evening,
and is part of a history of a simulated persona, its moments moved at random. On the next day
everyone donates what the persona did. Prints a row of a table for each number of people.
"""
from __future__ import annotations

import argparse
import datetime
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from measure import ROOT, common_parser, timed, working_folder

from hunch_batch import schema

FIRST = datetime.date(2024, 1, 1)
MINUTE = 60_000


def main() -> None:
    parser = common_parser(__doc__)
    parser.add_argument("--people", type=int, nargs="+", default=[1_000, 10_000])
    add_lengths(parser, longest=20_000, shortest=100)
    parser.add_argument("--engine", choices=("duckdb", "spark"), default="duckdb")
    options = parser.parse_args()
    with working_folder(options) as folder:
        run(options, folder)


def add_lengths(parser: argparse.ArgumentParser, longest: int, shortest: int) -> None:
    parser.add_argument("--longest", type=int, default=longest, help="donations of the busiest person")
    parser.add_argument("--shortest", type=int, default=shortest, help="donations that everyone has")


def run(options: argparse.Namespace, folder: pathlib.Path) -> None:
    histories = Histories(options)
    print("| people | donations | MB of Parquet | learn, s | MB of checkpoints | donations of the day | day, s | MB of memory |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for people in options.people:
        print(f"| {people} | {' | '.join(measure(people, histories, folder, options))} |", flush=True)


def measure(people: int, histories: Histories, folder: pathlib.Path, options: argparse.Namespace) -> Iterator[str]:
    """Yields the cells of a row after the first."""
    before, today = folder / "before.parquet", folder / "today.parquet"
    counts = histories.write(people, before, today)
    yield str(counts[0])
    yield f"{before.stat().st_size / 1e6:.0f}"
    partitions = str(max(32, people // 500))
    base = [sys.executable, "-m", "hunch_batch"]
    same = ["--worker", options.worker, "--engine", options.engine, "--overwrite", "--partitions", partitions]
    if options.engine == "spark":
        same += ["--conf", "spark.driver.memory=1g", "--conf", "spark.ui.enabled=false"]
    learned, answered = folder / "learned", folder / "answered"
    seconds, peak = timed([*base, "learn", str(before), str(learned), *same])
    yield f"{seconds:.1f}"
    yield f"{sum(file.stat().st_size for file in learned.glob('results/*/*')) / 1e6:.0f}"
    yield str(counts[1])
    ask = json.dumps({"time": histories.evening})
    seconds, second = timed(
        [*base, "suggest", str(today), str(answered), "--checkpoints", str(learned), "--ask", ask, *same])
    found = ds.dataset(f"{answered}/results", partitioning="hive", format="parquet").count_rows()
    if found != people:
        sys.exit(f"measure_day: {found} of {people} people have answers")
    yield f"{seconds:.1f}"
    yield f"{max(peak, second):.0f}"
    for output in (learned, answered):
        shutil.rmtree(output)


class Histories:
    """Histories of simulated personas, from which those of people are made."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.logs: list[tuple[list[tuple[int, str, str]], int]] = []
        days = max(30, options.longest // 8)
        last = FIRST + datetime.timedelta(days=days)
        self.evening = f"{last}T21:00:00+01:00"
        midnight = int(datetime.datetime.fromisoformat(f"{last}T00:00:00+00:00").timestamp() * 1000)
        for seed, persona in enumerate(sorted((ROOT / "datasets/personas").glob("*.json")), 1):
            text = subprocess.run(
                [options.hunch, "simulate", str(persona), "--days", str(days + 1), "--from", str(FIRST),
                 "--seed", str(seed)], check=True, capture_output=True, encoding="utf-8").stdout
            log = sorted((self._parts(line) for line in text.splitlines()), key=lambda parts: parts[0])
            self.logs.append((log, sum(parts[0] < midnight for parts in log)))

    @staticmethod
    def _parts(line: str) -> tuple[int, str, str]:
        """Returns the moment in milliseconds, the minutes of its zone, and the rest of the JSON."""
        record = json.loads(line)
        moment = datetime.datetime.fromisoformat(record.pop("time"))
        record.pop("user")
        zone = moment.utcoffset() or datetime.timedelta()
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        return int(moment.timestamp() * 1000), str(int(zone.total_seconds() // 60)), text[1:]

    def write(self, people: int, before: pathlib.Path, today: pathlib.Path) -> tuple[int, int]:
        """Writes the donations before a day, and those of the day; returns their numbers."""
        columns, counts = schema.donations(), [0, 0]
        with (pq.ParquetWriter(before, columns, compression="zstd") as first,
              pq.ParquetWriter(today, columns, compression="zstd") as second):
            for start in range(0, people, 500):
                rows: tuple[list[dict[str, object]], ...] = ([], [])
                for person in range(start, min(start + 500, people)):
                    log, end = self.logs[person % len(self.logs)]
                    length = min(end, max(self.options.shortest, self.options.longest // (person + 1)))
                    own = list(self._rows(person, log[end - length:]))
                    rows[0].extend(own[:length])
                    rows[1].extend(own[length:])
                for index, writer in enumerate((first, second)):
                    counts[index] += len(rows[index])
                    writer.write_table(pa.Table.from_pylist(rows[index], schema=columns))
        return counts[0], counts[1]

    @staticmethod
    def _rows(person: int, parts: list[tuple[int, str, str]]) -> Iterator[dict[str, object]]:
        name, latest, moved = f"person-{person:07}", 0, random.Random(person)
        for number, (milliseconds, offset, rest) in enumerate(parts):
            latest = max(latest, milliseconds + moved.randrange(0, 20) * MINUTE)
            zone = datetime.timezone(datetime.timedelta(minutes=int(offset)))
            time = datetime.datetime.fromtimestamp(latest / 1000, zone).isoformat(timespec="milliseconds")
            yield {"person": name, "time": latest, "sequence": number,
                   "record": f'{{"user":"{name}","time":"{time}",{rest}'}


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    main()
