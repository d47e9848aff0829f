"""Any program that can be drawn is read back from what is printed, and any record draws some program."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gadfly.core.choices import Choices
from gadfly.core.words import Shape
from gadfly.lang.domain.formula import LATTICE, NAMES, TRANSFORMERS, Node, parse_formula, postfix
from gadfly.lang.domain.generate import draw_program
from gadfly.lang.domain.points import holds, tracked
from gadfly.lang.domain.premises import unmet_premise
from gadfly.lang.domain.program import Op, Program
from gadfly.lang.domain.sweep import Engine, Sweep, Values, print_sweep, read_sweep
from gadfly.lang.domain.text import print_program, read_program
from gadfly.lang.domain.wire import from_wire, to_wire
from gadfly.techniques.laws.properties import LAWS

SWEEPS = st.builds(
    Sweep,
    law=st.sampled_from(list(LAWS.values())),
    variables=st.integers(1, 8),
    pool=st.integers(2, 32),
    operations=st.integers(0, 12),
    values=st.sampled_from(Values),
    engine=st.sampled_from(Engine),
    tests=st.integers(1, 10**6),
    salt=st.integers(0, 2**48 - 1),
)
SHAPES = st.sampled_from(Shape)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(SWEEPS, SHAPES, st.integers(0, 2**64), st.booleans())
def test_what_is_drawn_is_read_back(sweep: Sweep, shape: Shape, seed: int, is_ordered: bool) -> None:
    choices = Choices(seed)
    program = draw_program(choices, sweep, shape, ordered_widening=is_ordered)
    assert read_program(print_program(program)) == program
    assert from_wire(to_wire(program), sweep.law, sweep.variables) == program
    assert read_sweep(print_sweep(sweep)) == sweep
    again = draw_program(Choices.replay(choices.record), sweep, shape, ordered_widening=is_ordered)
    assert again == program
    check(program, shape, is_ordered)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(SWEEPS, SHAPES, st.lists(st.integers(0, 2**16), max_size=60), st.booleans())
def test_any_record_is_a_test_of_the_law(
    sweep: Sweep, shape: Shape, record: list[int], is_ordered: bool
) -> None:
    program = draw_program(Choices.replay(record), sweep, shape, ordered_widening=is_ordered)
    assert read_program(print_program(program)) == program
    check(program, shape, is_ordered)


def check(program: Program, shape: Shape, is_ordered: bool) -> None:
    """Nothing is unused, premises are met, points are inside, widening has its order where it needs it."""
    assert not unmet_premise(program, shape)
    used = {operand for statement in program.statements for operand in statement.operands}
    used |= {number for _, number in program.binding.elements} | set(program.binding.sequence)
    assert used == set(range(len(program.statements)))
    for statement, point in zip(program.statements, tracked(program), strict=True):
        if statement.op in {Op.OF, Op.TOP}:
            assert point == statement.point
            assert not point or all(holds(each, point) for each in statement.constraints)
        if is_ordered and statement.op is Op.WIDEN:
            left, right = statement.operands
            assert program.statements[right].op is Op.JOIN
            assert program.statements[right].operands[0] == left


SIGNS = {word: sign for sign, word in LATTICE.items()}
LEAVES = st.sampled_from([Node(name) for name in (*NAMES, "top", "bottom")])
TERMS = st.recursive(
    LEAVES,
    lambda terms: st.one_of(
        st.builds(lambda word, a, b: Node(word, (a, b)), st.sampled_from(list(SIGNS)), terms, terms),
        st.builds(lambda word, a: Node(word, (a,)), st.sampled_from(list(TRANSFORMERS)), terms),
    ),
    max_leaves=6,
)
ATOMS = st.one_of(
    st.builds(lambda a, b: Node("leq", (a, b)), TERMS, TERMS),
    st.builds(lambda a: Node("sound", (a,)), TERMS),
    st.builds(lambda a: Node("not", (Node("is_bottom", (a,)),)), TERMS),
    st.just(Node("loop_settles")),
)


def spelled(node: Node) -> str:
    """A formula with all the parentheses there can be."""
    parts = [spelled(operand) for operand in node.operands]
    match node.word:
        case "top" | "bottom":
            return "⊤" if node.word == "top" else "⊥"
        case "leq":
            return f"{parts[0]} ⊑ {parts[1]}"
        case "is_bottom":
            return f"{parts[0]} ≠ ⊥"
        case "not":
            return parts[0]
        case "and" | "implies":
            return f"{parts[0]} {'∧' if node.word == 'and' else '⇒'} {parts[1]}"
        case "loop_settles":
            return "loop settles"
        case "sound":
            return f"sound({parts[0]})"
        case word if word in SIGNS:
            return f"({parts[0]} {SIGNS[word]} {parts[1]})"
        case word if word in TRANSFORMERS:
            return f"{word}({', '.join([parts[0], *TRANSFORMERS[word]])})"
    return node.word


@settings(derandomize=True, deadline=None, max_examples=200)
@given(ATOMS, ATOMS, ATOMS)
def test_formulas_are_read_as_they_are_spelled(first: Node, second: Node, third: Node) -> None:
    formula = Node("implies", (Node("and", (first, second)), third))
    text = spelled(formula)
    assume(len(re.findall(r"[a-z]+|[^a-z\s]", text)) <= 100)
    assert parse_formula(text) == formula
    assert postfix(parse_formula(text)) == postfix(formula)
