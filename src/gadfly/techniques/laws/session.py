"""The modes of `laws`: who chooses the tests of a law."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import (
    Answer,
    Basis,
    Capabilities,
    Language,
    Query,
    Question,
    Seed,
    Truth,
    Verdict,
)
from gadfly.lang.domain.errors import DomainReadError
from gadfly.lang.domain.law import LawClass
from gadfly.lang.domain.sweep import Engine, Sweep, print_sweep
from gadfly.techniques.laws.properties import uses
from gadfly.techniques.laws.seeds import sweep_of

_QUESTIONS = 16  # of one opening, which costs nothing
_SALTS = 1 << 48
_CHAIN_COST = 20  # tests of other laws that a test with up to a hundred widenings is as dear as


@dataclass(frozen=True, slots=True)
class _Session:
    """Asks for one sweep after the other, each with tests of its own."""

    sweep: Sweep
    questions: int = _QUESTIONS

    def ask(self, choices: Choices) -> Question:
        law = self.sweep.law
        text = print_sweep(replace(self.sweep, salt=choices.below(_SALTS)))
        truth = Truth((Answer.SAFE,), Basis.LAW, law.law_class)
        return Question(Query(Language.DOMAIN, text, law.name), truth)

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing is learned."""


class Laws:
    """Asks abstract domains whether laws hold that hold in every domain, on thousands of random elements.

    Elements come from a pool of simple ones and from operations on these. The laws are those of lattices,
    of widening and of transformers, and that concrete states stay inside.
    """

    name = "laws"
    language = seed_language = Language.DOMAIN
    patience = 1
    own_seeds: tuple[Seed, ...] = ()
    engine = Engine.RANDOM

    def open(
        self,
        seed: Seed,
        choices: Choices,  # noqa: ARG002 - the interface; there is nothing to choose
        capabilities: Capabilities,
        reference: Reference,  # noqa: ARG002 - likewise
    ) -> _Session:
        try:
            sweep = sweep_of(seed)
        except DomainReadError as error:
            raise SkipSeedError(str(error)) from error
        law = sweep.law
        if not capabilities.exempt.isdisjoint({law.name, *uses(law)}):
            raise SkipSeedError(f"law {law.name} does not apply to this domain")
        tests = max(1, sweep.tests // _CHAIN_COST) if law.law_class is LawClass.CONVERGENCE else sweep.tests
        return _Session(replace(sweep, engine=self.engine, tests=tests))


class LawsFuzzer(Laws):
    """`laws` as in the paper: a fuzzer that looks for new paths in the library chooses the operations."""

    name = "laws-fuzzer"
    engine = Engine.FUZZER


class LawsDirect(Laws):
    """The paper's baseline: no pool and no operations, elements of up to fifty constraints at random."""

    name = "laws-direct"
    engine = Engine.DIRECT
