"""Domains written in Python: as targets in a process of their own, and under pytest."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gadfly.core.words import Answer, Feature, Language, Limits, Outcome, Query, Shape, Verdict
from gadfly.lang.domain.sweep import Sweep, print_sweep
from gadfly.lang.domain.text import read_program
from gadfly.targets.domains.python_target import PythonDomainTarget, python_domain_by_path
from gadfly.targets.open import open_target
from gadfly.targets.tool import UnusableTargetError
from gadfly.techniques.laws.properties import LAWS, uses

HERE = Path(__file__).parent
RIGHT = HERE / "domain_intervals.py"
LIMITS = Limits(wall_seconds=60.0, cpu_seconds=20.0)
HEADER = f"""import os, sys
sys.path.insert(0, {str(HERE)!r})
from domain_intervals import Intervals
class Mine(Intervals):
"""
LOSING = "    def join(self, left, right): return left\n"
PROGRAM = """variables 2
e0 = of(x0 - 1 >= 0)
e1 = of(-x0 >= 0)
law 9 soundness: y ⊑ x ⊔ y
with x = e0, y = e1
"""
TOP = "variables 1\ne0 = top\nlaw 3 precision: x ⊑ x\nwith x = e0\n"


def sweep(law: str, salt: int = 0) -> Query:
    return Query(Language.DOMAIN, print_sweep(Sweep(LAWS[law], variables=3, tests=1000, salt=salt)), law)


def program(text: str = PROGRAM) -> Query:
    return Query(Language.DOMAIN, text, "9")


def speaking_of(*words: str) -> set[str]:
    return {name for name, law in LAWS.items() if not uses(law).isdisjoint(words)}


def timeless(verdict: Verdict) -> Verdict:
    return replace(verdict, seconds=0.0)


Opener = Callable[..., PythonDomainTarget]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Opens the exact intervals with some methods replaced."""
    targets: list[PythonDomainTarget] = []

    def open_(methods: str) -> PythonDomainTarget:
        file = tmp_path / "mine.py"
        file.write_text(HEADER + methods)
        target = python_domain_by_path(file)
        assert target is not None
        targets.append(target)
        return target

    yield open_
    for target in targets:
        target.close()


def test_a_right_domain_obeys_by_its_path() -> None:
    target = open_target(f"{RIGHT}:Intervals")
    try:
        for law in ("9", "17", "26", "33", "48", "56"):
            verdict = target.answer(sweep(law), LIMITS)
            assert (verdict.outcome, verdict.answers, verdict.asked) == (
                Outcome.ANSWERED,
                (Answer.SAFE,),
                "",
            )
            word, tests, applicable = verdict.output.split()
            assert (word, tests) == ("held", "50")
            assert int(applicable) > 5
    finally:
        target.close()


def test_what_it_is(opened: Opener) -> None:
    target = opened("    ordered_widening = True\n    exempt = frozenset({'17'})\n")
    assert target.identity.family == "mine"
    assert str(target.identity.name) == "mine.py@path"
    assert open_target(target.identity.address).identity == target.identity
    assert target.capabilities.language is Language.DOMAIN
    assert target.capabilities.shape is Shape.INTERVAL
    assert target.capabilities.features == {Feature.ORDERED_WIDENING}
    assert "17" in target.capabilities.exempt


def test_laws_on_operations_that_it_has_not_are_not_asked(opened: Opener) -> None:
    assert opened("    pass\n").capabilities.exempt == set()
    target = opened("    substitute = narrow = None\n")
    assert target.capabilities.exempt == speaking_of("substitute", "narrow", "narrowing_converges")
    assert target.answer(sweep("42"), LIMITS).outcome is Outcome.UNSUPPORTED


def test_a_wrong_join_is_found_and_the_test_shows_it(opened: Opener) -> None:
    target = opened(LOSING)
    found = target.answer(sweep("9"), LIMITS)
    assert found.answers == (Answer.UNSAFE,)
    assert read_program(found.asked).law == LAWS["9"]
    shown = target.answer(program(found.asked), LIMITS)
    assert shown.answers == (Answer.UNSAFE,)
    assert "element 0: " in shown.output
    assert target.answer(sweep("8"), LIMITS).answers == (Answer.SAFE,)


def test_alive_and_fresh_say_the_same_every_time(opened: Opener) -> None:
    target = opened(LOSING)
    for query in (sweep("9", salt=5), sweep("8"), program()):
        verdicts = {timeless(target.answer(query, LIMITS)) for _ in range(2)}
        assert verdicts == {timeless(target.answer_fresh(query, LIMITS))}


def test_what_it_raises_is_a_crash(opened: Opener) -> None:
    target = opened("    def join(self, left, right): raise KeyError('lost')\n")
    for query in (sweep("9"), program()):
        verdict = target.answer(query, LIMITS)
        assert (verdict.outcome, verdict.detail) == (Outcome.CRASH, "KeyError: 'lost'")
        assert bool(verdict.asked) == (query == sweep("9"))


