"""A cluster: Spark groups and sorts the rows, and a worker in each task reads them.

It uses the DataFrame API and SQL only, so it runs through Spark Connect too.
"""
from __future__ import annotations

import os
import re
import shlex
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pyarrow as pa
from pyspark import SparkFiles, StorageLevel, TaskContext, cloudpickle
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql import types as T

import hunch_batch

from . import lines, schema, worker
from .errors import InputError, WorkerError
from .job import Job
from .output import totals

try:
    from py4j.protocol import Py4JError
except ModuleNotFoundError:  # pyspark-client has no JVM.
    Py4JError = PySparkException

VOID = "void"
_LINES = pa.schema([("partition", pa.int32()), ("kind", pa.string()), ("line", pa.string())])
_LETTER = "dead letter "  # begins each dead letter in the output of TRANSFORM
_VOID_LINE = r'^\{"person":"(?:[^"\\]|\\.)*","void":'
_MAXIMUM = (1 << 31) - 1
_PERSON = r"^[^{\t\r\n][^\t\r\n]*\z"

Batches = Iterator[pa.RecordBatch]

# Executors need no hunch_batch: its functions travel with the tasks.
cloudpickle.register_pickle_by_value(hunch_batch)


def session(master: str | None, archives: Sequence[str] = (), conf: Sequence[str] = ()) -> SparkSession:
    """Returns a session on a cluster, to which archives are sent."""
    values = dict(item.partition("=")[::2] for item in conf)
    values.setdefault("spark.sql.session.timeZone", "UTC")
    builder = SparkSession.builder.appName("hunch-batch")
    if master is not None and master.startswith("sc://"):
        builder = builder.remote(master)
    else:
        if master is not None:
            builder = builder.master(master)
            if master.startswith("local"):
                os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        values.setdefault("spark.log.level", "ERROR")
        values.setdefault("spark.ui.showConsoleProgress", "false")
        if archives:
            values["spark.archives"] = ",".join([*filter(None, [values.get("spark.archives")]), *archives])
    for key, value in values.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    if master is not None and master.startswith("sc://") and archives:
        spark.addArtifacts(*archives, archive=True)
    return spark


def run(job: Job, spark: SparkSession, mode: str = "arrow") -> dict[str, Any]:
    """Runs a job in a session; `mode` is arrow or transform. Returns its counts."""
    try:
        return _Run(job, spark, mode).run()
    except (PySparkException, Py4JError) as error:
        raise WorkerError(_cause(str(error))) from error


def _cause(text: str) -> str:
    """Returns the worker's failure in an exception of Spark, which has stacks of two languages."""
    found = re.search(r"(?:InputError|WorkerError): (.*?)(?:\n\s*at |\n\n|\Z)", text, re.DOTALL)
    if found is None:
        found = re.search(r"(Subprocess exited with status .*?)(?:\n\s*at |\n\n|\Z)", text, re.DOTALL)
    return f"a task failed: {found[1].strip()}" if found else text


