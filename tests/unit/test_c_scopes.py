"""Scopes: which variables a place can name, and what they hold."""

from gadfly.lang.c.objects import Record, Scalar, ScalarKind, scalars_in
from gadfly.lang.c.parse import parse
from gadfly.lang.c.scopes import Home, Scopes, Variable


def variables_at(text: str, mark: str = "/*here*/") -> dict[str, Variable]:
    at = parse(text).data.index(mark.encode())
    return {variable.name: variable for variable in Scopes.of(parse(text)).variables_at(at)}


def test_homes_and_initialisers() -> None:
    found = variables_at(
        "int g = 1; extern int e; int f(int p)"
        "{ static int s; register int r = 2; int l; /*here*/ return 0; } int z;"
    )
    assert {name: variable.home for name, variable in found.items()} == {
        "g": Home.GLOBAL,
        "e": Home.GLOBAL,
        "p": Home.PARAMETER,
        "s": Home.STATIC_LOCAL,
        "r": Home.LOCAL,
        "l": Home.LOCAL,
    }
    assert [name for name, variable in found.items() if variable.has_initialiser] == ["g", "r"]
    assert [name for name, variable in found.items() if variable.is_register] == ["r"]


def test_blocks_and_loops_end_scopes() -> None:
    found = variables_at("int f(int a) { for (int i = 0; i < 2; i++) { int j; } /*here*/ int k; return a; }")
    assert list(found) == ["a"]
    inside = variables_at("int f(int a) { for (int i = 0; i < 2; i++) { int j; /*here*/ } return a; }")
    assert list(inside) == ["a", "i", "j"]


def test_inner_names_hide_outer_ones() -> None:
    found = variables_at("int x, y, z; int f(char x) { typedef int y; enum { z }; /*here*/ return 0; }")
    assert {name: variable.type.spelling for name, variable in found.items()} == {"x": "char"}


def test_a_variable_is_visible_after_its_initialiser() -> None:
    assert list(variables_at("int f(void) { int a = ({ /*here*/ 1; }); return a; }")) == []


def test_a_variable_hides_others_in_its_own_initialiser() -> None:
    assert list(variables_at("int a; int f(void) { int a = ({ /*here*/ 1; }); return a; }")) == []


def test_parameters_of_function_pointers_and_prototypes_are_no_variables() -> None:
    assert list(variables_at("int g(int q); int f(int (*p)(int r)) { /*here*/ return 0; }")) == ["p"]


def test_types_of_scalars() -> None:
    found = variables_at(
        "enum e { A }; typedef const unsigned char byte;"
        "int f(byte b, volatile long l, _Bool t, enum e e, float x, int *const p, signed char c)"
        "{ /*here*/ return 0; }"
    )
    shapes = {name: variable.type for name, variable in found.items()}
    assert shapes == {
        "b": Scalar("byte", ScalarKind.INTEGER, 8, False, const=True),
        "l": Scalar("volatile long", ScalarKind.INTEGER, 64, True, volatile=True),
        "t": Scalar("_Bool", ScalarKind.BOOL, 8, False),
        "e": Scalar("enum e", ScalarKind.ENUM, 32, False),
        "x": Scalar("float", ScalarKind.FLOATING, 32, True),
        "p": Scalar("int *const", ScalarKind.POINTER, 64, False, const=True),
        "c": Scalar("signed char", ScalarKind.INTEGER, 8, True),
    }


def test_scalars_inside_an_object() -> None:
    text = """
        struct s {
            int a; unsigned : 2; unsigned b : 3; struct s *next;
            union { char c; short d; }; struct { int e; } in; int v[2]; int tail[];
        } g;
        int f(void) { /*here*/ return 0; }
    """
    found = list(scalars_in("g", variables_at(text)["g"].type))
    assert [access.expression for access in found] == [
        "g.a", "g.b", "g.next", "g.c", "g.d", "g.in.e", "g.v[0]", "g.v[1]",
    ]  # fmt: skip
    assert [access.bit_width for access in found if access.bit_width] == [3]
    assert [access.expression for access in found if access.shares_memory] == ["g.c", "g.d"]


def test_an_array_behind_a_typedef_has_elements() -> None:
    found = variables_at("typedef short row[2]; row r; int f(void) { /*here*/ return 0; }")["r"].type
    assert [(access.expression, access.type.bits) for access in scalars_in("r", found)] == [
        ("r[0]", 16),
        ("r[1]", 16),
    ]


def test_an_incomplete_struct_has_no_fields() -> None:
    assert variables_at("extern struct s g; int f(void) { /*here*/ return 0; }")["g"].type == Record(
        "struct s", (), is_union=False
    )
