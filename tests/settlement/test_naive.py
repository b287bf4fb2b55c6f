"""The auditor against the croupier's paper: every spot of every layout, every number, every rulebook and variant."""

from __future__ import annotations

from fractions import Fraction

import pytest

from schemas.envelope import entry
from schemas.events import (
    BallDropped,
    BallLaunched,
    BallRested,
    BetsClosed,
    BetsOpened,
    BonusGeneratorFailed,
    BonusNumber,
    BonusNumbersShown,
    Chips,
    ChipsPlaced,
)
from schemas.layout import spots
from schemas.moment import Moment
from schemas.rulebook import load_rulebook
from services.rules.play import Play
from services.rules.round import Game, Round, adopt
from services.settlement.wager import bets_of
from tests.rules.evening import PAY, every_table
from tests.settlement import naive

START = Moment.parse("2026-11-18T21:00:00Z")
TABLES = every_table()
STAKE = 9000
"""Parts evenly into every racetrack bet's pieces: five, six and nine."""
BONUS = {"17": 50, "0": 500, "36": 120}
SECTION_PAY = {name: Fraction(*pay) if isinstance(pay, tuple) else Fraction(pay) for name, pay in PAY.items()}
NO_STREET = {"mbs-v2": {"0-1-2", "0-2-3", "0-1-2-3"}}
"""Places of a felt that are no wager in a book: its streets are rows, its corners four boxes that meet."""


def fact(nth, seconds, kind, **data):
    when = START.plus(seconds)
    told = kind(seen=(when, when), **data)
    return entry(told, id=f"{nth}", table="t", origin="layout", time=when, session="s")


def round_of(setup, number, *, failed=False):
    """One chip on every spot, a fair spin, the ball at rest."""
    places = spots(setup.felt.felt)
    chips = (Chips(colour="green", count=(1, 1)),)
    facts = [fact("open", 0, BetsOpened)]
    facts += [
        fact(nth, 1, ChipsPlaced, stack=spot, x_mm=x, y_mm=y, error_mm=0.0, chips=chips, side="dealer")
        for nth, (spot, (x, y)) in enumerate(places.items())
    ]
    shown = tuple(BonusNumber(number=each, multiplier=pays) for each, pays in BONUS.items())
    facts += [
        fact("launch", 5, BallLaunched, direction="clockwise", rotor="anticlockwise"),
        fact("call", 10, BetsClosed, by="call"), fact("bonus", 11, BonusNumbersShown, numbers=shown),
        fact("drop", 15, BallDropped, revolutions=(8.0, 8.0)), fact("rest", 16, BallRested, number=number),
    ]
    facts += [fact("failed", 12, BonusGeneratorFailed)] if failed else []
    book = load_rulebook(setup.rulebook)
    game = adopt(Game(table="t", setup=setup, opened=True, now=START.plus(17)), book)
    return Play(game, Round(
        number=1, id="r", book=book.sha256, opening=facts[0], facts=tuple(facts), values={"green": STAKE}
    ))


def on_paper(setup, spot, number, *, failed=False):
    zeros = setup.felt.zeros or "0"
    bonus = BONUS if "bonus" in setup.variants and not failed else None
    return naive.pays(spot, number, zeros, viva="viva" in setup.variants, bonus=bonus, sections=SECTION_PAY)


@pytest.mark.parametrize("name", TABLES)
def test_the_felt_has_the_spots_of_the_paper(name):
    setup = TABLES[name]
    assert set(spots(setup.felt.felt)) == naive.every_spot(setup.felt.zeros or "0", setup.felt.extras)


@pytest.mark.parametrize("name", TABLES)
def test_the_auditor_owes_what_the_paper_says(name):
    """Every spot on every number, as `pays` computes it and exactly: integers, no bounds."""
    setup = TABLES[name]
    play = round_of(setup, "17")
    strange = NO_STREET.get(setup.rulebook, set())
    for number in setup.wheel.pockets:
        for spot in set(spots(setup.felt.felt)) - strange:
            due = STAKE * on_paper(setup, spot, number)
            assert play.pays(spot, (STAKE, STAKE), number) == (due, due), (spot, number)


