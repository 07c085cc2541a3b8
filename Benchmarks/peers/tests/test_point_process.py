"""The times and activities that a point process predicts."""

import json
import tempfile
import unittest
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import point_process
import point_process_moments
from daily_clock import DailyClock, daily_clocks
from donation_sequences import first_of_share, read_history
from event_windows import Events
from moment_replay import MomentPlan, moments_of
from point_process import Gap
from point_process_fit import PointProcessPlan, fit_point_process, states
from tests.made_up_logs import write_poisson_log

PLAN = PointProcessPlan(width=8, context=16, warm_up=4, batch=16, epochs=30, continuations=50)
RATES = (1.0, 0.25)  # per hour, of two activities


class GapTests(unittest.TestCase):
    """A mixture of two normal distributions of the logarithm of a gap."""

    gap = Gap(jnp.log(jnp.array([0.3, 0.7])), jnp.array([-1.0, 1.0]), jnp.array([0.5, 1.0]))

    def repeated(self, count):
        """The mixture, repeated."""
        return Gap(*(jnp.broadcast_to(own, (count, 2)) for own in self.gap))

    def test_the_probability_between_is_the_integral_of_the_density(self):
        values = np.linspace(-8, 9, 40_001)
        density = np.exp(point_process.log_density(self.repeated(len(values)), jnp.array(values)))
        total = np.trapezoid(density, values)
        self.assertAlmostEqual(total, 1, places=4)
        inside, after = (values >= 0.5) & (values <= 1.5), values >= 0.5
        expected = np.trapezoid(density[inside], values[inside]) / np.trapezoid(
            density[after], values[after]
        )
        said = np.exp(
            point_process.log_probability_between(self.gap, jnp.array(0.5), jnp.array(1.5))
        )
        self.assertAlmostEqual(float(said), expected, places=3)

    def test_gaps_are_drawn_as_likely_as_they_are(self):
        count = 20_000
        low, high = jnp.full(count, 0.5), jnp.full(count, 3.0)
        drawn = np.asarray(
            point_process.sample_between(self.repeated(count), low, high, jax.random.key(1))
        )
        self.assertTrue(((drawn >= 0.5) & (drawn <= 3)).all())
        said = point_process.log_probability_between(self.gap, jnp.array(0.5), jnp.array(1.5))
        whole = point_process.log_probability_between(self.gap, jnp.array(0.5), jnp.array(3.0))
        self.assertAlmostEqual((drawn < 1.5).mean(), float(np.exp(said - whole)), delta=0.015)
        drawn = np.asarray(point_process.sample(self.repeated(count), jax.random.key(2)))
        self.assertAlmostEqual(drawn.mean(), 0.4, delta=0.03)

    def test_a_silence_longer_than_any_before_has_a_probability_too(self):
        for silence in (5.0, 20.0, 200.0):
            begin, end = jnp.full(100, silence), jnp.full(100, silence + 0.1)
            said = np.exp(point_process.log_probability_between(self.gap, begin[0], end[0]))
            self.assertTrue(0 < said <= 1.0001, said)
            drawn = point_process.sample_between(self.repeated(100), begin, end, jax.random.key(1))
            self.assertTrue(bool(((drawn >= begin) & (drawn <= end)).all()), drawn)


class DailyClockTests(unittest.TestCase):
    """A clock runs faster in hours with more activity."""

    def test_it_goes_a_week_in_a_week(self):
        clock = DailyClock.of(np.arange(168) + 1.0)
        self.assertAlmostEqual(float(clock.reading(7 * 86_400)), 7 * 86_400)
        hour = clock.reading(3600 * 10.5) - clock.reading(3600 * 10)
        self.assertAlmostEqual(float(hour), 1800 * clock.rate[10])
        self.assertEqual(
            clock.rate_at(np.array([3600 * 10, 7 * 86_400 + 5])).tolist(),
            [clock.rate[10], clock.rate[0]],
        )

    def test_it_is_counted_from_the_first_share_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            log, changed = Path(folder) / "whole.jsonl", Path(folder) / "changed.jsonl"
            write_poisson_log(log, RATES, hours=200)
            lines = log.read_text(encoding="utf-8").splitlines()
            record = json.loads(lines[-1])
            later = datetime.fromisoformat(record["time"]) + timedelta(hours=7)
            lines[-1] = json.dumps(record | {"time": later.isoformat()})
            changed.write_text("\n".join(lines), encoding="utf-8")
            first, second = (daily_clocks(read_history(own), 0.6)[0] for own in (log, changed))
        np.testing.assert_array_equal(first.rate, second.rate)
        self.assertLess(np.ptp(first.rate), 1.0)


