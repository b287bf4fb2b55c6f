"""Felts to be read: every layout, either way round, with and without what may be printed besides."""

from __future__ import annotations

import pytest

from schemas.layout import Felt

EUROPEAN_38 = tuple((
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 00 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
).split())
"""An invented order: the document's is a picture. The single-zero wheel with a double zero opposite the zero."""

FELTS = {
    f"{zeros} option {option}{' and '.join(['', *extras])}{' turned' if near == 1 else ''}": Felt(
        zeros=zeros, option=option, extras=extras, near_dealer=near, sections_at=at,
        courtesy="0-1-2-3" if option == 2 and zeros == "0" else None,
    )
    for zeros in ("0", "00-0", "0-00") for option in (1, 2) for near in (3, 1)
    for extras, at in (((), "players"), (("racetrack", "asian-racetrack"), "players"), (("sections",), "dealer"))
}


@pytest.fixture(params=FELTS.values(), ids=FELTS.keys())
def felt(request) -> Felt:
    return request.param


@pytest.fixture
def european_38() -> tuple[str, ...]:
    return EUROPEAN_38
