"""Every quantifier-free logic as data: its theories and the sorts a script of it may declare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from gadfly.lang.smt.grammar.floats import float_conversions, floats
from gadfly.lang.smt.grammar.literals import INTEGERS, LENGTHS, SMALL_INTEGERS
from gadfly.lang.smt.grammar.rules import Theory
from gadfly.lang.smt.grammar.strings import regular_expressions, strings
from gadfly.lang.smt.grammar.theories import (
    arrays,
    bitvectors,
    core,
    datatypes,
    declared_sorts,
    int_differences,
    lengths,
    linear_ints,
    linear_reals,
    mixed_numbers,
    nonlinear_ints,
    nonlinear_reals,
    real_differences,
    string_ints,
)
from gadfly.lang.smt.script import Constructor, Datatype, Selector
from gadfly.lang.smt.sorts import (
    BOOL,
    INT,
    NAMED_FLOATS,
    REAL,
    REGLAN,
    ROUNDING_MODE,
    STRING,
    Sort,
    array,
    bitvec,
    floating,
)

Palette = tuple[Sort, ...]


@dataclass(frozen=True, slots=True)
class Logic:
    """What a script of a logic may contain.

    A script declares constants of the sorts of one of the `palettes`, and `functions` over them if the logic
    has any. `sorts` are those that its theories need besides, `integers` the literals that suit it, and
    `depth` that of its deepest atoms: less where solvers find little things hard.
    """

    name: str
    theories: tuple[Theory, ...]
    palettes: tuple[Palette, ...] = ()
    functions: bool = False
    sorts: tuple[Sort, ...] = ()
    datatypes: tuple[Datatype, ...] = ()
    integers: tuple[int, ...] = INTEGERS
    depth: int = 3


PROPOSITIONAL = Logic("propositional", (core,))
"""Connectives alone: the Boolean structure over given atoms."""

_U, _V, _INDEX, _ELEMENT = Sort("U"), Sort("V"), Sort("Index"), Sort("Element")
_HALF, _SINGLE = NAMED_FLOATS["Float16"], NAMED_FLOATS["Float32"]
_TINY, _SMALL = floating(2, 3), floating(3, 5)
_COLOR, _STACK, _PAIR, _TREE = Sort("Color"), Sort("Stack"), Sort("Pair"), Sort("Tree")


def _bits(*widths: int) -> Palette:
    return tuple(map(bitvec, widths))


# What is hard in floating-point numbers is their rules, not their size; not every solver has small ones.
_FLOATS = ((_HALF,), (_SMALL,), (_TINY,), (_TINY, _SMALL), (_HALF,), (_HALF, _SINGLE))
_BITS = (_bits(8), _bits(4, 8), _bits(8, 16), _bits(1, 8), _bits(3), _bits(32))
_BIT_ARRAYS = (
    (*_bits(8), array(bitvec(8), bitvec(8))),
    (*_bits(4, 8), array(bitvec(4), bitvec(8))),
    (*_bits(2, 32), array(bitvec(2), bitvec(32))),
)
_INTS = ((INT,),)
_REALS = ((REAL,),)
_INT_ARRAYS = ((INT, array(INT, INT)), (INT, array(INT, INT), array(INT, array(INT, INT))))
_DATATYPES = (
    Datatype("Color", (), tuple(Constructor(name, ()) for name in ("red", "green", "blue"))),
    Datatype(
        "Stack",
        (),
        (
            Constructor("empty", ()),
            Constructor("push", (Selector("top", _COLOR), Selector("rest", _STACK))),
        ),
    ),
    Datatype("Pair", (), (Constructor("pair", (Selector("first", _COLOR), Selector("second", BOOL))),)),
    Datatype(
        "Tree",
        (),
        (
            Constructor("leaf", (Selector("mark", _COLOR),)),
            Constructor("node", (Selector("left", _TREE), Selector("right", _TREE))),
        ),
    ),
)
_DATATYPE_SORTS = ((_COLOR, _STACK), (_COLOR, _PAIR), (_COLOR, _TREE))

_TEXT = (core, strings, regular_expressions)

_TABLE = (
    Logic("QF_UF", (core, declared_sorts), ((_U,), (_U, _V)), functions=True),
    Logic("QF_BV", (core, bitvectors), _BITS),
    Logic("QF_ABV", (core, bitvectors, arrays), _BIT_ARRAYS),
    Logic("QF_AUFBV", (core, bitvectors, arrays), _BIT_ARRAYS, functions=True),
    Logic("QF_UFBV", (core, bitvectors), _BITS, functions=True),
    Logic("QF_AX", (core, declared_sorts, arrays), ((_INDEX, _ELEMENT, array(_INDEX, _ELEMENT)),)),
    Logic("QF_LIA", (core, linear_ints), _INTS),
    Logic("QF_LRA", (core, linear_reals), _REALS),
    Logic("QF_IDL", (core, int_differences), _INTS),
    Logic("QF_RDL", (core, real_differences), _REALS),
    Logic("QF_NIA", (core, nonlinear_ints), _INTS, integers=SMALL_INTEGERS),
    Logic("QF_NRA", (core, nonlinear_reals), _REALS),
    Logic("QF_LIRA", (core, mixed_numbers), ((INT, REAL),)),
    Logic("QF_ALIA", (core, linear_ints, arrays), _INT_ARRAYS),
    Logic("QF_AUFLIA", (core, linear_ints, arrays), _INT_ARRAYS, functions=True),
    Logic("QF_UFLIA", (core, linear_ints), _INTS, functions=True),
    Logic("QF_UFLRA", (core, linear_reals), _REALS, functions=True),
    Logic("QF_UFIDL", (core, int_differences), _INTS, functions=True),
    Logic("QF_UFNIA", (core, nonlinear_ints), _INTS, functions=True, integers=SMALL_INTEGERS),
    Logic("QF_UFNRA", (core, nonlinear_reals), _REALS, functions=True),
    Logic("QF_ANIA", (core, nonlinear_ints, arrays), _INT_ARRAYS[:1], integers=SMALL_INTEGERS),
    Logic(
        "QF_AUFNIA",
        (core, nonlinear_ints, arrays),
        _INT_ARRAYS[:1],
        functions=True,
        integers=SMALL_INTEGERS,
    ),
    Logic("QF_FP", (core, floats), _FLOATS, sorts=(ROUNDING_MODE,), depth=2),
    Logic(
        "QF_BVFP",
        (core, bitvectors, floats, float_conversions),
        ((*_bits(16), _HALF), (*_bits(32), _SINGLE), (*_bits(8), _HALF), (*_bits(8), _SMALL)),
        sorts=(ROUNDING_MODE,),
        depth=2,
    ),
    Logic("QF_S", (*_TEXT, lengths), ((STRING,),), sorts=(INT, REGLAN), integers=LENGTHS, depth=2),
    Logic("QF_SLIA", (*_TEXT, string_ints), ((STRING, INT),), sorts=(REGLAN,), integers=LENGTHS, depth=2),
    Logic("QF_DT", (core, datatypes), _DATATYPE_SORTS, datatypes=_DATATYPES),
    Logic(
        "QF_UFDT",
        (core, declared_sorts, datatypes),
        tuple((*palette, _U) for palette in _DATATYPE_SORTS),
        functions=True,
        datatypes=_DATATYPES,
    ),
)

_BY_NAME: Mapping[str, Logic] = MappingProxyType({logic.name: logic for logic in _TABLE})

LOGICS: tuple[str, ...] = tuple(_BY_NAME)


def logic_named(name: str) -> Logic:
    """The logic of that name, or ValueError with the nearest one there is."""
    logic = _BY_NAME.get(name)
    if logic is None:
        [nearest] = get_close_matches(name.upper(), LOGICS, n=1, cutoff=0.0)
        raise ValueError(f"unknown logic {name!r}; the nearest is {nearest}")
    return logic
