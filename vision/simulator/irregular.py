"""What should not happen in a wheel: a ball flying out or breaking, a strange hand, something falling in."""

from __future__ import annotations

from math import cos, pi, sin

from vision.simulator.ball_state import BallState
from vision.simulator.hand_path import Visit, at
from vision.simulator.scene import Reach, Thing
from vision.simulator.wheel_shape import WheelShape

OUT_S = 0.7
"""How long a ball that leaves the wheel stays in the air."""
SIZES_MM: dict[str, tuple[float, float]] = {"chip": (39, 39), "button": (22, 22), "phone": (70, 140), "shard": (9, 16)}
"""Width and length of things that fall into wheels."""


def flying_out(ball: BallState, speed: float, since: float, shape: WheelShape) -> list[tuple[BallState, float]]:
    """Straight on, over the wall and the rim."""
    if since > OUT_S:
        return []
    along = ball.radius_mm * speed * since * 0.8
    out = ball.radius_mm + 900 * shape.scale * since
    x, y = out * cos(ball.angle) - along * sin(ball.angle), out * sin(ball.angle) + along * cos(ball.angle)
    high = ball.height_mm + 500 * since - 700 * since**2
    radius = (x * x + y * y) ** 0.5
    angle = ball.angle + (along / radius if radius else 0.0)
    return [(BallState(where="falling", angle=angle, radius_mm=radius, height_mm=max(high, -40.0)), 1.0)]


def breaking(ball: BallState, speed: float, since: float, shape: WheelShape) -> list[tuple[BallState, float]]:
    """Two halves that part: one runs on along the track, the other slides down; both lie at last on the apron."""
    found = []
    for nth, (slows, down) in enumerate(((0.45, 0.25), (0.9, 0.6))):
        turned = speed / slows * (1 - 2.718 ** (-slows * since)) * (1 - 0.25 * nth)
        fallen = min(1.0, down * since**1.5)
        radius = ball.radius_mm + (shape.rotor * shape.scale + 14 - ball.radius_mm) * fallen
        height = shape.height(radius / shape.scale) * shape.scale
        found.append((BallState(where="falling", angle=ball.angle + turned, radius_mm=radius, height_mm=height), 0.75))
    return found


def reaching(reach: Reach, dealer_angle: float, shape: WheelShape) -> Visit:
    """A hand from the dealer's side or from across, over the rim for as long as told, down to the track."""
    from_ = dealer_angle + (pi if reach.player is not None else 0.0)
    rim, away, deep = (at(from_ + 0.05, radius * shape.scale) for radius in (shape.rim, 560, 270))
    until = reach.at_s + reach.lasts_s
    return Visit(purpose="reach", from_angle=from_, stations=(
        (reach.at_s - 0.35, away), (reach.at_s, rim), (reach.at_s + 0.35 * reach.lasts_s, deep),
        (reach.at_s + 0.65 * reach.lasts_s, deep), (until, rim), (until + 0.35, away)))


def thing_at(thing: Thing, t: float, shape: WheelShape, angle: float) -> tuple[float, float, float] | None:
    """Where a fallen thing lies: angle, radius, height; it slides down the apron and stays at the rotor's edge."""
    since = t - thing.at_s
    if since < 0:
        return None
    slid = min(1.0, since / 0.5) ** 2
    wide = SIZES_MM[thing.object][0]
    low = shape.rotor + 8 + wide / 2 / shape.scale
    radius = shape.rim + (low - shape.rim) * slid
    return angle, radius * shape.scale, shape.height(radius) * shape.scale
