"""The laws hold in a right domain, and each way to break one is caught by the law that forbids it."""

from __future__ import annotations

import pytest
from domain_intervals import EMPTY, Box, Intervals, Range

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Answer, Basis, Capabilities, Language, Question, Seed, Shape
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.formula import parse_formula
from gadfly.lang.domain.generate import draw_program
from gadfly.lang.domain.interpret import Holding, run_program
from gadfly.lang.domain.law import Law, LawClass, Preparation
from gadfly.lang.domain.program import Constraint, Relation, Sum
from gadfly.lang.domain.sweep import Engine, Sweep, Values, read_sweep
from gadfly.techniques import technique
from gadfly.techniques.laws.properties import LAWS, uses
from gadfly.techniques.laws.seeds import law_of, law_seeds, seeds_of

DOMAIN = Capabilities(Language.DOMAIN, shape=Shape.INTERVAL)
HELD_TESTS = 30
MOST_TESTS = 300


def holdings(law: Law, domain: Intervals, tests: int) -> list[Holding]:
    """What comes out of so many tests, up to the first violation."""
    sweep = Sweep(law, variables=3, pool=12, operations=8)
    found = []
    for number in range(tests):
        choices = Choices.of("laws", law.name, number)
        program = draw_program(choices, sweep, domain.shape, ordered_widening=domain.ordered_widening)
        found.append(run_program(program, domain).holding)
        if found[-1] is Holding.VIOLATED:
            break
    return found


def test_the_table_has_the_laws_of_the_paper_and_more() -> None:
    names = list(LAWS)
    assert names == [str(number) for number in range(1, len(names) + 1)]
    classes = [LAWS[str(number)].law_class for number in range(1, 47)]
    assert [names[place] for place, each in enumerate(classes) if each is LawClass.SOUNDNESS] == [
        "7", "8", "9", "29", "30", "35",
    ]  # fmt: skip
    assert [names[place] for place, each in enumerate(classes) if each is LawClass.CONVERGENCE] == [
        "33",
        "46",
    ]
    assert len({law.formula for law in LAWS.values()}) == len(LAWS)


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
def test_a_right_domain_obeys(law: Law) -> None:
    found = holdings(law, Intervals(), HELD_TESTS)
    assert Holding.VIOLATED not in found
    assert Holding.HELD in found


@pytest.mark.parametrize("name", ["29", "30", "31", "32", "33", "54", "56", "67"])
def test_a_right_domain_whose_widening_needs_order_obeys(name: str) -> None:
    class Ordered(Intervals):
        ordered_widening = True

        def widen(self, left: Box, right: Box) -> Box:
            assert self.leq(left, right)
            return super().widen(left, right)

    found = holdings(LAWS[name], Ordered(), HELD_TESTS)
    assert Holding.VIOLATED not in found
    assert Holding.HELD in found


class JoinDropsAnOperand(Intervals):
    def join(self, left: Box, right: Box) -> Box:
        return left


class JoinForgets(Intervals):
    def join(self, left: Box, right: Box) -> Box:
        return self.project(super().join(left, right), 0)


class MeetReturnsTheFirst(Intervals):
    def meet(self, left: Box, right: Box) -> Box:
        return left


class MeetIsEmptyWhereBoundsTouch(Intervals):
    def meet(self, left: Box, right: Box) -> Box:
        met = super().meet(left, right)
        return EMPTY if any(each.low == each.high for each in met.ranges) else met


class WideningForgetsABound(Intervals):
    def widen(self, left: Box, right: Box) -> Box:
        widened = super().widen(left, right)
        if EMPTY in {left, right}:
            return widened
        return Box(
            tuple(Range(new.low, old.high) for new, old in zip(widened.ranges, left.ranges, strict=True))
        )


class WideningIsJoin(Intervals):
    def widen(self, left: Box, right: Box) -> Box:
        return self.join(left, right)


class WideningJumpsToTheTop(Intervals):
    def widen(self, left: Box, right: Box) -> Box:
        return self.top() if EMPTY not in {left, right} else super().widen(left, right)


class NarrowingReturnsTheSecond(Intervals):
    def narrow(self, left: Box, right: Box) -> Box:
        return right


class NarrowingLosesStates(Intervals):
    def narrow(self, left: Box, right: Box) -> Box:
        return EMPTY if left != right else left


class AssignActsLikeProject(Intervals):
    def assign(self, element: Box, variable: int, value: Sum) -> Box:
        return self.project(element, variable)


