"""Failures that a user can fix, in words."""


class PeerError(Exception):
    """The comparison cannot go on; the message says why, and what to do about it."""