@pytest.mark.parametrize("number", ["17", "0", "5", "36", "2"])
@pytest.mark.parametrize("name", TABLES)
def test_a_bet_on_every_spot_is_settled_as_on_paper(name, number):
    """Read from its millimetres, won or lost, and owed, all through the auditor."""
    setup = TABLES[name]
    strange = NO_STREET.get(setup.rulebook, set())
    bets = bets_of(round_of(setup, number), {}, {})
    assert {bet.stack.id for bet in bets} == set(spots(setup.felt.felt))
    for bet in bets:
        due = STAKE * on_paper(setup, bet.stack.id, number)
        if bet.stack.id in strange:
            assert bet.outcome == "unclear", bet
            continue
        assert bet.spots == (bet.stack.id,)
        assert (bet.owed, bet.outcome) == ((due, due), "wins" if due else "loses"), bet


def test_a_failed_generator_brings_the_ordinary_table_back():
    """5.10: 35 to one again, or for one under Viva."""
    for name in ("current 37 bonus", "current 37 viva bonus"):
        setup = TABLES[name]
        play = round_of(setup, "17", failed=True)
        due = STAKE * on_paper(setup, "17", "17", failed=True)
        assert play.pays("17", (STAKE, STAKE), "17") == (due, due)


@pytest.mark.parametrize("name", TABLES)
def test_a_unit_on_every_pocket_in_turn_loses_what_enumeration_says(name):
    """1/37 of all staked on 37 pockets, 2/38 on 38, five-line 3/38; Viva, Bonus and sections by their own tables."""
    setup = TABLES[name]
    play, pockets = round_of(setup, "17"), setup.wheel.pockets
    for spot in set(spots(setup.felt.felt)) - NO_STREET.get(setup.rulebook, set()):
        back = 0
        for number in pockets:
            low, high = play.pays(spot, (STAKE, STAKE), number)
            assert low == high
            back += low + kept(play, spot, number)
        lost = Fraction(len(pockets) * STAKE - back, len(pockets) * STAKE)
        assert lost == edge(setup, spot), spot


def kept(play, spot, number):
    """What of the stake is left standing: of a racetrack bet the pieces that win."""
    zeros = play.game.setup.felt.zeros or "0"
    made_of = naive.pieces(spot, zeros)
    return STAKE * sum(naive.wins(piece, number) for piece in made_of) // len(made_of)


def edge(setup, spot):
    """The loss by counting, written out case by case."""
    pockets = len(setup.wheel.pockets)
    zeros = setup.felt.zeros or "0"
    if spot.startswith("section-"):
        pays, numbers = SECTION_PAY[spot.split("-")[1]], len(naive.SECTIONS[spot].split())
        return 1 - (pays + 1) * numbers / pockets
    lost = []
    for piece in naive.pieces(spot, zeros):
        many = 0 if piece in naive.OUTSIDE or piece.startswith("asian") else len(piece.split("-"))
        back = 35 if many == 5 else 36
        if many == 1 and "bonus" in setup.variants:
            back = BONUS.get(piece, 30) + 1
        if many and "viva" in setup.variants:
            back -= many
        lost.append(1 - Fraction(back, pockets))
    return sum(lost, Fraction(0)) / len(lost)


def test_the_edge_itself():
    """The figures everybody knows."""
    plain, double, viva = TABLES["current 37"], TABLES["current 00-0"], TABLES["current 37 viva"]
    assert {edge(plain, spot) for spot in spots(plain.felt.felt)} == {Fraction(1, 37)}
    assert edge(double, "0-00-1-2-3") == Fraction(3, 38)
    assert {edge(double, spot) for spot in spots(double.felt.felt) if spot != "0-00-1-2-3"} == {Fraction(2, 38)}
    told = {"17": Fraction(2, 37), "17-20": Fraction(3, 37), "red": Fraction(1, 37)}
    assert {spot: edge(viva, spot) for spot in told} == told
