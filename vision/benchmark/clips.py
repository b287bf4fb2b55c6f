"""Short clips, as an archive or a highlight reel has them: from just before the drop until the ball lies still."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from vision.benchmark.spins import path_of, rest_of, spin_scene
from vision.benchmark.trial import Trial
from vision.simulator.scene import WheelScene

BEFORE_S = 0.4
"""How long before the drop a clip begins."""
AFTER_S = (1.0, 2.0)
"""How long after the rest it ends, at the least and at the most."""
SHORT = (2.0, 6.0)
"""Revolutions of a clip's spin: they are not in the picture."""


def clip_scene(camera: int, nth: int, trial: Trial) -> WheelScene:
    """The nth clip under a camera."""
    seed = camera * 1000 + nth
    rng = np.random.default_rng((seed, 0xC11B))
    scene = spin_scene(seed, trial, turns=float(rng.uniform(*SHORT)), camera=camera)
    drop = path_of(scene).drop_s
    assert drop is not None
    since = drop - BEFORE_S
    return replace(scene, since_s=since, duration_s=rest_of(scene) + float(rng.uniform(*AFTER_S)) - since)
