"""A broken law as a C file against the library's public interface: it needs nothing of Gadfly.

How the libraries call their operations is in `standalone/*.h`. The rest is the program, statement by
statement, and its law, part by part. Elements are not copied, because operations may change how they are
represented, and that may be what matters; but no operation gets one element twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from gadfly.core.words import TargetName
from gadfly.lang.domain.formula import LATTICE, NAMES, TRANSFORMERS, parse_formula
from gadfly.lang.domain.points import formula_points
from gadfly.lang.domain.program import (
    LONG_MIN,
    WITH_SUM,
    WITH_VARIABLE,
    Binding,
    Constraint,
    Op,
    Program,
    Relation,
    Statement,
    Sum,
)
from gadfly.truth.domain_chains import CHAINS, STEPS
from gadfly.truth.domain_faults import TESTS, Part, parts
from gadfly.truth.domain_words import spoken

_RELATIONS = {Relation.AT_LEAST: "AT_LEAST", Relation.EQUAL: "EQUAL"}
_CHAIN = """\
    element sequence[] = {{{sequence}}}, reached = copy({start});
    int unchanged = 0, step = 0;
    for (; step < {steps} && unchanged < {round}; step++) {{
        element other = sequence[step % {round}], next = {next};
        unchanged = eq(copy(next), copy(reached)) ? unchanged + 1 : 0;
        reached = next;
    }}
    bool t{place} = unchanged == {round};
