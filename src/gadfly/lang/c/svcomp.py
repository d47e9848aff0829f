"""Programs as SV-COMP tasks: without our words and without macros, so that every place is one in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gadfly.lang.c.dialect import INPUT_TYPES, input_names
from gadfly.lang.c.edits import Edit, apply, decode
from gadfly.lang.c.functions import calls, functions
from gadfly.lang.c.parse import parse
from gadfly.lang.c.program import Node, Program

_CHECK = re.compile(rb"__gadfly_check\s*\(\s*(\d+)\s*,\s*")
_ASSUME = re.compile(rb"(__VERIFIER_assume)\s*\(\s*")
_INPUT = "__VERIFIER_nondet_"
_SIMPLE = frozenset({"DECL_STMT", "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR"})
_AROUND_INPUT = frozenset({"DECL_STMT", "VAR_DECL", "CSTYLE_CAST_EXPR", "PAREN_EXPR"})


@dataclass(frozen=True, slots=True)
class Position:
    """A line and a column of it, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TaskProgram:
    """A task's text and the places that a witness speaks of.

    `errors` are, by the labels of the checks, where `reach_error` is called. `inputs` are the closing
    parentheses of the calls by which every execution reads its first inputs, in this order.
    """

    text: str
    errors: tuple[Position, ...]
    inputs: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """One of our words as a statement: its place, its label if it has one, and its condition as written."""

    node: Node
    label: str
    condition: str

    def edit(self, otherwise: str) -> Edit:
        text = f"do {{ if (!({self.condition})) {{ {otherwise} }} }} while (0)"
        return Edit(self.node.start, self.node.end, text)


def task_program(text: str) -> TaskProgram:
    """A program in the standard dialect as SV-COMP knows it; the first check that fails ends it."""
    program = parse(text)
    checks = tuple(_words(program, "__gadfly_check", _CHECK))
    assumes = tuple(_words(program, "__VERIFIER_assume", _ASSUME))
    edits = [check.edit("reach_error(); abort();") for check in checks]
    task = _prelude(text) + apply(text, [*edits, *(assume.edit("abort();") for assume in assumes)])
    read = parse(task)
    errors = {
        int(check.label): _position(read, call.node.start)
        for check, call in zip(checks, calls(read, "reach_error"), strict=True)
    }
    return TaskProgram(
        task,
        tuple(errors[label] for label in range(len(errors))),
        tuple(_position(read, call.end - 1) for call in _first_inputs(read)),
    )


def _prelude(text: str) -> str:
    inputs = "".join(f"extern {INPUT_TYPES[name]} {_INPUT}{name}(void);\n" for name in input_names(text))
    return (
        "extern void abort(void);\n"
        "extern void __assert_fail(const char *, const char *, unsigned int, const char *)"
        " __attribute__((__nothrow__, __leaf__, __noreturn__));\n"
        'void reach_error(void) { __assert_fail("0", "reach_error", 0, "reach_error"); }\n'
        f"{inputs}"
    )


def _words(program: Program, name: str, opening: re.Pattern[bytes]) -> Iterator[_Word]:
    for call in calls(program, name):
        found = opening.match(program.data, call.node.start)
        if found is None or not call.node.editable:
            raise ValueError(f"{name} is used in a macro: the program cannot be a task")
        condition = decode(program.data[found.end() : call.node.end - 1])
        yield _Word(call.node, decode(found[1]), condition)


def _first_inputs(program: Program) -> Iterator[Node]:
    """The calls that main begins with, as long as it is certain that each is made once and in this order."""
    mains = [function for function in functions(program) if function.name == "main"]
    if not mains or mains[0].has_labels or calls(program, "main"):
        return
    for statement in mains[0].body.children:
        called = [node for node in statement.walk() if node.kind == "CALL_EXPR"]
        if statement.kind not in _SIMPLE or len(called) > 1:
            return
        for call in called:
            if not _is_read_once(program, call, statement):
                return
            yield call


def _is_read_once(program: Program, call: Node, statement: Node) -> bool:
    """Whether an integer is read by a declaration or assignment and by nothing that may skip the call."""
    kind = call.spelling.removeprefix(_INPUT)
    if kind == call.spelling or kind in ("float", "double") or not call.editable:
        return False
    node = call
    while node is not statement:
        node = program.parents[node]
        if node.kind not in _AROUND_INPUT and not (node is statement and node.spelling == "="):
            return False
    return True


def _position(program: Program, offset: int) -> Position:
    before = program.data[:offset]
    return Position(before.count(b"\n") + 1, offset - before.rfind(b"\n"))
