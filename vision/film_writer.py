"""Pictures with their own times into an H.264 file, for people to look at."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av

from schemas.errors import NoMoreBetsError
from vision.frame import Image

CLOCK = Fraction(1, 90_000)
IN_PIECES = {"movflags": "+frag_keyframe+empty_moov+default_base_moof", "flush_packets": "1"}
"""Every second is a piece of its own: a film that is broken off plays as far as it was written."""


class FilmWriter:
    """Writes frame after frame; the last second is complete once it is closed."""

    def __init__(self, path: Path) -> None:
        try:
            self._container = av.open(str(path), "w", format="mp4", options=IN_PIECES)
        except OSError as wrong:
            raise NoMoreBetsError(f"cannot write {path}: {wrong.strerror or wrong}") from None
        self._stream: av.VideoStream | None = None
        self._last = -1

    def add(self, picture: Image, micros: int) -> None:
        """One more picture, taken so many microseconds after the first; its sides are made even."""
        picture = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2]
        if self._stream is None:
            self._stream = self._container.add_stream("libx264", rate=30)
            self._stream.height, self._stream.width = picture.shape[:2]
            self._stream.pix_fmt = "yuv420p"
            self._stream.time_base = CLOCK
            self._stream.codec_context.time_base = CLOCK
            self._stream.options = {"preset": "veryfast", "crf": "23", "g": "30"}
        frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
        self._last = max(self._last + 1, round(micros * 9 / 100))
        frame.pts, frame.time_base = self._last, CLOCK
        self._container.mux(self._stream.encode(frame))

    def close(self) -> None:
        """Finish the file."""
        if self._stream is not None:
            self._container.mux(self._stream.encode(None))
        self._container.close()
