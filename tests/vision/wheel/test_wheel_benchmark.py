"""The benchmark itself: what it tries, what it makes of what was said, and that it can be taken up again."""

import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import BallDropped, BallLaunched, BallRested, HandEnteredWheel
from schemas.moment import Moment
from vision.benchmark.clips import clip_scene
from vision.benchmark.crew import Ledger, piles
from vision.benchmark.irregular import IRREGULAR, irregular_scene
from vision.benchmark.jobs import CLIPS_EACH, Job, Wanted, jobs_of
from vision.benchmark.judged import judge_spin, number_right
from vision.benchmark.results import ClipResult, HourResult, IdleResult, SpinResult
from vision.benchmark.spins import covered, path_of, spin_scene
from vision.benchmark.table import figures, lines_about, page
from vision.benchmark.trial import Trial
from vision.simulator.physics import WheelMotion

TRIAL = Trial(small=True)


def at(kind, seconds, **fields):
    seen = Moment(round(seconds * 1000))
    return kind(seen=(seen, seen), **fields)


def perfect(scene):
    """What a perfect eye says of a spin."""
    motion, spin = WheelMotion(scene), path_of(scene)
    rpm = abs(motion.rotor_speed(spin.launch_s)) * 9.549297
    turns = (spin.revolutions, spin.revolutions)
    return [at(BallLaunched, spin.launch_s, direction=spin.plan.ball, rotor=spin.plan.rotor, rotor_rpm=rpm),
            at(BallDropped, spin.drop_s, revolutions=turns), at(BallRested, spin.rest_s, number=spin.number)]


def test_a_perfect_eye_reaches_every_goal():
    scenes = [spin_scene(seed, TRIAL) for seed in range(30)]

    shares = figures([judge_spin(scene, perfect(scene)) for scene in scenes])

    assert all(share.met in (True, None) for share in shares)
    assert next(share for share in shares if share.what.startswith("fewer than four")).of >= 4


def test_a_wrong_word_is_counted_and_silence_is_told_apart_from_it():
    scene = spin_scene(4, TRIAL)
    launch, drop, rest = perfect(scene)
    hand = at(HandEnteredWheel, 5.0, side="player")

    silent, wrong = judge_spin(scene, [launch]), judge_spin(scene, [launch, drop, hand, rest, rest])

    assert (silent.number_right, silent.drop_off_frames, silent.false) == (None, None, ())
    assert [each.split()[0] for each in wrong.false] == ["HandEnteredWheel"]
    assert number_right([rest, at(BallRested, 30, number="00")], rest.number) is False


def test_a_spins_usual_revolutions_are_eight_to_twenty_five():
    turns = [spin_scene(seed, TRIAL).spins[0].revolutions for seed in range(200)]

    assert 0.5 < sum(8 <= each <= 25 for each in turns) / 200 < 0.8
    assert 0.1 < sum(each < 4 for each in turns) / 200 < 0.4


def test_a_clip_begins_before_the_drop_and_ends_after_the_rest():
    for nth in range(8):
        scene = clip_scene(9, nth, TRIAL)
        spin = path_of(scene)
        assert scene.since_s < spin.drop_s < spin.rest_s < scene.since_s + scene.duration_s
        assert scene.view == clip_scene(9, 0, TRIAL).view


@pytest.mark.parametrize("what", IRREGULAR)
def test_silence_does_not_tell_an_irregularity(what):
    scene, when = irregular_scene(11, what, TRIAL)

    assert scene.view == spin_scene(11, TRIAL).view
    assert when < scene.duration_s < 60
    assert not IRREGULAR[what].told([], scene, when)


def test_nothing_passes_before_the_camera_when_the_ball_drops():
    hidden = [scene for seed in range(40) if (scene := covered(spin_scene(seed, TRIAL))).covers]

    assert hidden
    assert all(cover.at_s + cover.lasts_s < path_of(scene).drop_s for scene in hidden for cover in scene.covers)


def test_every_job_is_in_one_pile_and_all_that_was_asked_for_is_in_a_job():
    jobs = jobs_of(Wanted(seed=1, spins=7, irregular=2, clips=60, idle_s=100, memory_min=2))

    assert [job for pile in piles(jobs) for job in pile] == jobs
    assert sum(job.size for job in jobs if job.kind == "clips") == 60
    assert max(job.size for job in jobs if job.kind == "clips") == CLIPS_EACH
    assert len({job.key for job in jobs}) == len(jobs)


def test_an_interrupted_benchmark_goes_on_where_it_stopped(tmp_path):
    file, job = tmp_path / "results.jsonl", Job(kind="spin", seed=3)
    Ledger(file, TRIAL).write(job, [SpinResult(seed=3, found=False)])

    assert Ledger(file, TRIAL).results == {job.key: (SpinResult(seed=3, found=False),)}
    with pytest.raises(NoMoreBetsError, match="tried differently"):
        Ledger(file, Trial(small=False))
    file.write_text("not a result\n")
    with pytest.raises(NoMoreBetsError, match="line 1 is no result"):
        Ledger(file, TRIAL)


def test_the_page_says_goal_measure_number_and_bound():
    clips = [ClipResult(seed=1, nth=nth, found=True, right=nth > 0) for nth in range(100)]
    idle = IdleResult(seed=1, found=True, turning=True, seconds=300, said=("BallRested 3.0",))
    hour = HourResult(seed=1, minutes=60, warm_mb=160, most_mb=170, end_mb=165)

    text = page([*clips, idle, hour], "told")

    assert ("| number right, short clips from drop to rest | ≥ 99.5 % | 99 of 100 (99.0 %) | 100 | at least 95.3 % "
            "| missed |") in text
    assert lines_about([idle]) == ["| balls reported on an idle wheel, turning | 0 | 1 | 5.0 min | | missed |"]
    assert "160 MB when warm, 170 at most, 165 at the end" in text
