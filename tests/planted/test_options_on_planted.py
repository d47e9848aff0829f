"""Defects that show under an option only: found, with the options they need and no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.campaign.messages import Assignment, Message, Met, Progress, Reduced, Unsettled
from gadfly.campaign.plan import Job
from gadfly.campaign.variants import Settings
from gadfly.campaign.work import make_work
from gadfly.core.choices import Choices
from gadfly.core.events import Event
from gadfly.core.interfaces import Reference, Session
from gadfly.core.words import (
    Answer,
    Basis,
    Budget,
    Capabilities,
    Finding,
    Kind,
    Language,
    Limits,
    Question,
    Seed,
    Truth,
    Verdict,
)
from gadfly.store.store import Store
from gadfly.techniques import TECHNIQUES
from gadfly.techniques.formulas import SatFormulas
from gadfly.truth.judge import judge

CASES_SEED = """(set-logic QF_BV)
(declare-fun p () Bool)
(declare-fun x () (_ BitVec 4))
(declare-fun y () (_ BitVec 4))
(assert (ite p (bvule x #xa) (distinct x y)))
(assert (= (ite (bvult x y) x y) #x3))
(check-sat)
"""
LIMITS = Limits(wall_seconds=10, cpu_seconds=5)
TARGET = "planted@options-disagree"
REVERSE: Settings = (("order", "reverse"),)


def run_hunt(target: str, folder: Path, *, varies_options: bool) -> HuntResult:
    seed = folder / "seed.smt2"
    seed.write_text(CASES_SEED)

    def ignore(_event: Event) -> None:
        """What matters is in the result."""

    order = HuntOrder(
        targets=(target,),
        techniques=("formulas-sat",),
        seeds=(str(seed),),
        logic="",
        budget=Budget(trials=160),
        random_seed=7,
        workers=1,
        out=folder / "hunt",
        limits=LIMITS,
        varies_options=varies_options,
    )
    result = hunt(order, ignore)
    assert (result.faults, result.reason, result.tally.trials) == (0, "all trials are done", 160)
    return result


def test_a_finding_says_which_options_it_needs(tmp_path: Path) -> None:
    result = run_hunt(TARGET, tmp_path, varies_options=True)
    assert {(record.kind, record.target) for record in result.findings} == {
        (Kind.UNSOUND, f"{TARGET}[order=reverse]")
    }
    with Store.open(tmp_path / "hunt") as store:
        for record in result.findings:
            finding = store.load_finding(record.id)
            assert finding.target.name.options == REVERSE
            assert finding.target.address == f"{TARGET}[order=reverse]"


def test_default_options_are_all_that_is_asked_if_the_user_wants_it(tmp_path: Path) -> None:
    assert run_hunt(TARGET, tmp_path, varies_options=False).findings == ()


def test_what_needs_no_option_is_a_finding_of_the_release(tmp_path: Path) -> None:
    result = run_hunt("planted@wrong-unsat", tmp_path, varies_options=True)
    assert {record.target for record in result.findings} == {"planted@wrong-unsat"}


def test_a_right_solver_is_right_under_all_its_options(tmp_path: Path) -> None:
    result = run_hunt("planted@none", tmp_path, varies_options=True)
    assert result.findings == ()
    assert result.tally.refuted == 0


class Blind:
    """Asks what the sat mode asks, but does not know the truth of it."""

    name = "blind"
    language = seed_language = Language.SMT
    patience = 1
    own_seeds: tuple[Seed, ...] = ()

    def open(self, seed: Seed, choices: Choices, capabilities: Capabilities, reference: Reference) -> Session:
        return _BlindSession(SatFormulas().open(seed, choices, capabilities, reference))


class _BlindSession:
    def __init__(self, session: Session) -> None:
        self._session = session
        self.questions = session.questions

    def ask(self, choices: Choices) -> Question:
        question = self._session.ask(choices)
        unknown = (Answer.UNKNOWN,) * len(question.truth.answers)
        return replace(question, truth=Truth(unknown, Basis.OPINION))

    def hear(self, question: Question, verdict: Verdict) -> None:
        """Nothing to learn."""


def messages_of(settings: Settings, rival: Settings, technique: str = "blind") -> list[Message]:
    seed = Seed("cases", CASES_SEED)
    job = Job(technique, TARGET, settings, rival, seed, 0, 1)
    sent: list[Message] = []
    work = make_work(LIMITS)
    work(Assignment(job, 0, 20, float("inf"), float("inf"), frozenset()), sent.append, lambda: False)
    return sent


def test_options_that_are_not_needed_are_left_out() -> None:
    messages = messages_of((("conjoin", "backwards"), ("model", "last"), *REVERSE), (), "formulas-sat")
    [met] = [message for message in messages if isinstance(message, Met)]
    assert met.finding.target.name.options == REVERSE


@pytest.mark.parametrize(("settings", "rival"), [(REVERSE, ()), ((), REVERSE)], ids=["own", "rival"])
def test_two_option_sets_that_contradict_each_other(
    settings: Settings, rival: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TECHNIQUES, "blind", Blind)
    messages = messages_of(settings, rival)
    [finding] = [message.finding for message in messages if isinstance(message, Reduced)]
    assert finding.target.name.options == REVERSE
    assert (finding.kind, finding.reduced.truth.answers) == (Kind.UNSOUND, (Answer.SAT,))
    assert is_wrong(finding)
    assert sum(message.delta.trials for message in messages if isinstance(message, Progress)) == 20
    assert not any(isinstance(message, Unsettled) for message in messages)


def test_options_that_agree_are_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TECHNIQUES, "blind", Blind)
    messages = messages_of((("model", "last"),), ())
    assert not any(isinstance(message, Reduced | Unsettled) for message in messages)


def is_wrong(finding: Finding) -> bool:
    complaint = judge(finding.reduced, finding.reduced_verdict)
    return complaint is not None and complaint.kind is finding.kind
