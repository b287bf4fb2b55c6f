"""What came of one film: one line each in the file of results, so that a long benchmark can be taken up again."""

from __future__ import annotations

from schemas.events import Value


class SpinResult(Value, frozen=True, kw_only=True, tag="spin"):
    """What the eye made of one spin; null where it said nothing, or where there was nothing to say."""

    seed: int
    found: bool
    rotor_right: bool | None = None
    ball_right: bool | None = None
    same_way: bool = False
    same_way_right: bool | None = None
    """Whether it was told right if the ball ran the rotor's way; null where a direction was left open."""
    rotor_speed_off: float | None = None
    few: bool = False
    few_told: bool = False
    few_false: bool = False
    """Four revolutions or more, and called fewer."""
    revolutions_off: float | None = None
    drop_off_frames: float | None = None
    rest_off_frames: float | None = None
    number_right: bool | None = None
    false: tuple[str, ...] = ()


class HappeningResult(Value, frozen=True, kw_only=True, tag="happening"):
    """Whether one irregularity was told as it was; what was said instead, where it was not."""

    seed: int
    what: str
    found: bool
    told: bool
    said: tuple[str, ...] = ()


class ClipResult(Value, frozen=True, kw_only=True, tag="clip"):
    """A short clip's number: right, wrong, or null: it was not told."""

    seed: int
    nth: int
    found: bool
    right: bool | None = None


class IdleResult(Value, frozen=True, kw_only=True, tag="idle"):
    """What was said of balls in so many seconds of a wheel on which none moved."""

    seed: int
    found: bool
    turning: bool
    seconds: float
    said: tuple[str, ...] = ()


class HourResult(Value, frozen=True, kw_only=True, tag="hour"):
    """Memory in MB over so many minutes of video: when the eye was warm, at the most afterwards, at the end."""

    seed: int
    minutes: float
    warm_mb: float
    most_mb: float
    end_mb: float


Result = SpinResult | HappeningResult | ClipResult | IdleResult | HourResult


def brief(said: object, at: float) -> str:
    """An observation in a word and its second, for whoever asks what went wrong."""
    return f"{type(said).__name__} {at:.1f}"
