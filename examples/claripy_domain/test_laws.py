"""claripy's strided intervals under the laws; those of widening (29, 30) fail: it loses states."""

from strided import StridedIntervals

from gadfly.testing import Values, law_tests

test_laws = law_tests(StridedIntervals(), variables=1, values=Values.NONE)
