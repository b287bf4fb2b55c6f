"""A live camera for as long as somebody looks: its losses and returns are told, and it is tried again with back-off."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator

from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.events import CameraLost, CameraRestored
from schemas.moment import Moment
from vision.stamp import stamped

WAITS_S = (0.5, 8.0)
"""How long to wait before a lost camera is tried again: at first, and at most; it doubles. Shorter troubles a camera
that is starting, longer leaves it unseen."""
Watch = Callable[[], Iterator[Entry]]


def watch_live(watch: Watch, *, camera: str, table: str, session: str, starts_at: Moment,
               sleep: Callable[[float], None] = clock.sleep, now: Callable[[], float] = clock.time) -> Iterator[Entry]:
    """What a live camera sees, for ever; the first time it must be there, or the one line says why it is not."""

    def say(event: CameraLost | CameraRestored, time: Moment) -> Entry:
        return stamped(event, table=table, session=session, origin=camera, time=time, micros=(time - starts_at) * 1000)

    last, lost, wait = starts_at, False, WAITS_S[0]
    begun = False
    while True:
        why = "the stream ended"
        try:
            for said in watch():
                if lost:
                    yield say(CameraRestored(seen=(said.time, said.time), camera=camera), said.time)
                begun, lost, wait, last = True, False, WAITS_S[0], max(last, said.time)
                yield said
        except NoMoreBetsError as wrong:
            if not begun:
                raise
            why = str(wrong)
        if not lost:
            lost, gone = True, max(last, Moment(round(now() * 1000)))
            yield say(CameraLost(seen=(last, gone), camera=camera, why=why), gone)
            last = gone
        sleep(wait)
        wait = min(2 * wait, WAITS_S[1])
