"""Reads donation logs (JSON Lines, version 1), with activities that users share.

The export numbers each user's activities for that user alone. A network that learns from many users
needs to know that two of them did the same thing, so it reads the logs themselves. `check_replay`
then compares the two replays number by number.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

import numpy as np

from failure import PeerError
from hunch_export import DonationSequence

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class UserHistory:
    """The donations of one user, in order of time."""

    activity: np.ndarray  # number of the activity, shared by all users of the log
    own_activity: np.ndarray  # number of the activity for this user, by first donation
    milliseconds: np.ndarray  # since 1970
    offset_seconds: np.ndarray  # east of UTC
    has_exact_time: (
        np.ndarray
    )  # whether the time is exact; otherwise only the day or the order is known

    def __len__(self) -> int:
        return len(self.activity)

    def known_activities(self) -> np.ndarray:
        """The shared numbers of this user's activities, in the order of their first donation."""
        _, first = np.unique(self.own_activity, return_index=True)
        return self.activity[first]

    def known_before(self) -> np.ndarray:
        """The number of different activities that the user had done before each donation."""
        return np.concatenate([[0], np.maximum.accumulate(self.own_activity)[:-1] + 1])


@dataclass(frozen=True)
class LogHistory:
    """The donations of a log's users, who are in the order of their names, as bytes."""

    users: list[UserHistory]
    activities: int
    tie_order: np.ndarray  # the rank of each shared activity in the order of identities


def read_history(path: Path) -> LogHistory:
    """Reads a log and skips lines that are not donations, such as feedback.

    Raises PeerError for lines that cannot be read, and for deletions, which are not replayed here.
    """
    by_user: dict[str, list[_Donation]] = {}
    digests: dict[str, bytes] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                _read_line(line, f"{path}:{number}", by_user, digests)
    except OSError as error:
        raise PeerError(f"{path}: cannot be read: {error}") from error
    if not by_user:
        raise PeerError(f"{path}: it contains no donations")
    shared: dict[str, int] = {}
    users = [
        _history(sorted(by_user[user], key=lambda donation: donation.milliseconds), shared)
        for user in sorted(by_user, key=lambda name: name.encode())
    ]
    order = sorted(shared, key=digests.__getitem__)
    tie_order = np.empty(len(order), int)
    tie_order[[shared[activity] for activity in order]] = np.arange(len(order))
    return LogHistory(users, len(shared), tie_order)


class _Donation(NamedTuple):
    milliseconds: int
    offset_seconds: int
    activity: str
    has_exact_time: bool


def _read_line(
    line: str, where: str, by_user: dict[str, list[_Donation]], digests: dict[str, bytes]
) -> None:
    if not line.strip():
        return
    try:
        record = json.loads(line)
        kind = record.get("type", "donation")
        if kind == "delete":
            raise PeerError(f"{where}: deletions are not replayed here; use a log without them")
        if kind == "donation":
            milliseconds, offset = _instant(record["time"])
            activity = identity(record)
            if activity not in digests:
                digests[activity] = _digest(activity)
            is_exact = record.get("timePrecision", "exact") == "exact"
            donation = _Donation(milliseconds, offset, activity, is_exact)
            by_user.setdefault(unicodedata.normalize("NFC", record.get("user", "me")), []).append(
                donation
            )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PeerError(f"{where}: this line is not a donation: {error!r}") from error


def identity(record: dict) -> str:
    """The identity of an activity, as text.

    It consists of the type and the required keys of userInfo in canonical form.
    """
    info = record.get("userInfo", {})
    required = record.get("requiredUserInfoKeys")
    if required is not None:
        info = {key: info[key] for key in required if key in info}
    canonical = json.dumps(
        [record["activityType"], _canonical(info)], sort_keys=True, ensure_ascii=False
    )
    return unicodedata.normalize("NFC", canonical)


def _canonical(value: object) -> object:
    """Turns whole numbers such as 1.0 into integers, because 1 and 1.0 are the same number."""
    if isinstance(value, dict):
        return {key: _canonical(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_canonical(member) for member in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _digest(identity_text: str) -> bytes:
    """The key by which hunch orders identities: the SHA-256 of a form with all lengths.

    For values that are dates, data or addresses, it uses the objects that a log writes for them.
    """
    activity_type, info = json.loads(identity_text)
    return hashlib.sha256(_form(activity_type) + _form(info)).digest()


def _form(value: object) -> bytes:
    if value is None:
        return b"0"
    if isinstance(value, bool):
        return b"T" if value else b"F"
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return b"i" + struct.pack(">q", value)
    if isinstance(value, (int, float)):
        return b"f" + struct.pack(">d", value)
    if isinstance(value, list):
        return b"a" + struct.pack(">Q", len(value)) + b"".join(map(_form, value))
    if isinstance(value, dict):
        members = sorted((key.encode(), _form(key) + _form(own)) for key, own in value.items())
        return b"o" + struct.pack(">Q", len(members)) + b"".join(form for _, form in members)
    text = value.encode()
    return b"s" + struct.pack(">Q", len(text)) + text


def _instant(text: str) -> tuple[int, int]:
    """Milliseconds since 1970, and seconds east of UTC.

    Digits beyond the millisecond are dropped.
    """
    moment = datetime.fromisoformat(text)
    offset = moment.utcoffset()
    if offset is None:
        raise ValueError("the time has no offset")
    return (moment - _EPOCH) // timedelta(milliseconds=1), int(offset.total_seconds())


def _history(donations: list[_Donation], shared: dict[str, int]) -> UserHistory:
    own: dict[str, int] = {}
    for donation in donations:
        own.setdefault(donation.activity, len(own))
        shared.setdefault(donation.activity, len(shared))
    return UserHistory(
        activity=np.array([shared[donation.activity] for donation in donations]),
        own_activity=np.array([own[donation.activity] for donation in donations]),
        milliseconds=np.array([donation.milliseconds for donation in donations]),
        offset_seconds=np.array([donation.offset_seconds for donation in donations]),
        has_exact_time=np.array([donation.has_exact_time for donation in donations]),
    )


def check_replay(history: LogHistory, exported: DonationSequence, where: str) -> None:
    """Raises PeerError if this replay and the export disagree.

    Otherwise a network would be measured on other queries than the rest.
    """
    comparisons = {
        "users": (
            np.repeat(np.arange(len(history.users)), [len(user) for user in history.users]),
            exported.user,
        ),
        "activities": (_joined(history, "own_activity"), exported.activity),
        "times": (_joined(history, "milliseconds"), exported.time),
        "offsets": (_joined(history, "offset_seconds"), exported.offset),
    }
    for name, (read, written) in comparisons.items():
        if not np.array_equal(read, written):
            raise PeerError(f"{where}: the log and its export disagree about {name}")


def _joined(history: LogHistory, column: str) -> np.ndarray:
    return np.concatenate([getattr(user, column) for user in history.users])


def first_of_share(share: float, count: int) -> int:
    """The number of donations in the first share.

    It is rounded up like in hunch, but ignores rounding errors.
    """
    return math.ceil(count * min(1.0, max(0.0, share)) - 1e-9)
