"""One finished hunt that several tests look at."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cli_program import BITS, hunt_json, seed_file

# The program is started some two hundred times: where this is set, it would be compiled again each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

HUNT = (
    "planted@wrong-model", "planted@wrong-incremental", "--technique", "formulas-sat", "--default-options",
    "--trials", "300", "--random-seed", "1",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FinishedHunt:
    """Where it was started, its arguments except the campaign's folder, and what it printed."""

    home: Path
    arguments: tuple[str | Path, ...]
    result: Mapping[str, Any]

    @property
    def findings(self) -> list[dict[str, Any]]:
        findings: list[dict[str, Any]] = self.result["findings"]
        return findings


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> FinishedHunt:
    """Two planted defects, both found. Tests must leave it as it is."""
    home = tmp_path_factory.mktemp("finished")
    arguments = (*HUNT, "--seeds", seed_file(home, BITS))
    result = hunt_json(home, *arguments, "--jobs", "1", "--out", "hunts/first", code=1)
    return FinishedHunt(home, arguments, result)
