"""Every rule of the equivalences applied to terms over symbols: both sides must be equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gadfly.core.choices import Choices
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import read_script
from gadfly.lang.smt.sexpr import parse, to_text
from gadfly.lang.smt.sorts import (
    BOOL,
    INT,
    REAL,
    REGLAN,
    ROUNDING_MODE,
    STRING,
    Sort,
    array,
    bitvec,
    floating,
)
from gadfly.lang.smt.terms import Bank, Term
from gadfly.techniques.formulas.transformations.equivalences import RULES
from gadfly.techniques.formulas.transformations.equivalences.patterns import Match, build, fits
from gadfly.techniques.formulas.transformations.equivalences.rules import Desk, Law, Rule


@dataclass(frozen=True, slots=True)
class Setting:
    """What the roles of letters mean, and values for the letters of indices."""

    sorts: Mapping[str, Sort]
    indices: Mapping[str, int]


def _setting(
    width: int, high: int, low: int, number: Sort, any_: Sort, float_: Sort, array_: Sort
) -> Setting:
    sorts = {
        "Bool": BOOL, "Int": INT, "Real": REAL, "String": STRING, "RegLan": REGLAN, "Number": number,
        "RoundingMode": ROUNDING_MODE, "BitVec": bitvec(width), "Any": any_, "FloatingPoint": float_,
        "Array": array_, "Index": array_.args[0], "Element": array_.args[1],
    }  # fmt: skip
    return Setting(sorts, {"h": high, "l": low})


_BITS = array(bitvec(2), bitvec(2))
SETTINGS = (
    _setting(3, 1, 0, INT, bitvec(2), floating(2, 3), _BITS),
    _setting(1, 0, 0, REAL, INT, floating(3, 3), array(INT, INT)),
    _setting(4, 2, 1, INT, _BITS, floating(3, 4), array(bitvec(1), BOOL)),
)

# What functions rewrite, spelled out: patterns cannot say it.
_DECLARATIONS = """
(declare-datatypes ((Tree 0)) (((leaf (weight Int)) (node (left Tree) (right Tree)))))
(declare-datatypes ((Pair 0)) (((pair (first Int) (second Bool)))))
(declare-fun p () Bool) (declare-fun q () Bool) (declare-fun r () Bool)
(declare-fun i () Int) (declare-fun j () Int) (declare-fun k () Int)
(declare-fun x () Real)
(declare-fun b () (_ BitVec 5)) (declare-fun c () (_ BitVec 5)) (declare-fun d () (_ BitVec 1))
(declare-fun text () String)
(declare-fun s () String) (declare-fun t () String) (declare-fun u () String)
(declare-fun f () (_ FloatingPoint 3 3)) (declare-fun g () (_ FloatingPoint 3 3))
(declare-fun tree () Tree) (declare-fun two () Pair)
(declare-fun call (Int Int) Int) (declare-fun holds (Bool) Bool)
"""
_EXAMPLES = """
(and p q r) (or p q r p) (xor p q r) (+ i j k) (* i j k) (< i j k) (<= i j k) (> i j k) (>= i j k)
(bvadd b c b) (bvmul b c b) (bvand b c b) (bvor b c b) (bvxor b c b) (concat b d c) (concat d d b c)
(str.++ s t u) (str.< s t u) (str.<= s t u) (fp.eq f g f) (fp.lt f g f) (fp.leq f g f) (fp.gt f g f)
(fp.geq f g f) (re.++ (str.to_re "a") (re.* (str.to_re "b")) re.allchar)
(re.union (str.to_re "a") (str.to_re "b") (str.to_re "ab")) (re.inter re.all re.allchar (str.to_re "a"))
(call i j) (holds p) (mod i 3) (mod i (- 3)) (div i 3) (div i 7) (/ x 3.0) ((_ divisible 3) i)
b d ((_ zero_extend 2) b) ((_ sign_extend 3) b) ((_ sign_extend 1) d) ((_ rotate_left 2) b)
((_ rotate_left 5) b) ((_ rotate_left 13) b) ((_ rotate_right 1) b) ((_ rotate_right 9) b) ((_ repeat 3) d)
((_ repeat 1) b) ((_ repeat 2) b) (bvshl b #b00010) (bvlshr b #b00001) (bvashr b #b00100) (bvmul b #b01011)
(bvmul #b10001 b) tree two (pair i p) ((_ is leaf) tree) ((_ is node) tree) (weight (leaf i))
(left (node tree (leaf j))) (right (node tree (leaf j))) (second (pair i p))
"""
_EXPRESSIONS = {
    "e": '(re.+ (str.to_re "a"))',
    "f": '(re.union (str.to_re "b") (re.++ re.allchar (str.to_re "a")))',
    "g": '(re.opt (str.to_re "ab"))',
}


@dataclass(frozen=True, slots=True)
class Instance:
    """Two terms that a rule says are equal, of a sort whose values can be compared."""

    rule: Rule
    left: Term
    right: Term

    @property
    def wrong(self) -> str:
        """What no solver may find satisfiable."""
        return f"(not (= {print_term(self.left)} {print_term(self.right)}))"


@dataclass(frozen=True, slots=True)
class Instances:
    """Instances over the symbols of one script."""

    script: Script
    found: tuple[Instance, ...]


def of_laws(setting: Setting) -> Instances:
    """Every law that is written as a pattern, with a symbol for each of its letters."""
    script = read_script(_declarations(setting) + _asserted(_EXPRESSIONS.values()))
    expressions = dict(zip(_EXPRESSIONS, (term.args[0] for term in script.assertions), strict=True))
    found = []
    for rule in RULES:
        law = getattr(rule.apply, "__self__", None)
        if isinstance(law, Law):
            terms = {
                letter: script.bank.symbol(f"{letter}_{role}", setting.sorts[role])
                for letter, role in law.roles.items()
                if role != "RegLan"
            }
            left = build(law.source, Match(terms | expressions, dict(setting.indices)), script.bank)
            found += list(_applied(rule, left, script))
    return Instances(script, tuple(found))


def of_functions() -> Instances:
    """Every rule that is a function, on the examples it can rewrite."""
    script = read_script(_DECLARATIONS + _asserted(map(to_text, parse(_EXAMPLES))))
    examples = [term.args[0] for term in script.assertions]
    functions = [rule for rule in RULES if not isinstance(getattr(rule.apply, "__self__", None), Law)]
    found = []
    for rule in functions:
        for left in examples:
            if left.name == rule.head if rule.head else fits(rule.role, left.sort):
                found += list(_applied(rule, left, script))
    return Instances(script, tuple(found))


def _asserted(texts: Iterable[str]) -> str:
    return "".join(f"(assert (= {text} {text}))" for text in texts)


def _declarations(setting: Setting) -> str:
    """A symbol for every letter of every law, and two of each sort as padding."""
    symbols = {"text": STRING}
    for rule in RULES:
        law = getattr(rule.apply, "__self__", None)
        if isinstance(law, Law):
            symbols |= {f"{letter}_{role}": setting.sorts[role] for letter, role in law.roles.items()}
    return "".join(
        f"(declare-fun {name} () {sort})" for name, sort in sorted(symbols.items()) if sort != REGLAN
    )


def _applied(rule: Rule, left: Term, script: Script) -> Iterator[Instance]:
    padding: dict[Sort, list[Term]] = {}
    for name, signature in script.symbols.items():
        if not signature.arguments:
            padding.setdefault(signature.result, []).append(script.bank.symbol(name, signature.result))
    drawn = [Choices.of("law", rule.law, number) for number in range(2)]
    desks = [Desk(script.bank, choices, padding, script.datatypes) for choices in drawn]
    for right in dict.fromkeys(rule.apply(left, desk) for desk in desks):
        if right is not None:
            assert right.sort == left.sort, rule.law
            if left.sort == REGLAN:
                yield Instance(rule, _contains(left, script.bank), _contains(right, script.bank))
            else:
                yield Instance(rule, left, right)


def _contains(expression: Term, bank: Bank) -> Term:
    return bank.operator("str.in_re", BOOL, [bank.symbol("text", STRING), expression])
