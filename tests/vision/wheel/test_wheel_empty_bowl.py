"""What calibration keeps of the bowl: the wood without what passes, and where it is never still."""

from types import SimpleNamespace

import numpy as np
import pytest

from vision.wheel.bowl import COLUMNS, ROWS
from vision.wheel.empty_bowl import empty_bowl

MOMENTS = 90
BANNER, ARM = np.s_[20:26, 100:180], np.s_[4:28, 300:340]


@pytest.fixture(scope="module")
def kept():
    """Wood under a scrolling banner, an arm over it for a third of the time, a ball that passes every place."""
    rng = np.random.default_rng(5)
    letters = np.kron(rng.random((2, 400)) < 0.5, np.ones((3, 5)))

    def unroll(frame):
        nth = frame.index
        wood = 90 + rng.normal(0, 3, (ROWS, COLUMNS))
        wood[8:12, (nth * 17) % COLUMNS:(nth * 17) % COLUMNS + 6] = 220
        wood[BANNER] = 40 + 190 * letters[:, 6 * nth:6 * nth + 80]
        if MOMENTS // 3 < nth < 2 * MOMENTS // 3:
            wood[ARM] = 150
        return np.stack([wood, np.full_like(wood, 128)]).clip(0, 255).astype(np.uint8)

    return empty_bowl([SimpleNamespace(index=nth) for nth in range(MOMENTS)], SimpleNamespace(unroll=unroll))


def test_what_passes_leaves_nothing(kept):
    assert np.abs(kept[0][ARM].astype(int) - 90).max() < 12
    assert np.abs(kept[0][8:12].astype(int) - 90).max() < 12


def test_a_banner_is_never_still_an_arm_and_a_ball_are(kept):
    restless = kept[2] > 0
    assert restless[BANNER].mean() > 0.9
    restless[18:28, 96:184] = False
    assert not restless.any()
