"""What a condition is in C, when it runs, is what our evaluator says of its term and its restrictions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from gadfly.core.choices import Choices
from gadfly.lang.smt.assign import random_model
from gadfly.lang.smt.evaluate import Evaluator
from gadfly.lang.smt.grammar import Constants, TermMaker, declare, logic_named
from gadfly.lang.smt.model import Model
from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Bank, Term
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.techniques.mazes.convert import (
    Converter,
    Ground,
    Manner,
    UnconvertibleError,
    draw_manner,
    make_ground,
    restrictions,
)
from gadfly.truth.builds import Compiler
from gadfly.truth.execution import Executor

LOGICS = ("QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "QF_LIA", "QF_ALIA", "QF_AUFLIA", "QF_NIA", "QF_ANIA")
UNITS = 4  # of a logic in one program
CONDITIONS = 12
MODELS = 6
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
    """Run all units in one program, with all their models one after the other."""
    texts, calls, inputs, expected = [], [], [], []
    for number, unit in enumerate(units):
        texts.append(unit_text(unit, number, len(expected)))
        calls.append(f"    for (int i = 0; i < {len(unit.models)}; i++)\n        unit_{number}();\n")
        inputs += [value for model in unit.models for value in unit.ground.values(model)]
        expected += unit.expected()
    program = f"{''.join(texts)}int main(void)\n{{\n{''.join(calls)}    return 0;\n}}\n"
    shown = executor.run_quick(program, tuple(inputs))
    assert shown.problem == "", program
    assert [list(seen) for seen in shown.seen] == expected
    assert {value for row in expected for value in row} == {"0", "1"}


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
            ground = make_ground(script, terms, models[0], choices.pick((0, 4)))
        except UnconvertibleError:
            continue
        grounded = tuple(map(ground.grounded, models))
        yield Unit(ground, terms, draw_manner(choices), grounded)
        number += 1
        if number == UNITS:
            return
    raise AssertionError(f"hardly a term of {logic} can be converted")


@pytest.mark.parametrize("logic", LOGICS)
def test_random_terms_of_a_logic(executor: Executor, logic: str) -> None:
    check(executor, list(random_units(logic)))
