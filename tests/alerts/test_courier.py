import asyncio
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import msgspec
import pytest
from standardwebhooks.webhooks import Webhook

from schemas.errors import NoMoreBetsError
from schemas.events import AlertFailed, AlertSent
from services.alerts.channels import AppriseChannel, ChannelRefusedError, WebhookChannel
from services.alerts.courier import Courier, Errand
from services.alerts.herald import Herald

quiet_apprise = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning")  # on loading its plugins
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Killed(BaseException):
    """The process died here."""


class Book:
    """A ledger that outlives the courier, as the database does."""

    def __init__(self, *errands: Errand) -> None:
        self.rows = {(errand.raised.id, errand.channel): errand for errand in errands}

    async def errands(self, channels):
        return [row for row in self.rows.values() if row.standing not in ("logged", "given-up")]

    async def write(self, errand):
        self.rows[(errand.raised.id, errand.channel)] = errand


class Pager:
    """A channel without keys; `mood` says how each attempt ends."""

    name = "pager"
    keyed = False

    def __init__(self, *mood: BaseException | None) -> None:
        self.mood = list(mood)
        self.texts: list[str] = []

    async def send(self, message):
        now = self.mood.pop(0) if self.mood else None
        if not isinstance(now, ChannelRefusedError):
            self.texts.append(message.text)
        if now:
            raise now


class Receiver:
    """A webhook's receiver; `answers` are the status codes it gives, then 204."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.got: list[tuple[dict[str, str], bytes]] = []
        receiver = self

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.got.append(({key.lower(): value for key, value in self.headers.items()}, body))
                self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    thread = Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


@pytest.fixture
def raised(case):
    herald = Herald()
    return herald.advance(herald.begin("t1"), case())[1][0]


def deliver(book, channel, patience=(1.0, 4.0)):
    """Run the errands to their end; returns what the log got and how long was waited."""
    log, waited = [], []

    async def append(entry):
        log.append(entry)

    async def sleep(seconds):
        waited.append(seconds)

    async def run():
        courier = Courier(book, [channel], append, sleep=sleep, patience=patience)
        await courier.round()
        await courier.settle()

    asyncio.run(run())
    return [entry.data for entry in log], waited


def test_a_webhook_is_signed_and_carries_the_alerts_id_as_its_key(raised, receiver):
    channel = WebhookChannel(receiver.url, SECRET)
    said, _ = deliver(Book(Errand(raised=raised, channel=channel.name)), channel)

    [(headers, body)] = receiver.got
    told = Webhook(SECRET).verify(body, headers)
    assert headers["webhook-id"] == headers["idempotency-key"] == raised.id
    assert told["data"]["text"] == raised.data.text
    assert said == [AlertSent(alert=raised.id, channel=channel.name, key=raised.id)]


def test_a_webhook_sent_again_after_a_crash_has_the_same_key_and_the_same_bytes(raised, receiver):
    channel = WebhookChannel(receiver.url, SECRET)
    died_after_sending = Errand(raised=raised, channel=channel.name, standing="sending", attempts=1)
    deliver(Book(Errand(raised=raised, channel=channel.name)), channel)

    said, _ = deliver(Book(died_after_sending), channel)

    (first, first_body), (second, second_body) = receiver.got
    assert first["idempotency-key"] == second["idempotency-key"]
    assert first_body == second_body
    assert not said[0].possibly_repeated


def test_a_receiver_that_is_down_is_tried_again_ever_more_patiently(raised, receiver):
    receiver.answers = [503, 500]
    channel = WebhookChannel(receiver.url, SECRET)
    said, waited = deliver(Book(Errand(raised=raised, channel=channel.name)), channel)

    assert [type(event) for event in said] == [AlertFailed, AlertFailed, AlertSent]
    assert waited == [1.0, 4.0]
    assert {headers["webhook-id"] for headers, _ in receiver.got} == {raised.id}


def test_a_receiver_that_stays_down_is_given_up_and_the_log_says_so(raised, receiver):
    receiver.answers = [503] * 3
    channel = WebhookChannel(receiver.url, SECRET)
    book = Book(Errand(raised=raised, channel=channel.name))
    said, _ = deliver(book, channel)

    assert [(event.attempt, event.final) for event in said] == [(1, False), (2, False), (3, True)]
    assert said[-1].why == "the receiver answered 503"
    assert deliver(book, channel) == ([], [])


def test_a_channel_without_keys_is_sent_to_once(raised):
    pager, book = Pager(), Book(Errand(raised=raised, channel="pager"))

    deliver(book, pager)
    deliver(book, pager)

    assert pager.texts == [raised.data.text]


def test_killed_between_sending_and_recording_the_repeat_says_possibly_repeated(raised):
    pager, book = Pager(Killed()), Book(Errand(raised=raised, channel="pager"))
    with pytest.raises(Killed):
        deliver(book, pager)

    said, _ = deliver(book, pager)

    assert pager.texts == [raised.data.text, f"(possibly repeated) {raised.data.text}"]
    assert said == [AlertSent(alert=raised.id, channel="pager", key=raised.id, possibly_repeated=True)]


def test_killed_while_waiting_to_try_again_nothing_was_sent_and_nothing_is_called_repeated(raised):
    pager = Pager(ChannelRefusedError("engaged"))
    book = Book(Errand(raised=raised, channel="pager", standing="waiting", attempts=1))

    deliver(book, pager)

    assert pager.texts == [raised.data.text]


def test_killed_after_recording_only_the_log_is_told(raised):
    pager, book = Pager(), Book(Errand(raised=raised, channel="pager", standing="sent", attempts=1))

    said, _ = deliver(book, pager)

    assert pager.texts == []
    assert [type(event) for event in said] == [AlertSent]


@quiet_apprise
def test_an_apprise_address_takes_the_sentence(raised, receiver):
    receiver.answers = [200]
    channel = AppriseChannel(receiver.url.replace("http://", "json://"))
    deliver(Book(Errand(raised=raised, channel=channel.name)), channel)

    assert msgspec.json.decode(receiver.got[0][1])["message"] == raised.data.text


@quiet_apprise
def test_addresses_that_cannot_be_used_are_refused_in_one_line():
    with pytest.raises(NoMoreBetsError, match="not one that Apprise knows"):
        AppriseChannel("nosuchthing://somewhere")
    with pytest.raises(NoMoreBetsError, match="not an http"):
        WebhookChannel("ftp://x", SECRET)


def test_a_channel_that_throws_anything_is_waited_for_like_one_that_refuses(raised):
    pager, book = Pager(RuntimeError("bad library")), Book(Errand(raised=raised, channel="pager"))
    said, waited = deliver(book, pager)

    assert [type(event) for event in said] == [AlertFailed, AlertSent]
    assert said[0].why == "RuntimeError: bad library"
    assert waited == [1.0]
    assert pager.texts[-1].startswith("(possibly repeated)")
