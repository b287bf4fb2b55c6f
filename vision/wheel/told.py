"""An observation before it has its place in time, and how ways round and speeds are written in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import tau
from typing import Any

from schemas.events import Direction, Observation


@dataclass(frozen=True)
class Told:
    """An observation in the making: its kind, when it happened in seconds of the video, its other fields."""

    kind: type[Observation]
    earliest: float
    latest: float
    confidence: float
    fields: Mapping[str, Any]


def way_round(speed: float) -> Direction:
    """Which way something goes that has this speed, positive clockwise."""
    return "clockwise" if speed > 0 else "anticlockwise"


def rpm(speed: float) -> float:
    """Radians a second, either way round, as turns a minute."""
    return round(abs(speed) / tau * 60, 1)


def ball_and_rotor(ball: float, rotor: float | None, turns: str) -> dict[str, Any]:
    """How fast the ball ran, and how fast and which way the rotor turned meanwhile."""
    return {"ball_rpm": rpm(ball), "rotor": turns, "rotor_rpm": None if rotor is None else rpm(rotor)}
