"""What a broken law convicts a domain of: never more than the regions that it printed can show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from gadfly.core.interfaces import Target
from gadfly.core.words import (
    Answer,
    Capabilities,
    Feature,
    Kind,
    Language,
    Limits,
    Outcome,
    Query,
    Refusal,
    Shape,
    TargetIdentity,
    TargetName,
    Verdict,
)
from gadfly.lang.domain.text import read_program
from gadfly.targets.open import open_target
from gadfly.truth.certify_domain import Conviction, DomainCertifier
from gadfly.truth.domain_premises import objection
from gadfly.truth.region_search import ARITHMETIC

SUSPECT = TargetIdentity(TargetName("suspect", "1"), "suspect", "", "suspect@1", "suspect")
DOMAIN = Capabilities(Language.DOMAIN, shape=Shape.INTERVAL)
BROKEN = Verdict(Outcome.ANSWERED, (Answer.UNSAFE,))


class Domain:
    """Says what it was told to say, whatever it is asked."""

    identity = SUSPECT
    capabilities = DOMAIN

    def __init__(self, output: str = "") -> None:
        self._verdict = replace(BROKEN, output=output)

    def answer(self, query: Query, limits: Limits) -> Verdict:
        return self._verdict

    def answer_fresh(self, query: Query, limits: Limits) -> Verdict:
        return self._verdict

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(scope="module")
def certifier() -> Iterator[DomainCertifier]:
    with ExitStack() as stack:
        names = ("z3@5.4.0.0", "yices2@2.6.5.post24")
        solvers: list[Target] = [stack.enter_context(closing(open_target(name))) for name in names]
        yield DomainCertifier(lambda _family: solvers, lambda _family: None)


def asked(formula: str, binding: str, law_class: str = "precision", prepare: str = "") -> Query:
    text = f"""variables 2
