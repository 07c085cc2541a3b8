"""The training data of the trees."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from hunch_export import open_export
from lambdamart import Configuration, LambdaMART, LambdaMARTPlan
from ranking_metrics import quality_of_ranks
from tests.made_up_logs import write_export, write_log

PLAN = LambdaMARTPlan(trees=(5, 20), min_data_in_leaf=5)


class LambdaMARTTests(unittest.TestCase):
    """Two synthetic logs."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.exports = []
        for seed in (1, 2):
            log = Path(folder.name) / f"made-up-{seed}.jsonl"
            write_log(log, seed=seed)
            write_export(log, log.with_suffix(".safetensors"))
            cls.exports.append(open_export(log.with_suffix(".safetensors")))
        cls.trees = LambdaMART(cls.exports, PLAN)
        cls.forest = cls.trees.fit(Configuration(20, 31, 0.08))

    def test_it_learns_which_column_tells_what_follows(self):
        few, many = self.forest.ranks(self.exports[0].part("report"), PLAN.trees)
        self.assertGreater(quality_of_ranks(many).hit_at_1, 0.7)
        self.assertGreater(quality_of_ranks(few).hit_at_1, 0.5)

    def test_queries_without_a_target_are_left_out(self):
        rows = 0
        for export in self.exports:
            queries = export.part("fit")
            rows += int(np.diff(queries.starts)[queries.target >= 0].sum())
            self.assertGreater(int(np.diff(queries.starts)[queries.target < 0].sum()), 0)
        self.assertEqual(self.trees.rows, rows)

    def test_fewer_trees_are_the_first_of_the_most(self):
        features = self.exports[0].part("report").features
        few, many = self.forest.scores(features, (5, 20))
        np.testing.assert_allclose(
            few, self.forest.booster.predict(features, num_iteration=5, raw_score=True)
        )
        np.testing.assert_allclose(many, self.forest.booster.predict(features, raw_score=True))
        self.assertEqual(sorted(self.forest.seconds), [5, 20])

    def test_the_same_seed_gives_the_same_scores(self):
        features = self.exports[0].part("report").features
        again = LambdaMART(self.exports, PLAN).fit(Configuration(20, 31, 0.08))
        np.testing.assert_array_equal(
            self.forest.scores(features, (20,))[0], again.scores(features, (20,))[0]
        )

    def test_a_rate_and_a_number_of_leaves_is_trained_once_with_the_most_trees(self):
        tried = LambdaMARTPlan().configurations()
        self.assertEqual(len(tried), 4)
        self.assertEqual({own.trees for own in tried}, {1000})
