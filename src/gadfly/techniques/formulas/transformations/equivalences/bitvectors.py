"""Laws of bit-vectors: of words, of their parts, and of what arithmetic does to them."""

from __future__ import annotations

from gadfly.lang.smt.sorts import bitvec
from gadfly.lang.smt.terms import Bank, Shape, Term
from gadfly.techniques.formulas.transformations.equivalences.patterns import operation
from gadfly.techniques.formulas.transformations.equivalences.rules import Desk, Rule, rules

_WORDS = rules(
    "a b c: BitVec",
    """
    a <-> (bvnot (bvnot a))
    a <-> (bvneg (bvneg a))
    a <-> (bvadd a 0@a)
    a <-> (bvmul a 1@a)
    a <-> (bvand a -1@a)
    a <-> (bvor a (bvand a b))
    a <-> (bvand a (bvor a b))
    a <-> (bvxor (bvxor a b) b)
    a <-> (bvadd (bvsub a b) b)
    a <-> (bvudiv a 1@a)
    (bvneg a) <-> (bvadd (bvnot a) 1@a)
    (bvneg a) <-> (bvnot (bvsub a 1@a))
    (bvneg a) <-> (bvmul a -1@a)
    (bvnot a) <-> (bvxor a -1@a)
    (bvnot a) <-> (bvsub -1@a a)
    (bvnot (bvand a b)) <-> (bvor (bvnot a) (bvnot b))
    (bvnot (bvor a b)) <-> (bvand (bvnot a) (bvnot b))
    (bvnand a b) <-> (bvnot (bvand a b))
    (bvnor a b) <-> (bvnot (bvor a b))
    (bvxnor a b) <-> (bvnot (bvxor a b))
    (bvand a b) <-> (bvand b a)
    (bvand a (bvor b c)) <-> (bvor (bvand a b) (bvand a c))
    (bvor a b) <-> (bvor b a)
    (bvor a b) <-> (bvadd (bvand a (bvnot b)) b)
    (bvxor a b) <-> (bvxor b a)
    (bvxor a b) <-> (bvor (bvand a (bvnot b)) (bvand (bvnot a) b))
    (bvxor a b) <-> (bvsub (bvor a b) (bvand a b))
    (bvadd a b) <-> (bvadd b a)
    (bvadd a b) <-> (bvadd (bvxor a b) (bvshl (bvand a b) 1@a))
    (bvadd a b) <-> (bvadd (bvor a b) (bvand a b))
    (bvsub a b) <-> (bvadd a (bvneg b))
    (bvsub a b) <-> (bvadd a (bvadd (bvnot b) 1@a))
    (bvsub a b) <-> (bvnot (bvadd (bvnot a) b))
    (bvmul a b) <-> (bvmul b a)
    (bvmul a (bvadd b c)) <-> (bvadd (bvmul a b) (bvmul a c))
    (bvmul (bvneg a) b) <-> (bvneg (bvmul a b))
    (bvurem a b) <-> (bvsub a (bvmul (bvudiv a b) b))
    (bvsrem a b) <-> (bvsub a (bvmul (bvsdiv a b) b))
    (bvshl a b) <-> (bvmul a (bvshl 1@a b))
    (bvashr a b) <-> (ite (bvslt a 0@a) (bvnot (bvlshr (bvnot a) b)) (bvlshr a b))
    """,
)

_COMPARISONS = rules(
    "a b: BitVec",
    """
    (= a b) <-> (= (bvxor a b) 0@a)
    (= a b) <-> (= (bvcomp a b) #b1)
    (= a b) <-> (not (bvult 0@a (bvsub a b)))
    (bvcomp a b) <-> (ite (= a b) #b1 #b0)
    (bvult a b) <-> (bvugt b a)
    (bvult a b) <-> (not (bvuge a b))
    (bvule a b) <-> (not (bvugt a b))
    (bvule a b) <-> (or (bvult a b) (= a b))
    (bvuge a b) <-> (bvule b a)
    (bvslt a b) <-> (bvsgt b a)
    (bvslt a b) <-> (not (bvsge a b))
    (bvslt a b) <-> (bvult (bvxor a min@a) (bvxor b min@a))
    (bvsle a b) <-> (not (bvsgt a b))
    (bvsle a b) <-> (or (bvslt a b) (= a b))
    (bvsge a b) <-> (bvsle b a)
    (bvult a b) <-> (bvult ((_ zero_extend 1) a) ((_ zero_extend 1) b))
    (bvslt a b) <-> (bvslt ((_ sign_extend 2) a) ((_ sign_extend 2) b))
    (bvredor a) -> (bvnot (bvcomp a 0@a))
    (bvredand a) -> (bvcomp a -1@a)
    (bvnego a) -> (= a min@a)
    (bvuaddo a b) -> (bvult (bvadd a b) a)
    (bvusubo a b) -> (bvult a b)
    (bvsdivo a b) -> (and (= a min@a) (= b -1@a))
    (bvsaddo a b) -> (distinct (bvadd ((_ sign_extend 1) a) ((_ sign_extend 1) b)) ((_ sign_extend 1) (bvadd a b)))
    (bvssubo a b) -> (distinct (bvsub ((_ sign_extend 1) a) ((_ sign_extend 1) b)) ((_ sign_extend 1) (bvsub a b)))
    (bvumulo a b) -> (distinct (bvmul ((_ zero_extend w) a) ((_ zero_extend w) b)) ((_ zero_extend w) (bvmul a b)))
    (bvsmulo a b) -> (distinct (bvmul ((_ sign_extend w) a) ((_ sign_extend w) b)) ((_ sign_extend w) (bvmul a b)))
    """,  # noqa: E501 - a law is one line
)

