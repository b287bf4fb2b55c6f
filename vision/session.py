"""A session: which sources a table has now, when they begin, and the lines every log begins and ends with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from schemas.envelope import Entry, entry
from schemas.errors import NoMoreBetsError, meant
from schemas.events import ColourAssigned, Event, RulebookAdopted, Source, TableClosed, TableOpened, Value, kebab
from schemas.ids import observation_id, session_id
from schemas.lawful import check_table
from schemas.moment import Moment
from schemas.rulebook import Rulebook, load_rulebook
from schemas.table import SourcePart, TableFile, config_of, starts_at
from vision.source import is_live

Kind = Literal["wheel", "layout", "desk"]
KINDS: Final[tuple[Kind, ...]] = ("wheel", "layout", "desk")
NO_START: Final = Moment.parse("2000-01-01T00:00:00Z")
"""When files begin if nobody says so: plainly not a real evening, and the same every time."""


class Camera(Value, frozen=True, kw_only=True):
    """One camera of a session; `starts_at` has its clock's offset in it."""

    name: str
    kind: Kind
    url: str
    starts_at: Moment
    live: bool = False


class Session(Value, frozen=True, kw_only=True):
    """A table's sources from one beginning to one end."""

    id: str
    file: TableFile
    starts_at: Moment
    cameras: tuple[Camera, ...]
    desk: str | None
    sources: tuple[Source, ...]

    @property
    def table(self) -> str:
        """The table's id."""
        return self.file.setup.table


def kind_of(name: str) -> Kind:
    """What a source is, by its name: `wheel`, `layout`, `layout-2`, `desk`."""
    for kind in KINDS:
        if name == kind or name.startswith(f"{kind}-"):
            return kind
    raise NoMoreBetsError(f"no source is called '{name}'.{meant(name, KINDS)}")


def open_session(
    file: TableFile, *, given: Mapping[str, str] | None = None, without: Collection[str] = (),
    default: Moment = NO_START,
) -> Session:
    """The sources named on the command line, then those of the table file, less those left out."""
    given = given or {}
    parts = file.setup.sources
    for name in (*parts, *given, *without):
        kind_of(name)
    urls = {name: file.locate(part.url) for name, part in parts.items() if part.url} | dict(given)
    named = [name for name in (*parts, *(name for name in given if name not in parts)) if name not in without]
    begins = starts_at(file.setup) or default
    cameras = tuple(_camera(name, urls[name], parts.get(name, SourcePart()), begins)
                    for name in named if name in urls and kind_of(name) != "desk")
    sources = tuple(Source(name=name, kind=kind_of(name), live=name in urls and is_live(urls[name]))
                    for name in named if name in urls or kind_of(name) == "desk")
    if not sources:
        raise NoMoreBetsError(f"nothing to watch: {file.path} names no [sources.wheel] or [sources.layout] with a url; "
                              "give --wheel or --layout.")
    return Session(
        id=session_id([_file_name(urls[source.name]) for source in sources if source.name in urls], begins),
        file=file, starts_at=min([begins, *(camera.starts_at for camera in cameras)]), cameras=cameras,
        desk=next((urls[name] for name in named if kind_of(name) == "desk" and name in urls), None), sources=sources,
    )


def _camera(name: str, url: str, part: SourcePart, begins: Moment) -> Camera:
    own = Moment.of(part.starts_at) if part.starts_at else begins
    return Camera(name=name, kind=kind_of(name), url=url, starts_at=own.plus(part.offset_ms / 1000), live=is_live(url))


def _file_name(url: str) -> str:
    return url if is_live(url) else Path(url).name


def opening(session: Session) -> tuple[Entry, ...]:
    """What is written first: the configuration, the rulebook with its full text, the colours' values."""
    setup, book = session.file.setup, _lawful_book(session.file)
    desk = next((source.name for source in session.sources if source.kind == "desk"), None)
    opened = TableOpened(
        config=_config(session), config_sha256=session.file.sha256, sources=session.sources,
        reports=setup.sources[desk].reports if desk in setup.sources else (), previous_number=setup.previous_number,
    )
    adopted = RulebookAdopted(id=book.id, version=book.version, sha256=book.sha256, text=book.text)
    start = session.starts_at
    worth = [ColourAssigned(seen=(start, start), colour=colour, value=value) for colour, value in setup.values.items()]
    return tuple(_from_config(session, event, start) for event in (opened, adopted, *worth))


def _lawful_book(file: TableFile) -> Rulebook:
    """The table's rulebook, if the table may be opened under it."""
    book = load_rulebook(file.setup.rulebook, file.path.parent)
    try:
        check_table(file.setup, book)
    except NoMoreBetsError as wrong:
        raise NoMoreBetsError(f"{file.path}: {wrong}") from None
    return book


def closing(session: Session, ends_at: Moment) -> Entry:
    """What is written last, once."""
    return _from_config(session, TableClosed(), max(ends_at, session.starts_at))


def _config(session: Session) -> dict[str, Any]:
    config = config_of(session.file.setup)
    kept = {source.name for source in session.sources}
    config["sources"] = {name: part for name, part in config["sources"].items() if name in kept}
    for camera in session.cameras:
        if session.file.setup.sources.get(camera.name, SourcePart()).url != camera.url:
            config["sources"].setdefault(camera.name, {})["url"] = _file_name(camera.url)
    return config


def _from_config(session: Session, event: Event, time: Moment) -> Entry:
    kind = kebab(type(event).__name__)
    id = observation_id(
        table=session.table, source="config", session=session.id, kind=kind, micros=(time - session.starts_at) * 1000,
        place=event.colour if isinstance(event, ColourAssigned) else "",
    )
    return entry(event, id=id, table=session.table, origin="config", time=time, session=session.id)
