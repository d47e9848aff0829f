"""Which sub-formulas the reference may decide for us."""

from __future__ import annotations

import pytest

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference
from gadfly.lang.smt.script_reader import read_script
from gadfly.techniques.formulas.assignment import draw_assignment

DECLARED = (
    "(declare-datatype L ((nil) (cons (head Int) (tail L))))(declare-fun x () Int)(declare-fun l () L)"
    "(declare-fun r () Real)(declare-fun f () Float32)"
)


class Gullible(Reference):
    """A reference that refutes whatever it is asked, and remembers it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def refutes(self, script: str) -> bool:
        self.asked.append(script)
        return True


def decided(formula: str) -> tuple[bool | None, int]:
    """What a formula is worth under the simplest assignment (x = 0, l = nil …), and how often we referred."""
    script = read_script(f"{DECLARED}(assert {formula})")
    reference = Gullible()
    assignment = draw_assignment(script, Choices.replay(()), reference)
    return assignment.decide(script.assertions)[0], len(reference.asked)


def test_what_the_assignment_decides_is_not_referred() -> None:
    assert decided("(= x 0)") == (True, 0)
    assert decided("(and (< x 0) (forall ((y Int)) (< y x)))") == (False, 0)


def test_a_quantifier_is_referred() -> None:
    assert decided("(forall ((y Int)) (<= y (+ y x)))") == (True, 1)
    assert decided("(exists ((y Int)) (= (div y 2) x))") == (True, 1)


@pytest.mark.parametrize(
    "formula",
    [
        "(= (div 1 x) 0)",
        "(forall ((y Int)) (= (mod y x) 0))",
        "(forall ((y Real)) (< (/ y r) 1.0))",
        "(forall ((y Int)) (= (head l) y))",
        "(exists ((y Float32)) (= (fp.min y f) f))",
        "(exists ((y Float32)) (= ((_ fp.to_ubv 8) RNE y) #x00))",
    ],
)
def test_what_the_standard_leaves_open_is_nobodys_to_decide(formula: str) -> None:
    assert decided(formula) == (None, 0)
