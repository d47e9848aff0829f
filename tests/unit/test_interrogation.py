"""Interrogation: whoever tells the truth never contradicts itself, and whoever lies is caught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import resources

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import Execution, Reference, SkipSeedError
from gadfly.core.words import (
    Answer,
    Basis,
    Capabilities,
    Feature,
    Language,
    Outcome,
    Question,
    Seed,
    Verdict,
)
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.edits import apply
from gadfly.lang.c.relation import implied, read_relation
from gadfly.techniques.interrogation import Interrogation, MetamorphicResults, MetamorphicTesting
from gadfly.techniques.interrogation.conditions import stronger, weaker
from gadfly.techniques.interrogation.drawing import Vocabulary, draw_condition
from gadfly.techniques.interrogation.knowledge import Selection
from gadfly.techniques.interrogation.scene import Scene, prepare
from gadfly.techniques.interrogation.session import PATIENCE, InterrogationSession
from gadfly.truth.batch import BatchTask

EVERYTHING = Capabilities(Language.C, frozenset({Feature.ALL_CHECKS, Feature.INPUTS}))
Lie = Callable[[str, tuple[Answer, ...]], tuple[Answer, ...]]
MODES = {mode.name: mode for mode in (Interrogation, MetamorphicTesting, MetamorphicResults)}
VARIED = """
struct pair { signed char low; unsigned long high; int field : 5; } both = { -1, 1ul << 63, -3 };
enum side { LEFT, RIGHT = 7 } side = RIGHT;
static unsigned short table[3] = { 1, 65535 };
static float ratio;
static int twice(int of) { int result = of * 2; if (result > 6) ratio += 0.1f; return result; }
int main(void) {
    int n, done = 0;
    long long least = -9223372036854775807LL - 1;
    double huge = 1e308, none = 0.0;
    _Bool odd = __VERIFIER_nondet_bool();
    n = __VERIFIER_nondet_uchar() & 7;
    none = (huge * 10.0) * none;
    for (int i = 0; i < n; i++) {
        done += twice(i);
        if (odd) { both.low++; table[i % 3] -= n; } else side = LEFT;
    }
    if (done > 20) least++;
    return 0;
}
"""
ALL_INPUTS = tuple((odd, n) for odd in range(2) for n in range(8))


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop(lambda _message: None)
    yield workshop
    workshop.close()


@pytest.fixture(scope="module")
def reference(workshop: Workshop) -> Reference:
    return workshop.reference()


def bundled(name: str) -> str:
    return resources.files("gadfly.seeds").joinpath("c", f"{name}.c").read_text()


def opened(
    text: str, reference: Reference, mode: str = "interrogation", capabilities: Capabilities = EVERYTHING
) -> InterrogationSession:
    seed = Seed("seed", text, Language.C)
    return MODES[mode]().open(seed, Choices.of("opening", mode), capabilities, reference)


def said(execution: Execution) -> tuple[Answer, ...]:
    """What is true of the checks, as far as the executions go that there were."""
    assert execution.problem == ""
    return tuple(Answer.UNSAFE if count.failed else Answer.SAFE for count in execution.checks)


class Truthful:
    """A target that knows all executions there are: those with some vectors of inputs."""

    def __init__(self, workshop: Workshop, vectors: tuple[tuple[int, ...], ...]) -> None:
        self._workshop = workshop
        self._vectors = vectors
        self.said: dict[str, tuple[Answer, ...]] = {}

    def hear_all(self, questions: list[Question]) -> None:
        tasks = [BatchTask(question.query.text, self._vectors) for question in questions]
        for task, execution in zip(tasks, self._workshop.executor.run_batch(tasks), strict=True):
            self.said[task.program] = said(execution)

    def answer(self, question: Question) -> Verdict:
        return Verdict(Outcome.ANSWERED, self.said[question.query.text])


def prepared(text: str, reference: Reference) -> Scene:
    return prepare(Seed("seed", text, Language.C), Choices.of("opening"), reference)


def expected(question: Question, before: dict[str, tuple[Answer, ...]]) -> tuple[Answer, ...]:
    """What must be said to a question after what was said before."""
    related = read_relation(question.truth.evidence)
    assert not related.ties or related.program in before
    return implied(related, before.get(related.program, ()), question.truth.answers)


def judged(questions: list[Question], said: dict[str, tuple[Answer, ...]]) -> Counter[str]:
    """How often what was said is as expected, and how often not."""
    return Counter(
        f"{must} {'right' if must is has else 'wrong'}"
        for question in questions
        for must, has in zip(expected(question, said), said[question.query.text], strict=True)
        if must is not Answer.UNKNOWN
    )


def interrogated(
    session: InterrogationSession, target: Truthful, rounds: int, each: int
) -> tuple[list[Question], list[list[int]]]:
    """The questions of some rounds and their records; what is learned in one leads to the next."""
    questions, records = [], []
    for round_ in range(rounds):
        asked = []
        for number in range(each if round_ else 1):
            choices = Choices.of("asking", round_, number)
            asked.append(session.ask(choices))
            records.append(choices.record)
        target.hear_all(asked)
        for question in asked:
            session.hear(question, target.answer(question))
        questions += asked
    return questions, records


SEEDS = {
    "varied": VARIED,
    "search": bundled("inputs_assumed_search"),
    "lock": bundled("inputs_lock_protocol"),
    "saturating": bundled("inputs_saturating"),
}


@pytest.mark.parametrize(
    ("mode", "seed"),
    [
        ("interrogation", "varied"),
        ("interrogation", "search"),
        ("interrogation", "saturating"),
        ("interrogation-mt", "varied"),
        ("interrogation-mt-vr", "lock"),
    ],
)
def test_who_tells_the_truth_is_never_accused(
    mode: str, seed: str, workshop: Workshop, reference: Reference
) -> None:
    """All of it holds for any set of executions, if it is the same for all programs."""
    scene = prepared(SEEDS[seed], reference)
    session = InterrogationSession(scene, MODES[mode].manner, Selection.UNIFORM)
    more = ALL_INPUTS if seed == "varied" else ((5, 3, 1), (19, 64), (1, 1, 0, 1, 2))
    target = Truthful(workshop, (*scene.vectors, *more))
    questions, _ = interrogated(session, target, rounds=4, each=12)
    found = judged(questions, target.said)
    assert found["safe wrong"] == found["unsafe wrong"] == 0
    assert found.total() > 10
    assert mode != "interrogation" or min(found["safe right"], found["unsafe right"]) > 10


def overlooks_much(_text: str, truth: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Takes all checks for safe if they are many."""
    return truth if len(truth) < 7 else (Answer.SAFE,) * len(truth)


