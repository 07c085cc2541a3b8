"""A stand-in for the program `hunch`: the same arguments, and files of the same form."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from made_up_logs import write_export

sys.path.append(str(Path(__file__).parent.parent))
from donation_sequences import read_history  # noqa: E402
from moment_comparison import measured  # noqa: E402
from moment_replay import MomentPlan, climatology, moments_of, nothing  # noqa: E402


def main(command: str, *arguments: str) -> int:
    """Answers `train` with `--export` or `--out`, and `evaluate --json`, also with `--moments`."""
    logs = [Path(argument) for argument in arguments if argument.endswith(".jsonl")]
    options = dict(zip(arguments, arguments[1:]))
    if "--moments" in options:
        print(json.dumps(_moments(logs[0])))
    elif command == "evaluate":
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


def _moments(log: Path) -> dict:
    history, plan = read_history(log), MomentPlan()
    users = moments_of(history, plan)
    rankers = {
        "none": measured(users, nothing),
        "climatology": measured(
            users, lambda own: climatology(history.users[own.user], own, plan)
        ),
    }
    # A log named "other" simulates a program that replays it in another way.
    error = 0.1 if log.stem == "other" else 0.0
    rankers["conditional"] = rankers["climatology"]
    asked = rankers["none"].moments
    return {
        "log": str(log),
        "in_sample": True,
        "moments": {
            "asked": asked,
            "rankers": [
                {
                    "name": name,
                    "brier": own.brier + error,
                    "calibration_error": own.calibration_error,
                    "interruptions": [
                        {
                            "threshold": threshold,
                            "said": said,
                            "came_true": own.came_true[threshold] / said if said else None,
                            "missed": own.missed[threshold] / asked,
                        }
                        for threshold, said in own.said.items()
                    ],
                }
                for name, own in rankers.items()
            ],
        },
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
