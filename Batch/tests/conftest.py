"""Histories of simulated people, programs, and a Spark session that all tests share."""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pyarrow.dataset as ds
import pytest

from hunch_batch import Job, convert

ROOT = pathlib.Path(__file__).resolve().parents[2]
HUNCH = os.environ.get("HUNCH", str(ROOT / ".build/release/hunch"))
WORKER = os.environ.get("HUNCH_WORKER", str(ROOT / ".build/release/hunch-worker"))
DAYS = 6
MOMENT = "2026-04-07T08:10:00+02:00"
ASK = json.dumps({"time": MOMENT})
# A name before "ada" in bytes, one with letters of two and four bytes, and one with a quote.
NAMES = {"ada": "Zoë", "kai": "kai's", "milo": "🙂 milo"}


@pytest.fixture(scope="session")
def days(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """The lines of 20 people, by day, from Hunch's own simulator."""
    folder = tmp_path_factory.mktemp("logs")
    personas = sorted((ROOT / "datasets/personas").glob("*.json"))
    found: list[list[str]] = [[] for _ in range(DAYS)]
    for number in range(20):
        persona = personas[number % len(personas)]
        log = folder / f"{number}.jsonl"
        subprocess.run(
            [HUNCH, "simulate", str(persona), "--seed", str(number + 1), "--days", str(DAYS), "--from", "2026-04-01",
             "--out", str(log)], check=True, capture_output=True)
        for line in log.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            name = NAMES.get(persona.stem, persona.stem) if number < len(personas) else f"{persona.stem}-{number}"
            record["user"] = name
            day = int(record["time"][8:10]) - 1  # A persona's evening can end after midnight.
            found[min(day, DAYS - 1)].append(json.dumps(record, ensure_ascii=False))
    return found


@pytest.fixture(scope="session")
def log(days: list[list[str]], tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """All lines of the people, as one log."""
    path = tmp_path_factory.mktemp("log") / "people.jsonl"
    path.write_text("".join(f"{line}\n" for day in days for line in day), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def donations(log: pathlib.Path) -> str:
    """The Parquet file of the log."""
    path = str(log.with_suffix(".parquet"))
    convert.convert([str(log)], path)
    return path


@pytest.fixture(scope="session")
def expected(log: pathlib.Path) -> dict[str, str]:
    """The line of `hunch suggest` for each person."""
    names = sorted({json.loads(line)["user"] for line in log.read_text(encoding="utf-8").splitlines()})
    return {name: suggest(log, name) for name in names}


def suggest(log: pathlib.Path, name: str) -> str:
    """Returns the line of `hunch suggest` for a person of a log."""
    result = subprocess.run(
        [HUNCH, "suggest", "--log", str(log), "--user", name, "--at", MOMENT, "--observed-until", MOMENT, "--json"],
        capture_output=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert result.returncode in (0, 1), result.stderr
    return result.stdout.rstrip("\n")


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A session on this machine; Spark's parts are in one process."""
    pytest.importorskip("pyspark")
    from hunch_batch import spark_engine
    session = spark_engine.session("local[2]", conf=[
        "spark.driver.memory=512m", "spark.ui.enabled=false", "spark.sql.shuffle.partitions=2",
        "spark.default.parallelism=2", "spark.sql.codegen.wholeStage=false"])
    yield session
    session.stop()


class Engines:
    """Runs jobs with the engine under test."""

    def __init__(self, name: str, request: pytest.FixtureRequest) -> None:
        self.name = name
        self.request = request

    def run(self, **options: Any) -> dict[str, Any]:
        options.setdefault("worker", WORKER)
        options.setdefault("partitions", 3)
        if options.setdefault("task", "suggest") == "suggest":
            options.setdefault("asks", (ASK,))
        job = Job(**options)
        if self.name == "duckdb":
            from hunch_batch import duckdb_engine
            return duckdb_engine.run(job, workers=2, memory="256MB")
        from hunch_batch import spark_engine
        return spark_engine.run(job, self.request.getfixturevalue("spark"), self.name)


@pytest.fixture(params=["duckdb", "arrow", "transform"])
def engine(request: pytest.FixtureRequest) -> Engines:
    """Each engine; Spark in both modes."""
    return Engines(request.param, request)


@pytest.fixture(params=["duckdb", "arrow"])
def any_engine(request: pytest.FixtureRequest) -> Engines:
    """Each engine, for tests in which Spark's modes share all code."""
    return Engines(request.param, request)


@pytest.fixture
def duckdb_engine(request: pytest.FixtureRequest) -> Engines:
    """DuckDB alone, for tests of code that engines share."""
    return Engines("duckdb", request)


def rows(output: pathlib.Path | str, table: str = "results") -> list[dict[str, Any]]:
    """Returns the rows of an output table by person."""
    found = ds.dataset(f"{output}/{table}", partitioning="hive", format="parquet").to_table().to_pylist()
    return sorted(found, key=lambda row: (row.get("person") or "").encode())


def answers(output: pathlib.Path | str) -> dict[str, str]:
    """Returns each person's only answer."""
    found = rows(output)
    assert all(len(row["answers"]) == 1 for row in found)
    return {row["person"]: row["answers"][0] for row in found}


def digest(output: pathlib.Path) -> dict[str, bytes]:
    """Returns the bytes of all Parquet files, by table and partition: Spark's names are random."""
    files = sorted(output.rglob("*.parquet"))
    assert len({file.parent for file in files}) == len(files)
    return {str(file.parent.relative_to(output)): file.read_bytes() for file in files}


@pytest.fixture
def script(tmp_path: pathlib.Path) -> Any:
    """Makes a program of a few lines of shell, in which "$worker" is the real one."""
    def make(text: str) -> str:
        path = tmp_path / "worker"
        path.write_text(f"#!/bin/bash\nworker={WORKER}\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)
    return make
