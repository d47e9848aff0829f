"""Programs of domain operations get small, and stay tests of their law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from gadfly.core.words import (
    Answer,
    Basis,
    Capabilities,
    Complaint,
    Feature,
    Kind,
    Language,
    Limits,
    Outcome,
    Query,
    Question,
    Shape,
    TargetIdentity,
    TargetName,
    Truth,
)
from gadfly.lang.domain.program import Op, Program
from gadfly.lang.domain.text import print_program, read_program
from gadfly.targets.domains.target import DomainTarget
from gadfly.targets.open import open_target
from gadfly.triage.domain_passes import PASSES, without_unused
from gadfly.triage.domain_reducer import reduce_domain
from gadfly.triage.meter import Meter
from gadfly.triage.signature import signature
from gadfly.truth.domain_premises import objection_to

INTERVALS = Capabilities(Language.DOMAIN, frozenset({Feature.ORDERED_WIDENING}), shape=Shape.INTERVAL)
TARGET = TargetIdentity(TargetName("apron", "0.9.10/box-mpq"), "apron", "", "apron@0.9.10/box-mpq", "")
LARGE = """variables 4
e0 = of(x0 - 1 >= 0, -x0 + 2147483646 >= 0) at (7, 0, -3, 4)
e1 = of(-x1 + 9 >= 0)
e2 = top at (1, 2, 3, 4)
e3 = bottom
e4 = meet(e1, e2)
e5 = join(e0, e4)
e6 = assign(e5, x3, 12*x1 - 5*x2 + 77)
e7 = join(e0, e6)
e8 = widen(e0, e7)
e9 = cond(e8, 3*x0 - x3 + 1000 = 0)
e10 = project(e9, x2)
e11 = observe(e10)
e12 = substitute(e11, x0, 2*x1 + inf)
"""


def question(law: str, text: str = LARGE) -> Question:
    return Question(Query(Language.DOMAIN, text + law, "mine"), Truth((Answer.SAFE,), Basis.LAW, "precision"))


def reduced(
    start: Question, breaks_law: Callable[[Question], bool], capabilities: Capabilities = INTERVALS
) -> Program:
    steps = reduce_domain(start, capabilities, breaks_law, Meter(2000))
    texts = [start.query.text, *(step.query.text for step in steps)]
    assert all(print_program(read_program(text)) == text for text in texts[1:])
    return read_program(texts[-1])


def uses(*ops: Op) -> Callable[[Question], bool]:
    """Stands for a target that fails whenever all these operations are used."""
    return lambda asked: {each.op for each in read_program(asked.query.text).statements} >= set(ops)


JOIN = "law mine precision: x ⊔ y = y ⊔ x\nwith x = e12, y = e6\n"


def test_only_what_the_fault_needs_is_left() -> None:
    program = reduced(question(JOIN), uses(Op.ASSIGN))
    assert print_program(program) == (
        "variables 1\ne0 = top\ne1 = assign(e0, x0, 0)\n"
        "law mine precision: x ⊔ y = y ⊔ x\nwith x = e0, y = e1\n"
    )


def test_numbers_go_to_landmarks() -> None:
    def needs_a_large_constant(asked: Question) -> bool:
        program = read_program(asked.query.text)
        constants = [each.sum.constant for statement in program.statements for each in statement.constraints]
        return any(constant > 1 << 29 for constant in constants)

    program = reduced(question(JOIN), needs_a_large_constant)
    (constraint,) = program.statements[0].constraints
    assert (constraint.sum.coefficients, constraint.sum.constant) == ((0,), 1 << 30)


def test_what_a_widening_asks_for_is_kept() -> None:
    program = reduced(question(JOIN), uses(Op.WIDEN))
    assert Op.JOIN in {each.op for each in program.statements}
    assert objection_to(program, INTERVALS) == ""
    free = Capabilities(Language.DOMAIN, shape=Shape.INTERVAL)
    assert Op.JOIN not in {each.op for each in reduced(question(JOIN), uses(Op.WIDEN), free).statements}


DISJOINT = """variables 2
e0 = of(-x1 + 3 >= 0)
e1 = cond(e0, 2*x0 - 8 >= 0)
e2 = cond(e0, -2*x0 + 7 >= 0)
prepare disjoint
law 26 precision: x ⊓ y = ⊥
with x = e1, y = e2
"""


def test_disjoint_elements_stay_disjoint() -> None:
    program = reduced(question("", DISJOINT), lambda _asked: True)
    assert objection_to(program, INTERVALS) == ""
    assert [each.op for each in program.statements] == [Op.TOP, Op.COND, Op.COND]


def test_the_sequence_of_a_chain_gets_shorter() -> None:
    law = "law 33 convergence: widening converges\nwith x = e8, s = e1 e5 e10\n"
    program = reduced(question(law), lambda asked: "e = " not in asked.query.text)
    assert len(program.binding.sequence) == 1
    assert len(program.statements) == 1


@pytest.mark.parametrize("reduction", PASSES)
def test_every_candidate_is_a_program(reduction: Callable[[Program], Iterator[Program]]) -> None:
    start = without_unused(read_program(question(JOIN).query.text))
    candidates = list(reduction(start))
    for candidate in candidates:
        assert read_program(print_program(candidate)) == candidate
    assert candidates or reduction.__name__ == "fewer_arguments"


def test_a_sweep_stays_as_it_is_and_a_meter_ends_it() -> None:
    assert reduce_domain(question("", "sweep\n"), INTERVALS, lambda _asked: True, Meter(9)) == ()
    meter = Meter(3)
    reduce_domain(question(JOIN), INTERVALS, lambda _asked: True, meter)
    assert meter.spent == 3


def test_a_planted_defect_is_shown_by_a_few_lines() -> None:
    with closing(open_target("planted-domain@join-first")) as target:
        assert isinstance(target, DomainTarget)
        limits = Limits()

        def breaks_law(asked: Question) -> bool:
            return target.answer(asked.query, limits).answers == (Answer.UNSAFE,)

        start = question("law 9 soundness: y ⊑ x ⊔ y\nwith x = e1, y = e0\n")
        assert breaks_law(start)
        program = reduced(start, breaks_law, target.capabilities)
    assert {each.op for each in program.statements} == {Op.BOTTOM, Op.TOP}


def signature_of(law: str, outcome: Outcome, elements: str = "e0 = top\ne1 = widen(e0, e0)\n") -> str:
    text = f"variables 1\n{elements}law {law} precision: x ⊑ x\nwith x = e1\n"
    query = Query(Language.DOMAIN, text, law)
    return signature(TARGET, Complaint(Kind.DIVERGES, 0, "does not end"), query, outcome)


def test_what_hangs_is_one_finding_whatever_the_law() -> None:
    hang = signature_of("3", Outcome.TIMEOUT)
    assert hang == signature_of("5", Outcome.TIMEOUT)
    assert hang != signature_of("3", Outcome.TIMEOUT, "e0 = bottom\ne1 = meet(e0, e0)\n")
    assert hang != signature_of("3", Outcome.ANSWERED) != signature_of("5", Outcome.ANSWERED)
