"""Reading and printing SMT-LIB."""

from __future__ import annotations

import pytest

from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import ReadError, parse, to_text
from gadfly.lang.smt.sorts import BOOL, INT, REAL, STRING, array, bitvec
from gadfly.lang.smt.terms import Shape, post_order


def printed(text: str) -> str:
    """The last assertion of a script, printed."""
    return print_term(read_script(text).assertions[-1])


def test_s_expressions_with_strings_comments_and_bars() -> None:
    text = '(a |b c| |d| "x""(y" ; ignored ( " |\n (e))'
    assert parse(text) == [["a", "|b c|", "d", '"x""(y"', ["e"]]]
    assert to_text(parse(text)[0]) == '(a |b c| d "x""(y" (e))'


@pytest.mark.parametrize("text", ["(a", "a)", '"open', "|open"])
def test_broken_text_is_a_read_error(text: str) -> None:
    with pytest.raises(ReadError):
        parse(text)


def test_let_becomes_sharing_and_comes_back() -> None:
    script = "(declare-const x Int)(assert (let ((y (+ x 1))) (let ((z (* y y))) (= z (+ z y)))))"
    [term] = read_script(script).assertions
    assert sum(t.name == "+" for t in post_order([term])) == 2
    assert print_term(term) == "(let ((g!0 (+ x 1))) (let ((g!1 (* g!0 g!0))) (= g!1 (+ g!1 g!0))))"


def test_let_binds_in_parallel_and_shadows() -> None:
    text = "(declare-const x Int)(declare-const y Int)(assert (let ((x y) (y x)) (let ((x 3)) (< x y))))"
    assert printed(text) == "(< 3 x)"


def test_shared_terms_under_a_binder_stay_under_it() -> None:
    text = (
        "(declare-fun f (Int) Int)(declare-const c Int)"
        "(assert (forall ((x Int)) (and (= (f (f x)) (f x)) (= (f (+ c c)) (f (+ c c))))))"
    )
    assert printed(text) == (
        "(let ((g!1 (f (+ c c)))) (forall ((x Int)) (let ((g!0 (f x))) (and (= (f g!0) g!0) (= g!1 g!1)))))"
    )


def test_a_bound_variable_never_captures() -> None:
    text = "(declare-const x Int)(assert (let ((y (+ x 1))) (forall ((x Int)) (exists ((x Int)) (< x y)))))"
    [term] = read_script(text).assertions
    again = read_script(f"(declare-const x Int)(assert {print_term(term)})").assertions[0]
    free = [t for t in post_order([again]) if t.shape is Shape.SYMBOL]
    assert [t.name for t in free] == ["x"]
    assert not again.is_open


def test_definitions_are_expanded() -> None:
    text = (
        "(declare-const a Bool)(define-fun both ((p Bool) (q Bool)) Bool (and p q))"
        "(define-const t Bool true)(define-sort B () Bool)(declare-const b B)(assert (both a (both b t)))"
    )
    assert printed(text) == "(and a (and b true))"


def test_integers_become_reals_where_a_real_is_wanted() -> None:
    text = "(declare-const r Real)(declare-const i Int)(declare-fun f (Real) Real)"
    assert printed(text + "(assert (< r 2))") == "(< r 2.0)"
    assert printed(text + "(assert (< r (- 2)))") == "(< r (- 2.0))"
    assert printed(text + "(assert (= (f 3) (+ r i)))") == "(= (f 3.0) (+ r (to_real i)))"
    assert printed(text + "(assert (> (/ 1 3) 0.25))") == "(> (/ 1.0 3.0) (/ 1.0 4.0))"


def test_sorts_of_terms() -> None:
    text = (
        "(declare-const a (Array Int (_ BitVec 8)))(declare-const s String)"
        "(assert (and (= (bvadd (select a 1) #x0f) ((_ extract 7 0) (concat #b1 (_ bv3 8))))"
        ' (= s "\\u{61}") (= ((as const (Array Int (_ BitVec 8))) #x00) a)))'
    )
    sorts = {t.sort for t in post_order(read_script(text).assertions)}
    assert sorts == {BOOL, INT, STRING, bitvec(8), bitvec(9), bitvec(1), array(INT, bitvec(8))}


def test_datatypes_plain_and_parametric() -> None:
    text = (
        "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))"
        "(declare-datatype Colour ((red) (mixed (part Int))))"
        "(declare-const l (List Int))(declare-const c Colour)"
        "(assert (and (= l (cons 1 (as nil (List Int)))) ((_ is cons) l) (is-mixed c) (< (head l) (part c))))"
    )
    script = read_script(text)
    assert print_term(script.assertions[0]) == (
        "(and (= l (cons 1 (as nil (List Int)))) ((_ is cons) l) ((_ is mixed) c) (< (head l) (part c)))"
    )
    assert set(script.datatypes) == {"List", "Colour"}


def test_checks_see_what_the_stack_holds() -> None:
    text = (
        "(declare-const p Bool)(declare-const q Bool)(assert p)(push 1)(assert q)(check-sat)(get-model)"
        "(pop 1)(check-sat-assuming ((not q)))(check-sat-using smt)(reset-assertions)(check-sat)"
    )
    script = read_script(text)
    seen = [[print_term(t) for t in check.assertions] for check in script.checks]
    assert seen == [["p", "q"], ["p", "(not q)"], ["p"], []]
    assert [check.wants_model for check in script.checks] == [True, False, False, False]
    assert [print_term(t) for t in script.assertions] == ["p", "q"]


def test_named_terms_can_be_referred_to() -> None:
    assert printed("(declare-const p Bool)(assert (! p :named n))(assert (not n))") == "(not p)"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(assert 1)", "asserts a Int"),
        ("(assert (f 1))", "unknown symbol f"),
        ("(declare-const x Int)(declare-const x Bool)", "declared twice"),
        ("(assert (= 1 true))", "="),
        ("(declare-fun f (Int) Bool)(assert (f))", "not a term|takes 1"),
        ("(pop 1)", "pop without push"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "not read"),
        ("(declare-const x (_ BitVec 0))", "at least one bit"),
        ("(assert ((_ extract 9 0) #x00))", "extract"),
        ("(frobnicate)", "unknown command"),
        ("(declare-const x Nope)", "unknown sort"),
        ("(assert " + "(not " * 100_000 + "true" + ")" * 100_001, "nested more than"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(ReadError, match=reason):
        read_script(text)


def test_deep_terms_are_read_and_printed_without_recursion() -> None:
    depth = 9000
    text = "(declare-const p Bool)(assert " + "(not " * depth + "p" + ")" * (depth + 1)
    [term] = read_script(text).assertions
    assert term.depth == depth + 1
    assert print_term(term) == "(not " * depth + "p" + ")" * depth


def test_real_literals_keep_their_value() -> None:
    [term] = read_script("(declare-const r Real)(assert (= r 1.50))").assertions
    assert print_term(term) == "(= r (/ 3.0 2.0))"
    assert REAL in {t.sort for t in post_order([term])}
