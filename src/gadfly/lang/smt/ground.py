"""Grounding: a script in which every declared symbol is defined by an assignment.

What is left for a solver is evaluation, which is how one whose search may be wrong can still vouch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gadfly.lang.smt.script import Script

_ELEMENT = re.compile(r"^\(declare-fun (\S+) \(\) (.+)\)$", re.MULTILINE)


def ground_script(script: Script, evidence: str, formulas: Sequence[str]) -> str:
    """Ask whether the formulas hold under the evidence, as `print_model` wrote it."""
    lines = ["(set-logic ALL)"]
    lines += [line for line in script.declarations if not line.startswith("(declare-fun")]
    lines.append(evidence.rstrip("\n"))
    elements: dict[str, list[str]] = {}
    for match in _ELEMENT.finditer(evidence):
        elements.setdefault(match[2], []).append(match[1])
    lines += [f"(assert (distinct {' '.join(names)}))" for names in elements.values() if len(names) > 1]
    lines += [f"(assert {formula})" for formula in formulas]
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"