class _Run:
    def __init__(self, job: Job, spark: SparkSession, mode: str) -> None:
        self.job = job
        self.spark = spark
        self.mode = mode
        self.partitions = job.partitions or int(spark.conf.get("spark.sql.shuffle.partitions") or 200)
        self.ignored: set[str] = set()

    def run(self) -> dict[str, Any]:
        self._check_output()
        days = self._donations(self.job.input)
        rows = days
        if self.job.checkpoints:
            rows = days.unionByName(self._checkpoints(self.job.checkpoints))
        if self.job.numbers_people:
            rows = days.unionByName(self._numbers())
        first = self._workers(rows)
        kept = [first]
        try:
            trailers = self._checked(first, rows, 1)
            results = first
            void = sum(trailer["void"] for trailer in trailers)
            if void:
                second = self._second(days, first, void)
                kept.append(second[0])
                trailers += second[1]
                results = self._grouped(first.where(F.col("kind") == lines.RESULT).unionByName(second[0]))
            self._check_bad(trailers, kept)
            counts = totals(trailers)
            self._write(results, kept, trailers)
        finally:
            for frame in kept:
                frame.unpersist()
        return counts | {
            "engine": "spark", "partitions": self.partitions, "ignored_columns": sorted(self.ignored)}

    # The rows.

    def _donations(self, path: str) -> DataFrame:
        frame = self._read(path, schema.DONATIONS)
        self.ignored |= set(frame.columns) - {column.name for column in schema.DONATIONS}
        usable = F.col("person").rlike(_PERSON)
        text = F.trim(F.translate(F.col("record"), "\n\r", "  "))
        sequence = F.col("sequence") if "sequence" in frame.columns else F.lit(None)
        return frame.select(
            "person", F.lit(1).alias("rank"), F.col("time").cast("timestamp").alias("time"),
            sequence.cast("long").alias("sequence"),
            F.concat(
                F.when(usable, F.col("person")).otherwise(F.lit("")), F.lit("\t"),
                F.coalesce(F.nullif(text, F.lit("")), F.lit("null"))).alias("line"))

    def _checkpoints(self, path: str) -> DataFrame:
        if self._exists(f"{path}/results"):
            if not self._exists(f"{path}/trailers"):
                raise InputError(f"{path}: not the output of a complete run; run it again")
            path = f"{path}/results"
        return self._read(path, schema.CHECKPOINTS).select(
            "person", F.lit(0).alias("rank"), F.lit(None).cast("timestamp").alias("time"),
            F.lit(None).cast("long").alias("sequence"),
            F.concat(
                F.col("person"), F.lit('\t{"type":"checkpoint","checkpoint":"'), F.col("checkpoint"),
                F.lit('"}')).alias("line"))

    def _numbers(self) -> DataFrame:
        """Returns rows with each person's rank among all people, whichever partition is run."""
        people = self._read_all(self.job.input, schema.DONATIONS).select("person").where(
            F.col("person").rlike(_PERSON)).distinct()
        number = F.row_number().over(Window.orderBy("person")) - 1
        rows = people.select(
            "person", F.lit(0).alias("rank"), F.lit(None).cast("timestamp").alias("time"),
            F.lit(None).cast("long").alias("sequence"),
            F.concat(
                F.col("person"), F.lit('\t{"type":"person","number":'), number.cast("string"), F.lit("}")
            ).alias("line"))
        return self._chosen(rows)

    def _read(self, path: str, columns: tuple[schema.Column, ...]) -> DataFrame:
        return self._chosen(self._read_all(path, columns))

    def _chosen(self, frame: DataFrame) -> DataFrame:
        """Returns the rows of the only partition to run, or all of them."""
        only = self.job.only_partition
        if only is None:
            return frame
        # The partition of `repartition` below.
        return frame.where(F.pmod(F.hash("person"), F.lit(self.partitions)) == only)

    def _read_all(self, path: str, columns: tuple[schema.Column, ...]) -> DataFrame:
        try:
            frame = self.spark.read.parquet(path)
            fields = frame.schema.fields
        except AnalysisException as error:
            raise InputError(f"{path}: {str(error).splitlines()[0]}") from error
        for field in fields:
            mark = field.metadata.get("schema_version")
            schema.check_version(path, {} if mark is None else {b"schema_version": str(mark).encode()})
        schema.check_columns(path, {field.name: _kind(field.dataType) for field in fields}, columns)
        return frame

    # The workers.

    def _workers(self, rows: DataFrame) -> DataFrame:
        """Returns the lines of all workers, kept on disk so that each row is run once."""
        ordered = rows.repartition(self.partitions, "person").sortWithinPartitions(
            F.col("person").asc_nulls_first(), "rank", F.col("time").asc_nulls_first(),
            F.col("sequence").asc_nulls_first(), "line").select("line")
        command = [self.job.worker, *self.job.arguments()]
        if self.mode == "arrow":
            # A worker per task.
            frame = ordered.select(F.concat("line", F.lit("\n")).alias("line")).mapInArrow(
                _worker_task(command, self.job.model), _ddl(_LINES))
        else:
            line = self._transform(ordered, command)
            kind = F.when(F.startswith("line", F.lit(lines.TRAILER_START)), lines.TRAILER).when(
                F.startswith("line", F.lit(_LETTER)), lines.DEAD_LETTER).when(
                F.col("line").rlike(_VOID_LINE), VOID).otherwise(lines.RESULT)
            text = F.when(kind == lines.DEAD_LETTER, F.substring("line", len(_LETTER) + 1, _MAXIMUM)).otherwise(
                F.col("line"))
            frame = line.select(
                F.spark_partition_id().alias("partition"), kind.alias("kind"), text.alias("line"))
        return frame.persist(StorageLevel.DISK_ONLY)

    def _transform(self, ordered: DataFrame, command: list[str]) -> DataFrame:
        view = f"hunch_{uuid.uuid4().hex}"
        ordered.createOrReplaceTempView(view)
        try:
            script = _script(command, self.job.model, self._root()).replace("\\", "\\\\").replace("'", "\\'")
            form = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' LINES TERMINATED BY '\\n'"
            return self.spark.sql(
                f"SELECT TRANSFORM(line) {form} USING '{script}' AS (line STRING) {form} FROM {view}")
        finally:
            # Spark Connect looks the view up whenever the frame is run.
            if not _is_remote(self.spark):
                self.spark.catalog.dropTempView(view)

    def _root(self) -> str:
        """Returns Spark's folder of files, here or, through Spark Connect, on an executor."""
        if not _is_remote(self.spark):
            return str(SparkFiles.getRootDirectory())
        return str(self.spark.range(1).mapInArrow(_root_task, "root STRING").collect()[0]["root"])

    def _second(self, days: DataFrame, first: DataFrame, void: int) -> tuple[DataFrame, list[lines.Row]]:
        """Runs people again whose checkpoints cannot be continued."""
        people = first.where(F.col("kind") == VOID).select(
            F.get_json_object("line", "$.person").alias("person")).distinct()
        if self.job.history is None:
            names = ", ".join(sorted(row["person"] for row in people.limit(10).collect()))
            raise WorkerError(
                f"the checkpoints of {void} people cannot be continued ({names}{' …' if void > 10 else ''}); name the "
                "donations before the input with --history, so that these people can be run again")
        rows = self._donations(self.job.history).unionByName(days).join(people, "person", "left_semi")
        second = self._workers(rows)
        trailers = self._checked(second, rows, 2)
        if sum(trailer["people"] for trailer in trailers) != void or any(trailer["void"] for trailer in trailers):
            raise WorkerError("hunch-worker: the second pass did not answer for the people of the first")
        return second, trailers

    # The checks.

    def _checked(self, frame: DataFrame, rows: DataFrame, run: int) -> list[lines.Row]:
        """Runs the workers; returns the trailers, after checking that all rows were read."""
        is_trailer = F.col("kind") == lines.TRAILER
        found = frame.groupBy("partition").agg(
            F.count_if(F.col("kind").isin(lines.RESULT, VOID)).alias("people"),
            F.count_if(F.col("kind") == VOID).alias("void"),
            F.count_if(F.col("kind") == lines.DEAD_LETTER).alias("bad"),
            F.count_if(is_trailer).alias("trailers"), F.max(F.when(is_trailer, F.col("line"))).alias("line")).collect()
        trailers = []
        for row in sorted(found, key=lambda row: int(row["partition"])):
            if self.job.only_partition not in (None, row["partition"]):
                continue  # Its rows were left out.
            if row["trailers"] != 1:
                raise WorkerError(f"partition {row['partition']} has {row['trailers']} trailers instead of one")
            trailer = lines.Trailer.read(row["line"]).row(run, self.partitions)
            for name in ("people", "void", "bad"):
                if trailer[name] != row[name]:
                    raise WorkerError(f"partition {row['partition']} has {row[name]} of {trailer[name]} {name} lines")
            trailers.append({"partition": row["partition"], **trailer})
        read, expected = sum(trailer["rows"] for trailer in trailers), rows.count()
        if read != expected:
            raise WorkerError(f"the workers read {read} of {expected} rows")
        return trailers

    def _check_bad(self, trailers: list[lines.Row], frames: list[DataFrame]) -> None:
        bad = sum(trailer["bad"] for trailer in trailers)
        if bad > self.job.max_bad:
            first = frames[0].where(F.col("kind") == lines.DEAD_LETTER).limit(3).collect()
            reasons = "".join(f"\n  {row['line']}" for row in first)
            raise WorkerError(f"{bad} bad rows, more than --max-bad {self.job.max_bad}:{reasons}")

    def _check_output(self) -> None:
        existing = self._exists(f"{self.job.output}/results")
        if self.job.only_partition is not None:
            path = f"{self.job.output}/trailers"
            first = self.spark.read.parquet(path).select("task", "partitions").distinct().collect() \
                if self._exists(path) else []
            if [tuple(row) for row in first] != [(self.job.task, self.partitions)]:
                raise InputError(
                    f"{self.job.output}: has no complete run of {self.job.task} in {self.partitions} partitions; "
                    "run without --only-partition")
        elif existing and not self.job.overwrite:
            raise InputError(f"{self.job.output}: already has results; name another folder, or pass --overwrite")

    def _exists(self, path: str) -> bool:
        try:
            self.spark.read.schema("person STRING").parquet(path).take(1)
        except AnalysisException as error:
            if "PATH_NOT_FOUND" in str(error):
                return False
            raise
        return True

    # The output: trailers are last, so `trailers/_SUCCESS` means that everything is complete.

    def _write(self, results: DataFrame, frames: list[DataFrame], trailers: list[lines.Row]) -> None:
        task = self.job.task
        parsed = _with_partition(schema.output("results", task))
        self._save("results", results.where(F.col("kind") == lines.RESULT).mapInArrow(
            _parsing_task(parsed, lambda run, line: lines.result(task, line), 0), _ddl(parsed)), "person")
        columns = _with_partition(schema.output("dead_letters", task))
        letters = None
        for run, frame in enumerate(frames, 1):
            part = frame.where(F.col("kind") == lines.DEAD_LETTER).mapInArrow(
                _parsing_task(columns, lines.dead_letter, run), _ddl(columns))
            letters = part if letters is None else letters.unionByName(part)
        assert letters is not None
        letters = letters.coalesce(1)
        self._save("dead_letters", self._with_others("dead_letters", letters, columns), "pass", "row")
        columns = _with_partition(schema.output("trailers", task))
        frame = self.spark.createDataFrame(
            [tuple(row[name] for name in columns.names) for row in trailers], _ddl(columns)).coalesce(1)
        self._save("trailers", self._with_others("trailers", frame, columns), "pass")

    def _with_others(self, table: str, frame: DataFrame, columns: pa.Schema) -> DataFrame:
        """Returns the rows of a small table, with those of other partitions if only one was run."""
        only = self.job.only_partition
        if only is None:
            return frame
        path = f"{self.job.output}/{table}"
        others = self.spark.read.schema(_ddl(columns)).parquet(path).where(F.col("partition") != only)
        rows = [*others.select(*columns.names).collect(), *frame.collect()]
        return self.spark.createDataFrame([tuple(row) for row in rows], _ddl(columns)).coalesce(1)

    def _save(self, table: str, frame: DataFrame, *order: str) -> None:
        columns = [F.col(name).alias(name, metadata={"schema": f"hunch.{table}", "schema_version": str(schema.VERSION)})
                   for name in frame.columns]
        writer = frame.select(*columns).sortWithinPartitions("partition", *order).write.partitionBy("partition")
        if self.job.only_partition is not None:
            # Small tables are written with all partitions, so that no old dead letters stay.
            dynamic = "dynamic" if table == "results" else "static"
            writer = writer.mode("overwrite").option("partitionOverwriteMode", dynamic)
        else:
            writer = writer.mode("overwrite" if self.job.overwrite else "error").option(
                "partitionOverwriteMode", "static")
        writer.option("compression", "zstd").parquet(f"{self.job.output}/{table}")

    def _grouped(self, frame: DataFrame) -> DataFrame:
        """Returns the lines of two passes with those of each partition in one task."""
        person = F.get_json_object("line", "$.person")
        return frame.repartition(self.partitions, person)