class AssignForgetsTheConstant(Intervals):
    def assign(self, element: Box, variable: int, value: Sum) -> Box:
        return super().assign(element, variable, Sum(value.coefficients))


class SubstituteChangesNothing(Intervals):
    def substitute(self, element: Box, variable: int, value: Sum) -> Box:
        return element


class CondForgetsAVariable(Intervals):
    def cond(self, element: Box, condition: Constraint) -> Box:
        return self.project(super().cond(element, condition), 0)


class CondChangesNothing(Intervals):
    def cond(self, element: Box, condition: Constraint) -> Box:
        return element


class CondKeepsTheOpposite(Intervals):
    def cond(self, element: Box, condition: Constraint) -> Box:
        if condition.relation is Relation.EQUAL or not isinstance(condition.sum.constant, int):
            return super().cond(element, condition)
        opposite = Sum(tuple(-factor for factor in condition.sum.coefficients), -condition.sum.constant)
        return super().cond(element, Constraint(opposite))


class ProjectForgetsTheNeighbour(Intervals):
    def project(self, element: Box, variable: int) -> Box:
        return super().project(element, (variable + 1) % self.variables)


class ProjectKeepsOneBound(Intervals):
    def project(self, element: Box, variable: int) -> Box:
        if element == EMPTY:
            return element
        return element.replaced(variable, Range(element.ranges[variable].low))


class ProjectIsZero(Intervals):
    def project(self, element: Box, variable: int) -> Box:
        return element if element == EMPTY else element.replaced(variable, Range(0, 0))


class EverythingIsBelow(Intervals):
    def leq(self, left: Box, right: Box) -> bool:
        return True


class EqualIsBelow(Intervals):
    def eq(self, left: Box, right: Box) -> bool:
        return self.leq(left, right)


class NothingIsBottom(Intervals):
    def is_bottom(self, element: Box) -> bool:
        return False


class NothingIsTop(Intervals):
    def is_top(self, element: Box) -> bool:
        return False


class JoinDoesNotKnowHiddenBottoms(Intervals):
    """The imprecision that the paper met in APRON: ⊥ as an interval whose bounds are in the wrong order."""

    def meet(self, left: Box, right: Box) -> Box:
        if EMPTY in {left, right}:
            return EMPTY
        return Box(tuple(a.meet(b) for a, b in zip(left.ranges, right.ranges, strict=True)))

    def is_bottom(self, element: Box) -> bool:
        return any(each.low > each.high for each in element.ranges) or element == EMPTY


