"""What is wrong with the operations and tests of a domain, judged by the regions that it printed itself.

An operation is unsound if its result misses a point that it must contain, whatever the domain can express. A
test is unsound if it says yes to what is false, and imprecise if it says no to what is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from gadfly.core.words import Kind, Refusal
from gadfly.lang.domain.formula import LATTICE, TRANSFORMERS, Node
from gadfly.lang.domain.points import formula_points
from gadfly.lang.domain.program import Constraint, Program, Relation, Sum
from gadfly.truth.domain_values import Values, ValuesError
from gadfly.truth.domain_words import spoken
from gadfly.truth.region_search import ARITHMETIC, RegionSearch, Witness
from gadfly.truth.regions import EVERYWHERE, Gap, Linear, Point, Region, nowhere, shown

TESTS = frozenset({"leq", "eq", "is_bottom", "is_top"})
OPERATIONS = frozenset({"top", *LATTICE.values(), *TRANSFORMERS})


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is certainly wrong, and who vouches for it."""

    kind: Kind
    message: str
    vouchers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Right:
    """Nothing is wrong with a part; of a test that is false, `point` shows that it is."""

    vouchers: tuple[str, ...] = ()
    point: Point = ()


Opinion = Fault | Right | Refusal


@dataclass(frozen=True, slots=True)
class Part:
    """A node of a formula with its place in the postfix form, and the places of its operands."""

    node: Node
    place: int
    operands: tuple[int, ...]


def parts(formula: Node) -> tuple[Part, ...]:
    """All parts of a formula in postfix order."""
    found: list[Part] = []

    def visit(node: Node) -> int:
        operands = tuple(visit(operand) for operand in node.operands)
        found.append(Part(node, len(found), operands))
        return found[-1].place

    visit(formula)
    return tuple(found)


class Inspector:
    """Looks at the parts of one law under one binding."""

    def __init__(self, program: Program, values: Values, search: RegionSearch) -> None:
        self._variables = program.variables
        self._binding = program.binding
        self._points = formula_points(program)
        self._values = values
        self._search = search

    def look(self, part: Part) -> Opinion:
        """What there is to say about one part of the formula."""
        if part.node.word in TESTS:
            return self._test(part)
        if part.node.word == "sound":
            return self._tracked(part)
        return self._operation(part)

    def _operation(self, part: Part) -> Opinion:
        """An operation must not lose a point. Names and connectives lose none."""
        for gap in self._losses(part):
            seen = self._search.look(gap)
            if isinstance(seen, Refusal):
                return seen
            if isinstance(seen, Witness):
                lost = self._image(part, seen.point)
                return Fault(
                    Kind.UNSOUND, f"{spoken(part.node)} misses the point {shown(lost)}", seen.vouchers
                )
        return Right()

    def _test(self, part: Part) -> Opinion:
        claims = self._values.truth(part.place)
        vouchers: dict[str, None] = {}
        for gap in self._refutations(part):
            seen = self._search.look(gap)
            if isinstance(seen, Refusal):
                return seen
            if isinstance(seen, Witness) and claims:
                message = f"claims that {spoken(part.node)}, but the point {shown(seen.point)} refutes it"
                return Fault(Kind.UNSOUND, message, seen.vouchers)
            if isinstance(seen, Witness):
                return Right(seen.vouchers, seen.point)
            vouchers |= dict.fromkeys(seen.vouchers)
        if claims:
            return Right(tuple(vouchers))
        return Fault(Kind.IMPRECISE, f"denies that {spoken(part.node)}, but it is so", tuple(vouchers))

    def _tracked(self, part: Part) -> Opinion:
        """A point that was followed through all operations must still be inside."""
        if self._values.truth(part.place):
            return Right((ARITHMETIC,))
        (operand,) = part.operands
        point = tuple(map(Fraction, self._points[operand]))
        if not point or self._values.region(operand).contains(point):
            return Refusal("the point that was followed is where it should be")
        message = f"{spoken(part.node.operands[0])} misses the point {shown(point)}"
        return Fault(Kind.UNSOUND, message, (ARITHMETIC,))

    def _refutations(self, part: Part) -> Iterator[Gap]:
        """Where a point would be that shows that what is tested is not so."""
        first, *rest = map(self._values.region, part.operands)
        match part.node.word:
            case "leq":
                yield self._gap(first, rest[0])
            case "eq":
                yield self._gap(first, rest[0])
                yield self._gap(rest[0], first)
            case "is_bottom":
                yield self._gap(first, nowhere(self._variables))
            case "is_top":
                yield self._gap(EVERYWHERE, first)

    def _losses(self, part: Part) -> Iterator[Gap]:
        """Where a point would be that an operation must not lose."""
        if part.node.word not in OPERATIONS:
            return
        result = self._values.region(part.place)
        operands = [self._values.region(place) for place in part.operands]
        variable = self._binding.variable
        match part.node.word:
            case "top":
                yield self._gap(EVERYWHERE, result)
            case "join" | "widen":
                yield from (self._gap(operand, result) for operand in operands)
            case "meet" | "narrow":
                yield self._gap(operands[0] & operands[1], result)
            case "assign":
                yield self._gap(operands[0], result.substituted(variable, self._term()))
            case "substitute":
                yield self._gap(operands[0].substituted(variable, self._term()), result)
            case "cond":
                yield self._gap(operands[0] & Region((exact(self._binding.constraint),)), result)
            case "project":
                yield Gap(
                    self._variables + 1,
                    Region(tuple(each.with_extra() for each in operands[0].constraints)),
                    Region(tuple(each.moved_to_extra(variable) for each in result.constraints)),
                )

    def _image(self, part: Part, found: Point) -> Point:
        """The point of a result that is missing, given what a solver found."""
        variable = self._binding.variable
        match part.node.word:
            case "assign":
                value = self._term().value(found)
            case "project":
                value = found[-1]
            case _:
                return found
        point = found[: self._variables]
        return (*point[:variable], value, *point[variable + 1 :])

    def _term(self) -> Linear:
        return exact_sum(self._binding.constraint.sum)

    def _gap(self, inside: Region, outside: Region) -> Gap:
        return Gap(self._variables, inside, outside)


def exact(constraint: Constraint) -> Linear:
    """A constraint of a program, if its numbers are exact."""
    linear = exact_sum(constraint.sum)
    return Linear(linear.coefficients, linear.constant, constraint.relation is Relation.EQUAL)


def exact_sum(term: Sum) -> Linear:
    if not isinstance(term.constant, int):
        raise ValuesError(f"{term.constant} is no exact number")
    return Linear(tuple(map(Fraction, term.coefficients)), Fraction(term.constant))
