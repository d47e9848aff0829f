"""Sweeps: questions about many random tests of one law at once, which the target makes up itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.law import Law, is_law_line, print_law, read_law, read_preparations
from gadfly.lang.domain.program import check_variables
from gadfly.lang.domain.text import is_sweep, read_count


class Values(StrEnum):
    """The pre-defined values of constants and coefficients, beside arbitrary ones."""

    NONE = "none"
    INT = "int"
    LONG = "long"
    INFINITY = "infinity"
    NAN = "nan"


class Engine(StrEnum):
    """Who chooses a test: a random generator or a fuzzer with a pool of elements, or one without a pool."""

    RANDOM = "random"
    FUZZER = "fuzzer"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class Sweep:
    """`pool` elements of at most one constraint, `operations` on them; both anew in each of the `tests`."""

    law: Law
    variables: int = 8
    pool: int = 32
    operations: int = 16
    values: Values = Values.LONG
    engine: Engine = Engine.RANDOM
    tests: int = 2000
    salt: int = 0


def print_sweep(sweep: Sweep) -> str:
    return (
        f"sweep\nvariables {sweep.variables}\npool {sweep.pool}\noperations {sweep.operations}\n"
        f"values {sweep.values}\nengine {sweep.engine}\ntests {sweep.tests}\nsalt {sweep.salt}\n"
        f"{print_law(sweep.law)}"
    )


def read_sweep(text: str) -> Sweep:
    """The sweep that was printed; DomainReadError otherwise."""
    if not is_sweep(text):
        raise DomainReadError("line 1: a sweep begins with the line `sweep`")
    lines = [line.strip() for line in text.splitlines()[1:] if line.strip()]
    laws = [line for line in lines if line.startswith("law ")]
    prepared = [line for line in lines if line.startswith("prepare ")]
    if len(laws) != 1 or len(prepared) > 1:
        raise DomainReadError("a sweep has one law and at most one line `prepare …`")
    preparations = read_preparations(prepared[0]) if prepared else ()
    sweep = Sweep(read_law(laws[0], preparations))
    for line in lines:
        if not is_law_line(line):
            sweep = with_setting(sweep, line)
    return sweep


def with_setting(sweep: Sweep, line: str) -> Sweep:
    """The sweep with one setting changed by a line such as `pool 32` or `values long`."""
    word, _, value = line.partition(" ")
    match word:
        case "variables":
            check_variables(count := read_count(line))
            return replace(sweep, variables=count)
        case "pool":
            return replace(sweep, pool=_at_least(2, line))
        case "operations":
            return replace(sweep, operations=read_count(line))
        case "tests":
            return replace(sweep, tests=_at_least(1, line))
        case "salt":
            return replace(sweep, salt=read_count(line))
        case "values" if value in set(Values):
            return replace(sweep, values=Values(value))
        case "engine" if value in set(Engine):
            return replace(sweep, engine=Engine(value))
    raise DomainReadError(f"there is no setting {line[:80]!r}")


def _at_least(least: int, line: str) -> int:
    count = read_count(line)
    if count < least:
        raise DomainReadError(f"{line[:80]!r} should be {least} or more")
    return count
