"""What a reduced C program still needs to be answered wrongly: features of the language, not names.

Coarse on purpose: one bug met in many programs should need the same in all of them. What every program has,
such as plain integers, comparisons and our own checks, says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from gadfly.lang.c.functions import functions
from gadfly.lang.c.objects import Array, CType, Opaque, Record, Scalar, ScalarKind
from gadfly.lang.c.program import Node, Program

_OUR_NAMES = ("gadfly_", "__gadfly_", "__VERIFIER_")
_KINDS = {
    "FOR_STMT": "loop",
    "WHILE_STMT": "loop",
    "DO_STMT": "loop",
    "SWITCH_STMT": "switch",
    "GOTO_STMT": "goto",
    "INDIRECT_GOTO_STMT": "computed goto",
    "CONDITIONAL_OPERATOR": "conditional expression",
    "COMPOUND_LITERAL_EXPR": "compound literal",
    "INIT_LIST_EXPR": "initialiser list",
    "STRING_LITERAL": "string",
    "StmtExpr": "statement expression",
    "CXX_UNARY_EXPR": "sizeof",
}
_OPERATORS = {
    **dict.fromkeys(("*", "+", "-"), "arithmetic"),
    **dict.fromkeys(("/", "%"), "division"),
    **dict.fromkeys(("<<", ">>"), "shift"),
    **dict.fromkeys(("&", "|", "^"), "bitwise"),
    ",": "comma",
}


def needs(program: Program) -> frozenset[str]:
    """The features that the program uses outside its checks."""
    own = {function.name for function in functions(program)}
    return frozenset(need for top in program.declarations for need in _needs_below(program, top, own))


def _needs_below(program: Program, node: Node, own: set[str]) -> Iterator[str]:
    if _is_ours(node) or (node.kind.endswith("_OPERATOR") and _is_ours(node.children[0])):
        return
    yield from _needs_of(program, node, own)
    for child in node.children:
        yield from _needs_below(program, child, own)


def _is_ours(node: Node) -> bool:
    """Whether it is a check, or a counter or the like that we put into the program."""
    return node.spelling.startswith(_OUR_NAMES)


def _needs_of(program: Program, node: Node, own: set[str]) -> Iterator[str]:
    if node.kind in _KINDS:
        yield _KINDS[node.kind]
    if node.kind.endswith("_ATTR") and node.kind != "UNEXPOSED_ATTR":
        yield node.kind.removesuffix("_ATTR").lower()
    if node.is_bit_field:
        yield "bit-field"
    yield from _type_needs(node.type)
    match node.kind:
        case "BINARY_OPERATOR" if node.spelling in _OPERATORS:
            yield _OPERATORS[node.spelling]
        case "COMPOUND_ASSIGNMENT_OPERATOR":
            yield "compound assignment"
        case "UNARY_OPERATOR" if program.text_of(node)[:1] in ("-", "~"):
            yield "arithmetic" if program.text_of(node).startswith("-") else "bitwise"
        case "CSTYLE_CAST_EXPR":
            yield f"cast to {' or '.join(sorted(_type_needs(node.type))) or 'int'}"
        case "CALL_EXPR" if node.spelling and node.spelling not in own:
            yield f"calls {node.spelling}"


def _type_needs(type_: CType) -> Iterator[str]:
    match type_:
        case Array():
            yield "array"
        case Record():
            yield "union" if type_.is_union else "struct"
        case Scalar(kind=ScalarKind.INTEGER):
            if type_.bits != 32:
                yield "wide" if type_.bits > 32 else "narrow"
            if not type_.signed:
                yield "unsigned"
        case Scalar():
            yield type_.kind
        case Opaque() if "vector" in type_.spelling or "_Complex" in type_.spelling:
            yield "vector" if "vector" in type_.spelling else "complex"
    if isinstance(type_, Scalar | Record) and type_.volatile:
        yield "volatile"
