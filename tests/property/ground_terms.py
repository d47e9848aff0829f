"""Random ground terms over Core, Ints, Reals, bit-vectors, arrays and datatypes.

Every operator is drawn that solvers agree to have; literals prefer the edges of their sort. All randomness
comes from the generator passed in.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from gadfly.lang.smt.script import Constructor
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sorts import BOOL, INT, REAL, Sort, array, bitvec
from gadfly.lang.smt.terms import Bank, Term
from gadfly.lang.smt.theories import lookup

DECLARATIONS = """(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-datatypes ((Tree 0)) (((leaf (weight Int)) (node (left Tree) (right Tree)))))
(declare-datatypes ((Pair 0)) (((pair (first (_ BitVec 3)) (second (Array (_ BitVec 1) Int))))))
"""
DATATYPES = read_script(DECLARATIONS).datatypes
_COLOR, _TREE, _PAIR = Sort("Color"), Sort("Tree"), Sort("Pair")
WIDTHS = (1, 2, 3, 4, 7, 8, 16, 32, 33, 64, 70)
_ARRAYS = (
    array(INT, INT),
    array(bitvec(1), BOOL),
    array(bitvec(2), bitvec(2)),
    array(bitvec(32), REAL),
    array(INT, array(bitvec(1), BOOL)),
    array(BOOL, _COLOR),
    array(_TREE, INT),
)
_OTHERS = (_COLOR, _TREE, _PAIR, *_ARRAYS)
_BITS_SAME = ("bvadd", "bvmul", "bvand", "bvor", "bvxor")
_BITS_BINARY = ("bvsub", "bvnand", "bvnor", "bvxnor", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod",
                "bvshl", "bvlshr", "bvashr")  # fmt: skip
_BITS_COMPARE = ("bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "bvuaddo", "bvsaddo",
                 "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo")  # fmt: skip


class TermMaker:
    """Draws terms of any sort, or of a wanted one."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.bank = Bank()

    def any_term(self, depth: int) -> Term:
        return self.term(self._any_sort(), depth)

    def term(self, sort: Sort, depth: int) -> Term:
        if depth == 0 or self._random.random() < 0.1:
            return self.literal(sort)
        kinds: dict[str, Callable[[Sort, int], Term]] = {
            "Bool": self._bool,
            "Int": self._int,
            "Real": self._real,
            "BitVec": self._bits,
            "Array": self._array,
        }
        if self._random.random() < 0.15:
            return self._general(sort, depth - 1)
        return kinds.get(sort.name, self._constructed)(sort, depth - 1)

    def literal(self, sort: Sort) -> Term:
        random = self._random
        if sort == BOOL:
            return self.bank.literal(random.random() < 0.5, BOOL)
        if sort == INT:
            return self.bank.literal(self._number(), INT)
        if sort == REAL:
            return self.bank.literal(Fraction(self._number(), random.choice((1, 1, 2, 3, 7))), REAL)
        if sort.name == "BitVec":
            size = 1 << sort.width
            edges = (0, 1, 2, size // 2 - 1, size // 2, size - 1, random.randrange(size))
            return self.bank.literal(random.choice(edges) % size, sort)
        if sort.name == "Array":
            return self.bank.operator("const-array", sort, [self.literal(sort.args[1])])
        return self._constructed(sort, 0)

    def _any_sort(self) -> Sort:
        random = self._random
        bits = bitvec(random.choice(WIDTHS))
        return random.choice((BOOL, BOOL, INT, INT, REAL, bits, bits, bits, bits, random.choice(_OTHERS)))

    def _number(self) -> int:
        random = self._random
        big = random.choice((1 << 31, 1 << 64)) + random.randint(-1, 1)
        return random.choice((0, 1, random.randint(2, 9), big)) * random.choice((1, -1))

    def _apply(self, name: str, args: list[Term], *indices: int) -> Term:
        operator = lookup(name)
        assert operator is not None, name
        return self.bank.operator(name, operator.result(indices, tuple(a.sort for a in args)), args, indices)

    def _some(self, sort: Sort, depth: int, least: int, most: int) -> list[Term]:
        return [self.term(sort, depth) for _ in range(self._random.randint(least, most))]

    def _general(self, sort: Sort, depth: int) -> Term:
        """Of any sort: `ite`, or an element of an array."""
        if self._random.random() < 0.5:
            index = self._random.choice((BOOL, INT, bitvec(1), bitvec(2), _COLOR))
            return self._apply("select", [self.term(array(index, sort), depth), self.term(index, depth)])
        return self._apply("ite", [self.term(BOOL, depth), self.term(sort, depth), self.term(sort, depth)])

    def _bool(self, _sort: Sort, depth: int) -> Term:
        random = self._random
        shape = random.randrange(11)
        if shape == 0:
            return self._apply("not", [self.term(BOOL, depth)])
        if shape == 1:
            return self._apply(random.choice(("and", "or", "xor", "=>")), self._some(BOOL, depth, 2, 4))
        if shape <= 4:
            return self._apply(
                random.choice(("=", "distinct")),
                self._some(self._any_sort(), depth, 2, random.choice((2, 3))),
            )
        if shape <= 6:
            name = random.choice(("<=", "<", ">=", ">"))
            return self._apply(name, self._some(random.choice((INT, REAL)), depth, 2, 3))
        if shape == 7:
            return self._apply("is_int", [self.term(REAL, depth)])
        if shape == 8:
            tested = random.choice((_COLOR, _TREE))
            constructor = random.choice(DATATYPES[tested.name].constructors).name
            return self.bank.operator("is", BOOL, [self.term(tested, depth)], [constructor])
        bits = bitvec(random.choice(WIDTHS))
        if random.random() < 0.1:
            return self._apply("bvnego", [self.term(bits, depth)])
        return self._apply(random.choice(_BITS_COMPARE), self._some(bits, depth, 2, 2))

    def _int(self, _sort: Sort, depth: int) -> Term:
        random = self._random
        shape = random.randrange(8)
        if shape == 0:
            return self._apply(random.choice(("abs", "-")), [self.term(INT, depth)])
        if shape == 1:
            return self._apply("to_int", [self.term(REAL, depth)])
        if shape == 2:
            bits = self.term(bitvec(random.choice(WIDTHS)), depth)
            return self._apply(random.choice(("ubv_to_int", "sbv_to_int", "bv2nat")), [bits])
        if shape == 3:
            return self.bank.operator("weight", INT, [self.term(_TREE, depth)])
        if shape <= 5:
            return self._apply(random.choice(("div", "mod")), self._some(INT, depth, 2, 2))
        return self._apply(random.choice(("+", "-", "*")), self._some(INT, depth, 2, 3))

    def _real(self, _sort: Sort, depth: int) -> Term:
        random = self._random
        shape = random.randrange(6)
        if shape == 0:
            return self._apply("-", [self.term(REAL, depth)])
        if shape == 1:
            return self._apply("to_real", [self.term(INT, depth)])
        return self._apply(random.choice(("+", "-", "*", "/")), self._some(REAL, depth, 2, 3))

    def _bits(self, sort: Sort, depth: int) -> Term:
        random = self._random
        width = sort.width
        shape = random.randrange(10)
        if shape == 0:
            return self._apply(random.choice(("bvnot", "bvneg")), [self.term(sort, depth)])
        if shape <= 2:
            return self._apply(random.choice(_BITS_SAME), self._some(sort, depth, 2, 3))
        if shape <= 5:
            return self._apply(random.choice(_BITS_BINARY), self._some(sort, depth, 2, 2))
        if shape == 6:
            name = random.choice(("rotate_left", "rotate_right"))
            return self._apply(name, [self.term(sort, depth)], random.randint(0, 2 * width))
        if shape == 7:
            name = random.choice(("int_to_bv", "int2bv"))
            return self._apply(name, [self.term(INT, depth)], width)
        return self._resized(width, depth)

    def _resized(self, width: int, depth: int) -> Term:
        """A bit-vector made from one of another width."""
        random = self._random
        other = bitvec(random.randint(1, width))
        rest = width - other.width
        shape = random.randrange(5)
        if width == 3 and shape == 4:
            return self.bank.operator("first", bitvec(3), [self.term(_PAIR, depth)])
        if shape == 0:
            extra = random.randint(0, 9)
            low = random.randint(0, extra)
            return self._apply("extract", [self.term(bitvec(width + extra), depth)], low + width - 1, low)
        if shape == 1 and rest:
            return self._apply("concat", [self.term(other, depth), self.term(bitvec(rest), depth)])
        if shape == 2 and width % other.width == 0:
            return self._apply("repeat", [self.term(other, depth)], width // other.width)
        if width == 1:
            bits = bitvec(random.choice(WIDTHS))
            name = random.choice(("bvcomp", "bvredor", "bvredand"))
            return self._apply(
                name, self._some(bits, depth, 2, 2) if name == "bvcomp" else [self.term(bits, depth)]
            )
        return self._apply(random.choice(("zero_extend", "sign_extend")), [self.term(other, depth)], rest)

    def _array(self, sort: Sort, depth: int) -> Term:
        index, element = sort.args
        if self._random.random() < 0.2:
            return self.bank.operator("const-array", sort, [self.term(element, depth)])
        term = self.term(sort, depth)
        for _ in range(self._random.randint(1, 4)):
            # Shallow, so that the same few indices come up again and whole domains are covered.
            term = self._apply("store", [term, self.literal(index), self.literal(element)])
        return self._apply("store", [term, self.term(index, depth), self.term(element, depth)])

    def _constructed(self, sort: Sort, depth: int) -> Term:
        if sort == _TREE and depth and self._random.random() < 0.3:
            return self.bank.operator(self._random.choice(("left", "right")), sort, [self.term(sort, depth)])
        datatype = DATATYPES[sort.name]
        constructor: Constructor = self._random.choice(
            datatype.constructors if depth else datatype.constructors[:1]
        )
        fields = [self.term(selector.sort, depth) for selector in constructor.selectors]
        return self.bank.operator(constructor.name, sort, fields)
