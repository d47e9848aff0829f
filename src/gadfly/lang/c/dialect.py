"""Dialects: how the questions in a program are written for a tool.

A dialect is a prelude before the unchanged program, so what a tool reads differs by macros only.
"""

from __future__ import annotations

import re
from collections.abc import Callable

FILE = "query.c"
_CHECK = re.compile(r"\b__gadfly_check\s*\(\s*(\d+)\s*,")
_INPUT_TYPES = {
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

Dialect = Callable[[int], str]
"""The prelude for a program with so many checks."""


def check_count(program: str) -> int:
    """How many checks a program has; their labels are dense."""
    return max((int(label) + 1 for label in _CHECK.findall(program)), default=0)


def render(program: str, dialect: Dialect) -> str:
    """The program as a tool reads it; lines are counted from the program's first."""
    return f'{dialect(check_count(program))}#line 1 "{FILE}"\n{program}'


def cprover(_checks: int) -> str:
    """Assertions that report by their description, as CBMC and its relatives know them."""
    return (
        '#define __gadfly_check(label, condition) __CPROVER_assert(condition, "gadfly " #label)\n'
        "#define __VERIFIER_assume(condition) __CPROVER_assume(condition)\n"
        f"{_inputs()}"
    )


def svcomp(_checks: int) -> str:
    """One error function for all checks, as the verifiers of SV-COMP know it."""
    return (
        "extern void abort(void);\n"
        "void reach_error(void) {}\n"
        "#define __gadfly_check(label, condition) "
        "do { if (!(condition)) { reach_error(); abort(); } } while (0)\n"
        f"{_assume()}{_inputs()}"
    )


def failures(body: str = "") -> Dialect:
    """A function for every check, called where it fails; with a body that may use `{label}`, or without."""

    def prelude(checks: int) -> str:
        end = f" {{ {body} }}" if body else ";"
        functions = "".join(
            f"void gadfly_fail_{label}(void){end.replace('{label}', str(label))}\n" for label in range(checks)
        )
        return (
            f"{functions}#define __gadfly_check(label, condition) "
            "do { if (!(condition)) gadfly_fail_##label(); } while (0)\n"
            f"{_assume()}{_inputs()}"
        )

    return prelude


def _assume() -> str:
    return "#define __VERIFIER_assume(condition) do { if (!(condition)) for (;;) {} } while (0)\n"


def _inputs() -> str:
    return "".join(
        f"extern {type_} __VERIFIER_nondet_{name}(void);\n" for name, type_ in _INPUT_TYPES.items()
    )
