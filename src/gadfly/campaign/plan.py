"""The plan of a campaign: an endless, repeatable order of jobs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from gadfly.campaign.feedback import SCALE, Arm, Feedback, Seen, option_arm, seed_arms, technique_arm
from gadfly.campaign.seeds import logic_of, needs_of
from gadfly.campaign.variants import Setting, Settings, address_of, draw_settings, free_options
from gadfly.core.choices import Choices
from gadfly.core.words import Capabilities, Language, Option, Seed, Tally

VARIED_SHARE = 0.5  # of the jobs; the others ask under default options
FAVOURED_SHARE = 0.5  # of the option sets, once there is feedback: one of the options gave news before
VARIANTS = 8  # option sets under which a seed should be seen
STRIKES = 2  # jobs without a single answer, after which a setting that never had one is given up


@dataclass(frozen=True, slots=True)
class Subject:
    """A technique and a seed: either goes together, whatever the target, or does not."""

    technique: str
    seed_digest: str


@dataclass(frozen=True, slots=True)
class Job:
    """One technique on one seed against one target: the unit that is scheduled, resumed and distributed.

    `base` is the target as the user named it, `settings` what was drawn of its options, and `rival` other
    options to compare with where nobody knows the truth. The key names a job for ever: all its randomness
    derives from the campaign's seed and the key.
    """

    technique: str
    base: str
    settings: Settings
    rival: Settings
    seed: Seed
    round: int
    random_seed: int

    @property
    def target(self) -> str:
        return address_of(self.base, self.settings)

    @property
    def key(self) -> str:
        return f"{self.technique}/{self.target}/{self.seed.digest[:16]}/{self.round}"

    @property
    def subject(self) -> Subject:
        return Subject(self.technique, self.seed.digest)


@dataclass(frozen=True, slots=True)
class Lane:
    """All that one technique can ask one target about, and the options it may draw from."""

    technique: str
    target: str
    seeds: tuple[Seed, ...]
    options: tuple[Option, ...] = ()


def lanes_of(seeds: Mapping[str, Sequence[Seed]], targets: Mapping[str, Capabilities]) -> tuple[Lane, ...]:
    """A lane for every technique, given with its seeds, and every target that knows a logic of them."""
    lanes = (
        Lane(
            technique,
            target,
            tuple(seed for seed in own if _fits(seed, capabilities)),
            free_options(target, capabilities.options),
        )
        for technique, own in seeds.items()
        for target, capabilities in targets.items()
    )
    return tuple(lane for lane in lanes if lane.seeds)


class Plan:
    """Takes jobs from all lanes so that all cost the same, however many seeds they have, however slow ones.

    `cost` says what a job that is done did cost: its trials, or its seconds where those are what is limited.

    A lane takes all its seeds in a new order, again and again. What comes next depends on the random seed
    and on what the plan was told to learn, and on nothing else.
    """

    def __init__(
        self,
        lanes: Sequence[Lane],
        random_seed: int,
        feedback: Feedback | None = None,
        cost: Callable[[Tally], float] = attrgetter("trials"),
    ) -> None:
        self._feedback = feedback
        self._cost = cost
        self._lanes = lanes
        self._courses = [_Course(lane, random_seed) for lane in lanes]
        self._random_seed = random_seed
        self._unusable: set[Subject] = set()
        self._answered: set[tuple[str, Setting]] = set()
        self._strikes: Counter[tuple[str, Setting]] = Counter()

    @property
    def varies_options(self) -> bool:
        return any(lane.options for lane in self._lanes)

    @property
    def width(self) -> int:
        """How many jobs it takes until every lane has seen all its seeds, under several option sets if it
        has options."""
        variants = VARIANTS if self.varies_options else 1
        return variants * len(self._lanes) * max((len(lane.seeds) for lane in self._lanes), default=0)

    def techniques_of(self, seed: Seed) -> frozenset[str]:
        """The techniques that are to use a seed."""
        return frozenset(lane.technique for lane in self._lanes if seed in lane.seeds)

    def next_job(self, expected: Callable[[Job], float]) -> Job | None:
        """The next job, of which `expected` says what it will cost; None if no seed can be used any more."""
        while self._courses:
            course = min(self._courses, key=lambda course: course.charged)
            seed = course.next_seed(self._unusable, self._feedback)
            if seed is None:
                self._courses.remove(course)
                continue
            job = self._job(course, seed)
            course.charged += self._charge(job, expected(job))
            return job
        return None

    def _charge(self, job: Job, cost: float) -> float:
        if self._feedback is None:
            return cost
        return cost * SCALE / self._feedback.weight(technique_arm(job.technique))

    def learn(
        self,
        job: Job,
        expected: float,
        tally: Tally,
        traits: frozenset[str] = frozenset(),
        signatures: frozenset[str] = frozenset(),
    ) -> None:
        """Take notice of a job that is done; one without a single trial could not use its seed."""
        if not tally.trials:
            self._unusable.add(job.subject)
        for course in self._courses:
            if (course.lane.technique, course.lane.target) == (job.technique, job.base):
                course.charged += self._charge(job, self._cost(tally) - expected)
        if self._feedback is not None:
            self._feedback.learn(_arms(job), Seen(tally.trials, traits, signatures))
        settings = [(job.base, setting) for setting in job.settings]
        if tally.answered:
            self._answered.update(settings)
        elif tally.unsupported and len(settings) == 1:  # of several, nobody knows which one it was
            self._strikes.update(settings)

    def _job(self, course: _Course, seed: Seed) -> Job:
        lane, visit = course.lane, course.visits[seed.digest]
        course.visits[seed.digest] += 1
        drawing = Choices.of(self._random_seed, "options", lane.technique, lane.target, seed.digest, visit)
        settings, rival = self._draw_settings(lane, drawing), ()
        if not drawing.coin(VARIED_SHARE):
            settings, rival = (), settings
        return Job(lane.technique, lane.target, settings, rival, seed, visit, self._random_seed)

    def _draw_settings(self, lane: Lane, drawing: Choices) -> Settings:
        favourite = None
        if self._feedback is not None and drawing.coin(FAVOURED_SHARE):
            arms = {option_arm(lane.target, setting): setting for setting in _settings(lane.options)}
            arm = self._feedback.favourite(arms, drawing)
            favourite = arms[arm] if arm else None
        return draw_settings(
            lane.options, lambda setting: self._is_usable(lane.target, setting), favourite, drawing
        )

    def _is_usable(self, target: str, setting: Setting) -> bool:
        place = (target, setting)
        return self._strikes[place] < STRIKES or place in self._answered


class _Course:
    """A lane and how far it got."""

    def __init__(self, lane: Lane, random_seed: int) -> None:
        self.lane = lane
        self.charged = 0.0
        self.visits: Counter[str] = Counter()
        self._random_seed = random_seed
        self._round = self._drawn = 0
        self._ahead: list[Seed] = []
        # Of a law that was broken one finding is enough, and the others want their time.
        self._has_favourites = all(seed.language is not Language.DOMAIN for seed in lane.seeds)

    def next_seed(self, unusable: set[Subject], feedback: Feedback | None) -> Seed | None:
        """The next seed that can be used, if there is one."""
        self._drawn += 1
        if feedback is not None and self.visits and self._has_favourites:
            lane = self.lane
            drawing = Choices.of(self._random_seed, "favourite", lane.technique, lane.target, self._drawn)
            if drawing.coin(0.5):
                seen = [
                    seed
                    for seed in lane.seeds
                    if self.visits[seed.digest] and Subject(lane.technique, seed.digest) not in unusable
                ]
                if seen:
                    return drawing.weighted(seen, [feedback.weight(*seed_arms(seed)) for seed in seen])
        while True:
            while self._ahead:
                seed = self._ahead.pop()
                if Subject(self.lane.technique, seed.digest) not in unusable:
                    return seed
            order = [
                seed for seed in self.lane.seeds if Subject(self.lane.technique, seed.digest) not in unusable
            ]
            if not order:
                return None
            lane = self.lane
            drawing = Choices.of(self._random_seed, "order", lane.technique, lane.target, self._round)
            self._ahead = drawing.shuffle(order)
            self._round += 1


def _settings(options: Sequence[Option]) -> list[Setting]:
    return [(option.name, value) for option in options for value in option.values]


def _arms(job: Job) -> tuple[Arm, ...]:
    options = (option_arm(job.base, setting) for setting in job.settings)
    return (technique_arm(job.technique), *seed_arms(job.seed), *options)


def _fits(seed: Seed, capabilities: Capabilities) -> bool:
    if not capabilities.exempt.isdisjoint(needs_of(seed)):
        return False
    return "ALL" in capabilities.logics or logic_of(seed) in capabilities.logics
