"""Reading C: places, branches, functions and literals of real texts."""

from importlib.resources import files

import pytest

from gadfly.lang.c.branches import BranchKind, branches
from gadfly.lang.c.constants import literals
from gadfly.lang.c.edits import apply
from gadfly.lang.c.functions import calls, endings, functions, loops
from gadfly.lang.c.parse import CReadError, parse
from gadfly.lang.c.places import Shape, statement_places
from gadfly.lang.c.program import Program

ALL_BRANCHES = """\
int f(int x) {
    if (x > 3) x--; else if (x) { x++; } else ;
    while (x > 100) x /= 2;
    do x++; while (x < 0);
    for (int i = 0; i < 3; i++) { x += i; }
    switch (x) {
    case 1: case 2: x = 7; break;
    case 3: { x = 8; }
    default: return x ? 1 : 2;
    }
    return x && f(0) || x == 5;
}
int main(void) { return f(1); }
"""

PROGRAMS = (
    ALL_BRANCHES,
    # labels, declarations and blocks where single statements could stand
    "int f(int x) { switch (x) case 1: x = 2; if (x) again: x--; if (x > 2) goto again; return x; }",
    "int f(int x) { switch (x) { case 0: ; int y; case 1 ... 4: l: x++; default: if (x) goto l; } }",
    "int f(int n) { int c = 0; switch (n) { case 0: do { c++; case 1: c++; } while (--n > 0); } return c; }",
    "int f(int x) { if (x) { __label__ out; if (x > 1) goto out; x = 3; out: ; } return x; }",
    # nested and adjacent wraps
    "int f(int x) { if (x) if (x > 1) x = 1; else x = 2; return x ? x > 2 ? 3 : 4 : x && (x || 1); }",
    "int f(int x) { for (;;) while (x--) do if (x == 2) return x; while (0); }",
    # comments and line ends where the semicolon is looked for
    "int f(int x) { if (x) // why; not\n x = 1 /* ; */ ; else\n#if 1\n x = 2\\\n;\n#endif\n return x; }",
    # expressions that must stay constant, and null pointers
    "int f(int *p, int x) { static int s = 1 && 2; char a[1 || 0]; p = x ? p : 0; return sizeof(x && s); }",
    "int f(int x) { int y = x && x > 1; return ({ int z = x ? y : 4; z; }) ?: (y || x); }",
    "#define M(c) if (c) x = 1; else x = 2\nint f(int x) { M(x > 1); if (x) { M(x); } return x; }",
    'char *g = "é"; int f(int x) { /* ü */ return x ? 1 : 2; }',
    "f(a, b) char b; { if (a) return b; }",
)


def instrumented(program: Program) -> str:
    """The program with code that does nothing at every branch."""
    return apply(
        program.text,
        [
            branch.place.insert("(void)0" if branch.place.shape is Shape.EXPRESSION else ";")
            for branch in branches(program)
        ],
    )


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_program_with_probes_at_all_branches_has_the_same_branches(text: str) -> None:
    program = parse(text)
    again = parse(instrumented(program))
    assert branches(program)
    assert [branch.kind for branch in branches(again)] == [branch.kind for branch in branches(program)]


def test_bundled_seeds_with_probes_have_the_same_branches() -> None:
    seeds = [entry for entry in (files("gadfly.seeds") / "c").iterdir() if entry.name.endswith(".c")]
    assert seeds
    for seed in seeds:
        program = parse(seed.read_text("utf-8"))
        again = parse(instrumented(program))
        assert [branch.kind for branch in branches(again)] == [branch.kind for branch in branches(program)]


def test_every_kind_of_branch_is_seen_once() -> None:
    kinds = [branch.kind for branch in branches(parse(ALL_BRANCHES))]
    assert sorted(kinds) == sorted([*BranchKind, BranchKind.THEN, BranchKind.ELSE, BranchKind.CASE])


def test_single_statements_become_blocks_with_their_semicolon() -> None:
    program = parse("int f(int x) { if (x) x = 1 /* ; */ ; else return 2; return 3; }")
    changes = [branch.place.insert("p();") for branch in branches(program)]
    assert apply(program.text, changes) == (
        "int f(int x) { if (x) { p(); x = 1 /* ; */ ; } else { p(); return 2; } return 3; }"
    )


def test_a_case_without_a_block_around_it_gets_one() -> None:
    program = parse("int f(int x) { switch (x) case 1: x = 2; return x; }")
    (branch,) = branches(program)
    assert apply(program.text, [branch.place.insert("p();")]) == (
        "int f(int x) { switch (x) case 1: { p(); x = 2; } return x; }"
    )


def test_a_chain_of_cases_is_one_branch_after_its_last_colon() -> None:
    program = parse("int f(int x) { switch (x) { case 1: case (2): l: x = 2; } return x; }")
    (branch,) = branches(program)
    assert "case (2): p();  l: x = 2;" in apply(program.text, [branch.place.insert("p();")])


@pytest.mark.parametrize(
    "text",
    [
        "struct s { unsigned b : 3; }; int f(struct s s, int x) { return x ? s.b : (s.b); }",
        "int f(int x) { static int s = 1 && 2; return s; }",
        "int f(int x) { enum { A = 1 || 0 }; char a[1 ? 2 : 3]; return sizeof(x && x); }",
        "int f(int x) { return __builtin_constant_p(x || x); }",
        "int f(int x) { switch (x) { case 1 && 1:; } return 0; }",
    ],
)
def test_an_expression_that_a_comma_would_change_is_no_branch(text: str) -> None:
    found = [branch for branch in branches(parse(text)) if branch.kind.is_expression]
    assert found == []


