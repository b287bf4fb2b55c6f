"""Reading a part of the picture: which things are new there, and what became of those that stood there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from vision.frame import Image
from vision.layout.chips import read_layers
from vision.layout.dolly import RATHER, Marker, best_dolly, fit_dolly
from vision.layout.fit import Fit, View, fit_stack, recount
from vision.layout.part import Part
from vision.layout.silhouette import Mask, brushed, filled, pieces
from vision.layout.stacks import Change, Dolly, Stack, Thing, compare

if TYPE_CHECKING:
    from vision.layout.felt import Box, FeltState

LEAST_CHIP = 0.3
"""A new thing shows at least this share of a chip's silhouette; lower reads smudges, higher misses hidden stacks."""
AGREES = 0.72
"""How well a cylinder must explain a silhouette to be called a stack."""
PLAIN = 0.86
"""A silhouette that chips explain less well may be the dolly, however wide it seems; higher asks more often."""
TOUCHED = 0.1
"""A stack with this share of its visible outline changed is read again."""
GONE = 0.3
"""Less than this share of a thing's outline still covered: it is gone."""
DOUBTED = 0.85
"""How sure at most a stack is whose colours may be others: no finding may rest on them."""
PUSHED_MM = 7.0
"""A stack that slid by less is where it was; lower tells every touch, higher misses a push over a line."""
SAME_PLACE = 0.9
"""Bases nearer than this share of their width are one stack: chips cannot stand inside each other."""