class PointProcessTests(unittest.TestCase):
    """Two users who do two things at random, at constant rates: two Poisson processes."""

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "poisson.jsonl"
            write_poisson_log(log, RATES, users=2, hours=500)
            cls.history = read_history(log)
        cls.process = fit_point_process(cls.history, PLAN)
        cls.plan = MomentPlan(days=2)
        cls.moments = moments_of(cls.history, cls.plan)
        cls.said = [
            point_process_moments.probabilities(cls.process, own, cls.plan) for own in cls.moments
        ]

    def test_it_finds_the_rates(self):
        for own, said in zip(self.moments, self.said):
            activities = self.history.users[own.user].known_activities()
            for column, activity in enumerate(activities):
                expected = 1 - np.exp(-RATES[activity])
                self.assertAlmostEqual(said[:, column].mean(), expected, delta=0.07)
                self.assertLess(said[:, column].std(), 0.12)

    def test_the_likelihood_is_near_that_of_the_truth(self):
        events, rate = self.process.events, sum(RATES) / 3600
        window = events.windows(events.spans(0.6, 0.7, 12), 16, 2)
        seconds, marks = [], []
        for user in self.history.users:
            first, last = first_of_share(0.6, len(user)), first_of_share(0.7, len(user))
            seconds.append(np.diff(user.milliseconds[first - 1 : last]) / 1000)
            marks.append(np.log(np.array(RATES) / sum(RATES))[user.activity[first:last]])
        seconds = np.concatenate(seconds)
        clock = events.scale.clock_seconds(window.next_gap[window.counted].astype(float))
        # Seconds of a standardised log gap on the user's clock, when it ends.
        scale = np.log(events.scale.deviation * (clock + 1)) - window.next_time[window.counted, -1]
        expected = (np.log(rate) - rate * seconds + scale + np.concatenate(marks)).mean()
        self.assertAlmostEqual(self.process.likelihood, expected, delta=0.12)

    def test_every_fitted_donation_but_the_first_is_the_target_of_one_position(self):
        events = self.process.events
        spans = events.spans(0, 0.6, 12, shift=5)
        window = events.windows(spans, 16, 2)
        fitted = [len(user) * 6 // 10 for user in self.history.users]
        self.assertAlmostEqual(int(window.counted.sum()), sum(fitted) - 2, delta=2)
        user = self.history.users[0]
        self.assertEqual(window.activity[0, -1], user.activity[spans[0, 2] - 1])
        self.assertEqual(window.next_own[0, -1] % 2, user.own_activity[spans[0, 2]])
        self.assertFalse((window.counted & window.is_empty).any())

    def test_counts_before_a_window_are_those_of_what_lies_before_it(self):
        events = self.process.events
        window = events.windows(np.array([[0, 90, 100]]), 16, 2)
        before = np.bincount(self.history.users[0].own_activity[:84], minlength=2)
        self.assertEqual(window.counts[0].tolist(), before.tolist())

    def test_what_happens_later_changes_nothing(self):
        own, said = self.moments[0], self.said[0]
        user = self.history.users[own.user]
        known = int(own.donations[20])
        activity = user.activity.copy()
        activity[known:] = 1 - activity[known:]
        own_activity = user.own_activity.copy()
        own_activity[known:] = 1 - own_activity[known:]
        users = list(self.history.users)
        times = user.milliseconds.copy()
        times[known:] += 3_600_000
        users[own.user] = replace(
            user, activity=activity, own_activity=own_activity, milliseconds=times
        )
        history = replace(self.history, users=users)
        process = replace(self.process, events=Events.of(history, PLAN.until))
        again = point_process_moments.probabilities(process, own, self.plan)
        np.testing.assert_allclose(again[:21], said[:21], atol=1e-6)

    def test_a_state_is_that_of_its_number_of_donations(self):
        few = states(self.process, 0, np.array([40, 41]))
        many = states(self.process, 0, np.array([40]))
        np.testing.assert_allclose(few[0], many[0], atol=1e-5)
        self.assertGreater(np.abs(few[0] - few[1]).max(), 1e-4)

    def test_the_same_seed_gives_the_same_network(self):
        plan = replace(PLAN, epochs=2)
        first, second = (fit_point_process(self.history, plan) for _ in range(2))
        for name, weights in first.parameters.items():
            np.testing.assert_array_equal(weights, second.parameters[name])
