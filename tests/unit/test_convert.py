"""Formulas in C: what is written, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gadfly.core.choices import Choices
from gadfly.lang.smt.evaluate import evaluate
from gadfly.lang.smt.model import Model, read_model
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.terms import Bank
from gadfly.techniques.mazes.convert import (
    Converter,
    Corners,
    Ground,
    Manner,
    UnconvertibleError,
    draw_manner,
    make_ground,
    restrictions,
)
from gadfly.techniques.mazes.convert.c_types import Word
from gadfly.techniques.mazes.convert.manner import Base, Carrying, Casting, Operators, Sharing, Signs

DECLARED = """
(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
(declare-const h (_ BitVec 16)) (declare-const u (_ BitVec 32)) (declare-const s (_ BitVec 5))
(declare-const big (_ BitVec 100)) (declare-const pair (_ BitVec 65))
(declare-const i Int) (declare-const j Int) (declare-const p Bool)
(declare-const a (Array Int Int)) (declare-const b (Array Int Int))
(declare-const m (Array (_ BitVec 2) (Array (_ BitVec 8) Bool)))
(declare-fun f (Int) Int)
"""


PLAIN = Manner()


def read(*formulas: str) -> Script:
    return read_script(DECLARED + "".join(f"(assert {formula})\n" for formula in formulas))


def ground_of(script: Script, model: str = "()", length: int = 0) -> Ground:
    return make_ground(script, script.assertions, read_model(model, script), length)


def written(formula: str, manner: Manner = PLAIN) -> str:
    script = read(formula)
    return Converter(ground_of(script), manner).condition(script.assertions[0])


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("(= (bvadd x y) #x01)", "(unsigned char)(v_x + v_y) == 1"),
        ("(= (bvadd s #b00001) s)", "((v_s + 1) & 31) == v_s"),
        ("(= (bvmul h h) h)", "(unsigned short)((unsigned int)v_h * v_h) == v_h"),
        ("(= (bvmul u u) u)", "v_u * v_u == v_u"),
        ("(bvult (bvnot x) y)", "(unsigned char)~v_x < v_y"),
        ("(bvsgt x y)", "(signed char)v_x > (signed char)v_y"),
        ("(bvsgt s s)", "((signed char)(v_s << 3) >> 3) > ((signed char)(v_s << 3) >> 3)"),
        ("(= (bvudiv x y) x)", "(v_y == 0 ? 255 : v_x / v_y) == v_x"),
        ("(= (bvudiv x #x02) x)", "v_x / 2 == v_x"),
        ("(= (bvshl x y) x)", "(v_y < 8 ? (unsigned char)(v_x << v_y) : 0) == v_x"),
        ("(= (bvlshr u #x00000003) u)", "(v_u >> 3u) == v_u"),
        ("(= (bvsrem u #xffffffff) u)", "0u == v_u"),
        ("(= (concat x y) h)", "((v_x << 8) | v_y) == v_h"),
        ("(= ((_ sign_extend 24) x) u)", "(unsigned int)(signed char)v_x == v_u"),
        ("(=> p (= i (- 5)))", "!v_p || v_i == -5LL"),
        ("(= (mod i 3) j)", "(v_i % 3LL >= 0LL ? v_i % 3LL : v_i % 3LL + 3LL) == v_j"),
        ("(< (* i 2) (+ i j))", "v_i * 2LL < v_i + v_j"),
        (
            "(= (mod i j) 0)",
            (
                "v_j != 0LL && "
                "(v_i % v_j >= 0LL ? v_i % v_j : v_j > 0LL ? v_i % v_j + v_j : v_i % v_j - v_j) == 0LL"
            ),
        ),
        ("(= (select a 3) 1)", "v_a[3LL] == 1LL"),
        ("(= (select a i) 1)", "0LL <= v_i && v_i < 1LL && v_a[v_i] == 1LL"),
        ("(select (select m #b01) x)", "v_x < 1 && v_m[1][v_x]"),
        ("(= (select (ite p a b) 0) 0)", "(v_p ? v_a : v_b)[0LL] == 0LL"),
    ],
)
def test_conditions_read_as_a_person_would_write_them(formula: str, text: str) -> None:
    assert written(formula) == text


@pytest.mark.parametrize(
    ("formula", "manner", "text"),
    [
        ("(bvslt x #xff)", Manner(Signs.BIASED), "(v_x ^ 128) < (255 ^ 128)"),
        (
            "(bvslt x y)",
            Manner(Signs.ARITHMETIC),
            "(v_x < 128 ? v_x : v_x - 256) < (v_y < 128 ? v_y : v_y - 256)",
        ),
        (
            "(bvslt u #x00000001)",
            Manner(Signs.ARITHMETIC),
            (
                "(v_u < 2147483648u ? (int)v_u : -(int)(4294967295u - v_u) - 1)"
                " < (1u < 2147483648u ? (int)1u : -(int)(4294967295u - 1u) - 1)"
            ),
        ),
        ("(= (bvudiv x y) x)", Manner(operators=Operators.CALLED), "op_bvudiv_8(v_x, v_y) == v_x"),
        (
            "(= (bvadd x y) x)",
            Manner(casting=Casting.EXPLICIT),
            "(unsigned char)((unsigned int)v_x + (unsigned int)v_y) == v_x",
        ),
        ("(= i 255)", Manner(word=Word.LONG, base=Base.HEXADECIMAL), "v_i == 0xffL"),
        ("(= x y)", Manner(carrying=Carrying.STRUCT), "v_all.v_x == v_all.v_y"),
        ("(= x y)", Manner(carrying=Carrying.POINTER), "v_at->v_x == v_at->v_y"),
        ("(= x y)", Manner(carrying=Carrying.PARAMETERS), "v_x == v_y"),
    ],
)
def test_a_manner_changes_the_text(formula: str, manner: Manner, text: str) -> None:
    assert written(formula, manner) == text


def test_a_write_makes_a_copy_behind_its_restrictions() -> None:
    script = read("(= (store a i 2) b)")
    converter = Converter(ground_of(script, length=4), Manner())
    assert converter.condition(script.assertions[0]) == "condition_0()"
    assert (
        converter.definitions()
        == """static void array_copy_1(long long to[5], long long from[5])
{
    for (int k = 0; k < 5; k++)
        to[k] = from[k];
}

static int array_equal_1(long long a[5], long long b[5])
{
    for (int k = 0; k < 5; k++)
        if (a[k] != b[k])
            return 0;
    return 1;
}

static int condition_0(void)
{
    if (!(0LL <= v_i))
        return 0;
    if (!(v_i < 4LL))
        return 0;
    long long t_1[5];
    array_copy_1(t_1, v_a);
    t_1[v_i] = 2LL;
    return array_equal_1(t_1, v_b);
}
"""
    )


SHARED = "(bvult (bvmul (bvadd x y) (bvadd x y)) (bvadd x y))"


def test_a_shared_term_becomes_a_variable_or_a_function() -> None:
    script = read(SHARED)
    texts = {}
    for sharing in Sharing:
        converter = Converter(ground_of(script), Manner(sharing=sharing, carrying=Carrying.PARAMETERS))
        texts[sharing] = (converter.condition(script.assertions[0]), converter.definitions())
    assert texts[Sharing.INLINE][1] == ""
    assert "    unsigned char t_1 = (unsigned char)(v_x + v_y);\n" in texts[Sharing.VARIABLES][1]
    called, functions = texts[Sharing.FUNCTIONS]
    assert called == "(unsigned char)(shared_1(v_x, v_y) * shared_1(v_x, v_y)) < shared_1(v_x, v_y)"
    assert functions.startswith("static unsigned char shared_1(unsigned char v_x, unsigned char v_y)\n")


def test_conditions_are_remembered() -> None:
    script = read("(= (store a i 2) b)")
    converter = Converter(ground_of(script), Manner())
    assert converter.condition(script.assertions[0]) == converter.condition(script.assertions[0])
    assert converter.definitions().count("condition_") == 1


def test_values_are_read_once_and_bounded() -> None:
    script = read("(= pair pair)", "(= s s)", "(< (+ i (select a 1)) 0)")
    carrier = Converter(ground_of(script), Manner(carrying=Carrying.POINTER, base=Base.HEXADECIMAL)).carrier
    assert (
        carrier.declarations
        == """struct v_values {
    unsigned char v_s;
    unsigned __int128 v_pair;
    long long v_i;
    long long v_a[2];
};
"""
    )
    assert (carrier.parameters, carrier.arguments) == ("struct v_values *v_at", "v_at")
    assert (
        carrier.reading.replace("((unsigned __int128)1ull << 64) | 0xffffffffffffffffull", "MASK")
        == """    struct v_values v_all;
    struct v_values *v_at = &v_all;
    v_at->v_s = __VERIFIER_nondet_uchar() & 0x1f;
    v_at->v_pair = __VERIFIER_nondet_ulonglong();
    v_at->v_pair = ((v_at->v_pair << 64) | __VERIFIER_nondet_ulonglong()) & (MASK);
    v_at->v_i = __VERIFIER_nondet_longlong();
    if (v_at->v_i < -0x3fffffffffffffffLL || v_at->v_i > 0x3fffffffffffffffLL)
        return 0;
    for (int k = 0; k < 2; k++) {
        v_at->v_a[k] = __VERIFIER_nondet_longlong();
        if (v_at->v_a[k] < -0x3fffffffffffffffLL || v_at->v_a[k] > 0x3fffffffffffffffLL)
            return 0;
    }
"""
    )


def test_a_function_is_looked_up_in_a_table() -> None:
    script = read("(= (f i) (f j))")
    ground = ground_of(script, "((define-fun i () Int 1) (define-fun j () Int 2))")
    converter = Converter(ground, Manner(carrying=Carrying.STRUCT))
    assert converter.condition(script.assertions[0]) == "f_f(v_all.v_i) == f_f(v_all.v_j)"
    assert (
        converter.definitions()
        == """static long long f_f(long long x0)
{
    if (x0 == v_all.f_f_key0_0)
        return v_all.f_f_value0;
    if (x0 == v_all.f_f_key1_0)
        return v_all.f_f_value1;
    return v_all.f_f_else;
}
"""
    )


MODEL = """(
(define-fun i () Int 3) (define-fun j () Int (- 99999999999999999999))
(define-fun a () (Array Int Int) (store (store ((as const (Array Int Int)) 7) 0 5) 300 8))
(define-fun f ((x Int)) Int (ite (= x 3) 4 6)))
"""


def test_a_grounded_model_is_what_c_can_have() -> None:
    script = read("(= a b)", "(= (f i) j)", "(= (select a 1) 2)")
    ground = ground_of(script, MODEL)
    grounded = ground.grounded(read_model(MODEL, script))
    assert ground.grounded(grounded).definitions.keys() == grounded.definitions.keys()
    bank, terms = script.bank, script.assertions
    asked = read_script(
        DECLARED
        + "(assert (= (select a 0) 5)) (assert (= (select a 300) 7)) (assert (= j (- 4611686018427387903)))"
        "(assert (= (f 3) 4)) (assert (= (f 5) 6))"
    ).assertions
    assert evaluate(asked, grounded) == [True] * 5
    assert evaluate(restrictions(ground, terms, bank), grounded).count(True) == len(
        restrictions(ground, terms, bank)
    )
    assert ground.values(grounded) == (3, 1 - (1 << 62), 5, 7, 7, 0, 0, 0, 3, 4, 6)


def test_inputs_of_more_than_64_bits_are_read_in_two() -> None:
    script = read("(= big big)")
    model = f"((define-fun big () (_ BitVec 100) (_ bv{(5 << 64) + 9} 100)))"
    ground = ground_of(script, model)
    assert ground.values(ground.grounded(read_model(model, script))) == (5, 9)


def test_what_a_model_leaves_open_has_a_default() -> None:
    script = read("(= (f i) (select a 0))")
    ground = ground_of(script)
    assert ground.values(ground.grounded(Model({}))) == (0, 0, 0, 0, 0)


def restricted(formula: str, *, corners: Corners = Corners.DEFINED, length: int = 0) -> list[str]:
    script = read(formula)
    ground = make_ground(script, script.assertions, Model({}), length, corners)
    return list(map(print_term, restrictions(ground, script.assertions, Bank(script.bank))))


def test_restrictions() -> None:
    bound = str((1 << 62) - 1)
    assert restricted("(= (select (select m #b10) x) p)", length=4) == ["(bvult x #x04)"]
    assert restricted("(= x y)") == []
    assert restricted("(= (div i 2) j)") == [f"(<= (- {bound}) {name} {bound})" for name in "ij"]
    assert "(distinct j 0)" in restricted("(= (div i j) 2)")
    assert restricted("(= (bvudiv x y) (bvshl x y))") == []
    for corners in (Corners.EXCLUDED, Corners.UNCHECKED):
        found = restricted("(= (bvudiv x y) (bvshl x y))", corners=corners)
        assert found == ["(distinct y #x00)", "(bvult y #x08)"]
        assert restricted("(= (bvudiv x #x02) (bvshl x #x01))", corners=corners) == []
    product = f"(<= (- {(1 << 63) - 1}) (* i j) {(1 << 63) - 1})"
    assert product in restricted("(= (* i j) 0)", corners=Corners.UNCHECKED)
    assert product not in restricted("(= (* i j) 0)", corners=Corners.EXCLUDED)


@pytest.mark.parametrize(
    ("formula", "bound"),
    [
        ("(= i j)", (1 << 62) - 1),
        ("(= (* 3 i) j)", (1 << 48) - 1),
        ("(= (* i i) j)", (1 << 31) - 1),
        ("(= (* i i i i i) j)", 1000),
    ],
)
def test_the_bound_keeps_integers_in_long_long(formula: str, bound: int) -> None:
    assert ground_of(read(formula)).bound == bound


def test_arrays_have_cells_for_what_is_used() -> None:
    script = read("(= (select a i) (select b 5))", "(= (select a j) 0)")
    model = "((define-fun i () Int 9) (define-fun j () Int 300))"
    (layout,) = ground_of(script, model).layouts.values()
    assert (layout.cells, layout.elsewhere) == (10, False)
    (layout,) = ground_of(script, model, length=32).layouts.values()
    assert layout.cells == 32
    layouts = {str(sort): layout for sort, layout in ground_of(read("(= m m)"), length=8).layouts.items()}
    inner, outer = sorted(layouts.items())
    assert (inner[1].cells, inner[1].elsewhere, inner[1].is_complete) == (4, False, True)
    assert (outer[1].cells, outer[1].elsewhere, outer[1].is_complete) == (8, True, False)


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("(= ((_ zero_extend 29) big) ((_ zero_extend 29) big))", "BitVec 129"),
        ("(= (to_real i) 1.5)", "Real"),
        ("(forall ((k Int)) (= k k))", "quantifier"),
        ("(= (select a 1000) 0)", "index 1000"),
        ("(= (select a (- 1)) 0)", "index -1"),
        ("(= (div i 0) 0)", "divided by zero"),
        ("(= (* i i i i i i i i i i i i i i i i i i i i) 0)", "leave long long"),
        ("(= i 99999999999999999999)", "does not hold 99999999999999999999"),
        ("(= (ubv_to_int big) 0)", "ubv_to_int"),
    ],
)
def test_what_c_cannot_have_is_refused(formula: str, reason: str) -> None:
    with pytest.raises(UnconvertibleError, match=reason):
        ground_of(read(formula))


def test_large_tables_and_arrays_are_refused() -> None:
    script = read(" ".join(["(= 0", *(f"(f {number})" for number in range(9)), ")"]))
    with pytest.raises(UnconvertibleError, match="9 entries"):
        ground_of(script)
    with pytest.raises(UnconvertibleError, match="512 cells"):
        ground_of(read("(= a b)"), length=513)


def test_a_ground_serves_no_terms_that_it_was_not_made_for() -> None:
    script = read("(= (select a 0) (select b 0))", "(= a b)", "(= (* i i i) i)", "(= x y)")
    compared, large, other = script.assertions[1:]
    converter = Converter(make_ground(script, script.assertions[:1], Model({})), Manner())
    for term, reason in (
        (compared, "not compared"),
        (large, "leave long long"),
        (other, "not on this ground"),
    ):
        with pytest.raises(UnconvertibleError, match=reason):
            converter.condition(term)


def test_corner_cases_are_left_out_of_the_text() -> None:
    script = read("(= (bvudiv x y) x)")
    [term] = script.assertions
    raw = make_ground(script, [term], Model({}), corners=Corners.UNCHECKED)
    with pytest.raises(ValueError, match="corner"):
        Converter(raw, Manner())
    assert Converter(raw, Manner(corners=Corners.UNCHECKED)).condition(term) == "v_x / v_y == v_x"
    tested = Converter(replace(raw, corners=Corners.EXCLUDED), Manner(corners=Corners.EXCLUDED))
    assert tested.condition(term) == "v_y != 0 && v_x / v_y == v_x"


def test_the_simplest_manner_comes_first() -> None:
    assert draw_manner(Choices.replay(())) == Manner()
    assert draw_manner(Choices.replay(()), corners=Corners.UNCHECKED) == Manner(corners=Corners.UNCHECKED)
    assert len({draw_manner(Choices.of("manner", number)) for number in range(50)}) > 30


def test_names_are_identifiers_and_differ() -> None:
    script = read_script(
        "(declare-const |a b| Int) (declare-const a_b Int) (declare-const int Int) (declare-const |é| Int)"
        "(declare-const all Int) (declare-fun g (Int) Int) (declare-fun g_else (Int) Int)"
        "(assert (= |a b| a_b int |é| all (g 1) (g_else 1)))"
    )
    declarations = Converter(ground_of(script), Manner()).carrier.declarations
    names = [line.split()[-1].rstrip(";") for line in declarations.splitlines()]
    assert names[:5] == ["v_a_b", "v_a_b_2", "v_int", "v", "v_all_2"]
    assert len(set(names)) == len(names) == 11
    assert all(name.isascii() and name.isidentifier() for name in names)
