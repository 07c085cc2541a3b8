"""What can go wrong that a user can mend, in words."""


class PeerError(Exception):
    """The comparison cannot go on; the message says why, and what to do about it."""
