"""Every defect of the planted analyzer is found by `branches`, and nothing is found in the one without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gadfly.campaign.hunt import HuntOrder, HuntResult, hunt
from gadfly.campaign.workshop import Workshop
from gadfly.core.choices import Choices
from gadfly.core.events import Event
from gadfly.core.words import Answer, Budget, Kind, Language, Limits, Outcome, Question, Seed
from gadfly.seeds import load_bundled_c
from gadfly.store.store import Store
from gadfly.targets.open import open_target
from gadfly.targets.planted.analyzer.defects import DEFECTS
from gadfly.techniques import technique, technique_names
from gadfly.truth.judge import judge

LIMITS = Limits(wall_seconds=60, cpu_seconds=20)
QUESTIONS = 30
BUNDLED = {seed.name: seed for seed in load_bundled_c()}
OWN = {
    "forgotten-else": """
static int twice(int x) { int r = 0; if (x > 2) r = x; else r = 2 * x; return r; }
int main(void) { int sum = 0; for (int i = 0; i < 6; i++) sum += twice(i); return sum != 18; }
""",
    "spilling-bit-field": """
struct pair { unsigned low : 3, high : 5; };
int main(void) { struct pair p = {1, 9}; p.low = 6; int high = p.high; return high == 9 ? 0 : 1; }
""",
    "unsigned-bit-field": """
struct small { signed int value : 4; };
int main(void) { struct small s; s.value = -3; int seen = s.value; if (seen < 0) seen = -seen; return seen; }
""",
    "separate-union": """
union word { unsigned whole; unsigned char bytes[4]; };
int main(void) { union word w; w.whole = 258; int low = w.bytes[0], next = w.bytes[1]; return low + next; }
""",
    "first-member-only": """
struct point { int x, y; };
int main(void) {
    struct point p = {1, 2}, q = {3, 4};
    p = q;
    int sum = p.x + p.y;
    if (sum == 7) sum = 0;
    return sum;
}
""",
    "alarm-in-dead-code": """
int main(void) { int sum = 0; for (int i = 0; i < 4; i++) { sum += i; if (sum > 90) sum = 0; } return sum; }
""",
    "crash": """
int main(void) { int a = 3, b = 0; for (int i = 0; i < 3; i++) b += a > i ? i > 1 ? 5 : 6 : 7; return b; }
""",
}
SEEDS = {
    "dropped-cast": "promotions_mixed_width",
    "short-unrolling": "crc_tables",
    "signed-comparison": "promotions_mixed_width",
    "signed-division": "promotions_mixed_width",
    "floored-remainder": "number_theory",
    "repeated-filler": "initialisers_partial",
    "truncated-bool": "bool_flags",
    "no-fallthrough": "duff_device",
    "continue-leaves": "loops_nested_exits",
    "fresh-static": "static_locals",
    "unnamed-bit-field": "bitfields_unnamed",
    "early-increment": "pointers_walk",
    "eager-logic": "short_circuit",
    "logical-shift": "shifts_and_rotations",
    "first-check-only": "bool_flags",
}
KINDS = {"alarm-in-dead-code": Kind.IMPRECISE, "crash": Kind.CRASH}


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    opened = Workshop(lambda _message: None)
    yield opened
    opened.close()


def seed_for(defect: str) -> Seed:
    return Seed(defect, OWN[defect], Language.C) if defect in OWN else BUNDLED[SEEDS[defect]]


def questions(seed: Seed, workshop: Workshop, mode: str = "branches") -> Iterator[Question]:
    capabilities = open_target("planted-analyzer@none").capabilities
    session = technique(mode).open(seed, Choices.of(seed.name), capabilities, workshop.reference())
    return (session.ask(Choices.of(seed.name, number)) for number in range(QUESTIONS))


def kind_of(target: str, question: Question) -> Kind | None:
    verdict = open_target(target).answer(question.query, LIMITS)
    assert verdict.outcome in (Outcome.ANSWERED, Outcome.CRASH), verdict.detail
    complaint = judge(question, verdict)
    return complaint.kind if complaint else None


def test_there_is_a_seed_for_every_defect() -> None:
    assert {*OWN, *SEEDS} == set(DEFECTS)


@pytest.mark.parametrize("defect", sorted(DEFECTS))
def test_a_planted_defect_is_found(defect: str, workshop: Workshop) -> None:
    expected = KINDS.get(defect, Kind.UNSOUND)
    target = f"planted-analyzer@{defect}"
    asked = questions(seed_for(defect), workshop)
    found = next((question for question in asked if kind_of(target, question) is expected), None)
    assert found is not None
    assert kind_of("planted-analyzer@none", found) is None
    executed = workshop.reference().execute(found.query.text)
    assert not executed.problem
    right = tuple(Answer.UNSAFE if check.failed else Answer.SAFE for check in executed.checks)
    assert found.truth.answers == right


@pytest.mark.parametrize("mode", ["branches-reach", "branches-count", "branches-fused", "branches-values"])
def test_every_mode_finds_a_defect(mode: str, workshop: Workshop) -> None:
    asked = questions(BUNDLED["short_circuit"], workshop, mode)
    assert any(kind_of("planted-analyzer@eager-logic", question) for question in asked)


def run_hunt(target: str, folder: Path, trials: int, seeds: tuple[str, ...] = ()) -> HuntResult:
    order = HuntOrder(
        targets=(target,),
        techniques=technique_names("branches"),
        seeds=seeds,
        logic="",
        budget=Budget(trials=trials),
        random_seed=1,
        workers=1,
        out=folder / "hunt",
        limits=LIMITS,
    )
    result = hunt(order, ignore)
    assert result.faults == 0
    assert result.tally.refuted == 0
    return result


def ignore(_event: Event) -> None:
    """What matters is in the result."""


def test_a_finding_is_certified_and_small(tmp_path: Path) -> None:
    seed = tmp_path / "seed.c"
    seed.write_text(OWN["first-member-only"])
    result = run_hunt("planted-analyzer@first-member-only", tmp_path, 3, (str(seed),))
    record = next(each for each in result.findings if each.kind is Kind.UNSOUND)
    assert record.certified
    assert any(voucher.startswith("gcc") for voucher in record.certificate.vouchers)
    assert record.reduced_lines <= 14
    with Store.open(tmp_path / "hunt") as store:
        reduced = store.load_finding(record.id).reduced
    assert len(reduced.truth.answers) == 1
    assert kind_of("planted-analyzer@first-member-only", reduced) is Kind.UNSOUND
    assert kind_of("planted-analyzer@none", reduced) is None


def test_a_right_analyzer_is_never_suspected(tmp_path: Path) -> None:
    result = run_hunt("planted-analyzer@none", tmp_path, 60)
    assert result.findings == ()
    assert result.tally.trials == 60
    assert result.tally.answered > 30
