"""Ranks and their summaries."""

import unittest

import numpy as np

from failure import PeerError
from ranking_metrics import quality_of_ranks, target_ranks


class RankingMetricsTests(unittest.TestCase):
    """Three queries with three, no and two candidates, a flat array of five scores."""

    starts = np.array([0, 3, 3, 5])

    def test_equal_scores_rank_by_the_tie_order_lowest_first(self):
        scores = np.array([1.0, 1.0, 1.0, 0.0, 2.0])
        order = np.array([2, 0, 1, 0, 1])
        for target, rank in enumerate([3, 1, 2]):
            ranks = target_ranks(scores, self.starts, np.array([target, -1, 0]), order)
            self.assertEqual(ranks.tolist(), [rank, 0, 2])

    def test_what_is_new_is_a_miss(self):
        quality = quality_of_ranks(np.array([1, 0, 3, 4]))
        self.assertEqual((quality.hit_at_1, quality.hit_at_3), (0.25, 0.5))
        self.assertAlmostEqual(quality.mean_reciprocal_rank, (1 + 1 / 3 + 1 / 4) / 4)

    def test_nothing_but_new_activities_ranks_nothing(self):
        ranks = target_ranks(np.zeros(5), self.starts, np.array([-1, -1, -1]), np.zeros(5, int))
        self.assertEqual(ranks.tolist(), [0, 0, 0])

    def test_scores_that_are_not_numbers_are_refused(self):
        with self.assertRaisesRegex(PeerError, "not finite"):
            target_ranks(
                np.array([np.nan] * 5), self.starts, np.array([0, -1, 0]), np.zeros(5, int)
            )

    def test_no_queries_are_refused(self):
        with self.assertRaisesRegex(PeerError, "no query"):
            quality_of_ranks(np.array([], int))
