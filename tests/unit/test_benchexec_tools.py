"""Verifiers that cannot be installed everywhere: fake folders print what the real ones were seen to print.

BenchExec itself is the real one. The outputs are short excerpts from the public places named beside them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Language, Limits, Outcome, Query, Verdict
from gadfly.lang.c.dialect import FILE, PROPERTY, PROPERTY_FILE
from gadfly.run.command import Completed, Ended
from gadfly.targets.analyzers import clam
from gadfly.targets.analyzers.benchexec import verifier
from gadfly.targets.analyzers.benchexec_launcher import RESULT, UNUSABLE, main
from gadfly.targets.analyzers.verifiers import VERIFIERS
from gadfly.targets.open import open_target
from gadfly.targets.tool import UnusableTargetError

ONE_CHECK = Query(Language.C, "int main(void) { __gadfly_check(0, 1); return 0; }\n")
TWO_CHECKS = Query(Language.C, "int main(void) { __gadfly_check(0, 1); __gadfly_check(1, 1); return 0; }\n")
LIMITS = Limits(wall_seconds=120, cpu_seconds=60)
SAFE, UNSAFE, UNKNOWN = Answer.SAFE, Answer.UNSAFE, Answer.UNKNOWN
NO_ANSWER: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Install:
    """What a verifier's folder looks like and how its program is called on a question."""

    tool: str
    program: str
    arguments: str
    others: tuple[str, ...] = ()
    version: str = "1.0"


@dataclass(frozen=True)
class Record:
    """What a verifier printed and what that means for a program with one check."""

    install: Install
    output: str
    answer: tuple[Answer, ...]
    outcome: Outcome = Outcome.ANSWERED
    exit_code: int = 0


def ultimate(tool: str, toolchain: str) -> Install:
    others = ("plugins/org.eclipse.equinox.launcher_1.5.800.jar", f"config/{toolchain}Reach.xml")
    arguments = f"--spec {PROPERTY_FILE} --file {FILE} --architecture 64bit"
    return Install(tool, "Ultimate.py", arguments, others, "7b2dab56")


TWO_LS = Install("2ls", "2ls", f"--propertyfile {PROPERTY_FILE} --64 {FILE}")
CPACHECKER = Install("cpachecker", "bin/cpachecker", f"-default -stats -spec {PROPERTY_FILE} -64 {FILE}")
OLD_CPACHECKER = replace(CPACHECKER, program="scripts/cpa.sh")
ESBMC = Install("esbmc", "esbmc-wrapper.py", f"-p {PROPERTY_FILE} -s kinduction --arch 64 {FILE}", ("esbmc",))
GOBLINT = Install(
    "goblint",
    "goblint",
    "--enable ana.sv-comp.enabled --enable ana.sv-comp.functions --enable ana.int.interval "
    f"--sets ana.specification {PROPERTY_FILE} --sets exp.architecture 64bit {FILE}",
)
KLEE = Install("klee", "bin/klee", f"--property-file={PROPERTY_FILE} --64 {FILE}")
MOPSA = Install(
    "mopsa", "bin/mopsa-sv-comp", f"--program {FILE} --data_model LP64 --property {PROPERTY_FILE}"
)
SEAHORN = Install("seahorn", "bin/sea", f"bpf -m64 --inline --bmc=mono {FILE}")
SYMBIOTIC = Install(
    "symbiotic",
    "bin/symbiotic",
    f"--prp={PROPERTY_FILE} --64 {FILE}",
    version="8.0.0-llvm-unknown-symbiotic:8.0.0",
)
AUTOMIZER = ultimate("ultimateautomizer", "Automizer")
ULTIMATE_START = "Checking for ERROR reachability\nUsing default analysis\nVersion 7b2dab56\n"

