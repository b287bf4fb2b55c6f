"""What the layout camera films: every felt there is, crowds, a covered lens, a poor cable."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from schemas.layout import extra_boxes
from vision.simulator.felt_camera import film_felt
from vision.simulator.felt_chips import lean
from vision.simulator.felt_style import style_of
from vision.simulator.felt_view import FeltView
from vision.simulator.script import play
from vision.simulator.story import load_story


def scene(story: str, seed: int, difficulty: str, at: float, lasts: float = 0.04):
    felt = play(load_story(story), seed).felt
    return replace(felt, difficulty=difficulty, since_s=at, duration_s=lasts)


@pytest.mark.parametrize("story", ["past-post-double-zero", "tier-called"])
def test_every_felt_is_printed_and_all_of_it_is_in_the_picture(story):
    filmed = scene(story, 3, "hard", 8.0)
    picture = next(film_felt(filmed))
    view = FeltView(filmed)
    wide, high = view.size
    assert picture.shape == (high, wide, 3)
    corners = [(0, view.near_y), (0, view.far_y), (view.felt.length, view.near_y), (view.felt.length, view.far_y)]
    for u, v in (view.camera.at(x, y) for x, y in corners):
        assert 0 < u < wide
        assert 0 < v < high
    for box in extra_boxes(view.felt).values():
        u, v = view.camera.at(box.x0, (box.y0 + box.y1) / 2)
        across = picture[int(v), int(u) - 4 : int(u) + 5].astype(int).sum(axis=1)
        assert np.ptp(across) > 40, "a printed line"


def test_chips_that_a_crowd_left_there_are_in_the_first_picture():
    crowded, bare = (next(film_felt(scene(name, 3, "hard", 0.0))) for name in ("crowd", "cap"))
    assert (np.abs(crowded.astype(int) - bare).max(axis=2) > 60).mean() > 0.01


def test_a_covered_lens_shows_nothing():
    covered, before = (next(film_felt(scene("covered-lens", 3, "hard", at))) for at in (6.5, 4.8))
    assert covered.std() < 8 < before.std()


def test_some_stacks_lean_and_most_do_not():
    leaning = [lean(seed, 0.8) != (0.0, 0.0) for seed in range(200)]
    assert 0.15 < np.mean(leaning) < 0.45
    assert all(lean(seed, 0.0) == (0.0, 0.0) for seed in range(20))


def test_on_a_poor_cable_frames_are_lost_and_come_twice():
    seed = next(seed for seed in range(100) if style_of("hard", seed).lost and style_of("hard", seed).repeated)
    frames = list(film_felt(scene("cap", seed, "hard", 3.0, lasts=12.0)))
    lost = sum(frame is None for frame in frames)
    twice = sum(one is not None and one is other for one, other in pairwise(frames))
    assert 0 < lost < 0.04 * len(frames)
    assert 0 < twice < 0.06 * len(frames)
    assert frames[0] is not None
