"""Which stories prove which rules and clauses: an index that `make docs` writes, read by `nomorebets explain`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

INDEX = "stories.json"


class Proof(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One story: its rulebook, the rules it expects, the clauses it breaks or proves, those it only nearly breaks.

    `pays` and `pays_not`: the clauses by which a wager in it wins, or loses. `signed`: the lines of the checklist that
    are signed in it. `refused`: the table is not even opened.
    """

    story: str
    rulebook: str
    rules: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    near_miss: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    pays_not: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    refused: bool = False

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it breaks or proves, in whatever way."""
        return tuple(dict.fromkeys((*self.breaks, *self.shows, *self.pays, *self.pays_not)))

    def proves(self, named: str, rulebook: str) -> bool:
        """Whether it shows this rule or clause of this rulebook at work."""
        return rulebook == self.rulebook and named in (*self.rules, *self.clauses)

    def nearly_breaks(self, named: str, rulebook: str) -> bool:
        """Whether it stays silent though this clause is nearly broken."""
        return rulebook == self.rulebook and named in self.near_miss and not self.proves(named, rulebook)


def gather(paths: Iterable[Path]) -> list[Proof]:
    """What the stories in these files say they prove, by name."""
    return sorted((_proof(path) for path in paths), key=lambda proof: (proof.rulebook, proof.story))


def _proof(path: Path) -> Proof:
    told = tomllib.loads(path.read_text())
    expected = told.get("expect", [])
    cited = [clause for wish in expected for clause in wish["clauses"]]
    rulebook = told.get("rulebook", "division-current")
    return Proof(
        story=f"{rulebook}/{path.stem}" if path.parent.name == rulebook else path.stem, rulebook=rulebook,
        rules=tuple(dict.fromkeys(wish["rule"] for wish in expected)), breaks=tuple(dict.fromkeys(cited)),
        shows=tuple(told.get("proves", ())), near_miss=tuple(told.get("near_miss", ())),
        pays=tuple(told.get("pays", ())), pays_not=tuple(told.get("pays_not", ())), refused="refused" in told,
        signed=tuple(step["clause"] for step in told.get("do", []) if step["what"] == "sign"),
    )


def index_of(proofs: Iterable[Proof]) -> str:
    """The index as it is kept: one story a line."""
    lines = (msgspec.json.encode(proof).decode() for proof in proofs)
    return "[\n" + ",\n".join(lines) + "\n]\n"


@lru_cache(maxsize=1)
def proofs() -> tuple[Proof, ...]:
    """The index that ships."""
    kept = files("services.rulebooks") / INDEX
    return msgspec.json.decode(kept.read_text(), type=tuple[Proof, ...]) if kept.is_file() else ()
