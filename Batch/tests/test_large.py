"""Many people, long histories and lost machines: minutes each, so only by request (-m large)."""
from __future__ import annotations

import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from conftest import ASK, HUNCH, MOMENT, ROOT, WORKER, Engines, answers, rows, suggest
from measure import Cluster

from hunch_batch import convert

pytestmark = pytest.mark.large

PERSONAS = sorted((ROOT / "datasets/personas").glob("*.json"))
SEED = int(os.environ.get("HUNCH_SEED", "1"))


def simulate(number: int, days: int, folder: pathlib.Path) -> list[str]:
    """Returns the lines of one simulated person on the days before `MOMENT`."""
    log = folder / f"{number}.jsonl"
    first = datetime.datetime.fromisoformat(MOMENT).date() - datetime.timedelta(days=days)
    subprocess.run(
        [HUNCH, "simulate", str(PERSONAS[number % len(PERSONAS)]), "--seed", str(SEED * 10_000 + number),
         "--days", str(days), "--from", str(first), "--out", str(log)], check=True, capture_output=True)
    lines = log.read_text(encoding="utf-8").splitlines()
    log.unlink()
    return [json.dumps({**json.loads(line), "user": f"person-{number:04}"}, ensure_ascii=False) for line in lines]


def people(count: int, days: int, folder: pathlib.Path) -> list[list[str]]:
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda number: simulate(number, days, folder), range(count)))


