"""JSON Schema of every event and of the line, and an AsyncAPI document whose channels are the topics.

`python -m schemas.generate` writes them; a test fails when they no longer fit the events.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import yaml

from schemas import events
from schemas.envelope import Entry
from schemas.events import KINDS, Event, Observation
from schemas.moment import Moment
from schemas.topics import ALERTS, CASES, DEAD_LETTERS, FINDINGS, OBSERVATIONS, TOPICS

HERE = Path(__file__).parent
DIALECT = "https://json-schema.org/draft/2020-12/schema"

SAID_ON: dict[str, tuple[type[Event], ...]] = {
    FINDINGS: (
        events.RoundOpened, events.BettingClosed, events.SpinVoided, events.WagerStood, events.RoundClosed,
        events.BreachFound, events.FindingWithdrawn, events.CouldNotSee, events.SettlementExpected,
        events.SettlementReconciled, events.BiasSuspected,
    ),
    CASES: (
        events.IncidentOpened, events.IncidentUpdated, events.EvidenceAttached, events.EvidenceSealed,
        events.IncidentAcknowledged, events.NoteAdded, events.IncidentDecided, events.IncidentClosed,
    ),
    ALERTS: (
        events.AlertRaised, events.AlertSent, events.AlertFailed, events.AlertEscalated, events.AlertAcknowledged,
        events.AlertSilenced,
    ),
    DEAD_LETTERS: (events.LineRefused,),
}
"""Which events are said on which topic; all others are observations."""

ABOUT = {
    OBSERVATIONS: "What cameras and desks report about a table, and its configuration.",
    FINDINGS: "What the referee and the auditor conclude.",
    CASES: "Incidents: what findings and people make of them.",
    ALERTS: "What people are told, by which channel, and whether it arrived.",
    DEAD_LETTERS: "Lines that could not be read or judged, with the reason.",
}


def topic_of(kind: type[Event]) -> str:
    """The topic an event is said on."""
    return next((topic for topic, kinds in SAID_ON.items() if kind in kinds), OBSERVATIONS)


def documents() -> dict[str, str]:
    """Every generated file by its path below `schemas/`."""
    written = {f"json/{name}.json": _json(_schema(kind)) for name, kind in KINDS.items()}
    written["json/entry.json"] = _json(_envelope())
    written["asyncapi.yaml"] = yaml.safe_dump(asyncapi(), sort_keys=False, allow_unicode=True, width=120)
    return dict(sorted(written.items()))


def asyncapi() -> dict[str, Any]:
    """Channels are topics; every message is one CloudEvents line, keyed by table."""
    by_topic = {topic: [name for name, kind in KINDS.items() if topic_of(kind) == topic] for topic in TOPICS}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "nomorebets", "version": "1",
            "description": "One event is one CloudEvents 1.0 JSON object, one line. Generated from the events.",
        },
        "defaultContentType": "application/cloudevents+json",
        "channels": {
            topic: {
                "address": topic, "description": ABOUT[topic],
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
            }
            for topic, names in by_topic.items()
        },
        "operations": {
            f"{action}-{topic}": {"action": action, "channel": {"$ref": f"#/channels/{topic}"}}
            for topic in TOPICS for action in ("send", "receive")
        },
        "components": {"messages": {name: _message(name, kind) for name, kind in KINDS.items()}},
    }


def _message(name: str, kind: type[Event]) -> dict[str, Any]:
    fixed = {"type": {"const": f"nomorebets.{name}"}, "data": {"$ref": f"json/{name}.json"}}
    said = {"type": "object", "properties": fixed}
    return {
        "name": f"nomorebets.{name}", "summary": (kind.__doc__ or "").strip(),
        "payload": {"schemaFormat": "application/schema+json;version=draft-2020-12",
                    "schema": {"allOf": [{"$ref": "json/entry.json"}, said]}},
    }


def _schema(kind: type[Any]) -> dict[str, Any]:
    schema = msgspec.json.schema(kind, schema_hook=_moment)
    return {"$schema": DIALECT, **schema}


def _envelope() -> dict[str, Any]:
    """The line: an envelope round any of the events."""
    schema = msgspec.json.schema(Entry, schema_hook=_moment)
    line = schema["$defs"]["Entry"]
    line["properties"]["data"] = {"oneOf": [{"$ref": f"{name}.json"} for name in KINDS]}
    return {"$schema": DIALECT, **line}


def _moment(kind: type) -> dict[str, Any]:
    if kind is Moment:
        return {"type": "string", "format": "date-time", "description": "UTC, to the millisecond"}
    if kind is Event or kind is Observation:
        return {"type": "object"}
    raise NotImplementedError(kind.__name__)


def _json(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files, and remove those of events that are no more."""
    written = documents()
    (HERE / "json").mkdir(exist_ok=True)
    for stale in (HERE / "json").glob("*.json"):
        if f"json/{stale.name}" not in written:
            stale.unlink()
    for path, text in written.items():
        (HERE / path).write_text(text)


if __name__ == "__main__":
    main()
