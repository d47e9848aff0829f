"""The fresh mode: which symbols, operators and atoms its sessions have, and how much they differ."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Opinion, Reference, SkipSeedError
from gadfly.core.words import Capabilities, Feature, Language, Seed
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.grammar import LOGICS, TermMaker, logic_named
from gadfly.lang.smt.grammar.literals import near
from gadfly.lang.smt.script import Signature
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sorts import BOOL, INT, REAL, STRING, Sort, bitvec
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.lang.smt.values import UNDECIDED
from gadfly.techniques.formulas import FreshFormulas
from gadfly.techniques.formulas.fresh import Drawn, draw_formulas

CAPABILITIES = Capabilities(Language.SMT, frozenset({Feature.INCREMENTAL}))
SEEDS = {seed.name.removeprefix("fresh-"): seed for seed in FreshFormulas.own_seeds}
SESSIONS = 12


class NoReference(Reference):
    """Fails the test that consults it: the fresh mode needs no solver."""

    def model(self, script: str) -> str:
        raise AssertionError(script)

    def refutes(self, script: str) -> bool:
        raise AssertionError(script)

    def core(self, declarations: Sequence[str], assertions: Sequence[str]) -> tuple[int, ...]:
        raise AssertionError(declarations, assertions)

    def opinion(self, script: str) -> Opinion:
        raise AssertionError(script)


def drawn(logic: str) -> list[Drawn]:
    return [
        draw_formulas(logic_named(logic), Choices.of("fresh", logic, number)) for number in range(SESSIONS)
    ]


def all_terms(logic: str) -> list[Term]:
    return [term for one in drawn(logic) for term in post_order(one.formulas)]


def operators(one: Drawn) -> frozenset[str]:
    return frozenset(term.name for term in post_order(one.formulas) if term.shape is Shape.OPERATOR)


def compares(term: Term, sort: Sort) -> bool:
    names = {"=", "<", "<=", ">", ">=", "distinct"}
    return term.sort == BOOL and term.name in names and term.args[0].sort == sort


def test_there_is_a_seed_for_every_logic() -> None:
    assert tuple(SEEDS) == LOGICS
    assert all(read_script(seed.text).logic == logic for logic, seed in SEEDS.items())


def test_a_logic_without_a_grammar_is_skipped() -> None:
    with pytest.raises(SkipSeedError, match="unknown logic 'LIA'"):
        FreshFormulas().open(Seed("x", "(set-logic LIA)"), Choices(0), CAPABILITIES, NoReference())


@pytest.mark.parametrize("logic", LOGICS)
def test_sessions_differ_in_symbols_and_operators(logic: str) -> None:
    sessions = drawn(logic)
    constants = {
        sum(not signature.arguments for signature in one.script.symbols.values()) for one in sessions
    }
    assert constants <= set(range(1, 6))
    assert len(constants) > 1
    assert len({operators(one) for one in sessions}) > SESSIONS // 3


@pytest.mark.parametrize("logic", LOGICS)
def test_every_truth_is_known(logic: str) -> None:
    for one in drawn(logic):
        assert one.formulas
        assert UNDECIDED not in evaluate(one.formulas, one.model, one.script.datatypes)


def test_instances_are_small_and_large() -> None:
    sizes = []
    for number in range(SESSIONS):
        opening = Choices.of("fresh", number)
        session = FreshFormulas().open(SEEDS["QF_LIA"], opening, CAPABILITIES, NoReference())
        asked = [session.ask(Choices.of("fresh", number, index)) for index in range(30)]
        sizes += [question.query.text.count("(assert ") for question in asked]
    assert min(sizes) <= 10
    assert max(sizes) > 30


@pytest.mark.parametrize(("logic", "sort"), [("QF_LIA", INT), ("QF_LRA", REAL), ("QF_BV", bitvec(8))])
def test_many_equations_hold_and_many_do_not(logic: str, sort: Sort) -> None:
    """A solver learns little from disequalities alone."""
    held: list[bool] = []
    for one in drawn(logic):
        values = evaluate(one.formulas, one.model)
        pairs = zip(one.formulas, values, strict=True)
        held += [value is True for term, value in pairs if term.name == "=" and term.args[0].sort == sort]
    assert 0.2 < sum(held) / len(held) < 0.8


@pytest.mark.parametrize(("logic", "sort"), [("QF_IDL", INT), ("QF_RDL", REAL)])
def test_difference_logics_compare_differences_with_numbers_and_constants_with_constants(
    logic: str, sort: Sort
) -> None:
    shapes = {tuple(map(_kind, term.args)) for term in all_terms(logic) if compares(term, sort)}
    assert shapes == {("difference", "number"), ("constant", "constant")}


def _kind(term: Term) -> str:
    if term.shape is Shape.SYMBOL:
        return "constant"
    if term.name == "-" and len(term.args) == 2 and all(arg.shape is Shape.SYMBOL for arg in term.args):
        return "difference"
    return "number" if all(part.shape is not Shape.SYMBOL for part in post_order([term])) else "other"


@pytest.mark.parametrize("logic", ["QF_LIA", "QF_LRA", "QF_LIRA", "QF_UFLIA", "QF_ALIA"])
def test_linear_logics_multiply_by_numbers_only(logic: str) -> None:
    products = [term for term in all_terms(logic) if term.name == "*"]
    assert products
    assert all("number" in map(_kind, product.args) for product in products)


def test_an_operator_that_is_switched_off_does_not_occur() -> None:
    symbols = {"x": Signature((), INT), "y": Signature((), INT)}
    everything = TermMaker(Bank(), symbols, logic_named("QF_LIA"))
    assert {"+", "-", "*", "div", "mod", "abs", "ite", "=", "<", "and", "xor"} <= set(everything.operators)
    maker = TermMaker(Bank(), symbols, logic_named("QF_LIA"), without={"*", "ite"})
    assert set(everything.operators) - set(maker.operators) == {"*", "ite"}
    made = [maker.term(BOOL, 4, Choices.of("off", number)) for number in range(200)]
    assert not {"*", "ite"} & {term.name for term in post_order(made)}
    assert "+" in {term.name for term in post_order(made)}


def test_half_an_atom_wants_a_literal() -> None:
    maker = TermMaker(Bank(), {"x": Signature((), INT)}, logic_named("QF_IDL"))
    halves = [maker.half_atom(0, Choices.of("half", number)) for number in range(50)]
    assert {half and half.left.name for half in halves} == {"-"}
    assert {half and half.sort for half in halves} == {INT}
    no_literals = TermMaker(Bank(), {"x": Signature((), Sort("U"))}, logic_named("QF_UF"))
    assert no_literals.half_atom(2, Choices(0)) is None


@pytest.mark.parametrize(
    ("value", "sort"), [(7, INT), (-1, INT), (0, bitvec(3)), (7, bitvec(3)), ("ab", STRING), ("", STRING)]
)
def test_literals_near_a_value_include_it(value: int | str, sort: Sort) -> None:
    bank = Bank()
    found = [near(value, sort, bank, Choices.of("near", number)) for number in range(60)]
    values = {term.value for term in found if term is not None}
    assert value in values
    assert len(values) > 1
    assert near(value, sort, bank, Choices.replay([])) is bank.literal(value, sort)


def test_there_is_no_literal_near_a_value_that_is_too_large() -> None:
    assert near(1 << 1000, INT, Bank(), Choices(0)) is None
    assert near("a" * 1000, STRING, Bank(), Choices(0)) is None
