"""One certifier for questions in every language."""

from __future__ import annotations

from gadfly.core.interfaces import Certifier
from gadfly.core.words import Certificate, Language, Query, Refusal, TargetIdentity, Truth
from gadfly.truth.certify import SmtCertifier
from gadfly.truth.certify_c import CCertifier
from gadfly.truth.settle_c import CSettler


class HouseCertifier:
    """Hands a question to whoever knows its language; only solvers print models."""

    def __init__(self, smt: SmtCertifier, c: CCertifier, settler: CSettler) -> None:
        self._by_language: dict[Language, Certifier] = {Language.SMT: smt, Language.C: c}
        self.certify_model_invalid = smt.certify_model_invalid
        self.settle = smt.settle
        self.settle_c = settler.settle
        self.narrow_c = settler.narrow

    def certify(self, query: Query, truth: Truth, accused: TargetIdentity) -> Certificate | Refusal:
        return self._by_language[query.language].certify(query, truth, accused)