def parquet(lines: list[str], path: pathlib.Path) -> str:
    log = path.with_suffix(".jsonl")
    log.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    convert.convert([str(log)], str(path))
    return str(path)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The log of 200 people who were drawn at random; its Parquet file is next to it."""
    folder = tmp_path_factory.mktemp("crowd")
    lengths = random.Random(SEED)
    everyone = people(200, 20, folder)
    parquet([line for own in everyone for line in own[-lengths.randint(1, len(own)):]], folder / "crowd.parquet")
    return folder / "crowd.jsonl"


def test_answers_and_totals_of_200_people_equal_those_of_hunch(
    engine: Engines, crowd: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    donations = str(crowd.with_suffix(".parquet"))
    engine.run(input=donations, output=str(tmp_path / "answers"))
    found = answers(tmp_path / "answers")
    assert len(found) == 200
    for name, answer in found.items():
        # The whole log would be read 200 times.
        own = tmp_path / "own.jsonl"
        own.write_text("".join(line for line in crowd.open(encoding="utf-8") if f'"{name}"' in line), encoding="utf-8")
        assert answer == suggest(own, name)
    engine.run(task="evaluate", input=donations, output=str(tmp_path / "totals"))
    total = subprocess.run(
        [sys.executable, "-m", "hunch_batch", "sum", str(tmp_path / "totals"), "--worker", WORKER,
         "--log", str(crowd)],
        capture_output=True, encoding="utf-8", check=True, env=os.environ | {"PYTHONPATH": str(ROOT / "Batch")}).stdout
    whole = subprocess.run([HUNCH, "evaluate", str(crowd), "--json"], capture_output=True, encoding="utf-8", check=True).stdout
    report = json.loads(whole)
    for ranker in report["rankers"]:
        ranker.pop("microseconds_per_query", None)
    assert json.loads(total) == report


def test_ten_days_with_checkpoints_equal_the_whole_history_of_1000_people(
    duckdb_engine: Engines, tmp_path: pathlib.Path
) -> None:
    everyone = people(1000, 10, tmp_path)
    days: dict[str, list[str]] = {}
    for own in everyone:
        for line in own:
            days.setdefault(json.loads(line)["time"][:10], []).append(line)
    whole = parquet([line for own in everyone for line in own], tmp_path / "whole.parquet")
    checkpoints: str | None = None
    for number, day in enumerate(sorted(days)):
        today, output = parquet(days[day], tmp_path / "today.parquet"), str(tmp_path / f"day-{number}")
        last = number == len(days) - 1
        duckdb_engine.run(
            task="suggest" if last else "learn", input=today, output=output, checkpoints=checkpoints)
        checkpoints = output
    duckdb_engine.run(input=whole, output=str(tmp_path / "whole"), next_checkpoints=True)
    assert rows(str(checkpoints)) == rows(tmp_path / "whole")


def test_a_person_of_500000_donations_takes_less_than_300_megabytes(tmp_path: pathlib.Path) -> None:
    rows_of_person = tmp_path / "rows.jsonl"
    line = json.loads(simulate(0, 6, tmp_path)[0])
    kinds = random.Random(SEED)
    start = 1_750_000_000
    with rows_of_person.open("w", encoding="utf-8") as file:
        for number in range(500_000):
            moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + 50 * number))
            file.write(json.dumps({"user": "person-0000", "time": moment,
                                   "activityType": f"{line['activityType']}.{int(kinds.paretovariate(1)) % 100}"}) + "\n")
    ask = json.dumps({"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + 50 * 500_000))})
    # A small process starts the worker, because a new process counts the memory of its parent.
    measured = ("import os, subprocess, sys; worker = subprocess.Popen(sys.argv[1:]); "
                "_, status, usage = os.wait4(worker.pid, 0); print(status, usage.ru_maxrss, file=sys.stderr)")
    with rows_of_person.open("rb") as source, (tmp_path / "lines").open("wb") as lines:
        words = subprocess.run(
            [sys.executable, "-c", measured, WORKER, "suggest", "--ask", ask], stdin=source, stdout=lines,
            stderr=subprocess.PIPE, encoding="utf-8", check=True).stderr
    status, kilobytes = map(int, words.split())
    assert status == 0
    trailer = json.loads((tmp_path / "lines").read_text(encoding="utf-8").splitlines()[-1])
    assert (trailer["people"], trailer["donations"]) == (1, 500_000)
    assert kilobytes < 300_000


def test_a_person_with_half_of_the_data_gives_the_same_answers(
    engine: Engines, crowd: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    lines = crowd.read_text(encoding="utf-8").splitlines()
    heavy = simulate(1000, len(lines) // 15, tmp_path)
    assert len(heavy) > 0.9 * len(lines)
    donations = parquet(lines + heavy, tmp_path / "skewed.parquet")
    counts = engine.run(input=donations, output=str(tmp_path / "out"))
    assert counts["people"] == 201
    assert answers(tmp_path / "out")["person-1000"] == suggest(tmp_path / "skewed.jsonl", "person-1000")


def test_a_lost_executor_changes_no_row(crowd: pathlib.Path, tmp_path: pathlib.Path, script: Any) -> None:
    donations, slow = str(crowd.with_suffix(".parquet")), script('sleep 2; exec "$worker" "$@"')
    environment = os.environ | {"PYTHONPATH": str(ROOT / "Batch"), "LC_ALL": "C.UTF-8", "PYSPARK_PYTHON": sys.executable}
    (tmp_path / "cluster").mkdir()
    outputs = []
    with Cluster(tmp_path / "cluster") as url:
        for output in ("whole", "lost"):
            job = subprocess.Popen(
                [sys.executable, "-m", "hunch_batch", "suggest", donations, str(tmp_path / output), "--ask", ASK,
                 "--engine", "spark", "--master", url, "--worker", slow, "--partitions", "8",
                 "--conf", "spark.executor.memory=512m", "--conf", "spark.ui.enabled=false"],
                stderr=subprocess.PIPE, encoding="utf-8", env=environment)
            killed: list[int] = []
            if output == "lost":
                threading.Thread(target=kill_executor, args=(job, killed), daemon=True).start()
            _, errors = job.communicate(timeout=300)
            assert job.returncode == 0, errors
            assert (len(killed) == 1) == (output == "lost")
            # Another JVM may list the encodings of a column in another order, so bytes can differ.
            outputs.append([rows(tmp_path / output, table) for table in ("results", "dead_letters")])
    assert outputs[0] == outputs[1]
    assert len(answers(tmp_path / "lost")) == 200


def kill_executor(job: subprocess.Popen[str], killed: list[int]) -> None:
    """Kills one executor once a worker of hunch runs below it."""
    while job.poll() is None and not killed:
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if b"CoarseGrainedExecutorBackend" in words and children(int(folder.name)):
                killed.append(int(folder.name))
                os.kill(killed[0], signal.SIGKILL)
                break
        time.sleep(0.2)


def children(process: int) -> list[str]:
    try:
        return (pathlib.Path("/proc") / str(process) / f"task/{process}/children").read_text().split()
    except OSError:
        return []
