"""A target that contradicts itself: which of its answers is wrong, and how little shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing

import pytest

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, Session, Target
from gadfly.core.words import (
    Answer,
    Basis,
    Capabilities,
    Finding,
    Kind,
    Language,
    Limits,
    Outcome,
    Query,
    Question,
    Recipe,
    Refusal,
    Seed,
    TargetIdentity,
    TargetName,
    Truth,
    Verdict,
)
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.relation import Relation, Tie, read_relation, write_relation
from gadfly.targets.open import open_target
from gadfly.targets.planted.prover.checker import answers
from gadfly.targets.planted.prover.defects import DEFECTS
from gadfly.triage.confirm import Confirmed, Confirmer
from gadfly.triage.contradiction import METHOD
from gadfly.triage.reduce import Reducer
from gadfly.truth.builds import Compiler
from gadfly.truth.certify import SmtCertifier
from gadfly.truth.certify_c import PROVED, CCertifier
from gadfly.truth.certify_domain import DomainCertifier
from gadfly.truth.execution import Executor
from gadfly.truth.house import HouseCertifier
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask
from gadfly.truth.settle_c import CSettler

SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN
LIMITS = Limits()

Says = Callable[[str], tuple[Answer, ...]]


class Analyzer:
    """A target whose answers are a function of the program."""

    def __init__(self, says: Says, name: str = "suspect") -> None:
        self._says = says
        self.identity = TargetIdentity(TargetName(name, "1"), name, "", f"{name}@1", name)
        self.capabilities = Capabilities(Language.C)

    def answer(self, query: Query, _limits: Limits) -> Verdict:
        return Verdict(Outcome.ANSWERED, self._says(query.text))

    answer_fresh = answer

    def close(self) -> None:
        """There is nothing to end."""


class Explainer(Analyzer):
    """An analyzer that tells with which inputs a check fails."""

    def counterexample(self, _query: Query, _label: int, _limits: Limits) -> tuple[int, ...]:
        return (2469135,)


def alarmed(program: str) -> tuple[Answer, ...]:
    return (UNSAFE,) * check_count(program)


def told(says: Mapping[str, tuple[Answer, ...]]) -> Says:
    """Says what it is told to, and of other programs nothing."""
    return lambda program: says.get(program, (UNKNOWN,) * check_count(program))


def forgetful(program: str) -> tuple[Answer, ...]:
    """Takes 0 % n for impossible, so that it misses all that comes after it."""
    return answers(program, DEFECTS["zero-modulo"]())


def program(*statements: str) -> str:
    lines = "".join(f"    {statement}\n" for statement in statements)
    return f"int main(void) {{\n    unsigned n = __VERIFIER_nondet_uint();\n{lines}    return 0;\n}}\n"


ASSUMED = "__VERIFIER_assume(n > 2);"
PLAIN = program(ASSUMED, "__gadfly_check(0, n != 7);")
MODULO = program(ASSUMED, "__gadfly_check(0, 0 % n == 0);", "__gadfly_check(1, n != 7);")
REAL = "int main(void) {{ double x = __VERIFIER_nondet_double();{} return 0; }}\n"
HALF = " __gadfly_check({}, x != 0.5);"


def tie(earlier: int, later: int) -> Tie:
    return Tie(earlier, later, keeps_safe=True, keeps_unsafe=True)


def relative(relation: Relation, later: str, *known: Answer) -> Question:
    return Question(Query(Language.C, later), Truth(known, Basis.CONTRADICTION, write_relation(relation)))


@pytest.fixture(scope="module")
def certifier() -> Iterator[HouseCertifier]:
    with ExitStack() as stack:
        names = ("z3@5.4.0.0", "cvc5@1.4.2")
        solvers = [stack.enter_context(closing(open_target(name))) for name in names]

        def vouchers(_family: str) -> Sequence[Target]:
            return solvers

        executor = Executor([Compiler("gcc", "gcc", ("gcc",))])
        yield HouseCertifier(
            SmtCertifier(vouchers),
            CCertifier(executor, vouchers),
            CSettler(executor, vouchers, lambda _family: [Analyzer(alarmed, "other")]),
            DomainCertifier(vouchers, lambda _family: None),
        )


def confirmed(
    certifier: HouseCertifier, says: Says, question: Question, kind: Kind = Kind.CONTRADICTION
) -> Confirmed | Refusal:
    target = Analyzer(says)
    heard = ask(question, lambda query: target.answer(query, LIMITS))
    complaint = judge(heard.question, heard.verdict)
    assert complaint is not None
    assert complaint.kind is kind
    return Confirmer(target, certifier, LIMITS).confirm(heard.question, kind)


@pytest.mark.parametrize(
    ("earlier", "later", "ties", "known"),
    [
        (PLAIN, MODULO, (tie(0, 1),), (UNKNOWN, UNKNOWN)),
        (MODULO, PLAIN, (tie(1, 0),), (UNKNOWN,)),
    ],
)
def test_the_wrong_side_is_a_finding_of_its_own(
    certifier: HouseCertifier, earlier: str, later: str, ties: tuple[Tie, ...], known: tuple[Answer, ...]
) -> None:
    found = confirmed(certifier, forgetful, relative(Relation(earlier, ties), later, *known))
    assert isinstance(found, Confirmed)
    assert (found.complaint.kind, found.complaint.at) == (Kind.UNSOUND, 1)
    assert found.question == Question(
        Query(Language.C, MODULO), Truth((UNKNOWN, UNSAFE), Basis.INPUTS, "7\n")
    )
    assert found.verdict.answers == (SAFE, SAFE)
    assert found.certificate.vouchers == ("gcc (7)",)


def test_a_false_alarm_of_the_target_is_imprecise(certifier: HouseCertifier) -> None:
    earlier = program("__gadfly_check(0, n / 2 <= n);")
    later = program("__gadfly_check(0, n / 2 <= n);", "__gadfly_check(1, 1);")
    says = {earlier: (SAFE,), later: (UNSAFE, SAFE)}
    question = relative(Relation(earlier, (tie(0, 0),)), later, UNKNOWN, UNKNOWN)
    found = confirmed(certifier, told(says), question)
    assert isinstance(found, Confirmed)
    assert found.complaint.kind is Kind.IMPRECISE
    assert found.question.query.text == later
    assert found.certificate.method == PROVED


def test_what_was_assumed_may_be_what_is_wrong(certifier: HouseCertifier) -> None:
    """Of three answers that cannot all be right it is the one that the assumption rests on."""
    earlier = program("__gadfly_check(0, n != 7);", "__gadfly_check(1, n > 7 || n < 7);")
    later = program("__VERIFIER_assume(n != 7);", "__gadfly_check(0, n > 7 || n < 7);")
    says = {earlier: (SAFE, UNSAFE), later: (SAFE,)}
    relation = Relation(earlier, (tie(1, 0),), assumed=(0,))
    found = confirmed(certifier, told(says), relative(relation, later, UNKNOWN))
    assert isinstance(found, Confirmed)
    assert found.question.query.text == earlier
    assert found.question.truth == Truth((UNSAFE, UNKNOWN), Basis.INPUTS, "7\n")


WITHIN = "__gadfly_check(0, n / 2 <= n);"


@pytest.mark.parametrize(
    ("before", "after", "message", "where"),
    [
        ((SAFE,), (UNKNOWN, SAFE), "warns of check 1 of 2, which it proves of another", "this program"),
        ((UNKNOWN,), (SAFE, SAFE), "proves check 1 of 2, but warns of it in another", "the earlier one"),
    ],
)
def test_a_needless_warning_is_imprecise_beside_the_other_program(
    certifier: HouseCertifier,
    before: tuple[Answer, ...],
    after: tuple[Answer, ...],
    message: str,
    where: str,
) -> None:
    earlier, later = program(WITHIN), program(WITHIN, "__gadfly_check(1, 1);")
    says = told({earlier: before, later: after})
    relation = Relation(earlier, (tie(0, 0),), has_alarms=True)
    found = confirmed(certifier, says, relative(relation, later, UNKNOWN, UNKNOWN))
    assert isinstance(found, Confirmed)
    assert (found.complaint.kind, found.complaint.at) == (Kind.IMPRECISE, 0)
    assert message in found.complaint.message
    assert found.question.query.text == later
    assert found.question.truth.basis is Basis.CONTRADICTION
    assert found.certificate.method == PROVED
    assert found.certificate.detail.startswith(f"of {where}: ")
    again = Confirmer(Analyzer(says), certifier, LIMITS).confirm(found.question, Kind.IMPRECISE)
    assert again == found


def test_a_warning_that_is_right_shows_the_proof_to_be_wrong(certifier: HouseCertifier) -> None:
    later = PLAIN.replace("__gadfly", "__VERIFIER_assume(n < 9); __gadfly")
    relation = Relation(PLAIN, (Tie(0, 0, keeps_safe=True, keeps_unsafe=False),), has_alarms=True)
    found = confirmed(
        certifier, told({PLAIN: (SAFE,), later: (UNKNOWN,)}), relative(relation, later, UNKNOWN)
    )
    assert isinstance(found, Confirmed)
    assert found.complaint.kind is Kind.UNSOUND
    assert found.question == Question(Query(Language.C, PLAIN), Truth((UNSAFE,), Basis.INPUTS, "7\n"))


def test_who_only_gives_up_does_not_contradict_itself() -> None:
    later = program(WITHIN, "__gadfly_check(1, 1);")
    question = relative(Relation(program(WITHIN), (tie(0, 0),)), later, UNKNOWN, UNKNOWN)
    says = told({program(WITHIN): (SAFE,)})
    heard = ask(question, lambda query: Verdict(Outcome.ANSWERED, says(query.text)))
    assert judge(heard.question, heard.verdict) is None


def test_what_is_proved_because_nobody_gets_there_is_unsound(certifier: HouseCertifier) -> None:
    """The check itself cannot fail; another in its place can, and is proved as well."""
    earlier, later = program(WITHIN), program("__VERIFIER_assume(n > 1);", WITHIN)

    def says(text: str) -> tuple[Answer, ...]:
        return (SAFE if "n > 1" in text else UNKNOWN,)

    relation = Relation(earlier, (tie(0, 0),), has_alarms=True)
    found = confirmed(certifier, says, relative(relation, later, UNKNOWN))
    assert isinstance(found, Confirmed)
    assert found.complaint.kind is Kind.UNSOUND
    assert found.question.query.text == later.replace("n / 2 <= n", "0")
    assert found.question.truth.answers == (UNSAFE,)


def test_where_nobody_can_tell_the_contradiction_remains(certifier: HouseCertifier) -> None:
    earlier, later = REAL.format(HALF.format(0)), REAL.format(" __gadfly_check(0, 1);" + HALF.format(1))
    says = {earlier: (UNSAFE,), later: (SAFE, SAFE)}
    question = relative(Relation(earlier, (tie(0, 1),)), later, UNKNOWN, UNKNOWN)
    found = confirmed(certifier, told(says), question)
    assert isinstance(found, Confirmed)
    assert (found.complaint.kind, found.complaint.at) == (Kind.CONTRADICTION, 1)
    assert found.certificate.method == METHOD
    assert "about this program other@1 says unsafe to check 2, which disagrees" in found.certificate.detail
    assert "about the earlier one other@1 says unsafe to check 1, which agrees" in found.certificate.detail
    assert found.question.query.text == later
    assert found.question.truth.answers == (UNKNOWN, UNSAFE)
    assert read_relation(found.question.truth.evidence).said == (UNSAFE,)


def test_its_own_counterexample_may_refute_it(certifier: HouseCertifier) -> None:
    """No vector that we try would show that, nor can the program be explored."""
    earlier = program("double half = n * 0.5;", "__gadfly_check(0, half != 1234567.5);")
    later = earlier.replace("__gadfly_check", "__VERIFIER_assume(n > 4); __gadfly_check")
    says = {earlier: (SAFE,), later: (UNSAFE,)}
    question = relative(Relation(earlier, (tie(0, 0),)), later, UNKNOWN)
    found = Confirmer(Explainer(told(says)), certifier, LIMITS).confirm(question, Kind.CONTRADICTION)
    assert isinstance(found, Confirmed)
    assert found.complaint.kind is Kind.UNSOUND
    assert found.question.query.text == earlier
    assert found.question.truth == Truth((UNSAFE,), Basis.INPUTS, "2469135\n")


@pytest.mark.parametrize(
    ("earlier", "later", "said", "reason"),
    [
        (PLAIN, PLAIN.replace("n != 7", "n != 2"), (UNSAFE, SAFE), "all that it says about both programs"),
        (PLAIN, PLAIN.replace("n != 7", "1 << n != 7"), (UNSAFE, SAFE), "shift exponent"),
    ],
)
def test_our_own_mistakes_are_refused(
    certifier: HouseCertifier, earlier: str, later: str, said: tuple[Answer, Answer], reason: str
) -> None:
    says = {earlier: said[:1], later: said[1:]}
    found = confirmed(certifier, told(says), relative(Relation(earlier, (tie(0, 0),)), later, UNKNOWN))
    assert isinstance(found, Refusal)
    assert reason in found.reason


def test_it_must_contradict_itself_in_fresh_processes(certifier: HouseCertifier) -> None:
    said = iter([(UNSAFE,), (SAFE,), (UNSAFE,), (UNSAFE,)])
    question = relative(Relation(PLAIN, (tie(0, 0),)), PLAIN.replace(" != ", "!="), UNKNOWN)
    found = confirmed(certifier, lambda _program: next(said), question)
    assert found == Refusal("a fresh process answers differently")


def test_what_an_execution_shows_needs_no_earlier_program(certifier: HouseCertifier) -> None:
    relation = Relation(PLAIN, (tie(0, 1),), inputs=((3, 3), (7, 1), (9,)))
    found = confirmed(certifier, forgetful, relative(relation, MODULO, UNKNOWN, UNSAFE), Kind.UNSOUND)
    assert isinstance(found, Confirmed)
    assert found.question.truth == Truth((UNKNOWN, UNSAFE), Basis.INPUTS, "7\n")


class Padding:
    """Draws checks that do not matter, then adds one that does."""

    name = "padding"
    language = seed_language = Language.C
    own_seeds = ()
    patience = questions = 1

    def open(
        self, _seed: Seed, _choices: Choices, _capabilities: Capabilities, _reference: Reference
    ) -> Session:
        return self

    def ask(self, choices: Choices) -> Question:
        padding = [f" __gadfly_check({{}}, {choices.below(100)} < 100);" for _ in choices.repeat(0, 8)]
        earlier, later = [HALF, *padding], [HALF, *padding, " __gadfly_check({}, 100 < 200);"]
        relation = Relation(_numbered(earlier), tuple(tie(label, label) for label in range(len(earlier))))
        return relative(relation, _numbered(later), *[UNKNOWN] * len(later))

    def hear(self, _question: Question, _verdict: Verdict) -> None:
        """It learns nothing."""


def _numbered(checks: Sequence[str]) -> str:
    return REAL.format("".join(check.format(label) for label, check in enumerate(checks)))


def swayed(program: str) -> tuple[Answer, ...]:
    """Changes its mind about a certain first check when it sees a certain other one."""
    others = (SAFE,) * (program.count("__gadfly_check") - 1)
    return (SAFE if "100 < 200" in program and "x != 0.5" in program else UNSAFE, *others)


def test_the_choices_of_a_contradiction_are_reduced(certifier: HouseCertifier) -> None:
    target, technique = Analyzer(swayed), Padding()
    confirmer = Confirmer(target, certifier, LIMITS)
    choices = Choices.replay([6, *range(10, 70, 10)])
    question = technique.ask(choices)
    met = confirmer.confirm(question, Kind.CONTRADICTION)
    assert isinstance(met, Confirmed)
    finding = Finding(
        kind=met.complaint.kind,
        message=met.complaint.message,
        target=target.identity,
        question=met.question,
        verdict=met.verdict,
        certificate=met.certificate,
        recipe=Recipe(technique.name, Seed("none", "", Language.C), (), tuple(choices.record)),
        reduced=met.question,
        reduced_verdict=met.verdict,
        signature="",
    )
    reduced = Reducer(target, confirmer, technique, Reference()).reduce(finding, lambda: False)
    smallest = technique.ask(Choices.replay([]))
    assert reduced.kind is Kind.CONTRADICTION
    assert check_count(reduced.reduced.query.text) == check_count(smallest.query.text) == 2
    assert len(reduced.reduced.query.text) <= len(smallest.query.text)
    assert reduced.reduced.truth.answers == (UNSAFE, UNKNOWN)
    assert reduced.signature
