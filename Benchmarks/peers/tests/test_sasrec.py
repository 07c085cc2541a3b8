"""The positions that the network may see."""

import unittest

import jax
import numpy as np

import sasrec
from sequence_windows import GAPS, HOURS

SHAPE = sasrec.SASRecShape(activities=7, context=6, width=8, blocks=2)


class SASRecTests(unittest.TestCase):
    """An untrained network on one synthetic window whose first two positions are empty."""

    def setUp(self):
        self.parameters = sasrec.initial_parameters(SHAPE, jax.random.key(1))
        random = np.random.default_rng(1)
        self.previous, self.hour, self.gap = (
            random.integers(0, most, (1, SHAPE.context))
            for most in (SHAPE.activities, HOURS, GAPS)
        )
        self.is_empty = np.arange(SHAPE.context)[None] < 2

    def states(self, place=None):
        """The states of the window, with another activity before one of its positions."""
        previous = self.previous.copy()
        if place is not None:
            previous[0, place] = (previous[0, place] + 1) % SHAPE.activities
        window = (previous, self.hour, self.gap, self.is_empty)
        return np.asarray(sasrec.hidden_states(self.parameters, SHAPE, window, None))[0]

    def test_a_position_sees_itself_and_those_before_it(self):
        base = self.states()
        for place in range(2, SHAPE.context):
            changed = (self.states(place) != base).any(axis=-1)
            self.assertEqual(changed.tolist(), [own >= place for own in range(SHAPE.context)])

    def test_empty_positions_are_seen_by_nobody(self):
        base = self.states()
        for place in range(2):
            changed = (self.states(place) != base).any(axis=-1)
            self.assertEqual(changed.tolist(), [own == place for own in range(SHAPE.context)])

    def test_positions_that_do_not_count_have_no_loss(self):
        window = (self.previous, self.hour, self.gap, self.is_empty)
        key = jax.random.key(2)
        target = np.array([[-1, -1, -1, 3, -1, 5]])
        both = sasrec.loss(self.parameters, SHAPE, window, target, key)
        first = sasrec.loss(self.parameters, SHAPE, window, np.where(target == 3, 3, -1), key)
        second = sasrec.loss(self.parameters, SHAPE, window, np.where(target == 5, 5, -1), key)
        self.assertAlmostEqual(float(both), float(first + second) / 2, places=5)