RECORDS = {
    # github.com/diffblue/2ls issues 123 and 177
    "2ls-safe": Record(
        TWO_LS,
        "[main.assertion.1] : OK\n\n** 0 of 1 unknown\n** 0 of 1 failed\nVERIFICATION SUCCESSFUL\n",
        (SAFE,),
    ),
    "2ls-unsafe": Record(TWO_LS, "VERIFICATION FAILED\n", (UNSAFE,), exit_code=10),
    "2ls-inconclusive": Record(TWO_LS, "VERIFICATION INCONCLUSIVE\n", (UNKNOWN,), exit_code=5),
    "2ls-help": Record(TWO_LS, "* * 2LS * *\nUsage:\n", NO_ANSWER, Outcome.UNSUPPORTED),
    # the pages of CPAchecker and github.com/sosy-lab/benchexec/issues/447
    "cpachecker-safe": Record(
        CPACHECKER,
        "Stopping analysis ... (CPAchecker.runAlgorithm, INFO)\n\n"
        "Verification result: TRUE. No property violation found by chosen configuration.\n",
        (SAFE,),
    ),
    "cpachecker-unsafe": Record(
        CPACHECKER,
        "Verification result: FALSE. Property violation (unreach-call: reach_error(); called in line 751)"
        " found by chosen configuration.\n"
        'More details about the verification run can be found in the directory "./output".\n',
        (UNSAFE,),
    ),
    "cpachecker-unsafe-long-ago": Record(
        OLD_CPACHECKER,
        "Running CPAchecker with default heap size (1200M). Specify a larger value with -heap if you have"
        " more RAM.\n"
        "Verification result: FALSE. Property violation (assertion in line 7)"
        " found by chosen configuration.\n",
        (UNSAFE,),
    ),
    "cpachecker-unknown": Record(
        CPACHECKER, "Verification result: UNKNOWN, incomplete analysis.\n", (UNKNOWN,)
    ),
    "cpachecker-other-property": Record(
        CPACHECKER,
        "Verification result: FALSE. Property violation (valid-deref: invalid pointer dereference in line4)"
        " found by chosen configuration.\n",
        NO_ANSWER,
        Outcome.UNSUPPORTED,
    ),
    "cpachecker-assertion": Record(
        CPACHECKER, "java.lang.AssertionError: inductivity violated\n", NO_ANSWER, Outcome.CRASH
    ),
    "cpachecker-memory": Record(
        CPACHECKER,
        'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n',
        NO_ANSWER,
        Outcome.OUT_OF_MEMORY,
    ),
    # scripts/competitions/svcomp/esbmc-wrapper.py in github.com/esbmc/esbmc, and its issue 475
    "esbmc-unsafe": Record(
        ESBMC, "Verifying with ESBMC\n\nVERIFICATION FAILED\n\nBug found (k = 1)\nFALSE_REACH\n", (UNSAFE,)
    ),
    "esbmc-safe": Record(ESBMC, "Verifying with ESBMC\nVERIFICATION SUCCESSFUL\nTRUE\n", (SAFE,)),
    "esbmc-unknown": Record(ESBMC, "Verifying with ESBMC\nUnknown\n", (UNKNOWN,)),
    "esbmc-quotes-the-program": Record(
        ESBMC,
        "query.c:3:9: warning: 'TRUE' macro redefined\n#define TRUE 1\nUnknown\n",
        NO_ANSWER,
        Outcome.UNSUPPORTED,
    ),
    # github.com/goblint/analyzer issues 153 and 1576
    "goblint-unknown": Record(
        GOBLINT,
        "SV-COMP specification: CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
        "SV-COMP result: unknown\n\nTimings:\nTOTAL                          13.621 s\n",
        (UNKNOWN,),
    ),
    "goblint-safe": Record(GOBLINT, "SV-COMP result: true\n", (SAFE,)),
    "goblint-takes-it-back": Record(
        GOBLINT,
        "[Error][Analyzer][Unsound] both branches over condition 'x == y' are dead\nSV-COMP result: true\n",
        NO_ANSWER,
        Outcome.UNSUPPORTED,
    ),
    "goblint-only-hints-at-bugs": Record(GOBLINT, "SV-COMP result: false(unreach-call)\n", (UNKNOWN,)),
    # tutorials of KLEE
    "klee-unsafe": Record(
        KLEE,
        'KLEE: output directory is "klee-out-0"\nKLEE: Using STP solver backend\n'
        "KLEE: ERROR: query.c:12: ASSERTION FAIL: 0\nKLEE: NOTE: now ignoring this error at this location\n\n"
        "KLEE: done: total instructions = 39\n",
        (UNSAFE,),
    ),
    "klee-done": Record(KLEE, "KLEE: done: total instructions = 39\n", (UNKNOWN,)),
    # the last line as BenchExec documents it for Mopsa
    "mopsa-safe": Record(MOPSA, "true\n", (SAFE,)),
    "mopsa-only-hints-at-bugs": Record(MOPSA, "false(unreach-call)\n", (UNKNOWN,)),
    "mopsa-silent": Record(MOPSA, "", NO_ANSWER, Outcome.UNSUPPORTED),
    # github.com/seahorn/seahorn issues 63 and 537
    "seahorn-unsafe": Record(SEAHORN, "/usr/bin/clang-14 -c -emit-llvm -m64 query.c\nsat\n", (UNSAFE,)),
    "seahorn-up-to-a-bound": Record(SEAHORN, "unsat\n", (UNKNOWN,)),
    # github.com/staticafi/symbiotic issues 80 and 248
    "symbiotic-safe": Record(
        SYMBIOTIC,
        "8.0.0-llvm-unknown-symbiotic:8.0.0\nINFO: Starting slicing\nINFO: Starting verification\n"
        "RESULT: true\n",
        (SAFE,),
    ),
    "symbiotic-unsafe": Record(SYMBIOTIC, "RESULT: false(unreach-call)\n", (UNSAFE,)),
    "symbiotic-error": Record(
        SYMBIOTIC,
        "RESULT: ERROR (Instrumenting the code failed)\nERROR:  == FAILURE ==\n",
        NO_ANSWER,
        Outcome.UNSUPPORTED,
        exit_code=1,
    ),
    # github.com/ultimate-pa/ultimate issues 549 and 745
    "automizer-safe": Record(AUTOMIZER, f"{ULTIMATE_START}Result:\nTRUE\n", (SAFE,)),
    "automizer-unsafe": Record(AUTOMIZER, f"{ULTIMATE_START}Result:\nFALSE\n", (UNSAFE,)),
    "gemcutter-unknown": Record(
        ultimate("ultimategemcutter", "GemCutter"),
        f"{ULTIMATE_START}Result:\nUNKNOWN: Overapproximated counterexample\n",
        (UNKNOWN,),
    ),
    "kojak-safe": Record(ultimate("ultimatekojak", "Kojak"), f"{ULTIMATE_START}Result:\nTRUE\n", (SAFE,)),
    "taipan-unsafe": Record(
        ultimate("ultimatetaipan", "Taipan"), f"{ULTIMATE_START}Result:\nFALSE\n", (UNSAFE,)
    ),
}