@pytest.mark.parametrize(
    ("method", "outcome"),
    [
        ("os.abort()", Outcome.CRASH),
        ("os._exit(3)", Outcome.CRASH),
        ("[0 for _ in iter(int, 1)]", Outcome.TIMEOUT),
    ],
)
def test_a_worker_that_does_not_survive_tells_at_which_test_it_was(
    opened: Opener, method: str, outcome: Outcome
) -> None:
    target = opened(f"    def join(self, left, right): {method}\n")
    verdict = target.answer(sweep("9"), LIMITS)
    assert verdict.outcome is outcome
    short = Limits(wall_seconds=20.0, cpu_seconds=0.5)
    assert target.answer_fresh(program(verdict.asked), short).outcome is outcome


def test_what_it_prints_does_not_matter(opened: Opener) -> None:
    target = opened("    def top(self):\n        print('violated')\n        return super().top()\n")
    assert target.answer(program(TOP), LIMITS).answers == (Answer.SAFE,)


def test_a_query_that_cannot_be_read_is_not_supported(opened: Opener) -> None:
    verdict = opened("    pass\n").answer(program("variables 2\nnonsense\n"), LIMITS)
    assert (verdict.outcome, verdict.answers) == (Outcome.UNSUPPORTED, ())


def test_nothing_is_left_running(opened: Opener) -> None:
    target = opened("    def top(self):\n        raise ValueError(os.getpid())\n")
    pid = int(target.answer(program(TOP), LIMITS).detail.removeprefix("ValueError: "))
    os.kill(pid, 0)
    target.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "bad.py has no domain: a domain is a class with top, "),
        ("class Mine:\n    def top(self): return 1\n", "bad.py has no domain: Mine lacks bottom, "),
        (f"{HEADER}    pass\nclass Other(Mine): pass\n", "which domain? bad.py has Mine, Other"),
        ("def f(:\n", "SyntaxError"),
        ("raise SystemExit(4)\n", "SystemExit: 4"),
    ],
)
def test_files_without_a_domain_say_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text)
    with pytest.raises(UnusableTargetError, match=re.escape(message)):
        python_domain_by_path(file)


def test_names_that_lead_nowhere_say_so(tmp_path: Path) -> None:
    assert python_domain_by_path(tmp_path / "solver") is None
    with pytest.raises(UnusableTargetError, match="no such file"):
        python_domain_by_path(tmp_path / "none.py")
    with pytest.raises(UnusableTargetError, match="has no domain Octagons"):
        python_domain_by_path(RIGHT.with_name("domain_intervals.py:Octagons"))
    with pytest.raises(UnusableTargetError, match="no options"):
        python_domain_by_path(RIGHT, "[a=b]")


TESTS = """from gadfly.testing import law_tests
from gadfly.techniques.laws.properties import LAWS
from mine import Mine
test_laws = law_tests(Mine(), laws=[LAWS["9"], LAWS["17"]], examples=50)
"""


def law_test_run(folder: Path, methods: str) -> subprocess.CompletedProcess[str]:
    (folder / "mine.py").write_text(HEADER + methods)
    (folder / "test_mine.py").write_text(TESTS)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-c", os.devnull, "test_mine.py"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_laws_are_tests_that_pass_for_a_right_domain(tmp_path: Path) -> None:
    done = law_test_run(tmp_path, "    pass\n")
    assert done.returncode == 0, done.stdout
    assert "test_laws[9: y ⊑ x ⊔ y] PASSED" in done.stdout


def test_a_broken_law_comes_with_a_file_that_shows_it_alone(tmp_path: Path) -> None:
    done = law_test_run(tmp_path, LOSING)
    assert "1 failed, 1 passed" in done.stdout
    assert "law 9 soundness: y ⊑ x ⊔ y" in done.stdout
    _, _, rest = done.stdout.partition("Without Gadfly:\n")
    snippet = textwrap.dedent(rest.partition("All traceback")[0])
    (tmp_path / "alone.py").write_text(snippet)
    alone = subprocess.run(
        [sys.executable, "alone.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert alone.returncode == 1
    assert alone.stderr.rstrip().endswith("AssertionError")


@pytest.mark.parametrize("missing", ["pytest", "hypothesis"])
def test_only_law_tests_need_more_than_gadfly(tmp_path: Path, missing: str) -> None:
    lines = (
        f"import sys; sys.modules[{missing!r}] = None",
        "from gadfly.testing import BaseDomain; print(BaseDomain.__name__)",
        "from gadfly.testing import law_tests",
    )
    (tmp_path / "mine.py").write_text("\n".join(lines))
    done = subprocess.run(
        [sys.executable, "mine.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == "BaseDomain\n"
    assert done.stderr.splitlines()[-1] == (
        "ImportError: law tests need pytest and hypothesis: pip install 'gadfly[pytest]'"
    )
