"""The modes of `interrogation`: the paper's technique, and the two that it is compared with."""

from __future__ import annotations

from dataclasses import replace

from gadfly.core.choices import Choices
from gadfly.core.interfaces import Reference, SkipSeedError
from gadfly.core.words import Answer, Capabilities, Feature, Language, Seed
from gadfly.lang.c.dialect import input_names
from gadfly.lang.c.externs import with_extern_inputs
from gadfly.techniques.interrogation.knowledge import Selection
from gadfly.techniques.interrogation.scene import prepare
from gadfly.techniques.interrogation.session import InterrogationSession
from gadfly.techniques.interrogation.transformations import TRANSFORMATIONS, WITHOUT_RESULTS, Manner

_MOSTLY = 0.9


class _Interrogating:
    """What the modes share: they differ in the manner only."""

    name = ""
    language = seed_language = Language.C
    patience = 20
    own_seeds: tuple[Seed, ...] = ()
    manner = Manner(TRANSFORMATIONS)

    def open(
        self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference
    ) -> InterrogationSession:
        seed = replace(seed, text=with_extern_inputs(seed.text))
        if Feature.INPUTS not in capabilities.features and input_names(seed.text):
            raise SkipSeedError("it reads inputs, of which the target knows nothing")
        selection = choices.weighted(tuple(Selection), (2, 1, 1))
        scene = prepare(seed, choices, reference)
        return InterrogationSession(scene, self._manner(capabilities), selection)

    def _manner(self, capabilities: Capabilities) -> Manner:
        """Who claims one answer only never contradicts itself, but what is known to fail can refute it.

        All it says about that is `unknown`, unless it is wrong. If that is a warning, it says something.
        """
        manner = self.manner
        if Feature.ALARMS in capabilities.features:
            return replace(manner, needs_claims=False, has_alarms=True)
        if not capabilities.claims >= {Answer.SAFE, Answer.UNSAFE}:
            share = _MOSTLY if manner.witnessed_share else 0.0
            manner = replace(manner, witnessed_share=share, needs_claims=False)
        return manner


class Interrogation(_Interrogating):
    """Asks about a program, then about variants of it, until answers contradict each other (Sherlock).

    Checks and assumptions are added to a program, made stronger or weaker. What the target said about the
    program before implies what it must say now. Programs whose failing checks lie elsewhere than those of
    others are kept, and lead to the next questions. Checks that are known to fail, because the seed was
    executed, are mixed in. After a hundred questions that led to nothing new it begins again from the seed.
    """

    name = "interrogation"


class MetamorphicTesting(_Interrogating):
    """The usual way to test analyzers by variants of a program, to compare interrogation with.

    All questions are variants of one program, and only its overall answer counts: the program has one check.
    If it is safe it stays so under more assumptions, and if it is unsafe under fewer. After a hundred
    questions another program is made of the seed. No check is known to fail from an execution.
    """

    name = "interrogation-mt"
    manner = Manner(
        WITHOUT_RESULTS, first_assumptions=2, is_learning=False, witnessed_share=0.0
    ).with_one_check()


class MetamorphicResults(_Interrogating):
    """Metamorphic testing that knows which checks fail, to compare interrogation with.

    All transformations of interrogation are there, but they start from one program, until after a hundred
    questions another one is made of the seed. No check is known to fail from an execution.
    """

    name = "interrogation-mt-vr"
    manner = Manner(TRANSFORMATIONS, first_assumptions=2, is_learning=False, witnessed_share=0.0)
