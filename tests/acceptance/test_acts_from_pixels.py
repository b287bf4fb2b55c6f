"""The three acts from pixels: exactly their findings, with the desk and without, on every host the same."""

import os
import re

import pytest

ACTS = ("past-post", "same-direction", "clean")
SEEDS = [int(seed) for seed in os.environ.get("NOMOREBETS_SEEDS", "41").split(",")]
EVERY = [(act, seed, desk) for seed in SEEDS for act in ACTS for desk in (True, False)]
pytestmark = pytest.mark.pixels


@pytest.mark.parametrize(("act", "seed", "desk"), EVERY)
def test_an_act_gives_exactly_its_findings(studio, judged, found, expected, act, seed, desk):
    lines = judged(studio.seen(act, seed, desk))

    assert found(lines) == expected(act, seed, desk)


@pytest.mark.parametrize("seed", SEEDS)
def test_without_a_desk_its_duties_could_not_be_seen(studio, judged, seed):
    lines = b"\n".join(judged(studio.seen("same-direction", seed, desk=False)))

    assert re.search(rb'"kind":"could-not-see","rule":"no-spin-not-called"', lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_past_post_reads_as_a_pit_boss_reads_it_out(studio, judged, seed):
    sentences = [line for line in judged(studio.seen("past-post", seed)) if b'"rule":"late-bet"' in line]

    assert re.search(
        r"Table 1, 21:14:\d\d\. Five green chips \(25\.00\) put on 17 by a player's hand, "
        r"between \d\.\d and \d\.\d s after the ball came to rest, \d\.\d s after it dropped\. "
        r"division-current 3\.6A: void\. It would pay 875\.00\. "
        r"Do not pay; return the chips \(house rule\)\.", sentences[0].decode())


@pytest.mark.parametrize(("act", "desk"), [(act, desk) for act in ACTS for desk in (True, False)])
def test_the_embedded_host_says_what_judge_says(studio, judged, hosted, act, desk):
    seen = studio.seen(act, SEEDS[0], desk)

    kept = hosted([seen])

    assert kept["findings"] == judged(seen)
    assert kept.get("dead-letters", []) == []


@pytest.mark.kafka
def test_kafka_with_faust_says_the_same_to_the_byte(studio, hosted, kafka):
    """Every evening at a table of its own, all at once on one broker, and on the embedded host."""
    evenings = [studio.seen(act, seed, desk) for act, seed, desk in EVERY]
    for evening in evenings:
        _as_table(evening, f"{evening.parent.name}-{evening.stem}")
    tables = [evening.with_suffix(".table.jsonl") for evening in evenings]

    embedded, faust = hosted(tables), hosted(tables, kafka=kafka)

    for topic in ("findings", "cases", "alerts"):
        assert _by_table(faust[topic]) == _by_table(embedded[topic])
    assert sum(b'"kind":"incident-opened"' in line for line in faust["cases"]) == 4 * len(SEEDS)
    assert sum(b'"kind":"alert-raised"' in line for line in faust["alerts"]) == 4 * len(SEEDS)


def _as_table(evening, table):
    """The same evening at a table of its own, so that all can be judged at once."""
    lines = evening.read_bytes().replace(b'"subject":"t1"', b'"subject":"%s"' % table.encode())
    evening.with_suffix(".table.jsonl").write_bytes(lines)


def _by_table(lines):
    tables = {}
    for line in lines:
        tables.setdefault(re.search(rb'"subject":"([^"]*)"', line)[1], []).append(line)
    return tables
