"""Trees that learn from rows at moments."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from failure import PeerError
from moment_trees import MomentTreesPlan, fit_moment_trees, read_moment_export
from tests.made_up_logs import write_moment_export

PLAN = MomentTreesPlan(trees=(5, 40), leaves=(7,), learning_rate=0.1)


class MomentTreesTests(unittest.TestCase):
    """Two synthetic logs in which the first column is the probability."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def export(self, name="made-up", seed=1, **changes):
        """Writes and reads a log."""
        path = self.folder / f"{name}.safetensors"
        tensors = write_moment_export(path, seed=seed)
        if changes:
            save_file(tensors | {f"moments.{key}": own for key, own in changes.items()}, path)
        return read_moment_export(path)

    def test_they_find_the_probability(self):
        exports = [self.export("first"), self.export("second", seed=2)]
        trees = fit_moment_trees(exports, PLAN)
        scored = exports[0].scored
        said = trees.probabilities(scored)
        self.assertLess(np.abs(said - scored.features[:, 0]).mean(), 0.05)
        quality = scored.quality(said)
        best = scored.quality(scored.features[:, 0].astype(float))
        silent = scored.quality(np.zeros(len(scored)))
        self.assertEqual(quality.moments, 100)
        self.assertLess(quality.brier, best.brier + 0.1 * (silent.brier - best.brier))
        again = fit_moment_trees(exports, PLAN)
        np.testing.assert_array_equal(again.probabilities(scored), said)

    def test_a_moments_quality_is_the_sum_over_its_rows(self):
        scored = self.export().scored
        expected = (scored.done.sum() + scored.novel.sum()) / len(scored.novel)
        self.assertAlmostEqual(scored.quality(np.zeros(len(scored))).brier, expected)
        self.assertGreater(scored.novel.sum(), 0)

    def test_large_logs_are_sampled_by_moments(self):
        exports = [self.export()]
        few = MomentTreesPlan(trees=(5,), leaves=(7,), rows_of_a_log=200)
        trees = fit_moment_trees(exports, few)
        self.assertNotEqual(
            trees.probabilities(exports[0].scored).tolist(),
            fit_moment_trees(exports, MomentTreesPlan(trees=(5,), leaves=(7,)))
            .probabilities(exports[0].scored)
            .tolist(),
        )

    def test_what_does_not_fit_together_is_refused(self):
        rows = len(write_moment_export(self.folder / "whole.safetensors")["moments.done"])
        for reason, changes in {
            "columns differ in length": {"done": np.zeros(rows - 1, np.uint8)},
            "does not belong to a moment": {"novel": np.zeros(3, np.int32)},
            "not 0, 1 or 2": {"part": np.full(rows, 3, np.uint8)},
            "neither 0 nor 1": {"done": np.full(rows, 2, np.uint8)},
            "belongs to two parts": {"part": (np.arange(rows) % 2).astype(np.uint8)},
            "not a matrix": {"features": np.zeros(rows, np.float32)},
        }.items():
            with self.subTest(reason), self.assertRaisesRegex(PeerError, reason):
                self.export(**changes)
        with self.assertRaisesRegex(PeerError, "absent.safetensors: cannot be read"):
            read_moment_export(self.folder / "absent.safetensors")
        with self.assertRaisesRegex(PeerError, "none to choose by"):
            fit_moment_trees([self.export(part=np.full(rows, 2, np.uint8))], PLAN)
