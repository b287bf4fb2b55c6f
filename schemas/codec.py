"""Lines to entries and back; the same entry always gives the same bytes."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from schemas.envelope import Entry, WireEntry
from schemas.errors import NoMoreBetsError, meant
from schemas.events import KINDS, Observation, kebab
from schemas.moment import Moment


class BadLine(NoMoreBetsError):  # noqa: N818 - named for what it is
    """A line that is not an event we know; the message says what is wrong with it."""


def to_wire(value: object) -> object:
    """Msgspec's hook for what JSON does not know."""
    if isinstance(value, Moment):
        return str(value)
    raise NotImplementedError(f"cannot write {type(value).__name__}")


def from_wire(kind: type, value: Any) -> Any:
    """Msgspec's hook for what JSON does not know."""
    if kind is Moment:
        return Moment.parse(value)
    raise NotImplementedError(f"cannot read {kind.__name__}")


T = TypeVar("T")

_encoder = msgspec.json.Encoder(enc_hook=to_wire)
_decoder = msgspec.json.Decoder(WireEntry, dec_hook=from_wire)
_TYPES = {kind: f"nomorebets.{name}" for name, kind in KINDS.items()}


def encode(entry: Entry) -> bytes:
    """The line of an entry, without its newline."""
    return _encoder.encode(entry)


def decode(line: bytes | str) -> Entry:
    """The entry of a line, or `BadLine` saying what is wrong with it."""
    try:
        told = _decoder.decode(line)
    except (msgspec.DecodeError, ValueError) as wrong:
        raise BadLine(_explain(line, str(wrong))) from None
    if told.type != _TYPES[type(told.data)]:
        raise BadLine(f"type is '{told.type}', its data is of kind '{kebab(type(told.data).__name__)}'")
    if isinstance(told.data, Observation):
        _check(told.data, told.time)
    return told


def _check(said: Observation, time: Moment) -> None:
    """What the contracts forbid a source to say, however well it is written."""
    earliest, latest = said.seen
    if earliest > latest:
        raise BadLine(f"seen from {earliest} to {latest}: the earliest comes first")
    if time < latest:
        raise BadLine(f"said at {time}, before it happened at {latest}")
    if not 0 <= said.confidence <= 1:
        raise BadLine(f"confidence is {said.confidence:g}; it is from 0 to 1")
    if said.clock_error_ms < 0:
        raise BadLine(f"clock_error_ms is {said.clock_error_ms}; a clock errs by 0 or more")
    for chips in getattr(said, "chips", ()):
        low, high = chips.count
        if low < 0 or (high is not None and high < low):
            raise BadLine(f"a count of chips is [{low}, {high}]; it is [low, high], 0 or more")


def _explain(line: bytes | str, why: str) -> str:
    unknown = re.search(r"Invalid value '([^']*)' - at `\$\.data\.kind`", why)
    if unknown:
        return f"unknown kind '{unknown[1]}'.{meant(unknown[1], KINDS)}"
    if _not_json(line):
        return f"not a JSON object: {why}"
    return why.replace("`$.", "`").replace("`$`", "the line")


def _not_json(line: bytes | str) -> bool:
    """Whether the line is not JSON at all."""
    try:
        return not isinstance(msgspec.json.decode(line), dict)
    except (msgspec.DecodeError, ValueError):
        return True


def pack(value: object) -> bytes:
    """A processor's state as bytes; `unpack` reads it back."""
    return _encoder.encode(value)


def unpack(data: bytes, kind: type[T]) -> T:
    """A processor's state from its bytes."""
    return msgspec.json.decode(data, type=kind, dec_hook=from_wire)
