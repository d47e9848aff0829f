"""Two programs that contradict each other get smaller together, and keep what relates them."""

from __future__ import annotations

from gadfly.core.interfaces import Reference
from gadfly.core.words import Answer, Basis, Kind, Language, Outcome, Query, Question, Truth, Verdict
from gadfly.lang.c.relation import Relation, Tie, read_relation, write_relation
from gadfly.lang.c.tokens import tokens
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import DEFECTS
from gadfly.triage.meter import Meter
from gadfly.triage.pair_frame import Frame, Slot
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


def words(program: str) -> list[str]:
    return [token.text for token in tokens(program)]


def related(earlier: str, later: str) -> Question:
    """One check of both, which stays safe."""
    relation = Relation(earlier, (Tie(0, 0, keeps_safe=True, keeps_unsafe=False),))
    truth = Truth((Answer.UNKNOWN,), Basis.CONTRADICTION, write_relation(relation))
    return Question(Query(Language.C, later), truth)


def contradiction() -> Question:
    """One more assumption must not make a check fail; a prover that forgets the first one says so."""
    assumption = "__VERIFIER_assume(x > 5);"
    earlier = PROGRAM.replace("PROBES", assumption)
    return related(earlier, PROGRAM.replace("PROBES", f"{assumption} __VERIFIER_assume(x != 3000);"))


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
    steps = reduce_pair(question, is_contradicted, Reference(), Meter(500, bool))
    assert all(map(is_contradicted, steps))
    small = steps[-1]
    earlier = read_relation(small.truth.evidence).program
    for program in (small.query.text, earlier):
        assert "twice" not in program
        assert len(program.splitlines()) <= 6
    assert earlier.count("assume") == 1
    assert small.query.text.count("assume") == 2


def test_braces_that_make_room_for_a_probe_are_no_difference() -> None:
    earlier = "int main(void) { int x = 1; if (x) x = 2; else x = 3; return 0; }"
    later = (
        "int main(void) { int x = 1; if (x) { __gadfly_check(0, x); x = 2; } else x = 3; "
        "__VERIFIER_assume(x); return 0; }"
    )
    question = related(earlier, later)
    frame = Frame.of(question)
    assert frame is not None
    assert frame.slots == (Slot("", "__gadfly_check(0, x);"), Slot("", "__VERIFIER_assume(x);"))
    filled = frame.filled(question, frame.text)
    assert filled is not None
    assert words(filled.query.text) == words(later)
    assert words(read_relation(filled.truth.evidence).program) == words(
        earlier.replace("x = 2;", "{ x = 2; }")
    )


def test_a_slot_that_is_gone_or_moved_is_noticed() -> None:
    question = contradiction()
    frame = Frame.of(question)
    assert frame is not None
    text = frame.text.replace("__gadfly_check(0, 0);", "")
    assert frame.filled(question, text) is None
    assert frame.filled(question, f"{frame.text} void f(void) {{ __gadfly_check(0, 0); }}") is None


def test_what_a_branch_governs_stays_one_statement() -> None:
    text = "int main(void) { if (0) __gadfly_check(0, 0); return 0; }"
    probes = "__VERIFIER_assume(1); __gadfly_check(0, 0);"
    filled = Frame(text, (Slot("", probes),)).filled(contradiction(), text)
    assert filled is not None
    assert words(filled.query.text) == words(f"int main(void) {{ if (0) {{ {probes} }} return 0; }}")


def test_programs_that_differ_otherwise_have_no_frame() -> None:
    assert Frame.of(related("int main(void) { return 0; }", "int main(void) { return 1; }")) is None


def test_a_meter_that_is_empty_ends_it() -> None:
    assert reduce_pair(contradiction(), is_contradicted, Reference(), Meter(0, bool)) == []


def test_what_is_not_contradicted_stays() -> None:
    def is_wrong(question: Question) -> bool:
        return is_contradicted(question, "constant-shift")

    assert reduce_pair(contradiction(), is_wrong, Reference(), Meter(500, bool)) == []
