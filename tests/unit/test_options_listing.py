"""What tools print about their options, read; which values are worth trying; which options are left out."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from gadfly.core.words import Option
from gadfly.targets.install import Installed
from gadfly.targets.solvers.options import reading
from gadfly.targets.solvers.options.cvc import list_cvc_options
from gadfly.targets.solvers.options.library import list_library_options
from gadfly.targets.solvers.options.listing import (
    Ask,
    LeftOut,
    ListedOption,
    exclude,
    fractions,
    numbers,
    table,
)
from gadfly.targets.solvers.options.usage import list_boolector_options, list_yices_options
from gadfly.targets.solvers.options.z3 import read_parameters
from gadfly.targets.solvers.solver import SolverRelease
from gadfly.targets.tool import PyPI, Source, UserInstalled

Z3 = """Global parameters
    auto_config (bool) use heuristics to select a solver (default: true)
    timeout (unsigned int) (default: infty) timeout in milliseconds. (default: 4294967295)

To set a module parameter, use <module-name>.<parameter-name>=value
Example:  pp.decimal=true

[module] pi, description: pattern inference (heuristics)
    arith (unsigned int) 0 - none, 1 - if there is no other pattern, 2 - always (default: 1)
[module] sat, description: propositional SAT solver
    branching.heuristic (symbol) branching heuristic vsids, chb (default: vsids)
    cardinality.encoding (symbol) encoding of at-most-k: grouped, bimander, ordered (default: grouped)
    drat.file (symbol) file to dump DRAT proofs
    local_search_mode (symbol) local search algorithm, either default wsat or qsat (default: wsat)
    pb.lemma_format (symbol) generate either cardinality or pb lemmas (default: cardinality)
    pb.solver (symbol) method: circuit (arithmetical circuit), solver (use native solver) (default: solver)
    restart (symbol) restart strategy: static, luby, ema or geometric (default: ema)
    random_freq (double) frequency of random case splits (default: 0.01)
[module] smt
    dt_lazy_splits (unsigned int) How lazy splits are: 0- eager, 1- lazy for infinite types (default: 1)
    qi.cost (string) expression of the cost of an instantiation (default: (+ weight generation))
    seq.regex_orientation (symbol) options are: 'forward', 'retry' (rev(t) in rev(R)) (default: retry)
"""
BOOLECTOR = """where <option> is one of the following:

  -h, --help                          print this message and exit

  -E <engine>,
    --engine=<engine>                 enable specific engine {aigprop, fun,
                                      prop} [fun]
  -rwl <n>,
    --rewrite-level=<n>               rewrite level [3]
  -sp, --skeleton-preproc             propositional skeleton preprocessing [1]
  --sls-move-gw                       select move by altering not only one but
                                      all candidate variables at once [0]
"""
YICES = {
    "--help": """Option summary:
    --help, -h                Print this message and exit
    --verbosity=<level>       Set verbosity level (default = 0)
             -v <level>
    --delegate=<satsolver>    Use an external SAT solver (can be cadical, kissat, or y2sat)
""",
    "--mcsat-help": "MCSat options:\n    --mcsat-nra-bound-min=<B> Set initial lower bound\n",
}
CVC = {
    "--help": """cvc5 options:
  --ackermann            eliminate functions by
                         ackermannization [*]
  --arith-brab           whether to use simple rounding [*]
  --arith-prop=MODE      turns on arithmetic propagation
  --dio-turns=N          turns in a row dio solver cutting gets
  --decision=MODE | --decision-mode=MODE
                         choose decision mode
  --show-config          show static configuration
