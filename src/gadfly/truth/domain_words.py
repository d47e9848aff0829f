"""Formulas of laws as people write them: the parts of a law are named in findings."""

from __future__ import annotations

from gadfly.lang.domain.formula import CONSTANTS, LATTICE, PROCESSES, TRANSFORMERS, Node

_SIGNS = {
    **{word: sign for sign, word in LATTICE.items()},
    "leq": "⊑",
    "eq": "=",
    "and": "∧",
    "implies": "⇒",
}
_PROCESSES = {word: " ".join(spelling) for spelling, word in PROCESSES.items()}
_CONSTANTS = {word: sign for sign, word in CONSTANTS.items()}


def spoken(node: Node) -> str:
    """A formula, or a part of one."""
    word = node.word
    match node.operands:
        case ():
            return _CONSTANTS.get(word) or _PROCESSES.get(word, word)
        case (left, right):
            inner = _bracketed if word in LATTICE.values() else spoken
            return f"{inner(left)} {_SIGNS[word]} {inner(right)}"
        case (only,):
            return _spoken_unary(word, only)
        case _:
            raise AssertionError("no part of a formula has three operands")


def _spoken_unary(word: str, operand: Node) -> str:
    match word:
        case "not":
            return spoken(operand).replace(" = ", " ≠ ")
        case "is_bottom" | "is_top":
            return f"{spoken(operand)} = {_CONSTANTS[word.removeprefix('is_')]}"
        case "sound":
            return f"sound({spoken(operand)})"
        case _:
            return f"{word}({', '.join([spoken(operand), *TRANSFORMERS[word]])})"


def _bracketed(node: Node) -> str:
    return f"({spoken(node)})" if node.word in LATTICE.values() else spoken(node)
