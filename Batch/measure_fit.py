#!/usr/bin/env python3
"""Measures a fit to the examples of many simulated people, which workers make.

    scripts/batch-test.sh measure_fit.py --people 10000

The people are those of measure_day.py, with shorter histories. Prints a row of a table: the size of
the examples, and for making them and for fitting the seconds and the memory of all processes.
"""
from __future__ import annotations

import os
import shlex
import shutil
import sys

from measure import common_parser, timed, working_folder
from measure_day import Histories, add_lengths

UNTIL = "0.6"


def main() -> None:
    parser = common_parser(__doc__)
    parser.add_argument("--people", type=int, default=10_000)
    add_lengths(parser, longest=2_000, shortest=20)
    options = parser.parse_args()
    batch = [sys.executable, "-m", "hunch_batch"]
    with working_folder(options) as folder:
        donations, examples, model = (folder / name for name in ("before.parquet", "examples", "ranking.safetensors"))
        count, _ = Histories(options).write(options.people, donations, folder / "today.parquet")
        print("| people | donations | MB of examples | examples, s | MB of memory | fit, s | MB of memory |\n"
              "| --- | --- | --- | --- | --- | --- | --- |", flush=True)
        print(f"| {options.people} | {count}", end="", flush=True)
        seconds, peak = timed([*batch, "examples", str(donations), str(examples), "--until", UNTIL,
                               "--worker", options.worker, "--partitions", "32", "--overwrite"])
        size = sum(file.stat().st_size for file in examples.glob("results/*/*"))
        print(f" | {size / 1e6:.0f} | {seconds:.0f} | {peak:.0f}", end="", flush=True)
        lines = shlex.join([*batch, "lines", str(examples)])
        fit = shlex.join([options.hunch, "train", "--examples", "-", "--until", UNTIL, "--out", str(model)])
        seconds, peak = timed(["bash", "-o", "pipefail", "-c", f"{lines} | {fit}"])
        print(f" | {seconds:.0f} | {peak:.0f} |", flush=True)
        shutil.rmtree(examples)


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    main()
