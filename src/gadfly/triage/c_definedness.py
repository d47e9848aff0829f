"""What may make a C program undefined and is easily missed by running it.

A variable that was never written happens to hold the same in all builds, and so does the value of a function
that returns none, or an argument that nobody passed. Reduction would love all of them, so what the original
had no doubt about must stay so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gadfly.lang.c.functions import Function, functions, has_body
from gadfly.lang.c.objects import Array, Scalar
from gadfly.lang.c.program import Node, Program, Storage

_NEVER_RETURN = frozenset({"abort", "exit", "__builtin_abort", "__builtin_exit", "__builtin_unreachable"})
_LOOSE_LIBRARY = re.compile(r"(?:print|scan)f\Z")
_VARIABLE_ARGUMENT = re.compile(r"\bva_arg\s*\(([^;]*?)\)\s*[;,)\]}?:+*/&|<>=-]")
_PARTS = frozenset({"MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR", "PAREN_EXPR"})


def doubts(program: Program) -> frozenset[str]:
    """Functions that may lack the value they return, local variables that are read before written, and how
    functions are called whose arguments no compiler checks."""
    found = set(_loose_calls(program))
    for function in functions(program):
        if _may_lack_value(function):
            found.add(f"{function.name}()")
        found |= {f"{function.name}() {name}" for name in _unwritten(program, function)}
    return frozenset(found)


def _may_lack_value(function: Function) -> bool:
    returns_value = function.name != "main" and function.returns.spelling != "void"
    return returns_value and not _returns_value(function.body)


def _returns_value(statement: Node) -> bool:
    """Whether a statement ends by returning a value, and nothing after it is ever reached."""
    match statement.kind:
        case "RETURN_STMT":
            return bool(statement.children)
        case "COMPOUND_STMT" | "LABEL_STMT":
            return bool(statement.children) and _returns_value(statement.children[-1])
        case "IF_STMT":
            return len(statement.children) == 3 and all(map(_returns_value, statement.children[1:]))
        case "CALL_EXPR":
            return statement.spelling in _NEVER_RETURN
        case _:
            return False


def _unwritten(program: Program, function: Function) -> Iterator[str]:
    """The variables whose first mention in the text is not one that writes them or takes their address."""
    open_variables: dict[str, Node] = {}
    for node in function.body.walk():
        if node.kind == "VAR_DECL" and node.storage in (Storage.NONE, Storage.REGISTER):
            if not node.has_initialiser:
                open_variables[node.spelling] = node
        elif node.kind == "DECL_REF_EXPR" and node.spelling in open_variables:
            variable = open_variables.pop(node.spelling)
            if not _is_written(program, node, isinstance(variable.type, Array)):
                yield node.spelling


def _is_written(program: Program, mention: Node, is_array: bool) -> bool:
    part, whole = mention, program.parents[mention]
    while whole.kind in _PARTS and part is whole.children[0]:
        if whole.kind != "PAREN_EXPR" and isinstance(part.type, Scalar):
            return False  # what a pointer points to is a part of something else
        is_array = is_array and whole.kind == "PAREN_EXPR"
        part, whole = whole, program.parents[whole]
    if whole.kind == "BINARY_OPERATOR" and whole.spelling == "=" and part is whole.children[0]:
        return all(node.spelling != mention.spelling for node in whole.children[1].walk())
    takes_address = whole.kind == "UNARY_OPERATOR" and program.text_of(whole).startswith("&")
    return takes_address or is_array or whole.kind == "CXX_UNARY_EXPR"


def _loose_calls(program: Program) -> Iterator[str]:
    """What functions without a full prototype expect, and what calls give them; it has to stay as it is."""
    checked: set[str] = set()
    loose: set[str] = set()
    for node in program.declarations:
        if node.kind == "FUNCTION_DECL":
            (checked if _has_prototype(program, node) else loose).add(node.spelling)
    for function in functions(program):
        if function.name in loose - checked:
            yield f"{function.name} expects {_types(function.parameters)}"
        if taken := _VARIABLE_ARGUMENT.findall(program.text_of(function.node)):
            yield f"{function.name} takes {', '.join(' '.join(each.split()) for each in taken)}"
    for node in program.walk():
        name = node.spelling
        if node.kind == "CALL_EXPR" and (name in loose - checked or _LOOSE_LIBRARY.search(name)):
            yield f"{name} is given {_types(node.children[1:])}"


def _has_prototype(program: Program, declaration: Node) -> bool:
    """Whether it says what every argument is: not if there may be more, or if types follow the names."""
    text = program.text_of(declaration)
    if has_body(declaration):
        text = program.text_of(replace(declaration, end=declaration.children[-1].start))
    head = text.rstrip().rstrip(";").rstrip()
    is_empty = re.search(r"\(\s*\)\Z", head) is not None
    return head.endswith(")") and "..." not in head and not is_empty


def _types(nodes: Sequence[Node]) -> str:
    return f"({', '.join(node.type.spelling for node in nodes)})"
