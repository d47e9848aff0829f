"""A bug report says what a developer needs, and a Markdown reader sees it as it was meant."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

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
    TargetIdentity,
    TargetName,
    Truth,
    Verdict,
)
from gadfly.lang.c.relation import Relation, Tie, write_relation
from gadfly.report import bug_report

_SCRIPT = "(set-logic QF_LIA)\n(declare-const x Int)\n(check-sat)\n(assert (> x 0))\n(check-sat)\n"
_MODEL = "(define-fun x () Int 1)"
_REPLAY = "gadfly findings replay unsound-00 --out out"
_FINDING = Finding(
    kind=Kind.UNSOUND,
    message="says unsat to question 2, which is satisfiable",
    target=TargetIdentity(
        TargetName.parse("z3@4.8.7[smt.arith.solver=2]"),
        "z3",
        "c0ffee",
        address="z3@4.8.7[smt.arith.solver=2]",
        command="z3 smt.arith.solver=2",
    ),
    question=Question(Query(Language.SMT, _SCRIPT * 3, "QF_LIA"), Truth((Answer.SAT,) * 6, Basis.MODEL)),
    verdict=Verdict(Outcome.ANSWERED),
    certificate=Certificate("evaluation", ("our evaluator", "cvc5@1.4.2")),
    recipe=Recipe("formulas", Seed("tiny.smt2", ""), (1, 2), (3, 4)),
    reduced=Question(
        Query(Language.SMT, _SCRIPT, "QF_LIA"), Truth((Answer.SAT, Answer.SAT), Basis.MODEL, _MODEL)
    ),
    reduced_verdict=Verdict(Outcome.ANSWERED, (Answer.SAT, Answer.UNSAT), output="sat\nunsat\n"),
    signature="",
)


_EARLIER = "int main(void) {\n    __gadfly_check(0, x);\n}\n"
_LATER = "int main(void) {\n    __gadfly_check(0, 1);\n    __gadfly_check(1, x);\n}\n"
_RELATION = write_relation(
    Relation(_EARLIER, (Tie(0, 1, keeps_safe=True, keeps_unsafe=True),), said=(Answer.UNSAFE,))
)


def _parse(report: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(report)


def _fences(report: str) -> list[str]:
    return [token.content for token in _parse(report) if token.type == "fence"]


def _visible(report: str) -> list[str]:
    """The text of each paragraph, heading and table cell as a reader sees it."""
    return [
        "".join(child.content for child in token.children or [])
        for token in _parse(report)
        if token.type == "inline"
    ]


def test_it_says_what_a_developer_needs() -> None:
    report = bug_report(_FINDING, replay=_REPLAY)
    text = _visible(report)
    assert text[0] == "z3@4.8.7[smt.arith.solver=2]: wrong answer (QF_LIA)"
    assert text[1] == _FINDING.message
    assert text[2:11] == ["question", "it says", "right is", "1", "sat", "sat", "2", "unsat", "sat"]
    assert "What was asked (5 lines, reduced from 15)" in text
    assert (
        "Every assertion is true under this assignment, checked by our evaluator, cvc5@1.4.2 (evaluation):"
        in text
    )
    assert "release: z3 4.8.7" in text
    assert "options: smt.arith.solver=2" in text
    assert "digest of what was executed: c0ffee" in text
    origin = next(line for line in text if "seed tiny.smt2" in line)
    assert _FINDING.id in origin
    assert "technique formulas" in origin
    assert _fences(report) == [
        _SCRIPT,
        "sat\nunsat\n",
        _MODEL + "\n",
        "z3 smt.arith.solver=2 reduced.smt2\n",
        _REPLAY + "\n",
        "opening AQI\nasking  AwQ\n",
    ]


def test_a_truth_without_evidence_rests_on_its_vouchers() -> None:
    bare = replace(_FINDING.reduced, truth=replace(_FINDING.reduced.truth, evidence=""))
    text = _visible(bug_report(replace(_FINDING, reduced=bare), replay=_REPLAY))
    assert "The right answers above were checked by our evaluator, cvc5@1.4.2 (evaluation)." in text


def test_a_crash_is_told_with_its_message() -> None:
    verdict = Verdict(Outcome.CRASH, (Answer.SAT,), detail="signal 11 in `vector<int>::at`")
    report = bug_report(replace(_FINDING, kind=Kind.CRASH, reduced_verdict=verdict), replay=_REPLAY)
    text = _visible(report)
    assert text[0].endswith("crash (QF_LIA)")
    assert text[5:11] == ["1", "sat", "sat", "2", "(none)", "sat"]
    assert "Asking ended with crash: signal 11 in `vector<int>::at`." in text
    assert "A crash is no answer, whatever the right one is." in text
    assert "What it printed" not in text


def test_an_invalid_model_is_shown() -> None:
    verdict = replace(_FINDING.reduced_verdict, models=("", "(define-fun x () Int 0)"))
    report = bug_report(replace(_FINDING, kind=Kind.INVALID_MODEL, reduced_verdict=verdict), replay=_REPLAY)
    assert "(define-fun x () Int 0)\n" in _fences(report)
    assert any(
        line.startswith("An assertion is false under the model that it gives, ") for line in _visible(report)
    )


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("basis", Basis)
def test_every_kind_and_basis_has_words(kind: Kind, basis: Basis) -> None:
    evidence = _RELATION if basis is Basis.CONTRADICTION else "x = 1"
    truth = Truth((Answer.UNSAFE,) * 2, basis, evidence)
    reduced = Question(Query(Language.C, "int main(void);\n", ""), truth)
    report = bug_report(replace(_FINDING, kind=kind, reduced=reduced), replay=_REPLAY)
    assert "```c\nint main(void);\n```" in report


def test_a_contradiction_shows_both_programs_and_both_answers() -> None:
    truth = Truth((Answer.UNKNOWN, Answer.UNSAFE), Basis.CONTRADICTION, _RELATION)
    finding = replace(
        _FINDING,
        kind=Kind.CONTRADICTION,
        certificate=Certificate("contradiction", ("two fresh processes",), "neither could be settled"),
        reduced=Question(Query(Language.C, _LATER), truth),
        reduced_verdict=Verdict(Outcome.ANSWERED, (Answer.SAFE, Answer.SAFE)),
    )
    report = bug_report(finding, replay=_REPLAY)
    text = _visible(report)
    assert text[0].endswith(": contradicts itself (C)")
    table = ["question", "it says", "its own words make it", "1", "safe", "unknown", "2", "safe", "unsafe"]
    assert text[2:11] == table
    other = text.index("What it says about another program")
    assert text[other + 1 : other + 5] == ["question", "it says", "1", "unsafe"]
    difference = """\
