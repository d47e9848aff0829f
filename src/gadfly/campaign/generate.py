"""Questions without a target: scripts with their truth beside them, for other tools to use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.interfaces import SkipSeedError
from gadfly.core.words import Capabilities, Feature, Language, Question, Recipe, Seed
from gadfly.techniques import technique

ANY_SOLVER = Capabilities(Language.SMT, frozenset({Feature.INCREMENTAL, Feature.ASSUMPTIONS}))
_CHECK = re.compile(r"^\(check-sat", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Generated:
    """A question, how it was made, and a name for its files."""

    name: str
    question: Question
    recipe: Recipe


def generate(
    name: str,
    techniques: Sequence[str],
    seeds: Sequence[Seed],
    count: int,
    random_seed: int,
    skip: Callable[[Seed, str], None],
) -> Iterator[Generated]:
    """`count` questions, taken from the techniques and seeds in turn.

    Seeds that a technique cannot use are skipped and said once. Questions are numbered after `name`.
    """
    workshop = Workshop(lambda _message: None)
    reference = workshop.reference()
    chosen = [technique(name) for name in techniques]
    usable = [(each, seed) for each in chosen for seed in each.own_seeds or seeds]
    made = round_ = 0
    try:
        while usable and made < count:
            # Seeds of this round share the rest evenly; a session is opened once per seed and round.
            share = -(-(count - made) // len(usable))
            for each, seed in list(usable):
                opening = Choices.of(random_seed, "generate", each.name, seed.digest, round_)
                try:
                    session = each.open(seed, opening, ANY_SOLVER, reference)
                except SkipSeedError as error:
                    usable.remove((each, seed))
                    skip(seed, str(error))
                    continue
                for index in range(min(share, session.questions, count - made)):
                    asking = Choices.of(random_seed, "generate", each.name, seed.digest, round_, index)
                    question = session.ask(asking)
                    recipe = Recipe(each.name, seed, tuple(opening.record), tuple(asking.record))
                    made += 1
                    yield Generated(f"{name}-{made:06}", question, recipe)
            round_ += 1
    finally:
        workshop.close()


def with_status(question: Question) -> str:
    """The script with its truth as `:status` before every check-sat."""
    answers = iter(question.truth.answers)
    return _CHECK.sub(lambda _: f"(set-info :status {next(answers)})\n(check-sat", question.query.text)
