"""Alerts over the real ledger: the process dies at the worst moment, and another goes on from the database."""

import asyncio

import pytest

from schemas.topics import ALERTS
from services.alerts.courier import Courier
from services.store.sends import SendsLedger


class Killed(BaseException):
    """The process died here."""


class Line:
    """A channel; it takes every message, and dies right after the first if it is told to."""

    def __init__(self, name: str, *, keyed: bool, dies: bool = False) -> None:
        self.name, self.keyed, self.dies = name, keyed, dies
        self.got: list[tuple[str, str]] = []

    async def send(self, message):
        self.got.append((message.key, message.text))
        if self.dies:
            self.dies = False
            raise Killed


def carry(house, channel) -> None:
    """One life of a courier: everything the ledger holds, to its end."""
    async def life():
        ledger = SendsLedger(house._engine.pool)
        courier = Courier(ledger, [channel], lambda said: house._engine.append(ALERTS, [said]))
        try:
            for _ in range(2):
                await courier.round()
                await asyncio.gather(*courier._running.values())
        except Killed:
            return
    house.do(life())


def outcomes(house, client, incident: str) -> list[str]:
    house.caught_up()
    history = client.get(f"/incidents/{incident}").json()["history"]
    return [word["text"] for word in history if word["kind"] == "alert-sent"]


@pytest.mark.parametrize(("keyed", "again"), [(True, ""), (False, "(possibly repeated) ")])
def test_killed_after_sending_the_next_life_sends_with_the_same_key(house, evening, client, keyed, again):
    channel = Line(f"line-{evening.table}", keyed=keyed, dies=True)
    carry(house, channel)
    incident = evening.late_bet()
    house.caught_up()

    for _ in range(3):
        carry(house, channel)

    (key, text), (key_again, text_again) = channel.got
    assert key == key_again
    assert text_again == again + text
    assert outcomes(house, client, incident) == [f"sent to {channel.name}" + (", possibly repeated" if again else "")]


def test_a_new_channel_is_not_told_the_whole_past(house, evening):
    evening.late_bet()
    house.caught_up()
    channel = Line(f"new-{evening.table}", keyed=True)

    carry(house, channel)
    assert channel.got == []
    evening.late_bet(conduct="procedure")
    house.caught_up()
    carry(house, channel)
    assert len(channel.got) == 1
