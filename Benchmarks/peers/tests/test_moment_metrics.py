"""The counts at moments."""

import unittest

import numpy as np

from failure import PeerError
from moment_metrics import MomentTally


class MomentMetricsTests(unittest.TestCase):
    """Three moments, two activities."""

    def tally(self):
        """Counts them."""
        tally = MomentTally()
        said = np.array([[0.5, 0.5], [0.9, 0.2], [0.0, 0.0]])
        done = np.array([[False, True], [True, False], [False, False]])
        tally.add(said, done, np.array([0, 2, 0]), np.array([1, 0]))
        return tally

    def test_the_brier_score_sums_errors_and_new_activities(self):
        expected = ((0.25 + 0.25) + (0.01 + 0.04 + 2) + 0) / 3
        self.assertAlmostEqual(self.tally().quality().brier, expected)

    def test_of_equally_likely_ones_the_first_in_order_is_said(self):
        quality = self.tally().quality()
        self.assertEqual(
            (quality.said[0.5], quality.came_true[0.5], quality.missed[0.5]), (2, 2, 0)
        )
        self.assertEqual((quality.said[0.6], quality.came_true[0.6]), (1, 1))
        turned = MomentTally()
        turned.add(
            np.array([[0.5, 0.5]]), np.array([[False, True]]), np.zeros(1), np.array([0, 1])
        )
        quality = turned.quality()
        self.assertEqual(
            (quality.said[0.5], quality.came_true[0.5], quality.missed[0.5]), (1, 0, 1)
        )

    def test_calibration_is_that_of_the_highest_above_zero(self):
        self.assertAlmostEqual(self.tally().quality().calibration_error, (0.5 + 0.1) / 2, places=6)
        silent = MomentTally()
        silent.add(np.zeros((1, 1)), np.zeros((1, 1), bool), np.zeros(1), np.zeros(1, int))
        self.assertIsNone(silent.quality().calibration_error)
        # 30 moments in 15 bins of two, one hit in each.
        bins = MomentTally()
        bins.add(
            np.full((30, 1), 0.75),
            np.tile([[True], [False]], (15, 1)),
            np.zeros(30),
            np.zeros(1, int),
        )
        self.assertAlmostEqual(bins.quality().calibration_error, 0.25)

    def test_what_is_no_probability_is_refused(self):
        for bad in (1.5, -0.1, float("nan")):
            with self.subTest(bad), self.assertRaises(PeerError):
                MomentTally().add(
                    np.array([[bad]]), np.array([[True]]), np.zeros(1), np.zeros(1, int)
                )
        with self.assertRaises(PeerError):
            MomentTally().quality()
