"""One certifier for questions in every language."""

from __future__ import annotations

from gadfly.core.interfaces import Certifier
from gadfly.core.words import Certificate, Language, Query, Refusal, TargetIdentity, Truth
from gadfly.truth.certify import SmtCertifier
from gadfly.truth.certify_c import CCertifier
from gadfly.truth.certify_domain import DomainCertifier
from gadfly.truth.settle_c import CSettler


class HouseCertifier:
    """Hands a question to whoever knows its language; only solvers print models.

    Laws are true, so nobody need certify that: `convict` finds out what is wrong with a domain.
    """

    def __init__(self, smt: SmtCertifier, c: CCertifier, settler: CSettler, domain: DomainCertifier) -> None:
        self._by_language: dict[Language, Certifier] = {Language.SMT: smt, Language.C: c}
        self.certify_model_invalid = smt.certify_model_invalid
        self.settle = smt.settle
        self.settle_c = settler.settle
        self.narrow_c = settler.narrow
        self.hints_c = settler.hints
        self.objection_c = c.objection
        self.convict = domain.convict

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        return self._by_language[query.language].certify(query, truth, accused)
