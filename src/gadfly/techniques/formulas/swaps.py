"""Operators that can stand for each other: type-aware operator mutation."""

from __future__ import annotations

from gadfly.lang.smt.script import Script
from gadfly.lang.smt.sorts import SortError
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.lang.smt.theories import lookup

# Within a group every operator takes what the others take, and a linear term stays linear.
_GROUPS = (
    ("and", "or", "=>", "xor"),
    ("=", "distinct"),
    ("<", "<=", ">", ">="),
    ("+", "-"),
    ("div", "mod"),
    ("bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"),
    ("bvnot", "bvneg"),
    ("bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvshl", "bvlshr",
     "bvashr", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"),
    ("zero_extend", "sign_extend"),
    ("rotate_left", "rotate_right"),
    ("fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq"),
    ("fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN", "fp.isNegative",
     "fp.isPositive"),
    ("fp.neg", "fp.abs"),
    ("fp.add", "fp.sub", "fp.mul", "fp.div"),
    ("RNE", "RNA", "RTP", "RTN", "RTZ"),
    ("str.prefixof", "str.suffixof", "str.contains", "str.<", "str.<="),
    ("str.replace", "str.replace_all"),
    ("re.++", "re.union", "re.inter", "re.diff"),
    ("re.*", "re.+", "re.opt", "re.comp"),
)  # fmt: skip
_GROUP_OF = {name: group for group in _GROUPS for name in group}
_OTHER_QUANTIFIER = {"forall": "exists", "exists": "forall"}


def swaps(term: Term, script: Script, keeps_differences: bool) -> list[Term]:
    """The term with another operator on top, in every way there is.

    With `keeps_differences` no difference of two numbers becomes a sum, which difference logics lack.
    """
    bank = script.bank
    if term.shape is Shape.QUANTIFIER:
        return [bank.quantifier(_OTHER_QUANTIFIER[term.name], term.variables, term.args[0])]
    if term.shape is not Shape.OPERATOR or (keeps_differences and term.name in ("+", "-")):
        return []
    names = [name for name in _GROUP_OF.get(term.name, ()) if name != term.name]
    return [swapped for name in names for swapped in _renamed(term, name, bank)]


def _renamed(term: Term, name: str, bank: Bank) -> list[Term]:
    """The application of another operator, unless that takes another number of arguments."""
    operator = lookup(name)
    if operator is None:
        raise ValueError(f"no operator is called {name}")
    try:
        sort = operator.result(term.indices, tuple(arg.sort for arg in term.args))
    except SortError:
        return []
    return [bank.operator(name, sort, term.args, term.indices)] if sort == term.sort else []
