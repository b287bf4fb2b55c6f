"""A desk or a mat names the spot alone: two bets there bear one name, and are two all the same."""

from __future__ import annotations

from collections import Counter

import pytest

from schemas.events import BreachFound, Chips, SettlementReconciled, WagerStood


def two_on_17(table, **taken):
    def on_17(seconds, kind, colour, count, side="player"):
        chips = (Chips(colour=colour, count=(count, count)),)
        return table.entry(table.at(seconds), kind, "layout", {"spot": "17", "chips": chips, "side": side})

    at = table.at
    return [
        at(2).bets_opened(), on_17(5, "chips-placed", "green", 5), on_17(6, "chips-placed", "blue", 2),
        at(11).ball_launched(direction="clockwise", rotor="anticlockwise"), at(16).bets_closed(by="call"),
        at(20).ball_dropped(revolutions=(8, 8)), at(21).ball_rested(number="5"), at(22).result_announced(number="5"),
        at(23).dolly_placed(number="5"), on_17(26, "chips-collected", side="dealer", **taken), at(30).dolly_lifted(),
    ]


@pytest.mark.parametrize(
    ("taken", "verdicts"),
    [({"colour": "blue", "count": 2}, ["agrees", "loser-left"]), ({"colour": None, "count": 7}, ["agrees", "agrees"])],
)
def test_what_is_said_of_two_bets_of_one_name_is_said_once(table, taken, verdicts):
    """Given two losing bets of one name, when one is collected, then the other was left; when both, neither."""
    said = table.judge(two_on_17(table, **taken))
    stood = Counter(wager.stake for wager in said.every(WagerStood))
    assert stood == {(2500, 2500): 1, (200, 200): 1}
    assert len(said.every(BreachFound)) == len(said.findings) == verdicts.count("loser-left")
    (settled,) = said.every(SettlementReconciled)
    assert sorted(row.verdict for row in settled.wagers) == verdicts
