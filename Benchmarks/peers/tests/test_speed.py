"""The command itself, with a stand-in for our side."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent


class SpeedTests(unittest.TestCase):
    """Runs speed.py as a user would."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, lie=0.0):
        """A program whose scores are wrong by the given error."""
        path = self.folder / "SpeedPeer"
        path.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "fake_speed_peer.py"}" {lie} "$@"\n'
        )
        path.chmod(0o755)
        return path

    def run_speed(self, program, *arguments, python=(sys.executable,)):
        """Runs the command."""
        command = [*python, HERE.parent / "speed.py", "--program", program, "--quick", *arguments]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)

    def test_one_run_puts_all_peers_into_one_table(self):
        written = self.folder / "figures.json"
        result = self.run_speed(self.program(), "--json", written)
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ("ONNX Runtime: network alone", "numpy", "LightGBM: 5 trees", "FAISS"):
            self.assertIn(f"| {name}", result.stdout)
        figures = json.loads(written.read_text())
        self.assertEqual(
            [own["name"] for own in figures["cases"]],
            [
                "score 20 rows, 40-64-32-1",
                "score 20 rows, 12-64-32-1",
                "dot products 1,000 x 128, top 8, 1 query",
                "dot products 1,000 x 128, top 8, 2 queries",
            ],
        )
        for case in figures["cases"]:
            self.assertEqual(case["sides"][0]["median"], 7_000)
            self.assertTrue(case["sides"][0]["name"].startswith("hunch"))
        self.assertIn("distance_compute_blas_threshold", result.stdout)

    def test_who_computes_something_else_is_not_compared(self):
        result = self.run_speed(self.program(lie=0.01))
        self.assertEqual(result.returncode, 1)
        self.assertIn("scores of hunch and ONNX Runtime differ by 0.0", result.stderr)
        self.assertEqual(result.stdout, "")

    def test_what_is_missing_is_said_by_name(self):
        result = self.run_speed(self.folder / "none")
        self.assertEqual(result.returncode, 1)
        self.assertIn("swift build -c release --product SpeedPeer", result.stderr)
        without = self.run_speed(self.program(), python=(sys.executable, "-S", "-I"))
        self.assertEqual(without.returncode, 1)
        self.assertIn("requirements.txt", without.stderr)

    def test_a_program_that_ends_is_an_error(self):
        path = self.folder / "ends"
        path.write_text("#!/bin/sh\nexit 3\n")
        path.chmod(0o755)
        result = self.run_speed(path)
        self.assertEqual(result.returncode, 1)
        self.assertIn("ended with 3", result.stderr)