def fears_choices(text: str, truth: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Takes a check for unsafe if its condition has alternatives."""
    conditions = [
        text.partition(f"__gadfly_check({label}, ")[2].partition(";")[0] for label in range(len(truth))
    ]
    return tuple(
        Answer.UNSAFE if "||" in each else said for each, said in zip(conditions, truth, strict=True)
    )


@pytest.mark.parametrize(("lie", "caught"), [(overlooks_much, "unsafe wrong"), (fears_choices, "safe wrong")])
def test_who_lies_is_caught(lie: Lie, caught: str, workshop: Workshop, reference: Reference) -> None:
    scene = prepared(VARIED, reference)
    session = InterrogationSession(scene, Interrogation.manner, Selection.UNIFORM)
    target = Truthful(workshop, (*scene.vectors, *ALL_INPUTS[::4]))
    questions, _ = interrogated(session, target, rounds=3, each=16)
    lies = {text: lie(text, truth) for text, truth in target.said.items()}
    assert judged(questions, lies)[caught] > 0


def test_choices_alone_rebuild_a_question(workshop: Workshop, reference: Reference) -> None:
    session = opened(VARIED, reference)
    target = Truthful(workshop, ((), (1, 5)))
    questions, records = interrogated(session, target, rounds=3, each=20)
    fresh = opened(VARIED, reference)
    assert any(len(read_relation(each.truth.evidence).assumed) for each in questions)
    for question, record in zip(questions, records, strict=True):
        again = Choices.replay(record)
        assert fresh.ask(again) == question
        assert again.record == record
    for record in records[-20:]:  # whatever a reducer leaves of a record is a question
        shortened = fresh.ask(Choices.replay(record[: len(record) // 2]))
        assert shortened.truth.basis is Basis.CONTRADICTION
        assert check_count(shortened.query.text) == len(shortened.truth.answers) > 0


CONDITIONS = 40


def test_conditions_are_defined_and_imply_each_other(workshop: Workshop, reference: Reference) -> None:
    """Sanitizers watch them in all states that there are, with infinities and what is no number."""
    scene = prepared(VARIED, reference)
    choices = Choices.of("conditions")
    tasks = []
    for spot in scene.spots:
        draw = partial(draw_condition, Vocabulary(spot.operands, scene.constants))
        code = ""
        for label in range(0, 2 * CONDITIONS, 2):
            condition = draw(choices)
            code += f"__gadfly_check({label}, !({stronger(condition, draw, choices)}) || ({condition}));"
            code += f"__gadfly_check({label + 1}, !({condition}) || ({weaker(condition, draw, choices)}));"
        changed = apply(scene.text, [spot.place.insert(code)])
        tasks.append(BatchTask(changed, ALL_INPUTS))
    for execution in workshop.executor.run_batch(tasks):
        assert set(said(execution)) == {Answer.SAFE}


def test_after_much_of_the_same_all_is_forgotten(reference: Reference) -> None:
    session = opened(VARIED, reference)

    def asked_about(number: int, answer: Answer) -> Question:
        question = session.ask(Choices.of(number))
        session.hear(question, Verdict(Outcome.ANSWERED, (answer,) * len(question.truth.answers)))
        return question

    first = asked_about(0, Answer.SAFE)
    others = [asked_about(number, Answer.SAFE) for number in range(1, PATIENCE + 1)]
    assert {read_relation(each.truth.evidence).program for each in others} == {first.query.text}
    assert read_relation(asked_about(PATIENCE + 1, Answer.SAFE).truth.evidence).ties == ()


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict(Outcome.TIMEOUT),
        Verdict(Outcome.CRASH, (Answer.SAFE,)),
        Verdict(Outcome.ANSWERED, (Answer.UNKNOWN,) * 4),
    ],
)
def test_nothing_is_made_of_what_was_not_answered(verdict: Verdict, reference: Reference) -> None:
    session = opened(VARIED, reference)
    session.hear(session.ask(Choices.of(0)), verdict)
    assert read_relation(session.ask(Choices.of(1)).truth.evidence).ties == ()


def test_who_only_proves_is_asked_about_what_fails(reference: Reference) -> None:
    prover = Capabilities(Language.C, EVERYTHING.features, claims=frozenset({Answer.SAFE}))
    session = opened(VARIED, reference, capabilities=prover)
    known: Counter[Answer] = Counter()
    stages: Counter[bool] = Counter()
    for number in range(20):
        question = session.ask(Choices.of(number))
        session.hear(question, Verdict(Outcome.ANSWERED, (Answer.UNKNOWN,) * len(question.truth.answers)))
        known.update(question.truth.answers)
        stages[bool(read_relation(question.truth.evidence).ties)] += 1
    assert known[Answer.UNSAFE] > known[Answer.UNKNOWN]
    assert stages == {False: 1, True: 19}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("int main(void) { int x = 2147483647; x++; return 0; }", "overflow"),
        ("int main(int argc, char **argv) { int x = argc; return x; }", "arguments"),
        ("int rand(void); int main(void) { int x = rand(); return x; }", "rand"),
        ("int main(void) { return", "line 1"),
        ("int x = __VERIFIER_nondet_int();", "line 1"),
    ],
)
def test_seeds_that_are_no_use(text: str, reason: str, reference: Reference) -> None:
    with pytest.raises(SkipSeedError, match=reason):
        opened(text, reference)


def test_who_knows_no_inputs_is_not_asked_about_them(reference: Reference) -> None:
    with pytest.raises(SkipSeedError, match="inputs"):
        opened(VARIED, reference, capabilities=Capabilities(Language.C))
