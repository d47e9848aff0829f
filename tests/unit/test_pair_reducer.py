"""Two programs that contradict each other get smaller together, and keep what relates them."""

from __future__ import annotations

from gadfly.core.words import Answer, Basis, Kind, Language, Outcome, Query, Question, Truth, Verdict
from gadfly.lang.c.relation import Relation, Tie, read_relation, write_relation
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import DEFECTS
from gadfly.triage.meter import Meter
from gadfly.triage.pair_reducer import reduce_pair
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask

PROGRAM = """
static int twice(int n) {
    return n + n;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 4;
    if (y > 2) {
        y = twice(y);
    }
    PROBES
    __gadfly_check(0, x != 3);
    y = y - 1;
    return y;
}
"""


def contradiction() -> Question:
    """One more assumption must not make a check fail; a prover that forgets the first one says so."""
    assumption = "__VERIFIER_assume(x > 5);"
    earlier = PROGRAM.replace("PROBES", assumption)
    later = PROGRAM.replace("PROBES", f"{assumption} __VERIFIER_assume(x != 3000);")
    relation = Relation(earlier, (Tie(0, 0, keeps_safe=True, keeps_unsafe=False),))
    truth = Truth((Answer.UNKNOWN,), Basis.CONTRADICTION, write_relation(relation))
    return Question(Query(Language.C, later), truth)


def is_contradicted(question: Question, defect: str = "last-assumption") -> bool:
    def said(query: Query) -> Verdict:
        found = answers(query.text, DEFECTS[defect]())
        return Verdict(Outcome.ANSWERED if found else Outcome.UNSUPPORTED, found)

    heard = ask(question, said)
    complaint = judge(heard.question, heard.verdict)
    return complaint is not None and complaint.kind is Kind.CONTRADICTION


def test_what_both_share_goes_from_both() -> None:
    question = contradiction()
    assert is_contradicted(question)
    steps = reduce_pair(question, is_contradicted, Meter(500, bool))
    assert all(map(is_contradicted, steps))
    small = steps[-1]
    earlier = read_relation(small.truth.evidence).program
    for program in (small.query.text, earlier):
        assert "twice" not in program
        assert len(program.splitlines()) <= 6
    assert earlier.count("assume") == 1
    assert small.query.text.count("assume") == 2


def test_a_meter_that_is_empty_ends_it() -> None:
    assert reduce_pair(contradiction(), is_contradicted, Meter(0, bool)) == []


def test_what_is_not_contradicted_stays() -> None:
    question = contradiction()
    assert reduce_pair(question, lambda one: is_contradicted(one, "constant-shift"), Meter(500, bool)) == []