"""


@dataclass(frozen=True, slots=True)
class Library:
    """How a file is compiled against a domain: a header with our names, macros, what it is linked with."""

    prelude: str
    macros: tuple[str, ...]
    linked: str
    orders_widening: bool = True


def _apron(header: str, manager: str, library: str, *, orders_widening: bool = True) -> Library:
    macros = (f"#include <{header}>", f"#define MANAGER {manager}")
    narrowing = ("#define NARROWING ap_abstract0_oct_narrowing",) if header == "oct.h" else ()
    linked = f"-l{library} -lapron -lmpfr -lgmp -lm"
    return Library("apron.h", (*macros, *narrowing), linked, orders_widening)


def _ppl(name: str, new_name: str, narrowing: str = "") -> Library:
    macros = [f"#define CLASS {name}", f"#define NEW_CLASS {new_name}"]
    macros += [f"#define NARROWING {narrowing}"] if narrowing else []
    return Library("ppl.h", tuple(macros), "-lppl_c -lppl -lgmpxx -lgmp")


LIBRARIES = {
    ("apron", "box-double"): _apron("box.h", "box_manager_alloc()", "boxD"),
    ("apron", "box-mpq"): _apron("box.h", "box_manager_alloc()", "boxMPQ"),
    ("apron", "box-mpfr"): _apron("box.h", "box_manager_alloc()", "boxMPFR"),
    ("apron", "oct-double"): _apron("oct.h", "oct_manager_alloc()", "octD", orders_widening=False),
    ("apron", "oct-mpq"): _apron("oct.h", "oct_manager_alloc()", "octMPQ", orders_widening=False),
    ("apron", "polka-mpq"): _apron("pk.h", "pk_manager_alloc(false)", "polkaMPQ"),
    ("apron", "polka-rll"): _apron("pk.h", "pk_manager_alloc(false)", "polkaRll"),
    ("apron", "ppl"): _apron("ap_ppl.h", "ap_ppl_poly_manager_alloc(false)", "ap_ppl"),
    ("ppl", "polyhedron"): _ppl("Polyhedron", "C_Polyhedron"),
    ("ppl", "octagon"): _ppl(
        *("Octagonal_Shape_mpq_class",) * 2, "ppl_Octagonal_Shape_mpq_class_CC76_narrowing_assign"
    ),
    ("ppl", "box"): _ppl(*("Rational_Box",) * 2, "ppl_Rational_Box_CC76_narrowing_assign"),
    ("ppl", "bd-shape"): _ppl(*("BD_Shape_mpq_class",) * 2, "ppl_BD_Shape_mpq_class_CC76_narrowing_assign"),
}


def library_of(target: TargetName) -> Library | None:
    """How to compile against a target, if it is a library of its own."""
    return LIBRARIES.get((target.tool, target.version.rpartition("/")[2]))


def compile_command(library: Library, file: str) -> str:
    """How people compile the file, where the library is installed."""
    return f"cc {file} {library.linked} -o broken-law && ./broken-law"


def standalone_c(program: Program, library: Library) -> str:
    """The file. It exits with 1 if the law is broken, with 0 if it holds."""
    law = program.law
    prelude = files("gadfly.report").joinpath("standalone", library.prelude).read_text("utf-8")
    return "\n".join(
        [
            f"/* Law {law.name}, one of {law.law_class}: {law.formula}",
            " *",
            f" * {compile_command(library, 'broken-law.c')}",
            " */",
            *library.macros,
            f"#define VARIABLES {program.variables}",
            prelude,
            "int main(void)",
            "{",
            "    open_domain();",
            *(
                f"    element e{number} = {_statement(each)};"
                for number, each in enumerate(program.statements)
            ),
            *_law(program, library),
            "}",
            "",
        ]
    )


def _statement(statement: Statement) -> str:
    arguments = _apart([f"e{operand}" for operand in statement.operands])
    if statement.op in WITH_VARIABLE:
        arguments.append(str(statement.variable))
    if statement.op in WITH_SUM:
        arguments.append(f"(sum){_sum(statement.sum)}")
    if statement.op is Op.COND:
        arguments.append(f"(constraint){_constraint(statement.constraints[0])}")
    if statement.op is Op.OF:
        arguments += [str(len(statement.constraints)), _constraints(statement.constraints)]
    return f"{statement.op}({', '.join(arguments)})"


def _apart(operands: list[str]) -> list[str]:
    """The operands, of which the second is a copy if it is the first again."""
    return (
        [operands[0], f"copy({operands[0]})"]
        if len(operands) == 2 == operands.count(operands[0])
        else operands
    )


def _law(program: Program, library: Library) -> Iterator[str]:
    every = parts(parse_formula(program.law.formula))
    names = {part.place: _name(part, program.binding) for part in every}
    for part in every:
        if part.node.word not in NAMES:
            yield _part(part, names, program, library)
    named = {spoken(part.node): names[part.place] for part in every if part.node.word in _ELEMENTS}
    yield from (f'    show("{text}", {name});' for text, name in named.items())
    truth = names[every[-1].place]
    yield f'    printf("law {program.law.name} %s\\n", {truth} ? "holds" : "is broken");'
    yield f"    return !{truth};"


_ELEMENTS = frozenset({"top", "bottom", *NAMES, *LATTICE.values(), *TRANSFORMERS})


def _name(part: Part, binding: Binding) -> str:
    """The variable that has the value of a part."""
    return f"e{binding[part.node.word]}" if part.node.word in NAMES else f"t{part.place}"


def _part(part: Part, names: Mapping[int, str], program: Program, library: Library) -> str:
    word, binding = part.node.word, program.binding
    operands = [names[place] for place in part.operands]
    if word in CHAINS:
        return _chain(part, binding, library).rstrip()
    if word in _ELEMENTS:
        return f"    element t{part.place} = {_element(word, operands, binding, library)};"
    if word in TESTS:
        return f"    bool t{part.place} = {word}({', '.join(_apart(operands))});"
    if word == "sound":
        return f"    bool t{part.place} = {_sound(part, operands[0], program)};"
    connective = {"not": "!{}", "and": "{} && {}", "implies": "!{} || {}"}[word]
    return f"    bool t{part.place} = {connective.format(*operands)};"


def _element(word: str, operands: list[str], binding: Binding, library: Library) -> str:
    if word == "widen":
        return _widening(operands[0], operands[1], library)
    arguments = _apart(operands)
    if word in WITH_VARIABLE:
        arguments.append(str(binding.variable))
    if word in WITH_SUM:
        arguments.append(f"(sum){_sum(binding.constraint.sum)}")
    if word == "cond":
        arguments.append(f"(constraint){_constraint(binding.constraint)}")
    return f"{word}({', '.join(arguments)})"


def _widening(left: str, right: str, library: Library) -> str:
    """Where widening needs a second operand above the first, that is a join."""
    both = ", ".join(_apart([left, right]))
    return f"widen({left}, join({both}))" if library.orders_widening else f"widen({both})"


def _sound(part: Part, operand: str, program: Program) -> str:
    """Whether the element meets the point that must be inside, which we computed."""
    point = formula_points(program)[part.operands[0]]
    if not point:
        return "true"
    units = ((tuple(int(place == other) for other in range(len(point)))) for place in range(len(point)))
    at = tuple(
        Constraint(Sum(unit, -value), Relation.EQUAL) for unit, value in zip(units, point, strict=True)
    )
    return f"!is_bottom(meet({operand}, of({len(at)}, {_constraints(at)})))"


def _chain(part: Part, binding: Binding, library: Library) -> str:
    sequence = binding.sequence or (binding["x"],)
    match part.node.word:
        case "narrowing_converges":
            following = "narrow(reached, meet(reached, other))"
        case "widening_converges":
            following = _widening("reached", "other", library)
        case _:
            effect = f"assign(reached, {binding.variable}, (sum){_sum(binding.constraint.sum)})"
            following = f"widen(reached, join(reached, {effect}))"
    return _CHAIN.format(
        sequence=", ".join(f"e{number}" for number in sequence),
        start=f"e{binding['x']}",
        steps=STEPS,
        round=len(sequence),
        next=following,
        place=part.place,
    )


def _constraints(constraints: tuple[Constraint, ...]) -> str:
    if not constraints:
        return "NULL"
    return f"(constraint[]){{{', '.join(map(_constraint, constraints))}}}"


def _constraint(constraint: Constraint) -> str:
    return f"{{{_RELATIONS[constraint.relation]}, {_sum(constraint.sum)}}}"


def _sum(sum_: Sum) -> str:
    coefficients = ", ".join(map(_long, sum_.coefficients))
    return f'{{"{sum_.constant}", {{{coefficients}}}}}'


def _long(value: int) -> str:
    """C has no literal for the least number."""
    return f"({LONG_MIN + 1}L - 1)" if value == LONG_MIN else f"{value}L" if abs(value) >> 31 else str(value)