class Reading(Part):
    """One reading of one part of the picture against what is known to stand there."""

    def __init__(self, state: FeltState, now: Image, box: Box, unsure: Mask) -> None:
        super().__init__(state, now, box, unsure)
        self.new: list[Stack | Dolly] = []

    def new_things(self) -> tuple[list[Change], bool]:
        """Stacks and the dolly that stand where nothing stood."""
        found, explained = [], True
        for piece in pieces(self.changed & self.foreign, self.sharp, LEAST_CHIP * self.chip_area()):
            thing = self._explain(piece)
            if thing is None:
                explained = explained and self._on_known(piece)
                continue
            self.new.append(thing)
            cells = self.cells(piece)
            found.append(Change(kind="dolly", thing=thing, cells=cells) if isinstance(thing, Dolly) else
                         Change(kind="placed", thing=thing, chips=thing.chips, cells=cells))
        return found, explained

    def changed_things(self) -> list[Change]:
        """What became of the stacks and the dolly that stood here."""
        found: list[Change] = []
        for thing in self.state.things:
            own = self.outline(thing) & (1 - self.in_front(thing, [*self.state.things, *self.new]))
            if not own.any() or np.mean(self.changed[own > 0]) < TOUCHED:
                continue
            if isinstance(thing, Dolly):
                if self._gone(thing, own):
                    found.append(Change(kind="lifted", thing=thing, cells=self.cells(own & self.changed)))
                continue
            found += self._again(thing, own)
        return found

    # -------------------------------------------------------------------------------------------- new

    def _explain(self, piece: Mask) -> Stack | Dolly | None:
        rough = self._rough_base(piece)
        hidden = self.in_front(rough, self.state.things) | self.unsure
        view = View.of(self.state.camera, self.origin, piece, hidden)
        if np.count_nonzero(view.mask) < LEAST_CHIP * self.chip_area():
            return None
        things = self.state.things
        dolly = self._dolly(fit_dolly(view, self.state.radius))
        if dolly is not None:
            return dolly
        hiding = [thing for thing in things if self.nearer(thing, rough) and self.outline(thing).any()]

        def allowed(x: float, y: float) -> bool:
            here = Thing(x=x, y=y, radius=self.state.radius, height=0.0)
            apart = all(np.hypot(x - one.x, y - one.y) > SAME_PLACE * (one.radius + here.radius) for one in things)
            return apart and all(self.nearer(thing, here) for thing in hiding)

        fit = fit_stack(view, self.state.radius, self.state.thickness, allowed)
        if fit is None or fit.agreement < PLAIN:
            marker = best_dolly(view)
            if marker is not None and marker.agreement > RATHER + max(AGREES, fit.agreement if fit else 0.0):
                dolly = self._dolly(marker)
        if dolly is not None or fit is None or fit.agreement < AGREES:
            return dolly
        stack = self._stack("", fit, hidden)
        if not self.state.empty and not any(stack.layers):
            return None  # cloth that came to light where chips stood when the camera was calibrated
        return msgspec.structs.replace(stack, name=self.state.name())

    def _dolly(self, found: Marker | None) -> Dolly | None:
        """The dolly on the felt, where none stood yet; never on chips."""
        things = self.state.things
        if found is None or self.state.dolly is not None or any(
                np.hypot(found.x - one.x, found.y - one.y) <= one.radius for one in things):
            return None
        return Dolly(x=found.x, y=found.y, radius=found.radius, height=found.height,
                     number=self.state.number_at(found.x, found.y),
                     confidence=round(min(0.99, 0.3 + 0.8 * found.agreement), 2))

    def _stack(self, name: str, fit: Fit, hidden: Mask) -> Stack:
        state = self.state
        layers = read_layers(self.now, self.origin, hidden, state.camera, state.palette, (fit.x, fit.y), state.radius,
                             state.thickness, fit.count)
        # How many and which colours has its own doubt (bounds, null); this is whether chips are there at all.
        sure = min(0.99, 0.3 + 0.75 * fit.agreement) if any(layers.colours) else 0.6
        sure = sure if layers.plain else min(sure, DOUBTED)
        return Stack(name=name, x=fit.x, y=fit.y, radius=state.radius, height=fit.count * state.thickness,
                     layers=layers.colours, low=fit.low, high=fit.high, error=round(3.0 + fit.spread_mm, 1),
                     confidence=round(sure, 2))

    def _rough_base(self, piece: Mask) -> Thing:
        """Where a piece seems to stand: under its end towards the camera's foot, wherever in the picture that lies."""
        camera, radius = self.state.camera, self.state.radius
        rows, columns = np.nonzero(piece)
        points = np.column_stack([columns, rows]).astype(np.float64) + self.origin
        middle = points.mean(axis=0)
        place = camera.ground(*middle)
        up = np.subtract(camera.at(*place, 20.0), camera.at(*place))
        up /= max(float(np.linalg.norm(up)), 1e-9)
        x, y = camera.ground(*(middle + up * ((points - middle) @ up).min()))
        dx, dy = camera.away(x, y)
        return Thing(x=x + dx * radius, y=y + dy * radius, radius=radius, height=0.0)

    def _on_known(self, piece: Mask) -> bool:
        """Whether a piece lies on stacks that are read again anyway."""
        covered = np.zeros_like(piece)
        for thing in self.state.things:
            taller = Thing(x=thing.x, y=thing.y, radius=thing.radius, height=thing.height + 25 * self.state.thickness)
            covered |= self.outline(taller)
        return bool(np.mean(covered[piece > 0]) > 0.8)

    # -------------------------------------------------------------------------------------------- again

    def _again(self, stack: Stack, own: Mask) -> list[Change]:
        """Read a stack whose place is known anew."""
        state = self.state
        others: list[Thing] = [thing for thing in [*state.things, *self.new] if thing is not stack]
        behind = np.zeros_like(own)
        for thing in others:
            behind |= self.outline(thing)
        hidden = self.in_front(stack, others) | (behind & (1 - self.outline(stack))) | self.unsure
        reach = self.outline(Thing(x=stack.x, y=stack.y, radius=stack.radius * 1.06, height=stack.height + 80))
        if self._gone(stack, own) or self._came_to_light(own):
            return [Change(kind="removed", thing=stack, chips=stack.chips, cells=self.cells(own & self.changed))]
        if self._brushed(stack, hidden):
            return []
        fit = self._counted(stack, self.foreign & reach & (self.changed | own) & (1 - hidden), self.sharp, hidden)
        if fit.count == 0:
            return [Change(kind="removed", thing=stack, chips=stack.chips, cells=self.cells(own & self.changed))]
        cells = self.cells(self.changed & reach)
        if fit.agreement < AGREES and (slid := self._slid(stack, hidden)) is not None:
            return [Change(kind="removed", thing=stack, chips=stack.chips, cells=cells),
                    Change(kind="placed", thing=slid, chips=slid.chips, cells=cells)]
        after = self._stack(stack.name, fit, hidden)
        kind, chips = compare(stack, after, self._more(stack, fit, reach, hidden))
        if kind == "same":
            return []
        if kind == "replaced" and not state.empty:
            return [Change(kind="removed", thing=stack, chips=stack.chips, cells=cells)]
        if kind == "replaced":
            fresh = self._stack(state.name(), fit, hidden)
            return [Change(kind="removed", thing=stack, chips=stack.chips, cells=cells),
                    Change(kind="placed", thing=fresh, chips=fresh.chips, cells=cells)]
        return [Change(kind=kind, thing=after, chips=chips, cells=cells)]

    def _counted(self, stack: Stack, seen: Mask, sharp: Mask, hidden: Mask) -> Fit:
        """How many chips stand where a stack stands, by what of it is seen."""
        view = View.of(self.state.camera, self.origin, filled(seen & sharp), hidden)
        return recount(view, stack.x, stack.y, stack.radius, self.state.thickness)

    def _more(self, stack: Stack, now: Fit, reach: Mask, hidden: Mask) -> int:
        """How many chips more there are than before, both counted in the same way, so that its errors cancel.

        None more and none less when the silhouette itself says the contrary: a stack that shows less grew by nothing.
        """
        free = reach & (1 - hidden)
        foreign, sharp = self.before() & free, self.sharp_before()
        if not foreign.any():
            return 0
        more = now.count - self._counted(stack, foreign, sharp, hidden).count
        seen = cv2.countNonZero(filled(self.foreign & free & self.sharp))
        return more if more * (seen - cv2.countNonZero(filled(foreign & sharp))) > 0 else 0

    def _slid(self, stack: Stack, hidden: Mask) -> Stack | None:
        """The stack, where it was pushed a little so that its old and its new place overlap."""
        around = self.outline(Thing(x=stack.x, y=stack.y, radius=stack.radius * 2.2, height=stack.height + 10))
        seen = self.foreign & around & (1 - hidden)
        whole = pieces(seen, self.sharp, LEAST_CHIP * self.chip_area())
        if len(whole) != 1:
            return None
        others = [thing for thing in self.state.things if thing is not stack]

        def allowed(x: float, y: float) -> bool:
            return all(np.hypot(x - one.x, y - one.y) > SAME_PLACE * (one.radius + stack.radius) for one in others)

        fit = fit_stack(View.of(self.state.camera, self.origin, whole[0], hidden), stack.radius, self.state.thickness,
                        allowed)
        if fit is None or fit.agreement < AGREES or np.hypot(fit.x - stack.x, fit.y - stack.y) < PUSHED_MM:
            return None
        return self._stack(self.state.name(), fit, hidden)

    def _brushed(self, stack: Stack, hidden: Mask) -> bool:
        """Whether all that happened is that the stack slid by less than tells: no chip came or went."""
        around = self.outline(Thing(x=stack.x, y=stack.y, radius=1.5 * stack.radius, height=stack.height + 10))
        free = around & (1 - hidden)
        old = filled(self.before() & free & self.sharp_before())
        return brushed(old, filled(self.foreign & free & self.sharp), self.px(PUSHED_MM))

    def _gone(self, thing: Thing, own: Mask) -> bool:
        """Whether cloth shows where a thing stood, things behind it left out of account."""
        bare = own.copy()
        for other in self.state.things:
            if other is not thing:
                bare &= 1 - self.outline(other)
        seen = bare if np.count_nonzero(bare) > 0.12 * np.count_nonzero(own) else own
        return bool(np.mean(self.foreign[seen > 0]) < GONE)

    def _came_to_light(self, own: Mask) -> bool:
        """Whether cloth shows that was never seen: where a stack passed for the felt itself, what is strange is."""
        return not self.state.empty and bool(np.mean(self.before()[own > 0]) < GONE)
