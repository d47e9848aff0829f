"""The store keeps what it was given, refuses what is not its own, and says so in one line."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gadfly.core.choices import load_record
from gadfly.core.words import (
    Answer,
    Basis,
    Certificate,
    Finding,
    Kind,
    Language,
    Outcome,
    Query,
    Question,
    Recipe,
    Seed,
    Tally,
    TargetIdentity,
    TargetName,
    Truth,
    Verdict,
)
from gadfly.store import CampaignConfig, JobState, Sighting, StoreError
from gadfly.store.records import StoredFinding
from gadfly.store.serial import finding_json, parse_finding, truth_json
from gadfly.store.store import Store

CONFIG = CampaignConfig(
    techniques=("formulas",),
    targets=("z3@4.8.7", "cvc5@1.4.2"),
    seeds=("00ff", "a1b2"),
    random_seed=1 << 100,
    parameters=(("amax", "64"), ("depth", "∞")),
    gadfly_version="0.1.0",
)
_ANSWERED = Verdict(
    Outcome.ANSWERED, (Answer.SAT, Answer.UNSAT), ("(model)", ""), seconds=0.1, output="sat\nunsat\n"
)


def sample_finding(number: int = 0, kind: Kind = Kind.UNSOUND) -> Finding:
    question = _question(f"(assert (= x {number}))\n(check-sat)\n(assert (> x 0))\n(check-sat)\n")
    return Finding(
        kind=kind,
        message="says unsat although the script is satisfiable",
        target=TargetIdentity(
            TargetName.parse("z3@4.8.7[smt.arith.solver=2]"),
            "z3",
            "c0ffee",
            address="z3@4.8.7[smt.arith.solver=2]",
            command="z3 smt.arith.solver=2",
        ),
        question=question,
        verdict=_ANSWERED,
        certificate=Certificate("model", ("evaluator", "cvc5@1.4.2"), "two assertions"),
        recipe=Recipe("formulas", Seed("small.smt2", "(check-sat)\n"), (0, 127, 128), (number, 1 << 70)),
        reduced=_question("(assert true)\n(check-sat)\n"),
        reduced_verdict=replace(_ANSWERED, output="unsat\n"),
        signature=f"{kind}:z3:{number}",
    )


def _question(text: str) -> Question:
    truth = Truth((Answer.SAT, Answer.SAT), Basis.MODEL, "(define-fun x () Int 1)")
    return Question(Query(Language.SMT, text, "QF_LIA"), truth)


_TEXT = st.text()
_VERDICTS = st.builds(
    Verdict,
    outcome=st.sampled_from(Outcome),
    answers=st.lists(st.sampled_from(Answer), max_size=3).map(tuple),
    models=st.lists(_TEXT, max_size=3).map(tuple),
    detail=_TEXT,
    seconds=st.floats(0, 1e6),
    output=_TEXT,
)
_QUESTIONS = st.builds(
    Question,
    query=st.builds(Query, st.sampled_from(Language), _TEXT, _TEXT),
    truth=st.builds(
        Truth,
        answers=st.lists(st.sampled_from(Answer), max_size=3).map(tuple),
        basis=st.sampled_from(Basis),
        evidence=_TEXT,
    ),
)
_RECORDS = st.lists(st.integers(0, 1 << 80), max_size=5).map(tuple)
_FINDINGS = st.builds(
    Finding,
    kind=st.sampled_from(Kind),
    message=_TEXT,
    target=st.builds(
        TargetIdentity,
        name=st.builds(TargetName, _TEXT, _TEXT, st.lists(st.tuples(_TEXT, _TEXT), max_size=2).map(tuple)),
        family=_TEXT,
        digest=_TEXT,
    ),
    question=_QUESTIONS,
    verdict=_VERDICTS,
    certificate=st.builds(
        Certificate, method=_TEXT, vouchers=st.lists(_TEXT, max_size=2).map(tuple), detail=_TEXT
    ),
    recipe=st.builds(
        Recipe,
        technique=_TEXT,
        seed=st.builds(Seed, _TEXT, _TEXT, st.sampled_from(Language)),
        opening=_RECORDS,
        asking=_RECORDS,
    ),
    reduced=_QUESTIONS,
    reduced_verdict=_VERDICTS,
    signature=_TEXT,
)


@settings(derandomize=True, deadline=None)
@given(_FINDINGS, st.integers(0, 1 << 40))
def test_a_finding_survives_json(finding: Finding, trial: int) -> None:
    stored = StoredFinding(finding, 3, trial)
    assert parse_finding(finding_json(stored)) == stored


@settings(derandomize=True, deadline=None, max_examples=20)
@given(finding=_FINDINGS)
def test_a_finding_survives_the_disk(tmp_path_factory: pytest.TempPathFactory, finding: Finding) -> None:
    folder = tmp_path_factory.mktemp("campaign")
    with Store.create_or_resume(folder, CONFIG) as store:
        record = store.add_finding(finding, job=0, trial=7)
    with Store.open(folder) as store:
        assert store.load_finding(finding.id) == finding
        assert store.findings() == [record]
    assert (folder / record.query).read_bytes() == finding.question.query.text.encode()
    assert (folder / record.reduced).read_bytes() == finding.reduced.query.text.encode()


def test_undecodable_bytes_survive_the_disk(tmp_path: Path) -> None:
    raw = b"caf\xe9 \xff".decode("utf-8", "surrogateescape")
    finding = replace(
        sample_finding(),
        message=raw,
        signature=raw,
        verdict=replace(_ANSWERED, output=raw),
        recipe=replace(sample_finding().recipe, seed=Seed(raw, raw)),
    )
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        record = store.add_finding(finding, job=0, trial=0)
        assert store.add_finding(finding, job=0, trial=1).hits == 2
        assert store.load_finding(record.id) == finding
    assert (tmp_path / "findings" / record.id / "output.txt").read_bytes() == b"caf\xe9 \xff"


def test_the_record_is_complete(tmp_path: Path) -> None:
    finding = sample_finding()
    with Store.create_or_resume(tmp_path / "it's out", CONFIG) as store:
        record = store.add_finding(finding, job=0, trial=12)
    assert record.id == finding.id
    assert (record.technique, record.target) == ("formulas", "z3@4.8.7[smt.arith.solver=2]")
    assert (record.kind, record.certified, record.logic) == (Kind.UNSOUND, True, "QF_LIA")
    assert (record.hits, record.reduced_lines, record.found_at_trial) == (1, 2, 12)
    assert record.query == f"findings/{finding.id}/query.smt2"
    assert record.reduced == f"findings/{finding.id}/reduced.smt2"
    assert record.certificate == finding.certificate
    printed = subprocess.run(
        ["sh", "-c", f'gadfly() {{ printf "%s\\n" "$@"; }}; {record.replay}'],
        check=True,
        capture_output=True,
        text=True,
    )
    assert printed.stdout.splitlines() == [
        "findings",
        "replay",
        finding.id,
        "--out",
        str(tmp_path / "it's out"),
    ]


def test_the_folder_explains_itself(tmp_path: Path) -> None:
    finding = sample_finding()
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        record = store.add_finding(finding, job=0, trial=0)
    folder = tmp_path / "findings" / record.id
    readme = (folder / "README.md").read_text()
    files = {path.name for path in folder.iterdir()}
    assert files == {
        "query.smt2", "reduced.smt2", "truth.json", "finding.json", "target.json",
        "output.txt", "reduced-output.txt", "replay.sh", "README.md",
    }  # fmt: skip
    assert all(name in readme for name in files - {"README.md"})
    assert finding.message in readme
    assert (folder / "output.txt").read_text() == "sat\nunsat\n"
    assert (folder / "reduced-output.txt").read_text() == "unsat\n"
    assert json.loads((folder / "target.json").read_text()) == {
        "format": 1,
        "name": "z3@4.8.7[smt.arith.solver=2]",
        "tool": "z3",
        "version": "4.8.7",
        "options": {"smt.arith.solver": "2"},
        "family": "z3",
        "digest": "c0ffee",
        "address": "z3@4.8.7[smt.arith.solver=2]",
        "command": "z3 smt.arith.solver=2",
    }
    assert (folder / "truth.json").read_text() == truth_json(finding.question, finding.recipe)


def test_replay_script_finds_its_campaign_from_anywhere(tmp_path: Path) -> None:
    campaign = tmp_path / "a campaign"
    with Store.create_or_resume(campaign, CONFIG) as store:
        record = store.add_finding(sample_finding(), job=0, trial=0)
    command = tmp_path / "bin" / "gadfly"
    command.parent.mkdir()
    command.write_text('#!/bin/sh\necho "$1 $2 $3 $4"\ncd "$5" && pwd -P\n')
    command.chmod(0o755)
    done = subprocess.run(
        [campaign / "findings" / record.id / "replay.sh"],
        env={**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}"},
        cwd="/",
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == [f"findings replay {record.id} --out", str(campaign.resolve())]


def test_truth_file_has_the_documented_shape() -> None:
    finding = sample_finding(3)
    content = json.loads(truth_json(finding.question, finding.recipe))
    assert load_record(content["choices"].pop("opening")) == (0, 127, 128)
    assert load_record(content["choices"].pop("asking")) == (3, 1 << 70)
    assert content == {
        "format": 1,
        "answer": ["sat", "sat"],
        "certificate": {"kind": "model", "text": "(define-fun x () Int 1)"},
        "choices": {},
    }


def test_same_signature_only_counts(tmp_path: Path) -> None:
    first = sample_finding(1)
    again = replace(sample_finding(2), signature=first.signature)
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(first, job=0, trial=1)
        record = store.add_finding(again, job=0, trial=2)
        assert (record.id, record.hits, record.found_at_trial) == (first.id, 2, 1)
        assert store.findings() == [record]
    assert [path.name for path in (tmp_path / "findings").iterdir()] == [first.id]


def test_same_id_with_another_signature_only_counts(tmp_path: Path) -> None:
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(sample_finding(), job=0, trial=1)
        assert store.add_finding(replace(sample_finding(), signature="other"), job=0, trial=2).hits == 2


def test_findings_come_worst_first(tmp_path: Path) -> None:
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        for kind in reversed(Kind):
            for number in range(2):
                store.add_finding(sample_finding(number, kind), job=0, trial=0)
        records = store.findings()
    assert [record.kind for record in records] == [kind for kind in Kind for _ in range(2)]
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.id < second.id


def test_a_better_reduction_replaces_the_old_one(tmp_path: Path) -> None:
    finding = sample_finding()
    better = _question("(check-sat)\n")
    verdict = Verdict(Outcome.ANSWERED, (Answer.UNSAT,), output="better\n")
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(finding, job=0, trial=4)
        store.add_finding(finding, job=0, trial=5)
        settled = replace(finding, reduced=better, reduced_verdict=verdict, signature="smaller")
        record = store.settle(settled, job=0, trial=9)
        assert (record.reduced_lines, record.hits, record.found_at_trial) == (1, 2, 4)
        assert record.signature == "smaller"
        assert store.load_finding(finding.id) == settled
    folder = tmp_path / "findings" / finding.id
    assert (folder / "reduced.smt2").read_text() == "(check-sat)\n"
    assert (folder / "reduced-output.txt").read_text() == "better\n"
    assert [path.name for path in (tmp_path / "findings").iterdir()] == [finding.id]


def test_a_reduction_that_meets_a_known_signature_is_merged_into_it(tmp_path: Path) -> None:
    first, second = sample_finding(1), sample_finding(2)
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(replace(first, signature="a"), job=0, trial=1)
        store.settle(replace(first, signature="a"), job=0, trial=1)
        store.add_finding(replace(second, signature="b"), job=0, trial=2)
        merged = store.settle(replace(second, signature="a"), job=0, trial=2)
        assert (merged.id, merged.hits) == (first.id, 2)
        assert [record.id for record in store.findings()] == [first.id]
    assert [path.name for path in (tmp_path / "findings").iterdir()] == [first.id]


def test_a_reduction_of_what_was_only_counted_is_kept_if_it_is_another_bug(tmp_path: Path) -> None:
    first, second = sample_finding(1), sample_finding(2)
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(replace(first, signature="a"), job=0, trial=1)
        store.settle(replace(first, signature="a"), job=0, trial=1)
        store.add_finding(replace(second, signature="a"), job=0, trial=2)
        assert store.settle(replace(second, signature="a"), job=0, trial=2).id == first.id
        assert store.settle(replace(second, signature="b"), job=0, trial=2).id == second.id
        assert len(store.findings()) == 2


WORKERS = ("met 0", "settle 0"), ("met 1", "settle 1"), ("met 2", "settle 2")
ORDERS = [
    order
    for order in permutations([step for steps in WORKERS for step in steps])
    if all(order.index(met) < order.index(settle) for met, settle in WORKERS)
]


@pytest.mark.parametrize("order", ORDERS[::9], ids=", ".join)
def test_what_is_kept_does_not_depend_on_the_speed_of_workers(order: Sequence[str], tmp_path: Path) -> None:
    """Jobs 0 and 2 find the same bug, and as it is met it looks like the one that job 1 finds."""
    met, reduced = ("x", "y", "x"), ("a", "x", "a")
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        for step in order:
            what, job = step.split()[0], int(step.split()[1])
            if what == "met":
                store.add_finding(replace(sample_finding(job), signature=met[job]), job=job, trial=1)
            else:
                store.settle(replace(sample_finding(job), signature=reduced[job]), job=job, trial=1)
        kept = {record.id: record.signature for record in store.findings()}
    assert kept == {sample_finding(0).id: "a", sample_finding(1).id: "x"}
    assert {path.name for path in (tmp_path / "findings").iterdir()} == kept.keys()


def test_a_finding_that_needs_fewer_options_takes_the_place_of_the_one_that_was_met(tmp_path: Path) -> None:
    met, other = sample_finding(1), sample_finding(2)
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(met, job=0, trial=4)
        assert store.supersede(met.id, other, job=0, trial=4).id == other.id
        assert [record.id for record in store.findings()] == [other.id]
        assert store.load_finding(other.id) == other
    assert [path.name for path in (tmp_path / "findings").iterdir()] == [other.id]


def test_what_a_job_saw_is_there_after_a_restart(tmp_path: Path) -> None:
    sightings = (Sighting(Kind.UNSOUND, (("smt.arith.solver", "2"),), "a"),)
    state = JobState("one", 7, done=False, tally=Tally(trials=7), sightings=sightings, traits=("unknown",))
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.save_job(state)
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        assert store.job_states() == {"one": state}


def test_resume_goes_on_where_it_stopped(tmp_path: Path) -> None:
    one = JobState("one", 7, done=False, tally=Tally(trials=7, seconds=0.1))
    two = JobState("two", 9, done=True, tally=Tally(trials=9, answered=8))
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        assert not store.resumed
        assert store.total() == Tally()
        store.save_jobs([])
        store.save_jobs([replace(one, next_trial=1), two])
        store.save_job(one)
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        assert store.resumed
        assert store.config == CONFIG
        assert store.job_states() == {"one": one, "two": two}
        assert store.total() == one.tally + two.tally


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (replace(CONFIG, techniques=("laws",)), "techniques"),
        (replace(CONFIG, targets=("z3@4.8.7",)), "targets"),
        (replace(CONFIG, seeds=CONFIG.seeds[::-1]), "seeds"),
        (replace(CONFIG, random_seed=1), "random_seed"),
        (replace(CONFIG, parameters=()), "parameters"),
        (replace(CONFIG, gadfly_version="0.2.0"), "gadfly_version"),
    ],
)
def test_another_campaign_is_refused(tmp_path: Path, other: CampaignConfig, field: str) -> None:
    Store.create_or_resume(tmp_path, CONFIG).close()
    with pytest.raises(StoreError, match=rf"other {field}: choose another --out$"):
        Store.create_or_resume(tmp_path, other)
    Store.create_or_resume(tmp_path, CONFIG).close()


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    Store.create_or_resume(tmp_path, replace(CONFIG, format=99)).close()
    for enter in (Store.open, lambda folder: Store.create_or_resume(folder, CONFIG)):
        with pytest.raises(StoreError, match="has format 99, this gadfly reads 3"):
            enter(tmp_path)


def test_what_is_no_campaign_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not a campaign folder"):
        Store.open(tmp_path)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "campaign.sqlite").touch()
    with pytest.raises(StoreError, match="not a campaign folder"):
        Store.open(tmp_path)
    (tmp_path / "campaign.sqlite").write_text("a letter to the editor " * 1000)
    for enter in (Store.open, lambda folder: Store.create_or_resume(folder, CONFIG)):
        with pytest.raises(StoreError, match="file is not a database") as caught:
            enter(tmp_path)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "outside", ["../x", "..", "/etc/passwd", "", "unsound-%", "Unsound", "a\n", "a/b", "\0"]
)
def test_ids_from_outside_are_checked(tmp_path: Path, outside: str) -> None:
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(sample_finding(), job=0, trial=0)
        for use in (store.record, store.load_finding):
            with pytest.raises(StoreError, match="is not a finding's id"):
                use(outside)


def test_a_unique_prefix_is_enough(tmp_path: Path) -> None:
    findings = [sample_finding(number) for number in range(3)]
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        for finding in findings:
            store.add_finding(finding, job=0, trial=0)
        for finding in findings:
            assert store.load_finding(finding.id[:-1]) == finding
        with pytest.raises(StoreError, match="3 findings start with unsound-"):
            store.load_finding("unsound-")
        with pytest.raises(StoreError, match="no finding crash-00"):
            store.load_finding("crash-00")


def test_lost_or_damaged_files_are_named(tmp_path: Path) -> None:
    finding = sample_finding()
    with Store.create_or_resume(tmp_path, CONFIG) as store:
        store.add_finding(finding, job=0, trial=0)
        path = tmp_path / "findings" / finding.id / "finding.json"
        for damage in ("", "{", "[]", '{"format": 2}', '{"format": 1}', '{"format": 1, "finding": 3}', "é"):
            path.write_text(damage)
            with pytest.raises(StoreError, match=r"finding\.json is damaged \(.*move its folder"):
                store.load_finding(finding.id)
        path.unlink()
        with pytest.raises(StoreError, match="No such file or directory"):
            store.load_finding(finding.id)
