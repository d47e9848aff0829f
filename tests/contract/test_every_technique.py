"""What every technique owes the campaign: repeatable questions, true answers, and patience with bad seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices, dump_record, load_record
from gadfly.core.interfaces import Execution, Reference, Session, SkipSeedError
from gadfly.core.words import Answer, Basis, Capabilities, Feature, Language, Limits, Query, Question, Seed
from gadfly.lang.c.dialect import check_count
from gadfly.lang.c.vectors import input_vectors
from gadfly.lang.smt.script_reader import read_script
from gadfly.seeds import load_bundled, load_bundled_c
from gadfly.techniques import ALIASES, TECHNIQUES, technique
from gadfly.techniques.laws.seeds import law_of, law_seeds
from gadfly.truth.batch import BatchTask
from gadfly.truth.relative import alone, is_relative
from gadfly.truth.smt import Holds, evaluate_truth, plain_script, read_refutations

ALL_FEATURES = tuple(Feature)
EVERYTHING = Capabilities(Language.SMT, frozenset(ALL_FEATURES), tactics=("(then simplify smt)",))
WHOLE = {
    Language.SMT: EVERYTHING,
    Language.C: Capabilities(Language.C, frozenset(ALL_FEATURES)),
    Language.DOMAIN: Capabilities(Language.DOMAIN, frozenset(ALL_FEATURES)),
}
SEED_NAMES = ("qf_lia_equations", "qf_bv_widths", "qf_ax_swap", "qf_dt_trees", "qf_uflra_made")
CONSTRAINT_NAMES = ("qf_lia_equations", "qf_bv_widths")  # of what C can have
SEEDS = tuple(seed for seed in load_bundled() if seed.name in SEED_NAMES)
C_SEEDS = tuple(seed for seed in load_bundled_c() if seed.name in ("bool_flags", "inputs_saturating"))
LAW_SEEDS = tuple(seed for seed in law_seeds() if law_of(seed) in ("17", "26", "33", "53"))
BUNDLED = {Language.SMT: load_bundled(), Language.C: load_bundled_c(), Language.DOMAIN: law_seeds()}
OWN_LOGICS = ("QF_LIA", "QF_BV", "QF_AX", "QF_DT", "QF_UFLRA")
RIGHT_DOMAIN, MOST_SWEEPS = "planted-domain@none", 3
JUDGES = ("z3@5.4.0.0", "cvc5@1.4.2")
LIMITS = Limits(wall_seconds=20, cpu_seconds=20)
COMMANDS = {
    Feature.INCREMENTAL: re.compile(r"\(push|\(pop|\(check-sat[^(]*\((?:.|\n)*\(check-sat"),
    Feature.TACTICS: re.compile(r"\(check-sat-using"),
    Feature.MODELS: re.compile(r"\(get-model|produce-models"),
    Feature.ASSUMPTIONS: re.compile(r"\(check-sat-assuming"),
}
FOREIGN = tuple(feature for feature in ALL_FEATURES if feature not in COMMANDS)  # nothing a script can use


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    workshop = Workshop(lambda _message: None)
    yield workshop
    workshop.close()


@pytest.fixture(scope="module")
def reference(workshop: Workshop) -> Reference:
    return workshop.reference()


def open_session(
    name: str,
    seed: Seed,
    reference: Reference,
    choices: Choices | None = None,
    capabilities: Capabilities | None = None,
) -> Session:
    opening = choices or Choices.of("opening", seed.name)
    whole = WHOLE[technique(name).language]
    return technique(name).open(seed, opening, capabilities or whole, reference)


def ask(session: Session, *labels: str | int) -> Question:
    return session.ask(Choices.of("asking", *labels))


def assert_all_true(questions: Sequence[Question], workshop: Workshop) -> None:
    for question in questions:
        if question.query.language is Language.SMT:
            assert_true_script(question, workshop)
    sweeps = [question for question in questions if question.query.language is Language.DOMAIN]
    for question in sweeps[:MOST_SWEEPS]:
        verdict = workshop.target(RIGHT_DOMAIN).answer(question.query, LIMITS)
        assert verdict.answers == question.truth.answers == (Answer.SAFE,)
    programs = [question for question in questions if question.query.language is Language.C]
    assert all(is_relative(each) or Answer.UNKNOWN not in each.truth.answers for each in programs)
    programs = list(map(alone, programs))
    tasks = [BatchTask(each.query.text, input_vectors(each.truth.evidence)) for each in programs]
    for question, execution in zip(programs, workshop.executor.run_batch(tasks), strict=True):
        assert_shown(question, execution)


def assert_shown(question: Question, execution: Execution) -> None:
    """Executed, the program does what is claimed."""
    assert not execution.problem
    assert len(execution.checks) == check_count(question.query.text) == len(question.truth.answers) > 0
    for check, answer in zip(execution.checks, question.truth.answers, strict=True):
        assert answer in (Answer.UNKNOWN, Answer.UNSAFE if check.failed else Answer.SAFE)


def assert_true_script(question: Question, workshop: Workshop) -> None:
    """What is claimed sat holds under the evidence, or solvers find it so; they refute what is claimed unsat.

    A solver may be unable to tell, but not all of them.
    """
    query, truth = question.query, question.truth
    if Answer.SAT in truth.answers and truth.evidence:
        assert evaluate_truth(query, truth).holds is Holds.YES
    elif Answer.SAT in truth.answers:
        for check, answer in zip(read_script(query.text).checks, truth.answers, strict=True):
            if answer is Answer.SAT:
                script = plain_script(read_script(query.text), check.assertions, "ALL")
                assert opinions(script, workshop) == {Answer.SAT}
    refutations = read_refutations(query, truth)
    for claim in refutations.claims:
        script = plain_script(refutations.script, claim.core, "ALL")
        assert opinions(script, workshop) == {Answer.UNSAT}
    assert truth.basis is not Basis.MODEL or set(truth.answers) == {Answer.SAT}


def opinions(script: str, workshop: Workshop) -> set[Answer]:
    """What the judges say, as far as they can tell."""
    verdicts = [workshop.target(name).answer(Query(Language.SMT, script), LIMITS) for name in JUDGES]
    return {answer for verdict in verdicts for answer in verdict.answers} - {Answer.UNKNOWN}


def seeds_of(name: str) -> tuple[Seed, ...]:
    """The seeds a technique is tried with: those bundled, or a few of its own."""
    each = technique(name)
    if each.seed_language is Language.C:
        return C_SEEDS
    if each.language is Language.DOMAIN:
        return LAW_SEEDS
    if each.language is Language.C:
        return each.own_seeds or tuple(seed for seed in SEEDS if seed.name in CONSTRAINT_NAMES)
    return tuple(seed for seed in each.own_seeds if seed.name.endswith(OWN_LOGICS)) or SEEDS


def small_seed(name: str) -> Seed:
    return next(seed for seed in seeds_of(name) if "(set-logic QF_BV)" in seed.text)


def pairs_of(names: list[str]) -> pytest.MarkDecorator:
    pairs = [pytest.param(name, seed, id=f"{name}-{seed.name}") for name in names for seed in seeds_of(name)]
    return pytest.mark.parametrize(("name", "seed"), pairs)


FORMULAS = [name for name in sorted(TECHNIQUES) if technique(name).language is Language.SMT]
every_technique = pytest.mark.parametrize("name", sorted(TECHNIQUES))
every_pair = pairs_of(sorted(TECHNIQUES))
every_formula_technique = pytest.mark.parametrize("name", FORMULAS)
every_formula_pair = pairs_of(FORMULAS)


def test_the_seeds_are_there() -> None:
    assert sorted(seed.name for seed in SEEDS) == sorted(SEED_NAMES)
    assert len(C_SEEDS) == 2
    assert len(LAW_SEEDS) == 4


@every_technique
def test_name_and_help(name: str) -> None:
    assert technique(name).name == name
    assert (TECHNIQUES[name].__doc__ or "").strip()


@pytest.mark.parametrize(("alias", "name"), sorted(ALIASES.items()))
def test_a_technique_answers_to_the_name_of_its_paper(alias: str, name: str) -> None:
    if name in TECHNIQUES:
        assert technique(alias).name == name


def test_an_unknown_technique_is_refused_with_what_there_is() -> None:
    with pytest.raises(ValueError, match=r"no technique 'astrology'; there is: .*formulas"):
        technique("astrology")


@every_pair
def test_the_same_choices_make_the_same_question(name: str, seed: Seed, reference: Reference) -> None:
    first, second = (open_session(name, seed, reference) for _ in range(2))
    assert first.questions == second.questions > 0
    assert [ask(first, number) for number in range(20)] == [ask(second, number) for number in range(20)]


@every_pair
def test_different_choices_make_different_questions(name: str, seed: Seed, reference: Reference) -> None:
    session = open_session(name, seed, reference)
    least = 3 if name == "branches-fused" else 16  # it asks about all branches most of the time
    assert len({ask(session, number).query.text for number in range(20)}) >= least


@every_pair
def test_the_order_of_asking_does_not_matter(name: str, seed: Seed, reference: Reference) -> None:
    forwards = open_session(name, seed, reference)
    backwards = open_session(name, seed, reference)
    questions = [ask(forwards, number) for number in range(10)]
    assert [ask(backwards, number) for number in reversed(range(10))] == questions[::-1]


@every_pair
def test_a_replayed_record_makes_the_same_question(name: str, seed: Seed, reference: Reference) -> None:
    opening = Choices.of("replay", seed.name)
    session = open_session(name, seed, reference, opening)
    replayed = open_session(name, seed, reference, Choices.replay(load_record(dump_record(opening.record))))
    assert replayed.questions == session.questions
    for number in range(10):
        asking = Choices.of("replay", number)
        question = session.ask(asking)
        again = Choices.replay(load_record(dump_record(asking.record)))
        assert replayed.ask(again) == question
        assert again.record == asking.record


@every_pair
def test_whatever_is_left_of_a_record_makes_a_true_question(
    name: str, seed: Seed, workshop: Workshop, reference: Reference
) -> None:
    opening = Choices.of("shrink", seed.name)
    asking = Choices.of("shrink", "asking")
    open_session(name, seed, reference, opening).ask(asking)
    questions: list[Question] = []
    for opening_part in _shrunk(opening.record):
        try:
            session = open_session(name, seed, reference, Choices.replay(opening_part))
        except SkipSeedError:  # too little is left to ask about
            continue
        asked = (session.ask(Choices.replay(asking_part)) for asking_part in _shrunk(asking.record))
        questions += {question.query.text: question for question in asked}.values()
    assert_all_true(questions, workshop)


def _shrunk(record: list[int]) -> list[list[int]]:
    half = len(record) // 2
    return [
        [],
        [0] * len(record),
        record[:half],
        record[half:],
        record[:half] + [0] * half,
        [value // 2 for value in record],
        [value + 1 for value in record],  # too large for many a draw
        record[::-1],
    ]


@every_formula_technique
@pytest.mark.parametrize(
    "features",
    [(), *((*some, *FOREIGN) for size in range(len(COMMANDS) + 1) for some in combinations(COMMANDS, size))],
    ids=lambda features: "+".join(features) or "plain",
)
def test_only_what_the_target_can_do_is_asked(
    name: str, features: tuple[Feature, ...], reference: Reference
) -> None:
    capabilities = Capabilities(Language.SMT, frozenset(features), tactics=("(then simplify smt)",))
    session = open_session(name, small_seed(name), reference, capabilities=capabilities)
    texts = [ask(session, number).query.text for number in range(50)]
    used = {feature for feature, command in COMMANDS.items() if any(map(command.search, texts))}
    assert used <= set(features)


@every_formula_technique
def test_what_the_target_can_do_is_asked(name: str, reference: Reference) -> None:
    session = open_session(name, small_seed(name), reference)
    texts = [ask(session, number).query.text for number in range(200)]
    used = {feature for feature, command in COMMANDS.items() if any(map(command.search, texts))}
    assert used >= {Feature.INCREMENTAL, Feature.MODELS, Feature.ASSUMPTIONS}


@every_formula_technique
def test_tactics_are_the_target_s_own(name: str, reference: Reference) -> None:
    capabilities = Capabilities(Language.SMT, frozenset({Feature.TACTICS}), tactics=())
    session = open_session(name, small_seed(name), reference, capabilities=capabilities)
    assert not any("check-sat-using" in ask(session, number).query.text for number in range(100))


@every_formula_pair
def test_a_question_names_a_logic_the_target_knows(name: str, seed: Seed, reference: Reference) -> None:
    logic = read_script(seed.text).logic
    narrow = Capabilities(Language.SMT, EVERYTHING.features, frozenset({logic}), EVERYTHING.tactics)
    for capabilities, allowed in ((narrow, {logic}), (EVERYTHING, {logic, "ALL"})):
        session = open_session(name, seed, reference, capabilities=capabilities)
        for number in range(40):
            question = ask(session, number)
            assert question.query.logic == logic
            assert re.findall(r"^\(set-logic (\S+)\)$", question.query.text, re.MULTILINE)[0] in allowed


@every_pair
def test_every_check_has_a_truth_and_every_truth_holds(
    name: str, seed: Seed, workshop: Workshop, reference: Reference
) -> None:
    session = open_session(name, seed, reference)
    assert_all_true([ask(session, number) for number in range(15)], workshop)


def _opens_or_skips(name: str, text: str) -> None:
    try:
        session = open_session(name, Seed("bad", text, technique(name).seed_language), Reference())
    except SkipSeedError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert session.questions > 0
        ask(session, 0)


@every_technique
@settings(derandomize=True, max_examples=150, deadline=None)
@given(
    text=st.one_of(st.text(max_size=200), st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
)
def test_noise_is_skipped(name: str, text: str) -> None:
    _opens_or_skips(name, text)


_ATOMS = st.sampled_from([
    "assert", "check-sat", "declare-fun", "declare-const", "define-fun", "set-logic", "push", "pop", "let",
    "forall", "as", "_", "!", "x", "y", "Int", "Bool", "Real", "BitVec", "Array", "8", "-1", "1.5", "#b1",
    "#xf", '"s"', "|q|", "+", "=", "and", "not", "ite", "select", "bvadd", "extract", ":named", "QF_LIA",
])  # fmt: skip
_EXPRESSIONS = st.recursive(
    _ATOMS, lambda inner: st.lists(inner, max_size=5).map(lambda parts: f"({' '.join(parts)})"), max_leaves=25
)


@every_formula_technique
@settings(derandomize=True, max_examples=200, deadline=None)
@given(commands=st.lists(_EXPRESSIONS, max_size=5))
def test_scripts_without_sense_are_skipped(name: str, commands: list[str]) -> None:
    _opens_or_skips(name, "\n".join(commands))


@every_technique
@settings(derandomize=True, max_examples=60, deadline=None)
@given(data=st.data())
def test_damaged_seeds_are_used_or_skipped(name: str, data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(BUNDLED[technique(name).seed_language]))
    start = data.draw(st.integers(0, len(seed.text)))
    stop = data.draw(st.integers(start, len(seed.text)))
    insert = data.draw(st.sampled_from(["", "(", ")", '"', "|", " x ", "0", ";", "}", "{", "/*", "#"]))
    _opens_or_skips(name, seed.text[:start] + insert + seed.text[stop:])


@every_technique
@pytest.mark.parametrize(
    "text",
    [
        "",
        "(check-sat)",
        "(assert true)(check-sat)",
        "(declare-fun x () Int)(check-sat)",
        "\0\1\2",
        "(" * 100_000,
        f"(assert {'(not ' * 100_000}true{')' * 100_000})",
        f"(declare-fun p () Bool)(assert {'(not ' * 9_000}p{')' * 9_000})(check-sat)",
        f"(declare-fun x () Int)(assert (= x {'9' * 10_000}))",
        "(declare-fun x () (_ BitVec 100000000))(assert (= x (bvnot x)))",
        "(declare-fun x () (_ BitVec 0))(assert (= x x))",
        "(declare-fun x () (_ BitVec 8))(assert (= ((_ repeat 99999999) x) ((_ repeat 99999999) x)))",
        "(declare-fun x () (_ FloatingPoint 900 900))(assert (fp.lt x (fp.add RNE x x)))",
        "(assert (= (_ bv1 999999999) (_ bv1 999999999)))",
        f"(assert (= #b{'1' * 60_000} #b{'0' * 60_000}))",
        "(assert (exists ((x Int)) (> x 0)))",
        "(set-logic)",
        "(declare-fun f (Int) Int)(assert (= f f))",
        "(declare-datatypes ((T 0)) (((c (s T)))))(declare-fun t () T)(assert (= t t))",
        "(define-sort S () S)(declare-fun x () S)(assert (= x x))",
        "(define-sort S () Int)(define-sort S () (Array S S))(declare-fun x () S)(assert (= x x))",
        "(declare-datatypes ((A 0) (B 0)) (((a))))(declare-fun x () A)(assert (= x a))",
        "(declare-fun g!0 () Bool)(assert g!0)",
        "int main(void) { return 0; }",
        "int f(void) { return 0; }",
        f"int main(void) {{ return {'(' * 5_000}1{')' * 5_000}; }}",
        f"int main(void) {{ {'{' * 5_000}{'}' * 5_000} return 0; }}",
        "#define main int main(void) {\nmain return 0; }",
        '#include "/dev/zero"\nint main(void) { return 0; }',
        "#include __FILE__\nint main(void) { return 0; }",
    ],
)
def test_hostile_seeds_are_used_or_skipped(name: str, text: str) -> None:
    _opens_or_skips(name, text)
