"""An error that the user can fix, described in words."""


class PeerError(Exception):
    """The comparison cannot continue; the message gives the reason and the remedy."""
