"""What is printed where, told from a picture of the felt seen from above: fields, cloth, ink and light.

Each number's box looks like the other boxes of its colour, so the middle of what they show is the print; the cloth of
every other box is its own most usual colour; and light changes only gently from place to place.
"""

from __future__ import annotations

import cv2
import numpy as np

from schemas.layout import OUTSIDE_MM, Felt
from vision.layout.print import core, sample
from vision.layout.tiles import Flags, Floats, Sheet, number_boxes, other_boxes

Part = tuple[slice, slice]
DARK = np.array([16, 128, 128], np.float32)
INKABLE = 0.2
"""A place in a number's box may be printed if so many of the boxes show ink there; lower lets chips' spots pass."""
INKED = 0.35
"""A pixel this far from the field's colour towards the ink's is printed; lines and numerals are nowhere dense."""
CLOTH_TURNS, CLOTH_LIT = 8.0, (0.6, 1.5)
"""How far the cloth's colour and brightness may change over the table; more takes sleeves for cloth."""
FIELD_MM = (24.0, 42.0, 7.0)
"""Where red's and black's diamond shows beside a chip in its middle: from, to, and half its height there."""

ZERO_FIELD_MM = (22.0, 44.0, 9.0)
"""Where a zero's field shows on both sides of a chip in its middle: from, to, and half its width there."""


def expect(sheet: Sheet, light: Floats, felt: Felt) -> tuple[Floats, Floats]:
    """The print under the light, and how much like places differ from each other."""
    flat = sheet.picture / light[..., None]
    cloth = np.median(flat[_outside(sheet, felt)], axis=0)
    expected = np.broadcast_to(cloth, flat.shape).astype(np.float32).copy()
    spread = np.zeros_like(expected)
    for box in other_boxes(felt).values():
        part = sheet.box(*box)
        own = flat[part][sheet.seen[part]]
        if len(own) > 50:
            expected[part] = np.median(own, axis=0)
    for like in number_boxes(felt).values():
        parts = [sheet.box(*box) for box in like]
        whole = [part for part in parts if sheet.seen[part].all()]
        if len(whole) < 5:
            continue
        shape = tuple(min(flat[part].shape[axis] for part in parts) for axis in (0, 1))
        stack = np.stack([flat[part][: shape[0], : shape[1]] for part in whole])
        middle = np.median(stack, axis=0)
        off = np.median(np.abs(stack - middle), axis=0)
        for part in parts:
            expected[part][: shape[0], : shape[1]] = middle
            spread[part][: shape[0], : shape[1]] = cv2.dilate(off.astype(np.float32), np.ones((3, 3), np.uint8))
    return np.asarray(expected * light[..., None], np.float32), np.asarray(spread, np.float32)


def other_fields(
    sheet: Sheet, light: Floats, felt: Felt
) -> list[tuple[Part, Floats]]:
    """What else may be printed outside the numbers: the common cloth, that round about, red's and black's fields."""
    cloth = np.median((sheet.picture / light[..., None])[_outside(sheet, felt)], axis=0)
    around = _around(sheet.picture, (cloth * light[..., None]).astype(np.float32))
    found = [(part, around[part]) for part in _margins(sheet, felt)]
    for name, box in other_boxes(felt).items():
        part = sheet.box(*box)
        found += [(part, (cloth * light[part][..., None]).astype(np.float32)), (part, around[part])]
        if name in number_boxes(felt):  # red's and black's fields
            (x, y), (near, far, high) = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), FIELD_MM
            ends = [sheet.picture[sheet.box(x + low, y - high, x + up, y + high)]
                    for low, up in ((-far, -near), (near, far))]
            found.append((part, _of_both(ends, sheet.picture[part].shape)))
        if name in ("0", "00"):
            (x, y), (near, far, wide) = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), ZERO_FIELD_MM
            ends = [sheet.picture[sheet.box(x - wide, y + low, x + wide, y + up)]
                    for low, up in ((-far, -near), (near, far))]
            found.append((part, _of_both(ends, sheet.picture[part].shape)))
    return found


def _of_both(ends: list[Floats], shape: tuple[int, ...]) -> Floats:
    """The colour that a field shows on both sides of a chip in its middle."""
    colour = np.median(np.concatenate([end.reshape(-1, 3) for end in ends]), axis=0)
    return np.broadcast_to(colour.astype(np.float32), shape)


