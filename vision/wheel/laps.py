"""What is said of a ball on its track and as it leaves it: its laps, its slowing, its drop."""

from __future__ import annotations

from collections.abc import Iterator
from math import tau
from typing import Any

from schemas.events import BallDropped, BallLapped, BallSlowed
from vision.wheel.ball import BallRunner, slope
from vision.wheel.rotor import RotorReader
from vision.wheel.spin import Spin
from vision.wheel.told import Told, ball_and_rotor, rpm, way_round

FALLING, FALLS_S = 0.03, 1.5
"""How far inside the track (ring radii) a ball may be falling, and for how long one out of sight is looked for in the
whole bowl; more costs time."""


class LapWatch:
    """Tells of one running ball after the other what it does until it has left its track."""

    def __init__(self, runner: BallRunner, device_rpm: float | None) -> None:
        self._runner, self._device_rpm = runner, device_rpm
        self._slowed = False

    def begin(self) -> None:
        """Another ball runs, which has not slowed yet."""
        self._slowed = False

    def tell(self, spin: Spin, seconds: float, rotor: RotorReader) -> Iterator[Told]:
        """What has become sure by now: laps, then the drop, and that it runs slower than the device waits for."""
        dropped = spin.drop_due(lost=seconds - spin.path[-1].seconds > 0.2)
        while (lap := spin.lap_due()) is not None:
            yield Told(BallLapped, lap.earliest, lap.latest, 0.6 if lap.doubt else 0.96, {
                "lap": lap.number, "direction": way_round(spin.direction), "rotor": rotor.turns,
                "seconds": round(lap.seconds, 3)})
        if dropped is not None:
            yield _drop_told(spin, dropped, 0.97, spin.revolutions(), rotor)
        yield from self._passed_device_speed(spin, seconds)

    def _passed_device_speed(self, spin: Spin, seconds: float) -> Iterator[Told]:
        if self._device_rpm is None or self._slowed or spin.dropped is not None or len(self._runner.path) < 8:
            return
        if abs(self._runner.speed) / tau * 60 < self._device_rpm:
            self._slowed = True
            yield Told(BallSlowed, seconds - 0.34, seconds, 0.9, {"rpm": rpm(self._runner.speed)})


def may_fall(spin: Spin, seconds: float, looked_s: float) -> bool:
    """Whether the ball may be elsewhere in the bowl than on its track: falling, or lost from sight just now."""
    last = spin.path[-1].seconds
    return (last < looked_s or last_seen_inside(spin)) and seconds - last < FALLS_S


def last_seen_inside(spin: Spin) -> bool:
    """Whether the ball had come down from its track when it was last seen."""
    return spin.level.depth(spin.path[-1]) > FALLING


def unseen_drop(spin: Spin, rested_s: float, rotor: RotorReader) -> Told:
    """A drop out of sight: it was after the last sighting on the track and before the rest."""
    last = spin.path[-1].seconds
    spin.dropped = (last, rested_s)
    most = (spin.travelled + spin.backwards + abs(spin.first_speed) * (rested_s - last)) / tau
    revolutions = round(spin.travelled / tau, 2), round(most, 2) if spin.thrown else None
    return _drop_told(spin, spin.dropped, 0.6, revolutions, rotor)


def _drop_told(spin: Spin, dropped: tuple[float, float], confidence: float, revolutions: tuple[float, float | None],
               rotor: RotorReader) -> Told:
    """The drop, and how ball and rotor went in the last second before it."""
    until = dropped[1]
    last = [each for each in spin.path if until - 1.0 < each.seconds <= until] or spin.path
    speed = slope([each.seconds for each in last], [each.turned for each in last])
    went: dict[str, Any] = {"direction": way_round(speed), **ball_and_rotor(speed, rotor.speed, rotor.turns)}
    return Told(BallDropped, *dropped, confidence, {"revolutions": revolutions, **went})
