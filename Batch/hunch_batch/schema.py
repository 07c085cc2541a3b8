"""The columns of the Parquet files, their version, and the checks of input.

Every file that this package writes has the keys `schema` and `schema_version` in its metadata.
README.md documents the columns for users.
"""
from __future__ import annotations

import dataclasses
import json
import pathlib
from collections.abc import Iterable, Mapping

import pyarrow as pa
import pyarrow.parquet as pq

from .errors import InputError

VERSION = 1


@dataclasses.dataclass(frozen=True)
class Column:
    """A column of an input table."""

    name: str
    kind: str  # "text", "time" or "number"
    advice: str
    required: bool = True


DONATIONS = (
    Column("person", "text", "add the name of the person, such as CAST(user_id AS VARCHAR) AS person"),
    Column("time", "time", "add the record's moment as a timestamp in UTC, such as "
           "CAST(record ->> 'time' AS TIMESTAMPTZ) AS time"),
    Column("record", "text", "add the JSON line of the donation log, or make the file from logs with "
           "hunch-batch convert"),
    Column("sequence", "number", "cast it to BIGINT", required=False),
)

CHECKPOINTS = (
    Column("person", "text", "name the results of an earlier hunch-batch run"),
    Column("checkpoint", "text", "run hunch-batch learn, or suggest with --next-checkpoints"),
)

# The order of members is the order of columns.
_RESULTS = {
    "suggest": [("person", pa.string()), ("answers", pa.list_(pa.string())), ("checkpoint", pa.string())],
    "learn": [("person", pa.string()), ("donations", pa.int64()), ("checkpoint", pa.string())],
    "examples": [
        ("person", pa.string()), ("number", pa.int64()), ("donations", pa.int64()), ("examples", pa.string())],
    "evaluate": [
        ("person", pa.string()), ("donations", pa.int64()), ("queries", pa.int64()), ("scored", pa.int64()),
        ("rankers", pa.list_(pa.struct([
            ("name", pa.string()), ("hits", pa.list_(pa.int64())),
            ("reciprocal", pa.float64()), ("log_loss", pa.float64())]))),
        ("line", pa.string()),
    ],
}
_DEAD_LETTERS = [("pass", pa.int32()), ("row", pa.int64()), ("person", pa.string()), ("reason", pa.string())]
_TRAILERS = [
    ("pass", pa.int32()), ("partitions", pa.int32()), ("task", pa.string()), ("rows", pa.int64()),
    ("people", pa.int64()), ("donations", pa.int64()), ("bad", pa.int64()), ("void", pa.int64()),
    ("model", pa.string()), ("version", pa.string()),
]


def donations() -> pa.Schema:
    """Returns the schema of donations as `hunch-batch convert` writes them."""
    return _marked("hunch.donations", [
        ("person", pa.string()), ("time", pa.timestamp("ms", tz="UTC")), ("sequence", pa.int64()),
        ("record", pa.string())])


def output(table: str, task: str) -> pa.Schema:
    """Returns the schema of an output table: results, dead_letters or trailers."""
    columns = {"results": _RESULTS[task], "dead_letters": _DEAD_LETTERS, "trailers": _TRAILERS}[table]
    return _marked(f"hunch.{table}", columns)


def _marked(name: str, columns: list[tuple[str, pa.DataType]]) -> pa.Schema:
    return pa.schema(columns, metadata={"schema": name, "schema_version": str(VERSION)})


def files(path: str) -> list[str]:
    """Returns the Parquet files at a path: a file, a folder or an output of this package."""
    root = pathlib.Path(path)
    if root.is_file():
        return [str(root)]
    if (root / "results").is_dir():
        if not (root / "trailers" / "_SUCCESS").is_file():
            raise InputError(f"{path}: not the output of a complete run; run it again")
        root = root / "results"
    found = sorted(
        str(file) for file in root.rglob("*.parquet")
        if not any(part.startswith(("_", ".")) for part in file.relative_to(root).parts))
    if not found:
        raise InputError(f"{path}: no Parquet files; name a .parquet file or a folder with some")
    return found


def check_files(paths: Iterable[str], columns: tuple[Column, ...]) -> tuple[set[str], set[str]]:
    """Checks every file; returns the names of known and of ignored columns of all files."""
    known: set[str] = set()
    ignored: set[str] = set()
    for path in paths:
        try:
            schema = pq.read_schema(path)
        except (OSError, pa.ArrowInvalid) as error:
            raise InputError(f"{path}: not a readable Parquet file: {error}") from error
        check_version(path, schema.metadata or {})
        names = {field.name: kind_of(field.type) for field in schema}
        ignored |= check_columns(path, names, columns)
        known |= {column.name for column in columns if column.name in names}
    return known, ignored


def check_version(path: str, metadata: Mapping[bytes, bytes]) -> None:
    """Rejects a file with another version; a file without one counts as version 1."""
    version = metadata.get(b"schema_version")
    if version is None and b"org.apache.spark.sql.parquet.row.metadata" in metadata:
        # Spark keeps metadata of columns only.
        fields = json.loads(metadata[b"org.apache.spark.sql.parquet.row.metadata"]).get("fields", [])
        marked = [field.get("metadata", {}).get("schema_version") for field in fields]
        version = next((str(mark).encode() for mark in marked if mark is not None), None)
    if version not in (None, str(VERSION).encode()):
        raise InputError(
            f"{path}: schema_version is {version!r}, and this hunch-batch reads version {VERSION}; "
            "install the hunch-batch that wrote the file, or write it again")


def check_columns(path: str, kinds: Mapping[str, str], columns: tuple[Column, ...]) -> set[str]:
    """Rejects missing columns and wrong types; returns the names of unknown columns."""
    problems = []
    for column in columns:
        kind = kinds.get(column.name)
        if kind is None:
            if column.required:
                problems.append(f"column {column.name} is missing; {column.advice}")
        elif kind != column.kind:
            problems.append(f"column {column.name} is {kind}, not {column.kind}; {column.advice}")
    if problems:
        raise InputError(f"{path}: " + "\n  ".join(problems))
    return set(kinds) - {column.name for column in columns}


def kind_of(type_: pa.DataType) -> str:
    """Returns the kind of a type, or the name of a type that no column has."""
    if pa.types.is_dictionary(type_):
        type_ = type_.value_type
    if isinstance(type_, pa.BaseExtensionType):  # such as DuckDB's JSON
        type_ = type_.storage_type
    if pa.types.is_string(type_) or pa.types.is_large_string(type_) or pa.types.is_string_view(type_):
        return "text"
    if pa.types.is_timestamp(type_):
        return "time"
    return "number" if pa.types.is_integer(type_) else str(type_)
