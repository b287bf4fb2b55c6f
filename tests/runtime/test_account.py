"""What a person at the terminal is told."""

import pytest

from schemas.envelope import entry
from schemas.events import CameraLost, CameraRestored, ClockTicked, LineRefused
from schemas.moment import Moment
from services.runtime.account import told

AT = Moment.parse("2026-11-18T21:14:32.000Z")


@pytest.mark.parametrize(("event", "line"), [
    (CameraLost(seen=(AT, AT), camera="layout", why="nothing for 2 s"),
     "21:14:32    the layout camera does not see: nothing for 2 s"),
    (CameraRestored(seen=(AT, AT), camera="layout"), "21:14:32    the layout camera sees again"),
    (LineRefused(why="no pocket '99' on this wheel.", topic="observations", line="{}"),
     "21:14:32    a line was set aside: no pocket '99' on this wheel."),
])
def test_what_is_not_seen_and_not_judged_is_said(event, line):
    assert str(told(entry(event, id="i", table="t1", origin="config", time=AT, session="s"))) == line


def test_a_tick_is_nothing_to_tell():
    assert told(entry(ClockTicked(), id="i", table="t1", origin="wheel", time=AT, session="s")) is None
