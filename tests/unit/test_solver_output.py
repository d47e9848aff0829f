"""Reading what solvers print, and the traps in it.

The outputs were recorded from real releases, except those of MathSAT, OpenSMT and STP, which are not
packaged anywhere: theirs are written from memory of how they print, and no run has confirmed them.
"""

from __future__ import annotations

import pytest

from gadfly.core.words import Answer
from gadfly.targets.solvers.output import crash_message, read, says_timeout

SAT, UNSAT, UNKNOWN = Answer.SAT, Answer.UNSAT, Answer.UNKNOWN


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("", ()),
        ("sat\n", (SAT,)),
        ("unsat\n", (UNSAT,)),
        ("sat\nunsat\nunknown\n", (SAT, UNSAT, UNKNOWN)),
        ("unknown (INCOMPLETE)\nsat\n", (UNKNOWN, SAT)),  # cvc5
        ("success\nsuccess\nsat\n", (SAT,)),  # SMTInterpol, yices --interactive
        ("unsupported\n; ignoring unsupported logic X line: 1 position: 0\nsat\n", (SAT,)),  # z3
        ("[btorsmt2] WARNING no 'exit' command at end of 'q.smt2'\nunsat\n", (UNSAT,)),  # Boolector 1.5
        ("WARNING: unknown attribute :foo\nsat\n", (SAT,)),  # z3
        ('"a note from (echo)"\nsat\n', (SAT,)),
        ('"two\nlines, sat\n"\nunsat\n', (UNSAT,)),
        ('sat\n(reason-unknown "sat")\n', (SAT,)),
        ("sat\n((x 1) (|sat\nunsat| 2))\nunsat\n", (SAT, UNSAT)),  # get-value
    ],
)
def test_answers(text: str, answers: tuple[Answer, ...]) -> None:
    reading = read(text)
    assert reading.answers == answers
    assert reading.models == ("",) * len(answers)
    assert reading.is_whole


@pytest.mark.parametrize(
    ("solver", "text", "model"),
    [
        (
            "z3 4.8.7",
            "sat\n(model \n  (define-fun x () Int\n    4)\n)\n",
            "( \n  (define-fun x () Int\n    4)\n)",
        ),
        ("z3 5.4", "sat\n(\n  (define-fun x () Int\n    4)\n)\n", "(\n  (define-fun x () Int\n    4)\n)"),
        (
            "z3 with an uninterpreted sort",
            "sat\n(\n  ;; universe for S:\n  ;;   S!val!0 \n  (declare-fun S!val!0 () S)\n)\n",
            "(\n  ;; universe for S:\n  ;;   S!val!0 \n  (declare-fun S!val!0 () S)\n)",
        ),
        (
            "cvc4 1.8",
            "sat\n(model\n(define-fun x () (_ BitVec 8) #b00000100)\n)\n",
            "(\n(define-fun x () (_ BitVec 8) #b00000100)\n)",
        ),
        (
            "cvc5 1.0.3",
            'sat\n(\n(define-fun s () String ")(")\n)\n',
            '(\n(define-fun s () String ")(")\n)',
        ),
        (
            "yices 2.6.5",
            "sat\n(model\n  (define-fun x () (_ BitVec 8) #b00000000))\n",
            "(\n  (define-fun x () (_ BitVec 8) #b00000000))",
        ),
        (
            "boolector 3.2.4",
            "sat\n(\n  (define-fun a (\n   (a_x0 (_ BitVec 1))) (_ BitVec 1)\n      #b0)\n)\n",
            "(\n  (define-fun a (\n   (a_x0 (_ BitVec 1))) (_ BitVec 1)\n      #b0)\n)",
        ),
        ("princess", "sat\n(model\n  (define-fun x () Int 4)\n)\n", "(\n  (define-fun x () Int 4)\n)"),
        ("mathsat 5.6", "sat\n( (define-fun x () Int 4)\n )\n", "( (define-fun x () Int 4)\n )"),
        (
            "opensmt 2.5",
            "sat\n(\n  (define-fun x () Int\n    4)\n)\n",
            "(\n  (define-fun x () Int\n    4)\n)",
        ),
        ("an empty model", "sat\n()\n", "()"),
        ("an empty old model", "sat\n(model)\n", "()"),
    ],
)
def test_models(solver: str, text: str, model: str) -> None:
    reading = read(text + "unsat\n")
    assert reading.answers == (SAT, UNSAT), solver
    assert reading.models == (model, ""), solver


