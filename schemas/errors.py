"""The one error a person is meant to read: caught at the edge, printed as one line, exit 2."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches


class NoMoreBetsError(Exception):
    """Something a person can put right: what was asked, what was likely meant, what exists."""


def meant(word: str, known: Iterable[str]) -> str:
    """' Did you mean …? Known: …' for the end of an error line."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.5)
    guess = f" Did you mean '{close[0]}'?" if close else ""
    return f"{guess} Known: {', '.join(names)}." if names else guess


def plainly(why: str, keys: Callable[[str], Iterable[str]]) -> str:
    """What msgspec found wrong with a file, in the file's own words; `keys` names those of a part by its place."""
    unknown = re.search(r"unknown field `([^`]+)`(?: - at `\$\.?([^`]*)`)?", why)
    if not unknown:
        return why.replace("`$.", "`").replace("`$`", "the file")
    key, place = unknown[1], (unknown[2] or "").replace("[...]", "")
    return f"unknown key '{key}'{f' in [{place}]' if place else ''}.{meant(key, keys(place))}"
