"""Transformations: what they change, what they leave alone, and what they cost."""

from __future__ import annotations

import pytest

from gadfly.core.choices import Choices
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, read_model
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sorts import INT
from gadfly.lang.smt.terms import Bank, Shape, Term, post_order
from gadfly.lang.smt.values import Undecided
from gadfly.seeds import load_bundled
from gadfly.techniques.formulas.draft import Draft
from gadfly.techniques.formulas.pool import fragments
from gadfly.techniques.formulas.transformations import (
    TRANSFORMATIONS,
    Transformation,
    regroup,
    rewritten,
    transform,
    write,
)
from gadfly.techniques.formulas.transformations.name_constants import name_constants
from gadfly.techniques.formulas.transformations.quantify import quantify

ROUNDS = 2
NUMBERS = """(set-logic {logic})
(declare-fun x () Int)
(declare-fun y () Int)
(assert (or (< (+ (* 3 x) y) 7) (= (ite (> x 2) x (* 5 y)) 4)))
(assert (not (<= (- x y) 2)))
"""
QUANTIFIED = """(set-logic UF)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-fun p () Bool)
(assert (or p (forall ((x U)) (exists ((y U)) (= (f x) y)))))
"""


def draft_of(text: str) -> Draft:
    script = read_script(text)
    return Draft(script, tuple(fragments(script, 64)))


def symbols_of(terms: tuple[Term, ...]) -> set[str]:
    return {term.name for term in post_order(terms) if term.shape is Shape.SYMBOL}


def values(terms: tuple[Term, ...], model: Model, script: Script) -> list[object]:
    return list(evaluate(terms, model, script.datatypes))


@pytest.mark.parametrize("transformation", TRANSFORMATIONS, ids=lambda one: one.__name__)
def test_every_formula_keeps_its_value(transformation: Transformation) -> None:
    changes = 0
    for seed in load_bundled():
        script = read_script(seed.text)
        draft = Draft(script, tuple(fragments(script, 64)))
        for number in range(ROUNDS):
            choices = Choices.of("keeps", seed.name, number)
            model = random_model(script, choices)
            new = transformation(draft.on_own_bank(), choices)
            if new.definitions:
                added = read_model(new.definitions, new.script)
                assert not added.unread
                model = Model({**model.definitions, **added.definitions})
            before = values(draft.formulas, model, script)
            after = values(new.formulas, model, new.script)
            for old, now in zip(before, after, strict=True):
                assert isinstance(old, Undecided) or isinstance(now, Undecided) or old == now
            assert False not in values(new.constraints, model, new.script)
            changes += new.formulas != draft.formulas
    assert changes or transformation is quantify  # no bundled seed has a quantifier


def test_a_quantifier_comes_only_to_what_has_one() -> None:
    draft = draft_of(QUANTIFIED)
    new = quantify(draft.on_own_bank(), Choices.of("quantify"))
    count = [sum(term.shape is Shape.QUANTIFIER for term in post_order(d.formulas)) for d in (draft, new)]
    assert count[1] == count[0] + 1
    read_script("\n".join([*new.script.declarations, *(f"(assert {print_term(t)})" for t in new.formulas)]))


def test_half_of_all_drafts_stay_as_they_are() -> None:
    draft = draft_of(NUMBERS.format(logic="QF_LIA"))
    same = sum(transform(draft, Choices.of("half", number)) is draft for number in range(400))
    assert 150 < same < 250
    assert transform(draft, Choices.replay([])) is draft


def test_the_seed_is_left_as_it_was() -> None:
    draft = draft_of(NUMBERS.format(logic="QF_LIA"))
    formulas = draft.formulas
    for number in range(50):
        transform(draft, Choices.of("left", number))
    assert draft.formulas == formulas
    assert symbols_of(draft.formulas) == {"x", "y"}


def test_factors_stay_literals() -> None:
    """Linear arithmetic knows no product of two variables."""
    draft = draft_of(NUMBERS.format(logic="QF_LIA"))
    for number in range(300):
        new = transform(draft, Choices.of("factors", number))
        for term in post_order([*new.formulas, *new.constraints]):
            if term.name == "*":
                assert any(arg.shape is Shape.LITERAL for arg in term.args), print_term(term)


def test_difference_logic_keeps_its_atoms() -> None:
    draft = draft_of(NUMBERS.format(logic="QF_IDL").replace("(* 3 x)", "x").replace("(* 5 y)", "y"))
    for number in range(300):
        new = transform(draft, Choices.of("atoms", number))
        assert numbers_of(new) <= numbers_of(draft)


def numbers_of(draft: Draft) -> set[Term]:
    """Its integer terms; what an `ite` decides by may change."""
    return {term for term in post_order(draft.formulas) if term.sort == INT and term.name != "ite"}


def test_a_named_constant_is_declared_defined_and_constrained() -> None:
    draft = draft_of("(declare-fun x () Int)(assert (< x 7))")
    new = name_constants(draft.on_own_bank(), Choices.replay([]))
    assert [print_term(term) for term in new.formulas] == ["(< x g!v0)"]
    assert [print_term(term) for term in new.constraints] == ["(= g!v0 7)"]
    assert new.script.declarations[-1] == "(declare-fun g!v0 () Int)"
    assert new.definitions == "(define-fun g!v0 () Int 7)\n"


def test_definitions_are_read_back_as_what_they_stand_for() -> None:
    draft = draft_of(NUMBERS.format(logic="QF_LIA"))
    with_parameters = 0
    for number in range(200):
        written = write(draft.formulas, draft.script.bank, Choices.of("write", number))
        lines = [*draft.script.declarations, *written.definitions]
        lines += [f"(assert {text})" for text in written.texts]
        again = read_script("\n".join(lines))
        assert [print_term(term) for term in again.assertions] == [print_term(t) for t in draft.formulas]
        with_parameters += any("((g!x" in line for line in written.definitions)
    assert with_parameters


def test_assertions_are_merged_and_split() -> None:
    lines = ["(assert a)", "(assert b)", "(push 1)", "(assert c)", "(check-sat)"]
    seen = {tuple(regroup(lines, ["p"], Choices.replay([draw]))) for draw in range(16)}
    assert seen == {
        tuple(lines),
        ("(assert (and a b))", "(push 1)", "(assert c)", "(check-sat)"),
        ("(assert (=> p a))", "(assert (=> (not p) a))", *lines[1:]),
    }


def test_a_rewritten_term_is_another_and_has_its_sort() -> None:
    script = read_script(NUMBERS.format(logic="QF_LIA"))
    for number, term in enumerate(post_order(script.assertions)):
        for choices in (Choices.replay([]), Choices.of("rewritten", number)):
            new = rewritten(term, Bank(script.bank), choices, script)
            assert new is not term
            assert new.sort == term.sort


def test_a_kept_seed_does_not_grow() -> None:
    """Scripts are read once and opened thousands of times."""
    draft = draft_of(NUMBERS.format(logic="QF_LIA"))
    size = len(draft.script.bank)
    for number in range(100):
        new = transform(draft, Choices.of("grow", number))
        write(new.formulas, new.script.bank, Choices.of("grow", number, "write"))
    assert len(draft.script.bank) == size
