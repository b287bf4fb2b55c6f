"""The generated schemas fit the events; `make schemas` writes them anew."""

from __future__ import annotations

from pathlib import Path

import yaml

import schemas
from schemas.events import KINDS
from schemas.generate import documents
from schemas.topics import TOPICS

HERE = Path(schemas.__file__).parent


def test_nothing_generated_is_stale():
    written = {path: (HERE / path).read_text() for path in documents() if (HERE / path).exists()}
    stale = [path for path, text in documents().items() if written.get(path) != text]
    assert not stale, f"stale: {stale}; run `make schemas`"


def test_nothing_generated_is_left_over():
    assert {f"json/{path.name}" for path in (HERE / "json").glob("*.json")} == set(documents()) - {"asyncapi.yaml"}


def test_every_event_is_said_on_one_topic():
    document = yaml.safe_load((HERE / "asyncapi.yaml").read_text())
    assert set(document["channels"]) == set(TOPICS)
    said = [name for channel in document["channels"].values() for name in channel["messages"]]
    assert sorted(said) == sorted(KINDS)
