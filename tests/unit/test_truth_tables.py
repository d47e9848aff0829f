"""The planted solver's gates and our evaluator are two implementations of one standard: they must agree."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.core.choices import Choices
from gadfly.lang.smt.evaluate import Evaluator
from gadfly.lang.smt.model import Definition, Model
from gadfly.lang.smt.script_reader import ScriptReader, read_script
from gadfly.lang.smt.sexpr import parse
from gadfly.lang.smt.sorts import BOOL, Sort
from gadfly.lang.smt.terms import Bank, Term
from gadfly.targets.planted.settings import Settings
from gadfly.targets.planted.truth_table import (
    MOST_WIDTH,
    Decider,
    TruthTables,
    UnsupportedError,
    constants_of,
)

WIDTHS = (1, 2, 3, 4)
BOOLEAN_TERMS = ("(not p)", "(and p q r)", "(or p q r)", "(xor p q r)", "(=> p q r)", "(= p q r)", "(and p)",
                 "(distinct p q)", "(distinct p q r)", "(ite p q r)")  # fmt: skip
UNARY = ("bvnot", "bvneg", "bvnego", "(_ repeat 1)", "(_ repeat 3)", "(_ zero_extend 0)", "(_ zero_extend 3)",
         "(_ sign_extend 0)", "(_ sign_extend 3)", "(_ rotate_left 0)", "(_ rotate_left 1)",
         "(_ rotate_left 6)", "(_ rotate_right 1)", "(_ rotate_right 7)")  # fmt: skip
BINARY = ("concat", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul",
          "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr", "bvcomp", "bvult",
          "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "bvuaddo", "bvsaddo", "bvusubo",
          "bvssubo", "bvumulo", "bvsmulo", "bvsdivo", "=", "distinct")  # fmt: skip
TERNARY = ("concat", "bvand", "bvor", "bvxor", "bvadd", "bvmul", "=", "distinct")


def reader_over(width: int) -> ScriptReader:
    """A reader that knows three Booleans and three bit-vectors."""
    reader = ScriptReader()
    for name in "pqr":
        reader.command(["declare-const", name, "Bool"])
    for name in "xyz":
        reader.command(["declare-const", name, ["_", "BitVec", str(width)]])
    return reader


def term_of(reader: ScriptReader, text: str) -> Term:
    (sexpr,) = parse(text)
    return reader.terms.term(sexpr)


def literal(bank: Bank, value: int, sort: Sort) -> Term:
    return bank.literal(bool(value) if sort == BOOL else value, sort)


def assert_agree(bank: Bank, terms: list[Term]) -> None:
    """Compare tables and evaluator on all terms under all assignments."""
    tables = TruthTables(constants_of(terms))
    evaluator = Evaluator(terms)
    for assignment in tables.assignments:
        model = Model(
            {
                constant.name: Definition(
                    (), literal(bank, tables.value(constant, assignment), constant.sort)
                )
                for constant in tables.constants
            }
        )
        for term, value in zip(terms, evaluator.values(model), strict=True):
            assert value == tables.value(term, assignment), (model, term)


@pytest.mark.parametrize("text", BOOLEAN_TERMS)
def test_core_operators(text: str) -> None:
    reader = reader_over(1)
    assert_agree(reader.bank, [term_of(reader, text)])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("operator", UNARY)
def test_unary_operators(operator: str, width: int) -> None:
    reader = reader_over(width)
    assert_agree(reader.bank, [term_of(reader, f"({operator} x)")])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("operator", BINARY)
def test_binary_operators(operator: str, width: int) -> None:
    reader = reader_over(width)
    assert_agree(reader.bank, [term_of(reader, f"({operator} x y)")])


@pytest.mark.parametrize("width", (1, 2, 3))
@pytest.mark.parametrize("operator", TERNARY)
def test_operators_with_three_arguments(operator: str, width: int) -> None:
    reader = reader_over(width)
    assert_agree(reader.bank, [term_of(reader, f"({operator} x y z)")])


@pytest.mark.parametrize("width", WIDTHS)
def test_choice_and_extract(width: int) -> None:
    reader = reader_over(width)
    slices = [f"((_ extract {high} {low}) x)" for high in range(width) for low in range(high + 1)]
    assert_agree(reader.bank, [term_of(reader, text) for text in ("(ite p x y)", *slices)])


def random_text(choices: Choices, depth: int, *, boolean: bool) -> str:
    """A random term over the constants of `reader_over(3)`: Boolean, or a bit-vector of 3 bits."""

    def bits() -> str:
        return random_text(choices, depth - 1, boolean=False)

    def formula() -> str:
        return random_text(choices, depth - 1, boolean=True)

    if depth == 0:
        return choices.pick(("p", "true", "q", "false") if boolean else ("x", "#b101", "y", "#b111", "#b000"))
    if boolean:
        return choices.pick(
            (
                f"(bvult {bits()} {bits()})",
                f"(bvsge {bits()} {bits()})",
                f"(bvsmulo {bits()} {bits()})",
                f"(= {bits()} {bits()} {bits()})",
                f"(distinct {formula()} {formula()})",
                f"(=> {formula()} {formula()} {formula()})",
                f"(xor {formula()} {formula()})",
            )
        )
    binary = choices.pick(
        ("bvadd", "bvsub", "bvmul", "bvudiv", "bvsmod", "bvsdiv", "bvsrem", "bvshl", "bvashr")
    )
    return choices.pick(
        (
            f"({binary} {bits()} {bits()})",
            f"(ite {formula()} {bits()} {bits()})",
            f"((_ extract 3 1) (concat {bits()} {bits()}))",
            f"((_ extract 2 0) ((_ sign_extend 2) (bvneg {bits()})))",
            f"((_ rotate_left 2) {bits()})",
        )
    )


def random_terms(reader: ScriptReader, count: int) -> Iterator[Term]:
    for index in range(count):
        choices = Choices.of("truth tables", index)
        yield term_of(reader, random_text(choices, 3, boolean=choices.coin()))


def test_random_terms() -> None:
    reader = reader_over(3)
    assert_agree(reader.bank, list(random_terms(reader, 200)))


def test_decides_and_gives_a_model() -> None:
    script = read_script(
        "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (assert (= (bvmul x y) #x8f))"
        "(assert (and (bvult #x01 x) (bvult x y)))"
    )
    decision = Decider(Settings()).decide(script.assertions)
    assert decision.is_satisfiable
    assert decision.values["x"] * decision.values["y"] % 256 == 0x8F
    assert 1 < decision.values["x"] < decision.values["y"]


def test_decides_without_constants() -> None:
    assert Decider(Settings()).decide(()).is_satisfiable
    assert not Decider(Settings()).decide(read_script("(assert (bvult #b1 #b1))").assertions).is_satisfiable


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("(declare-const i Int) (assert (= i 0))", "sort Int"),
        ("(declare-fun f (Bool) Bool) (assert (f true))", "symbol f"),
        ("(assert (exists ((x (_ BitVec 2))) (= x x)))", "x"),
        ("(declare-const x (_ BitVec 17)) (assert (= x x))", "more than 16 bits"),
        (f"(assert (= (_ bv0 {MOST_WIDTH + 1}) (_ bv1 {MOST_WIDTH + 1})))", f"(_ BitVec {MOST_WIDTH + 1})"),
        ("(declare-const x (_ BitVec 2)) (assert (= (bv2nat x) 1))", "sort Int"),
    ],
)
def test_says_what_it_does_not_support(script: str, reason: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        Decider(Settings()).decide(read_script(script).assertions)
    assert reason in str(caught.value)