_PARTS = rules(
    "a b: BitVec",
    """
    a <-> ((_ zero_extend 0) a)
    a -> ((_ rotate_left w) a)
    a <-> ((_ repeat 1) a)
    (bvnot (concat a b)) <-> (concat (bvnot a) (bvnot b))
    (bvnot ((_ extract h l) a)) <-> ((_ extract h l) (bvnot a))
    ((_ extract h l) (bvand a b)) -> (bvand ((_ extract h l) a) ((_ extract h l) b))
    ((_ extract h l) (bvor a b)) -> (bvor ((_ extract h l) a) ((_ extract h l) b))
    ((_ extract h l) (bvxor a b)) -> (bvxor ((_ extract h l) a) ((_ extract h l) b))
    ((_ extract h 0) (bvadd a b)) -> (bvadd ((_ extract h 0) a) ((_ extract h 0) b))
    ((_ extract h 0) (bvmul a b)) -> (bvmul ((_ extract h 0) a) ((_ extract h 0) b))
    """,
)


def _extract(bank: Bank, term: Term, high: int, low: int) -> Term:
    return operation(bank, "extract", [term], high, low)


def _join(bank: Bank, upper: Term, lower: Term) -> Term:
    return operation(bank, "concat", [upper, lower])


def _split(term: Term, desk: Desk) -> Term | None:
    width = term.sort.width
    if width == 1:
        return None
    cut = desk.choices.integer(1, width - 1)
    upper = _extract(desk.bank, term, width - 1, cut)
    return _join(desk.bank, upper, _extract(desk.bank, term, cut - 1, 0))


def _zero_extend(term: Term, desk: Desk) -> Term | None:
    extra = int(term.indices[0])
    return _join(desk.bank, desk.bank.literal(0, bitvec(extra)), term.args[0]) if extra else None


def _sign_extend(term: Term, desk: Desk) -> Term | None:
    extra, inner, bank = int(term.indices[0]), term.args[0], desk.bank
    if not extra:
        return None
    top = inner.sort.width - 1
    return _join(bank, operation(bank, "repeat", [_extract(bank, inner, top, top)], extra), inner)


def _rotate(term: Term, desk: Desk) -> Term | None:
    inner, width, bank = term.args[0], term.sort.width, desk.bank
    steps = int(term.indices[0]) % width
    cut = width - steps if term.name == "rotate_left" else steps
    if cut in (0, width):
        return inner
    return _join(bank, _extract(bank, inner, cut - 1, 0), _extract(bank, inner, width - 1, cut))


def _repeat(term: Term, desk: Desk) -> Term | None:
    count, inner = int(term.indices[0]), term.args[0]
    if count == 1:
        return inner
    return _join(desk.bank, operation(desk.bank, "repeat", [inner], count - 1), inner)


def _literal(term: Term) -> int:
    """The value of a literal; 0 for anything else, which no rule here rewrites."""
    return int(term.value) if term.shape is Shape.LITERAL and isinstance(term.value, int) else 0


def _shift(term: Term, desk: Desk) -> Term | None:
    """A shift by a literal moves bits, and what comes in is known."""
    inner, bank, width = term.args[0], desk.bank, term.sort.width
    steps = _literal(term.args[1])
    if not 0 < steps < width:
        return None
    if term.name == "bvshl":
        return _join(bank, _extract(bank, inner, width - 1 - steps, 0), bank.literal(0, bitvec(steps)))
    return operation(
        bank,
        "zero_extend" if term.name == "bvlshr" else "sign_extend",
        [_extract(bank, inner, width - 1, steps)],
        steps,
    )


def _shifts_and_adds(term: Term, desk: Desk) -> Term | None:
    """A product with a literal of few bits is a sum of shifted words."""
    bank, sort = desk.bank, term.sort
    factor, other = _literal(term.args[0]), term.args[-1]
    if not factor:
        factor, other = _literal(term.args[-1]), term.args[0]
    places = [place for place in range(sort.width) if factor >> place & 1]
    if len(term.args) != 2 or not 0 < len(places) <= _MOST_ADDENDS:
        return None
    sum_, *rest = (operation(bank, "bvshl", [other, bank.literal(place, sort)]) for place in places)
    for shifted in rest:
        sum_ = operation(bank, "bvadd", [sum_, shifted])
    return sum_


_MOST_ADDENDS = 4

RULES: tuple[Rule, ...] = (
    *_WORDS,
    *_COMPARISONS,
    *_PARTS,
    Rule("a -> (concat ((_ extract h k) a) ((_ extract k-1 0) a))", "", "BitVec", _split),
    Rule("((_ zero_extend n) a) -> (concat 0 a)", "zero_extend", "", _zero_extend),
    Rule("((_ sign_extend n) a) -> (concat ((_ repeat n) sign) a)", "sign_extend", "", _sign_extend),
    Rule("((_ rotate_left n) a) -> (concat lower upper)", "rotate_left", "", _rotate),
    Rule("((_ rotate_right n) a) -> (concat lower upper)", "rotate_right", "", _rotate),
    Rule("((_ repeat n) a) -> (concat ((_ repeat n-1) a) a)", "repeat", "", _repeat),
    Rule("(bvshl a k) -> (concat lower 0)", "bvshl", "", _shift),
    Rule("(bvlshr a k) -> ((_ zero_extend k) upper)", "bvlshr", "", _shift),
    Rule("(bvashr a k) -> ((_ sign_extend k) upper)", "bvashr", "", _shift),
    Rule("(bvmul a k) -> (bvadd (bvshl a i) (bvshl a j))", "bvmul", "", _shifts_and_adds),
)