@pytest.mark.parametrize("null", ["0", "(void *)0"])
def test_a_null_pointer_is_no_branch_and_the_pointer_beside_it_is(null: str) -> None:
    program = parse(f"int f(int *p, int x) {{ return *(x ? p : {null}); }}")
    assert [branch.kind for branch in branches(program)] == [BranchKind.IF_TRUE]


def test_code_that_macros_make_is_not_edited() -> None:
    text = "#define TWICE(x) x; if (y) x\nint f(int y) { if (y) TWICE(y--); return y ? y : TWO; }"
    program = parse("#define TWO 2\n" + text)
    assert [branch.kind for branch in branches(program)] == [BranchKind.IF_TRUE]


def test_places_before_statements() -> None:
    program = parse("int f(int x) { int y; l: y = 1; if (x) y = 2; return y; }")
    changes = [place.insert("p();") for place in statement_places(program)]
    assert apply(program.text, changes) == (
        "int f(int x) {  p(); int y;  p(); l: y = 1;  p(); if (x) y = 2;  p(); return y; }"
    )


def test_nothing_comes_between_a_statement_and_what_is_bound_to_it() -> None:
    program = parse("int f(int x) {\n#pragma GCC ivdep\n while (x) x--; __extension__ int y; return x; }")
    changes = [place.insert("p();") for place in statement_places(program)]
    assert apply(program.text, changes) == (
        "int f(int x) {\n#pragma GCC ivdep\n while (x) x--; __extension__ int y;  p(); return x; }"
    )


def test_functions_tell_their_parameters_and_labels() -> None:
    text = (
        "int g(int); long f(int a, char b) { l: return a + b; } void h(void) { void *p = &&q; goto *p; q: ; }"
    )
    first, second = functions(parse(text))
    assert (first.name, first.returns.spelling) == ("f", "long")
    assert [parameter.spelling for parameter in first.parameters] == ["a", "b"]
    assert (first.has_labels, first.has_computed_gotos) == (True, False)
    assert (second.has_labels, second.has_computed_gotos) == (True, True)


def test_endings_are_returns_of_main_and_direct_calls_of_exit() -> None:
    text = (
        "void exit(int); int f(void (*exit)(int)) { exit(1); return 0; }"
        "int main(void) { if (f(exit)) return 3; exit(4); }"
    )
    program = parse(text)
    found = endings(program)
    assert [program.text_of(ending.node) for ending in found] == ["return 3", "exit(4)"]
    assert [program.text_of(ending.value[0]) for ending in found] == ["3", "4"]
    assert [ending.place.shape for ending in found] == [Shape.BLOCK, Shape.EXPRESSION]


def test_calls_and_loops() -> None:
    program = parse("void abort(void); int main(void) { for (;;) while (1) abort(); do ; while (0); }")
    assert [program.text_of(call.node) for call in calls(program, "abort")] == ["abort()"]
    assert [loop.kind for loop in loops(program)] == ["FOR_STMT", "WHILE_STMT", "DO_STMT"]


def test_literals_have_their_values_and_bytes() -> None:
    text = "/* é */ long a = 0x1FuL, b = 017, c = 0b11; int d = 'A' + '\\n' + '\\xff' - 42;"
    program = parse(text)
    found = literals(program)
    assert [literal.value for literal in found] == [31, 15, 3, 65, 10, -1, 42]
    assert program.data[found[0].start : found[0].end] == b"0x1FuL"


def test_our_words_need_no_declaration() -> None:
    parse(
        "int main(void) { unsigned x = __VERIFIER_nondet_uint(); __VERIFIER_assume(x < 9);"
        " __gadfly_check(0, x < 9); __gadfly_see(0, x); __gadfly_see_float(0, __VERIFIER_nondet_double()); }"
    )


def test_a_program_may_declare_the_input_words_in_its_own_way() -> None:
    parse("extern int __VERIFIER_nondet_bool(void); int main(void) { return __VERIFIER_nondet_bool(); }")


def test_old_c_is_read() -> None:
    parse("main () { int x = undeclared (1); char *p = x; exit (0); }")


@pytest.mark.parametrize(
    "text",
    [
        '#include "/dev/zero"',
        "#include </dev/zero>",
        "#include <../../dev/zero>",
        '#define ZERO "/dev/zero"\n# include ZERO',
        '%:include "/dev/zero"',
        '#incl\\\nude "/dev/zero"',
        '#include "../seed.c"',
    ],
)
def test_only_headers_are_included(text: str) -> None:
    with pytest.raises(CReadError, match="no header"):
        parse(f"{text}\nint main(void) {{ return 0; }}")


def test_headers_are_included() -> None:
    parse("#include <stddef.h> // sizes\n# include <sys/types.h> /* more */\nsize_t x;")


@pytest.mark.parametrize(
    ("text", "line"), [("int main(void) {\n return x;\n}", "line 2: "), ('#include "none.h"\n', "line 1: ")]
)
def test_what_is_no_c_is_refused_with_its_line(text: str, line: str) -> None:
    with pytest.raises(CReadError, match=line):
        parse(text)