@pytest.mark.parametrize(
    ("solver", "text", "answers", "error"),
    [
        (
            "z3",
            'sat\n(error "line 3 column 10: unknown constant y")\nsat\n',
            (SAT,),
            "line 3 column 10: unknown constant y",
        ),
        (
            "cvc5",
            '(error "Parse Error: q.smt2:3.14: Symbol y is not declared.\n\n  (assert (= x y))\n   ^\n")\n',
            (),
            "Parse Error: q.smt2:3.14: Symbol y is not declared. (assert (= x y)) ^",
        ),
        (
            "yices",
            '(error "at line 3, column 14: undefined term: y")\n',
            (),
            "at line 3, column 14: undefined term: y",
        ),
        (
            "smtinterpol",
            '(error "q.smt2:2:18: Undeclared sort ((_ BitVec [8]) 0)")\n(error "q.smt2:3:11: x")\nsat\n',
            (),
            "q.smt2:2:18: Undeclared sort ((_ BitVec [8]) 0)",
        ),
        ("mathsat", '(error "unknown symbol: y (line: 3)")\nsat\n', (), "unknown symbol: y (line: 3)"),
        ("a quote inside", '(error "bad ""name"" here")\nsat\n', (), 'bad "name" here'),
    ],
)
def test_nothing_counts_after_an_error(
    solver: str, text: str, answers: tuple[Answer, ...], error: str
) -> None:
    reading = read(text)
    assert (reading.answers, reading.error) == (answers, error), solver
    assert not reading.is_whole


def test_an_opinion_about_the_status_is_no_error() -> None:
    reading = read('sat\n(error "line 5 column 10: check annotation that says unsat")\nunsat\n')
    assert reading.answers == (SAT, UNSAT)
    assert reading.is_whole


@pytest.mark.parametrize(
    ("solver", "text", "noise"),
    [
        ("stp", "sat\nsyntax error: line 3 syntax error\n  token: y\nunsat\n", "syntax error: line 3"),
        ("princess", "sat\nerror\n", "error"),
        ("z3 -T", "sat\ntimeout\n", "timeout"),
        ("a truncated model", "sat\n(model\n  (define-fun x () Int 4)\n", "(model"),
        ("not a solver", "sat\nhello\n", "hello"),
        ("one word more", "sat\nsat indeed\n", "sat indeed"),
        ("a stray parenthesis", "sat\n)\n", ")"),
    ],
)
def test_reading_ends_with_noise(solver: str, text: str, noise: str) -> None:
    reading = read(text)
    assert reading.answers == (SAT,), solver
    assert reading.noise.startswith(noise)
    assert not reading.is_whole


@pytest.mark.parametrize(
    "text",
    [
        "ASSERTION VIOLATION\nFile: ../src/ast/ast.cpp\nLine: 388\n",
        "noise\nUNEXPECTED CODE WAS REACHED.\nZ3 4.8.7.0\nPlease file an issue\n",
        "Fatal failure within void cvc5::internal::f() at g.cpp:10\nCheck failure\n",
        "boolector: btorcore.c:10: f: Assertion `x' failed.\n",
        "terminate called after throwing an instance of 'std::out_of_range'\n",
        'Exception in thread "main" java.lang.NullPointerException\n\tat ap.Main.main(Main.scala:3)\n',
    ],
)
def test_crash_messages(text: str) -> None:
    message = crash_message(text)
    assert message
    assert "\n" not in message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sat\n",
        "ap.parser.Environment$EnvironmentException: Symbol y not declared\n\tat ap.parser.f(E:1)\n",
        "q.smt2:3: unsupported command 'define-fun'\n",
        "java.lang.StackOverflowError\n",
    ],
)
def test_limits_are_no_crashes(text: str) -> None:
    assert crash_message(text) == ""


def test_timeouts_are_recognised_in_noise_only_as_a_word() -> None:
    assert says_timeout("timeout\n")
    assert says_timeout("cvc5 interrupted by timeout.\n")
    assert not says_timeout("unknown option timeout_ms\n")
