"""Ids made from causes, so that anything said twice is one thing (contracts: Ids)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from uuid import UUID, uuid5

from schemas.moment import Moment

IDS = UUID("6f2b4a1e-5f0c-5a67-9d1e-0e7c37a36b37")


def observation_id(*, table: str, source: str, session: str, kind: str, micros: int, place: str = "") -> str:
    """One thing seen by one source at one deciding frame (microseconds from the session's beginning)."""
    return str(uuid5(IDS, f"{table}/{source}/{session}/{kind}/{micros}/{place}"))


def derived_id(processor: str, cause: str, nth: int) -> str:
    """The nth thing a processor concluded from one cause."""
    return str(uuid5(IDS, f"{processor}/{cause}/{nth}"))


def round_id(opening: str) -> str:
    """A round is named by the event that opened it."""
    return str(uuid5(IDS, f"round/{opening}"))


def incident_id(round_: str, conduct: str) -> str:
    """One incident per round and kind of conduct."""
    return str(uuid5(IDS, f"incident/{round_}/{conduct}"))


def session_id(files: Iterable[str], starts_at: Moment) -> str:
    """A session is its sources' file names and the moment it starts at."""
    told = "\n".join([*sorted(files), str(starts_at)])
    return hashlib.sha256(told.encode()).hexdigest()[:12]
