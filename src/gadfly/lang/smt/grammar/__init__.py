"""Random well-sorted terms and scripts of every quantifier-free logic, so that no corpus is needed."""

from gadfly.lang.smt.grammar.logics import LOGICS, PROPOSITIONAL, Logic, Palette, logic_named
from gadfly.lang.smt.grammar.maker import TermMaker
from gadfly.lang.smt.grammar.seed import make_seed
from gadfly.lang.smt.grammar.vocabulary import Constants, declare

__all__ = [
    "LOGICS",
    "PROPOSITIONAL",
    "Constants",
    "Logic",
    "Palette",
    "TermMaker",
    "declare",
    "logic_named",
    "make_seed",
]