""",
    "--arith-prop=help": "Modes are:\n+ unate\n  Use constraints.\n+ both (default)\n  Both.\n",
    "--decision=help": "+ internal (default)\n+ stoponly\n",
    "--lang=smt2 -": "option ackermann\nfalse\noption arith-brab\ntrue\noption dio-turns\n10\n"
    "option show-config\nunsupported\n",
}


def saying(texts: dict[str, str]) -> Ask:
    def ask(*arguments: str, stdin: str = "") -> str:
        return texts[" ".join(arguments)]

    return ask


def values(listed: object) -> dict[str, tuple[str, ...]]:
    assert hasattr(listed, "__iter__")
    return {option.name: option.values for option in listed}


def test_z3_parameters_have_the_values_of_their_types_and_descriptions() -> None:
    assert values(read_parameters(Z3)) == {
        "auto_config": ("false",),
        "timeout": ("0", "1", "2", "10", "1000"),
        "pi.arith": ("0", "2"),
        "sat.branching.heuristic": ("chb",),
        "sat.cardinality.encoding": ("bimander", "ordered"),
        "sat.drat.file": (),
        "sat.local_search_mode": ("qsat",),
        "sat.pb.lemma_format": (),
        "sat.pb.solver": ("circuit",),
        "sat.restart": ("static", "luby", "geometric"),
        "sat.random_freq": ("0.005", "0.02"),
        "smt.dt_lazy_splits": ("0",),
        "smt.qi.cost": (),
        "smt.seq.regex_orientation": ("forward",),
    }


def test_boolector_options() -> None:
    assert values(list_boolector_options(saying({"--help": BOOLECTOR}))) == {
        "help": (),
        "engine": ("aigprop", "prop"),
        "rewrite-level": ("0", "1", "2", "10", "1000"),
        "skeleton-preproc": ("0",),
        "sls-move-gw": ("1",),
    }


def test_yices_options_come_from_two_help_texts() -> None:
    assert values(list_yices_options(saying(YICES))) == {
        "help": ("",),
        "verbosity": ("1", "2", "10", "1000"),
        "delegate": ("cadical", "kissat", "y2sat"),
        "mcsat-nra-bound-min": ("0", "1", "2", "10", "1000"),
    }


def test_a_flag_of_cvc_is_set_to_what_it_is_not() -> None:
    assert values(list_cvc_options(saying(CVC))) == {
        "ackermann": ("",),
        "no-arith-brab": ("",),
        "arith-prop": ("unate",),
        "dio-turns": ("0", "1", "2", "1000"),
        "decision": ("stoponly",),
        "show-config": (),
    }


def test_library_options_stay_in_their_range() -> None:
    told = (
        {"name": "a", "kind": "bool", "default": "true"},
        {"name": "b", "kind": "mode", "default": "x", "modes": ["x", "y"]},
        {"name": "c", "kind": "int", "default": "2", "minimum": 1, "maximum": 10},
        {"name": "d", "kind": "float", "default": "1.0", "minimum": 0.0, "maximum": 1.0},
        {"name": "e", "kind": "other", "default": ""},
    )
    text = "\n".join(map(json.dumps, told))
    assert values(list_library_options(saying({"--list-options": text}))) == {
        "a": ("false",),
        "b": ("y",),
        "c": ("1", "10"),
        "d": ("0.5",),
        "e": (),
    }


def test_numbers_and_fractions_differ_from_the_default() -> None:
    assert numbers("1", 0, 2) == ("0", "2")
    assert fractions("0") == ()
    assert fractions("1e-05") == ("0.000005", "0.00002")


def test_a_table_tells_what_is_left_out_and_why() -> None:
    listed = (
        ListedOption("b", ("1", "2", "x y")),
        ListedOption("a", ("true",)),
        ListedOption("a.log", ("f",)),
        ListedOption("nothing", ()),
    )
    found = table(listed, (exclude(r".*log", "writes files"), exclude(r"b=2", "too much")))
    assert found.kept == (Option("a", ("true",)), Option("b", ("1",)))
    assert found.left_out == (
        LeftOut("a.log", ("f",), "writes files"),
        LeftOut("b", ("2",), "too much"),
        LeftOut("b", ("x y",), "cannot be written in a target's name"),
        LeftOut("nothing", (), "no values are known"),
    )


class Program:
    """A program that lists an option in the way of z3 and counts how often it was started."""

    def __init__(self, home: Path, source: Source, printed: str = "    a (bool) (default: true)") -> None:
        self.home = home
        self.source = source
        self.starts = home / "starts"
        self.file = home / "options.json"
        self.program = home / "program"
        self.program.write_text(f"#!/bin/sh\necho x >> {self.starts}\necho '{printed}'\n")
        self.program.chmod(0o755)

    def options(self, monkeypatch: pytest.MonkeyPatch, digest: str = "0") -> tuple[Option, ...]:
        """The options as a new process reads them."""
        monkeypatch.setattr(reading, "_read_here", {})
        release = SolverRelease(
            version="1", source=self.source, listing=lambda ask: read_parameters(ask("-pd"))
        )
        installed = Installed(self.home, self.program, digest)
        found = reading.read_options(release, installed, [str(self.program)])
        assert reading.read_options(release, installed, [str(self.program)]) is found
        return found.kept

    @property
    def started(self) -> int:
        return len(self.starts.read_text().splitlines())


LISTED = (Option("a", ("false",)),)


def test_an_installed_release_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(tmp_path, PyPI("t", "1"))
    assert [program.options(monkeypatch) for _ in range(3)] == [LISTED] * 3
    assert program.started == 1
    assert {path.name for path in tmp_path.iterdir()} == {"program", "starts", "options.json"}


def test_another_build_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(tmp_path, PyPI("t", "1"))
    program.options(monkeypatch, digest="old")
    assert program.options(monkeypatch, digest="new") == LISTED
    assert program.started == 2


@pytest.mark.parametrize("broken", ["", "{", "[]", "null", '{"digest": "0"}', '{"digest": "0", "told": 1}'])
def test_a_broken_file_is_replaced(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(tmp_path, PyPI("t", "1"))
    program.file.write_text(broken)
    assert [program.options(monkeypatch) for _ in range(2)] == [LISTED] * 2
    assert program.started == 1


def test_nothing_is_written_beside_a_users_own_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(tmp_path, UserInstalled())
    assert program.options(monkeypatch) == LISTED
    assert not program.file.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(tmp_path, PyPI("t", "1"))
    program.starts.touch()
    tmp_path.chmod(0o555)
    assert program.options(monkeypatch) == LISTED
    tmp_path.chmod(0o755)


def test_a_program_that_does_not_end_by_itself_has_no_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Program(tmp_path, PyPI("t", "1"))
    program.program.write_text(
        f"#!{sys.executable}\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert program.options(monkeypatch) == ()
    assert not program.file.exists()
