"""The coordinator: hands out jobs, records what comes back, and tells listeners."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gadfly.campaign.interrupt import noted_interrupts
from gadfly.campaign.messages import Assignment, Message, Met, Note, Progress, Reduced, Skipped, Unsettled
from gadfly.campaign.plan import Job, Plan
from gadfly.campaign.seeds import SeedsError
from gadfly.campaign.skips import Skips
from gadfly.campaign.work import work_maker
from gadfly.core.events import (
    CampaignEnded,
    Event,
    FindingMet,
    FindingReduced,
    JobProgressed,
    Listener,
    Noted,
)
from gadfly.core.words import Budget, Language, Limits, Tally
from gadfly.run.crew import Crew, Done, Lost, Sent
from gadfly.store import FindingRecord, JobState, Sighting
from gadfly.store.store import Store
from gadfly.techniques import technique
from gadfly.triage.signature import hanging

# Trials a job gets when their number is fixed. Short jobs see many option sets. Programs are dear, and a
# sweep of a domain is thousands of tests.
SMALLEST_SHARE = {Language.SMT: 20, Language.C: 4, Language.DOMAIN: 3}
LARGEST_SHARE, LARGEST_VARIED_SHARE = 300, 40
# Otherwise: every seed is seen soon, and longer in every round.
FIRST_ROUND_TRIALS = {Language.SMT: 30, Language.C: 5, Language.DOMAIN: 3}
DOUBLINGS = 1
JOB_SECONDS = 2.0  # at most, in the first round: a slow seed must not take the time of many quick ones
ANY_SEED = ""
BATCH = 16  # jobs that are planned from the same knowledge when the number of all trials is fixed
TICK_SECONDS = 0.25


@dataclass(slots=True)
class _Handed:
    """A job that was handed out: its number in the plan, the trials it may take, and what it has done."""

    job: Job
    number: int
    quota: int
    state: JobState
    is_back: bool = False
    is_lost: bool = False


@dataclass(slots=True)
class Campaign:
    """A campaign in progress.

    With a trial budget, jobs are planned in batches, each from what all but the latest batch before it came
    to. So the same trials are asked whatever the number of workers or their speed, and however often the
    campaign was interrupted. What jobs left over of their shares is handed out again.
    """

    plan: Plan
    store: Store
    budget: Budget
    limits: Limits
    workers: int
    listen: Listener
    faults: int = 0
    _known: dict[tuple[str, str], set[Sighting]] = field(default_factory=dict)
    _handed: dict[str, _Handed] = field(default_factory=dict)  # in plan order, until the plan learns of them
    _skips: Skips = field(init=False)
    _states: dict[str, JobState] = field(default_factory=dict)
    _deadline: float = float("inf")
    _trials_left: int = 0
    _planned: int = 0
    _share: int = 0
    _unsettled: int = 0
    _is_interrupted: Callable[[], bool] = bool  # until a run begins: no

    def __post_init__(self) -> None:
        self._skips = Skips(self.plan.techniques_of, self.listen)

    def run(self) -> str:
        """Work until the budget is spent or the user interrupts; returns the reason for stopping.

        If no seed can be used at all, that is a SeedsError: nothing was asked, so nothing was found out.
        """
        self._states = self.store.job_states()
        done = self.store.total()
        if self.budget.seconds:
            spent = done.seconds / self.workers
            self._deadline = time.monotonic() + max(0.0, self.budget.seconds - spent)
        self._trials_left = self.budget.trials
        largest = LARGEST_VARIED_SHARE if self.plan.varies_options else LARGEST_SHARE
        self._share = min(largest, self.budget.trials // self.plan.width)
        reason = self._work()
        self._skips.tell_rest()
        total = self.store.total()
        if total.trials and not total.answered and not self.store.findings():
            self._tell(Noted("no question was answered: `gadfly targets check` says what a target can do"))
        if self._unsettled:
            self._tell(
                Noted(f"{self._unsettled} times option sets disagreed and nobody could say who is right")
            )
        self._tell(CampaignEnded(reason))
        return reason

    def _work(self) -> str:
        if self._is_late():
            return "the time was spent before"
        crew = Crew(work_maker(self.limits), self.workers)
        try:
            with noted_interrupts() as self._is_interrupted:
                return self._hand_out(crew)
        finally:
            crew.close()

    def _hand_out(self, crew: Crew[Assignment, Message]) -> str:
        while not self._is_interrupted():
            while crew.free and (assignment := self._next()) is not None:
                crew.submit(assignment)
            if crew.busy:
                self._listen_to(crew)
            elif self._is_late():
                return "the time is over"
            elif self.budget.trials and self._trials_left <= 0:
                return "all trials are done"
            elif not self.store.total().trials:
                self._skips.tell_rest()
                raise SeedsError("no seed can be used: see above")
            else:
                return "no seed can be used any more"
        self._wind_down(crew)
        return "interrupted"

    def _is_late(self) -> bool:
        return time.monotonic() >= self._deadline

    def _next(self) -> Assignment | None:
        """The next assignment, if there is one now; jobs that an earlier run finished count at once."""
        while not self._is_late() and self._learn():
            if self.budget.trials and self._trials_left <= 0:
                return None
            job = self.plan.next_job(self._expected_cost)
            if job is None:
                return None
            handed = self._take_on(job)
            if not handed.is_back:
                known = self._known_of(job)
                first = handed.state.next_trial
                seconds = float("inf") if self.budget.trials else _job_seconds(job) * (job.round + 1)
                return Assignment(job, first, handed.quota - first, seconds, self._deadline, known)
        return None

    def _known_of(self, job: Job) -> frozenset[Sighting]:
        """What a target has shown with the seed of a job, and what does not end whatever the seed."""
        seeds = (job.seed.digest, ANY_SEED)
        return frozenset().union(*(self._known.get((job.base, seed), ()) for seed in seeds))

    def _take_on(self, job: Job) -> _Handed:
        quota = self._quota(job)
        state = self._states.get(job.key, JobState(job.key, 0, done=False, tally=Tally()))
        # A job that was killed after its last trial could not say any more that it was done.
        handed = _Handed(job, self._planned, quota, state, is_back=state.done or state.next_trial >= quota)
        self._handed[job.key] = handed
        self._planned += 1
        if self.budget.trials:
            self._trials_left -= quota
        return handed

    def _quota(self, job: Job) -> int:
        """The trials of a job: of a fixed number a share, otherwise more in every round."""
        language = job.seed.language
        if self.budget.trials:
            return min(self._trials_left, max(self._share, SMALLEST_SHARE[language]))
        return technique(job.technique).patience * FIRST_ROUND_TRIALS[language] << min(job.round, DOUBLINGS)

    def _expected_cost(self, job: Job) -> float:
        """In what is limited: trials or seconds."""
        return self._quota(job) if self.budget.trials else _job_seconds(job)

    def _learn(self) -> bool:
        """Let the plan learn what it must know before it goes on; False if that is not there yet."""
        if not self.budget.trials:
            for handed in [handed for handed in self._handed.values() if handed.is_back]:
                self._conclude(handed)
            return True
        is_spent = self._trials_left <= 0
        if self._planned % BATCH and not is_spent:
            return True
        batches = list(self._handed.values())
        due = batches if is_spent else batches[:-BATCH]
        if not all(handed.is_back for handed in due):
            return False
        for handed in due:
            self._conclude(handed)
        return True

    def _conclude(self, handed: _Handed) -> None:
        del self._handed[handed.job.key]
        if self.budget.trials:
            self._trials_left += max(0, handed.quota - handed.state.next_trial)
        job = handed.job
        for sighting in handed.state.sightings:
            seed = ANY_SEED if sighting.hangs else job.seed.digest
            self._known.setdefault((job.base, seed), set()).add(sighting)
        self.plan.learn(
            job,
            handed.quota if self.budget.trials else _job_seconds(job),
            Tally() if handed.is_lost else handed.state.tally,
            frozenset(handed.state.traits),
            frozenset(sighting.signature for sighting in handed.state.sightings),
        )

    def _listen_to(self, crew: Crew[Assignment, Message]) -> None:
        for event in crew.events(TICK_SECONDS):
            handed = self._handed[event.task.job.key]
            if isinstance(event, Sent):
                self._hear(handed, event.message)
            elif isinstance(event, Done):
                self._finish(handed)
            elif isinstance(event, Lost):
                self._lose(handed, event.reason)

    def _lose(self, handed: _Handed, reason: str) -> None:
        """A job that ended through our own fault, unless whoever interrupts us ended its worker as well."""
        if not self._is_interrupted():
            self.faults += 1
            handed.is_lost = True
            self._tell(Noted(f"{handed.job.seed.name} on {handed.job.target}: {reason}"))
        self._finish(handed)

    def _hear(self, handed: _Handed, message: Message) -> None:
        job = handed.job
        match message:
            case Progress(next_trial, delta, traits):
                state = handed.state
                handed.state = replace(
                    state,
                    next_trial=next_trial,
                    tally=state.tally + delta,
                    traits=(*state.traits, *traits),
                )
                self.store.save_job(handed.state)
                self._skips.note_use(job.seed)
                self._tell(JobProgressed(job.base, job.seed.name, delta))
            case Skipped(reason):
                self._skips.note_skip(job.technique, job.seed, reason)
            case Met(finding, trial):
                record = self.store.add_finding(finding, job=handed.number, trial=trial)
                self._tell(_met(record))
            case Reduced():
                self._settle(handed, message)
            case Unsettled():
                self._unsettled += 1
            case Note(text):
                self._tell(Noted(text))

    def _settle(self, handed: _Handed, message: Reduced) -> None:
        finding = message.finding
        options = finding.target.name.options
        sighting = Sighting(finding.kind, options, finding.signature, tuple(hanging(finding)))
        handed.state = replace(handed.state, sightings=(*handed.state.sightings, sighting))
        known = {record.id for record in self.store.findings()}
        if finding.id == message.met_as:
            record = self.store.settle(finding, job=handed.number, trial=message.trial)
        else:
            record = self.store.supersede(message.met_as, finding, job=handed.number, trial=message.trial)
        if record.id not in known:
            self._tell(_met(record))
        self._tell(FindingReduced(record.id, record.reduced_lines))

    def _finish(self, handed: _Handed) -> None:
        is_cut_short = self._is_late() or self._is_interrupted()
        handed.state = replace(handed.state, done=not is_cut_short)
        handed.is_back = True
        self.store.save_job(handed.state)

    def _wind_down(self, crew: Crew[Assignment, Message]) -> None:
        """Let workers end their current question and take what they still have to say."""
        crew.stop()
        give_up = time.monotonic() + 3.0
        while crew.busy and time.monotonic() < give_up:
            self._listen_to(crew)

    def _tell(self, event: Event) -> None:
        self.listen(event)


def _job_seconds(job: Job) -> float:
    """How long a target may be busy with a job in its first round."""
    return JOB_SECONDS * technique(job.technique).patience


def _met(record: FindingRecord) -> FindingMet:
    return FindingMet(
        record.id,
        record.kind,
        record.target,
        record.logic,
        record.message,
        record.hits,
        record.found_at_trial,
    )
