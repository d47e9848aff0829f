"""What is known of a seed after it was executed: the counts of its branches and values of its scalars."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Execution, Reference, SkipSeedError
from gadfly.core.words import Seed
from gadfly.lang.c.branches import Branch, branches
from gadfly.lang.c.doubts import doubt, reads
from gadfly.lang.c.edits import Change, Edit, Wrap, apply
from gadfly.lang.c.functions import endings, functions
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.program import Node, Program
from gadfly.techniques.branches.inputs import closed
from gadfly.techniques.branches.points import Daring, Point, points

INPUT_GROUPS = 5  # drawn before a program is given up; not all values pass its assumptions
MOST_VISITS = 1_000_000
_REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class CountedBranch:
    """A branch and how often it was taken."""

    branch: Branch
    count: int


@dataclass(frozen=True, slots=True)
class SeenPoint:
    """A point and the values that were seen there, in order, as C writes them; not all if they are many."""

    point: Point
    values: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A program and where it can be probed; `finals` calls `gadfly_final` whenever it ends by itself."""

    text: str
    branches: tuple[Branch, ...]
    points: tuple[Point, ...]
    finals: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """A program with one execution, of which all is known that was looked at."""

    anatomy: Anatomy
    branches: tuple[CountedBranch, ...]
    points: tuple[SeenPoint, ...]


def prepare(seed: Seed, choices: Choices, reference: Reference) -> Material:
    """Close, read and execute a seed; SkipSeedError if it is not one well-defined execution."""
    problem = doubt(seed.text)
    if problem:
        raise SkipSeedError(problem)
    texts = dict.fromkeys(closed(seed.text, choices) for _ in range(INPUT_GROUPS))
    for text in texts:
        if read := reads(text):
            raise SkipSeedError(f"it reads values: {read}")
        for daring in sorted(Daring, reverse=True):
            anatomy = _dissect(text, daring)
            execution = reference.execute(_observed(anatomy))
            if not execution.problem:
                return _material(anatomy, execution)
            problem = problem or execution.problem
            if not anatomy.points:
                break
    raise SkipSeedError(problem)


@lru_cache(_REMEMBERED)
def _dissect(text: str, daring: Daring) -> Anatomy:
    """Remembered, because several techniques and targets use a seed one after another."""
    try:
        program = parse(text)
    except CReadError as error:
        raise SkipSeedError(str(error)) from error
    return Anatomy(text, branches(program), points(program, daring), _finals(program))


def _finals(program: Program) -> tuple[Change, ...]:
    """`gadfly_final` is called after the value that the program ends with was computed."""
    main = next((function for function in functions(program) if function.name == "main"), None)
    if main is None:
        raise SkipSeedError("there is no main")
    if main.body.ends_in_macro:
        raise SkipSeedError("main ends in a macro")
    changes: list[Change] = []
    for ending in endings(program):
        if ending.value and ending.value[0].editable:
            changes.append(_before_value(ending.value[0]))
        elif ending.node.kind == "RETURN_STMT":
            changes.append(ending.place.insert("gadfly_final();"))
        else:
            changes.append(ending.place.insert("gadfly_final()"))
    last = main.body.children[-1].kind if main.body.children else ""
    if last != "RETURN_STMT":
        changes.append(Edit(main.body.end - 1, main.body.end - 1, "gadfly_final(); "))
    return tuple(changes)


def _before_value(value: Node) -> Change:
    if value.kind == "INTEGER_LITERAL":
        return Wrap(value.start, value.end, "(gadfly_final(), ", ")")
    return Wrap(value.start, value.end, "(gadfly_code = (", "), gadfly_final(), gadfly_code)")


FINAL_DECLARATIONS = "static int gadfly_code;\n"


def _observed(anatomy: Anatomy) -> str:
    """The program that tells what it does; its labels are the branches, then the points, then its end."""
    changes: list[Change] = list(anatomy.finals)
    for label, branch in enumerate(anatomy.branches):
        end = "" if branch.kind.is_expression else ";"
        changes.append(branch.place.insert(f"__gadfly_see({label}, 0){end}"))
    for label, point in enumerate(anatomy.points, len(anatomy.branches)):
        see = "__gadfly_see_float" if point.is_float else "__gadfly_see"
        changes.append(point.place.insert(f"{see}({label}, {point.access.expression});"))
    last = len(anatomy.branches) + len(anatomy.points)
    final = f"static void gadfly_final(void) {{ __gadfly_see({last}, 0); }}\n"
    return f"{FINAL_DECLARATIONS}{final}{apply(anatomy.text, changes)}"


def _material(anatomy: Anatomy, execution: Execution) -> Material:
    counts, seen = execution.seen_counts, execution.seen
    if counts[-1] != 1:
        raise SkipSeedError(f"it ends {counts[-1]} times where it can be asked")
    if max(counts) > MOST_VISITS:
        raise SkipSeedError(f"a branch is taken {max(counts)} times")
    first_point = len(anatomy.branches)
    return Material(
        anatomy,
        tuple(map(CountedBranch, anatomy.branches, counts)),
        tuple(
            SeenPoint(point, seen[label], counts[label])
            for label, point in enumerate(anatomy.points, first_point)
            if seen[label] and not any("n" in value for value in seen[label])  # inf and nan equal nothing
        ),
    )