# Functions of the tasks.


def _worker_task(command: list[str], model: str | None) -> Callable[[Batches], Batches]:
    def task(batches: Batches) -> Batches:
        rows = ((worker.rows_in(batch.column(0)), batch.num_rows) for batch in batches)
        located = [_located(word) if word in (command[0], model) else word for word in command]
        yield from _grouped_lines(worker.run(located, rows))
    return task


def _parsing_task(
    columns: pa.Schema, parse: Callable[[int, str], lines.Row], run: int
) -> Callable[[Batches], Batches]:
    def task(batches: Batches) -> Batches:
        for batch in batches:
            partitions, texts = batch.column("partition").to_pylist(), batch.column("line").to_pylist()
            rows = [{"partition": partition, **parse(run, text)} for partition, text in zip(partitions, texts)]
            yield pa.RecordBatch.from_pylist(rows, schema=columns)
    return task


def _grouped_lines(found: Iterable[tuple[str, str]]) -> Batches:
    """Yields batches of at most 1024 lines or about 4 MB."""
    context = TaskContext.get()
    partition = context.partitionId() if context is not None else 0
    kinds: list[str] = []
    texts: list[str] = []
    size = 0
    for kind, text in found:
        kinds.append(VOID if kind == lines.RESULT and lines.is_void(text) else kind)
        texts.append(text)
        size += len(text)
        if len(texts) == 1024 or size > 4 << 20:
            yield pa.RecordBatch.from_arrays(
                [pa.array([partition] * len(texts), pa.int32()), pa.array(kinds), pa.array(texts)], schema=_LINES)
            kinds, texts, size = [], [], 0
    if texts:
        yield pa.RecordBatch.from_arrays(
            [pa.array([partition] * len(texts), pa.int32()), pa.array(kinds), pa.array(texts)], schema=_LINES)


