"""Constraints from C programs: what CBMC asks a solver about their assertions becomes a seed."""

from __future__ import annotations

import re

from gadfly.core.words import Language, Limits, Seed, TargetName
from gadfly.lang.smt.printer import print_term
from gadfly.lang.smt.script import Script
from gadfly.lang.smt.script_reader import declaration, read_script
from gadfly.lang.smt.sexpr import ReadError
from gadfly.lang.smt.terms import Shape, Term, post_order
from gadfly.run.command import Ended, run
from gadfly.targets.analyzers.cprover import NO_OTHER_CHECKS
from gadfly.targets.catalog import find
from gadfly.targets.install import ensure

CBMC = "cbmc@6.6.0"
_FILE = "program.c"
_LIMITS = Limits(wall_seconds=60.0, cpu_seconds=30.0, output_bytes=64 << 20)
_BEGIN = re.compile(r"^; SMT 2$", re.MULTILINE)
_COMPLAINT = re.compile(r"^.*\berror\b.*$", re.MULTILINE)
_LAST_PART = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class NoConstraintError(Exception):
    """A program gives no constraint; one line why."""


def constraint_from_c(program: str, name: str, unwind: int) -> Seed:
    """The constraint that holds if some assertion of a program can fail, loops going round `unwind` times."""
    text = _ask_cbmc(program, name, unwind)
    try:
        script = read_script(text)
    except ReadError as error:
        raise NoConstraintError(f"{name}: CBMC's constraint is beyond us: {error}") from error
    if not any(part.shape is Shape.SYMBOL for part in post_order(script.assertions)):
        raise NoConstraintError(f"{name}: no assertion in it depends on an input")
    return Seed(f"{name}.smt2", _written(script), Language.SMT)


def _ask_cbmc(program: str, name: str, unwind: int) -> str:
    entry = find(TargetName.parse(CBMC))
    installed = ensure(entry)
    places = {"home": str(installed.home), "program": str(installed.program)}
    command = [part.format_map(places) for part in entry.release.command]
    asked = [
        "--smt2",
        "--outfile",
        "/dev/stdout",
        "--unwind",
        str(unwind),
        "--verbosity",
        "1",
        *NO_OTHER_CHECKS,
    ]
    done = run([*command, *asked, _FILE], _LIMITS, files={_FILE: program})
    begin = _BEGIN.search(done.stdout)
    if begin is None:
        if complaint := _COMPLAINT.search(done.stderr):
            raise NoConstraintError(f"{name}: CBMC cannot read it: {complaint[0].strip()}")
        if done.ended is not Ended.EXITED:
            raise NoConstraintError(f"{name}: CBMC did not end by itself: {done.detail}")
        raise NoConstraintError(f"{name}: no assertion in it may fail")
    return done.stdout[begin.start() :]


def _written(script: Script) -> str:
    """The script with short names, and without what it declares in vain."""
    used = dict.fromkeys(part for part in post_order(script.assertions) if part.shape is Shape.SYMBOL)
    names: dict[str, str] = {}
    for term in used:
        names.setdefault(term.name, f"{_short(term.name)}_{len(names)}")
    renamed = script.bank.substitute_all(script.assertions, _renaming(script, used, names))
    return "\n".join([
        f"(set-logic {script.logic})",
        *(declaration(names[name], script.symbols[name]) for name in names),
        *(f"(assert {print_term(term)})" for term in dict.fromkeys(renamed)),
        "(check-sat)\n",
    ])  # fmt: skip


def _renaming(script: Script, used: dict[Term, None], names: dict[str, str]) -> dict[Term, Term]:
    """Constants by their new names; CBMC declares no functions."""
    return {term: script.bank.symbol(names[term.name], term.sort) for term in used if not term.args}


def _short(name: str) -> str:
    """What a program calls it, as far as CBMC's name for it tells: `|main::1::x!0@1#2|` is `x`."""
    plain = name.strip("|").split("!")[0].split("#")[0].rpartition("::")[2]
    found = _LAST_PART.search(plain)
    return found[0].rstrip("0123456789_") or "x" if found else "x"
