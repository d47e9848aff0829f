"""The folders of findings: each is written in one step, so that it is there completely or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from gadfly.core.words import Finding, Language, Query
from gadfly.store.errors import StoreError, explained
from gadfly.store.records import StoredFinding
from gadfly.store.serial import finding_json, parse_finding, target_json, truth_json

DATABASE_FILE = "campaign.sqlite"
FINDINGS_FOLDER = "findings"
_FINDING_FILE = "finding.json"
_REPLAY_FILE = "replay.sh"
_TEMPORARY = ".tmp-"
_SUFFIX = {Language.SMT: ".smt2", Language.C: ".c", Language.DOMAIN: ".txt"}


class FindingFolders:
    """The findings' folders of one campaign, all below one parent.

    A folder is filled under a temporary name, forced to the disk and only then moved to its place. So
    what a killed process leaves half-written has a temporary name, and `clean` removes it.
    """

    def __init__(self, campaign: Path) -> None:
        self._parent = campaign / FINDINGS_FOLDER

    def create(self) -> None:
        with explained(self._parent):
            self._parent.mkdir(parents=True, exist_ok=True)

    def clean(self) -> None:
        with explained(self._parent):
            for leftover in self._parent.glob(f"{_TEMPORARY}*"):
                shutil.rmtree(leftover)

    def add(self, stored: StoredFinding) -> None:
        place = self._parent / stored.finding.id
        with explained(self._parent), self._filled(stored) as folder:
            folder.rename(place)
            _sync(self._parent)

    def replace(self, stored: StoredFinding) -> None:
        """Exchange the files of a finding, each in one step and finding.json, the one we read, last."""
        place = self._parent / stored.finding.id
        with explained(self._parent), self._filled(stored) as folder:
            for path in sorted(folder.iterdir(), key=lambda path: path.name == _FINDING_FILE):
                path.replace(place / path.name)
            _sync(place)

    def remove(self, finding_id: str) -> None:
        """Take a finding away, in one step and then for good."""
        away = self._parent / f"{_TEMPORARY}{finding_id}-{os.getpid()}"
        with explained(self._parent):
            (self._parent / finding_id).rename(away)
            shutil.rmtree(away)

    def load(self, finding_id: str) -> StoredFinding:
        path = self._parent / finding_id / _FINDING_FILE
        with explained(path):
            content = path.read_bytes()
        try:
            return parse_finding(content.decode("ascii"))
        except ValueError as error:
            reason = str(error).splitlines()[0]
            raise StoreError(f"{path} is damaged ({reason}): move its folder out of the campaign") from error

    def ids(self) -> Iterator[str]:
        """The names of all complete folders, in a fixed order."""
        for path in sorted(self._parent.glob(f"*/{_FINDING_FILE}")):
            if not path.parent.name.startswith(_TEMPORARY):
                yield path.parent.name

    @contextmanager
    def _filled(self, stored: StoredFinding) -> Iterator[Path]:
        """A temporary folder with all files of the finding, safely on the disk."""
        folder = self._parent / f"{_TEMPORARY}{stored.finding.id}-{os.getpid()}"
        folder.mkdir()
        try:
            for name, text in _files_of(stored).items():
                _write(folder / name, text)
            (folder / _REPLAY_FILE).chmod(0o755)
            _sync(folder)
            yield folder
        finally:
            # After a failure only what can be removed now is; `clean` does the rest at the next start.
            shutil.rmtree(folder, ignore_errors=True)


def query_file(query: Query) -> str:
    return "query" + _SUFFIX[query.language]


def reduced_file(query: Query) -> str:
    return "reduced" + _SUFFIX[query.language]


def _files_of(stored: StoredFinding) -> Mapping[str, str]:
    finding = stored.finding
    return {
        _FINDING_FILE: finding_json(stored),
        query_file(finding.question.query): finding.verdict.asked or finding.question.query.text,
        reduced_file(finding.reduced.query): finding.reduced_verdict.asked or finding.reduced.query.text,
        "truth.json": truth_json(finding.question, finding.recipe),
        "target.json": target_json(finding.target),
        "output.txt": finding.verdict.output,
        "reduced-output.txt": finding.reduced_verdict.output,
        _REPLAY_FILE: f'#!/bin/sh\nexec gadfly findings replay {finding.id} --out "$(dirname "$0")/../.."\n',
        "README.md": _readme(finding),
    }


def _readme(finding: Finding) -> str:
    query, reduced = query_file(finding.question.query), reduced_file(finding.reduced.query)
    return f"""# {finding.id}

{finding.target.name}: {" ".join(finding.message.split())}

Ask again: `sh {_REPLAY_FILE}`

| file | what it is |
|---|---|
| `{reduced}` | the shortest query found that shows the fault |
| `reduced-output.txt` | what the target said to it |
| `{query}` | the query as it was generated |
| `output.txt` | what the target said to it |
| `truth.json` | the right answers to `{query}`, the evidence, the random choices |
| `target.json` | exactly which program answered |
| `{_FINDING_FILE}` | all of the above and the certificate, for programs |
"""


def _write(path: Path, text: str) -> None:
    """Bytes that were undecodable when they were read come out as they were."""
    with path.open("xb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
