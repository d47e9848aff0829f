"""Laws of connectives, and of `=` and `ite` of every sort."""

from __future__ import annotations

from gadfly.lang.smt.sorts import BOOL
from gadfly.lang.smt.terms import Shape, Term
from gadfly.techniques.formulas.transformations.equivalences.patterns import operation
from gadfly.techniques.formulas.transformations.equivalences.rules import Desk, Rule, rules

_CONNECTIVES = rules(
    "p q r: Bool",
    """
    p <-> (not (not p))
    p <-> (and p true)
    p <-> (or p false)
    p <-> (= p true)
    p <-> (ite p true false)
    p <-> (and p (or p q))
    p <-> (or p (and p q))
    p <-> (ite q p p)
    p <-> (xor (xor p q) q)
    p <-> (and (or p q) (or p (not q)))
    (not p) <-> (=> p false)
    (not p) <-> (xor p true)
    (and p q) <-> (and q p)
    (and p q) <-> (not (or (not p) (not q)))
    (and p q) <-> (ite p q false)
    (and p q) <-> (and p (=> p q))
    (and p (or q r)) <-> (or (and p q) (and p r))
    (and p (and q r)) <-> (and (and p q) r)
    (or p q) <-> (or q p)
    (or p q) <-> (not (and (not p) (not q)))
    (or p q) <-> (ite p true q)
    (or p q) <-> (xor p q (and p q))
    (or p (and q r)) <-> (and (or p q) (or p r))
    (or p (or q r)) <-> (or (or p q) r)
    (=> p q) <-> (or (not p) q)
    (=> p q) <-> (=> (not q) (not p))
    (=> p q r) <-> (=> (and p q) r)
    (xor p q) <-> (not (= p q))
    (xor p q) <-> (and (or p q) (not (and p q)))
    (xor p q) <-> (distinct p q)
    (xor p (xor q r)) <-> (xor (xor p q) r)
    (= p q) <-> (and (=> p q) (=> q p))
    (= p q) <-> (or (and p q) (not (or p q)))
    (ite p q r) <-> (and (=> p q) (=> (not p) r))
    (ite p q r) <-> (or (and p q) (and (not p) r))
    """,
    plain=True,
)

_EQUALITY = rules(
    "a b c: Any, p q: Bool",
    """
    (= a b) <-> (= b a)
    (= a b c) <-> (and (= a b) (= b c))
    (distinct a b) <-> (not (= a b))
    (distinct a b c) <-> (not (or (= a b) (= a c) (= b c)))
    (ite p a b) <-> (ite (not p) b a)
    (ite p a b) <-> (ite p (ite p a c) b)
    """,
    plain=True,
)

_PADDING = rules(
    "a b: Any, p q: Bool",
    """
    a <-> (ite p a a)
    a <-> (ite (= a b) b a)
    (ite (and p q) a b) <-> (ite p (ite q a b) b)
    (ite (or p q) a b) <-> (ite p a (ite q a b))
    """,
)

_ASSOCIATIVE = (
    "and", "or", "xor", "+", "*", "bvadd", "bvmul", "bvand", "bvor", "bvxor", "concat", "str.++", "re.++",
    "re.union", "re.inter",
)  # fmt: skip
_CHAINABLE = ("<", "<=", ">", ">=", "fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq", "str.<", "str.<=")


def _nested(term: Term, desk: Desk) -> Term | None:
    """`(f a b c)` is `(f (f a b) c)`; the place is drawn."""
    if len(term.args) < 3:
        return None
    cut = desk.choices.integer(2, len(term.args) - 1)
    first = operation(desk.bank, term.name, list(term.args[:cut]))
    return operation(desk.bank, term.name, [first, *term.args[cut:]])


def _paired(term: Term, desk: Desk) -> Term | None:
    """`(< a b c)` is `(and (< a b) (< b c))`."""
    if len(term.args) < 3:
        return None
    pairs = zip(term.args, term.args[1:], strict=False)
    return desk.bank.operator("and", BOOL, [desk.bank.operator(term.name, BOOL, pair) for pair in pairs])


def _split_call(term: Term, desk: Desk) -> Term | None:
    """`f(x)` is `ite(x = c, f(c), f(x))`."""
    if term.shape is not Shape.SYMBOL or not term.args:
        return None
    place = desk.choices.below(len(term.args))
    argument = term.args[place]
    other = desk.pad(argument.sort)
    if other is None:
        return None
    args = [*term.args[:place], other, *term.args[place + 1 :]]
    same = desk.bank.operator("=", BOOL, [argument, other])
    call = desk.bank.symbol(term.name, term.sort, args)
    return desk.bank.operator("ite", term.sort, [same, call, term])


RULES: tuple[Rule, ...] = (
    *_CONNECTIVES,
    *_EQUALITY,
    *_PADDING,
    *(Rule(f"({name} a b c) -> ({name} ({name} a b) c)", name, "", _nested) for name in _ASSOCIATIVE),
    *(Rule(f"({name} a b c) -> (and ({name} a b) ({name} b c))", name, "", _paired) for name in _CHAINABLE),
    Rule("(f a) -> (ite (= a b) (f b) (f a))", "", "Any", _split_call),
)
