"""Sides in a comparison take turns."""

import unittest

from turns import Side, TurnsPlan, take_turns, timed


class TurnsTests(unittest.TestCase):
    """Sides whose calls take the stated time."""

    def side(self, name, nanoseconds, order=None):
        """A side that records its turns."""

        def run(count):
            if order is not None:
                order.append(name)
            return [nanoseconds] * count

        return Side(name, run)

    def test_medians_calls_and_ratios(self):
        plan = TurnsPlan(calls=100, block_seconds=1e-3)
        ours, theirs = take_turns([self.side("ours", 50_000), self.side("theirs", 200_000)], plan)
        self.assertEqual((ours.median, theirs.median), (50_000, 200_000))
        self.assertEqual((ours.p99, ours.ratio, theirs.ratio), (50_000, 1, 0.25))
        self.assertGreaterEqual(min(ours.calls, theirs.calls), 100)

    def test_the_slow_have_fewer_calls_and_no_round_waits_for_them(self):
        plan = TurnsPlan(calls=1_000, budget_seconds=1, least_calls=4, block_seconds=1e-3)
        ours, slow = take_turns(
            [self.side("ours", 1_000_000), self.side("slow", 200_000_000)], plan
        )
        self.assertEqual(ours.calls, 1_000)
        self.assertTrue(5 <= slow.calls <= 10, slow.calls)
        self.assertEqual(slow.ratio, 0.005)

    def test_another_side_begins_each_round(self):
        order = []
        plan = TurnsPlan(calls=2, least_calls=1, block_seconds=1e-9)
        take_turns([self.side("a", 1_000, order), self.side("b", 1_000, order)], plan)
        self.assertEqual("".join(order), "ab" + "ab" + "ba")

    def test_a_function_is_measured_call_by_call(self):
        calls = []
        times = timed(lambda: calls.append(1))(5)
        self.assertEqual(len(times), 5)
        self.assertTrue(all(value >= 0 for value in times))
        self.assertGreater(len(calls), 5, "some calls warm up")
