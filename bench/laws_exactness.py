"""How near the operations of domains come to exact polyhedra: `make bench-laws_exactness`.

    python -m bench.laws_exactness [--tests N] [TARGET …]

Every operation is applied to random elements of several constraints around a point. Its result is the exact
one, the best that the domain can express, looser than that, or unsound because it misses points. The last
column counts what could not be compared, because there were numbers of more than 64 bits.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from contextlib import closing

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Target
from gadfly.core.words import Refusal, Shape
from gadfly.lang.domain.draw import Drawing
from gadfly.lang.domain.points import holds
from gadfly.lang.domain.program import WITH_SUM, WITH_VARIABLE, Binding, Op, Program, Statement, Sum, arity
from gadfly.lang.domain.sweep import Values
from gadfly.targets.open import open_target
from gadfly.techniques.laws.properties import LAWS
from gadfly.truth.exactness import TERMS, Exactness, Gauge

TESTS = 200  # of every operation
VARIABLES = 3
MOST_CONSTRAINTS = 8  # of an element
REFERENCES = {"apron": "ppl@1.2/polyhedron", "ppl": "apron@0.9.10/polka-mpq"}
TARGETS = ("apron@0.9.10/oct-mpq", "apron@0.9.10/oct-double", "apron@0.9.10/box-double", "ppl@1.2/octagon")
NOT_COMPARED = "not compared"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--tests", type=int, default=TESTS, help="of every operation")
    order = parser.parse_args()
    columns = (*Exactness, NOT_COMPARED)
    show(("domain", "operation", *columns))
    show("---" for _ in range(2 + len(columns)))
    for name in order.targets:
        with closing(open_target(name)) as target, closing(reference_for(target)) as polyhedra:
            gauge = Gauge(target, polyhedra)
            for op in TERMS:
                counts = counted(gauge, op, target.capabilities.shape, order.tests)
                show((name, op, *(str(counts[column]) for column in columns)))


def show(cells: Iterable[str]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def reference_for(target: Target) -> Target:
    """Exact polyhedra of another family."""
    return open_target(REFERENCES[target.identity.family])


def counted(gauge: Gauge, op: Op, shape: Shape, tests: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number in range(tests):
        program = test_of(op, Drawing(Choices.of(1, op, number), VARIABLES, shape, Values.INT))
        measured = gauge.measure(program, len(program.statements) - 1)
        counts[NOT_COMPARED if isinstance(measured, Refusal) else measured] += 1
    return counts


def test_of(op: Op, draw: Drawing) -> Program:
    """The operation on elements that are built just before."""
    operands = tuple(range(arity(op)))
    applied = Statement(
        op,
        operands,
        draw.variable() if op in WITH_VARIABLE else -1,
        (draw.condition(),) if op is Op.COND else (),
        draw.sum() if op in WITH_SUM else Sum(()),
    )
    statements = (*(element(draw) for _ in operands), applied)
    return Program(VARIABLES, statements, LAWS["1"], Binding((("x", len(operands)),)))


def element(draw: Drawing) -> Statement:
    point = draw.point()
    drawn = (each for _ in draw.choices.repeat(1, MOST_CONSTRAINTS) for each in draw.constraints())
    moved = (draw.through(constraint, point) for constraint in drawn)
    return Statement(Op.OF, constraints=tuple(each for each in moved if holds(each, point)))


if __name__ == "__main__":
    main()
