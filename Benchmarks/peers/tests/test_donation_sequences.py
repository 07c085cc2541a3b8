"""Reading a log."""

import hashlib
import struct
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import numpy as np

from donation_sequences import check_replay, first_of_share, identity, read_history
from failure import PeerError
from hunch_export import open_export
from tests.made_up_logs import line, write_export, write_log


class DonationSequenceTests(unittest.TestCase):
    """Small logs, written out."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = Path(folder.name) / "made-up.jsonl"

    def read(self, *lines):
        """Reads a log of these lines."""
        self.log.write_text("\n".join(lines), encoding="utf-8")
        return read_history(self.log)

    def test_users_share_activities_and_have_numbers_of_their_own(self):
        noon, later = "2026-03-02T12:00:00+01:00", "2026-03-02T13:00:00.250+01:00"
        history = self.read(
            line("b", noon, 7), line("a", later, 7), line("a", noon, 5), line("b", later, 7.0)
        )
        ann, ben = history.users
        self.assertEqual(history.activities, 2)
        self.assertEqual((ann.own_activity.tolist(), ben.own_activity.tolist()), ([0, 1], [0, 0]))
        self.assertEqual(ann.activity[1], ben.activity[0])
        self.assertEqual(ann.milliseconds[1] - ann.milliseconds[0], 3_600_250)
        self.assertEqual(ann.offset_seconds.tolist(), [3600, 3600])

    def test_an_activity_is_its_type_and_the_required_keys_by_value(self):
        base = {"activityType": "t", "userInfo": {"a": 1, "b": [2.0, "é"]}}
        same = {"activityType": "t", "userInfo": {"b": [2, "e\u0301"], "a": 1.0}}
        self.assertEqual(identity(base), identity(same))
        self.assertNotEqual(identity(base), identity({**base, "userInfo": {"a": 1}}))
        narrow = [
            {**own, "requiredUserInfoKeys": ["a", "absent"]}
            for own in (base, {**base, "userInfo": {"a": 1}})
        ]
        self.assertEqual(identity(narrow[0]), identity(narrow[1]))
        self.assertNotEqual(
            identity(base), identity({**base, "userInfo": {"a": True, "b": [2.0, "é"]}})
        )

    def test_donations_of_one_moment_stay_in_the_order_of_the_log(self):
        noon = "2026-03-02T12:00:00Z"
        history = self.read(
            line("a", noon, 9), line("a", noon, 3), line("a", "2026-03-02T11:00:00Z", 3)
        )
        self.assertEqual(history.users[0].activity.tolist(), [0, 1, 0])
        self.assertEqual(history.users[0].known_before().tolist(), [0, 1, 2])

    def test_activities_are_ordered_by_the_digest_of_their_canonical_form(self):
        noon = "2026-03-02T12:00:00Z"
        history = self.read(*(line("a", noon, item) for item in (1, 2, 3, 4, "1", 2.5)))

        def digest(value):
            key, kind = b"s" + (4).to_bytes(8) + b"item", b"s" + (16).to_bytes(8)
            form = kind + b"org.example.play" + b"o" + (1).to_bytes(8) + key + value
            return hashlib.sha256(form).hexdigest()

        values = [b"i" + number.to_bytes(8) for number in (1, 2, 3, 4)]
        values += [b"s" + (1).to_bytes(8) + b"1", b"f" + struct.pack(">d", 2.5)]
        digests = [digest(value) for value in values]
        expected = [sorted(digests).index(own) for own in digests]
        self.assertEqual(history.tie_order.tolist(), expected)

    def test_bad_lines_and_deletions_are_refused_with_their_number(self):
        for bad, reason in {
            '{"time": "2026-03-02T12:00:00", "activityType": "t"}': "1: this line is not",
            "[]": "1: this line is not a donation",
            '{"type": "delete", "all": true}': "1: deletions are not replayed",
        }.items():
            with self.subTest(bad), self.assertRaisesRegex(PeerError, reason):
                self.read(bad)

    def test_a_replay_that_differs_from_the_export_is_refused(self):
        write_log(self.log)
        export = self.log.with_suffix(".safetensors")
        write_export(self.log, export)
        sequence = open_export(export).sequence()
        history = read_history(self.log)
        check_replay(history, sequence, "made-up")
        changed = sequence.activity.copy()
        changed[50] += 1
        with self.assertRaisesRegex(PeerError, "disagree about activities"):
            check_replay(history, replace(sequence, activity=changed), "made-up")
        with self.assertRaisesRegex(PeerError, "disagree about users"):
            check_replay(history, replace(sequence, user=np.array([])), "made-up")

    def test_shares_are_rounded_up_but_for_what_is_rounding_itself(self):
        self.assertEqual(
            [first_of_share(0.55, 100), first_of_share(0.6, 7), first_of_share(1.2, 7)], [55, 5, 7]
        )
