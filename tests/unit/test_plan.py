"""The plan: every fitting pair once a round, in an order that can be repeated."""

from __future__ import annotations

from itertools import islice

import pytest

from gadfly.campaign.plan import Job, Plan
from gadfly.core.words import Capabilities, Language, Seed

SEEDS = (
    Seed("ints", "(set-logic QF_LIA)\n(check-sat)\n"),
    Seed("bits", "(set-logic QF_BV)\n(check-sat)\n"),
    Seed("any", "(check-sat)\n"),
    Seed("program", "int main(void) { return 0; }", Language.C),
)
ANY = Capabilities(Language.SMT)
BITS = Capabilities(Language.SMT, logics=frozenset({"QF_BV", "QF_ABV"}))
ANALYZER = Capabilities(Language.C)
FITTING = {
    ("ints", "any"), ("bits", "any"), ("any", "any"), ("bits", "bits"), ("program", "analyzer"),
}  # fmt: skip


def plan(random_seed: int = 1, techniques: tuple[str, ...] = ("formulas",)) -> Plan:
    return Plan(techniques, {"any": ANY, "bits": BITS, "analyzer": ANALYZER}, SEEDS, random_seed)


def rounds(of: Plan, count: int) -> list[list[Job]]:
    jobs = list(islice(of.jobs(), count * of.width))
    return [jobs[start : start + of.width] for start in range(0, len(jobs), of.width)]


def test_every_round_has_every_fitting_pair_once() -> None:
    for number, jobs in enumerate(rounds(plan(), 4)):
        assert len(jobs) == len(FITTING)
        assert {(job.seed.name, job.target) for job in jobs} == FITTING
        assert {job.round for job in jobs} == {number}


def test_every_technique_takes_every_pair() -> None:
    [jobs] = rounds(plan(techniques=("one", "two")), 1)
    assert {(job.seed.name, job.target, job.technique) for job in jobs} == {
        (*pair, technique) for pair in FITTING for technique in ("one", "two")
    }


def test_the_order_is_repeatable_and_depends_on_the_random_seed() -> None:
    assert rounds(plan(1), 8) == rounds(plan(1), 8)
    assert [job.key for job in rounds(plan(1), 1)[0]] != [job.key for job in rounds(plan(2), 1)[0]]


def test_rounds_differ_in_their_order() -> None:
    orders = {tuple((job.seed.name, job.target) for job in jobs) for jobs in rounds(plan(), 6)}
    assert len(orders) > 1


def test_keys_are_never_given_twice() -> None:
    keys = [job.key for jobs in rounds(plan(techniques=("one", "two")), 5) for job in jobs]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("seeds", "capabilities"), [((), ANY), (SEEDS[:1], BITS), (SEEDS[3:], ANY), (SEEDS[2:3], BITS)]
)
def test_a_plan_without_a_fitting_pair_is_empty(seeds: tuple[Seed, ...], capabilities: Capabilities) -> None:
    empty = Plan(("formulas",), {"target": capabilities}, seeds, 1)
    assert empty.width == 0
    assert list(empty.jobs()) == []
