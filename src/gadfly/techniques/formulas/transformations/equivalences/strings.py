"""Laws of strings and regular expressions. No law puts a string that is not a literal into an expression."""

from __future__ import annotations

from gadfly.techniques.formulas.transformations.equivalences.rules import Rule, rules

_STRINGS = rules(
    "s t u: String, i: Int",
    """
    s <-> (str.++ s "")
    s <-> (str.++ "" s)
    s <-> (str.substr s 0 (str.len s))
    s <-> (str.replace s t t)
    s <-> (str.++ (str.at s 0) (str.substr s 1 (str.len s)))
    (str.at s i) <-> (str.substr s i 1)
    (str.++ s (str.++ t u)) <-> (str.++ (str.++ s t) u)
    (str.len (str.++ s t)) <-> (+ (str.len s) (str.len t))
    (str.prefixof s t) <-> (= s (str.substr t 0 (str.len s)))
    (str.suffixof s t) <-> (= s (str.substr t (- (str.len t) (str.len s)) (str.len s)))
    (str.contains s t) <-> (>= (str.indexof s t 0) 0)
    (str.contains s t) <-> (or (= s t) (str.contains s t))
    (str.contains s t) <-> (not (= (str.indexof s t 0) (- 1)))
    (= s t) <-> (and (str.prefixof s t) (str.prefixof t s))
    (= s t) <-> (and (str.contains s t) (str.contains t s))
    (= s "") <-> (= (str.len s) 0)
    (str.< s t) <-> (and (str.<= s t) (not (= s t)))
    (str.<= s t) <-> (not (str.< t s))
    """,
)

_EXPRESSIONS = rules(
    "e f g: RegLan, s t: String",
    """
    e <-> (re.union e re.none)
    e <-> (re.inter e re.all)
    e <-> (re.union e e)
    e <-> (re.comp (re.comp e))
    e <-> (re.++ e (str.to_re ""))
    (re.opt e) <-> (re.union (str.to_re "") e)
    (re.+ e) <-> (re.++ e (re.* e))
    (re.+ e) <-> (re.++ (re.* e) e)
    (re.* e) <-> (re.opt (re.+ e))
    (re.* e) <-> (re.* (re.* e))
    (re.* e) <-> (re.* (re.opt e))
    (re.diff e f) <-> (re.inter e (re.comp f))
    (re.union e f) <-> (re.union f e)
    (re.inter e f) <-> (re.comp (re.union (re.comp e) (re.comp f)))
    (re.++ e (re.union f g)) <-> (re.union (re.++ e f) (re.++ e g))
    (str.in_re s (re.union e f)) <-> (or (str.in_re s e) (str.in_re s f))
    (str.in_re s (re.inter e f)) <-> (and (str.in_re s e) (str.in_re s f))
    (str.in_re s (re.comp e)) <-> (not (str.in_re s e))
    (str.in_re s (re.opt e)) <-> (or (= s "") (str.in_re s e))
    (str.in_re s (str.to_re t)) -> (= s t)
    """,
)

RULES: tuple[Rule, ...] = (*_STRINGS, *_EXPRESSIONS)
