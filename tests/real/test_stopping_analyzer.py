"""An analyzer that stops at the first failure: CBMC, told to do so, as verifiers of SV-COMP do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, Seed, TargetName
from gadfly.run.command import Completed
from gadfly.targets.analyzers.analyzer import Analyzer, AnalyzerRelease, Reading
from gadfly.targets.analyzers.target import AnalyzerTarget
from gadfly.targets.catalog import find
from gadfly.targets.install import ensure
from gadfly.techniques import technique
from gadfly.truth.judge import judge
from gadfly.truth.relative import ask

CBMC = TargetName("cbmc", "6.6.0")
LIMITS = Limits(wall_seconds=60, cpu_seconds=20)
SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN
CHECKS = """int main(void) {
  int x = __VERIFIER_nondet_int();
  __gadfly_check(0, x != 5);
  __gadfly_check(3, x == x);
  __VERIFIER_assume(x < 10);
  __gadfly_check(1, x < 11);
  __gadfly_check(2, x < 9);
  return 0;
}
"""


@dataclass
class Stopping:
    """A target, and what it was asked since somebody looked."""

    target: AnalyzerTarget
    counts: list[int] = field(default_factory=list)

    def asked(self, text: str, *, fresh: bool = False) -> tuple[tuple[Answer, ...], list[int]]:
        """The answers to a program, and how many checks each of the runs for it was about."""
        self.counts.clear()
        answer = self.target.answer_fresh if fresh else self.target.answer
        verdict = answer(Query(Language.C, text), LIMITS)
        assert verdict.outcome is Outcome.ANSWERED, verdict
        return verdict.answers, list(self.counts)


@pytest.fixture
def stopping() -> Iterator[Stopping]:
    counts: list[int] = []

    def read(done: Completed, checks: int) -> Reading:
        counts.append(checks)
        if "VERIFICATION SUCCESSFUL" in done.stdout:
            return Reading((SAFE,) * checks)
        assert "VERIFICATION FAILED" in done.stdout, done
        return Reading((UNSAFE if checks == 1 else UNKNOWN,) * checks)

    entry = find(CBMC)
    assert isinstance(entry.tool, Analyzer)
    assert isinstance(entry.release, AnalyzerRelease)
    release = replace(
        entry.release,
        read=read,
        features=frozenset({Feature.INPUTS}),
        arguments=(*entry.release.arguments, "--stop-on-fail"),
    )
    target = AnalyzerTarget(CBMC, entry.tool, release, ensure(entry))
    yield Stopping(target, counts)
    target.close()


def test_every_check_has_its_own_answer(stopping: Stopping) -> None:
    assert stopping.asked(CHECKS) == ((UNSAFE, SAFE, UNSAFE, SAFE), [4, 1, 1, 1, 1])


def test_what_is_safe_together_is_asked_once(stopping: Stopping) -> None:
    text = "int main(void) { __gadfly_check(0, 1); __gadfly_check(1, 2); return 0; }"
    assert stopping.asked(text) == ((SAFE, SAFE), [2])


def test_what_is_known_of_a_check_is_not_asked_again(stopping: Stopping) -> None:
    stopping.asked(CHECKS)
    more = CHECKS.replace("  return 0;", "  __gadfly_check(4, x != 7);return 0;").replace(
        "  return", "return"
    )
    changed = more.replace("x != 5", "x != 6")
    assert stopping.asked(more) == ((UNSAFE, SAFE, UNSAFE, SAFE, UNSAFE), [5, 1])
    assert stopping.asked(changed) == ((UNSAFE, SAFE, UNSAFE, SAFE, UNSAFE), [5, 1])


def test_a_fresh_answer_remembers_nothing(stopping: Stopping) -> None:
    stopping.asked(CHECKS)
    assert stopping.asked(CHECKS, fresh=True)[1] == [4, 1, 1, 1, 1]


def test_interrogation_asks_it_about_several(stopping: Stopping) -> None:
    workshop = Workshop(lambda _message: None)
    seed = Seed("inputs", "int main(void) { int x = __VERIFIER_nondet_int(); return x > 3; }", Language.C)
    session = technique("interrogation").open(
        seed, Choices.of("stopping"), stopping.target.capabilities, workshop.reference()
    )
    judged = []
    for number in range(6):
        question = session.ask(Choices.of("stopping", number))
        heard = ask(question, lambda query: stopping.target.answer(query, LIMITS))
        session.hear(question, heard.verdict)
        judged.append(judge(heard.question, heard.verdict))
    workshop.close()
    assert judged == [None] * 6
    assert max(stopping.counts) > 1
    assert len(stopping.counts) > len(judged)
