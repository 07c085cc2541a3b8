#!/usr/bin/env python3
"""Compares the speed of hunch's core with that of its peers: one command, one run, one table.

ONNX Runtime and numpy run the same network on the same rows, LightGBM scores the same rows, FAISS
searches the same vectors. Calls alternate in blocks of some milliseconds, with one thread each, all
on one processor. The README.md in this folder explains the set-up.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Runs the comparison; returns 0, or 1 with the reason on standard error."""
    options = _options()
    _limit_threads()
    try:
        # Imported only after the limits are set, because the libraries read them when they are
        # loaded.
        from failure import PeerError
        from speed_cases import SpeedPlan, comparisons
        from speed_program import SpeedProgram
        from speed_table import SpeedTable
        from turns import take_turns
    except ImportError as error:
        requirements = Path(__file__).with_name("requirements.txt")
        print(
            f"speed.py: {error}; run: {sys.executable} -m pip install -r {requirements}",
            file=sys.stderr,
        )
        return 1
    plan = SpeedPlan.quick() if options.quick else SpeedPlan()
    table = SpeedTable()
    try:
        with tempfile.TemporaryDirectory(prefix="hunch-speed-") as folder:
            with SpeedProgram(options.program, Path(folder)) as program:
                for comparison in comparisons(program, Path(folder), plan):
                    print(f"{comparison.name} …", file=sys.stderr, flush=True)
                    table.add(comparison, take_turns(comparison.sides, plan.turns))
        if options.quick:
            table.notes.insert(0, "A quick run: it shows that everything works, and nothing else.")
        print(table.markdown(), end="")
        if options.json is not None:
            text = json.dumps(table.json(), indent=2) + "\n"
            options.json.write_text(text, encoding="utf-8")
    except (PeerError, OSError) as error:
        print(f"speed.py: {error}", file=sys.stderr)
        return 1
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--program",
        type=Path,
        default=Path(".build/release/SpeedPeer"),
        help="our side; default: .build/release/SpeedPeer",
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the figures to this file"
    )
    parser.add_argument(
        "--quick", action="store_true", help="check in a few seconds that everything works"
    )
    return parser.parse_args()


def _limit_threads() -> None:
    """Limits all sides to one thread and the same processor, so that they have the same caches."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


if __name__ == "__main__":
    sys.exit(main())
