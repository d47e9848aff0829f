"""Dialects: how the questions in a program are written for a tool.

A dialect is a prelude before the unchanged program, so what a tool reads differs by macros only.
"""

from __future__ import annotations

import re
from collections.abc import Callable

FILE = "query.c"
PROPERTY_FILE = "unreach-call.prp"
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
"""What SV-COMP asks about programs in the dialect `svcomp`."""

INPUT_TYPES = {
    "bool": "_Bool",
    "char": "char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "float": "float",
    "double": "double",
}
"""What `__VERIFIER_nondet_NAME` returns."""

_CHECK = re.compile(r"\b__gadfly_check\s*\(\s*(\d+)\s*,")
_INPUT = re.compile(r"\b__VERIFIER_nondet_(\w+)\s*\(")

_ERROR = re.compile(r"\b(?:reach_error|__VERIFIER_error)\b")
_ERROR_BODY = re.compile(rf"{_ERROR.pattern}\s*\([^)]*\)\s*{{")
_NO_ERROR = "gadfly_old_error"

Dialect = Callable[[str], str]
"""The prelude for a program."""


def check_count(program: str) -> int:
    """How many checks a program has; their labels are dense."""
    return max((int(label) + 1 for label in _CHECK.findall(program)), default=0)


def input_names(program: str) -> tuple[str, ...]:
    """The kinds of input that a program reads."""
    found = set(_INPUT.findall(program))
    return tuple(name for name in INPUT_TYPES if name in found)


def without_errors(program: str) -> str:
    """The program whose own errors are calls of a function that does nothing, unless it has a body."""
    is_missing = _ERROR.search(program) and not _ERROR_BODY.search(program)
    body = f"void {_NO_ERROR}(void) {{}}\n" if is_missing else ""
    return body + _ERROR.sub(_NO_ERROR, program)


def render(program: str, dialect: Dialect) -> str:
    """The program as a tool reads it; lines are counted from the program's first."""
    return f'{dialect(program)}#line 1 "{FILE}"\n{program}'


def cprover(program: str) -> str:
    """Assertions that report by their description, as CBMC and its relatives know them."""
    checks = '#define __gadfly_check(label, condition) __CPROVER_assert(condition, "gadfly " #label)\n'
    return f"{checks}{_assumes(program, '__CPROVER_assume(condition)')}{_inputs(program)}"


def svcomp(program: str) -> str:
    """One error function for all checks, as the verifiers of SV-COMP know it."""
    return (
        "extern void abort(void);\n"
        "void reach_error(void) {}\n"
        "#define __gadfly_check(label, condition) "
        "do { if (!(condition)) { reach_error(); abort(); } } while (0)\n"
        f"{_assumes(program)}{_inputs(program)}"
    )


def failures(body: str = "") -> Dialect:
    """A function for every check, called where it fails; with a body that may use `{label}`, or without."""

    def prelude(program: str) -> str:
        end = f" {{ {body} }}" if body else ";"
        functions = "".join(
            f"void gadfly_fail_{label}(void){end.replace('{label}', str(label))}\n"
            for label in range(check_count(program))
        )
        return (
            f"{functions}#define __gadfly_check(label, condition) "
            "do { if (!(condition)) gadfly_fail_##label(); } while (0)\n"
            f"{_assumes(program)}{_inputs(program)}"
        )

    return prelude


def _assumes(program: str, written: str = "do { if (!(condition)) for (;;) {} } while (0)") -> str:
    if "__VERIFIER_assume" not in program:
        return ""
    return f"#define __VERIFIER_assume(condition) {written}\n"


def _inputs(program: str) -> str:
    return "".join(
        f"extern {INPUT_TYPES[name]} __VERIFIER_nondet_{name}(void);\n" for name in input_names(program)
    )
