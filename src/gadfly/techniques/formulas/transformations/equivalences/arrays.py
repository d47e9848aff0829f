"""Laws of arrays."""

from __future__ import annotations

from gadfly.techniques.formulas.transformations.equivalences.rules import Rule, rules

RULES: tuple[Rule, ...] = rules(
    "a b: Array, i j: Index, v u: Element, p: Bool",
    """
    a <-> (store a i (select a i))
    a <-> (store (store a i v) i (select a i))
    (store a i v) <-> (store (store a i v) i v)
    (store a i v) <-> (store (store a i u) i v)
    (store a i v) <-> (ite (= (select a i) v) a (store a i v))
    (store (store a i v) j u) <-> (ite (= i j) (store a j u) (store (store a j u) i v))
    (select (store a i v) j) <-> (ite (= i j) v (select a j))
    (select (store a i v) i) -> v
    (select a i) <-> (select (store a j (select a j)) i)
    (select (ite p a b) i) <-> (ite p (select a i) (select b i))
    (= a (store a i v)) <-> (= (select a i) v)
    """,
)
