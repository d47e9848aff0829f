"""Inputs that may show what a program can do: drawn ones, and those that a solver finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Language, Limits, Query, TargetIdentity, digest_of
from gadfly.lang.c.constants import literals
from gadfly.lang.c.dialect import input_names
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.paths import Executions
from gadfly.lang.smt.model import ModelError, read_model
from gadfly.lang.smt.script_reader import read_script
from gadfly.truth.panel import Vouchers

Vector = tuple[int, ...]

_SOLVERS = 2
_SOLVING = Limits(wall_seconds=20, cpu_seconds=4)
_LENGTH = 8  # of a drawn vector; what a program reads after its end is 0
_GROUP = 12  # vectors that are drawn of each kind
_FEW = 10
_MODEST = 1 << 12  # loops end in time that count so far
_WORD = 64
_WIDTHS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32}
_BOUNDARIES = tuple(value for bits in (7, 8, 15, 16, 31, 32, 63) for value in ((1 << bits) - 1, -(1 << bits)))


@dataclass(frozen=True, slots=True)
class Found:
    """What a solver says about a condition on inputs, with such inputs if it is `sat`."""

    answer: Answer
    inputs: Vector = ()


def drawn_vectors(program: str) -> tuple[tuple[Vector, ...], tuple[Vector, ...]]:
    """Modest inputs and wild ones, the same for the same program.

    They are apart because a wild one may let a program run forever, and that must not cost what others show.
    """
    choices = Choices.of("settling", digest_of(program))
    constants = _near_constants(program)
    small = [value for value in constants if 0 <= value < _MODEST]
    modest = (_vector(choices, [*range(_FEW), *small]) for _ in range(_GROUP))
    wild = (_vector(choices, [*_BOUNDARIES, *constants, choices.below(1 << _WORD)]) for _ in range(_GROUP))
    return ((0,) * _LENGTH, *modest), ((-1,) * _LENGTH, *wild)


def find_inputs(
    program: str, executions: Executions, condition: str, vouchers: Vouchers, accused: TargetIdentity
) -> Found:
    """Whether a condition on executions of the program holds for some inputs, by the first solver to tell."""
    if condition == "false":
        return Found(Answer.UNSAT)
    before = ("(set-option :produce-models true)", "(set-logic QF_BV)", *executions.declarations)
    script = "\n".join([*before, f"(assert {condition})", "(check-sat)", "(get-model)", ""])
    for voucher in islice(vouchers(accused.family), _SOLVERS):
        verdict = voucher.answer_fresh(Query(Language.SMT, script, "QF_BV"), _SOLVING)
        match verdict.answers:
            case (Answer.SAT,):
                model = "".join(verdict.models)
                return Found(Answer.SAT, _modelled(program, executions, script, model))
            case (Answer.UNSAT,):
                return Found(Answer.UNSAT)
    return Found(Answer.UNKNOWN)


def _modelled(program: str, executions: Executions, script: str, model: str) -> Vector:
    """The inputs of a model; one that cannot be read gives none, which are 0."""
    read = read_script(script)
    try:
        definitions = read_model(model, read).completed(read).definitions
    except ModelError:
        return ()
    values = [definitions[f"in{place}"].body.value for place in range(len(executions.declarations))]
    return tuple(_readable(program, int(value)) for value in values)


def _readable(program: str, value: int) -> int:
    """The number of the bits that the widest input of a program takes; others read a part of these."""
    names = input_names(program)
    width = max((_WIDTHS.get(name, _WORD) for name in names), default=_WORD)
    bits = value % (1 << width)
    is_negative = bits >> (width - 1) and not all(name.startswith("u") for name in names)
    return bits - (1 << width) if is_negative else bits


def _near_constants(program: str) -> tuple[int, ...]:
    """What a program compares its inputs with is most likely written in it."""
    try:
        values = {literal.value for literal in literals(parse(program))}
    except CReadError:
        return ()
    return tuple(sorted({near for value in values for near in (value - 1, value, value + 1, -value)}))


def _vector(choices: Choices, values: Sequence[int]) -> Vector:
    return tuple(choices.pick(values) for _ in range(_LENGTH))
