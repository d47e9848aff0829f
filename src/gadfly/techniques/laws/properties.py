"""The laws of abstract domains: the 46 of the paper's Fig. 3 under their numbers, then our own.

x, y, z and b are any elements, v is a variable, e an expression or a condition, s a sequence of elements.
"""

from __future__ import annotations

from gadfly.lang.domain.formula import parse_formula, words
from gadfly.lang.domain.law import Law, LawClass, Preparation

_S, _P, _C = LawClass.SOUNDNESS, LawClass.PRECISION, LawClass.CONVERGENCE
_ORDERED, _BOTTOM, _DISJOINT = Preparation.ORDERED, Preparation.BOTTOM, Preparation.DISJOINT

_PARTIAL_ORDER = (
    Law("1", _P, "⊥ ⊑ x"),
    Law("2", _P, "x ⊑ ⊤"),
    Law("3", _P, "x ⊑ x"),
    Law("4", _P, "x ⊑ y ∧ y ⊑ z ⇒ x ⊑ z", (Preparation.CHAIN,)),
    Law("5", _P, "x ⊑ y ∧ y ⊑ x ⇒ x = y", (_ORDERED,)),
)
_JOIN = (
    Law("6", _P, "⊥ ⊔ x = x"),
    Law("7", _S, "⊤ ⊔ x = ⊤"),
    Law("8", _S, "x ⊑ x ⊔ y"),
    Law("9", _S, "y ⊑ x ⊔ y"),
    Law("10", _P, "x ⊔ y = y ⊔ x"),
    Law("11", _P, "(x ⊔ y) ⊔ z = x ⊔ (y ⊔ z)"),
    Law("12", _P, "x ⊔ x = x"),
    Law("13", _P, "x ⊑ y ⇒ x ⊔ y = y", (_ORDERED,)),
    Law("14", _P, "x ⊔ y = y ⇒ x ⊑ y", (_ORDERED,)),
    Law("15", _P, "x ⊔ (x ⊓ y) = x"),
)
_MEET = (
    Law("16", _P, "⊥ ⊓ x = ⊥"),
    Law("17", _P, "⊤ ⊓ x = x"),
    Law("18", _P, "x ⊓ y ⊑ x"),
    Law("19", _P, "x ⊓ y ⊑ y"),
    Law("20", _P, "x ⊓ y = y ⊓ x"),
    Law("21", _P, "(x ⊓ y) ⊓ z = x ⊓ (y ⊓ z)"),
    Law("22", _P, "x ⊓ x = x"),
    Law("23", _P, "x ⊑ y ⇒ x ⊓ y = x", (_ORDERED,)),
    Law("24", _P, "x ⊓ y = x ⇒ x ⊑ y", (_ORDERED,)),
    Law("25", _P, "x ⊓ (x ⊔ y) = x"),
    Law("26", _P, "x ⊓ y = ⊥", (_DISJOINT,)),
)
_BOUNDS = (
    Law("27", _P, "x ⊑ b ∧ y ⊑ b ⇒ x ⊔ y ⊑ b", (Preparation.ABOVE,)),
    Law("28", _P, "b ⊑ x ∧ b ⊑ y ⇒ b ⊑ x ⊓ y", (Preparation.BELOW,)),
)
_WIDENING = (
    Law("29", _S, "x ⊑ x ∇ y"),
    Law("30", _S, "y ⊑ x ∇ y"),
    Law("31", _P, "x ∇ ⊥ = x"),
    Law("32", _P, "⊥ ∇ x = x"),
    Law("33", _C, "widening converges"),
)
_TRANSFORMERS = (
    Law("34", _P, "x ⊑ y ⇒ assign(x, v, e) ⊑ assign(y, v, e)", (_ORDERED,)),
    Law("35", _S, "x ≠ ⊥ ⇒ assign(x, v, e) ≠ ⊥"),
    Law("36", _P, "x = ⊥ ⇒ assign(x, v, e) = ⊥", (_BOTTOM,)),
    Law("37", _P, "assign(x, v, e) ≠ ⊤", (Preparation.REPRESENTABLE,)),
    Law("38", _P, "assign(x, v, e) ⊑ project(x, v)"),
    Law("39", _P, "x ⊑ y ⇒ cond(x, e) ⊑ cond(y, e)", (_ORDERED,)),
    Law("40", _P, "x = ⊥ ⇒ cond(x, e) = ⊥", (_BOTTOM,)),
    Law("41", _P, "cond(x, e) ⊑ x"),
)
_NARROWING = (
    Law("42", _P, "x ⊓ y ⊑ x △ y"),
    Law("43", _P, "x △ y ⊑ x"),
    Law("44", _P, "x △ ⊥ = ⊥"),
    Law("45", _P, "⊥ △ x = ⊥"),
    Law("46", _C, "narrowing converges"),
)

