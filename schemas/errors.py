"""The one error a person is meant to read: caught at the edge, printed as one line, exit 2."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class NoMoreBetsError(Exception):
    """Something a person can put right: what was asked, what was likely meant, what exists."""


def meant(word: str, known: Iterable[str]) -> str:
    """' Did you mean …? Known: …' for the end of an error line."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.5)
    guess = f" Did you mean '{close[0]}'?" if close else ""
    return f"{guess} Known: {', '.join(names)}." if names else guess
