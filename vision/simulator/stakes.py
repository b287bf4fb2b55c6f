"""Where chips go: steps that name spots and colours become moves of hands in millimetres."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from schemas.errors import NoMoreBetsError
from schemas.layout import EVEN_CHANCES, Felt, boxes, courtesy_places, read_spot, spots
from vision.simulator.scene import Pile
from vision.simulator.stack import Handling, Stack, What, hand_move, joined, taken_off
from vision.simulator.steps import (
    Add,
    Bet,
    Brush,
    Collect,
    Dolly,
    FeltStep,
    LiftDolly,
    Move,
    Pay,
    Reduce,
    Stood,
    Take,
    Wave,
    name_of,
)
from vision.simulator.story import Story
from vision.simulator.timing import Cue

SCATTER_MM = 3.0
"""How far a seed moves a stack from where the story puts it, either way along x and y."""
CLEAR_MM = 3.0
"""How far a bet stays from where the touch rule would read it differently."""
BESIDE_MM = 42.0
"""From a wager to the chips that pay it: nearer they would touch, farther they would seem to pay another."""
DOLLY_MM = (23.0, 30.0)
"""From a number's middle to the dolly in its box, along and across: in the corner, out of the chips' way."""
BEFORE_S = -1.0
"""When what stood there from the first was put down."""
WAVES = (0.2, 0.8)
"""Where along the numbers the dealer's wave begins and ends."""
DOLLY_ROOM_MM = 34.0
"""From the dolly's middle to a stack's: nearer they would overlap."""


