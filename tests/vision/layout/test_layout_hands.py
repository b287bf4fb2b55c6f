import numpy as np

from vision.layout.hands import Hands


def region(rows: slice, columns: slice) -> np.ndarray:
    labels = np.zeros((270, 480), np.int32)
    labels[rows, columns] = 1
    return labels


def see(hands: Hands, labels: np.ndarray, now: int) -> None:
    hands.look(labels, np.bincount(labels.ravel(), minlength=2).astype(np.int32), now, now - 40)
    hands.rest(now, now - 40)


def test_the_edge_tells_whose_hand_it_is() -> None:
    for dealer, rows, side in (("top", slice(0, 90), "dealer"), ("top", slice(180, 270), "player"),
                               ("bottom", slice(180, 270), "dealer"), ("bottom", slice(0, 90), "player")):
        hands = Hands(dealer)
        see(hands, region(rows, slice(200, 230)), 40)
        assert [hand.side for hand in hands.present] == [side]


def test_a_hand_from_the_short_end_is_nobodys() -> None:
    hands = Hands("top")
    see(hands, region(slice(100, 140), slice(0, 90)), 40)
    assert [hand.side for hand in hands.present] == ["unknown"]


def test_chips_in_the_middle_are_no_hand() -> None:
    hands = Hands("top")
    see(hands, region(slice(100, 140), slice(200, 230)), 40)
    assert hands.present == []
    assert not hands.covered.any()


def test_an_arm_that_reaches_on_is_one_arm_until_it_leaves() -> None:
    hands = Hands("top")
    for step in range(5):
        see(hands, region(slice(200 - 20 * step, 270), slice(200 + 4 * step, 230 + 4 * step)), 40 * (step + 1))
    (hand,) = hands.present
    for now in (240, 280):
        see(hands, np.zeros((270, 480), np.int32), now)

    assert hands.present == []
    assert hand.came == (0, 40)
    assert hand.left == (200, 280)
    assert hands.over(region(slice(205, 215), slice(205, 215)).astype(np.uint8), 100) == [hand]
