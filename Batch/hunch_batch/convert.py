"""Makes the Parquet file of donations from donation logs."""
from __future__ import annotations

import datetime
import itertools
import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from . import schema

ROWS_PER_GROUP = 65_536
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def convert(logs: Iterable[str], output: str) -> int:
    """Writes one row per line of the logs, blank lines aside; returns the number of rows.

    A line that is not JSON stays a row, so that the worker reports it and counts stay equal.
    """
    temporary = f"{output}.{os.getpid()}.tmp"
    rows = 0
    columns = schema.donations()
    try:
        with pq.ParquetWriter(temporary, columns, compression="zstd") as writer:
            for group in _groups(_rows(logs)):
                writer.write_table(pa.Table.from_pylist(group, schema=columns))
                rows += len(group)
        os.replace(temporary, output)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
    return rows


def _groups(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    for row in rows:
        group.append(row)
        if len(group) == ROWS_PER_GROUP:
            yield group
            group = []
    if group:
        yield group


def _rows(logs: Iterable[str]) -> Iterator[dict[str, Any]]:
    for sequence, raw in enumerate(itertools.chain.from_iterable(map(_lines, logs))):
        record = raw.decode("utf-8", errors="replace").strip("\r\n")
        if record.strip():
            person, time = _keys(record)
            yield {"person": person, "time": time, "sequence": sequence, "record": record}


def _lines(log: str) -> Iterator[bytes]:
    if log == "-":
        yield from sys.stdin.buffer
        return
    with open(log, "rb") as file:
        yield from file


def _keys(record: str) -> tuple[str | None, int | None]:
    """Returns a record's person and its moment in milliseconds, each None if it is not readable."""
    try:
        values = json.loads(record)
    except (ValueError, RecursionError):
        return None, None
    if not isinstance(values, dict):
        return None, None
    person = values.get("user")
    if person is None:
        person = "me"
    return person if _is_text(person) else None, moment(values.get("time"))


def _is_text(value: object) -> bool:
    """Returns whether a value is text without lone surrogates, which no UTF-8 file can hold."""
    try:
        return isinstance(value, str) and bool(value.encode() or True)
    except UnicodeEncodeError:
        return False


def moment(text: object) -> int | None:
    """Returns milliseconds since 1970 of a time of the log, or None if it is not one."""
    try:
        instant = datetime.datetime.fromisoformat(str(text).upper())
        return (instant - EPOCH) // datetime.timedelta(milliseconds=1)
    except (ValueError, TypeError, OverflowError):
        return None
