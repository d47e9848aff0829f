"""What a worker has at hand: open targets, reference engines, solvers that vouch."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cached_property

from gadfly.campaign.variants import Settings, address_of
from gadfly.core.interfaces import Reference, Target
from gadfly.core.words import TargetName
from gadfly.targets.analyzers.installed_compilers import installed_compilers
from gadfly.targets.catalog import find
from gadfly.targets.install import is_available
from gadfly.targets.open import open_target
from gadfly.targets.tool import TargetError
from gadfly.truth.builds import Compiler
from gadfly.truth.certify import SmtCertifier
from gadfly.truth.certify_c import CCertifier
from gadfly.truth.certify_domain import DomainCertifier
from gadfly.truth.execution import Executor
from gadfly.truth.house import HouseCertifier
from gadfly.truth.reference import HouseReference
from gadfly.truth.settle_c import CSettler

REFERENCE = "z3@5.4.0.0"
VOUCHERS = (
    REFERENCE,
    "cvc5@1.4.2",
    "yices2@2.6.5.post24",
    "bitwuzla@0.9.1",
    "smtinterpol@2.5-1388",
    "princess@2026-05-20",
)

# Executes small programs by our own reading of the standard, so it can object to what compilers do alike.
INTERPRETER = "planted-analyzer@none"

# Asked where nobody can tell which of two contradicting answers is wrong.
PEERS = ("cbmc@6.6.0", "eva@25.0", "planted-prover@none")

# They answer in one process as long as a campaign lasts, so they count their effort by an option.
ADVISORS = ("z3@5.4.0.0[rlimit=200000]", "cvc5@1.4.2[rlimit-per=20000]")


# They can express whatever other domains can, without rounding.
EXACT_DOMAINS = ("ppl@1.2/polyhedron", "apron@0.9.10/polka-mpq")


class Workshop:
    """Opens targets and keeps them; `close` ends all their processes."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._open: dict[str, Target] = {}
        self._variants: dict[str, Target] = {}
        self._missing: set[str] = set()
        self._references: dict[str, Reference] = {}  # by their advisor

    def target(self, name: str) -> Target:
        if name not in self._open:
            self._open[name] = open_target(name)
        return self._open[name]

    def variant(self, base: str, settings: Settings) -> Target:
        """A target under more options than its user named, kept open until `close_variants`."""
        if not settings:
            return self.target(base)
        name = address_of(base, settings)
        if name not in self._variants:
            self._variants[name] = open_target(name)
        return self._variants[name]

    def close_variants(self) -> None:
        """There are too many option sets to keep a process for each."""
        for target in self._variants.values():
            target.close()
        self._variants.clear()

    def reference(self, accused_family: str = "") -> Reference:
        """The engines for questions to a solver of a family; without one, for questions to anybody."""
        advisor = next(name for name in ADVISORS if _family(name) != accused_family)
        if advisor not in self._references:
            self._references[advisor] = HouseReference(
                self.target(REFERENCE), self.vouchers, self.target(advisor), self.executor
            )
        return self._references[advisor]

    @cached_property
    def certifier(self) -> HouseCertifier:
        return HouseCertifier(
            SmtCertifier(self.vouchers),
            CCertifier(self.executor, self.vouchers, self.target(INTERPRETER)),
            CSettler(self.executor, self.vouchers, self.peers),
            DomainCertifier(self.vouchers, self.exact_domain),
        )

    @cached_property
    def executor(self) -> Executor:
        """Runs C programs with the compilers that there are."""
        return Executor(_compilers(), shutil.which("valgrind") or "")

    def vouchers(self, accused_family: str) -> Iterator[Target]:
        """Solvers of other families that can be had; each is fetched only when it is asked for."""
        for name in VOUCHERS:
            if _family(name) != accused_family:
                voucher = self._voucher(name)
                if voucher is not None:
                    yield voucher

    def exact_domain(self, accused_family: str) -> Target | None:
        """Exact polyhedra of another family, if they can be had."""
        others = (name for name in EXACT_DOMAINS if _family(name) != accused_family)
        return next((target for name in others if (target := self._voucher(name)) is not None), None)

    def peers(self, accused_family: str) -> Iterator[Target]:
        """Analyzers of other families that are installed; none is fetched for a hint."""
        for name in PEERS:
            entry = find(TargetName.parse(name))
            if entry.tool.family != accused_family and is_available(entry):
                yield self.target(name)

    def close(self) -> None:
        self.close_variants()
        for target in self._open.values():
            target.close()

    def _voucher(self, name: str) -> Target | None:
        if name in self._missing:
            return None
        try:
            return self.target(name)
        except TargetError as error:
            self._missing.add(name)
            self._note(f"{name} cannot vouch: {error}")
            return None


def _compilers() -> Iterator[Compiler]:
    for each in installed_compilers():
        yield Compiler(each.name, each.family, each.command)


def _family(name: str) -> str:
    return find(TargetName.parse(name)).tool.family
