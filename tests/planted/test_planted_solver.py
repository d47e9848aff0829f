"""The planted solver is right when it should be (z3 vouches for it) and wrong when it should be."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Language, Limits, Outcome, Query, TargetName, Verdict
from gadfly.run.command import Ended, run
from gadfly.targets.catalog import Entry
from gadfly.targets.install import ensure
from gadfly.targets.planted.defects import DEFECTS
from gadfly.targets.planted.settings import OPTIONS
from gadfly.targets.planted.tool import TOOL, WITHOUT_DEFECT
from gadfly.targets.solvers.output import Reading, read
from gadfly.targets.solvers.target import SolverTarget

Z3 = [str(Path(sys.executable).parent / "z3"), "-in"]
PLANTED = [sys.executable, "-m", "gadfly.targets.planted.solver"]
AMPLE = Limits(wall_seconds=300, cpu_seconds=300)

SAT, UNSAT, UNKNOWN = Answer.SAT, Answer.UNSAT, Answer.UNKNOWN


# Asking many scripts in one process


def ask(command: Sequence[str], scripts: Sequence[str]) -> list[Reading]:
    """What a solver says to each script when it gets them one after another."""
    text = "".join(f'{script}\n(reset)\n(echo "next")\n' for script in scripts)
    done = run(command, AMPLE, stdin=text)
    assert done.ended is Ended.EXITED, done.detail
    *parts, rest = re.split(r'^"?next"?\n', done.stdout, flags=re.MULTILINE)
    assert (len(parts), rest) == (len(scripts), "")
    return [read(part) for part in parts]


def answers(readings: Sequence[Reading]) -> list[tuple[Answer, ...]]:
    assert [reading.error for reading in readings] == [""] * len(readings)
    return [reading.answers for reading in readings]


# Random scripts over two Booleans and two bit-vectors

LOGIC = "(set-logic QF_BV)\n"
CONNECTIVES = ("and", "or", "xor", "=>", "=", "distinct")
PREDICATES = ("=", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "bvuaddo",
              "bvsaddo", "bvusubo", "bvssubo", "bvumulo", "bvsmulo", "bvsdivo")  # fmt: skip
FUNCTIONS = ("bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvand", "bvor",
             "bvxor", "bvnand", "bvnor", "bvxnor", "bvshl", "bvlshr", "bvashr")  # fmt: skip


@dataclass(frozen=True)
class Formulas:
    """Draws formulas whose bit-vectors have one width."""

    choices: Choices
    width: int

    @property
    def declarations(self) -> str:
        sort = f"(_ BitVec {self.width})"
        return (
            f"(declare-const p Bool)(declare-fun q () Bool)(declare-const x {sort})(declare-const y {sort})\n"
        )

    def formula(self, depth: int = 3) -> str:
        if depth == 0:
            return self.choices.pick(("p", "q", "true", "(not p)"))
        inner = [self.formula(depth - 1) for _ in range(self.choices.integer(1, 3))]
        bits = f"{self.bits(depth - 1)} {self.bits(depth - 1)}"
        if len(inner) == 1:
            return self.choices.pick((f"({self.choices.pick(PREDICATES)} {bits})", f"(not {inner[0]})"))
        if len(inner) == 3 and self.choices.coin(0.3):
            return f"(ite {' '.join(inner)})"
        return f"({self.choices.pick(CONNECTIVES)} {' '.join(inner)})"

    def bits(self, depth: int) -> str:
        choices = self.choices
        literal = f"(_ bv{choices.below(1 << self.width)} {self.width})"
        if depth == 0:
            return choices.pick(("x", "y", literal))
        a, b = self.bits(depth - 1), self.bits(depth - 1)
        return choices.weighted(
            (
                f"({choices.pick(FUNCTIONS)} {a} {b})",
                f"(ite {self.formula(depth - 1)} {a} {b})",
                f"((_ extract {self.width} 1) (concat {a} {b}))",
                f"((_ extract {self.width - 1} 0) ((_ sign_extend 2) (bvneg {a})))",
                f"((_ {choices.pick(('rotate_left', 'rotate_right'))} {choices.below(6)}) (bvnot {a}))",
                f"(let ((shared {a})) (bvadd shared shared {b}))",
            ),
            (6, 1, 1, 1, 1, 1),
        )


def plain_script(index: int) -> str:
    """Some assertions and one question."""
    formulas = Formulas(Choices.of("planted", "plain", index), 2 + index % 4)
    assertions = "".join(f"(assert {formulas.formula()})\n" for _ in formulas.choices.repeat(1, 8))
    return f"{LOGIC}{formulas.declarations}{assertions}(check-sat)\n"


def incremental_script(index: int) -> str:
    """A walk up and down the assertion stack, with questions on the way."""
    formulas = Formulas(Choices.of("planted", "incremental", index), 2 + index % 4)
    choices = formulas.choices
    lines = [LOGIC + formulas.declarations]
    levels = 0
    for _ in choices.repeat(6, 16):
        match choices.pick(("assert", "push", "check", "pop", "assume", "restart")):
            case "assert":
                lines.append(f"(assert {formulas.formula(2)})")
            case "push":
                count = choices.integer(1, 2)
                levels += count
                name = f"f{len(lines)}"
                definition = f"(define-fun {name} () Bool {formulas.formula(1)})"
                lines.append(f"(push {count}){definition}(assert (=> {name} p))")
            case "pop" if levels:
                lines.append(f"(pop {levels})" if choices.coin(0.2) else "(pop 1)")
                levels = 0 if lines[-1] != "(pop 1)" else levels - 1
            case "assume":
                lines.append(f"(check-sat-assuming ({choices.pick(('p', '(not q)', 'p q'))}))")
            case "restart" if choices.coin(0.2):
                lines.append(f"(reset){LOGIC}{formulas.declarations}")
                levels = 0
            case _:
                lines.append("(check-sat)")
    return "\n".join([*lines, "(check-sat)\n"])


def grounded(script: str, model: str) -> str:
    """The script with the model in the place of its declarations."""
    definitions = model.strip()[1:-1]
    return re.sub(r"\(declare-const.*\n", lambda _: definitions, script)


# Without a defect


def test_agrees_with_z3_and_gives_models() -> None:
    scripts = [plain_script(index) for index in range(300)]
    readings = ask(PLANTED, [f"{script}(get-model)" for script in scripts])
    said = [reading.answers for reading in readings]
    assert said == answers(ask(Z3, scripts))
    counts = Counter(said)
    assert min(counts[SAT,], counts[UNSAT,]) >= 60, counts

    satisfiable = [
        grounded(script, reading.models[0])
        for script, reading in zip(scripts, readings, strict=True)
        if reading.answers == (SAT,)
    ]
    assert answers(ask(Z3, satisfiable)) == [(SAT,)] * len(satisfiable)


def test_agrees_with_z3_on_incremental_scripts() -> None:
    scripts = [incremental_script(index) for index in range(100)]
    said = answers(ask(PLANTED, scripts))
    assert said == answers(ask(Z3, scripts))
    counts = Counter(answer for each in said for answer in each)
    assert min(counts[SAT], counts[UNSAT]) >= 60, counts


# As a target


@contextmanager
def planted(version: str, options: tuple[tuple[str, str], ...] = ()) -> Iterator[SolverTarget]:
    (release,) = (release for release in TOOL.releases if release.version == version)
    name = TargetName("planted", version, options)
    target = SolverTarget(name, TOOL, release, ensure(Entry(TOOL, release)))
    with closing(target):
        yield target


Asking = Callable[[SolverTarget, Query, Limits], Verdict]
CONSTANTS = "(declare-const p Bool)(declare-const q Bool)(declare-const x (_ BitVec 4))\n"


@dataclass(frozen=True)
class Case:
    """A script that shows a defect, and one that just does not."""

    shows: str
    outcome: Outcome
    says: tuple[Answer, ...]
    hides: str
    rightly: tuple[Answer, ...]
    detail: str = ""
    limits: Limits = AMPLE
    options: tuple[tuple[str, str], ...] = ()


def query(commands: str) -> Query:
    return Query(Language.SMT, CONSTANTS + commands, "QF_BV")


DEEP = "p"
for _ in range(11):
    DEEP = f"(and q (or p {DEEP}))"

CASES = {
    "wrong-unsat": Case(
        shows="(assert (not (xor p q)))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(assert (xor p (not q)))(check-sat)",
        rightly=(SAT,),
    ),
    "wrong-sat": Case(
        shows="(assert p)(assert q)(assert (= x #x1))(assert (not p))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT,),
        hides="(assert p)(assert (not p))(check-sat)",
        rightly=(UNSAT,),
    ),
    "wrong-incremental": Case(
        shows="(push 1)(assert p)(check-sat)(pop 1)(assert q)(check-sat)(assert (= x #x1))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT, SAT, UNSAT),
        hides="(push 1)(assert p)(assert q)(check-sat)(pop 1)(assert q)(check-sat)",
        rightly=(SAT, SAT),
    ),
    "wrong-second-check": Case(
        shows="(assert p)(check-sat)(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT, UNSAT),
        hides="(assert p)(check-sat)(assert q)(check-sat)",
        rightly=(SAT, SAT),
    ),
    "wrong-large-core": Case(
        shows="(assert (or p q))(assert (not p))(assert (not q))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT,),
        hides="(assert p)(assert (not p))(assert q)(check-sat)",
        rightly=(UNSAT,),
    ),
    "wrong-assumed": Case(
        shows="(assert (not p))(check-sat-assuming (q p))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT, SAT),
        hides="(assert (and p (not p)))(check-sat-assuming (q))",
        rightly=(UNSAT,),
    ),
    "sticky-unsat": Case(
        shows="(assert p)(push 1)(assert (not p))(check-sat)(pop 1)(check-sat)(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT, UNSAT, SAT),
        hides="(assert p)(push 1)(check-sat)(pop 1)(check-sat)(check-sat-assuming ((not p)))(check-sat)",
        rightly=(SAT, SAT, UNSAT, SAT),
    ),
    "wrong-definition": Case(
        shows="(define-fun f () Bool (or p q))(assert f)(assert (not (and f p)))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(define-fun f () Bool (or p q))(assert (and f (not p) f))(check-sat)",
        rightly=(SAT,),
    ),
    "wrong-let": Case(
        shows="(assert (let ((a p)) (let ((b (or a q))) (let ((c b)) c))))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(assert (let ((a p)) (let ((b (or a q))) b)))(assert (let ((a p)) a))(check-sat)",
        rightly=(SAT,),
    ),
    "wrong-modulo": Case(
        shows="(assert (= (bvsmod x #x3) #xf))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT,),
        hides="(assert (= (bvsmod x #x3) #xf (bvand x #x7)))(check-sat)",
        rightly=(UNSAT,),
    ),
    "wrong-shift": Case(
        shows="(assert (= (bvashr #x8 (bvor x #x4)) #xf))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(assert (= (bvashr #x8 (bvand x #x3)) #xf))(check-sat)",
        rightly=(SAT,),
    ),
    "wrong-overflow": Case(
        shows="(assert (bvsaddo x #x1))(assert (distinct x #xf))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(assert (bvuaddo x #x1))(check-sat)",
        rightly=(SAT,),
    ),
    "wrong-boundary": Case(
        shows="(assert (= (bvmul x #x2) #x8))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(assert (= (bvmul x #x2) #x4))(assert (= #x8 #x8))(check-sat)",
        rightly=(SAT,),
    ),
    "wrong-equal-branches": Case(
        shows="(assert (= x (ite p #x1 #x1) #x1))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(assert (= x (ite p #x1 #x2) #x1))(check-sat)",
        rightly=(SAT,),
    ),
    "wrong-distinct": Case(
        shows="(assert (distinct x #x0 #x1 x))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT,),
        hides="(assert (distinct x #x0 x))(check-sat)",
        rightly=(UNSAT,),
    ),
    "wrong-backwards": Case(
        shows="(assert p)(assert q)(assert (= x #x1))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNSAT,),
        hides="(assert p)(assert q)(check-sat)",
        rightly=(SAT,),
        options=(("conjoin", "backwards"),),
    ),
    "options-disagree": Case(
        shows="(assert (ite p q (not q)))(assert p)(assert (not q))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(SAT,),
        hides="(assert p)(assert (not p))(check-sat)",
        rightly=(UNSAT,),
        options=(("early-stop", ""),),
    ),
    "gives-up": Case(
        shows="(assert (= (bvmul x x) #x9))(check-sat)",
        outcome=Outcome.ANSWERED,
        says=(UNKNOWN,),
        hides="(assert (= (bvmul x #x3) #x9))(check-sat)",
        rightly=(SAT,),
    ),
    "crash": Case(
        shows="(assert p)(check-sat)(assert (ite (not p) q p))(check-sat)",
        outcome=Outcome.CRASH,
        says=(SAT,),
        hides="(assert (ite p (not q) p))(check-sat)",
        rightly=(SAT,),
        detail="ASSERTION VIOLATION",
    ),
    "segfault": Case(
        shows=f"(assert {DEEP})(check-sat)",
        outcome=Outcome.CRASH,
        says=(),
        hides="(assert (and p (or p q)))(check-sat)",
        rightly=(SAT,),
        detail="SIGSEGV",
    ),
    "hang": Case(
        shows="(assert (not (not p)))(check-sat)",
        outcome=Outcome.TIMEOUT,
        says=(),
        hides="(assert (not (and p (not p))))(check-sat)",
        rightly=(SAT,),
        limits=Limits(wall_seconds=1),
    ),
    "memory-hog": Case(
        shows="(assert (xor p q))(check-sat)",
        outcome=Outcome.OUT_OF_MEMORY,
        says=(),
        hides="(assert (= p q))(check-sat)",
        rightly=(SAT,),
        limits=replace(AMPLE, memory_bytes=256 << 20),
    ),
    "garbage": Case(
        shows="(assert (distinct p q))(check-sat)",
        outcome=Outcome.UNSUPPORTED,
        says=(),
        hides="(assert (not (= p q)))(check-sat)",
        rightly=(SAT,),
        limits=replace(AMPLE, output_bytes=1 << 20),
    ),
    "error-then-sat": Case(
        shows="(assert p)(check-sat)(assert (or (not p) false))(check-sat)",
        outcome=Outcome.UNSUPPORTED,
        says=(SAT,),
        hides="(assert (not (or p q)))(check-sat)",
        rightly=(SAT,),
        detail="cannot handle this assertion",
    ),
}


@pytest.mark.parametrize("asked", [SolverTarget.answer, SolverTarget.answer_fresh])
@pytest.mark.parametrize("name", sorted(DEFECTS.keys() - {"wrong-model"}))
def test_a_defect_shows_on_some_scripts_only(name: str, asked: Asking) -> None:
    case = CASES[name]
    with planted(name, case.options) as target:
        shown = asked(target, query(case.shows), case.limits)
        assert (shown.outcome, shown.answers) == (case.outcome, case.says), shown
        assert case.detail in shown.detail
        hidden = asked(target, query(case.hides), AMPLE)
        assert (hidden.outcome, hidden.answers) == (Outcome.ANSWERED, case.rightly), hidden


@pytest.mark.parametrize("name", sorted(CASES))
def test_without_the_defect_the_same_scripts_are_answered_rightly(name: str) -> None:
    question = query(CASES[name].shows)
    with planted(WITHOUT_DEFECT) as target:
        verdict = target.answer(question, AMPLE)
    assert (verdict.outcome, [verdict.answers]) == (Outcome.ANSWERED, answers(ask(Z3, [question.text])))


@pytest.mark.parametrize("name", sorted(name for name, case in CASES.items() if case.options))
def test_a_defect_under_options_does_not_show_without_them(name: str) -> None:
    question = query(CASES[name].shows)
    with planted(name) as target:
        verdict = target.answer(question, AMPLE)
    assert [verdict.answers] == answers(ask(Z3, [question.text]))


def test_two_option_sets_disagree_in_both_directions() -> None:
    satisfiable, not_so = (
        query(f"(assert (ite p q (not q))){more}(check-sat)") for more in ("", "(assert false)")
    )
    with planted("options-disagree", (("order", "reverse"),)) as target:
        assert [target.answer(each, AMPLE).answers for each in (satisfiable, not_so)] == [(UNSAT,)] * 2
    with planted("options-disagree", (("early-stop", ""),)) as target:
        assert [target.answer(each, AMPLE).answers for each in (satisfiable, not_so)] == [(SAT,)] * 2


def test_no_option_changes_an_answer() -> None:
    scripts = [*map(plain_script, range(40)), *map(incremental_script, range(20))]
    plainly = answers(ask(PLANTED, scripts))
    sets = [((option.name, value),) for option in OPTIONS for value in option.values]
    for options in [*sets, tuple(chosen for each in sets for chosen in each)]:
        assert answers(ask([*PLANTED, *TOOL.written_options(options)], scripts)) == plainly, options


def test_options_change_models() -> None:
    script = [f"{LOGIC}{CONSTANTS}(assert (or p q (= x #x3)))(check-sat)(get-model)"]
    sets = ((), ("--model=last",), ("--order=reverse",), ("--model=last", "--order=reverse"))
    models = [ask([*PLANTED, *options], script)[0].models for options in sets]
    assert len(set(models)) == 3  # all true is the last model in any order


@pytest.mark.parametrize(
    ("formula", "is_true"),
    [("(or (and p q) (= x #x5) (and q (= x #x5)))", False), ("(or (and p q) (= x #x5) (and q p p))", True)],
)
def test_wrong_model(formula: str, is_true: bool) -> None:
    question = query(f"(assert (and (not p) {formula}))(check-sat)")
    with planted("wrong-model") as target:
        verdict = target.answer(replace(question, text=f"{question.text}(get-model)"), AMPLE)
    assert verdict.answers == (SAT,)
    expected = SAT if is_true else UNSAT
    assert answers(ask(Z3, [grounded(question.text, verdict.models[0])])) == [(expected,)]


@pytest.mark.parametrize(
    "commands",
    [
        "(declare-const i Int)(assert (= i 0))(check-sat)",
        "(declare-fun f (Bool) Bool)(check-sat)",
        "(declare-const y (_ BitVec 17))(assert (= y y))(check-sat)",
        "(assert (forall ((y (_ BitVec 2))) (= y y)))(check-sat)",
        "(check-sat-using smt)",
    ],
)
def test_what_is_beyond_it_is_unsupported(commands: str) -> None:
    with planted(WITHOUT_DEFECT) as target:
        verdict = target.answer(query(commands), AMPLE)
    assert (verdict.outcome, verdict.answers) == (Outcome.UNSUPPORTED, ())
    assert "beyond the planted solver" in verdict.detail


# As a program


def test_goes_on_after_errors() -> None:
    script = """(declare-const x (_ BitVec 2)) ; a comment with a (
(assert (= x #b1)) (assert y) ) junk (pop 1)
(get-model) (get-value (x)) (echo "two
lines (") (assert
  (= x #b11)) (check-sat) (get-model) (exit) (check-sat)"""
    done = run(PLANTED, AMPLE, stdin=script)
    assert done.stdout.splitlines() == [
        '(error "= does not take ((_ BitVec 2) (_ BitVec 1))")',
        '(error "unknown symbol y")',
        '(error "a closing parenthesis too many")',
        '(error "unsupported: command junk")',
        '(error "pop without push")',
        '(error "model is not available")',
        '(error "unsupported: command (get-value (x))")',
        '"two',
        'lines ("',
        "sat",
        "(",
        "  (define-fun x () (_ BitVec 2) #b11)",
        ")",
    ]


def test_declarations_end_with_their_level() -> None:
    script = """(push 1) (declare-const x Bool) (push 1) (pop 2) (declare-const x (_ BitVec 2)) (push 1)
(declare-const y Bool) (assert y) (assert (= x #b10)) (check-sat) (reset-assertions) (assert y) (check-sat)
(get-model)"""
    reading = read(run(PLANTED, AMPLE, stdin=script).stdout)
    assert (reading.answers, reading.error) == ((SAT,), "unknown symbol y")


def test_unfinished_input_is_an_error() -> None:
    done = run(PLANTED, AMPLE, stdin="(check-sat)\n(assert (and true")
    assert done.stdout == 'sat\n(error "2 closing parentheses are missing")\n'


def test_lists_its_defects() -> None:
    done = run([*PLANTED, "--defect", "list"], AMPLE)
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(DEFECTS)
    assert all(len(line.split()) > 5 for line in done.stdout.splitlines())


def test_a_file_that_is_not_there_is_one_line() -> None:
    done = run([*PLANTED, "absent.smt2"], AMPLE)
    assert done.exit_code == 2
    assert (
        done.stderr.splitlines()[-1] == "planted: error: cannot read absent.smt2: No such file or directory"
    )
