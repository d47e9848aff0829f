"""The coordinator: hands out jobs, records what comes back, and tells listeners."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from gadfly.campaign.interrupt import noted_interrupts
from gadfly.campaign.plan import Job, Plan, Subject
from gadfly.campaign.seeds import SeedsError
from gadfly.campaign.work import Assignment, Message, Met, Note, Progress, Reduced, Skipped, work_maker
from gadfly.core.events import (
    CampaignEnded,
    Event,
    FindingMet,
    FindingReduced,
    JobProgressed,
    Listener,
    Noted,
    SeedSkipped,
)
from gadfly.core.words import Budget, Kind, Limits, Tally
from gadfly.run.crew import Crew, Done, Lost, Sent
from gadfly.store import FindingRecord, JobState, Store

SMALLEST_SHARE, LARGEST_SHARE = 20, 300  # trials a job gets when the number of all trials is fixed
FIRST_ROUND_TRIALS = 30  # otherwise: every seed is seen soon, and longer in every round
TICK_SECONDS = 0.25


@dataclass(slots=True)
class _Running:
    """A job that is out: how many trials it may take, and what it has done so far."""

    job: Job
    quota: int
    state: JobState


@dataclass(slots=True)
class Campaign:
    """A campaign in progress.

    With a trial budget, jobs get fixed shares in plan order. Once all are back, what skipped seeds left over
    is handed out again to the others. So the same trials are asked whatever the number of workers or their
    speed, and however often the campaign was interrupted.
    """

    plan: Plan
    store: Store
    budget: Budget
    limits: Limits
    workers: int
    listen: Listener
    faults: int = 0
    _known: dict[tuple[str, str], set[Kind]] = field(default_factory=dict)
    _running: dict[str, _Running] = field(default_factory=dict)
    _unusable: set[Subject] = field(default_factory=set)
    _left_out: frozenset[Subject] = frozenset()
    _states: dict[str, JobState] = field(default_factory=dict)
    _deadline: float = float("inf")
    _trials_left: int = 0
    _returned: int = 0
    _is_interrupted: Callable[[], bool] = bool  # until a run begins: no

    def run(self) -> str:
        """Work until the budget is spent or the user interrupts; returns the reason for stopping.

        If no seed can be used at all, that is a SeedsError: nothing was asked, so nothing was found out.
        """
        if not self.plan.width:
            raise SeedsError(
                "no seed fits any of the targets: `gadfly targets list --json` shows their logics"
            )
        self._states = self.store.job_states()
        done = self.store.total()
        if self.budget.seconds:
            spent = done.seconds / self.workers
            self._deadline = time.monotonic() + max(0.0, self.budget.seconds - spent)
        self._trials_left = self.budget.trials
        reason = self._work()
        total = self.store.total()
        if total.trials and not total.answered:
            self._tell(Noted("no question was answered: `gadfly targets check` says what a target can do"))
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
        jobs = self.plan.jobs()
        while not self._is_interrupted():
            while crew.free and (assignment := self._next(jobs)) is not None:
                crew.submit(assignment)
            if crew.busy:
                self._listen_to(crew)
            elif self._is_late():
                return "the time is over"
            elif self._is_stuck():
                if not self.store.total().trials:
                    raise SeedsError("no seed can be used: see above")
                return "no seed can be used any more"
            elif self._returned:
                self._trials_left, self._returned = self._returned, 0
                self._left_out = frozenset(self._unusable)
            else:
                return "all trials are done"
        self._wind_down(crew)
        return "interrupted"

    def _is_late(self) -> bool:
        return time.monotonic() >= self._deadline

    def _is_stuck(self) -> bool:
        return self._unusable >= self.plan.subjects

    def _next(self, jobs: Iterator[Job]) -> Assignment | None:
        """The next assignment; jobs not worth starting only use up their shares, as if they were done."""
        while not self._is_late() and not self._is_stuck():
            if self.budget.trials and self._trials_left <= 0:
                return None
            job = next(jobs)
            if job.subject in self._left_out:
                continue
            quota = self._share()
            self._trials_left -= quota
            state = self._states.get(job.key, JobState(job.key, 0, done=False, tally=Tally()))
            if state.done and not state.next_trial:  # an earlier run could not use the seed
                self._unusable.add(job.subject)
            # A job that was killed after its last trial could not say any more that it was done.
            is_done = state.done or (self.budget.trials and state.next_trial >= quota)
            if is_done or job.subject in self._unusable:
                self._take_back(quota, state)
                continue
            self._running[job.key] = _Running(job, quota, state)
            known = frozenset(self._known.get((job.target, job.seed.digest), ()))
            trials = (quota or FIRST_ROUND_TRIALS << min(job.round, 8)) - state.next_trial
            return Assignment(job, state.next_trial, max(0, trials), self._deadline, known)
        return None

    def _take_back(self, quota: int, state: JobState) -> None:
        """What a finished job did not use of its share is handed out again."""
        if quota:
            self._returned += max(0, quota - state.next_trial)

    def _share(self) -> int:
        """The trials of the next job out of a fixed number; 0 if none is fixed."""
        if not self.budget.trials:
            return 0
        share = self.budget.trials // max(1, self.plan.width)
        return min(self._trials_left, max(SMALLEST_SHARE, min(LARGEST_SHARE, share)))

    def _listen_to(self, crew: Crew[Assignment, Message]) -> None:
        for event in crew.events(TICK_SECONDS):
            running = self._running[event.task.job.key]
            if isinstance(event, Sent):
                self._hear(running, event.message)
            elif isinstance(event, Done):
                self._finish(running)
            elif isinstance(event, Lost):
                self._lose(running, event.reason)

    def _lose(self, running: _Running, reason: str) -> None:
        """A job that ended through our own fault, unless whoever interrupts us ended its worker as well."""
        if not self._is_interrupted():
            self.faults += 1
            self._tell(Noted(f"{running.job.seed.name} on {running.job.target}: {reason}"))
            self._unusable.add(running.job.subject)
        self._finish(running)

    def _hear(self, running: _Running, message: Message) -> None:
        job = running.job
        match message:
            case Progress(next_trial, delta):
                tally = running.state.tally + delta
                running.state = replace(running.state, next_trial=next_trial, tally=tally)
                self.store.save_job(running.state)
                self._tell(JobProgressed(job.target, job.seed.name, delta))
            case Skipped(reason):
                if job.subject not in self._unusable:  # two rounds may be out at once
                    self._tell(SeedSkipped(job.seed.name, reason))
                self._unusable.add(job.subject)
            case Met(finding, trial):
                self._known.setdefault((job.target, job.seed.digest), set()).add(finding.kind)
                record = self.store.add_finding(finding, trial=trial)
                self._tell(_met(record))
            case Reduced(finding, trial):
                known = {record.id for record in self.store.findings()}
                record = self.store.settle(finding, trial=trial)
                if record.id not in known:
                    self._tell(_met(record))
                self._tell(FindingReduced(record.id, record.reduced_lines))
            case Note(text):
                self._tell(Noted(text))

    def _finish(self, running: _Running) -> None:
        is_cut_short = self._is_late() or self._is_interrupted()
        running.state = replace(running.state, done=not is_cut_short)
        self.store.save_job(running.state)
        self._take_back(running.quota, running.state)
        del self._running[running.job.key]

    def _wind_down(self, crew: Crew[Assignment, Message]) -> None:
        """Let workers end their current question and take what they still have to say."""
        crew.stop()
        give_up = time.monotonic() + 3.0
        while crew.busy and time.monotonic() < give_up:
            self._listen_to(crew)

    def _tell(self, event: Event) -> None:
        self.listen(event)


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
