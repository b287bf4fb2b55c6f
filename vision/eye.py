"""What an eye is: it looks at frames and says what it saw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from schemas.events import Observation
from vision.frame import Frame


class Eye(Protocol):
    """Looks at one camera's frames in order; `seen` is in table time, `clock_error_ms` is added by `watch`."""

    def look(self, frame: Frame) -> Iterable[Observation]:
        """What can be said now that this frame has been seen."""
        ...

    def finish(self) -> Iterable[Observation]:
        """What can still be said when the file has ended."""
        ...
