"""Where the films of a session lie, so that clips can be cut from them, also after a restart."""

from __future__ import annotations

from collections.abc import Mapping

from services.evidence.service import FileFilm, Film
from vision.session import Session


class FilmShelf:
    """The films of the sessions this house plays or has played, by table and session."""

    def __init__(self) -> None:
        self._films: dict[tuple[str, str], dict[str, Film]] = {}

    def put(self, session: Session) -> None:
        """Remember a session's camera files; a live camera's film is put here by who records it."""
        for camera in session.cameras:
            if not camera.live:
                film = FileFilm(path=camera.url, starts_at=camera.starts_at)
                self.put_film(session.table, session.id, camera.name, film)

    def put_film(self, table: str, session: str, camera: str, film: Film) -> None:
        """Remember one camera's film."""
        self._films.setdefault((table, session), {})[camera] = film

    def films(self, table: str, session: str) -> Mapping[str, Film]:
        """A session's films by camera; none when it was not played here."""
        return self._films.get((table, session), {})
