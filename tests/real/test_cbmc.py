"""A certified wrong answer of a current CBMC: a union read through an array, under a harmless option."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.campaign.hunt import PROGRAM_LIMITS
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Explaining
from gadfly.core.words import (
    Answer,
    Basis,
    Kind,
    Language,
    Limits,
    Outcome,
    Query,
    Question,
    Seed,
    Truth,
)
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.relation import Relation, Tie, read_relation, write_relation
from gadfly.techniques import technique
from gadfly.triage.confirm import Confirmed, Confirmer
from gadfly.truth.judge import judge

OPTION = "no-array-field-sensitivity"
SEED = Seed(
    "union",
    """static int through_array(int x) {
    union { int cells[1]; int whole; } u;
    u.whole = x;
    return u.cells[0];
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        if (through_array(i) == i)
            sum++;
    return sum == 3 ? 0 : 1;
}
""",
    Language.C,
)
LIMITS = Limits(wall_seconds=60, cpu_seconds=20)


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    opened = Workshop(lambda _message: None)
    yield opened
    opened.close()


def test_the_option_is_one_that_hunts_draw(workshop: Workshop) -> None:
    names = [option.name for option in workshop.target("cbmc@6.6.0").capabilities.options]
    assert OPTION in names


def test_it_is_wrong_with_the_option_and_right_without(workshop: Workshop) -> None:
    accused = workshop.target(f"cbmc@6.6.0[{OPTION}=]")
    session = technique("branches").open(
        SEED, Choices.of("cbmc"), accused.capabilities, workshop.reference("cprover")
    )
    for number in range(30):
        question = session.ask(Choices.of("cbmc", number))
        complaint = judge(question, accused.answer(question.query, PROGRAM_LIMITS))
        if complaint is not None:
            break
    assert complaint is not None
    assert complaint.kind in (Kind.UNSOUND, Kind.IMPRECISE)
    confirmed = Confirmer(accused, workshop.certifier, LIMITS).confirm(question, complaint.kind)
    assert isinstance(confirmed, Confirmed)
    assert any(voucher.startswith("gcc") for voucher in confirmed.certificate.vouchers)
    verdict = workshop.target("cbmc@6.6.0").answer(question.query, LIMITS)
    assert verdict.outcome is Outcome.ANSWERED
    assert judge(question, verdict) is None


def test_a_counterexample_is_an_input_that_fails_the_check(workshop: Workshop) -> None:
    program = """int main(void) {
    int x = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < 2; i++)
        sum += __VERIFIER_nondet_uchar();
    __gadfly_check(0, x != 77);
    __gadfly_check(1, sum + x / 2 != 300);
    __gadfly_check(2, sum < 511);
    return 0;
}
"""
    target = workshop.target("cbmc@6.6.0")
    assert isinstance(target, Explaining)
    query = Query(Language.C, program)
    for label in (0, 1):
        inputs = target.counterexample(query, label, LIMITS)
        assert workshop.reference().execute(program, inputs).checks[label].failed
    assert target.counterexample(query, 2, LIMITS) == ()


SLICED = "cbmc@6.6.0[full-slice=,reachability-slice=]"
LOOP = """int main(void) {
  int i;
  for (i = 0; i < 4; i++) {
    __gadfly_check(0, i % 2 < 1);
  }
  MORE
  return 0;
}
"""


def test_slicing_twice_makes_it_contradict_itself(workshop: Workshop) -> None:
    """One more check must not change the answer to another one. Executions say which answer is wrong."""
    relation = Relation(LOOP.replace("MORE", ""), (Tie(0, 0, keeps_safe=True, keeps_unsafe=True),))
    truth = Truth((Answer.UNKNOWN,) * 2, Basis.CONTRADICTION, write_relation(relation))
    question = Question(Query(Language.C, LOOP.replace("MORE", "__gadfly_check(1, i == 0);")), truth)
    confirmer = Confirmer(workshop.target(SLICED), workshop.certifier, LIMITS)
    pair = confirmer.contradiction(question)
    assert pair is not None
    assert read_relation(pair.question.truth.evidence).said == (Answer.SAFE,)
    assert pair.answers[0] is Answer.UNSAFE
    found = confirmer.confirm(question, Kind.CONTRADICTION)
    assert isinstance(found, Confirmed)
    assert found.complaint.kind is Kind.UNSOUND
    assert check_count(found.question.query.text) == 1
