"""The same evening under two rulebooks: what one finds and the other does not, or finds otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from schemas.events import BreachFound
from schemas.rulebook import Rulebook
from services.commands.account import Account

Key = tuple[str, str]


def differences(ours: Account, theirs: Account, other: Rulebook, *, as_lines: bool) -> Iterator[str]:
    """Line by line, in the order of table time; a finding is the same when it is about the same act."""
    mine, yours = _by_act(ours), _by_act(theirs)
    keys = sorted({*mine, *yours}, key=lambda key: _either(mine, yours, key).seen)
    apart = [key for key in keys if _differs(mine.get(key), yours.get(key))]
    for key in apart:
        if as_lines:
            yield msgspec.json.encode({"adopted": _brief(mine.get(key)), other.id: _brief(yours.get(key))}).decode()
        else:
            yield from _told(mine.get(key), yours.get(key), other)
    if not as_lines:
        same = len(keys) - len(apart)
        yield f"{len(mine)} as adopted, {len(yours)} under {other.id}: {same} the same, {len(apart)} differ."


def _by_act(account: Account) -> dict[Key, BreachFound]:
    return {(found.causes[0] if found.causes else found.round_id, found.rule): found
            for found in account.standing.values()}


def _either(mine: dict[Key, BreachFound], yours: dict[Key, BreachFound], key: Key) -> BreachFound:
    return mine[key] if key in mine else yours[key]


def _differs(one: BreachFound | None, other: BreachFound | None) -> bool:
    """Another verdict or another remedy; that another book numbers its clauses otherwise is no difference."""
    if one is None or other is None:
        return True
    return (one.verdict, _remedies(one)) != (other.verdict, _remedies(other))


def _remedies(found: BreachFound) -> tuple[str, ...]:
    return tuple(remedy.what for remedy in found.remedies)


def _told(one: BreachFound | None, other: BreachFound | None, book: Rulebook) -> Iterator[str]:
    found = one or other
    assert found is not None
    yield f"round {found.round}, {found.rule}{f' on {found.spot}' if found.spot else ''}:"
    yield f"  as adopted: {_sentence(one)}"
    yield f"  {book.id}: {_sentence(other)}"


def _sentence(found: BreachFound | None) -> str:
    if found is None:
        return "nothing found."
    doubt = "" if found.verdict == "breach" else f" {found.probability * 100:.0f} %"
    return f"{found.verdict}{doubt} [{', '.join(found.clauses)}]. {found.sentence}"


def _brief(found: BreachFound | None) -> dict[str, object] | None:
    if found is None:
        return None
    return {"rule": found.rule, "clauses": found.clauses, "verdict": found.verdict, "round": found.round,
            "spot": found.spot, "remedies": _remedies(found), "sentence": found.sentence}
