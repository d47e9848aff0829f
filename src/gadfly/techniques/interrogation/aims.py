"""Pointers that surely point to one variable: what is there is a number like any other.

Nobody knows where a pointer points that is moved, written through another one, or made elsewhere. So one
counts only if it starts as the address of a variable and is used for nothing but to look there or to be given
away.
"""

from __future__ import annotations

from collections import Counter

from gadfly.lang.c.program import Node, Program

_DECLARATIONS = frozenset({"VAR_DECL", "PARM_DECL"})


def aims(program: Program) -> dict[str, str]:
    """The variables that pointers point to, by the names of the pointers; both names mean one thing only."""
    declared = Counter(node.spelling for node in program.walk() if node.kind in _DECLARATIONS)
    found = {}
    for node in program.walk():
        target = _address_of(program, node)
        if target and declared[node.spelling] == declared[target] == 1:
            found[node.spelling] = target
    for node in program.walk():
        if node.kind == "DECL_REF_EXPR" and node.spelling in found and not _is_harmless(program, node):
            del found[node.spelling]
    return found


def _address_of(program: Program, declaration: Node) -> str:
    """The variable whose address a pointer is declared with; "" if it is declared in another way."""
    if declaration.kind != "VAR_DECL" or not declaration.has_initialiser:
        return ""
    start = declaration.children[-1]
    is_address = start.kind == "UNARY_OPERATOR" and program.text_of(start).startswith("&")
    named = start.children[0] if is_address else start
    return named.spelling if is_address and named.kind == "DECL_REF_EXPR" else ""


def _is_harmless(program: Program, mention: Node) -> bool:
    whole = program.parents[mention]
    looks = whole.kind == "UNARY_OPERATOR" and program.text_of(whole).startswith("*")
    return looks or (whole.kind == "CALL_EXPR" and mention is not whole.children[0])
