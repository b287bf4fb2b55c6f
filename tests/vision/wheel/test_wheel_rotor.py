"""Reading the rotor near where it is due: as exact as from scratch, and never fooled by a jump."""

from math import degrees, tau
from types import SimpleNamespace

import numpy as np
import pytest

from schemas.table import TableSetup
from schemas.wheel import colour_of
from vision.wheel.numbers import NumberOrder, peak
from vision.wheel.ring_plane import Ellipse, RingPlane
from vision.wheel.rotor import Levels, RotorReader

POCKETS = TableSetup(table="t1", rulebook="division-current").wheel.pockets
LEVELS = Levels(170, 120, 100)
SIDE = 200
PLANE = RingPlane.of(Ellipse(SIDE - 0.5, SIDE - 0.5, 170, 150, 0.2), 0.02, -0.05)


def pictured(turned: float, seconds: float, *, hidden: float = 0.0) -> SimpleNamespace:
    """A picture of the ring with pocket 0 at this angle; a part of it hidden behind a hand."""
    v, u = np.mgrid[0:SIDE, 0:SIDE] * 2 + 0.5
    x, y, w = np.einsum("ij,j...->i...", np.linalg.inv(PLANE.homography), np.stack([u, v, np.ones_like(u)]))
    angle, radius = np.arctan2(y / w, x / w), np.hypot(x / w, y / w)
    pocket = np.round((angle - turned) / tau * len(POCKETS)).astype(int) % len(POCKETS)
    colours = np.array([getattr(LEVELS, colour_of(number)) for number in POCKETS])
    redness = np.where((radius > 0.8) & (radius < 1), colours[pocket], 128)
    redness = np.where(angle % tau < hidden * tau, 140, redness)
    noise = np.random.default_rng(int(seconds * 1e4)).normal(0, 3, redness.shape)
    return SimpleNamespace(v=np.clip(redness + noise, 0, 255).astype(np.uint8), micros=round(seconds * 1e6),
                           width=2 * SIDE, height=2 * SIDE)


def read(turns, *, closely=True, fps=25, hidden=()):
    """What is read of a rotor that stands at `turns(t)` at each time."""
    reader, readings = RotorReader(PLANE, POCKETS, LEVELS), []
    for n in range(round(2.4 * fps)):
        behind = 0.55 if n in hidden else 0.0
        readings.append(reader.read(pictured(turns(n / fps), n / fps, hidden=behind), closely=closely))
    return reader, readings


def test_near_a_column_the_same_is_found_as_all_round():
    order = NumberOrder(POCKETS, LEVELS)
    noise = np.random.default_rng(1).normal(0, 4, order.columns)
    strip = np.roll(order.pattern * 900 + 120, 333) + noise
    curve = order.agreement(strip)

    column, agreement = order.near(strip, 330.4, 7)

    assert column == pytest.approx(peak(curve, int(curve.argmax())), abs=0.02)
    assert agreement == pytest.approx(curve.max(), abs=1e-6)


@pytest.mark.parametrize("closely", [True, False])
def test_an_even_rotor_is_followed_in_every_frame(closely):
    reader, readings = read(lambda t: 1.0 - 2.6 * t, closely=closely)

    off = [degrees((seen.column / 740 * tau - 1.0 + 2.6 * seen.seconds + 3) % tau - 3) for seen in readings]
    assert max(map(abs, off)) < 1.0
    assert reader.speed == pytest.approx(-2.6, rel=0.02)
    assert reader.turns == "anticlockwise"
    assert readings[-1].turned - readings[0].turned == pytest.approx(-2.6 * readings[-1].seconds, abs=0.03)


def test_a_rotor_that_jumps_while_frames_are_lost_is_found_again():
    _, readings = read(lambda t: 2.0 * t if t < 1.4 else 2.0 * t + 1.9)

    last = readings[-1]
    assert abs((last.column / 740 * tau - 2.0 * last.seconds - 1.9 + 3) % tau - 3) < 0.02
    assert last.sure


def test_a_hand_over_half_the_ring_hides_it_and_the_turn_is_counted_on():
    reader, readings = read(lambda t: 2.2 * t, hidden=range(25, 45))

    assert readings[-1].turned - readings[0].turned == pytest.approx(2.2 * readings[-1].seconds, abs=0.03)
    assert reader.speed == pytest.approx(2.2, rel=0.02)


def test_a_still_rotor_is_still():
    reader, _ = read(lambda t: 0.4)
    assert reader.turns == "still"