def install(record: Record, folder: Path) -> Path:
    """A folder whose program prints the record, and notes how it was called and on what."""
    for other in record.install.others:
        (folder / other).parent.mkdir(parents=True, exist_ok=True)
        (folder / other).touch()
    (folder / "recorded").write_text(record.output)
    program = folder / record.install.program
    program.parent.mkdir(parents=True, exist_ok=True)
    _executable(
        program,
        f'case "$1" in --version*) echo {record.install.version}; exit 0;; esac\n'
        f"echo \"$*\" > '{folder}/called'\n"
        f"cp {FILE} *.prp '{folder}/'\n"
        f"cat '{folder}/recorded'\n"
        f"exit {record.exit_code}\n",
    )
    return folder


def _executable(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}")
    path.chmod(0o755)


@pytest.fixture(autouse=True)
def java(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ultimate asks Java for its version before anything else."""
    folder = tmp_path_factory.mktemp("java")
    _executable(
        folder / "java",
        'case "$*" in -version) echo \'openjdk version "17.0.8"\';; *) echo "Version is 0.2.4";; esac\n',
    )
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def ask(folder: Path, query: Query = ONE_CHECK) -> Verdict:
    return open_target(str(folder), install=False).answer(query, LIMITS)


@pytest.mark.parametrize("name", RECORDS)
def test_a_folder_is_recognised_called_and_read(name: str, tmp_path: Path) -> None:
    record = RECORDS[name]
    target = open_target(str(install(record, tmp_path)), install=False)
    assert target.identity.name.tool == record.install.tool
    assert target.identity.address == str(tmp_path / record.install.program)
    verdict = target.answer(ONE_CHECK, LIMITS)
    assert (verdict.outcome, verdict.answers) == (record.outcome, record.answer), verdict
    assert (tmp_path / "called").read_text().strip() == record.install.arguments
    assert (tmp_path / PROPERTY_FILE).read_text() == PROPERTY
    assert "__gadfly_check(0, 1);" in (tmp_path / FILE).read_text()


def test_every_verifier_is_tested_here() -> None:
    assert {record.install.tool for record in RECORDS.values()} == {tool.name for tool in VERIFIERS}


def test_with_several_checks_a_proof_is_one_of_all_and_a_bug_has_every_one_asked_alone(
    tmp_path: Path,
) -> None:
    install(RECORDS["cpachecker-safe"], tmp_path)
    assert ask(tmp_path, TWO_CHECKS).answers == (SAFE, SAFE)
    install(RECORDS["cpachecker-unsafe"], tmp_path)
    assert ask(tmp_path, TWO_CHECKS).answers == (UNSAFE, UNSAFE)


def test_a_tool_that_looks_around_finds_its_parts_and_leaves_nothing_in_its_folder(tmp_path: Path) -> None:
    install(RECORDS["esbmc-safe"], tmp_path)
    program = tmp_path / ESBMC.program
    _executable(program, "ls ./esbmc && touch witness && echo TRUE\n")
    before = {*tmp_path.iterdir()}
    assert ask(tmp_path).answers == (SAFE,)
    assert {*tmp_path.iterdir()} == before


def test_options_of_the_address_reach_the_tool(tmp_path: Path) -> None:
    install(RECORDS["cpachecker-safe"], tmp_path)
    target = open_target(f"{tmp_path}[skipRecursion=,cpa.predicate.x=1]", install=False)
    assert target.answer(ONE_CHECK, LIMITS).answers == (SAFE,)
    called = (tmp_path / "called").read_text()
    assert called.startswith("-default -setprop cpa.predicate.x=1 -skipRecursion ")
    assert target.identity.address.endswith("/bin/cpachecker[cpa.predicate.x=1,skipRecursion=]")


def test_a_tool_that_dies_has_crashed(tmp_path: Path) -> None:
    install(RECORDS["cpachecker-safe"], tmp_path)
    _executable(tmp_path / CPACHECKER.program, "echo Verification result: TRUE.; kill -SEGV $$\n")
    assert ask(tmp_path).outcome is Outcome.CRASH


def test_time_is_up_for_the_tool_too(tmp_path: Path) -> None:
    install(RECORDS["cpachecker-safe"], tmp_path)
    _executable(tmp_path / CPACHECKER.program, "echo Verification result: TRUE.; exec sleep 1000\n")
    target = open_target(str(tmp_path), install=False)
    assert target.answer(ONE_CHECK, Limits(wall_seconds=3)).outcome is Outcome.TIMEOUT


def test_a_folder_with_two_tools_is_not_guessed(tmp_path: Path) -> None:
    install(RECORDS["seahorn-unsafe"], tmp_path)
    _executable(tmp_path / "bin" / "clam.py", "")
    with pytest.raises(UnusableTargetError, match="which of clam, seahorn in"):
        open_target(str(tmp_path), install=False)


def test_an_installation_that_lacks_a_part_cannot_be_asked(tmp_path: Path) -> None:
    install(RECORDS["automizer-safe"], tmp_path)
    (tmp_path / AUTOMIZER.others[0]).unlink()
    with pytest.raises(UnusableTargetError, match=r"no launcher \.jar"):
        ask(tmp_path)


def test_without_benchexec_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "benchexec", None)
    code = main(["cpachecker", "/opt/cpachecker", FILE])
    done = Completed(Ended.EXITED, code, 0, "", capsys.readouterr().err, 0.0, 0.0, 0)
    assert code == UNUSABLE
    with pytest.raises(
        UnusableTargetError, match=r"^verifiers need BenchExec: pip install 'gadfly\[benchexec\]'$"
    ):
        verifier("cpachecker").read(done, 1)


def test_output_that_ends_early_is_no_answer() -> None:
    done = Completed(Ended.EXITED, 1, 0, f"{RESULT}true\nmore", "", 0.0, 0.0, 0)
    assert verifier("cpachecker").read(done, 1).outcome is Outcome.UNSUPPORTED


def _counted(safe: int, error: int, warning: int) -> str:
    """As in the README of github.com/seahorn/clam."""
    return (
        "user-defined assertion checker using SplitDBM\n"
        f"{safe}  Number of total safe checks\n"
        f"{error}  Number of total error checks\n"
        f"{warning}  Number of total warning checks\n"
    )


@pytest.mark.parametrize(
    ("output", "outcome", "answers"),
    [
        (_counted(2, 0, 0), Outcome.ANSWERED, (SAFE, SAFE)),
        (_counted(3, 0, 0), Outcome.ANSWERED, (SAFE, SAFE)),
        (_counted(0, 0, 0), Outcome.ANSWERED, (UNKNOWN, UNKNOWN)),
        (_counted(1, 0, 0), Outcome.ANSWERED, (SAFE, SAFE)),  # it was enough for each alone
        (_counted(2, 0, 1), Outcome.ANSWERED, (UNKNOWN, UNKNOWN)),
        (_counted(2, 1, 0), Outcome.ANSWERED, (UNKNOWN, UNKNOWN)),
        ("clang not found\n", Outcome.UNSUPPORTED, ()),
    ],
)
def test_clam_is_asked_and_read(
    output: str, outcome: Outcome, answers: tuple[Answer, ...], tmp_path: Path
) -> None:
    arguments = f"{' '.join(clam.TOOL.by_path.arguments)} {FILE}"
    record = Record(Install("clam", "bin/clam.py", arguments), output, answers, outcome)
    install(record, tmp_path)
    verdict = ask(tmp_path, TWO_CHECKS)
    assert (verdict.outcome, verdict.answers) == (outcome, answers)
    assert (tmp_path / "called").read_text().strip() == arguments
    assert "__CRAB_assert((condition) ? 1 : 0)" in (tmp_path / FILE).read_text()
