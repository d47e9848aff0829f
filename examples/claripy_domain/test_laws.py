"""claripy's strided intervals under the laws: several of these tests fail, as they should."""

from strided import StridedIntervals

from gadfly.testing import Values, law_tests

test_laws = law_tests(StridedIntervals(), variables=1, values=Values.NONE)