e0 = of(x0 >= 0) at (1, 1)
e1 = of(-x0 + 5 >= 0) at (1, 1)
e2 = bottom
{prepare}law mine {law_class}: {formula}
with {binding}
"""
    return Query(Language.DOMAIN, text, "mine")


def convict(certifier: DomainCertifier, query: Query, *lines: str) -> Conviction | Refusal:
    output = "violated\n" + "\n".join(lines) + "\n"
    return certifier.convict(query, replace(BROKEN, output=output), Domain())


def conviction(result: Conviction | Refusal) -> Conviction:
    assert isinstance(result, Conviction), result
    return result


def reason_of(result: Conviction | Refusal) -> str:
    assert isinstance(result, Refusal), result
    return result.reason


JOINED = asked("x ⊑ x ⊔ y", "x = e0, y = e1", "soundness")


def test_a_join_that_loses_a_point_is_unsound(certifier: DomainCertifier) -> None:
    result = conviction(
        convict(
            certifier,
            JOINED,
            "element 0: {ge 0 1 0}",
            "element 1: {ge 0 1 0}",
            "element 2: {ge 5 -1 0}",
            "element 3: {ge 5 -1 0}",
            "truth 4: 0",
        )
    )
    assert result.kind is Kind.UNSOUND
    assert result.message.startswith("x ⊔ y misses the point (")
    assert ARITHMETIC in result.certificate.vouchers


def test_an_order_that_denies_what_is_so_is_only_imprecise(certifier: DomainCertifier) -> None:
    """The law is one of soundness; but the join is right."""
    result = conviction(
        convict(
            certifier,
            JOINED,
            "element 0: {ge 0 1 0}",
            "element 1: {ge 0 1 0}",
            "element 2: {ge 5 -1 0}",
            "element 3:",
            "truth 4: 0",
        )
    )
    assert result.kind is Kind.IMPRECISE
    assert result.message == "denies that x ⊑ x ⊔ y, but it is so"


def test_a_result_that_is_too_large_is_imprecise(certifier: DomainCertifier) -> None:
    result = conviction(
        convict(
            certifier,
            asked("⊤ ⊓ x = x", "x = e0"),
            "element 0:",
            "element 1: {ge 1 2 0}",
            "element 2: {ge 3 2 0}",
            "element 3: {ge 1 2 0}",
            "truth 4: 0",
        )
    )
    assert result.kind is Kind.IMPRECISE
    assert "larger than it need be" in result.message
    assert "⊤ ⊓ x = x is not so: the point (" in result.certificate.detail


def test_an_equality_that_is_claimed_wrongly_is_unsound(certifier: DomainCertifier) -> None:
    result = conviction(
        convict(
            certifier,
            asked("x = y ⇒ x ⊑ y", "x = e0, y = e1"),
            "element 0: {ge 0 1 0}",
            "element 1: {ge 5 -1 0}",
            "truth 2: 1",
            "element 3: {ge 0 1 0}",
            "element 4: {ge 5 -1 0}",
            "truth 5: 0",
            "truth 6: 0",
        )
    )
    assert result.kind is Kind.UNSOUND
    assert result.message.startswith("claims that x = y, but the point (")


TRANSFORMERS = [
    ("x ≠ ⊥ ⇒ assign(x, v, e) ≠ ⊥", "x = e0, v = x1, e = x0 + 3", "{eq -4 0 1}", "(0, 3)"),
    ("x ≠ ⊥ ⇒ substitute(x, v, e) ≠ ⊥", "x = e0, v = x0, e = x1 - 7", "{ge -8 0 1}", "(0, 7)"),
    ("x ≠ ⊥ ⇒ cond(x, e) ≠ ⊥", "x = e0, e = x1 >= 0", "{ge 0 1 0} {ge -1 0 1}", "(0, 0)"),
    ("x ≠ ⊥ ⇒ project(x, v) ≠ ⊥", "x = e0, v = x0", "{ge 0 1 0}", ""),
]


@pytest.mark.parametrize(("formula", "binding", "result", "point"), TRANSFORMERS)
def test_a_transformer_that_loses_a_point_is_unsound(
    certifier: DomainCertifier, formula: str, binding: str, result: str, point: str
) -> None:
    """Also where the law is broken for another reason: is_bottom says yes here."""
    found = conviction(
        convict(
            certifier,
            asked(formula, binding, "soundness"),
            "element 0: {ge 0 1 0}",
            "truth 1: 0",
            "truth 2: 1",
            "element 3: {ge 0 1 0}",
            f"element 4: {result}",
            "truth 5: 1",
            "truth 6: 0",
            "truth 7: 0",
        )
    )
    assert found.kind is Kind.UNSOUND
    assert "misses the point" in found.message
    assert point in found.message


def test_a_point_that_was_followed_and_lost_is_unsound(certifier: DomainCertifier) -> None:
    query = asked("sound(x ⊓ y)", "x = e0, y = e1", "soundness")
    lines = ("element 0: {ge 0 1 0}", "element 1: {ge 5 -1 0}")
    lost = convict(certifier, query, *lines, "element 2: {ge -3 1 0}", "truth 3: 0")
    assert conviction(lost).kind is Kind.UNSOUND
    kept = convict(certifier, query, *lines, "element 2: {ge 0 1 0} {ge 5 -1 0}", "truth 3: 0")
    assert "is where it should be" in reason_of(kept)


def test_what_depends_on_whether_variables_are_integers_is_refused(certifier: DomainCertifier) -> None:
    """Between 0 and 1 there are rational points only."""
    result = convict(
        certifier,
        asked("⊤ ⊓ x = x", "x = e0"),
        "element 0:",
        "element 1: {ge -1 2 0}",
        "element 2: {ge -1 1 0}",
        "element 3: {ge -1 2 0}",
        "truth 4: 0",
    )
    assert "integers" in reason_of(result)


@pytest.mark.parametrize(
    ("value", "reason"),
    [("{ge inf 1 0}", "not exact numbers"), ("{ge 0 1}", "coefficients"), ("[0, 5]", "not a list")],
)
def test_values_that_mean_no_region_are_refused(certifier: DomainCertifier, value: str, reason: str) -> None:
    query = asked("x ⊑ x", "x = e0")
    assert reason in reason_of(convict(certifier, query, f"element 0: {value}", "element 1:", "truth 2: 0"))


def test_values_that_are_missing_or_break_no_law_are_refused(certifier: DomainCertifier) -> None:
    query = asked("x ⊑ x", "x = e0")
    assert "not printed" in reason_of(convict(certifier, query, "element 0:", "truth 2: 0"))
    held = convict(certifier, query, "element 0:", "element 1:", "truth 2: 1")
    assert "does not break the law" in reason_of(held)
    assert "names no test" in reason_of(convict(certifier, replace(query, text="sweep\n")))


def test_a_chain_is_convicted_by_its_last_round(certifier: DomainCertifier) -> None:
    query = asked("widening converges", "x = e0, s = e1", "convergence")
    verdict = replace(BROKEN, output="violated\ntruth 0: 0\n")
    grows = Domain("violated\nelement 0: {ge 99 1 0}\nelement 1: {ge 100 1 0}\ntruth 2: 0\n")
    assert conviction(certifier.convict(query, verdict, grows)).kind is Kind.DIVERGES
    same = Domain("violated\nelement 0: {ge 99 1 0}\nelement 1: {ge 198 2 0}\ntruth 2: 0\n")
    assert "does settle" in reason_of(certifier.convict(query, verdict, same))


def test_a_domain_that_hangs_is_convicted_by_one_that_does_not(certifier: DomainCertifier) -> None:
    query = asked("x ⊑ x", "x = e0")
    hung = Verdict(Outcome.TIMEOUT)
    assert "no other domain" in reason_of(certifier.convict(query, hung, Domain()))
    with_reference = DomainCertifier(lambda _family: (), lambda _family: Domain("held\n"))
    found = conviction(with_reference.convict(query, hung, Domain()))
    assert found.kind is Kind.DIVERGES
    assert found.certificate.vouchers == ("suspect@1",)


def test_programs_outside_of_what_a_law_takes_for_granted_prove_nothing() -> None:
    widened = asked("x ⊑ y", "x = e0, y = e3")
    unordered = replace(widened, text=widened.text.replace("law", "e3 = widen(e0, e1)\nlaw"))
    assert read_program(unordered.text)
    assert objection(unordered, DOMAIN) == ""
    ordered_only = replace(DOMAIN, features=frozenset({Feature.ORDERED_WIDENING}))
    assert "not in order" in objection(unordered, ordered_only)
    ordered = unordered.text.replace("e3 = widen(e0, e1)", "e3 = join(e1, e0)\ne4 = widen(e0, e3)")
    assert objection(replace(unordered, text=ordered), ordered_only) == ""
    disjoint = asked("x ⊓ y = ⊥", "x = e0, y = e1", prepare="prepare disjoint\n")
    assert "disjoint" in objection(disjoint, DOMAIN)
    assert "line" in objection(replace(disjoint, text="e0 = top\n"), DOMAIN)
