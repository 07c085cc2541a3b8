"""The command itself, with a stand-in for hunch."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from donation_sequences import read_history
from moment_replay import MomentPlan, moments_of
from tests.made_up_logs import write_log

HERE = Path(__file__).parent


class AtMomentsTests(unittest.TestCase):
    """Runs at_moments.py as a user would."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.log = self.folder / "first.jsonl"
        write_log(self.log, users=2)
        self.hunch = self.folder / "hunch"
        self.hunch.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "fake_hunch.py"}" "$@"\n'
        )
        self.hunch.chmod(0o755)

    def run_command(self, *arguments, python=(sys.executable,)):
        """Runs the command."""
        command = [*python, HERE.parent / "at_moments.py", "--quick", *arguments]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)

    def write_exports(self):
        """Writes evidence at the moments of the log that reveals the outcome."""
        history = read_history(self.log)
        moments = moments_of(history, MomentPlan())
        done = np.concatenate([own.done[own.is_known] for own in moments])
        counts = np.concatenate([own.known for own in moments])
        rows = np.repeat(np.arange(len(counts)), counts)
        scored = len(counts)
        features = np.stack([done, np.zeros(len(done))], axis=1).astype(np.float32)
        save_file(
            {
                # The same moments three times: for fitting, for choosing, and for scoring.
                "moments.features": np.concatenate([features] * 3),
                "moments.done": np.concatenate([done.astype(np.uint8)] * 3),
                "moments.moment": np.concatenate(
                    [rows + scored * part for part in range(3)]
                ).astype(np.int32),
                "moments.part": np.repeat(np.arange(3, dtype=np.uint8), len(done)),
                "moments.novel": np.zeros(3 * scored, np.int32),
            },
            self.folder / "first.safetensors",
        )

    def test_one_run_puts_all_rankers_into_one_table(self):
        self.write_exports()
        written = self.folder / "figures.json"
        result = self.run_command(
            self.log, "--hunch", self.hunch, "--exports", self.folder, "--json", written
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = [text.split(" | ") for text in result.stdout.splitlines() if "| first" in text]
        names = ["none", "climatology", "LightGBM", "conditional", "point process"]
        self.assertEqual([row[2] for row in rows], names)
        self.assertIn("fitted on these very logs: first", result.stdout)
        (log,) = json.loads(written.read_text())["logs"]
        self.assertLess(log["ratio"]["LightGBM"], 0.5)
        self.assertEqual(log["ratio"]["conditional"], log["ratio"]["climatology"])

    def test_what_is_wrong_is_said_by_name(self):
        other = self.folder / "other.jsonl"
        self.log.rename(other)
        self.assertFailure(
            self.run_command(other, "--hunch", self.hunch), "replay disagree about none"
        )
        self.assertFailure(self.run_command(self.log), "first.jsonl: cannot be read")
        write_log(self.log, users=2, donations=30)
        self.assertFailure(self.run_command(self.log), "users have too few donations")
        self.assertFailure(
            self.run_command(other, "--exports", self.folder), "other.safetensors: cannot be read"
        )

    def test_a_missing_package_is_answered_with_the_command_that_installs_it(self):
        result = self.run_command(self.log, python=(sys.executable, "-S"))
        self.assertFailure(result, "No module named 'numpy'")
        self.assertIn("-m pip install -r", result.stderr)

    def assertFailure(self, result, reason):
        """Checks that it ended with 1, gave the reason, and printed no table."""
        self.assertEqual((result.returncode, result.stdout), (1, ""), result.stderr)
        self.assertIn(reason, result.stderr)
