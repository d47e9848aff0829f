"""claripy's strided intervals under the laws; several of these tests fail, because claripy is wrong."""

from strided import StridedIntervals

from gadfly.testing import Law, LawClass, Preparation, Values, law_tests

test_laws = law_tests(StridedIntervals(), variables=1, values=Values.NONE)


class Joining(StridedIntervals):
    """Looks past the widening, which is wrong so often that it hides the rest."""

    ordered_widening = False
    widen = StridedIntervals.join


# A law of our own: what is in both operands is in their meet, for sets with strides, which `assign` makes.
MEET = Law(
    "meet",
    LawClass.SOUNDNESS,
    "assign(x, v, e) ⊑ assign(y, v, e) ⇒ assign(x, v, e) ⊑ assign(x, v, e) ⊓ assign(y, v, e)",
    (Preparation.ORDERED,),
)
test_meet = law_tests(Joining(), laws=[MEET], examples=1000, variables=1, values=Values.NONE)