# A concrete state that is known to be inside must stay inside. Two elements often know the same state if one
# was made of the other, and a state survives a substitution for sure where the assignment was just done.
_CONCRETE = (
    Law("47", _S, "sound(x)"),
    Law("48", _S, "sound(assign(x, v, e))"),
    Law("49", _S, "sound(substitute(assign(x, v, e), v, e))"),
    Law("50", _S, "sound(cond(x, e))"),
    Law("51", _S, "sound(project(x, v))"),
    Law("52", _S, "sound(x ⊔ y)"),
    Law("53", _S, "sound(x ⊓ y)", (_ORDERED,)),
    Law("54", _S, "sound(x ∇ y)"),
    Law("55", _S, "sound(x △ y)", (_ORDERED,)),
    Law("56", _C, "loop settles"),
)

_MORE_SOUNDNESS = (
    Law("57", _S, "x ⊑ project(x, v)"),
    Law("58", _S, "x ≠ ⊥ ⇒ project(x, v) ≠ ⊥"),
    # every state of x is led into assign(x, v, e) by v := e, so it is among the states that are
    Law("59", _S, "x ⊑ substitute(assign(x, v, e), v, e)"),
    Law("60", _S, "substitute(⊤, v, e) = ⊤"),
    # the definition of narrowing
    Law("61", _S, "x ⊑ y ⇒ x ⊑ y △ x", (_ORDERED,)),
)

# Beyond these, precision laws need a reason why no domain of a shape we know can break them rightly.
_MORE_PRECISION = (
    # the tests of a domain must not contradict each other: ⊑ is inclusion, and ⊥ is what contains nothing
    Law("62", _P, "x = y ⇒ x ⊑ y ∧ y ⊑ x", (_ORDERED,)),
    Law("63", _P, "x ⊑ ⊥ ⇒ x = ⊥"),
    Law("64", _P, "⊤ ⊑ x ⇒ x = ⊤"),
    # the laws of ⊥ (1, 6) for one that came about by itself: a domain may represent it in many ways
    Law("65", _P, "x ⊓ y = ⊥ ⇒ x ⊓ y ⊑ z ∧ z ⊔ (x ⊓ y) = z", (_DISJOINT,)),
    # true in every lattice, as both meets on the left are below both factors on the right
    Law("66", _P, "(x ⊓ y) ⊔ (x ⊓ z) ⊑ x ⊓ (y ⊔ z)"),
    # nothing new was seen, so there is nothing to extrapolate: the general case of 31
    Law("67", _P, "x ⊑ y ⇒ y ∇ x = y", (_ORDERED,)),
    # to forget a variable is exact in every shape, and to forget it again changes nothing
    Law("68", _P, "project(project(x, v), v) = project(x, v)"),
    Law("69", _P, "x ⊑ y ⇒ project(x, v) ⊑ project(y, v)", (_ORDERED,)),
    Law("70", _P, "x = ⊥ ⇒ project(x, v) = ⊥", (_BOTTOM,)),
    # such an e does not speak of v, so the old value of v does not matter
    Law("71", _P, "assign(project(x, v), v, e) = assign(x, v, e)", (Preparation.REPRESENTABLE,)),
    # the counterparts of 34 and 36
    Law("72", _P, "x ⊑ y ⇒ substitute(x, v, e) ⊑ substitute(y, v, e)", (_ORDERED,)),
    Law("73", _P, "x = ⊥ ⇒ substitute(x, v, e) = ⊥", (_BOTTOM,)),
)

_GROUPS = (
    _PARTIAL_ORDER,
    _JOIN,
    _MEET,
    _BOUNDS,
    _WIDENING,
    _TRANSFORMERS,
    _NARROWING,
    _CONCRETE,
    _MORE_SOUNDNESS,
    _MORE_PRECISION,
)
LAWS: dict[str, Law] = {law.name: law for group in _GROUPS for law in group}


_IMPLIED = {
    "widening_converges": {"widen"},
    "narrowing_converges": {"narrow", "meet"},
    "loop_settles": {"widen", "join", "assign"},
}


def uses(law: Law) -> frozenset[str]:
    """The words of a law's formula and the operations they stand for: a target may lack `narrow`, say."""
    used = words(parse_formula(law.formula))
    return used.union(*(_IMPLIED.get(word, ()) for word in used))