@pytest.mark.parametrize(
    ("domain", "name"),
    [
        (JoinDropsAnOperand(), "9"),
        (JoinForgets(), "12"),
        (MeetReturnsTheFirst(), "19"),
        (MeetIsEmptyWhereBoundsTouch(), "53"),
        (WideningForgetsABound(), "30"),
        (WideningIsJoin(), "56"),
        (WideningJumpsToTheTop(), "67"),
        (NarrowingReturnsTheSecond(), "43"),
        (NarrowingLosesStates(), "61"),
        (AssignActsLikeProject(), "37"),
        (AssignForgetsTheConstant(), "48"),
        (SubstituteChangesNothing(), "59"),
        (CondForgetsAVariable(), "41"),
        (CondChangesNothing(), "26"),
        (CondKeepsTheOpposite(), "50"),
        (ProjectForgetsTheNeighbour(), "38"),
        (ProjectKeepsOneBound(), "38"),
        (ProjectIsZero(), "57"),
        (EverythingIsBelow(), "63"),
        (EqualIsBelow(), "62"),
        (NothingIsBottom(), "16"),
        (NothingIsTop(), "7"),
        (JoinDoesNotKnowHiddenBottoms(), "65"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_broken_domain_is_caught(domain: Intervals, name: str) -> None:
    assert holdings(LAWS[name], domain, MOST_TESTS)[-1] is Holding.VIOLATED


def test_elements_without_a_pool_are_tests_too() -> None:
    sweep = Sweep(LAWS["9"], variables=3, engine=Engine.DIRECT)
    programs = [draw_program(Choices.of(number), sweep, Shape.INTERVAL) for number in range(20)]
    assert {statement.op for program in programs for statement in program.statements} == {"of"}
    assert all(run_program(program, Intervals()).holding is Holding.HELD for program in programs)
    broken = JoinDropsAnOperand()
    assert any(run_program(program, broken).holding is Holding.VIOLATED for program in programs)


def test_a_law_says_which_operations_it_needs() -> None:
    needed = {
        word: [name for name, law in LAWS.items() if word in uses(law)] for word in ("narrow", "substitute")
    }
    assert needed["narrow"] == ["42", "43", "44", "45", "46", "55", "61"]
    assert needed["substitute"] == ["49", "59", "60", "72", "73"]


def ask(seed: Seed, name: str = "laws", capabilities: Capabilities = DOMAIN) -> Question:
    session = technique(name).open(seed, Choices.of("opening"), capabilities, Reference())
    return session.ask(Choices.of("asking"))


def test_a_question_is_a_sweep_whose_answer_is_that_the_law_holds() -> None:
    question = ask(Seed("s", "law 17\nvariables 4\npool 2\nvalues int\n", Language.DOMAIN))
    assert question.query.language is Language.DOMAIN
    assert question.query.logic == "17"
    assert question.truth.answers == (Answer.SAFE,)
    assert question.truth.basis is Basis.LAW
    assert question.truth.evidence == "precision"
    sweep = read_sweep(question.query.text)
    assert sweep == Sweep(LAWS["17"], variables=4, pool=2, values=Values.INT, salt=sweep.salt)
    assert 0 < sweep.salt < 1 << 48


def test_the_modes_differ_in_who_chooses() -> None:
    seed = law_seeds()[0]
    engines = [
        read_sweep(ask(seed, name).query.text).engine for name in ("laws", "laws-fuzzer", "laws-direct")
    ]
    assert engines == [Engine.RANDOM, Engine.FUZZER, Engine.DIRECT]


@pytest.mark.parametrize(
    ("text", "exempt", "message"),
    [
        ("law 17\n", "17", "law 17 does not apply"),
        ("law 43\n", "narrow", "law 43 does not apply"),
        ("law mine precision: x △ y ⊑ x\n", "narrow", "law mine does not apply"),
        ("law 99\n", "", "line 1: there is no law '99'"),
        ("variables 4\n", "", "one law, not 0"),
        ("law 1\nlaw 2\n", "", "one law, not 2"),
        ("law 1\nvariables many\n", "", "line 2: "),
        (
            "prepare chain\nlaw mine precision: x ⊑ y\n",
            "",
            "line 2: `chain` is about x, y, z, the law is not",
        ),
        ("law mine precision: x ⊑\n", "", "line 1: the formula ends too early"),
    ],
)
def test_a_seed_that_is_not_for_this_domain_is_skipped(text: str, exempt: str, message: str) -> None:
    capabilities = Capabilities(Language.DOMAIN, exempt=frozenset({exempt}))
    with pytest.raises(SkipSeedError, match=message):
        ask(Seed("s", text, Language.DOMAIN), capabilities=capabilities)


def test_there_is_a_seed_for_every_law() -> None:
    seeds = law_seeds()
    assert [law_of(seed) for seed in seeds] == list(LAWS)
    assert [seed.name for seed in seeds[:2]] == ["law-1", "law-2"]
    for seed in seeds:
        law = read_sweep(ask(seed).query.text).law
        assert law == LAWS[law_of(seed)]
        parse_formula(law.formula)


def test_a_file_of_laws_has_laws_of_the_table_and_of_the_user() -> None:
    text = "# mine\nlaw 17\npool 2\nprepare ordered\nlaw mine soundness: x ⊑ y ⇒ x = y\n"
    text += "law other precision: x = x\n"
    seeds = seeds_of("C1", text)
    assert [(seed.name, law_of(seed)) for seed in seeds] == [
        ("C1-law-17", "17"),
        ("C1-law-mine", "mine"),
        ("C1-law-other", "other"),
    ]
    sweeps = [read_sweep(ask(seed).query.text) for seed in seeds]
    assert [sweep.pool for sweep in sweeps] == [2, 2, 2]
    mine = Law("mine", LawClass.SOUNDNESS, "x ⊑ y ⇒ x = y", (Preparation.ORDERED,))
    assert sweeps[1].law == mine
    assert sweeps[2].law.preparations == ()


def test_a_file_without_laws_means_all() -> None:
    seeds = seeds_of("C4", "operations 0\n")
    assert [law_of(seed) for seed in seeds] == list(LAWS)
    assert {read_sweep(ask(seed).query.text).operations for seed in seeds} == {0}


def test_a_file_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(DomainReadError, match="line 2: there is no setting 'speed 7'"):
        seeds_of("mine", "law 17\nspeed 7\n")
    with pytest.raises(DomainReadError, match="line 2: engine is for the technique to choose"):
        seeds_of("mine", "law 17\nengine direct\n")
