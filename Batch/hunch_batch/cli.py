"""The command line program hunch-batch."""
from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from . import __version__, convert, worker
from .errors import BatchError, BusyError, InputError
from .job import TASKS, Job
from .output import worker_lines

SUMMARIES = {
    "suggest": "answer questions (--ask, or rows of type ask) for every person",
    "learn": "write a checkpoint of every person, which suggest --checkpoints continues",
    "examples": "write the examples of every person for hunch train --examples; print them with hunch-batch lines",
    "evaluate": "count how well each person's next activity is predicted; add up with hunch-batch sum",
}

EPILOG = """examples:
  hunch-batch convert people.jsonl donations.parquet
  hunch-batch suggest donations.parquet answers --ask '{"time":"2026-03-10T08:10:00+01:00"}'
  hunch-batch learn donations.parquet monday
  hunch-batch suggest tuesday.parquet tuesday --checkpoints monday \\
      --ask '{"time":"2026-03-11T08:10:00+01:00"}'
  hunch-batch examples donations.parquet examples
  hunch-batch lines examples | hunch train --examples - --out model.safetensors
  hunch-batch evaluate s3a://bucket/donations s3a://bucket/evaluation --engine spark \\
      --master spark://head:7077 --archives hunch-worker.tar.gz#hunch --worker hunch/bin/hunch-worker

exit codes: 0 success, 64 usage, 65 the input does not fit, 70 a worker or an engine failed,
75 another run is writing to the output"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; returns its exit code."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except InputError as error:
        print(f"hunch-batch: {error}", file=sys.stderr)
        return 65
    except BusyError as error:
        print(f"hunch-batch: {error}", file=sys.stderr)
        return 75
    except (BatchError, OSError) as error:
        print(f"hunch-batch: {error}", file=sys.stderr)
        return 70
    except KeyboardInterrupt:
        return 130
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        self.print_usage(sys.stderr)
        self.exit(64, f"hunch-batch: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="hunch-batch", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run hunch-worker on the donations of many people, from Parquet to Parquet.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for task in TASKS:
        _add_task(commands.add_parser(task, help=SUMMARIES[task], description=SUMMARIES[task].capitalize() + "."), task)
    convert_command = commands.add_parser(
        "convert", help="make a Parquet file of donations from donation logs",
        description="Make a Parquet file of donations from donation logs, such as those of hunch export.")
    convert_command.add_argument("logs", nargs="+", metavar="LOG", help="a log in JSON Lines; - is standard input")
    convert_command.add_argument("output", metavar="OUTPUT", help="the Parquet file to write")
    convert_command.set_defaults(run=_convert)
    sum_command = commands.add_parser(
        "sum", help="print an evaluation of all people, as hunch evaluate --json does",
        description="Print the results of hunch-batch evaluate for all people, as hunch evaluate --json does.")
    sum_command.add_argument("input", metavar="EVALUATION", help="an output of hunch-batch evaluate")
    _add_worker(sum_command)
    sum_command.add_argument("--log", default="-", metavar="NAME", help="the name of the log in the result")
    sum_command.add_argument("--seed", metavar="N", help="the seed of the bootstrap intervals (default: 1)")
    sum_command.set_defaults(run=_sum)
    lines_command = commands.add_parser(
        "lines", help="print the examples of all people for hunch train --examples",
        description="Print the results of hunch-batch examples as the lines that hunch train --examples reads.")
    lines_command.add_argument("input", metavar="EXAMPLES", help="an output of hunch-batch examples")
    lines_command.set_defaults(run=_lines)
    return parser


def _add_worker(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--worker", metavar="PATH", default=os.environ.get("HUNCH_WORKER", "hunch-worker"),
        help="the program hunch-worker; with --archives a path in an archive (default: HUNCH_WORKER, else "
        "hunch-worker in PATH)")


def _add_task(parser: argparse.ArgumentParser, task: str) -> None:
    parser.add_argument("input", metavar="INPUT", help="donations: a Parquet file, or a folder with some")
    parser.add_argument("output", metavar="OUTPUT", help="the folder for results, dead_letters and trailers")
    parser.add_argument(
        "--engine", choices=("duckdb", "spark"), default="duckdb",
        help="duckdb for one machine, spark for a cluster (default: duckdb)")
    _add_worker(parser)
    if task != "examples":
        parser.add_argument("--model", metavar="FILE", help="use this model of hunch train (default: the shipped one)")
    parser.add_argument(
        "--max-bad", type=int, default=0, metavar="N", help="fail if more than N rows are bad (default: 0)")
    parser.add_argument(
        "--partitions", type=int, metavar="N",
        help="split people into N partitions (default: workers, or Spark's spark.sql.shuffle.partitions)")
    parser.add_argument(
        "--only-partition", type=int, metavar="K", help="run partition K of an earlier run again; needs --partitions")
    parser.add_argument("--overwrite", action="store_true", help="replace an earlier output once the run succeeds")
    if task == "suggest":
        parser.add_argument(
            "--ask", action="append", default=[], metavar="JSON",
            help='ask this for every person, such as {"time":"2026-03-10T08:10:00+01:00"}; may be repeated')
        parser.add_argument(
            "--next-checkpoints", action="store_true",
            help="write checkpoints next to the answers (default: only with --checkpoints)")
    if task in ("suggest", "learn"):
        parser.add_argument(
            "--checkpoints", metavar="OUTPUT",
            help="continue from the checkpoints in this output; INPUT then has the later donations only")
        parser.add_argument(
            "--history", metavar="INPUT",
            help="the donations before INPUT, for people whose checkpoints cannot be continued; without it "
            "such people fail the run")
    if task == "examples":
        parser.add_argument(
            "--until", metavar="SHARE", help="learn from this share of each person's donations, as in hunch train")
        parser.add_argument("--seed", metavar="N", help="draw random numbers from this seed, as in hunch train")
    if task == "evaluate":
        parser.add_argument("--score-from", metavar="SHARE", help="score after this share of donations (default: 0.7)")
        parser.add_argument("--location", choices=("last-known", "at-event"), help="as in hunch evaluate")
    duckdb = parser.add_argument_group("duckdb")
    duckdb.add_argument("--workers", type=int, metavar="N", help="workers at a time (default: one per core)")
    duckdb.add_argument("--memory", default="2GB", metavar="SIZE", help="the limit of DuckDB's memory (default: 2GB)")
    spark = parser.add_argument_group("spark")
    spark.add_argument(
        "--master", metavar="URL", help="the cluster, such as spark://head:7077, yarn, local[2], or sc://host:15002 "
        "for Spark Connect (default: Spark's own configuration)")
    spark.add_argument(
        "--spark-mode", choices=("arrow", "transform"), default="arrow",
        help="start workers with mapInArrow, or with TRANSFORM of Spark SQL (default: arrow)")
    spark.add_argument(
        "--archives", action="append", default=[], metavar="FILE#NAME",
        help="send this archive to every executor, unpacked in the folder NAME; may be repeated")
    spark.add_argument(
        "--conf", action="append", default=[], metavar="KEY=VALUE", help="set a property of Spark; may be repeated")
    parser.set_defaults(run=_run_task, task=task)


def _run_task(options: argparse.Namespace) -> None:
    job = Job(
        task=options.task, input=options.input, output=options.output, worker=options.worker,
        asks=tuple(getattr(options, "ask", ())), checkpoints=getattr(options, "checkpoints", None),
        history=getattr(options, "history", None), next_checkpoints=getattr(options, "next_checkpoints", False),
        max_bad=options.max_bad, partitions=options.partitions, only_partition=options.only_partition,
        overwrite=options.overwrite, model=getattr(options, "model", None),
        score_from=getattr(options, "score_from", None), location=getattr(options, "location", None),
        until=getattr(options, "until", None), seed=getattr(options, "seed", None))
    if options.engine == "duckdb":
        if options.workers is not None and options.workers < 1:
            raise InputError("--workers: give a number from 1")
        counts = _engine("duckdb").run(job, options.workers, options.memory)
    else:
        engine = _engine("spark")
        session = engine.session(options.master, options.archives, options.conf)
        try:
            counts = engine.run(job, session, options.spark_mode)
        finally:
            session.stop()
    print(_summary(counts), file=sys.stderr)


def _engine(name: str) -> Any:
    """Imports an engine when it is needed: each is an optional dependency."""
    try:
        if name == "duckdb":
            from . import duckdb_engine
            return duckdb_engine
        from . import spark_engine
        return spark_engine
    except ModuleNotFoundError as error:
        raise InputError(f"{error.name} is missing; run: pip install 'hunch-batch[{name}]'") from error


def _summary(counts: dict[str, Any]) -> str:
    text = (f"hunch-batch: {counts['people']} people, {counts['rows']} rows: {counts['donations']} donations, "
            f"{counts['bad']} bad")
    if counts["void"]:
        text += f"; {counts['void']} people run again with their history"
    if counts["ignored_columns"]:
        text += f"; ignored columns: {', '.join(counts['ignored_columns'])}"
    return text


def _convert(options: argparse.Namespace) -> None:
    rows = convert.convert(options.logs, options.output)
    print(f"hunch-batch: {rows} rows", file=sys.stderr)


def _lines(options: argparse.Namespace) -> None:
    for line in worker_lines(options.input, "examples"):
        sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def _sum(options: argparse.Namespace) -> None:
    arguments = ["sum", "--log", options.log]
    if options.seed:
        arguments += ["--seed", options.seed]
    rows = ((memoryview(f"{line}\n".encode()), 1) for line in worker_lines(options.input, "evaluate"))
    for kind, line in worker.run([options.worker, *arguments], rows):
        if kind == "result":
            print(line)
