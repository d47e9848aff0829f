"""The tests of a sweep as bare C: hand-written calls of APRON, without a driver around them.

Two C programs are generated. The first one draws the tests of a sweep with the driver's own generator and
prints them. The second one does what those tests do by straight-line code, over and over again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gadfly.core.words import Feature, Shape
from gadfly.lang.domain.formula import parse_formula, postfix
from gadfly.lang.domain.program import Constraint, Op, Program, Relation, Statement, Sum
from gadfly.lang.domain.sweep import Engine, Sweep, Values
from gadfly.lang.domain.wire import from_wire
from gadfly.targets.domains.domain import DomainRelease

DRAWING_SOURCES = ("draw.c", "generate.c", "law.c", "machine.c", "program.c", "reply.c")

_DRAWING = """
#include "generate.h"
#include "reply.h"
int main(void)
{{
    char law[] = "{law}";
    gf_plan plan = {{.variables = {variables}, .pool = {pool}, .operations = {operations}, .shape = {shape},
                    .values = {values}, .engine = {engine}, .tests = {tests}, .salt = {salt},
                    .is_ordered = {ordered}, .has_substitute = 1}};
    gf_read_law(law, &plan.uses);
    gf_draw_pool(&plan);
    for (long i = 0; i < plan.tests; i++) {{
        gf_draw_test(&plan, i);
        gf_write_program();
    }}
    gf_send();
    return 0;
}}
"""

_PRELUDE = """
#include <ap_global0.h>
#include <dlfcn.h>
#include <limits.h>
typedef ap_abstract0_t A;
static ap_manager_t *m;
static ap_linexpr0_t *e;
static void set(ap_coeff_t *c, long number)
{
    if (number >= -(1L << 53) && number <= 1L << 53)
        ap_coeff_set_scalar_double(c, number);
    else
        ap_coeff_set_scalar_int(c, number);
}
static void term(int place, int variable, long number)
{
    e->p.linterm[place].dim = variable;
    set(&e->p.linterm[place].coeff, number);
}
static A *cond(A *a, int type)
{
    ap_lincons0_t c = {e, type, NULL};
    ap_lincons0_array_t all = {&c, 1};
    return ap_abstract0_meet_lincons_array(m, false, a, &all);
}
static A *observe(A *a)
{
    A *b = ap_abstract0_copy(m, a);
    ap_abstract0_is_bottom(m, b);
    ap_abstract0_is_top(m, b);
    ap_abstract0_canonicalize(m, b);
    ap_lincons0_array_t all = ap_abstract0_to_lincons_array(m, b);
    ap_lincons0_array_clear(&all);
    return b;
}
static A *join(A *a, A *b) { return ap_abstract0_join(m, false, a, b); }
static A *meet(A *a, A *b) { return ap_abstract0_meet(m, false, a, b); }
static A *widen_once(A *a, A *b) { return ap_abstract0_widening(m, a, b); }
static A *twice(A *operation(A *, A *), A *a)
{
    A *b = ap_abstract0_copy(m, a), *c = operation(a, b);
    ap_abstract0_free(m, b);
    return c;
}
static A *forget(A *a, ap_dim_t v) { return ap_abstract0_forget_array(m, false, a, &v, 1, false); }
static A *widen(A *a, A *b)
{
    if (!ORDERED)
        return ap_abstract0_widening(m, a, b);
    A *j = ap_abstract0_join(m, false, a, b), *w = ap_abstract0_widening(m, a, j);
    ap_abstract0_free(m, j);
    return w;
}
static int law_8(A *x, A *y)
{
    A *z = x == y ? ap_abstract0_copy(m, y) : y, *j = ap_abstract0_join(m, false, x, z);
    int holds = ap_abstract0_is_leq(m, x, j);
    ap_abstract0_free(m, j);
    if (z != y)
        ap_abstract0_free(m, z);
    return holds;
}
static int law_17(A *x)
{
    A *t = ap_abstract0_top(m, 0, VARIABLES), *y = ap_abstract0_meet(m, false, t, x);
    int holds = ap_abstract0_is_eq(m, y, x);
    ap_abstract0_free(m, t);
    ap_abstract0_free(m, y);
    return holds;
}
static int law_33(A *x, A **s, int n)
{
    int still = 0;
    x = ap_abstract0_copy(m, x);
    for (int i = 0; i < 100 && still < n; i++) {
        A *y = widen(x, s[i % n]), *a = ap_abstract0_copy(m, x), *b = ap_abstract0_copy(m, y);
        still = ap_abstract0_is_eq(m, a, b) ? still + 1 : 0;
        ap_abstract0_free(m, a);
        ap_abstract0_free(m, b);
        ap_abstract0_free(m, x);
        x = y;
    }
    ap_abstract0_free(m, x);
    return still >= n;
}
"""

_MAIN = """
int main(int argc, char **argv)
{
    long held = 0;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    m = ((ap_manager_t * (*)(bool)) dlsym(library, argv[2]))(false);
    for (int i = 0; i < AP_EXC_SIZE; i++)
        ap_manager_set_abort_if_exception(m, (ap_exc_t)i, false);
    e = ap_linexpr0_alloc(AP_LINEXPR_SPARSE, VARIABLES);
    for (long round = atol(argv[3]); round > 0; round--) {
        build_pool();
        for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
            held += tests[i]();
        drop_pool();
    }
    printf("%ld\\n", held);
    return 0;
}
"""
_BINARY = {Op.JOIN: "join", Op.MEET: "meet", Op.WIDEN: "widen_once"}
_ASSIGNING = {Op.ASSIGN: "ap_abstract0_assign_linexpr", Op.SUBSTITUTE: "ap_abstract0_substitute_linexpr"}


def drawing_program(sweep: Sweep, release: DomainRelease) -> str:
    """A C program that prints the tests of a sweep in the wire format."""
    return _DRAWING.format(
        law=postfix(parse_formula(sweep.law.formula)),
        variables=sweep.variables,
        pool=sweep.pool,
        operations=sweep.operations,
        shape=list(Shape).index(release.shape),
        values=list(Values).index(sweep.values),
        engine=list(Engine).index(sweep.engine),
        tests=sweep.tests,
        salt=sweep.salt,
        ordered=int(Feature.ORDERED_WIDENING in release.features),
    )


def drawn_tests(sweep: Sweep, printed: str) -> Iterator[Program]:
    """The tests that a drawing program has printed."""
    lines: list[str] = []
    for line in printed.splitlines():
        lines.append(line)
        if line.startswith("bind"):
            yield from_wire("\n".join(lines), sweep.law, sweep.variables)
            lines = []


def bare_program(programs: list[Program], release: DomainRelease) -> str:
    """A C program that does what these tests do, as many times as its last argument says."""
    writer = _Writer()
    functions = "".join(writer.function(number, program) for number, program in enumerate(programs))
    ordered = int(Feature.ORDERED_WIDENING in release.features)
    tests = ", ".join(f"test_{number}" for number in range(len(programs)))
    return (
        f"#define VARIABLES {programs[0].variables}\n#define ORDERED {ordered}\n{_PRELUDE}"
        f"{writer.declarations()}{functions}static int (*const tests[])(void) = {{{tests}}};\n{_MAIN}"
    )


@dataclass(slots=True)
class _Writer:
    """Writes tests; the elements of the pool that they share are built before."""

    pool: dict[Statement, int] = field(default_factory=dict)

    def function(self, number: int, program: Program) -> str:
        lines = [f"    A *e{place} = {self._value(each)};" for place, each in enumerate(program.statements)]
        drops = [f"    ap_abstract0_free(m, e{place});" for place in range(len(program.statements))]
        body = "\n".join((*lines, *_law(program), *drops))
        return f"static int test_{number}(void)\n{{\n{body}\n    return holds;\n}}\n"

    def declarations(self) -> str:
        pool = "".join(f"    pool[{place}] = {_start(each)};\n" for each, place in self.pool.items())
        count = len(self.pool)
        return (
            f"static A *pool[{count}];\n"
            f"static void build_pool(void)\n{{\n    ap_lincons0_array_t all;\n{pool}}}\n"
            f"static void drop_pool(void)\n{{\n    for (int i = 0; i < {count}; i++)\n"
            "        ap_abstract0_free(m, pool[i]);\n}\n"
        )

    def _value(self, statement: Statement) -> str:
        operands = [f"e{number}" for number in statement.operands]
        if not operands:
            return f"ap_abstract0_copy(m, pool[{self.pool.setdefault(statement, len(self.pool))}])"
        match statement.op:
            case Op.JOIN | Op.MEET | Op.WIDEN if len(set(operands)) == 2:
                return f"{_BINARY[statement.op]}({', '.join(operands)})"
            case Op.JOIN | Op.MEET | Op.WIDEN:
                return f"twice({_BINARY[statement.op]}, {operands[0]})"
            case Op.ASSIGN | Op.SUBSTITUTE:
                where = f"{operands[0]}, {statement.variable}, e"
                return f"({_sum(statement.sum)}, {_ASSIGNING[statement.op]}(m, false, {where}, NULL))"
            case Op.COND:
                (constraint,) = statement.constraints
                return f"({_sum(constraint.sum)}, cond({operands[0]}, {_type(constraint)}))"
            case Op.PROJECT:
                return f"forget({operands[0]}, {statement.variable})"
            case _:
                return f"observe({operands[0]})"


def _start(statement: Statement) -> str:
    """An element of the pool."""
    if statement.op is not Op.OF:
        return f"ap_abstract0_{statement.op}(m, 0, VARIABLES)"
    constraints = "".join(
        f"{_sum(each.sum)}, all.p[{place}] = ap_lincons0_make({_type(each)}, ap_linexpr0_copy(e), NULL), "
        for place, each in enumerate(statement.constraints)
    )
    return (
        f"(all = ap_lincons0_array_make({len(statement.constraints)}), {constraints}"
        "ap_abstract0_of_lincons_array(m, 0, VARIABLES, &all));\n    ap_lincons0_array_clear(&all)"
    )


def _type(constraint: Constraint) -> str:
    return "AP_CONS_EQ" if constraint.relation is Relation.EQUAL else "AP_CONS_SUPEQ"


def _law(program: Program) -> Iterator[str]:
    bound = {name: f"e{number}" for name, number in program.binding.elements}
    match program.law.name:
        case "8":
            yield f"    int holds = law_8({bound['x']}, {bound['y']});"
        case "17":
            yield f"    int holds = law_17({bound['x']});"
        case _:
            sequence = ", ".join(f"e{number}" for number in program.binding.sequence)
            yield f"    A *s[] = {{{sequence}}};"
            yield f"    int holds = law_33({bound['x']}, s, {len(program.binding.sequence)});"


def _sum(sum_: Sum) -> str:
    """Sets the one expression that all calls share, as a driver does."""
    terms = [(variable, each) for variable, each in enumerate(sum_.coefficients) if each]
    settings = "".join(
        f", term({place}, {variable}, {_long(each)})" for place, (variable, each) in enumerate(terms)
    )
    return f"e->size = {len(terms)}, set(&e->cst, {_long(int(sum_.constant))}){settings}"


def _long(number: int) -> str:
    return f"{number}L" if number > -(2**63) else "LONG_MIN"
