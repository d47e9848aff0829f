"""Small constraints with what the paper's defects are about, for all techniques that are compared.

None is the program of a figure: the conditions that show a defect have to be found.
"""

from __future__ import annotations

_WORDS = "(declare-fun x () (_ BitVec 32))\n(declare-fun y () (_ BitVec 32))\n"
_HALVES = "(declare-fun s () (_ BitVec 16))\n(declare-fun t () (_ BitVec 16))\n"
_FLAGS = "(declare-fun p () Bool)\n(declare-fun q () Bool)\n"

MAZE_SEEDS = {
    "quotients": f"""(set-logic QF_BV)
{_WORDS}(assert (bvuge (bvudiv #x00000014 x) #x00000002))
(assert (or (bvult x #x0000000a) (bvugt y x)))
(assert (bvule x #x00000015))
(check-sat)
""",
    "negations": f"""(set-logic QF_BV)
{_WORDS}(assert (bvult (bvneg x) #xfffffff0))
(assert (bvugt y (bvneg x)))
(assert (distinct x #x00000000))
(check-sat)
""",
    "complements": f"""(set-logic QF_BV)
{_WORDS}{_HALVES}(assert (bvult (bvudiv #x0001 (bvnot s)) t))
(assert (or (= x (bvnot y)) (bvugt (bvnot t) s)))
(check-sat)
""",
    "remainders": f"""(set-logic QF_BV)
{_WORDS}(assert (bvule (bvurem y x) #x00000064))
(assert (bvsle (bvsrem x #x00000008) y))
(assert (bvult #x00000000 x))
(check-sat)
""",
    "integers": """(set-logic QF_LIA)
(declare-fun a () Int)
(declare-fun b () Int)
(assert (<= (mod a 8) b))
(assert (or (< a 0) (= (div b 3) a)))
(assert (< (- b) 100))
(check-sat)
""",
    "signs": f"""(set-logic QF_BV)
{_WORDS}{_HALVES}(assert (bvslt x #x00000000))
(assert (bvule #x0000034e y))
(assert (=> (bvsge s t) (bvult ((_ zero_extend 16) s) y)))
(check-sat)
""",
    "flags": f"""(set-logic QF_BV)
{_FLAGS}{_WORDS}(assert (and (or p (= x #x00000000)) q))
(assert (=> (and p q) (= y x)))
(check-sat)
""",
    "shifts": f"""(set-logic QF_BV)
{_WORDS}{_HALVES}(assert (bvult (bvlshr (bvadd x #xffffffff) #x00000002) #x00000008))
(assert (= (bvlshr s #x0003) t))
(check-sat)
""",
}
