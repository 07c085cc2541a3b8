"""The command itself, with a stand-in for hunch."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.made_up_logs import write_log

HERE = Path(__file__).parent


class QualityTests(unittest.TestCase):
    """Runs quality.py as a user would."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.logs = self.folder / "logs"
        self.logs.mkdir()
        self.hunch = self.folder / "hunch"
        self.hunch.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "fake_hunch.py"}" "$@"\n'
        )
        self.hunch.chmod(0o755)

    def run_quality(self, *arguments, python=(sys.executable,)):
        """Runs the command on the folder's logs."""
        command = [*python, HERE.parent / "quality.py", "--logs", self.logs, "--quick", *arguments]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)

    def test_one_run_puts_all_peers_into_one_table(self):
        for seed, name in enumerate(("first", "second")):
            write_log(self.logs / f"{name}.jsonl", seed=seed)
        written = self.folder / "figures.json"
        result = self.run_quality("--hunch", self.hunch, "--json", written, "--leave-one-out")
        self.assertEqual(result.returncode, 0, result.stderr)
        heads = [
            text.split(" | ")[0] for text in result.stdout.splitlines() if text.startswith("| ")
        ]
        for name in ("hunch", "LambdaMART (", "SASRec", "most-frequent"):
            self.assertTrue(
                any(head.startswith(f"| {name}") for head in heads), f"{name} is not in {heads}"
            )
        for name in ("hunch", "SASRec", "LambdaMART"):
            self.assertIn(f"{name} on first: MRR of the report part", result.stderr)
        figures = json.loads(written.read_text())
        self.assertEqual(figures["logs"], ["first", "second"])
        self.assertEqual(figures["peers"][0]["mean_reciprocal_rank"], 0.75)
        self.assertEqual([own["is_chosen"] for own in figures["configurations"]].count(True), 1)
        self.assertEqual(
            [own["name"].split()[0] for own in figures["leave_one_out"]], ["hunch", "LambdaMART"]
        )

    def test_what_is_missing_is_said_by_name(self):
        self.assertFailure(
            self.run_quality("--hunch", self.hunch), "0 logs (*.jsonl) in it are too few"
        )
        for name in ("first", "second"):
            write_log(self.logs / f"{name}.jsonl")
        self.assertFailure(
            self.run_quality("--hunch", self.folder / "absent"), "absent: there is no program"
        )
        self.hunch.write_text("#!/bin/sh\necho it hurts >&2\nexit 65\n")
        self.assertFailure(self.run_quality("--hunch", self.hunch), "ended with 65: it hurts")
        self.assertFailure(
            self.run_quality("--hunch", self.hunch, "--work", self.folder),
            "name a new or an empty one",
        )

    def test_a_missing_package_is_answered_with_the_command_that_installs_it(self):
        result = self.run_quality("--hunch", self.hunch, python=(sys.executable, "-S"))
        self.assertFailure(result, "No module named 'numpy'")
        self.assertIn("-m pip install -r", result.stderr)

    def assertFailure(self, result, reason):
        """Checks that it ended with 1, gave the reason, and printed no table."""
        self.assertEqual((result.returncode, result.stdout), (1, ""), result.stderr)
        self.assertIn(reason, result.stderr)
        self.assertNotIn("Traceback", result.stderr)