--- other.c
+++ reduced.c
@@ -1,3 +1,4 @@
 int main(void) {
-    __gadfly_check(0, x);
+    __gadfly_check(0, 1);
+    __gadfly_check(1, x);
 }
"""
    assert _fences(report)[:2] == [_LATER, difference]
    why = text.index("Why this is a fault")
    assert text[why + 1] == (
        "These answers of the same tool cannot all be right, checked by two fresh processes (contradiction)."
    )
    assert text[why + 2] == (
        "Question 1 about the other program is unsafe, it says. Then so is question 2 above: "
        "no execution has been taken away, and its condition demands no less."
    )
    assert text[why + 3] == "neither could be settled"


def test_what_a_contradiction_rests_on_is_said() -> None:
    relation = Relation(
        _EARLIER,
        (Tie(0, 0, keeps_safe=True, keeps_unsafe=True), Tie(1, 1, keeps_safe=True, keeps_unsafe=False)),
        assumed=(2,),
        said=(Answer.UNSAFE, Answer.UNSAFE, Answer.SAFE),
    )
    truth = Truth((Answer.UNSAFE, Answer.UNKNOWN), Basis.CONTRADICTION, write_relation(relation))
    verdict = Verdict(Outcome.ANSWERED, (Answer.SAFE, Answer.SAFE))
    finding = replace(
        _FINDING,
        kind=Kind.CONTRADICTION,
        reduced=Question(Query(Language.C, _LATER), truth),
        reduced_verdict=verdict,
    )
    text = _visible(bug_report(finding, replay=_REPLAY))
    assert "What it calls safe in the other program is assumed above: question 3." in text
    assert sum(line.startswith("Question ") for line in text) == 1


def test_a_needless_warning_is_shown_beside_the_proof() -> None:
    relation = Relation(
        _EARLIER, (Tie(0, 1, keeps_safe=True, keeps_unsafe=True),), said=(Answer.UNKNOWN,), has_alarms=True
    )
    truth = Truth((Answer.UNKNOWN, Answer.UNSAFE), Basis.CONTRADICTION, write_relation(relation))
    finding = replace(
        _FINDING,
        kind=Kind.IMPRECISE,
        reduced=Question(Query(Language.C, _LATER), truth),
        reduced_verdict=Verdict(Outcome.ANSWERED, (Answer.UNKNOWN, Answer.SAFE)),
    )
    text = _visible(bug_report(finding, replay=_REPLAY))
    why = text.index("Why this is a fault")
    assert text[why + 1].startswith("There is no reason to warn of one program if there is none in the other")
    assert text[why + 2].startswith("Question 1 about the other program may be unsafe, it warns.")
    assert "What it says about another program" in text


def test_long_scripts_are_cut_and_say_so() -> None:
    def asking(lines: int) -> list[str]:
        query = replace(_FINDING.reduced.query, text="(check-sat)\n" * lines)
        report = bug_report(replace(_FINDING, reduced=replace(_FINDING.reduced, query=query)), replay=_REPLAY)
        return [_fences(report)[0], *(line for line in _visible(report) if line.startswith("(the first"))]

    assert asking(60) == ["(check-sat)\n" * 60]
    assert asking(61) == ["(check-sat)\n" * 60, "(the first 60 lines; please attach the rest as a file)"]


def test_the_evidence_is_never_cut() -> None:
    evidence = "\n".join(f"(define-fun x{number} () Int 1)" for number in range(200))
    reduced = replace(_FINDING.reduced, truth=replace(_FINDING.reduced.truth, evidence=evidence))
    assert evidence + "\n" in _fences(bug_report(replace(_FINDING, reduced=reduced), replay=_REPLAY))


def test_undecodable_bytes_do_not_prevent_writing() -> None:
    output = b"caf\xe9".decode("utf-8", "surrogateescape")
    report = bug_report(
        replace(_FINDING, reduced_verdict=replace(_FINDING.reduced_verdict, output=output)), replay=_REPLAY
    )
    assert "caf\\udce9" in report
    assert report.encode()


_NASTY = st.text(st.sampled_from("`~#<>*_[]()|\\& ax\n"), max_size=30).map(lambda text: f"x{text}x")


@settings(derandomize=True, deadline=None)
@given(message=_NASTY, script=_NASTY, output=_NASTY, evidence=_NASTY, seed=_NASTY)
def test_no_text_escapes_from_its_place(
    message: str, script: str, output: str, evidence: str, seed: str
) -> None:
    nasty = replace(
        _FINDING,
        message=message,
        recipe=replace(_FINDING.recipe, seed=Seed(seed, "")),
        reduced=Question(
            replace(_FINDING.reduced.query, text=script), replace(_FINDING.reduced.truth, evidence=evidence)
        ),
        reduced_verdict=replace(_FINDING.reduced_verdict, output=output),
    )
    report = bug_report(nasty, replay=_REPLAY)
    assert _fences(report)[:3] == [f"{text}\n" for text in (script, output, evidence)]
    assert len(_fences(report)) == 6
    text = _visible(report)
    assert text[1] == " ".join(message.split())
    assert any(f"seed {' '.join(seed.split())} (digest" in line for line in text)
