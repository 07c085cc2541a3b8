"""Stands in for the program `hunch`: same arguments, files of the same form."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from made_up_logs import write_export


def main(command: str, *arguments: str) -> int:
    """Answers `train` with `--export` or `--out`, and `evaluate --json`."""
    logs = [Path(argument) for argument in arguments if argument.endswith(".jsonl")]
    options = dict(zip(arguments, arguments[1:]))
    if command == "evaluate":
        rankers = [_ranker("hunch", 0.75), _ranker("most-frequent", 0.25)]
        print(json.dumps({"log": str(logs[0]), "users": 4, "scored": 144, "rankers": rankers}))
    elif "--export" in options:
        folder = Path(options["--export"])
        folder.mkdir()
        for log in logs:
            write_export(log, folder / f"{log.stem}.safetensors", float(options["--until"]))
    else:
        Path(options["--out"]).write_bytes(b"a model")
    return 0


def _ranker(name: str, mrr: float) -> dict:
    return {
        "name": name,
        "hit_rate": {"1": mrr / 2, "3": mrr},
        "mrr": mrr,
        "microseconds_per_query": 12.5,
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
