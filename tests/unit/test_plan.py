"""The plan: every lane has its share of trials and sees all its seeds, in an order that can be repeated."""

from __future__ import annotations

from collections import Counter

import pytest

from gadfly.campaign.plan import STRIKES, Job, Plan, lanes_of
from gadfly.core.words import Capabilities, Language, Option, Seed, Tally

SEEDS = (
    Seed("ints", "(set-logic QF_LIA)\n(check-sat)\n"),
    Seed("bits", "(set-logic QF_BV)\n(check-sat)\n"),
    Seed("any", "(check-sat)\n"),
)
ANY = Capabilities(Language.SMT)
BITS = Capabilities(Language.SMT, logics=frozenset({"QF_BV", "QF_ABV"}))
OPTIONS = (Option("turbo", ("on",)), Option("level", ("1", "2")), Option("depth", ("3",)))
VARIED = Capabilities(Language.SMT, options=OPTIONS)
FITTING = {("ints", "any"), ("bits", "any"), ("any", "any"), ("bits", "bits")}


def plan(random_seed: int = 1, techniques: tuple[str, ...] = ("formulas",)) -> Plan:
    targets = {"any": ANY, "bits": BITS}
    return Plan(lanes_of(dict.fromkeys(techniques, SEEDS), targets), random_seed)


def varied(random_seed: int = 1, target: str = "z3@1", seeds: int = 40) -> Plan:
    many = tuple(Seed(str(number), f"(set-logic QF_BV)\n; {number}\n") for number in range(seeds))
    return Plan(lanes_of({"formulas": many}, {target: VARIED}), random_seed)


def ten(_job: Job) -> int:
    return 10


def jobs_of(of: Plan, count: int) -> list[Job]:
    found = []
    for _ in range(count):
        job = of.next_job(ten)
        assert job is not None
        found.append(job)
    return found


def test_every_fitting_seed_is_seen_again_and_again() -> None:
    seen = Counter((job.seed.name, job.base, job.technique) for job in jobs_of(plan(), 60))
    assert {(seed, target) for seed, target, _ in seen} == FITTING
    assert seen["ints", "any", "formulas"] == 10
    assert seen["bits", "bits", "formulas"] == 30


def test_lanes_share_trials_however_many_seeds_they_have() -> None:
    few, many = SEEDS[:1], tuple(Seed(str(n), f"; {n}\n") for n in range(50))
    both = Plan(lanes_of({"few": few, "many": many}, {"any": ANY, "other": ANY}), 1)
    assert both.width == 4 * 50
    shares = Counter((job.technique, job.base) for job in jobs_of(both, 200))
    assert set(shares.values()) == {50}


def test_a_lane_whose_jobs_end_early_gets_more_of_them() -> None:
    both = Plan(lanes_of({"quick": SEEDS[:2], "slow": SEEDS[:2]}, {"any": ANY}), 1)
    trials: Counter[str] = Counter()
    for job in (both.next_job(ten) for _ in range(600)):
        assert job is not None
        done = 5 if job.technique == "quick" else 10
        trials[job.technique] += done
        both.learn(job, 10, Tally(trials=done, answered=done))
    assert abs(trials["quick"] - trials["slow"]) <= 10


def test_the_order_is_repeatable_and_depends_on_the_random_seed() -> None:
    assert jobs_of(plan(1), 50) == jobs_of(plan(1), 50)
    assert jobs_of(varied(1), 50) == jobs_of(varied(1), 50)
    assert [job.key for job in jobs_of(varied(1), 5)] != [job.key for job in jobs_of(varied(2), 5)]


def test_keys_are_never_given_twice() -> None:
    keys = [job.key for job in jobs_of(plan(techniques=("one", "two")), 100)]
    assert len(keys) == len(set(keys))


def test_half_of_the_jobs_are_about_options_one_or_several() -> None:
    counts = Counter(len(job.settings) for job in jobs_of(varied(), 400))
    assert 150 < counts[0] < 250
    assert all(counts[number] > 20 for number in (1, 2, 3))
    for job in jobs_of(varied(), 50):
        assert (not job.settings) == bool(job.rival)
        assert len({name for name, _ in job.settings}) == len(job.settings)


def test_what_the_user_set_stays_as_it_is() -> None:
    jobs = jobs_of(varied(target="z3@1[level=9]"), 100)
    assert {name for job in jobs for name, _ in job.settings} == {"turbo", "depth"}
    assert all(job.target.startswith("z3@1[") and "level=9" in job.target for job in jobs)


def test_a_setting_that_is_never_answered_is_given_up() -> None:
    sample = varied()
    for job in jobs_of(sample, 300):
        broken = ("turbo", "on") in job.settings
        sample.learn(job, 10, Tally(trials=8, unsupported=8) if broken else Tally(trials=10, answered=10))
    drawn = Counter(setting for job in jobs_of(sample, 300) for setting in job.settings)
    assert drawn["turbo", "on"] == 0
    assert all(drawn[setting] for setting in (("level", "1"), ("level", "2"), ("depth", "3")))


def test_a_setting_that_was_answered_once_is_kept() -> None:
    sample = varied()
    jobs = [job for job in jobs_of(sample, 300) if job.settings == (("turbo", "on"),)]
    sample.learn(jobs[0], 10, Tally(trials=10, answered=1))
    for job in jobs[1 : 2 + STRIKES]:
        sample.learn(job, 10, Tally(trials=8, unsupported=8))
    assert any(("turbo", "on") in job.settings for job in jobs_of(sample, 100))


def test_a_seed_that_a_technique_cannot_use_is_left_to_the_others() -> None:
    both = Plan(lanes_of({"one": SEEDS[:2], "two": SEEDS[:2]}, {"any": ANY}), 1)
    first = jobs_of(both, 4)
    unused = next(job for job in first if job.technique == "one")
    both.learn(unused, 10, Tally())
    # What is left of the order was drawn before; from the next round on it is as if it were not there.
    later = jobs_of(both, 40)[4:]
    assert unused.subject not in {job.subject for job in later}
    assert {(job.technique, job.seed.name) for job in later} >= {("two", "ints"), ("two", "bits")}


def test_a_plan_whose_seeds_cannot_be_used_ends() -> None:
    alone = Plan(lanes_of({"one": SEEDS[:1]}, {"any": ANY}), 1)
    [job] = jobs_of(alone, 1)
    alone.learn(job, 10, Tally())
    assert alone.next_job(ten) is None


@pytest.mark.parametrize(("seeds", "capabilities"), [((), ANY), (SEEDS[:1], BITS), (SEEDS[2:3], BITS)])
def test_a_plan_without_a_fitting_pair_is_empty(seeds: tuple[Seed, ...], capabilities: Capabilities) -> None:
    empty = Plan(lanes_of({"formulas": seeds}, {"target": capabilities}), 1)
    assert empty.width == 0
    assert empty.next_job(ten) is None
