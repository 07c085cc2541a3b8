#!/usr/bin/env python3
"""Compares peers on predictions of the next hour at any moment: one command, one run, one table.

A marked temporal point process learns from the raw sequences, LightGBM from exported evidence at
moments. The simple rules are counted here. The README.md in this folder explains the set-up.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path


def main() -> int:
    """Runs the comparison; returns 0, or 1 with the reason on standard error."""
    options = _options()
    _limit_threads()
    try:
        # Imported only after the limits are set, because OpenMP and XLA read them when they are
        # loaded.
        import moment_comparison
        from failure import PeerError
        from hunch_program import HunchProgram
    except ImportError as error:
        requirements = Path(__file__).with_name("requirements.txt")
        print(
            f"at_moments.py: {error}; run: {sys.executable} -m pip install -r {requirements}",
            file=sys.stderr,
        )
        return 1
    try:
        peers = moment_comparison.MomentPeers(
            logs=options.logs,
            plan=_plan(moment_comparison, options),
            say=_progress(),
            hunch=None if options.hunch is None else HunchProgram(options.hunch),
            model=options.model,
            exports=options.exports,
        )
        result = peers.run()
        print(result.markdown(), end="")
        if options.json is not None:
            options.json.write_text(json.dumps(result.json(), indent=2) + "\n", encoding="utf-8")
    except (PeerError, OSError) as error:
        print(f"at_moments.py: {error}", file=sys.stderr)
        return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("logs", type=Path, nargs="+", metavar="LOG", help="donation logs, *.jsonl")
    parser.add_argument(
        "--hunch",
        type=Path,
        help="the program, like .build/release/hunch: adds its figures, and checks the simple rules",
    )
    parser.add_argument("--model", type=Path, help="the model that hunch uses")
    parser.add_argument(
        "--exports",
        type=Path,
        metavar="FOLDER",
        help="evidence at moments, LOG.safetensors for each log: adds LightGBM",
    )
    parser.add_argument(
        "--leave-one-out",
        action="store_true",
        help="fit LightGBM for each log to the other logs only",
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the figures to this file"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="check that everything works, quickly; the figures are meaningless",
    )
    return parser.parse_args()


def _limit_threads() -> None:
    """Limits the run to one thread on one processor, so that other processes can run as well."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _plan(moment_comparison, options: argparse.Namespace):
    """Returns the whole `MomentComparisonPlan`, or a short one that checks that everything works.
    """
    if not options.quick:
        return moment_comparison.MomentComparisonPlan(leave_one_out=options.leave_one_out)
    return moment_comparison.MomentComparisonPlan(
        point_process=moment_comparison.PointProcessPlan(width=8, epochs=2, continuations=10),
        trees=moment_comparison.MomentTreesPlan(trees=(5, 10), leaves=(15,)),
        leave_one_out=options.leave_one_out,
    )


def _progress() -> Callable[[str], None]:
    """Reports progress on standard error, with the seconds since the start."""
    started = time.monotonic()
    return lambda text: print(
        f"[{time.monotonic() - started:6.0f} s] {text}", file=sys.stderr, flush=True
    )


if __name__ == "__main__":
    sys.exit(main())
