"""A quick look at one analyzer: tiny programs with known answers, and how fast it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, Verdict
from gadfly.targets.analyzers.target import AnalyzerTarget
from gadfly.targets.solvers.checkup import Checkup, Observation, rate

_LIMITS = Limits(wall_seconds=20.0, cpu_seconds=20.0)
_TRUTH = (Answer.SAFE, Answer.UNSAFE)


@dataclass(frozen=True, slots=True)
class TinyProgram:
    """The body of a main function, after which one condition is always true and another one can be false.

    They are asked about in a program each: not every analyzer goes on after a failure.
    """

    about: str
    body: str
    true: str
    false: str
    before: str = ""
    needs: frozenset[Feature] = frozenset()

    def queries(self) -> tuple[Query, Query]:
        return self._query(self.true), self._query(self.false)

    def _query(self, condition: str) -> Query:
        return Query(
            Language.C,
            f"{self.before}\nint main(void) {{\n  {self.body}\n"
            f"  __gadfly_check(0, {condition});\n  return 0;\n}}\n",
        )


_VITAL = TinyProgram("constant", "int x = 1;", "x == 1", "x == 2")
_PROGRAMS = (
    _VITAL,
    TinyProgram("branch", "int x = 3, y = 0; if (x > 2) y = 7; else y = 8;", "y == 7", "y == 8"),
    TinyProgram("loop", "int s = 0; for (int i = 0; i < 5; i++) s += i;", "s == 10", "s == 6"),
    TinyProgram("array", "int a[3] = {1, 2}; a[2] = a[0] + a[1];", "a[2] == 3", "a[2] == 0"),
    TinyProgram(
        "structure",
        "struct pair p = {1, 2}, q = p; q.b = 5;",
        "p.b + q.b == 7",
        "p.b == q.b",
        before="struct pair { int a, b; };",
    ),
    TinyProgram("bit-field", "struct { unsigned b : 3; } f; f.b = 9;", "f.b == 1", "f.b == 9"),
    TinyProgram("_Bool", "_Bool b = (_Bool)256;", "b == 1", "b == 0"),
    TinyProgram("pointer", "int x = 1, y = 2, *p = &x; *p = 4; p = &y;", "x == 4 && *p == 2", "x == 1"),
    TinyProgram("float", "float f = 0.1f; double d = f;", "d != 0.1", "d == 0.1"),
    TinyProgram("unsigned", "unsigned char c = 255; c++;", "c == 0", "c == 256"),
    TinyProgram(
        "recursion",
        "int x = sum(3);",
        "x == 6",
        "x == 3",
        before="int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }",
    ),
    TinyProgram(
        "function pointer",
        "int (*f)(int) = twice; int x = f(4);",
        "x == 8",
        "x == 4",
        before="int twice(int n) { return n * 2; }",
    ),
    TinyProgram(
        "input",
        "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3);",
        "x != 3",
        "x != 5",
        needs=frozenset({Feature.INPUTS}),
    ),
)


def check(target: AnalyzerTarget) -> Checkup:
    """Ask about every program that the target can read; usable is who sees what is plain to see."""
    asked = [program for program in _PROGRAMS if program.needs <= target.capabilities.features]
    speed = rate(lambda: target.answer_fresh(_VITAL.queries()[0], _LIMITS))
    return Checkup(
        target=str(target.identity.name),
        family=target.identity.family,
        digest=target.identity.digest,
        is_usable=_answers(_ask(target, _VITAL)) == _expected(target),
        observations=tuple(_observe(target, program) for program in asked),
        fresh_per_second=speed,
        live_per_second=speed,
    )


def _observe(target: AnalyzerTarget, program: TinyProgram) -> Observation:
    """Not to know is right, too; what is seen tells it apart."""
    verdicts = _ask(target, program)
    is_right = all(
        verdict.outcome is Outcome.ANSWERED and verdict.answers[0] in (truth, Answer.UNKNOWN)
        for verdict, truth in zip(verdicts, _TRUTH, strict=True)
    )
    expected = ", ".join(_expected(target))
    return Observation(program.about, expected, ", ".join(map(_seen, verdicts)), is_right)


def _ask(target: AnalyzerTarget, program: TinyProgram) -> tuple[Verdict, ...]:
    return tuple(target.answer(query, _LIMITS) for query in program.queries())


def _answers(verdicts: tuple[Verdict, ...]) -> tuple[Answer, ...]:
    return tuple(answer for verdict in verdicts for answer in verdict.answers)


def _expected(target: AnalyzerTarget) -> tuple[Answer, ...]:
    """The truth, as far as the target makes claims."""
    claims = target.capabilities.claims
    return tuple(answer if answer in claims else Answer.UNKNOWN for answer in _TRUTH)


def _seen(verdict: Verdict) -> str:
    if verdict.outcome is not Outcome.ANSWERED:
        return f"{verdict.outcome}: {verdict.detail}"
    return verdict.answers[0]
