"""Models as real solvers print them, and as we do.

The texts of z3 5.4, cvc5, bitwuzla and yices are what these answered, shortened; one definition in z3's is
ours. Those of cvc4 and of old z3 (`as-array`, lambda) are edited from them, not recorded.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, ModelError, default_value, print_model, read_model, value_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sorts import BOOL, INT, REAL, ROUNDING_MODE, STRING, Sort, array, bitvec, floating
from gadfly.lang.smt.terms import Bank
from gadfly.lang.smt.values import UNDECIDED, Constructed, Element, FloatValue, Value, array_value

GENERAL = """(declare-sort U 0)
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const c (Array U U))
(declare-fun f (Int) Int) (declare-fun g (U U) U) (declare-const u U) (declare-const v U)
(declare-const l L) (declare-const x Real) (declare-const |odd name| Int) (declare-const s String)
(assert (= (select a 1) 2)) (assert (distinct a b)) (assert (= 7 (f (f 3))))
(assert (distinct u v)) (assert (distinct (g u v) (g v u) u v))
(assert ((_ is cons) l)) (assert (= (* 3.0 x) (- 1.0))) (assert (< |odd name| (- 4)))
(assert (= (str.len s) 3)) (assert (distinct (select c u) (select c v)))
"""

Z3 = """(
  ;; universe for U:
  ;;   U!val!1 U!val!3 U!val!0 U!val!2
  (declare-fun U!val!1 () U)
  (declare-fun U!val!3 () U)
  (declare-fun U!val!0 () U)
  (declare-fun U!val!2 () U)
  ;; cardinality constraint:
  (forall ((x U)) (or (= x U!val!1) (= x U!val!3) (= x U!val!0) (= x U!val!2)))
  (define-fun b () (Array Int Int)
    (store ((as const (Array Int Int)) 2) 0 3))
  (define-fun s () String
    "BCA")
  (define-fun u () U
    U!val!0)
  (define-fun v () U
    U!val!1)
  (define-fun l () L
    (cons 5 nil))
  (define-fun c () (Array U U)
    (store ((as const (Array U U)) U!val!1) U!val!0 U!val!2))
  (define-fun a () (Array Int Int)
    ((as const (Array Int Int)) 2))
  (define-fun |odd name| () Int
    (- 5))
  (define-fun x () Real
    (- (/ 1.0 3.0)))
  (define-fun f ((x!0 Int)) Int
    (ite (= x!0 4) 7
      4))
  (define-fun g ((x!0 U) (x!1 U)) U
    (ite (and (= x!0 U!val!1) (= x!1 U!val!0)) U!val!3
      U!val!2))
)"""

CVC5 = """(
; cardinality of U is 6
; rep: (as @U_0 U)
(define-fun a () (Array Int Int) (store (store ((as const (Array Int Int)) 1) 1 2) 0 (- 1)))
(define-fun b () (Array Int Int) ((as const (Array Int Int)) 0))
(define-fun f ((_arg_1 Int)) Int (ite (= _arg_1 3) (- 2) 7))
(define-fun g ((_arg_1 U) (_arg_2 U)) U
 (ite (= (as @U_1 U) _arg_1) (ite (= (as @U_0 U) _arg_2) (as @U_3 U) (as @U_2 U)) (as @U_2 U)))
(define-fun u () U (as @U_0 U))
(define-fun v () U (as @U_1 U))
(define-fun l () L (cons (- 3) nil))
(define-fun x () Real (/ (- 1) 3))
(define-fun |odd name| () Int (- 5))
(define-fun s () String "AAA")
(define-fun c () (Array U U)
 (store (store ((as const (Array U U)) (as @U_0 U)) (as @U_0 U) (as @U_4 U)) (as @U_1 U) (as @U_5 U)))
)"""

# In the style of cvc4: the word `model`, declared sorts, elements without `as`.
CVC4 = CVC5.replace("(\n;", "(model\n(declare-sort U 0)\n;", 1)
for number in range(6):
    CVC4 = CVC4.replace(f"(as @U_{number} U)", f"@uc_U_{number}")

# In the style of z3 before 4.8: arrays are auxiliary functions.
OLD_Z3 = Z3.replace("(\n", "(model\n", 1).replace(
    """(store ((as const (Array Int Int)) 2) 0 3))""",
    """(_ as-array k!0))
  (define-fun k!0 ((x!0 Int)) Int
    (ite (= x!0 0) 3
      2))""",
)

LAMBDA = Z3.replace(
    "(store ((as const (Array Int Int)) 2) 0 3)",
    "(store (lambda ((x!1 Int)) (ite (or (= x!1 0) (= 9 x!1)) 3 (ite (= x!1 0) 8 2))) 4 4)",
)


@pytest.mark.parametrize(
    "text", [Z3, CVC5, CVC4, OLD_Z3, LAMBDA], ids=["z3", "cvc5", "cvc4", "old z3", "lambda"]
)
def test_every_assertion_holds_under_a_solvers_model(text: str) -> None:
    script = read_script(GENERAL)
    model = read_model(text, script)
    assert model.unread == ()
    assert evaluate(script.assertions, model, script.datatypes) == [True] * len(script.assertions)


BITS = """(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const b (Array (_ BitVec 4) (_ BitVec 8)))
(declare-fun f ((_ BitVec 4)) (_ BitVec 8)) (declare-const x (_ BitVec 4)) (declare-const p Bool)
(assert (= (select a x) #x07)) (assert (not (= a b))) (assert (= #x09 (f x))) (assert (= (f #x1) #x08))
(assert (bvult x #x5)) (assert p)
"""

BITWUZLA = """(
  (define-fun a () (Array (_ BitVec 4) (_ BitVec 8))
    (store (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #b00000000) #b0100 #b00000111)
      #b0000 #b11111110))
  (define-fun b () (Array (_ BitVec 4) (_ BitVec 8))
    (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #b00000000) #b0000 #b11111111))
  (define-fun f ((@bzla.var_44 (_ BitVec 4))) (_ BitVec 8)
    (ite (= @bzla.var_44 #b0100) #b00001001 (ite (= @bzla.var_44 #b0001) #b00001000 #b00000000)))
  (define-fun x () (_ BitVec 4) #b0100)
  (define-fun p () Bool true)
)"""

# Yices with --smt2-model-format, and Boolector: an array is printed as a function.
YICES = """(model
  (define-fun a ((x!0 (_ BitVec 4))) (_ BitVec 8) (ite (= x!0 #b0000) #b00000111 #b00001000))
  (define-fun b ((x!0 (_ BitVec 4))) (_ BitVec 8) #b00000111)
  (define-fun f ((x!0 (_ BitVec 4))) (_ BitVec 8) (ite (= x!0 #b0001) #b00001000 #b00001001))
  (define-fun x () (_ BitVec 4) #b0000)
  (define-fun p () Bool true))"""


@pytest.mark.parametrize("text", [BITWUZLA, YICES], ids=["bitwuzla", "yices"])
def test_every_assertion_over_bits_holds_under_a_solvers_model(text: str) -> None:
    script = read_script(BITS)
    model = read_model(text, script)
    assert model.unread == ()
    assert evaluate(script.assertions, model) == [True] * len(script.assertions)


@pytest.mark.parametrize(
    ("declared", "text"), [(GENERAL, Z3), (GENERAL, CVC5), (BITS, BITWUZLA), (BITS, YICES)]
)
def test_a_printed_model_reads_back_as_itself(declared: str, text: str) -> None:
    script = read_script(declared)
    printed = print_model(read_model(text, script))
    assert print_model(read_model(printed, script)) == printed
    assert "@" not in printed
    assert evaluate(script.assertions, read_model(printed, script), script.datatypes) == [True] * len(
        script.assertions
    )


def test_elements_are_declared_and_definitions_sorted() -> None:
    script = read_script("(declare-sort U 0)(declare-const v U)(declare-const u U)(declare-const n Int)")
    model = read_model(
        "((define-fun v () U (as @0 U))(define-fun u () U (as @1 U))(define-fun n () Int (- 2)))", script
    )
    assert print_model(model).splitlines() == [
        "(declare-fun U!0 () U)",
        "(declare-fun U!1 () U)",
        "(define-fun n () Int (- 2))",
        "(define-fun u () U U!1)",
        "(define-fun v () U U!0)",
    ]


def test_the_order_in_which_a_solver_prints_makes_no_difference() -> None:
    script = read_script("(declare-fun f (Int) Int)\n(declare-fun g (Int) Int)\n(check-sat)\n")
    f = "(define-fun f ((x!0 Int)) Int (+ x!0 1))\n"
    g = "(define-fun g ((x!0 Int)) Int (* x!0 2))\n"
    assert print_model(read_model(f + g, script)) == print_model(read_model(g + f, script))


def test_the_same_private_name_in_two_sorts_is_two_elements() -> None:
    script = read_script(
        "(declare-sort U 0)(declare-sort V 0)(declare-const u U)(declare-const v V)(declare-const w V)"
        "(assert (= v w))"
    )
    model = read_model(
        "((define-fun u () U (as @0 U))(define-fun v () V (as @0 V))(define-fun w () V (as @0 V)))", script
    )
    assert model.unread == ()
    assert evaluate(script.assertions, model) == [True]


@pytest.mark.parametrize(
    "definition",
    [
        "(define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 1))",
        "(define-fun x () Real true)",
        "(define-fun x ((y Int)) Real 1.0)",
        "(define-fun x () Strange 1.0)",
        "(define-fun a () (Array Int Int) (lambda ((i Int)) (+ i 1)))",
        "(define-fun a () (Array Int Int) (lambda ((i Int)) (ite (< i 3) 1 2)))",
        "(define-fun a () (Array Int Int) (_ as-array missing))",
        "(define-fun u () U @uc_W_0)",
        "(define-fun a () " + "(Array Int " * 3000 + "Int" + ")" * 3000 + " 1)",
        "(define-fun |odd name| () Int " + "9" * 5000 + ")",
        '(define-fun s () String "\\x41")',
    ],
)
def test_what_is_not_understood_is_unread_and_undecided(definition: str) -> None:
    script = read_script(GENERAL)
    model = read_model(f"({definition}(define-fun v () U (as @U_1 U)))", script)
    name = "|odd name|" if "|" in definition else definition.split()[1]
    assert model.unread == (name,)
    assert list(model.definitions) == ["v"]
    assert name not in model.completed(script).definitions


def test_an_array_computed_from_its_index_is_unread_even_if_the_index_is_named_like_a_symbol() -> None:
    script = read_script("(declare-const n Int)(declare-const a (Array Int Int))")
    model = read_model(
        "((define-fun n () Int 1)(define-fun a () (Array Int Int) (lambda ((n Int)) n)))", script
    )
    assert model.unread == ("a",)


def test_standard_escapes_in_strings_are_read() -> None:
    script = read_script('(declare-const s String)(assert (= s (str.++ "A" (str.from_code 92) "x41")))')
    assert evaluate(
        script.assertions, read_model('((define-fun s () String "\\u{41}\\u{5c}x41"))', script)
    ) == [True]


@pytest.mark.parametrize(
    "text", ["", "; nothing", '(error "no model")', "unsupported", "((define-fun", "(= x 5)"]
)
def test_what_is_no_model(text: str) -> None:
    with pytest.raises(ModelError):
        read_model(text, read_script(GENERAL))


@pytest.mark.parametrize("text", ["()", "(model)", "(\n)"])
def test_an_empty_model(text: str) -> None:
    assert read_model(text, read_script(GENERAL)) == Model({})


def test_a_completed_model_defines_everything_and_keeps_what_was_there() -> None:
    script = read_script(GENERAL)
    model = read_model("((define-fun x () Real 7.0))", script).completed(script)
    assert set(model.definitions) == set(script.symbols)
    terms = [script.bank.symbol("x", REAL), script.bank.symbol("f", INT, [script.bank.literal(3, INT)])]
    assert evaluate(terms, model, script.datatypes) == [Fraction(7), 0]


L = Sort("L")
NIL = Constructed("nil", (), L)


def _script() -> Script:
    return read_script(GENERAL + "(declare-datatypes ((Endless 0)) (((more (rest Endless)))))")


@pytest.mark.parametrize(
    ("sort", "value"),
    [
        (BOOL, False),
        (bitvec(3), 0),
        (floating(3, 4), FloatValue(floating(3, 4), 0)),
        (array(INT, L), array_value(array(INT, L), NIL, {})),
        (L, NIL),
    ],
)  # fmt: skip
def test_defaults(sort: Sort, value: Value) -> None:
    assert default_value(sort, _script().datatypes) == value


def test_no_default() -> None:
    assert default_value(Sort("Endless"), _script().datatypes) is UNDECIDED
    assert default_value(Sort("RegLan"), {}) is UNDECIDED


@pytest.mark.parametrize(
    ("sort", "value"),
    [
        (BOOL, True),
        (INT, -7),
        (REAL, Fraction(-7, 3)),
        (bitvec(70), 1 << 69),
        (STRING, 'a"\\\x00'),
        (ROUNDING_MODE, "RTZ"),
        (floating(3, 4), FloatValue(floating(3, 4), 0b1010011)),
        (floating(3, 4), FloatValue(floating(3, 4), 0, is_nan=True)),
        (Sort("U"), Element(Sort("U"), "U!3")),
        (L, Constructed("cons", (4, NIL), L)),
        (array(bitvec(2), L), array_value(array(bitvec(2), L), NIL, {1: Constructed("cons", (4, NIL), L)})),
    ],
)
def test_a_value_put_into_a_term_has_that_value(sort: Sort, value: Value) -> None:
    datatypes = _script().datatypes
    term = value_term(value, sort, Bank(), datatypes)
    assert term.sort == sort
    assert evaluate([term], Model({}), datatypes) == [value]
