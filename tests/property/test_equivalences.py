"""Every equivalence holds for all values, say our evaluator and solvers."""

from __future__ import annotations

import pytest
from law_instances import SETTINGS, Instances, of_functions, of_laws
from solver_claims import z3

from gadfly.core.choices import Choices
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.evaluate import Evaluator
from gadfly.lang.smt.values import UNDECIDED, equal
from gadfly.techniques.formulas.transformations.equivalences import RULES

MODELS = 200
ALL_INSTANCES = (*map(of_laws, SETTINGS), of_functions())
EFFORT = 100_000  # z3's own count of steps, which is the same every time
PROVED_SHARE = 0.95
UNREAD = frozenset({"divisible", "str.<", "str.<="})  # by z3, with three strings


def test_every_rule_has_an_instance() -> None:
    covered = {instance.rule.law for instances in ALL_INSTANCES for instance in instances.found}
    assert {rule.law for rule in RULES} - covered == set()


@pytest.mark.parametrize("instances", ALL_INSTANCES)
def test_both_sides_have_the_same_value(instances: Instances) -> None:
    found = instances.found
    terms = [term for instance in found for term in (instance.left, instance.right)]
    evaluator = Evaluator(terms, instances.script.datatypes)
    decided: set[str] = set()
    for number in range(MODELS):
        values = evaluator.values(random_model(instances.script, Choices.of("laws", number)))
        for instance, left, right in zip(found, values[::2], values[1::2], strict=True):
            if UNDECIDED not in (left, right):
                decided.add(instance.rule.law)
                assert equal(left, right) is not False, instance.wrong
    assert decided == {instance.rule.law for instance in found}


@pytest.mark.parametrize("instances", ALL_INSTANCES)
def test_a_solver_proves_them(instances: Instances) -> None:
    asked = [one for one in instances.found if one.left.name not in UNREAD or len(one.left.args) == 2]
    lines = [f"(set-option :rlimit {EFFORT})", *instances.script.declarations]
    lines += [f"(push 1)\n(assert {one.wrong})\n(check-sat)\n(pop 1)" for one in asked]
    answers = z3("\n".join(lines))
    assert len(answers) == len(asked)
    refuted = [one.wrong for one, answer in zip(asked, answers, strict=True) if answer == "sat"]
    assert refuted == []
    assert answers.count("unsat") >= PROVED_SHARE * len(answers)
