"""Every measurement runs in small, and each one can come out badly."""

import asyncio

import pytest

from bench import bounds, decode, false_alerts, hosts, latency, referee
from bench.evening import clean_script
from bench.figures import Figure, number, page_of
from bench.films import Films
from bench.floor import derived, floor, told
from schemas.events import BreachFound, Reconciled, SettlementReconciled
from vision.simulator.script import play
from vision.simulator.story import load_story

LATE = """
title = "A late bet, in short"
previous_number = 26
do = [
  { at = 1.0, what = "bets-opened" },
  { at = 2.6, what = "bet", player = 3, spot = "red", colour = "blue", count = 2 },
  { at = 3.0, what = "spin", ball = "clockwise", rotor = "anticlockwise", number = 17, revolutions = 6.0 },
  { after = "drop", by = -1.5, what = "call" },
  { after = "rest", by = 0.7, what = "bet", player = 5, spot = 17, colour = "green", count = 5, off_mm = [-8, 8] },
  { after = "rest", by = 2.0, what = "announce", number = 17 },
  { after = "rest", by = 3.0, what = "dolly", number = 17 },
  { after = "rest", by = 4.6, what = "collect", spot = "red" },
  { after = "rest", by = 6.2, what = "pay", spot = 17, chips = [{ colour = "purple", count = 1 }] },
  { after = "rest", by = 7.8, what = "lift-dolly" },
]
"""


def named(figures: list[Figure], words: str) -> Figure:
    return next(figure for figure in figures if words in figure.what)


@pytest.mark.parametrize(("count", "upper", "lower"), [(0, 2.996, 0.0), (1, 4.744, 0.051), (5, 10.513, 1.970)])
def test_poisson_bounds_are_the_textbook_ones(count, upper, lower):
    assert bounds.poisson_upper(count) == pytest.approx(upper, abs=0.001)
    assert bounds.poisson_lower(count) == pytest.approx(lower, abs=0.001)


@pytest.mark.parametrize(("count", "of", "upper"), [(0, 10, 0.2589), (1, 10, 0.3942), (2, 20, 0.2826), (5, 5, 1.0)])
def test_binomial_bounds_are_clopper_and_pearsons(count, of, upper):
    assert bounds.binomial_upper(count, of) == pytest.approx(upper, abs=0.0001)
    assert bounds.binomial_lower(of - count, of) == pytest.approx(1 - upper, abs=0.0001)


@pytest.mark.parametrize(("value", "said"), [(0, "0"), (0.0213, "0.0213"), (25, "25"), (2131, "2 131")])
def test_figures_are_short(value, said):
    assert number(value) == said


def test_an_evening_is_paid_as_the_auditor_expects():
    found = derived(told(clean_script(3, rounds=6)).entries)

    assert not [entry for entry in found if isinstance(entry.data, BreachFound)]
    rows: list[Reconciled] = [row for entry in found if isinstance(entry.data, SettlementReconciled)
                              for row in entry.data.wagers]
    assert len(rows) >= 12
    assert {row.verdict for row in rows} == {"agrees"}


def test_clean_events_are_counted_with_their_bound():
    figures = false_alerts.as_events(hours=0.05)

    found, closed = named(figures, "BreachFound"), named(figures, "true number")
    assert found.value == 0
    assert "95 %: at most" in found.bound
    assert closed.unit == f"of {closed.value:.0f}"


def test_foul_play_would_be_counted():
    session = told(play(load_story("past-post"), 5))

    watched = false_alerts.judged(session.entries, ["17"], session.seconds)

    assert (watched.breaches, watched.foul_rounds, watched.alerts, watched.whole) == (2, 1, 1, 1)
    rate = named(false_alerts._figures("in a test", [watched], "a foul act"), "BreachFound")
    assert rate.value == pytest.approx(2 / watched.hours)
    assert "at least" in rate.bound


def test_the_referee_is_timed_beside_reading():
    reading, ordering, judging, state = referee.measure(tables=2, rounds=1, runs=1)

    assert ordering.value > judging.value
    assert state.ratio < 1, "a table fits into 64 KiB"

    assert reading.value > judging.value > 0
    assert judging.ratio == pytest.approx(judging.value / reading.value)


def test_the_embedded_host_is_timed_beside_no_host(tmp_path):
    figures = asyncio.run(hosts.measure(tmp_path, tables=1, rounds=1, runs=1, kafka=False))

    assert named(figures, "embedded host").value > 0
    assert named(figures, "Kafka").note == "not measured: not asked for"


def test_a_host_that_loses_events_is_not_given_a_speed(tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "PATIENCE_S", 1.5)
    monkeypatch.setattr(hosts, "derived", lambda entries: floor(["elsewhere"], 1, rounds=1)[:1])

    figures = asyncio.run(hosts.measure(tmp_path, tables=1, rounds=1, runs=1, kafka=False))

    assert "1 of 1 derived events are still missing" in named(figures, "embedded host").note


@pytest.mark.kafka
def test_the_kafka_host_is_timed_too(tmp_path, kafka):
    figures = asyncio.run(hosts.measure(tmp_path, tables=1, rounds=1, runs=1, bootstrap=kafka))

    assert named(figures, "Kafka host").value > 0


def test_the_page_has_no_date_and_one_row_a_figure():
    figures = [Figure(part="decode", what="a|b", value=2.0, unit="x", ratio=0.5, against="peer", n="3", bound="95 %")]

    page = page_of(figures, "python -m bench --write", load=0.5)

    assert "| decode | a/b | 2 x | 0.5 × peer | N = 3; 95 % |" in page
    assert "`python -m bench --write`" in page


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    """One short film for everything that looks at pixels."""
    folder = tmp_path_factory.mktemp("films")
    (folder / "late.toml").write_text(LATE)
    drawn = Films(folder, keep=True)
    asyncio.run(drawn.case(str(folder / "late.toml"), 7))
    return drawn


@pytest.mark.pixels
def test_eyes_are_timed_beside_decoding(films):
    figures = decode.measure(films.folder / "late-7", runs=1, most=120)

    for camera in ("wheel", "layout"):
        alone, looking = (named(figures, f"{camera}: decoding {what}") for what in ("alone", "+"))
        assert alone.value > looking.value > 0
    assert named(figures, "felt is quiet").value > named(figures, "felt is busy").value > 0


@pytest.mark.pixels
def test_a_late_bet_on_film_counts_against_clean_play(films):
    figures = asyncio.run(false_alerts.from_pixels(
        films, minutes=0.1, seed=7, story=str(films.folder / "late.toml")))

    assert named(figures, "BreachFound").value > 0
    assert "late-bet" in named(figures, "BreachFound").note
    assert named(figures, "true number").value == 1


@pytest.mark.pixels
def test_a_late_bet_is_followed_from_felt_to_webhook(films, tmp_path):
    figures = asyncio.run(latency.measure(films.folder / "late-7", tmp_path, plays=1))

    said, kept, incident, alert = figures
    assert 0 < said.value <= kept.value < incident.value < alert.value
    assert alert.n == "1 of 1 plays"
