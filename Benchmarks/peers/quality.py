#!/usr/bin/env python3
"""Compares hunch with its peers: one command, one run, one table.

LightGBM LambdaMART learns from the matrices that `hunch train --export` writes, a SASRec from the
raw sequences. The simple rules come from `hunch evaluate`. The README.md in this folder explains
the set-up.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

THREADS = 2
QUICK_DONATIONS = 1_500


def main() -> int:
    """Runs the comparison; returns 0, or 1 with the reason on standard error."""
    options = _options()
    _limit_threads()
    try:
        # Imported only after the limits are set, because OpenMP and XLA read them when they are
        # loaded.
        import comparison
        from failure import PeerError
        from hunch_program import HunchProgram
    except ImportError as error:
        requirements = Path(__file__).with_name("requirements.txt")
        print(
            f"quality.py: {error}; run: {sys.executable} -m pip install -r {requirements}",
            file=sys.stderr,
        )
        return 1
    try:
        with _work_folder(options.work) as work:
            logs = comparison.require_at_least_two(
                sorted(options.logs.glob("*.jsonl")), options.logs
            )
            if options.quick:
                logs = _cut(logs, work)
            plan = _plan(comparison, options)
            run = comparison.PeerComparison(
                HunchProgram(options.hunch), logs, work, plan, _progress()
            )
            _write(run.run(), options)
    except (PeerError, OSError) as error:
        print(f"quality.py: {error}", file=sys.stderr)
        return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--hunch", type=Path, required=True, help="the program, like .build/release/hunch"
    )
    parser.add_argument(
        "--logs", type=Path, required=True, help="a folder of donation logs, *.jsonl"
    )
    parser.add_argument(
        "--work", type=Path, help="keep exports and models in this new or empty folder"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the figures to this file"
    )
    parser.add_argument(
        "--leave-one-out", action="store_true", help="also fit without each log, and measure on it"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"check that everything works, on {QUICK_DONATIONS:,} lines per log",
    )
    return parser.parse_args()


def _limit_threads() -> None:
    """Gives every program the same processors.

    Idle OpenMP threads sleep, so that a busy machine stays usable.
    """
    os.environ.setdefault("OMP_NUM_THREADS", str(THREADS))
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:THREADS])


@contextlib.contextmanager
def _work_folder(path: Path | None) -> Iterator[Path]:
    """The named folder, which must be new or empty, or a temporary one."""
    if path is None:
        with tempfile.TemporaryDirectory(prefix="hunch-peers-") as folder:
            yield Path(folder)
        return
    path.mkdir(parents=True, exist_ok=True)
    if any(path.iterdir()):
        raise OSError(f"{path}: this folder is not empty; choose a new or an empty one")
    yield path


def _cut(logs: list[Path], work: Path) -> list[Path]:
    """Writes the first lines of each log to the folder."""
    folder = work / "logs"
    folder.mkdir()
    for log in logs:
        with log.open(encoding="utf-8") as lines:
            (folder / log.name).write_text(
                "".join(itertools.islice(lines, QUICK_DONATIONS)), encoding="utf-8"
            )
    return [folder / log.name for log in logs]


def _plan(comparison, options: argparse.Namespace):
    """Returns the whole `ComparisonPlan`, or one that checks in a minute that everything works."""
    if not options.quick:
        return comparison.ComparisonPlan(leave_one_out=options.leave_one_out)
    return comparison.ComparisonPlan(
        trees=comparison.LambdaMARTPlan(trees=(5, 10), leaves=(31,), learning_rates=(0.08,)),
        sequence=comparison.SequencePlan(context=16, width=16, blocks=1, epochs=2),
        hunch_epochs=1,
        leave_one_out=options.leave_one_out,
    )


def _progress() -> Callable[[str], None]:
    """Reports progress on standard error, with the seconds since the start."""
    started = time.monotonic()
    return lambda text: print(
        f"[{time.monotonic() - started:6.0f} s] {text}", file=sys.stderr, flush=True
    )


def _write(result, options: argparse.Namespace) -> None:
    if options.quick:
        result.notes.insert(
            0, "A quick run on cut logs: it shows that everything works; its figures mean nothing."
        )
    print(result.markdown(), end="")
    if options.json is not None:
        options.json.write_text(json.dumps(result.json(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
