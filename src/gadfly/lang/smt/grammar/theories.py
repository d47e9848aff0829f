"""The rules of every theory. Within a slot the simplest rule comes first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gadfly.lang.smt.grammar.rules import ATOM, FORMULA, Role, Rule, Scope, Slot, Theory, common
from gadfly.lang.smt.sorts import INT, REAL, Sort, bitvec

_COMPARISONS = ("<=", "<", ">=", ">")
_WIDEST, _WIDEST_NUMBER = 128, 62


def core(_scope: Scope) -> Iterator[Rule]:
    """The connectives; the atoms under them come from the other theories."""
    two, three = (FORMULA,) * 2, (FORMULA,) * 3
    yield Rule(FORMULA, "not", (FORMULA,), weight=4)
    yield Rule(FORMULA, "or", two, weight=10)
    yield Rule(FORMULA, "and", two, weight=4)
    yield Rule(FORMULA, "or", three, weight=6)
    yield Rule(FORMULA, "and", three, weight=2)
    yield Rule(FORMULA, "=>", two)
    yield Rule(FORMULA, "xor", two)
    yield Rule(FORMULA, "=", two)
    yield Rule(FORMULA, "distinct", two, weight=2)
    yield Rule(FORMULA, "ite", three)


def _linear(sort: Sort, _scope: Scope) -> Iterator[Rule]:
    """Sums, and products with a literal."""
    term, literal = Slot(sort), Slot(sort, Role.LITERAL)
    for name in _COMPARISONS:
        yield Rule(ATOM, name, (term, term), weight=6)
    yield Rule(ATOM, "=", (term, term), weight=6)
    yield Rule(term, "+", (term, term), weight=8)
    yield Rule(term, "-", (term, term), weight=8)
    yield Rule(term, "*", (literal, term), weight=12)
    yield Rule(term, "+", (term, term, term))
    yield Rule(term, "-", (term,), weight=2)
    yield from common(sort)
    yield from _combinations(sort)


def _combinations(sort: Sort) -> Iterator[Rule]:
    """Atoms such as `2x + 4y = 7z`, on which solvers cut, branch and look for common divisors."""
    atomic, multiple = Slot(sort, Role.ATOMIC), Slot(sort, Role.MULTIPLE)
    combination, literal = Slot(sort, Role.COMBINATION), Slot(sort, Role.LITERAL)
    for name in ("=", *_COMPARISONS):
        yield Rule(ATOM, name, (combination, literal), weight=6)
        yield Rule(ATOM, name, (combination, multiple), weight=8)
        yield Rule(ATOM, name, (combination, combination))
    yield Rule(multiple, "*", (Slot(sort, Role.NONZERO), atomic))
    yield Rule(combination, "+", (multiple, multiple))
    yield Rule(combination, "+", (multiple, multiple, multiple))
    yield Rule(combination, "+", (multiple, multiple, literal))


def linear_ints(scope: Scope) -> Iterator[Rule]:
    yield from _linear(INT, scope)
    term, divisor = Slot(INT), Slot(INT, Role.NONZERO)
    yield Rule(term, "div", (term, divisor), weight=3)
    yield Rule(term, "mod", (term, divisor), weight=3)
    yield Rule(term, "abs", (term,), weight=2)


linear_reals: Theory = partial(_linear, REAL)


def string_ints(scope: Scope) -> Iterator[Rule]:
    """The little arithmetic that solvers for strings take with ease."""
    term = Slot(INT)
    for name in _COMPARISONS:
        yield Rule(ATOM, name, (term, term), weight=2)
    yield Rule(term, "+", (term, term), weight=2)
    yield Rule(term, "-", (term, term), weight=2)
    yield from lengths(scope)


def lengths(_scope: Scope) -> Iterator[Rule]:
    """Integers without arithmetic, which QF_S does not have: cvc5 does not even know `<=` there."""
    yield Rule(ATOM, "=", (Slot(INT), Slot(INT)), weight=4)


def mixed_numbers(scope: Scope) -> Iterator[Rule]:
    yield from linear_ints(scope)
    yield from linear_reals(scope)
    yield Rule(Slot(REAL), "to_real", (Slot(INT),), weight=12)
    yield Rule(Slot(INT), "to_int", (Slot(REAL),), weight=8)
    yield Rule(ATOM, "is_int", (Slot(REAL),), weight=4)


def nonlinear_ints(scope: Scope) -> Iterator[Rule]:
    yield from linear_ints(scope)
    term = Slot(INT)
    yield Rule(term, "*", (term, term), weight=16)
    yield Rule(term, "div", (term, term), weight=1)
    yield Rule(term, "mod", (term, term), weight=1)


def nonlinear_reals(scope: Scope) -> Iterator[Rule]:
    yield from linear_reals(scope)
    term = Slot(REAL)
    yield Rule(term, "*", (term, term), weight=16)
    yield Rule(term, "/", (term, Slot(REAL, Role.NONZERO)), weight=2)
    yield Rule(term, "/", (term, term), weight=2)


def _differences(sort: Sort, _scope: Scope) -> Iterator[Rule]:
    """Only `x - y` against a literal, and `x` against `y`."""
    atomic, difference = Slot(sort, Role.ATOMIC), Slot(sort, Role.DIFFERENCE)
    for name in (*_COMPARISONS, "=", "distinct"):
        yield Rule(ATOM, name, (atomic, atomic), weight=2)
        yield Rule(ATOM, name, (difference, Slot(sort, Role.LITERAL)), weight=6)
    yield Rule(difference, "-", (atomic, atomic))


int_differences: Theory = partial(_differences, INT)
real_differences: Theory = partial(_differences, REAL)


def declared_sorts(scope: Scope) -> Iterator[Rule]:
    """Sorts that have neither indices nor arguments nor a theory are declared ones."""
    known = {"Bool", "Int", "Real"} | {datatype.name for datatype in scope.datatypes}
    for sort in scope.sorts:
        if sort.name not in known and not sort.indices and not sort.args:
            yield from common(sort)


def arrays(scope: Scope) -> Iterator[Rule]:
    for sort in scope.named("Array"):
        index, element = (Slot(arg) for arg in sort.args)
        yield Rule(element, "select", (Slot(sort), index), weight=16)
        yield Rule(Slot(sort), "store", (Slot(sort), index, element), weight=16)
        yield from common(sort)


_BITWISE = ("bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor")
_BIT_ARITHMETIC = ("bvadd", "bvsub", "bvmul")
_BIT_DIVISION = ("bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod")
_SHIFTS = ("bvshl", "bvlshr", "bvashr")
_BIT_COMPARISONS = ("bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge")


def bitvectors(scope: Scope) -> Iterator[Rule]:
    widths = sorted(sort.width for sort in scope.named("BitVec"))
    for width in widths:
        yield from _one_width(bitvec(width))
        for other in widths:
            yield from _two_widths(width, other)


def _one_width(sort: Sort) -> Iterator[Rule]:
    term = Slot(sort)
    for name in _BIT_COMPARISONS:
        yield Rule(ATOM, name, (term, term), weight=2)
    yield Rule(ATOM, "=", (term, term), weight=8)
    yield Rule(term, "bvnot", (term,))
    yield Rule(term, "bvneg", (term,))
    for name in _BIT_ARITHMETIC:
        yield Rule(term, name, (term, term), weight=6)
    for name in (*_BITWISE, *_SHIFTS):
        yield Rule(term, name, (term, term), weight=3)
    for name in _BIT_DIVISION:
        yield Rule(term, name, (term, term), weight=2)
    for name in ("rotate_left", "rotate_right"):
        yield Rule(term, name, (term,), (sort.width // 2 + 1,), weight=1)
    yield from common(sort)


def overflow_predicates(scope: Scope) -> Iterator[Rule]:
    """SMT-LIB 2.7 has them; no logic includes them here, because older solvers know none of them."""
    for sort in scope.named("BitVec"):
        term = Slot(sort)
        yield Rule(ATOM, "bvnego", (term,), weight=2)
        for name in ("bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo"):
            yield Rule(ATOM, name, (term, term), weight=2)


def uncommon(scope: Scope) -> Iterator[Rule]:
    """What no logic here includes although SMT-LIB has it, because many solvers do not know it."""
    yield from overflow_predicates(scope)
    widths = [sort.width for sort in scope.named("BitVec")]
    for width in widths:
        yield from _single_bits(width)
        if 2 * width <= _WIDEST:
            yield from _doubled(width)
        if width <= _WIDEST_NUMBER:
            yield from _as_numbers(width)
    if widths or INT in scope.sorts:
        number = Slot(INT)
        yield Rule(ATOM, "<=", (number, number))
        yield Rule(ATOM, "=", (number, number))
        for divisor in (2, 3, 7):
            yield Rule(ATOM, "divisible", (number,), (divisor,), weight=1)
    for sort in scope.named("Array"):
        yield Rule(Slot(sort), "const-array", (Slot(sort.args[1]),), weight=4)
        yield Rule(ATOM, "=", (Slot(sort), Slot(sort)))


def _single_bits(width: int) -> Iterator[Rule]:
    bit, term = Slot(bitvec(1)), Slot(bitvec(width))
    yield Rule(bit, "bvcomp", (term, term))
    yield Rule(bit, "bvredor", (term,), weight=3)
    yield Rule(bit, "bvredand", (term,), weight=3)
    yield Rule(ATOM, "=", (bit, bit), weight=2)


def _doubled(width: int) -> Iterator[Rule]:
    """Bits twice as many, so that there are several widths whatever a script declares."""
    term, wide = Slot(bitvec(width)), Slot(bitvec(2 * width))
    yield Rule(wide, "repeat", (term,), (2,), weight=8)
    yield Rule(wide, "concat", (term, term))
    yield Rule(wide, "zero_extend", (term,), (width,))
    yield Rule(wide, "sign_extend", (term,), (width,))
    yield Rule(term, "extract", (wide,), (width + width // 2, width // 2 + 1), weight=2)
    for name in ("bvult", "bvsle", "="):
        yield Rule(ATOM, name, (wide, wide), weight=2)


def _as_numbers(width: int) -> Iterator[Rule]:
    """Between bits and integers, by the names of SMT-LIB 2.7 and by those that solvers had before."""
    term, number = Slot(bitvec(width)), Slot(INT)
    for name in ("ubv_to_int", "sbv_to_int", "bv2nat", "bv2int"):
        yield Rule(number, name, (term,), weight=2)
    for name in ("int_to_bv", "int2bv", "nat2bv"):
        yield Rule(term, name, (number,), (width,), weight=1)


def _two_widths(width: int, other: int) -> Iterator[Rule]:
    """What makes `width` bits out of `other` bits."""
    term, source = Slot(bitvec(width)), Slot(bitvec(other))
    if other == 2 * width:
        yield Rule(term, "extract", (source,), (other - 1, width))
    if other > width:
        yield Rule(term, "extract", (source,), (width - 1, 0))
    elif other < width:
        yield Rule(term, "zero_extend", (source,), (width - other,))
        yield Rule(term, "sign_extend", (source,), (width - other,))
    if width == 2 * other:
        yield Rule(term, "concat", (source, source))
    if width == 1:
        yield Rule(term, "bvcomp", (source, source))


def datatypes(scope: Scope) -> Iterator[Rule]:
    """Constructors, selectors and testers; parametric datatypes are left to the seeds that have them."""
    for datatype in scope.datatypes:
        if datatype.parameters:
            continue
        term = Slot(Sort(datatype.name))
        for constructor in datatype.constructors:
            fields = tuple(Slot(selector.sort) for selector in constructor.selectors)
            yield Rule(term, constructor.name, fields, weight=4 if fields else 1)
            yield Rule(ATOM, "is", (term,), (constructor.name,), weight=6)
            for selector in constructor.selectors:
                yield Rule(Slot(selector.sort), selector.name, (term,), weight=6)
        yield from common(term.sort)
        yield Rule(ATOM, "=", (term, term), weight=6)
