"""Asks a solver whether ground equations hold, thousands in one process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

Solver = Callable[[str], list[str]]
"""Answers a script: the lines the solver prints."""


def z3(script: str) -> list[str]:
    command = [str(Path(sys.executable).parent / "z3"), "-in", "-T:300"]
    run = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    return run.stdout.splitlines()


def refused(solver: Solver, claims: Sequence[str]) -> list[str]:
    """The equations that do not hold for the solver.

    All are asked at once, which is fast; only if they do not all hold, each is asked alone.
    """
    wrongs = " ".join(f"(not {claim})" for claim in claims)
    if solver(f"(set-logic ALL)\n(assert (or false {wrongs}))\n(check-sat)\n") == ["unsat"]:
        return []
    singly = "\n".join(f"(push 1)\n(assert (not {claim}))\n(check-sat)\n(pop 1)" for claim in claims)
    answers = solver(f"(set-logic ALL)\n{singly}\n")
    wrong = [claim for claim, said in zip(claims, answers, strict=True) if said != "unsat"]
    return wrong or ["all hold alone, not together"]
