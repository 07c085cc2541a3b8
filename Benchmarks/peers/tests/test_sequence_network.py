"""The network's input and its learning."""

import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import numpy as np

from donation_sequences import read_history
from hunch_export import open_export
from ranking_metrics import quality_of_ranks
from sequence_network import CandidateQueries, SequencePlan, fit_network
from sequence_windows import GAPS, Positions
from tests.made_up_logs import write_export, write_log

CONTEXT = 8


class SequenceNetworkTests(unittest.TestCase):
    """Users who go through the same cycle."""

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "made-up.jsonl"
            write_log(log)
            cls.history = read_history(log)
            write_export(log, log.with_suffix(".safetensors"))
            cls.report = open_export(log.with_suffix(".safetensors")).part("report")
        cls.positions = Positions.of(cls.history, CONTEXT)
        cls.plan = SequencePlan(
            context=CONTEXT, width=16, blocks=1, epochs=20, batch=8, learning_rate=0.01
        )
        cls.network = fit_network(cls.history, cls.positions, 0.6, 0.1, cls.plan)
        cls.queries = CandidateQueries.of(cls.history, cls.positions, 0.7, 1)

    def test_every_fitted_donation_is_the_target_of_one_position(self):
        windows = self.positions.training_windows(0.6, np.random.default_rng(3))
        targets = np.sort(windows.target[windows.target >= 0])
        fitted = np.concatenate(
            [user.activity[: len(user) * 6 // 10] for user in self.history.users]
        )
        self.assertEqual(targets.tolist(), np.sort(fitted).tolist())

    def test_a_position_knows_what_was_before_and_when_it_is(self):
        user, start = self.history.users[1], self.positions.starts[1]
        window = self.positions.window(np.array([start + 2]))
        self.assertEqual(window.previous[0, -2:].tolist(), user.activity[:2].tolist())
        self.assertEqual(window.is_empty[0].tolist(), [True] * (CONTEXT - 3) + [False] * 3)
        self.assertEqual(window.previous[0, -3], self.history.activities)
        local = (user.milliseconds[2] + 1000 * user.offset_seconds[2]) // 3_600_000 % 24
        self.assertEqual(window.hour[0, -1], local)
        self.assertEqual(window.gap[0, -3], GAPS - 1)
        seconds = (user.milliseconds[2] - user.milliseconds[1]) // 1000
        self.assertEqual(2 ** (window.gap[0, -1] - 1) <= seconds < 2 ** window.gap[0, -1], True)

    def test_it_ranks_the_queries_of_the_export(self):
        self.queries.check(self.report, "made-up")

    def test_it_learns_what_follows_what(self):
        ranks = self.network.ranks(self.positions, self.queries, self.report.tie_order)
        self.assertGreater(quality_of_ranks(ranks).hit_at_1, 0.7)

    def test_the_same_seed_gives_the_same_ranks(self):
        again = fit_network(self.history, self.positions, 0.6, 0.1, replace(self.plan, epochs=2))
        once_more = fit_network(
            self.history, self.positions, 0.6, 0.1, replace(self.plan, epochs=2)
        )
        for name, weights in again.parameters.items():
            np.testing.assert_array_equal(weights, once_more.parameters[name])

    def test_what_happens_later_changes_no_rank(self):
        user = self.history.users[-1]
        later = replace(user, activity=np.append(user.activity[:-1], (user.activity[-1] + 1) % 6))
        history = replace(self.history, users=[*self.history.users[:-1], later])
        positions = Positions.of(history, CONTEXT)
        ranks = self.network.ranks(positions, self.queries, self.report.tie_order)
        expected = self.network.ranks(self.positions, self.queries, self.report.tie_order)
        self.assertEqual(ranks.tolist(), expected.tolist())
