"""Laws of floating-point numbers: none of them forgets NaN, the two zeros or the rounding mode."""

from __future__ import annotations

from gadfly.techniques.formulas.transformations.equivalences.rules import Rule, rules

RULES: tuple[Rule, ...] = rules(
    "x y z: FloatingPoint, m: RoundingMode",
    """
    x <-> (fp.neg (fp.neg x))
    x <-> (ite (fp.isNegative x) (fp.neg (fp.abs x)) (fp.abs x))
    (fp.abs x) <-> (fp.abs (fp.neg x))
    (fp.abs x) <-> (fp.abs (fp.abs x))
    (fp.abs x) <-> (ite (fp.isNegative x) (fp.neg x) x)
    (fp.sub m x y) <-> (fp.add m x (fp.neg y))
    (fp.add m x y) <-> (fp.add m y x)
    (fp.mul m x y) <-> (fp.mul m y x)
    (fp.mul m x y) <-> (fp.mul m (fp.neg x) (fp.neg y))
    (fp.div m x y) <-> (fp.div m (fp.neg x) (fp.neg y))
    (fp.fma m x y z) <-> (fp.fma m y x z)
    (fp.rem x y) <-> (fp.rem x (fp.neg y))
    (fp.eq x y) <-> (fp.eq y x)
    (fp.eq x y) <-> (and (fp.leq x y) (fp.geq x y))
    (fp.eq x y) <-> (fp.eq (fp.neg x) (fp.neg y))
    (fp.leq x y) <-> (fp.geq y x)
    (fp.leq x y) <-> (or (fp.lt x y) (fp.eq x y))
    (fp.leq x y) <-> (fp.leq (fp.neg y) (fp.neg x))
    (fp.lt x y) <-> (fp.gt y x)
    (fp.lt x y) <-> (and (fp.leq x y) (not (fp.eq x y)))
    (fp.lt x y) <-> (not (or (fp.geq x y) (fp.isNaN x) (fp.isNaN y)))
    (= x y) <-> (or (and (fp.isNaN x) (fp.isNaN y)) (and (fp.eq x y) (= (fp.isNegative x) (fp.isNegative y))))
    (fp.isNaN x) <-> (not (fp.eq x x))
    (fp.isNaN x) <-> (fp.isNaN (fp.neg x))
    (fp.isNormal x) <-> (not (or (fp.isSubnormal x) (fp.isZero x) (fp.isInfinite x) (fp.isNaN x)))
    (fp.isZero x) <-> (fp.eq x (fp.neg x))
    (fp.isPositive x) <-> (not (or (fp.isNaN x) (fp.isNegative x)))
    (fp.isNegative x) <-> (fp.isPositive (fp.neg x))
    """,
)