def _root_task(batches: Batches) -> Batches:
    for _ in batches:
        yield pa.RecordBatch.from_pydict({"root": [SparkFiles.getRootDirectory()]})


def _located(path: str) -> str:
    """Returns the path on this executor, where archives are unpacked in Spark's folder of files."""
    sent = os.path.join(SparkFiles.getRootDirectory(), path)
    return sent if not os.path.isabs(path) and os.path.exists(sent) else path


def _script(command: list[str], model: str | None, root: str) -> str:
    """Returns the script that TRANSFORM starts with bash.

    Executors of a cluster run it in Spark's folder of files, or in the folder above the session's.
    The script reads all rows even if the worker fails: Spark would report a closed pipe and not the
    exit code.
    """
    words = []
    for word in command:
        quoted = shlex.quote(word)
        if word in (command[0], model) and not os.path.isabs(word):
            places = [os.path.join(folder, word) for folder in (root, os.path.basename(root), ".")]
            quoted = f'"$(ls -d {shlex.join(places)} 2>/dev/null | head -n 1 | grep . || echo {quoted})"'
        words.append(quoted)
    return (
        f"d=$(mktemp) || exit 73; LC_ALL={worker.LOCALE} {' '.join(words)} --dead-letters \"$d\"; c=$?; "
        f"if [ $c = 0 ]; then sed 's/^/{_LETTER}/' \"$d\"; else head -n 3 \"$d\" >&2; cat >/dev/null; fi; rm -f \"$d\"; exit $c")


# Types.


def _is_remote(spark: SparkSession) -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


def _kind(type_: T.DataType) -> str:
    if isinstance(type_, T.StringType):
        return "text"
    if isinstance(type_, (T.TimestampType, T.TimestampNTZType)):
        return "time"
    return "number" if isinstance(type_, T.IntegralType) else type_.simpleString()


def _with_partition(columns: pa.Schema) -> pa.Schema:
    return pa.schema([("partition", pa.int32()), *columns])


def _ddl(columns: pa.Schema) -> str:
    return ", ".join(f"`{field.name}` {_ddl_type(field.type)}" for field in columns)


def _ddl_type(type_: pa.DataType) -> str:
    if pa.types.is_list(type_):
        return f"ARRAY<{_ddl_type(type_.value_type)}>"
    if pa.types.is_struct(type_):
        return "STRUCT<" + ", ".join(f"`{field.name}`: {_ddl_type(field.type)}" for field in type_) + ">"
    return {pa.string(): "STRING", pa.int32(): "INT", pa.int64(): "BIGINT", pa.float64(): "DOUBLE"}[type_]
