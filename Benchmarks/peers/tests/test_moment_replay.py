"""The selected moments, with what is known then and done in time."""

import json
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

from donation_sequences import read_history
from failure import PeerError
from moment_replay import MomentPlan, climatology, moments_of, nothing
from tests.made_up_logs import line

MONDAY = datetime(2026, 3, 2, tzinfo=timezone(timedelta(hours=1)))


class MomentReplayTests(unittest.TestCase):
    """Small logs, written out."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = Path(folder.name) / "made-up.jsonl"

    def read(self, *donations):
        """Reads a log of these users, with times since midnight on Monday and items."""
        self.log.write_text(
            "\n".join(
                line(user, (MONDAY + timedelta(**since)).isoformat(), item)
                for user, since, item in donations
            ),
            encoding="utf-8",
        )
        return read_history(self.log)

    def test_moments_are_whole_quarters_from_the_first_scored_donation_to_the_last(self):
        history = self.read(
            ("a", {"hours": 1}, 1),
            ("a", {"hours": 2, "minutes": 7}, 2),
            ("a", {"hours": 2, "minutes": 30}, 1),
            ("a", {"hours": 3}, 3),
            ("a", {"hours": 3}, 2),
        )
        plan = MomentPlan(score_from=0.2, fewest_donations=1)
        (moments,) = moments_of(history, plan)
        minutes = (moments.milliseconds - int(MONDAY.timestamp() * 1000)) / 60_000
        self.assertEqual(minutes.tolist(), [135, 150, 165, 180])
        self.assertEqual(moments.offset_seconds.tolist(), [3600] * 4)
        # An event at a moment counts as after it.
        self.assertEqual(moments.donations.tolist(), [2, 2, 3, 3])
        self.assertEqual(moments.known.tolist(), [2, 2, 2, 2])
        self.assertEqual(
            moments.done.tolist(),
            [[True, True, False], [True, True, False], [False, True, False], [False, True, False]],
        )
        self.assertEqual(moments.novel.tolist(), [1, 1, 1, 1])
        self.assertEqual(nothing(moments).tolist(), [[0, 0, 0]] * 4)

    def test_an_hour_ends_before_the_donation_that_is_an_hour_later(self):
        history = self.read(*(("a", {"hours": hour}, 1) for hour in (1, 2, 4)))
        (moments,) = moments_of(history, MomentPlan(score_from=0.3, fewest_donations=1))
        self.assertEqual(moments.done[:, 0].tolist(), [True] + [False] * 4 + [True] * 4)

    def test_the_busiest_are_asked_for_a_fortnight(self):
        often = [("b", {"days": day}, 1) for day in range(60)]
        some = [("a", {"days": day}, 1) for day in range(50)]
        few = [("c", {"days": day}, 1) for day in range(10)]
        history = self.read(*often, *some, *few)
        users = moments_of(history, MomentPlan(fewest_donations=40))
        self.assertEqual([own.user for own in users], [1, 0])
        self.assertEqual([len(own) for own in users], [14 * 96, 14 * 96])
        self.assertEqual(len(moments_of(history, MomentPlan(fewest_donations=40, users=1))), 1)

    def test_climatology_is_the_share_of_like_days(self):
        # Monday to Friday at eight, except Wednesday; on Saturday at eight something else.
        history = self.read(
            *(("a", {"days": day, "hours": 8}, 1) for day in (0, 1, 3, 4)),
            ("a", {"days": 5, "hours": 8}, 2),
            ("a", {"days": 7, "hours": 7}, 1),
            ("a", {"days": 7, "hours": 8}, 1),
        )
        plan = MomentPlan(score_from=0.75, fewest_donations=1)
        (moments,) = moments_of(history, plan)
        said = climatology(history.users[0], moments, plan)
        # At 7:00 on the second Monday: five workdays, four of them with it at 6:30 to 8:30.
        self.assertAlmostEqual(said[0, 0], 4.2 / 7)
        self.assertAlmostEqual(said[0, 1], 0.2 / 7)

    def test_times_that_are_not_exact_are_refused(self):
        record = json.loads(line("a", MONDAY.isoformat(), 1)) | {"timePrecision": "day"}
        self.log.write_text(json.dumps(record), encoding="utf-8")
        with self.assertRaisesRegex(PeerError, "inexact"):
            moments_of(read_history(self.log), MomentPlan())
