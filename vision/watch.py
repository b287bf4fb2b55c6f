"""Cameras in, observations out: each eye looks at its frames, everything gets its envelope, ticks keep the time."""

from __future__ import annotations

import heapq
import time as clock
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import av
import msgspec
from msgspec.structs import replace

from schemas.codec import decode, encode
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.events import CameraLost, ClockTicked, Event, Observation
from schemas.moment import Moment
from schemas.table import SourcePart, TableFile, read_table
from vision.children import Child
from vision.desk import desk_entries
from vision.eye import Eye
from vision.frame import Frame
from vision.live import watch_live
from vision.session import Camera, Session, closing, kind_of, opening
from vision.source import frame_count, frames, open_video
from vision.stamp import stamped

TICK_MS = 1000
"""Table time between two heartbeats of a camera."""
BROKE_OFF_FRAMES = 3
"""A file may lack this many of the frames it announces before it counts as broken off."""


def watch_camera(
    name: str, url: str, table_file: TableFile, session: str, starts_at: Moment, live: bool = False, *,
    eye: Eye | None = None, pace: bool = False, wall_start: float | None = None,
    on_frame: Callable[[Frame], None] | None = None,
) -> Iterator[Entry]:
    """One camera from its first frame to its last, with its ticks; a file that breaks off ends in `CameraLost`.

    A live camera's table time is wall time from when it is opened, also after a gap; its end is not said here.
    With `pace` a frame is not looked at before its time: `wall_start` (seconds since 1970; the table time itself
    when not given) is when `starts_at` was. What is behind catches up at full speed.
    """
    begins = max(starts_at, _now(table_file, name)) if live else starts_at
    looking = _Looking(name, table_file, session, starts_at, begins, eye or eye_for(name, table_file))
    wall = int(starts_at) / 1000 if wall_start is None else wall_start
    broke = ""
    try:
        for frame in frames(url, begins):
            if pace:
                clock.sleep(max(0.0, wall + frame.micros / 1e6 - clock.time()))
            if on_frame is not None:
                on_frame(frame)
            yield from looking.look(frame)
        missing = 0 if live else (frame_count(url) or looking.count) - looking.count
        broke = f"{missing} of its frames are missing" if missing > BROKE_OFF_FRAMES else ""
    except (av.error.FFmpegError, OSError) as wrong:
        broke = str(getattr(wrong, "strerror", None) or wrong)
    yield from looking.finish(lost="" if live else broke, ended=not live)


