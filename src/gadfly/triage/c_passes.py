"""Reductions of a C program by its syntax tree: declarations, statements, parameters, expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from gadfly.lang.c.checks import CHECK
from gadfly.lang.c.edits import Edit
from gadfly.lang.c.functions import calls, functions
from gadfly.lang.c.places import end_of_statement
from gadfly.lang.c.program import Node, Program
from gadfly.lang.c.tokens import Token, tokens
from gadfly.triage import c_token_passes
from gadfly.triage.c_token_passes import Change, cut

_DEEP = 5  # blocks in blocks that are reduced from the outside; what is deeper is reduced all at once
_LABELS = frozenset({"LABEL_STMT", "CASE_STMT", "DEFAULT_STMT"})
_LOOPS = frozenset({"FOR_STMT", "WHILE_STMT", "DO_STMT"})
_SMALL = ("0", "1", "2")


@dataclass(frozen=True, slots=True)
class Pass:
    """A kind of reduction: the changes it offers for a program, in the order of the text.

    Those that rarely depend on each other are tried many at once, the others one by one.
    """

    changes: Callable[[Program], list[Change]]
    many_at_once: bool


def drop_declarations(program: Program) -> list[Change]:
    """Drop what is declared at the top level; a function leaves 0 where it was called."""
    changes: list[Change] = []
    for _, group in groupby(program.declarations, key=lambda node: node.start):
        nodes = list(group)
        names = {node.spelling for node in nodes if node.kind == "FUNCTION_DECL"}
        called = [call.node for name in sorted(names) for call in calls(program, name)]
        whole = max(nodes, key=lambda node: node.end)
        if whole.editable:
            removed = cut(whole.start, _after_semicolon(program, whole))
            changes.append((removed, *(Edit(node.start, node.end, "0") for node in called if node.editable)))
    return changes


def drop_members(program: Program) -> list[Change]:
    """Drop members of structures and unions."""
    changes: list[Change] = []
    for record in program.walk():
        if record.kind in ("STRUCT_DECL", "UNION_DECL"):
            for _, group in groupby(record.children, key=lambda node: node.start):
                whole = max(group, key=lambda node: node.end)
                if whole.editable:
                    changes.append((cut(whole.start, _after_semicolon(program, whole)),))
    return changes


def drop_statements(program: Program, depth: int) -> list[Change]:
    """Drop statements of blocks at a depth; at the greatest one, of all that is deeper as well."""
    changes: list[Change] = []
    for function in functions(program):
        for statement, level in _statements(function.body, 0):
            end = end_of_statement(program, statement)
            if min(level, _DEEP) == depth and end is not None and not statement.starts_in_macro:
                in_block = program.parents[statement].kind == "COMPOUND_STMT"
                changes.append((Edit(statement.start, end, " " if in_block else ";"),))
    return changes


def simpler_statements(program: Program) -> list[Change]:
    """Replace a statement by a part of it: a branch, a body, what is in the braces or after a label."""
    changes: list[Change] = []
    for node in program.walk():
        end = end_of_statement(program, node) if node.kind.endswith("_STMT") else None
        if end is None or node.starts_in_macro:
            continue
        changes.extend((Edit(node.start, end, text),) for text in _parts(program, node))
    return changes


def parameters_to_variables(program: Program) -> list[Change]:
    """Make a parameter a variable of the function, with the value of the first call."""
    changes: list[Change] = []
    for function in functions(program):
        called = [call for call in calls(program, function.name) if call.node.editable]
        for place, parameter in enumerate(function.parameters):
            arguments = [call.arguments[place] for call in called if place < len(call.arguments)]
            if parameter.editable and all(argument.editable for argument in arguments):
                value = f" = {program.text_of(arguments[0])}" if arguments else ""
                variable = f" {program.text_of(parameter)}{value};"
                inside = function.body.start + 1
                changes.append(
                    (
                        _without_comma(program, parameter),
                        Edit(inside, inside, variable),
                        *(_without_comma(program, argument) for argument in arguments),
                    )
                )
    return changes


def simpler_expressions(program: Program) -> list[Change]:
    """Replace an expression by 0, 1, one of its operands or nothing, the largest first."""
    changes: list[Change] = []
    labels = {node.children[1] for node in program.walk() if _is_check(node) and len(node.children) > 1}
    for node in program.walk():
        if node.editable and node not in labels and _is_expression(node) and not _is_check(node):
            text = program.text_of(node)
            changes.extend((Edit(node.start, node.end, new),) for new in _simpler(program, node, text))
    return changes


def _by_tokens(changes: Callable[[Sequence[Token]], list[Change]]) -> Callable[[Program], list[Change]]:
    return lambda program: changes(list(tokens(program.text)))


PASSES: tuple[Pass, ...] = (
    Pass(drop_declarations, many_at_once=True),
    *(Pass(partial(drop_statements, depth=depth), many_at_once=True) for depth in range(_DEEP + 1)),
    Pass(drop_members, many_at_once=True),
    Pass(simpler_statements, many_at_once=False),
    Pass(_by_tokens(c_token_passes.drop_words), many_at_once=True),
    Pass(_by_tokens(c_token_passes.typedef_names), many_at_once=False),
    Pass(_by_tokens(c_token_passes.drop_initialisers), many_at_once=True),
    Pass(_by_tokens(c_token_passes.drop_items), many_at_once=True),
    Pass(parameters_to_variables, many_at_once=False),
    Pass(simpler_expressions, many_at_once=False),
    Pass(_by_tokens(c_token_passes.plain_types), many_at_once=False),
)


def _statements(block: Node, level: int) -> Iterator[tuple[Node, int]]:
    """The statements in a block and in those inside it, with their depth; single ones count as blocks."""
    for node in block.children:
        if _is_statement(node, block):
            yield node, level
        yield from _statements(node, level + (node.kind.endswith("_STMT") and node.kind not in _LABELS))


def _is_statement(node: Node, parent: Node) -> bool:
    if parent.kind == "COMPOUND_STMT":
        return True
    is_body = parent.kind == "DO_STMT" and node is parent.children[0]
    is_body = is_body or (parent.kind in ("FOR_STMT", "WHILE_STMT") and node is parent.children[-1])
    is_branch = parent.kind == "IF_STMT" and node is not parent.children[0]
    return (is_body or is_branch) and node.kind != "NULL_STMT"


def _parts(program: Program, node: Node) -> Iterator[str]:
    def whole(part: Node) -> str:
        return f"{program.text_of(part)};" if part.kind != "COMPOUND_STMT" else program.text_of(part)

    children = [child for child in node.children if child.editable]
    if len(children) < len(node.children) or not children:
        return
    match node.kind:
        case "IF_STMT":
            condition, *branches = children
            yield from map(whole, branches)
            if len(branches) == 2:
                yield f"if ({program.text_of(condition)}) {whole(branches[0])}"
                yield f"if (!({program.text_of(condition)})) {whole(branches[1])}"
        case "DO_STMT":
            yield whole(children[0])
        case "FOR_STMT" | "WHILE_STMT" | "SWITCH_STMT":
            yield whole(children[-1])
            if len(children) > 2:
                yield f"{program.text_of(children[0])}; {whole(children[-1])}"
        case "LABEL_STMT" | "CASE_STMT" | "DEFAULT_STMT":
            yield whole(children[-1])
        case "COMPOUND_STMT":
            if program.parents[node].kind == "COMPOUND_STMT" or len(children) == 1:
                yield program.text_of(node)[1:-1]
        case _:
            return


def _simpler(program: Program, node: Node, text: str) -> Iterator[str]:
    if program.parents[node].kind == "FOR_STMT":
        yield ""
    if node.kind == "STRING_LITERAL":
        yield '""'
    if node.kind not in ("INIT_LIST_EXPR", "StmtExpr"):
        yield from _SMALL[: _SMALL.index(text)] if text in _SMALL else _SMALL[: 2 + _is_literal(node)]
    for child in node.children:
        if _is_expression(child) and child.editable:
            yield program.text_of(child)


def _is_expression(node: Node) -> bool:
    return node.kind.endswith(("_EXPR", "_OPERATOR", "_LITERAL"))


def _is_literal(node: Node) -> bool:
    return node.kind.endswith("_LITERAL")


def _is_check(node: Node) -> bool:
    return node.kind == "CALL_EXPR" and node.spelling == CHECK


def _after_semicolon(program: Program, node: Node) -> int:
    """The end of a declaration with its semicolon; a function with a body has none."""
    rest = program.data[node.end :]
    blank = len(rest) - len(rest.lstrip())
    return node.end + blank + 1 if rest[blank : blank + 1] == b";" else node.end


def _without_comma(program: Program, node: Node) -> Edit:
    """The edit that takes an item out of a list with the comma after it, or before the last."""
    data = program.data
    after = data[node.end :]
    blank = len(after) - len(after.lstrip())
    if after[blank : blank + 1] == b",":
        return cut(node.start, node.end + blank + 1)
    before = data[: node.start].rstrip()
    return cut(len(before) - 1 if before.endswith(b",") else node.start, node.end)
