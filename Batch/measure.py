#!/usr/bin/env python3
"""Measures the engines on simulated people: seconds, memory, and the share over bare workers.

    scripts/batch-test.sh measure.py [--people 5000] [--donations 1000000] [--ways NAME…]

Each way runs in a process of its own, with the same rows and question, from Parquet to Parquet:

    bare         hunch-worker on files of sorted rows, two at a time; the time without any engine
    loop         hunch suggest --log on a file for each person, for --loop-people of them
    duckdb-1     hunch-batch with one worker
    duckdb-2     hunch-batch with two workers
    arrow        Spark local[2], mapInArrow
    transform    Spark local[2], TRANSFORM
    cluster-arrow, cluster-transform
                 Spark standalone on loopback: a master and two workers of one core
    connect      mapInArrow through a Spark Connect server of local[2]

Prints a table in Markdown. Memory is the maximum resident size of all processes together, read from
/proc four times a second. Answers of all ways are compared.
"""
from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from hunch_batch import schema

ROOT = pathlib.Path(__file__).resolve().parent.parent
WAYS = ("bare", "loop", "duckdb-1", "duckdb-2", "arrow", "transform", "cluster-arrow", "cluster-transform", "connect")
MOMENT = "2027-01-01T08:10:00+01:00"
ASK = json.dumps({"time": MOMENT})
BASE = ["--ask", ASK, "--overwrite", "--partitions"]


def main() -> None:
    parser = common_parser(__doc__, "keep files in this folder, and use the donations in it")
    parser.add_argument("--people", type=int, default=5000)
    parser.add_argument("--donations", type=int, default=1_000_000)
    parser.add_argument("--partitions", type=int, default=32)
    parser.add_argument("--loop-people", type=int, default=50)
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=WAYS)
    options = parser.parse_args()
    with working_folder(options) as folder:
        Measurement(options, folder).run()


