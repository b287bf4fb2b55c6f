"""A story that cannot be played is refused in one line that names the step."""

from __future__ import annotations

import pytest

from schemas.errors import NoMoreBetsError
from vision.simulator.script import play
from vision.simulator.stack import taken_off
from vision.simulator.story import load_story, read_story

BET = '[[do]]\nat = 3\nwhat = "bet"\nplayer = 1\nspot = 17\ncolour = "green"\ncount = 2\n'
SPIN = '[[do]]\nat = 9\nwhat = "spin"\nball = "clockwise"\nrotor = "anticlockwise"\nnumber = 17\n'


def step(at, what, **told):
    lines = "".join(f"{key} = {value!r}\n" for key, value in told.items())
    return f'[[do]]\nat = {at}\nwhat = "{what}"\n{lines}'


@pytest.mark.parametrize(("told", "why"), [
    ("", "nothing happens"),
    (step(1, "bett"), "step 1 does not know what = 'bett'. Did you mean 'bet'?"),
    ('[[do]]\nat = 1\n', "step 1 has no `what`"),
    (BET + step(5, "bet", player=1, spot="17", colour="gren", count=1),
     "step 2 (bet): no colour 'gren'. Did you mean 'green'?"),
    (step(5, "bet", player=1, spot="17-19", colour="green", count=1), "step 1 (bet): no spot '17-19'. Did you mean"),
    (step(5, "bet", player=1, spt="17", colour="green", count=1),
     "step 1 (bet): unknown key 'spt'. Did you mean 'spot'?"),
    (step(5, "announce", number="37"), "step 1 (announce): no number '37'"),
    ('[[do]]\nafter = "rest"\nwhat = "call"\n', "step 1 (call): after which spin? none told above"),
    ('[[do]]\nwhat = "call"\n', "step 1 (call): give either `at"),
    (step(5, "dolly", number="17", player=2), "step 1 (dolly): only the dealer does this"),
    ("colour = 1\n" + BET, "unknown key 'colour'"),
    (BET + '[[expect]]\nrule = "late-bets"\nclauses = []\n', "late-bets"),
    (BET + step(3.2, "bet", player=1, spot="1", colour="green", count=1),
     "step 2 (bet): at 3.2 s the hand is still busy with step 1"),
    (BET + step(1, "bets-opened"), "step 2 (bets-opened): at 1.0 s it comes before step 1 (bet)"),
    (BET + step(6, "bet", player=1, spot="17", colour="blue", count=1),
     "step 2 (bet): green chips already stand there"),
    (BET + step(6, "take", spot="18"), "step 2 (take): no stack on 18? There stands: nothing."),
    (BET + step(6, "reduce", player=1, spot="17", count=2), "step 2 (reduce): that is the whole stack"),
    (step(6, "lift-dolly"), "step 1 (lift-dolly): no dolly stands"),
    ('[[do]]\nat = 3\nwhat = "bet"\nspot = 17\ncolour = "green"\ncount = 2\noff_mm = [17, 0]\n',
     "step 1 (bet): so far off 17"),
])
def test_what_is_wrong_is_told_in_one_line(told, why):
    with pytest.raises(NoMoreBetsError) as refused:
        play(read_story(f'title = "x"\n{told}', "mine.toml"), 1)
    assert str(refused.value).startswith("mine.toml: ")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_no_such_story():
    with pytest.raises(NoMoreBetsError, match=r"no story 'past-pots'. Did you mean 'past-post'"):
        load_story("past-pots")


def test_every_move_of_chips_can_be_told():
    story = read_story('title = "x"\n' + BET + step(5, "add", player=1, spot="17", colour="blue", count=3)
                       + step(7, "reduce", player=1, spot="17", count=4) + step(9, "move", spot="17", to="17-20")
                       + step(11, "take", player=1, spot="17-20"), "mine.toml")
    moves = play(story, 3).felt.moves
    assert [move.what for move in moves] == ["place", "add", "reduce", "move", "take"]
    assert [(pile.colour, pile.count) for pile in moves[2].chips] == [("green", 1), ("blue", 3)]
    assert [(pile.colour, pile.count) for pile in moves[4].chips] == [("green", 1)]
    assert moves[3].side == "dealer"
    assert moves[3].to_mm is not None


def test_nothing_is_left_when_everything_is_taken_off():
    pile = play(read_story('title = "x"\n' + BET, "mine.toml"), 1).felt.moves[0].chips
    assert taken_off(pile, 2) == ((), pile)


def test_a_removed_and_returned_ball():
    told = SPIN + '[[do]]\nafter = "launch"\nby = 5\nwhat = "remove-ball"\n'
    told += '[[do]]\nat = 18\nwhat = "return-ball"\nnumber = 3\n'
    script = play(read_story('title = "x"\nprevious_number = 3\n' + told, "mine.toml"), 1)
    assert [touch.what for touch in script.wheel.touches] == ["remove", "return"]
