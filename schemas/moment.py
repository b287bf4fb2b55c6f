"""A moment of table time: UTC, to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(int):
    """Milliseconds since 1970, written `2026-11-18T21:14:33.120Z`. Differences are milliseconds."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Moment:
        """Read an ISO 8601 time with a zone; finer than a millisecond is rounded down."""
        when = datetime.fromisoformat(text)
        if when.tzinfo is None:
            raise ValueError(f"'{text}' has no time zone; write it in UTC, like 2026-11-18T21:14:33.120Z")
        return cls.of(when)

    @classmethod
    def of(cls, when: datetime) -> Moment:
        """The moment of a zoned datetime."""
        since = when - EPOCH
        return cls(since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000)

    def plus(self, seconds: float) -> Moment:
        """This many seconds later, to the nearest millisecond."""
        return Moment(self + round(seconds * 1000))

    def after(self, earlier: Moment) -> float:
        """Seconds since the earlier moment."""
        return (self - earlier) / 1000

    @property
    def utc(self) -> datetime:
        """The same moment as a datetime."""
        seconds, millis = divmod(int(self), 1000)
        return datetime.fromtimestamp(seconds, UTC).replace(microsecond=millis * 1000)

    def __str__(self) -> str:
        when = self.utc
        return f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03d}Z"

    def __repr__(self) -> str:
        return f"Moment({self})"


Interval = tuple[Moment, Moment]
"""[earliest, latest]: when something happened, as well as it is known."""