def common_parser(
    documentation: str | None, folder: str = "keep the files of the last run in this folder"
) -> argparse.ArgumentParser:
    """Returns a parser with the options of every measurement."""
    summary, _, rest = (documentation or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worker", default=str(ROOT / ".build/release/hunch-worker"))
    parser.add_argument("--hunch", default=str(ROOT / ".build/release/hunch"))
    parser.add_argument("--folder", help=folder)
    return parser


@contextlib.contextmanager
def working_folder(options: argparse.Namespace) -> Iterator[pathlib.Path]:
    """Provides the folder to keep files in, or a temporary one."""
    with tempfile.TemporaryDirectory(prefix="hunch-measure-") as temporary:
        folder = pathlib.Path(options.folder or temporary).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        yield folder


class Measurement:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path) -> None:
        self.options = options
        self.folder = folder
        self.donations = self.folder / "donations.parquet"
        self.digests: dict[str, str] = {}

    def run(self) -> None:
        if not self.donations.exists():
            self._generate()
        rows = pq.read_metadata(self.donations).num_rows
        print(f"{rows} donations of {self.options.people} people, {os.cpu_count()} cores, "
              f"{self.options.partitions} partitions\n")
        print("| way | seconds | times bare | MB |\n| --- | --- | --- | --- |", flush=True)
        bare = None
        for way in self.options.ways:
            seconds, megabytes = self._measure(way)
            bare = seconds if way == "bare" else bare
            share = f"{seconds / bare:.2f}" if bare else ""
            print(f"| {way} | {seconds:.1f} | {share} | {megabytes:.0f} |", flush=True)
        if len(set(self.digests.values())) > 1:
            sys.exit(f"measure: the answers differ: {self.digests}")

    def _generate(self) -> None:
        """Writes donations of many people, each a part of the history of a simulated one."""
        personas = sorted((ROOT / "datasets/personas").glob("*.json"))
        each = -(-self.options.donations // self.options.people)
        logs = []
        for persona in personas:
            text = subprocess.run(
                [self.options.hunch, "simulate", str(persona), "--days", str(max(2, each // 15)),
                 "--from", "2026-01-01"], check=True, capture_output=True, encoding="utf-8").stdout
            logs.append([json.loads(line) for line in text.splitlines()])
        columns = schema.donations()
        with pq.ParquetWriter(self.donations, columns, compression="zstd") as writer:
            for person in range(self.options.people):
                log = logs[person % len(logs)]
                start = person // len(logs) % max(1, len(log) - each)
                records = log[start:start + each]
                name = f"person-{person:07}"
                writer.write_table(pa.Table.from_pylist([
                    {"person": name, "time": _moment(record["time"]), "sequence": number,
                     "record": json.dumps({**record, "user": name}, ensure_ascii=False, separators=(",", ":"))}
                    for number, record in enumerate(records)], schema=columns))

    def _measure(self, way: str) -> tuple[float, float]:
        output = self.folder / f"out-{way}"
        command = [sys.executable, "-m", "hunch_batch", "suggest", str(self.donations), str(output),
                   "--worker", self.options.worker, *BASE, str(self.options.partitions)]
        spark = [*command, "--engine", "spark", "--conf", "spark.driver.memory=1g", "--conf", "spark.ui.enabled=false"]
        mode = ["--spark-mode", "transform" if way.endswith("transform") else "arrow"]
        if way == "bare":
            return self._bare()
        if way == "loop":
            return self._loop()
        if way.startswith("duckdb"):
            result = timed([*command, "--workers", way[-1]])
        elif way.startswith("cluster"):
            with Cluster(self.folder) as url:
                result = timed([*spark, *mode, "--master", url, "--conf", "spark.executor.memory=512m"])
        elif way == "connect":
            with ConnectServer(self.folder) as url:
                result = timed([*command, "--engine", "spark", "--master", url])
        else:
            result = timed([*spark, *mode, "--master", "local[2]"])
        table = ds.dataset(f"{output}/results", partitioning="hive", format="parquet").to_table().sort_by("person")
        self._compare(way, (answer for answers in table["answers"].to_pylist() for answer in answers))
        return result

    def _bare(self) -> tuple[float, float]:
        files = [self.folder / f"rows-{part}.tsv" for part in range(2)]
        with duckdb.connect() as database:
            for part, file in enumerate(files):
                database.execute(f"""
                    COPY (SELECT concat(person, chr(9), record) FROM '{self.donations}'
                        WHERE hash(person) % 2 = {part} ORDER BY person, time, sequence)
                    TO '{file}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER E'\\x01')""")
        script = " & ".join(
            f"{self.options.worker} suggest --ask '{ASK}' < {file} > {file}.out" for file in files)
        result = timed(["bash", "-c", f"{script} & wait"])
        found = [json.loads(line) | {"raw": line} for file in files for line in open(f"{file}.out", encoding="utf-8")]
        people = sorted((row for row in found if "person" in row), key=lambda row: row["person"])
        starts = [row["raw"].index('"answers":[') + len('"answers":[') for row in people]
        self._compare("bare", (row["raw"].rstrip("\n")[start:-2] for row, start in zip(people, starts)))
        return result

    def _loop(self) -> tuple[float, float]:
        """Returns seconds for all people, extrapolated from some."""
        count = min(self.options.loop_people, self.options.people)
        folder = self.folder / "logs"
        folder.mkdir(exist_ok=True)
        names = []
        table = pq.read_table(self.donations, columns=["person", "record"])
        for row in table.slice(0, count * (self.options.donations // self.options.people)).to_pylist():
            if not names or names[-1] != row["person"]:
                names.append(row["person"])
                (folder / f"{names[-1]}.jsonl").unlink(missing_ok=True)
            with open(folder / f"{names[-1]}.jsonl", "a", encoding="utf-8") as file:
                file.write(row["record"] + "\n")
        script = (f"printf '%s\\n' {' '.join(names)} | xargs -P 2 -I @ {self.options.hunch} suggest --json "
                  f"--log {folder}/@.jsonl --user @ --at {MOMENT} --observed-until {MOMENT} >/dev/null")
        seconds, megabytes = timed(["bash", "-c", script])
        return seconds * self.options.people / len(names), megabytes

    def _compare(self, way: str, answers: Iterator[str]) -> None:
        digest = hashlib.sha256()
        for answer in answers:
            digest.update(answer.encode() + b"\n")
        self.digests[way] = digest.hexdigest()


def _moment(text: str) -> int:
    from hunch_batch import convert
    moment = convert.moment(text)
    assert moment is not None
    return moment


def timed(command: list[str]) -> tuple[float, float]:
    """Returns the seconds of a command, and the megabytes of all processes below this one."""
    start = time.monotonic()
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT / "Batch"),
                   "PYSPARK_PYTHON": sys.executable}
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        peak = 0
        while True:
            try:
                code = process.wait(0.25)
                break
            except subprocess.TimeoutExpired:
                peak = max(peak, _resident(os.getpid()))
        if code:
            log.seek(0)
            sys.exit(f"measure: {' '.join(command)}\n{log.read().decode(errors='replace')[-4000:]}")
    return time.monotonic() - start, peak / 1e6


def _resident(root: int) -> int:
    """Returns the bytes of all processes below this one; shared pages count for each."""
    parents, sizes = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        sizes[int(folder.name)] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    total = 0
    for process, size in sizes.items():
        above = parents.get(process)
        while above not in (None, 0, root):
            above = parents.get(above)
        total += size if above == root else 0
    return total


class Server:
    """Programs of Spark, started with spark-class and ended with the context."""

    memory = "256m"

    def __init__(self, folder: pathlib.Path) -> None:
        import pyspark
        self.home = pathlib.Path(pyspark.__file__).parent
        self.log = open(folder / "spark.log", "ab")
        self.processes: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def start(self, *arguments: str) -> None:
        environment = {**os.environ, "SPARK_HOME": str(self.home), "SPARK_LOCAL_IP": "127.0.0.1",
                       "SPARK_DAEMON_MEMORY": self.memory, "PYSPARK_PYTHON": sys.executable}
        self.processes.append(subprocess.Popen(
            [str(self.home / "bin/spark-class"), *arguments], env=environment, stdout=self.log, stderr=self.log,
            start_new_session=True))

    def wait(self) -> None:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.processes[0].poll() is not None:
                break
            time.sleep(0.1)
        sys.exit(f"measure: Spark does not listen; see {self.log.name}")

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
        self.log.close()


class Cluster(Server):
    def __enter__(self) -> str:
        url = f"spark://127.0.0.1:{self.port}"
        self.start("org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(self.port),
                   "--webui-port", "0")
        self.wait()
        for number in range(2):
            self.start("org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", "1",
                       "--memory", "1g", "--webui-port", "0", "--work-dir", f"{self.log.name}.{number}", url)
        return url


class ConnectServer(Server):
    memory = "768m"

    def __init__(self, folder: pathlib.Path, master: str = "local[2]") -> None:
        super().__init__(folder)
        self.master = master

    def __enter__(self) -> str:
        self.start("org.apache.spark.deploy.SparkSubmit", "--class",
                   "org.apache.spark.sql.connect.service.SparkConnectServer", "--master", self.master,
                   "--conf", f"spark.connect.grpc.binding.port={self.port}", "--conf", "spark.ui.enabled=false",
                   "spark-internal")
        self.wait()
        return f"sc://127.0.0.1:{self.port}"


if __name__ == "__main__":
    main()
