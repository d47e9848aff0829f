"""Questions without a target: with their truth beside them, for other tools to use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from gadfly.campaign.screening import AHEAD, needs_screening, screened
from gadfly.campaign.skips import Skips
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.events import Listener
from gadfly.core.interfaces import SkipSeedError, Technique
from gadfly.core.words import Capabilities, Feature, Language, Question, Recipe, Seed
from gadfly.techniques import technique
from gadfly.truth.execution import Executor

ANYBODY = {
    Language.SMT: Capabilities(Language.SMT, frozenset({Feature.INCREMENTAL, Feature.ASSUMPTIONS})),
    Language.C: Capabilities(Language.C),  # one check each: not everybody tells which of several fails
}
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
    listen: Listener,
) -> Iterator[Generated]:
    """`count` questions, taken from the techniques and seeds in turn.

    Seeds that no technique can use are skipped and told once. Questions are numbered after `name`.
    """
    workshop = Workshop(lambda _message: None)
    reference = workshop.reference()
    seeds_of = {
        each: each.own_seeds or tuple(seed for seed in seeds if seed.language is each.seed_language)
        for each in map(technique, techniques)
    }
    usable = _in_turn(seeds_of)
    skips = Skips(lambda seed: frozenset(each.name for each in seeds_of if seed in seeds_of[each]), listen)
    made = round_ = 0
    try:
        while usable and made < count:
            # Seeds of this round share the rest evenly; a session is opened once per seed and round.
            share = -(-(count - made) // len(usable))
            for each, seed in list(usable):
                if made == count:
                    break
                opening = Choices.of(random_seed, "generate", each.name, seed.digest, round_)
                try:
                    session = each.open(seed, opening, ANYBODY[each.language], reference)
                except SkipSeedError as error:
                    usable.remove((each, seed))
                    skips.note_skip(each.name, seed, str(error))
                    continue
                skips.note_use(seed)
                asked = []
                for index in range(min(share, session.questions, count - made)):
                    asking = Choices.of(random_seed, "generate", each.name, seed.digest, round_, index)
                    question = session.ask(asking)
                    recipe = Recipe(each.name, seed, tuple(opening.record), tuple(asking.record))
                    asked.append((question, recipe))
                for question, recipe in _certain(asked, workshop.executor):
                    made += 1
                    yield Generated(f"{name}-{made:06}", question, recipe)
            round_ += 1
        skips.tell_rest()
    finally:
        workshop.close()


def _certain(
    asked: Sequence[tuple[Question, Recipe]], executor: Executor
) -> Iterator[tuple[Question, Recipe]]:
    """The questions without those whose truth an execution has to show, and does not."""
    for start in range(0, len(asked), AHEAD):
        chunk = asked[start : start + AHEAD]
        doubtful = [question for question, _ in chunk if needs_screening(question)]
        shown = dict(zip(doubtful, screened(doubtful, executor), strict=True))
        yield from ((question, recipe) for question, recipe in chunk if shown.get(question, True))


def _in_turn(seeds_of: Mapping[Technique, Sequence[Seed]]) -> list[tuple[Technique, Seed]]:
    """Every technique with its first seed, then every one with its second, …"""
    columns = [[(each, seed) for seed in seeds] for each, seeds in seeds_of.items()]
    return [pair for row in zip_longest(*columns) for pair in row if pair is not None]


def with_status(question: Question) -> str:
    """The script with its truth as `:status` before every check-sat."""
    answers = iter(question.truth.answers)
    return _CHECK.sub(lambda _: f"(set-info :status {next(answers)})\n(check-sat", question.query.text)
