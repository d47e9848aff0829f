"""PPL's domains obey the laws, compute what one computes by hand, and print what they mean."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gadfly.core.words import Answer, Language, Limits, Outcome, Query, Verdict
from gadfly.lang.domain.law import Law, LawClass
from gadfly.lang.domain.sweep import Sweep, Values, print_sweep
from gadfly.targets.domains.ppl import TOOL
from gadfly.targets.open import OpenTarget, open_target
from gadfly.techniques.laws.properties import LAWS

LIMITS = Limits(wall_seconds=120, cpu_seconds=30)
TESTS = {"1.2/box": 100, "1.2/bd-shape": 40, "1.2/octagon": 15, "1.2/polyhedron": 40}
FALSE_LAW = Law("false", LawClass.PRECISION, "x ⊔ y = x")
SQUARE = "of(x0 >= 0, -x0 + 2 >= 0, x1 >= 0, -x1 + 2 >= 0)"


@pytest.fixture(scope="module", params=[release.version for release in TOOL.releases])
def domain(request: pytest.FixtureRequest) -> Iterator[OpenTarget]:
    opened = open_target(f"ppl@{request.param}")
    yield opened
    opened.close()


@pytest.mark.parametrize("values", [Values.LONG, Values.NAN])
def test_no_law_is_broken(domain: OpenTarget, values: Values) -> None:
    tests = TESTS[domain.identity.name.version]
    for law in sorted(LAWS.keys() - domain.capabilities.exempt):
        sweep = Sweep(LAWS[law], tests=tests, values=values, salt=3)
        assert ask(domain, print_sweep(sweep)).answers == (Answer.SAFE,), law


def test_a_false_law_is_broken_and_the_program_shows_it(domain: OpenTarget) -> None:
    verdict = ask(domain, print_sweep(Sweep(FALSE_LAW, tests=200)))
    assert verdict.answers == (Answer.UNSAFE,)
    fresh = domain.answer_fresh(Query(Language.DOMAIN, verdict.asked), LIMITS)
    assert fresh.answers == (Answer.UNSAFE,)
    assert fresh.output == ask(domain, verdict.asked).output


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("assign(e0, x0, 9223372036854775807)", {"-9223372036854775807 1 0", "9223372036854775807 -1 0"}),
        ("assign(e0, x0, x0 + 1)", {"-1 1 0", "3 -1 0"}),
        ("substitute(e0, x0, x0 + 1)", {"1 1 0", "1 -1 0"}),
        ("cond(e0, x0 - 1 >= 0)", {"-1 1 0", "2 -1 0"}),
        ("cond(e0, x0 - 1 = 0)", {"-1 1 0", "1 -1 0"}),
        ("project(e0, x0)", set()),
        ("cond(e0, x0 + inf >= 0)", {"0 1 0", "2 -1 0"}),
        ("assign(e0, x0, nan)", set()),
    ],
)
def test_the_bounds_of_one_variable(domain: OpenTarget, statement: str, expected: set[str]) -> None:
    """Those of x1 stay as they are, whatever happens to x0."""
    assert bounds(domain, statement) == expected | {"0 0 1", "2 0 -1"}


@pytest.mark.parametrize("statement", ["cond(e0, x0 - 3 >= 0)", "cond(e0, x0 - inf >= 0)", "bottom"])
def test_what_is_empty(domain: OpenTarget, statement: str) -> None:
    assert "element 0: bottom" in ask(domain, program(statement)).output.splitlines()


def test_a_widening_forgets_the_bound_that_moves(domain: OpenTarget) -> None:
    statements = "e1 = assign(e0, x0, x0 + 100)\ne2 = join(e0, e1)\ne3 = widen(e0, e2)\n"
    assert bounds(domain, "observe(e3)", statements) == {"0 1 0", "0 0 1", "2 0 -1"}


def test_only_polyhedra_cannot_narrow(domain: OpenTarget) -> None:
    verdict = ask(domain, program("narrow(e0, e0)"))
    assert (verdict.outcome is Outcome.UNSUPPORTED) == (domain.identity.name.version == "1.2/polyhedron")


def program(statement: str, before: str = "") -> str:
    last = before.count("\n") + 1
    text = f"variables 2\ne0 = {SQUARE}\n{before}e{last} = {statement}\n"
    return f"{text}law mine precision: x ⊑ x\nwith x = e{last}\n"


def ask(domain: OpenTarget, text: str) -> Verdict:
    return domain.answer(Query(Language.DOMAIN, text), LIMITS)


def bounds(domain: OpenTarget, statement: str, before: str = "") -> set[str]:
    """The constraints of the element as inequalities, each as its constant and coefficients."""
    shown = ask(domain, program(statement, before)).output.splitlines()
    line = next(line for line in shown if line.startswith("element 0: "))
    found = set()
    for constraint in line.removeprefix("element 0: {").removesuffix("}").split("} {"):
        relation, *numbers = constraint.split()
        found.add(" ".join(numbers))
        if relation == "eq":
            found.add(" ".join(str(-int(number)) for number in numbers))
    return found
