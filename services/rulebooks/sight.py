"""What each rule means at the table, and which observations show it."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.rulebook import Rule

FELT = ("chips-placed", "chips-added")
CLOSING = ("bets-closed", "dealer-waved", "ball-slowed", "ball-dropped")
TAKEN = ("chips-removed", "chips-reduced")
RESULT = ("ball-rested", "dolly-placed", "result-announced")
MONEY = ("chips-paid", "chips-collected", "payout-reported")
AFTER = ("dolly-placed", "chips-collected", "chips-paid", "ball-launched")


@dataclass(frozen=True)
class Seen:
    """A rule in one sentence, and the kinds of observation that show it."""

    what: str
    by: tuple[str, ...]


SEEN: dict[Rule, Seen] = {
    "late-bet": Seen("Chips that landed after betting closed, whoever's hand put them there.",
                     (*FELT, *CLOSING, "bonus-numbers-shown")),
    "paid-void-bet": Seen("A bet that does not count was paid all the same.", (*FELT, *CLOSING, *MONEY)),
    "oral-bet-without-chips": Seen("A bet called out was taken with nothing beside it.", ("oral-bet-called",)),
    "bet-withdrawn": Seen("A stack taken off by a player after betting closed.", ("chips-removed", *CLOSING)),
    "bet-reduced": Seen("Chips taken off a stack by a player after betting closed.", ("chips-reduced", *CLOSING)),
    "bet-moved": Seen("A stack moved by a player after betting closed.", ("chips-moved", *CLOSING)),
    "push": Seen("A stack slid to the winner with its count unchanged.", ("chips-moved", *RESULT)),
    "top-hat": Seen("Chips put late on another's stack, or a colour left that was not there at closing.",
                    ("chips-added", *TAKEN, *CLOSING)),
    "savannah": Seen("A big chip under small ones withdrawn when it loses.", (*TAKEN, *RESULT)),
    "player-on-racetrack": Seen("A player's own hand put chips on a racetrack.", FELT),
    "player-on-section": Seen("A player's own hand put chips on a section only the dealer may use.", FELT),
    "racetrack-under-minimum": Seen("A racetrack bet of less than its minimum.", (*FELT, "colour-assigned")),
    "racetrack-beyond-increment": Seen("A racetrack bet that is not in the set steps.", (*FELT, "colour-assigned")),
    "under-minimum": Seen("A bet of less than the table's minimum.", (*FELT, "colour-assigned")),
    "over-maximum": Seen("A bet of more than the table's maximum.", (*FELT, "colour-assigned")),
    "section-limits": Seen("A section bet outside the limits on the sign.", (*FELT, "colour-assigned")),
    "chips-out-of-order": Seen("A bigger denomination on top of a smaller one.", FELT),
    "value-chips-on-layout": Seen("A value chip or cash wagered where only roulette chips may be.", FELT),
    "colour-shared": Seen("One colour used by two people.", (*FELT, "colour-assigned")),
    "same-direction": Seen("The ball ran the way the wheel turned.", ("ball-launched", "ball-lapped")),
    "short-spin": Seen("The ball left the track after too few revolutions.", ("ball-lapped", "ball-dropped")),
    "not-spun": Seen("The ball lies in a pocket and never ran on the track.", ("ball-launched", "ball-rested")),
    "foreign-object": Seen("Something that is not ball, hand or rotor got into the wheel.", ("object-entered-wheel",)),
    "ball-too-long": Seen("The ball has not fallen within the table's longest spin.", ("ball-launched", "ball-rested")),
    "interference": Seen("A hand in the wheel, or a rotor that changed as friction cannot.",
                         ("hand-entered-wheel", "wheel-disturbed", "rotor-reversed", "rotor-stopped")),
    "ball-left-wheel": Seen("The ball flew out of the wheel.", ("ball-left-wheel",)),
    "ball-broke": Seen("The ball came apart.", ("ball-broke",)),
    "wheel-stopped": Seen("The rotor stood still while the ball was running.", ("rotor-stopped", "ball-launched")),
    "wheel-not-rotating": Seen("The ball was launched over a rotor that stood still.", ("ball-launched",)),
    "no-spin-not-called": Seen("An irregular spin, and nobody called 'no spin'.", ("no-spin-called", *AFTER)),
    "ball-not-removed": Seen("An irregular spin, and nobody reached for the ball.",
                             ("hand-entered-wheel", "ball-rested")),
    "paid-on-void-spin": Seen("Bets paid on a spin that does not count.", ("chips-paid", "payout-reported")),
    "ball-not-returned": Seen("After a void spin the ball did not go back to the previous number.",
                              ("ball-returned", "ball-launched")),
    "ball-not-examined": Seen("The ball left the wheel and nobody examined it.", ("ball-examined", "ball-launched")),
    "bets-not-opened": Seen("A round was played without bets being invited.", ("bets-opened", "ball-launched")),
    "no-call": Seen("'No more bets' was not called while the ball ran.", CLOSING),
    "call-without-bell": Seen("'No more bets' was called and no bell rung with it.", ("bets-closed", "bell-rung")),
    "bell-without-call": Seen("The bell was rung and 'no more bets' not called.", ("bell-rung", "bets-closed")),
    "rotor-not-alternated": Seen("Two spins with the wheel turning the same way, where the house alternates.",
                                 ("ball-launched",)),
    "spun-by-another": Seen("A hand that is not the dealer's spun the ball, uninvited.",
                            ("hand-entered-wheel", "ball-launched", "spinner-invited")),
    "ball-changed-during-spin": Seen("The ball was exchanged while a spin ran.", ("ball-changed", "ball-launched")),
    "result-not-announced": Seen("The number was not announced before bets were settled.",
                                 ("result-announced", "ball-rested", *MONEY)),
    "dolly-not-placed": Seen("The dolly was not placed before bets were settled.",
                             ("dolly-placed", "ball-rested", *MONEY)),
    "wrong-announcement": Seen("Another number was announced than the ball lies in.",
                               ("ball-rested", "result-announced")),
    "wrong-dolly": Seen("The dolly stands on another number than the ball lies in.", ("ball-rested", "dolly-placed")),
    "racetrack-not-moved": Seen("Bets were settled before the winning racetrack bets were moved to the layout.",
                                ("chips-moved", *MONEY)),
    "sections-not-moved": Seen("Losers were taken before the winning section bets were moved.",
                               ("chips-moved", *MONEY)),
    "paid-before-collecting": Seen("A winner was paid while losing bets still stood.", MONEY),
    "checklist-not-signed": Seen("A line of the table-opening checklist that nobody signed.", ("checklist-signed",)),
    "bonus-numbers-wrong": Seen("Too many bonus numbers, or one that is not on the wheel.", ("bonus-numbers-shown",)),
    "bonus-multiplier-wrong": Seen("A bonus multiplier out of its range.", ("bonus-numbers-shown",)),
    "bonus-shown-early": Seen("Bonus numbers shown before betting closed.", ("bonus-numbers-shown", *CLOSING)),
    "overpaid": Seen("A winner got more than the odds give.", (*RESULT, *MONEY)),
    "underpaid": Seen("A winner got less than the odds give.", (*RESULT, *MONEY)),
    "winner-unpaid": Seen("A winner got nothing by the end of the round.", (*RESULT, *MONEY)),
    "loser-paid": Seen("A loser was paid.", (*RESULT, *MONEY)),
    "winner-collected": Seen("A winner's stake was taken in.", (*RESULT, "chips-collected")),
    "loser-left": Seen("A loser's stake was left standing.", (*RESULT, "chips-collected")),
    "ball-size": Seen("The ball measures more or less than the book allows.", ("ball-launched",)),
    "line-unreadable": Seen("A line of the log that could not be read.", ()),
}
"""Every rule, in the order of the closed list."""