class Cloth:
    """What stands on the felt while a story is told; every step becomes a `Handling`."""

    def __init__(self, story: Story, rng: np.random.Generator) -> None:
        self._story = story
        self._felt: Felt = story.cloth
        self._placement = story.placement
        self._diameter = {chip.colour: chip.diameter_mm for chip in story.chips}
        self._rng = rng
        self._stacks: list[Stack] = []
        self._named = 0
        self._dolly: tuple[float, float] | None = None

    def handle(self, cue: Cue, step: FeltStep) -> Handling:
        """What this step does to the felt."""
        here = f"{self._story.where}: step {cue.nth} ({name_of(step)})"
        return replace(self._handled(cue, step, here), step=step)

    def standing(self) -> tuple[Stack, ...]:
        """What stands on the felt now."""
        return tuple(self._stacks)

    def stack_on(self, spot: str) -> str:
        """The name of the one bet that stands on a spot; what is no such spot is itself."""
        wagers = [stack.name for stack in self._at(spot) if not stack.paid]
        return wagers[0] if len(wagers) == 1 else spot

    def _handled(self, cue: Cue, step: FeltStep, here: str) -> Handling:
        match step:
            case Bet() as bet:
                return self._bet(cue, bet, here)
            case Pay() as pay:
                return self._pay(cue, pay, here)
            case Add() | Reduce() as change:
                return self._change(cue, change, here)
            case Take() | Collect() as take:
                return self._take(cue, take, here)
            case Move() as move:
                return self._move(cue, move, here)
            case Dolly() as dolly:
                return self._dolly_down(cue, dolly, here)
            case LiftDolly():
                return self._dolly_up(cue, here)
            case Brush() as brush:
                return self._brush(cue, brush, here)
            case Wave():
                return self._wave(cue)
        raise TypeError(f"{here} is nothing for the felt")

    # -------------------------------------------------------------------------------------------- chips

    def _bet(self, cue: Cue, bet: Bet, here: str) -> Handling:
        x, y = self._on(bet.spot, bet.piles[0].colour, bet.off_mm, here, straddles=bet.straddles, courtesy=bet.courtesy)
        stack = self._stand(x, y, bet.spot, bet.piles, here)
        put = hand_move(cue, "place", x, y, chips=stack.chips)
        put = replace(put, at_s=BEFORE_S) if isinstance(bet, Stood) else put
        return Handling(move=put, stack=stack.name, spot=bet.spot)

    def _pay(self, cue: Cue, pay: Pay, here: str) -> Handling:
        wager = self._find(pay.spot, pay.colour, here)
        dx, dy = pay.off_mm or self._beside(wager)
        x, y = wager.x_mm + dx, wager.y_mm + dy
        stack = self._stand(x, y, pay.spot, pay.chips, here, paid=True)
        return Handling(move=hand_move(cue, "place", x, y, chips=pay.chips), stack=stack.name, spot=pay.spot)

    def _change(self, cue: Cue, change: Add | Reduce, here: str) -> Handling:
        if isinstance(change, Add):
            standing = [stack for stack in self._at(change.spot) if stack.chips[0].colour == change.piles[0].colour]
            stack = standing[0] if standing and change.onto is None else self._find(change.spot, change.onto, here)
            moved: tuple[Pile, ...] = change.piles
            left = joined((*stack.chips, *moved))
        else:
            stack = self._find(change.spot, change.colour, here)
            left, moved = taken_off(stack.chips, change.count)
            if not left:
                raise NoMoreBetsError(f"{here}: that is the whole stack; use what = \"take\".")
        self._stacks[self._stacks.index(stack)] = Stack(
            name=stack.name, x_mm=stack.x_mm, y_mm=stack.y_mm, spot=stack.spot, chips=left, paid=stack.paid)
        what: What = "add" if isinstance(change, Add) else "reduce"
        done = hand_move(cue, what, stack.x_mm, stack.y_mm, chips=moved)
        return Handling(move=done, stack=stack.name, spot=stack.spot)

    def _take(self, cue: Cue, take: Take | Collect, here: str) -> Handling:
        stack = self._find(take.spot, take.colour, here)
        self._stacks.remove(stack)
        taken = hand_move(cue, "take", stack.x_mm, stack.y_mm, chips=stack.chips)
        return Handling(move=taken, stack=stack.name, spot=stack.spot)

    def _move(self, cue: Cue, move: Move, here: str) -> Handling:
        stack = self._find(move.spot, move.colour, here)
        self._stacks.remove(stack)
        x, y = self._on(move.to, stack.chips[0].colour, move.off_mm, here)
        self._stand(x, y, move.to, stack.chips, here, name=stack.name)
        moved = hand_move(cue, "move", stack.x_mm, stack.y_mm, chips=stack.chips, to=(x, y))
        return Handling(move=moved, stack=stack.name, spot=stack.spot, to_spot=move.to)

    def _brush(self, cue: Cue, brush: Brush, here: str) -> Handling:
        stack = self._find(brush.spot, brush.colour, here)
        x, y = round(stack.x_mm + brush.off_mm[0], 1), round(stack.y_mm + brush.off_mm[1], 1)
        slipped = replace(stack, x_mm=x, y_mm=y)
        self._stacks[self._stacks.index(stack)] = slipped
        self._check_reads(slipped, here)
        return Handling(move=hand_move(cue, "brush", stack.x_mm, stack.y_mm, to=(x, y)), stack=stack.name,
                        spot=stack.spot)

    def _wave(self, cue: Cue) -> Handling:
        """From one side of the numbers to the other; which way is the seed's."""
        along = [self._felt.length * share for share in WAVES]
        (first, last), y = (along if self._rng.random() < 0.5 else along[::-1]), self._felt.width * 0.5
        return Handling(move=hand_move(cue, "wave", first, y, to=(last, y)))

    # -------------------------------------------------------------------------------------------- the dolly

    def _dolly_down(self, cue: Cue, dolly: Dolly, here: str) -> Handling:
        if self._dolly is not None:
            raise NoMoreBetsError(f"{here}: the dolly already stands; lift it first.")
        x, y = spots(self._felt)[dolly.number]
        if dolly.off_mm is None:
            # Towards the players first: the dealer's side of the wager is where its payment goes.
            corners = [(x + sx * DOLLY_MM[0], y + sy * DOLLY_MM[1]) for sy in (1, -1) for sx in (1, -1)]
            self._dolly = max(corners, key=lambda corner: min(self._room(*corner), DOLLY_ROOM_MM))
        else:
            self._dolly = (x + dolly.off_mm[0], y + dolly.off_mm[1])
        if self._room(*self._dolly) < DOLLY_ROOM_MM:
            raise NoMoreBetsError(f"{here}: no room beside the chips on {dolly.number}; move them or give off_mm.")
        return Handling(move=hand_move(cue, "dolly", *self._dolly), spot=dolly.number)

    def _dolly_up(self, cue: Cue, here: str) -> Handling:
        if self._dolly is None:
            raise NoMoreBetsError(f"{here}: no dolly stands on the felt.")
        (x, y), self._dolly = self._dolly, None
        return Handling(move=hand_move(cue, "lift", x, y))

    # -------------------------------------------------------------------------------------------- places

    def _on(
        self, spot: str, colour: str, off_mm: tuple[float, float], here: str, *, straddles: bool = False,
        courtesy: bool = False,
    ) -> tuple[float, float]:
        x, y = dict(courtesy_places(self._felt)).get(spot, (0.0, -1e3)) if courtesy else spots(self._felt)[spot]
        dx, dy = self._rng.uniform(-SCATTER_MM, SCATTER_MM, 2)
        x, y = round(x + off_mm[0] + float(dx), 1), round(y + off_mm[1] + float(dy), 1)
        if not straddles:
            self._check_reads(Stack(name="", x_mm=x, y_mm=y, spot=spot, chips=(Pile(colour=colour, count=1),)), here)
        return x, y

    def _check_reads(self, stack: Stack, here: str) -> None:
        """A stack must read as the spot it is told to be on, whatever a few millimetres do."""
        radius = self._diameter[stack.chips[0].colour] / 2
        read = read_spot(self._felt, x=stack.x_mm, y=stack.y_mm, radius=radius, error=CLEAR_MM,
                         placement=self._placement)
        if read.spot != stack.spot or not read.certain:
            other = " or ".join(sorted({*read.others, read.spot or "no spot"} - {stack.spot}))
            raise NoMoreBetsError(f"{here}: so far off {stack.spot} that it may read as {other}; lessen off_mm.")

    def _beside(self, wager: Stack) -> tuple[float, float]:
        """Towards the dealer in a number's box, along the box outside."""
        if wager.spot in EVEN_CHANCES or wager.spot.startswith("dozen"):
            box = boxes(self._felt)[wager.spot]
            return (BESIDE_MM if wager.x_mm <= box.centre[0] + BESIDE_MM else -BESIDE_MM, 0.0)
        return 0.0, -BESIDE_MM

    def _room(self, x: float, y: float) -> float:
        away = [np.hypot(stack.x_mm - x, stack.y_mm - y) for stack in self._stacks]
        return float(min(away, default=1000.0))

    def _stand(
        self, x: float, y: float, spot: str, chips: tuple[Pile, ...], here: str, *, name: str = "", paid: bool = False
    ) -> Stack:
        near = [stack for stack in self._stacks if np.hypot(stack.x_mm - x, stack.y_mm - y)
                < (self._diameter[stack.chips[0].colour] + self._diameter[chips[0].colour]) / 2]
        if near:
            colour = near[0].chips[0].colour
            raise NoMoreBetsError(f"{here}: {colour} chips already stand there; give off_mm, or use \"add\".")
        if self._dolly is not None and np.hypot(self._dolly[0] - x, self._dolly[1] - y) < DOLLY_ROOM_MM - 2:
            raise NoMoreBetsError(f"{here}: the dolly stands there; give off_mm.")
        self._named += not name
        stack = Stack(name=name or f"k{self._named}", x_mm=x, y_mm=y, spot=spot, chips=chips, paid=paid)
        self._stacks.append(stack)
        return stack

    def _at(self, spot: str) -> list[Stack]:
        """What stands on a spot, wagers before what was paid to them."""
        return sorted((stack for stack in self._stacks if stack.spot == spot), key=lambda stack: stack.paid)

    def _find(self, spot: str, colour: str | None, here: str) -> Stack:
        standing = self._at(spot)
        fits = [stack for stack in standing if colour in (None, stack.chips[0].colour)]
        wagers = [stack for stack in fits if not stack.paid] or fits
        if len(wagers) != 1:
            there = ", ".join(stack.chips[0].colour for stack in standing) or "nothing"
            which = "which stack" if wagers else f"no {colour or ''} stack".replace("  ", " ")
            raise NoMoreBetsError(f"{here}: {which} on {spot}? There stands: {there}.")
        return wagers[0]