def _around(picture: Floats, cloth: Floats) -> Floats:
    """The most usual colour round every place, over several chips' widths, while it is still the cloth's."""
    few = picture[2::4, 2::4] + DARK
    calm = cv2.medianBlur(few.clip(0, 255).astype(np.uint8), 31)
    wide = cv2.resize(calm, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    found = wide.astype(np.float32) - DARK
    lit = found[..., 0] / np.maximum(cloth[..., 0], 4)
    turned = np.abs(found[..., 1:] - cloth[..., 1:] * np.clip(lit, 0, 1.2)[..., None]).max(axis=2)
    same = (turned < CLOTH_TURNS) & (lit > CLOTH_LIT[0]) & (lit < CLOTH_LIT[1])
    return np.where(same[..., None], found, cloth).astype(np.float32)


def _margins(sheet: Sheet, felt: Felt) -> list[Part]:
    """The cloth round the print."""
    high, wide = sheet.seen.shape
    rows, columns = sheet.box(0, 0, felt.length, felt.width)
    end = sheet.box(0, 0, 0, felt.width + 2 * OUTSIDE_MM)[0].stop
    return [np.s_[0 : rows.start, 0:wide], np.s_[end:high, 0:wide], np.s_[rows.stop : end, 0 : columns.start],
            np.s_[rows.stop : end, columns.stop : wide], np.s_[0:high, 0:40], np.s_[0:high, wide - 40 : wide]]


def mark_ink(sheet: Sheet, expected: Floats, light: Floats, felt: Felt) -> Floats:
    """The ink's colour where print may be, else the field's: there no ink is expected."""
    ink = _ink(sheet, light, felt)[None, None] * light[..., None]
    return np.where(_inkable(sheet, expected, ink, felt)[..., None], ink, expected).astype(np.float32)


def _ink(sheet: Sheet, light: Floats, felt: Felt) -> Floats:
    """The colour of the printed lines: of what lies on them, the part that is least like the cloth."""
    points, _ = sample(core(felt), 5.0)
    columns, rows = (points - (sheet.left, sheet.top)).astype(int).T
    inside = sheet.seen[rows, columns]
    flat = (sheet.picture / light[..., None])[rows[inside], columns[inside]]
    bright = flat[:, 0] >= np.percentile(flat[:, 0], 60)
    return np.asarray(np.median(flat[bright], axis=0), np.float32)


def _inkable(sheet: Sheet, expected: Floats, ink: Floats, felt: Felt) -> Flags:
    """Where print may be: anywhere outside the numbers, and in their boxes where enough of them have it."""
    way = ink - expected
    share = ((sheet.picture - expected) * way).sum(axis=2) / np.maximum((way * way).sum(axis=2), 1e-6)
    inked = (share > INKED).astype(np.float32)
    found = np.ones(sheet.seen.shape, bool)
    parts = [sheet.box(*box) for like in number_boxes(felt).values() for box in like]
    shape = tuple(min(inked[part].shape[axis] for part in parts) for axis in (0, 1))
    often = np.mean([inked[part][: shape[0], : shape[1]] for part in parts], axis=0) > INKABLE
    may = cv2.dilate(often.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    for part in parts:
        found[part][: shape[0], : shape[1]] = may
    return found


def _outside(sheet: Sheet, felt: Felt) -> Flags:
    """Pixels of the outside boxes, where most of what shows is cloth."""
    mask = np.zeros(sheet.seen.shape, bool)
    for name, box in other_boxes(felt).items():
        if name not in ("red", "black"):
            mask[sheet.box(*box)] = True
    return np.asarray(mask & sheet.seen, np.bool_)


def light_on(sheet: Sheet, flat: Floats, spread: Floats, before: Floats) -> Floats:
    """A gentle light (second order along and across) that explains how bright the expected print looks where."""
    high, wide = sheet.seen.shape
    across, down = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    told = sheet.seen & (flat[..., 0] > 12) & (spread[..., 0] < 12)
    few = np.zeros_like(told)
    few[3::7, 3::7] = True
    told &= few
    if told.sum() < 200:
        return before
    ratio = np.log(np.maximum(sheet.picture[..., 0][told], 2) / flat[..., 0][told])
    x, y = across[told], down[told]
    terms = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
    sure = np.ones(len(x))
    for _ in range(6):
        weights, *_ = np.linalg.lstsq(terms * sure[:, None], ratio * sure, rcond=None)
        sure = 1 / np.maximum(1.0, np.abs(ratio - terms @ weights) / 0.06)
    every = np.stack([np.ones_like(across), across, down, across**2, across * down, down**2], axis=-1) @ weights
    return np.asarray(np.exp(np.clip(every, -0.8, 0.8)), np.float32)
