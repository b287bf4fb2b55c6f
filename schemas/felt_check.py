"""What no printed felt can be: checked when a table is configured, one clear line each."""

from __future__ import annotations

from math import isfinite

from schemas.errors import NoMoreBetsError, meant
from schemas.felt_boxes import Felt
from schemas.layout import spots
from schemas.racetrack import asian_name


def check_felt(felt: Felt) -> None:
    """Refuse a felt that contradicts itself or the rules of the layout."""
    if not all(isfinite(side) and side > 0 for side in felt.box_mm):
        raise NoMoreBetsError("box_mm is two lengths above 0: from street to street, and across")
    twice = sorted({extra for extra in felt.extras if felt.extras.count(extra) > 1})
    if twice:
        raise NoMoreBetsError(f"extras has '{twice[0]}' twice")
    if "sections" in felt.extras and len(felt.extras) > 1:
        raise NoMoreBetsError("sections are never beside a racetrack (7.15): take one of them out of extras")
    if "sections" in felt.extras and not felt.sections:
        raise NoMoreBetsError("extras has sections, but sections = [] inscribes none (7.12)")
    if felt.order and ("00" in felt.order) != felt.two_zeros:
        raise NoMoreBetsError(f"order has {len(felt.order)} pockets, the layout {38 if felt.two_zeros else 37} (2.2)")
    _check_courtesy(felt)
    _check_groups(felt)


def _check_courtesy(felt: Felt) -> None:
    if felt.courtesy is None:
        return
    if felt.two_zeros and felt.courtesy != "0-00":
        raise NoMoreBetsError(f"courtesy = \"{felt.courtesy}\": on two zeros the courtesy line is 0-00 (3.1A(b)iii)")
    if not felt.two_zeros and felt.option == 1:
        raise NoMoreBetsError("courtesy is for option = 2: option 1 has no courtesy line (Appendix 1)")
    ordinary = spots(Felt(zeros=felt.zeros))
    if felt.courtesy not in ordinary:
        raise NoMoreBetsError(f"no spot '{felt.courtesy}' for the courtesy line.{_near(felt.courtesy, ordinary)}")


def _check_groups(felt: Felt) -> None:
    for group in felt.asian_groups:
        unknown = [number for number in group if number not in felt.wheel]
        if unknown:
            raise NoMoreBetsError(f"asian_groups: no number '{unknown[0]}' on this felt")
        if len(set(group)) < 3:
            raise NoMoreBetsError(f"asian_groups: {', '.join(group)} are not three numbers (3.2)")
    names = [asian_name(group) for group in felt.asian_groups]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise NoMoreBetsError(f"asian_groups has '{twice[0]}' twice")


def _near(word: str, known: dict[str, tuple[float, float]]) -> str:
    return meant(word, known).split(" Known:")[0]