def _now(file: TableFile, name: str) -> Moment:
    """Wall time as this camera's clock, put right, tells it."""
    return Moment(clock.time_ns() // 1_000_000 + file.setup.sources.get(name, SourcePart()).offset_ms)


class _Looking:
    """An eye at work: what it says gets its time, its id and the clock's error."""

    def __init__(
        self, name: str, file: TableFile, session: str, starts_at: Moment, begins: Moment, eye: Eye
    ) -> None:
        self.count = 0
        self._name, self._eye, self._session = name, eye, session
        self._table = file.setup.table
        self._error_ms = file.setup.sources.get(name, SourcePart()).error_ms
        self._starts_at, self._time = starts_at, begins
        self._opened_micros = self._micros = (begins - starts_at) * 1000
        self._frame_micros = 0
        self._next_tick = Moment(begins + TICK_MS)

    def look(self, frame: Frame) -> list[Entry]:
        """Everything that can be said at this frame, by id, then the tick if a second has passed."""
        micros = frame.micros + self._opened_micros
        self._frame_micros, self._micros = micros - self._micros if self.count else 40_000, micros
        self.count += 1
        said = [self._said(seen, frame.time) for seen in self._eye.look(frame)]
        if frame.time >= self._next_tick:
            said.append(self._said(ClockTicked(), frame.time))
            self._next_tick = Moment(frame.time - (frame.time - self._starts_at) % TICK_MS + TICK_MS)
        return sorted(said, key=lambda one: (one.time, one.id))

    def finish(self, *, lost: str, ended: bool) -> list[Entry]:
        """What is left to say, one frame after the last."""
        self._micros += self._frame_micros
        time = max(self._time, self._starts_at.plus(self._micros / 1e6))
        said: list[Event] = list(self._eye.finish())
        if lost:
            said.append(CameraLost(seen=(time, time), camera=self._name, why=lost))
        if ended:
            said.append(ClockTicked(ended=True))
        return sorted((self._said(event, time) for event in said), key=lambda one: (one.time, one.id))

    def _said(self, event: Event, at: Moment) -> Entry:
        if isinstance(event, Observation):
            event = replace(event, clock_error_ms=max(event.clock_error_ms, self._error_ms))
            at = max(at, event.seen[1])
        self._time = max(self._time, at)
        return stamped(event, table=self._table, session=self._session, origin=self._name, time=self._time,
                       micros=self._micros)


def eye_for(name: str, file: TableFile) -> Eye:
    """The eye a camera of this name needs, with the calibration the table file holds for it."""
    kind = kind_of(name)
    told: dict[str, Any] | None = file.setup.calibration.get(name, file.setup.calibration.get(kind))
    if told is None:
        raise NoMoreBetsError(f"{file.path} has no [calibration.{name}]; run: nomorebets calibrate {kind} VIDEO "
                              f"--table {file.path}")
    try:
        if kind == "wheel":
            from vision.calibration import WheelCalibration
            from vision.wheel.eye import WheelEye

            return WheelEye(msgspec.convert(told, WheelCalibration), file.setup, folder=file.path.parent)
        from vision.calibration import LayoutCalibration
        from vision.layout.eye import LayoutEye

        return LayoutEye(msgspec.convert(told, LayoutCalibration), file.setup, folder=file.path.parent)
    except msgspec.ValidationError as wrong:
        raise NoMoreBetsError(f"{file.path}: [calibration.{name}] cannot be used ({wrong}); calibrate again.") from None


def check_cameras(session: Session) -> None:
    """Say what cannot be watched before anything is written: no such file, no calibration, one for another picture."""
    for camera in session.cameras:
        eye = eye_for(camera.name, session.file)
        if not camera.live:
            open_video(camera.url).close()
            _check_place(camera, eye, session.file)


def _check_place(camera: Camera, eye: Eye, file: TableFile) -> None:
    from vision.wheel.eye import WheelEye
    from vision.wheel.right_place import check_place

    if isinstance(eye, WheelEye):
        check_place(camera.url, eye.calibration, file.setup)


def watch_session(session: Session, *, annotate: Path | None = None) -> Iterator[Entry]:
    """The whole session in the order of the log: opening, then every source by time, then `TableClosed`.

    `annotate` is a film to draw what the first camera's eye saw into; another camera's has its name added.
    """
    desk = desk_entries(session)
    begin = opening(session)
    check_cameras(session)
    films = [None if annotate is None else film_of(annotate, camera, session) for camera in session.cameras]
    children = [Child(camera.name, _lines, camera, str(session.file.path), session.id,
                      None if film is None else str(film))
                for camera, film in zip(session.cameras, films, strict=True)]
    last = session.starts_at
    try:
        yield from begin
        for said in merged([desk, *(map(decode, child) for child in children)]):
            last = max(last, said.time)
            yield said
    finally:
        for child in children:
            child.stop()
    yield closing(session, last)


def merged(sources: Iterable[Iterable[Entry]]) -> Iterator[Entry]:
    """Several sources as one, by time, source and id; each is already in its own order."""
    return heapq.merge(*sources, key=lambda one: (one.time, one.source, one.id))


def _lines(camera: Camera, table: str, session: str, annotate: str | None = None) -> Iterator[bytes]:
    file = read_table(Path(table))
    # A film of what was seen ends where a live camera is first lost.
    drawing = iter([] if annotate is None else [_annotated(camera.name, file, Path(annotate))])

    def watch() -> Iterator[Entry]:
        return watch_camera(camera.name, camera.url, file, session, camera.starts_at, camera.live,
                            eye=next(drawing, None))

    live = watch_live(watch, camera=camera.name, table=file.setup.table, session=session, starts_at=camera.starts_at)
    for said in live if camera.live else watch():
        yield encode(said)


def film_of(path: Path, camera: Camera, session: Session) -> Path:
    """Each camera's own film: OUT.mp4 for the first, OUT-layout.mp4 for another; never over what is watched."""
    film = path if camera == session.cameras[0] else path.with_stem(f"{path.stem}-{camera.name}")
    kept = [session.file.path, *(Path(each.url) for each in session.cameras if not each.live)]
    if film.exists() and any(film.samefile(each) for each in kept):
        raise NoMoreBetsError(f"--annotate {film} would write over what is watched; give another file.")
    if not film.parent.is_dir():
        raise NoMoreBetsError(f"--annotate {film}: there is no folder {film.parent}")
    return film


def _annotated(name: str, file: TableFile, path: Path) -> Eye:
    from vision.layout.annotate import AnnotatedLayoutEye
    from vision.layout.eye import LayoutEye
    from vision.wheel.annotate import AnnotatedEye
    from vision.wheel.eye import WheelEye

    eye = eye_for(name, file)
    if isinstance(eye, LayoutEye):
        return AnnotatedLayoutEye(eye, file.setup, path)
    assert isinstance(eye, WheelEye)
    return AnnotatedEye(eye, path)
