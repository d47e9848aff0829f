"""Random well-sorted terms and scripts of every quantifier-free logic, so that no corpus is needed."""

from gadfly.lang.smt.grammar.logics import LOGICS, Logic, logic_named
from gadfly.lang.smt.grammar.maker import TermMaker
from gadfly.lang.smt.grammar.seed import make_seed

__all__ = ["LOGICS", "Logic", "TermMaker", "logic_named", "make_seed"]
