"""A felt as SVG, one unit a millimetre: its boxes as printed, and a mark with its name on every spot."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from schemas.layout import (
    OUTSIDE_MM,
    ZERO_MM,
    Box,
    Felt,
    boxes,
    courtesy_boxes,
    courtesy_places,
    covers,
    extra_boxes,
    spots,
    wager_of,
)
from schemas.wheel import colour_of

MARGIN_MM = 30.0
TITLE_MM = 30.0
FILLS = {"red": "#a3232b", "black": "#1d1b1b", "green": "#0d5c33"}
WORDS = {"low": "1 to 18", "even": "EVEN", "red": "RED", "black": "BLACK", "odd": "ODD", "high": "19 to 36",
         "dozen-1": "1st 12", "dozen-2": "2nd 12", "dozen-3": "3rd 12", "column-1": "2 to 1", "column-2": "2 to 1",
         "column-3": "2 to 1"}
STYLE = (
    "rect{stroke:#e9e6da;stroke-width:1.6}text{font-family:sans-serif;text-anchor:middle;fill:#fff}"
    ".print{fill-opacity:.5}.spot{fill:#ffd54a;stroke:#000;stroke-width:.4}.second{fill:#7fd4ff}"
    ".name{paint-order:stroke;stroke:#062a18;stroke-width:1.6px}"
)


def draw_felt(felt: Felt, title: str) -> str:
    """The whole drawing."""
    printed = [*boxes(felt).items(), *courtesy_boxes(felt), *extra_boxes(felt).items()]
    left, right = -ZERO_MM - MARGIN_MM, felt.length + felt.box_mm[0] + MARGIN_MM
    top = min(box.y0 for _, box in printed) - MARGIN_MM - TITLE_MM
    wide, high = right - left, max(box.y1 for _, box in printed) + MARGIN_MM - top
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="{left:g} {top:g} {wide:g} {high:g}">',
        f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" fill="#0b4a2a" stroke="none"/>',
        f'<text x="{(left + right) / 2:g}" y="{top + TITLE_MM:g}" font-size="16">{escape(title)}</text>',
        *(_box(name, box) for name, box in printed), *_courtesy_line(felt), *_marks(felt), "</svg>\n",
    ])


def _box(name: str, box: Box) -> str:
    number = name.removeprefix("neighbours-")
    fill = FILLS[colour_of(number)] if number.isdigit() else FILLS.get(name, "none")
    x, y = box.centre
    size = min(26.0, (box.x1 - box.x0) / 2.2, (box.y1 - box.y0) / 3)
    word = WORDS.get(name) or number.removeprefix("section-").removeprefix("asian-").replace("-", " ")
    if not number.isdigit():
        size = min(size, 1.5 * (box.x1 - box.x0) / len(word))
    return (
        f'<rect x="{box.x0:g}" y="{box.y0:g}" width="{box.x1 - box.x0:g}" height="{box.y1 - box.y0:g}" fill="{fill}"/>'
        f'<text class="print" x="{x:g}" y="{y - 5:g}" font-size="{size:.1f}">{word}</text>'
    )


def _courtesy_line(felt: Felt) -> Iterator[str]:
    if felt.courtesy_x is not None:
        x, y = felt.courtesy_x, felt.width
        yield f'<path d="M{x:g} {y:g}v{OUTSIDE_MM:g}" stroke="#ffd54a" stroke-width="2.4"/>'


def _marks(felt: Felt) -> Iterator[str]:
    """Every spot; the courtesy places, second places of spots, in another colour."""
    for spot, (x, y) in spots(felt).items():
        wins = sorted(covers(spot, felt.wheel if spot.startswith("neighbours-") else None), key=int)
        told = f"{spot}: {wager_of(spot)}, {len(wins)} numbers: {' '.join(wins)}"
        yield _mark(spot, x, y, told, "spot", below=wager_of(spot) not in ("street", "five-line"))
    for place, (x, y) in courtesy_places(felt):
        told = f"courtesy: {place}" if place else "courtesy line: [felt] courtesy does not say what it covers"
        yield _mark(place or "?", x, y, told, "spot second", below=True)


def _mark(name: str, x: float, y: float, told: str, kind: str, *, below: bool) -> str:
    """A dot with its name below it; above where other names of the line stand below; beside on the zeros' line."""
    size = min(6.4, 96 / len(name), 60 / len(name) if name.startswith("neighbours") else 6.4)
    at = f'x="{x + 5:g}" y="{y + 9:g}" style="text-anchor:start"' if x == 0 else (
        f'x="{x:g}" y="{y + (10 if below else -5.5):g}"')
    return (
        f'<g><title>{told}</title><circle class="{kind}" cx="{x:g}" cy="{y:g}" r="3"/>'
        f'<text class="name" font-size="{size:.1f}" {at}>{name}</text></g>'
    )
