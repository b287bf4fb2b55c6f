"""One move from pixels to verdict, as the benchmark plays it; the acts' own test plays both cameras."""

from __future__ import annotations

import pytest

from services.benchmark.evening import try_evening
from vision.benchmark.evenings import Evening
from vision.benchmark.tally import summed

pytestmark = pytest.mark.pixels


def test_a_capped_winner_is_found_with_the_desk_and_without(tmp_path):
    result = try_evening(Evening(story="cap", seed=11, difficulty="easy", wheel="told"), tmp_path)

    assert (result.failed, result.exact, result.exact_without_desk) == (None, True, True)
    sight = summed(result.sight)
    assert sight["frames with a false stack"].good == 0
    assert sight["stacks found"].good == sight["stacks found"].of > 60
    assert sight["interval contains the true time"].good == sight["interval contains the true time"].of
