"""A running house for tests: a real PostgreSQL, the engine, the API on a free port; events are put in by hand."""

import asyncio
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx

from schemas.envelope import Entry, entry
from schemas.events import (
    BreachFound,
    Chips,
    ChipsPlaced,
    CouldNotSee,
    IncidentOpened,
    Remedy,
    RoundOpened,
    RulebookAdopted,
    Source,
    TableOpened,
)
from schemas.ids import incident_id, round_id
from schemas.moment import Moment
from schemas.rulebook import load_rulebook
from schemas.topics import CASES, FINDINGS, OBSERVATIONS
from services.alerts.herald import Herald
from services.api.app import bind, make_app, serve
from services.evidence.service import EvidenceService
from services.runtime.engine import engine
from services.settings import Settings

VERSION = load_rulebook("division-current").version
SENTENCE = (
    "Table 1, 21:14:32. Five green chips (25.00) put on 17 by a player's hand, between 0.4 and 0.8 s after the ball "
    "came to rest, 1.9 s after it dropped. division-current 3.6A: void. It would pay 875.00. Do not pay; return the "
    "chips (house rule)."
)


def only_the_herald() -> list[Herald]:
    """Findings and cases are put in by hand; only alerts follow from them."""
    return [Herald()]


class House:
    """The house from the outside: what a test may do to it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.films: dict[str, dict] = {}
        self.url = self.password = ""

    def do(self, work):
        """Run a coroutine in the house's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def append(self, topic: str, *entries: Entry) -> None:
        self.do(self._engine.append(topic, entries))

    def caught_up(self) -> None:
        self.do(self._engine.caught_up())

    def footage(self, table: str, session: str):
        return self.films.get(session, {})

    @property
    def people(self):
        return self._app.state.rooms.people

    @contextmanager
    def client(self, *, logged_in: bool = True, **more):
        with httpx.Client(base_url=self.url, trust_env=False, timeout=20, **more) as client:
            if logged_in:
                client.headers["x-csrf-token"] = client.post("/login", json={"password": self.password}).json()["csrf"]
            yield client

    async def live(self, started: Future) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with engine(Settings(data=self.data), processors=f"{__name__}:only_the_herald") as self._engine:
            listening = bind("127.0.0.1", 0)
            self._app = make_app(self._engine, self.data)
            self.password = await self.people.first_password() or ""
            self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            room = EvidenceService(self._engine, self.data / "evidence", self.footage)
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(serve(self._app, on=listening)), group.create_task(room.run())]
                await asyncio.sleep(0.3)
                started.set_result(self)
                await self._end.wait()
                for task in tasks:
                    task.cancel()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)


@contextmanager
def open_house(data: Path):
    house, started = House(data), Future()

    def run() -> None:
        try:
            asyncio.run(house.live(started))
        except BaseException as wrong:
            if not started.done():
                started.set_exception(wrong)
            raise

    thread = Thread(target=run, name="house")
    thread.start()
    try:
        yield started.result(90)
    finally:
        if started.done() and not started.exception():
            house.stop()
        thread.join(30)


class Evening:
    """What happens at one table of the house, said as the rooms before us would say it."""

    def __init__(self, house: House, table: str = "t1", session: str = "s1") -> None:
        self.house, self.table, self.session = house, table, session
        self.start = Moment.parse("2026-11-18T21:14:26Z")
        self.round_id = round_id(f"{table}/{session}")

    def at(self, seconds: float, event, origin: str, id: str) -> Entry:
        told, when = f"{self.table}/{self.session}/{id}", self.start.plus(seconds)
        return entry(event, id=told, table=self.table, origin=origin, time=when, session=self.session)

    def open(self) -> None:
        book = load_rulebook("division-current")
        sources = tuple(Source(name=name, kind=name) for name in ("wheel", "layout", "desk"))
        opened = TableOpened(
            config={"table": self.table, "rulebook": "division-current", "currency": "AUD",
                    "sources": {"desk": {"error_ms": 250}}}, config_sha256="0" * 64, sources=sources,
        )
        adopted = RulebookAdopted(id=book.id, version=book.version, sha256=book.sha256, text=book.text)
        seen = (self.start, self.start)
        begun = RoundOpened(round=1, round_id=self.round_id, rulebook=book.id, version=book.version, seen=seen)
        self.house.append(OBSERVATIONS, self.at(0, opened, "config", "open"), self.at(0, adopted, "config", "book"))
        self.house.append(FINDINGS, self.at(0, begun, "referee", "round"))

    def late_bet(self, at: float = 6.0, verdict="breach", probability=1.0, conduct="late-bet") -> str:
        """Chips after the ball came to rest: observation, finding and incident; returns the incident's id."""
        seen = (self.start.plus(at), self.start.plus(at + 0.4))
        incident = incident_id(self.round_id, conduct)
        chips = ChipsPlaced(
            seen=seen, confidence=0.97, stack="k17", x_mm=412.0, y_mm=135.5, error_mm=3.0, spot="17",
            chips=(Chips(colour="green", count=(5, 5)),), side="player",
        )
        void, back = Remedy(what="void", standing="stated", clause="3.6A"), Remedy(what="returned", standing="house")
        clauses, sentence = ("3.6(a)", "3.6A"), SENTENCE.replace("Table 1", f"Table {self.table[1:]}")
        cause = self.at(at + 0.6, chips, "layout", f"chips-{conduct}")
        found = BreachFound(
            rule="late-bet", conduct=conduct, round=1, round_id=self.round_id, spin=1, stack="k17", spot="17",
            seen=seen, rulebook="division-current", version=VERSION, clauses=clauses, verdict=verdict,
            probability=probability, remedies=(void, back), stake=(2500, 2500), would_pay=(87500, 87500),
            causes=(cause.id,), replaces=None, sentence=sentence,
        )
        finding = self.at(at + 0.8, found, "referee", f"found-{conduct}")
        opened = IncidentOpened(
            incident=incident, round=1, round_id=self.round_id, conduct=conduct, rulebook="division-current",
            version=VERSION, clauses=clauses, verdict=verdict, probability=probability, seen=seen,
            findings=(finding.id,), rules=("late-bet",), sentences=(sentence,), remedies=(void, back),
            stake=(2500, 2500), would_pay=(87500, 87500),
        )
        self.house.append(OBSERVATIONS, cause)
        self.house.append(FINDINGS, finding)
        self.house.append(CASES, self.at(at + 0.8, opened, "casebook", f"opened-{conduct}"))
        return incident

    def unseen(self, at: float = 9.0) -> None:
        told = CouldNotSee(rule="no-spin-not-called", clauses=("5.1",), why="no desk reports calls", round=1,
                           round_id=self.round_id, sentence="Whether 'No spin' was called could not be seen: no desk.")
        self.house.append(FINDINGS, self.at(at, told, "referee", "unseen"))
