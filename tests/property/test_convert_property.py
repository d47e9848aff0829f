"""What a condition is in C, when it runs, is what our evaluator says of its term and its restrictions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

import pytest

from gadfly.core.choices import Choices
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.evaluate import Evaluator, evaluate
from gadfly.lang.smt.grammar import Constants, TermMaker, declare, logic_named
from gadfly.lang.smt.model import Definition, Model, read_model
from gadfly.lang.smt.script import Script, Signature
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sorts import BOOL, INT, Sort, bitvec
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.lang.smt.theories import arrays, core, ints, lookup
from gadfly.lang.smt.theories import bitvec as bits
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.techniques.mazes.convert import (
    Converter,
    Corners,
    Ground,
    Manner,
    UnconvertibleError,
    draw_manner,
    make_ground,
    restrictions,
)
from gadfly.techniques.mazes.convert.manner import Casting, Operators, Signs
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import Executor

LOGICS = ("QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "QF_LIA", "QF_ALIA", "QF_AUFLIA", "QF_NIA", "QF_ANIA")
UNITS = 4  # of a logic in one program
CONDITIONS = 12
MODELS = 6
ANYTHING = 4  # rounds with inputs that no model gave
NOT_IN_C = {"to_real", "to_int", "is_int"}

_OURS = re.compile(r"\b(v|f|t|op|shared|array|condition)_")


@pytest.fixture(scope="module")
def executor() -> Executor:
    return Executor([Compiler(each.name, each.family, each.command) for each in installed_compilers()])


@dataclass(frozen=True)
class Unit:
    """Terms, how they are converted, and models for all of which they are evaluated."""

    ground: Ground
    terms: tuple[Term, ...]
    manner: Manner
    models: tuple[Model, ...]

    def expected(self) -> list[list[str]]:
        """For each term, what is seen for each model."""
        bank = Bank(self.ground.script.bank)
        wholes = [
            bank.operator("and", BOOL, [*restrictions(self.ground, [term], bank), term])
            for term in self.terms
        ]
        evaluator = Evaluator(wholes)
        rows = [[_seen(value) for value in evaluator.values(model)] for model in self.models]
        return [list(column) for column in zip(*rows, strict=True)]


def _seen(value: object) -> str:
    assert isinstance(value, bool), "restrictions decide what SMT-LIB leaves open"
    return str(int(value))


def unit_text(unit: Unit, number: int, first_label: int) -> str:
    """A function that reads a model and records all conditions, with names that no other unit has."""
    converter = Converter(unit.ground, unit.manner)
    conditions = [converter.condition(term) for term in unit.terms]
    sees = "".join(
        f"    __gadfly_see({label}, {text});\n" for label, text in enumerate(conditions, first_label)
    )
    text = (
        f"{converter.carrier.declarations}{converter.definitions()}"
        f"static int unit_{number}(void)\n{{\n{converter.carrier.reading}{sees}    return 0;\n}}\n"
    )
    return _OURS.sub(rf"\1_{number}_", text)


def check(executor: Executor, units: Sequence[Unit]) -> None:
    """Run all units in one program: for all their models, then for anything that can be read."""
    texts: list[str] = []
    inputs: list[int] = []
    anything: list[int] = []
    expected: list[list[str]] = []
    for number, unit in enumerate(units):
        texts.append(unit_text(unit, number, len(expected)))
        read = [unit.ground.values(model) for model in unit.models]
        inputs += chain.from_iterable(read)
        anything += random_inputs(ANYTHING * len(read[0]), number)
        expected += unit.expected()
    known = [
        f"    for (int i = 0; i < {len(unit.models)}; i++)\n        unit_{n}();\n"
        for n, unit in enumerate(units)
    ]
    more = [
        f"    for (int i = 0; i < {ANYTHING}; i++)\n        unit_{n}();\n"
        for n, unit in enumerate(units)
        if unit.manner.corners is not Corners.UNCHECKED
    ]
    program = f"{''.join(texts)}int main(void)\n{{\n{''.join(known + more)}    return 0;\n}}\n"
    shown = executor.run_quick(program, (*inputs, *anything))
    assert shown.problem == "", program
    seen = [list(values[: len(row)]) for values, row in zip(shown.seen, expected, strict=True)]
    assert seen == expected
    assert {value for row in expected for value in row} == {"0", "1"}


TESTED = (Corners.DEFINED, Corners.EXCLUDED)


def random_inputs(count: int, number: int) -> list[int]:
    choices = Choices.of("anything", number)
    return [choices.pick((choices.integer(-2, 8), choices.below(1 << 64))) for _ in range(count)]


def random_units(logic: str) -> Iterator[Unit]:
    data = logic_named(logic)
    number = 0
    for attempt in range(1000):
        choices = Choices.of("convert", logic, attempt)
        palette = data.palettes[attempt % len(data.palettes)]
        script = declare(data, palette, Constants(2, 3, 6), choices)
        maker = TermMaker(script.bank, script.symbols, data)
        terms = tuple(maker.term(BOOL, choices.integer(3, 4), choices) for _ in range(CONDITIONS))
        models = [random_model(script, choices) for _ in range(MODELS)]
        try:
            ground = make_ground(script, terms, models[0], choices.pick((0, 4)), TESTED[attempt % 2])
        except UnconvertibleError:
            continue
        grounded = tuple(map(ground.grounded, models))
        yield Unit(ground, terms, draw_manner(choices, ground.corners), grounded)
        number += 1
        if number == UNITS:
            return
    raise AssertionError(f"hardly a term of {logic} can be converted")


WIDTHS = {
    Manner(): (1, 5, 8, 13, 16, 20, 32, 64, 100, 128),
    Manner(Signs.BIASED, operators=Operators.CALLED): (1, 8, 13, 64, 128),
    Manner(Signs.ARITHMETIC, casting=Casting.EXPLICIT): (5, 16, 32, 40, 128),
}
_UNARY = ("bvnot", "bvneg", "bvnego", "bvredor", "bvredand")
_TERNARY = ("bvadd", "bvmul", "bvand", "bvor", "bvxor")
_RESIZING = ("zero_extend", "sign_extend", "rotate_left", "rotate_right", "repeat")
_TO_INT = ("ubv_to_int", "bv2nat", "bv2int", "sbv_to_int")
_FROM_INT = ("int_to_bv", "int2bv", "nat2bv")
_OTHERS = {*_UNARY, *_RESIZING, *_TO_INT, *_FROM_INT, "concat", "extract"}


def applied(bank: Bank, name: str, args: Sequence[Term], *indices: int) -> Term:
    operator = lookup(name)
    assert operator is not None
    return bank.operator(name, operator.result(indices, tuple(arg.sort for arg in args)), args, indices)


def bit_terms(bank: Bank, width: int) -> Iterator[Term]:
    """Every operator of bit-vectors on that width."""
    x, y, z = (bank.symbol(name, bitvec(width)) for name in "xyz")
    number = bank.symbol("n", INT)
    yield from (applied(bank, name, [x]) for name in _UNARY)
    yield from (applied(bank, each.name, [x, y]) for each in bits.OPERATORS if each.name not in _OTHERS)
    yield from (applied(bank, name, [x, y, z]) for name in _TERNARY)
    half = (width - 1) // 2
    yield from (applied(bank, "extract", [x], *ends) for ends in ((half, 0), (width - 1, half)))
    for name, index in product(_RESIZING, (0, 1, 3, 128 - width)):
        if name.startswith("rotate") or (
            width + index <= 128 and (name != "repeat" or 0 < index * width <= 128)
        ):
            yield applied(bank, name, [x], index)
    if width <= 64:
        yield applied(bank, "concat", [x, y])
    if width <= 62:
        yield from (applied(bank, name, [x]) for name in _TO_INT)
    yield from (applied(bank, name, [number], width) for name in _FROM_INT)
    for name, constant in product(("bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvshl", "bvashr"), (0, 3, -1)):
        literal = bank.literal(constant % (1 << width), bitvec(width))
        yield applied(bank, name, [x, literal])


def bit_unit(width: int, manner: Manner) -> Unit:
    """Every term is compared with a symbol, whose value is that of the term in all models but the last."""
    bank = Bank()
    computed = list(bit_terms(bank, width))
    results = [bank.symbol(f"r{place}", term.sort) for place, term in enumerate(computed)]
    terms = [applied(bank, "=", pair) for pair in zip(computed, results, strict=True)]
    sorts = dict.fromkeys("xyz", bitvec(width)) | {"n": INT} | {each.name: each.sort for each in results}
    script = Script("ALL", bank, {name: Signature((), sort) for name, sort in sorts.items()})
    models = []
    top = 1 << width - 1
    values = (0, 1, top - 1, top, 2 * top - 1, 3 % (2 * top))
    for place, (x, y) in enumerate(product(values, (*values, width - 1, width % (2 * top)))):
        number = (x - y) * (-1) ** place % (1 << 60)
        inputs = constants(bank, {"x": x, "y": y, "z": values[place % 5], "n": number}, sorts)
        found = evaluate(computed, inputs)
        more = {each.name: value for each, value in zip(results, found, strict=True)}
        models.append(Model({**inputs.definitions, **constants(bank, more, sorts).definitions}))
    models.append(random_model(script, Choices.of("convert", width)))
    ground = make_ground(script, terms, models[0])
    return Unit(ground, tuple(terms), manner, tuple(map(ground.grounded, models)))


def constants(bank: Bank, values: Mapping[str, object], sorts: Mapping[str, Sort]) -> Model:
    definitions = {}
    for name, value in values.items():
        assert isinstance(value, int)
        definitions[name] = Definition((), bank.literal(value, sorts[name]))
    return Model(definitions)


NUMBERS = """
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(declare-const p Bool) (declare-const q Bool)
(assert (= (+ x y z) (- x y z)))
(assert (< (- x) (abs y) (* x y 3)))
(assert (>= x y z))
(assert (<= x y z))
(assert (> x y 2))
(assert (= x y z))
(assert (= (div x y) z))
(assert (= (mod x y) z))
(assert (distinct (div x (- 3)) (mod x 5) y))
(assert (< (div x y z) (mod x (- 7)) (div y 4)))
(assert ((_ divisible 3) (+ x y)))
(assert (xor p q (< x y)))
(assert (=> p q (< x y)))
(assert (and p (not q)))
(assert (or p q (= x 1)))
(assert (ite p q (= x (ite q y 5))))
(assert (distinct p q))
(assert (= p q (> x y)))
"""
TABLES = """
(declare-const i Int) (declare-const j Int) (declare-const v (_ BitVec 8)) (declare-const w (_ BitVec 2))
(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const s (Array Int Bool))
(declare-const t (Array (_ BitVec 2) (_ BitVec 5)))
(declare-const m (Array (_ BitVec 8) (Array (_ BitVec 2) (_ BitVec 5))))
(declare-fun f (Int (_ BitVec 8)) Int) (declare-fun g (Bool) Bool)
(assert (= (select (store a i j) j) (select b 3)))
(assert (= (store a i 1) b))
(assert (distinct a b (store b 2 j)))
(assert (= a ((as const (Array Int Int)) 5)))
(assert (= (select m v) t))
(assert (= m (store m v t)))
(assert (= (store m #x01 (store t w #b00001)) m))
(assert (= (select (select m #x02) w) (select t w)))
(assert (= (ite (< i j) a (store b i 2)) (ite (select s j) b a)))
(assert (not (= t (select m #x03))))
(assert (= ((as const (Array (_ BitVec 8) (Array (_ BitVec 2) (_ BitVec 5)))) t) m))
(assert (< (f i v) (f (f j v) #x00)))
(assert (= (g (g (select s i))) (select s 1) (g true)))
"""


def text_units(text: str, manners: int) -> Iterator[Unit]:
    script = read_script(text)
    for number in range(manners):
        choices = Choices.of("convert", text, number)
        models = [random_model(script, choices) for _ in range(20)]
        ground = make_ground(script, script.assertions, models[0], 4, TESTED[number % 2])
        manner = draw_manner(choices, ground.corners)
        yield Unit(ground, script.assertions, manner, tuple(map(ground.grounded, models)))


@pytest.mark.parametrize("logic", LOGICS)
def test_random_terms_of_a_logic(executor: Executor, logic: str) -> None:
    check(executor, list(random_units(logic)))


@pytest.mark.parametrize("manner", WIDTHS, ids=lambda manner: manner.signs.name)
def test_bit_vectors_of_every_kind_of_width(executor: Executor, manner: Manner) -> None:
    check(executor, [bit_unit(width, manner) for width in WIDTHS[manner]])


@pytest.mark.parametrize("text", [NUMBERS, TABLES], ids=["numbers", "tables"])
def test_numbers_arrays_and_functions(executor: Executor, text: str) -> None:
    check(executor, list(text_units(text, 6)))


def test_every_operator_occurs() -> None:
    units = [*text_units(NUMBERS, 1), *text_units(TABLES, 1), bit_unit(8, Manner())]
    found = {term.name for unit in units for term in post_order(unit.terms) if term.shape is Shape.OPERATOR}
    there = {each.name for module in (core, ints, bits, arrays) for each in module.OPERATORS}
    assert found == there - NOT_IN_C


ELSEWHERE = """
(declare-const a (Array Int Int)) (declare-const b (Array Int Int))
(declare-const m (Array (_ BitVec 8) (Array Int Int))) (declare-const n (Array (_ BitVec 8) (Array Int Int)))
(assert (= a b))
(assert (distinct a b))
(assert (= (store a 1 7) (store b 1 7)))
(assert (= a ((as const (Array Int Int)) 5)))
(assert (= m n))
(assert (= (store m #x00 a) (store n #x00 b)))
"""
ARRAYS = (
    "a",
    "(store a 1 6)",
    "(store a 2 6)",
    "(store (store (store (store ((as const (Array Int Int)) 6) 0 5) 1 5) 2 5) 3 5)",
)
"""Those that are like a, differ in one cell, or differ beyond all cells."""
ROWS = ("m", "(store m #x01 b)", "(store m #x80 b)", "((as const (Array (_ BitVec 8) (Array Int Int))) b)")


def test_arrays_that_nearly_are_the_same(executor: Executor) -> None:
    script = read_script(ELSEWHERE)
    models = [
        read_model(
            "((define-fun a () (Array Int Int) ((as const (Array Int Int)) 5))"
            f"(define-fun b () (Array Int Int) {other})"
            "(define-fun m () (Array (_ BitVec 8) (Array Int Int))"
            " ((as const (Array (_ BitVec 8) (Array Int Int))) a))"
            f"(define-fun n () (Array (_ BitVec 8) (Array Int Int)) {rows}))",
            script,
        )
        for other, rows in product(ARRAYS, ROWS)
    ]
    ground = make_ground(script, script.assertions, models[0], length=4)
    unit = Unit(ground, script.assertions, Manner(), tuple(map(ground.grounded, models)))
    assert unit.expected()[0] == ["1"] * 4 + ["0"] * 12
    check(executor, [unit])


RAW = """
(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
(declare-const v (_ BitVec 32)) (declare-const w (_ BitVec 32)) (declare-const i Int) (declare-const j Int)
(assert (bvult (bvudiv x y) (bvsrem x y)))
(assert (bvsle (bvshl v w) (bvashr v w)))
(assert (= (bvsdiv v w) (bvurem v w)))
(assert (< (+ (* i i) j) (div i j)))
"""


def test_raw_text_means_the_same_where_its_restrictions_hold(executor: Executor) -> None:
    script = read_script(RAW)
    models = [random_model(script, Choices.of("raw", number)) for number in range(400)]
    ground = make_ground(script, script.assertions, models[0], corners=Corners.UNCHECKED)
    holds = Evaluator(restrictions(ground, script.assertions, script.bank))
    grounded = tuple(map(ground.grounded, models))
    defined = tuple(model for model in grounded if all(value is True for value in holds.values(model)))
    assert 10 < len(defined) < len(models)
    unit = Unit(ground, script.assertions, Manner(corners=Corners.UNCHECKED), defined)
    assert "?" not in unit_text(replace(unit, terms=unit.terms[:3]), 0, 0)
    check(executor, [unit])
