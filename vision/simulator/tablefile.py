"""A story's table as an operator would have written it down: `table.toml`."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import msgspec
import tomlkit
from tomlkit.items import Table

from schemas.moment import Moment
from schemas.table import HousePart, TableSetup


def table_text(setup: TableSetup, starts_at: Moment) -> str:
    """The file's text; the cameras and the desk share one clock that starts at `starts_at`."""
    doc = tomlkit.document()
    plain = _told(msgspec.to_builtins(setup))
    for key in ("table", "name", "rulebook", "currency", "previous_number", "variants"):
        if plain.get(key):
            doc[key] = plain[key]
    doc["wheel"] = _section(plain["wheel"])
    doc["felt"] = _section(plain["felt"])
    chips = tomlkit.aot()
    for chip in plain["chips"]:
        chips.append(_section(chip))
    doc["chips"] = chips
    sources = tomlkit.table(is_super_table=True)
    for name, part in plain["sources"].items():
        section = _section({key: value for key, value in part.items() if value})
        section["starts_at"] = starts_at.utc.astimezone(UTC)
        sources[name] = section
    doc["sources"] = sources
    usual = msgspec.to_builtins(HousePart())
    doc["house"] = _section({key: value for key, value in plain["house"].items() if value != usual[key]})
    for key in ("limits", "section_pay", "equipment"):
        if plain.get(key):
            doc[key] = _section(plain[key])
    return tomlkit.dumps(doc)


def _section(plain: dict[str, Any]) -> Table:
    section = tomlkit.table()
    for key, value in plain.items():
        section[key] = value
    return section


def _told(value: Any) -> Any:
    """TOML has no null: what is not told is left out."""
    if isinstance(value, dict):
        return {key: _told(item) for key, item in value.items() if item is not None}
    return [_told(item) for item in value] if isinstance(value, (list, tuple)) else value
