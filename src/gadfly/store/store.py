"""A campaign on disk: what `kill -9` must not lose."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gadfly.core.words import Finding, Kind, Tally
from gadfly.store.errors import StoreError, UnknownFindingError, explained
from gadfly.store.folders import DATABASE_FILE, FindingFolders
from gadfly.store.lock import FolderLock
from gadfly.store.records import CampaignConfig, FindingRecord, JobState, StoredFinding

if TYPE_CHECKING:
    from gadfly.store.database import Database

_LOCK_FILE = "campaign.lock"
_ID = re.compile(r"[a-z0-9-]+")
_WORST_FIRST = {kind: rank for rank, kind in enumerate(Kind)}


class Store:
    """One campaign's folder: a database for what changes, a folder per finding for what people read.

    A finding's folder is complete on the disk before the database hears of it. A process killed in
    between leaves a folder without a row, and the next start adopts it.
    """

    def __init__(
        self, folder: Path, config: CampaignConfig, *, resumed: bool, database: Database, resources: ExitStack
    ) -> None:
        self.config = config
        self.resumed = resumed
        self._folder = folder
        self._folders = FindingFolders(folder)
        self._database = database
        self._resources = resources

    @classmethod
    def create_or_resume(cls, folder: Path, config: CampaignConfig) -> Store:
        """Start a campaign, or go on with it if the folder holds one of the same configuration."""
        with explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as resources:
            lock = FolderLock(folder / _LOCK_FILE)
            if not lock.acquire():
                raise StoreError(f"another hunt is writing to {folder}: let it end or choose another --out")
            resources.callback(lock.release)
            database = _open_database(folder)
            resources.callback(database.close)
            known = database.config()
            if known is None:
                database.start(config)
            elif known != config:
                differences = _differences(known, config)
                raise StoreError(f"{folder} holds a campaign with other {differences}: choose another --out")
            folders = FindingFolders(folder)
            folders.create()
            _recover(database, folders)
            return cls(
                folder, config, resumed=known is not None, database=database, resources=resources.pop_all()
            )

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Look into a campaign; it may be running at the same time."""
        no_campaign = f"{folder} is not a campaign folder: give the --out of a hunt"
        with explained(folder):
            if not (folder / DATABASE_FILE).is_file():
                raise StoreError(no_campaign)
        with ExitStack() as resources:
            database = _open_database(folder)
            resources.callback(database.close)
            config = database.config()
            if config is None:
                raise StoreError(no_campaign)
            lock = FolderLock(folder / _LOCK_FILE)
            if lock.acquire():
                try:
                    _recover(database, FindingFolders(folder))
                finally:
                    lock.release()
            return cls(folder, config, resumed=True, database=database, resources=resources.pop_all())

    def close(self) -> None:
        self._resources.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def job_states(self) -> dict[str, JobState]:
        return self._database.job_states()

    def save_job(self, state: JobState) -> None:
        self._database.save_jobs([state])

    def save_jobs(self, states: Iterable[JobState]) -> None:
        """All of them or none."""
        self._database.save_jobs(list(states))

    def total(self) -> Tally:
        return sum((state.tally for state in self.job_states().values()), Tally())

    def add_finding(self, finding: Finding, *, job: int, trial: int) -> FindingRecord:
        """Keep a finding as it was met; of one whose signature is known only the hit is counted."""
        known = self._database.count_again(finding)
        if known is not None:
            return self.record(known)
        self._add(StoredFinding(finding, job, trial), is_settled=False)
        return self.record(finding.id)

    def settle(self, finding: Finding, *, job: int, trial: int) -> FindingRecord:
        """Keep the reduction of a finding.

        Of those that have the same signature now, the one that comes first in the plan stays, whichever was
        settled first: with several workers, their speed must not decide what is found.
        """
        twin = self._database.settled_twin_of(finding)
        if twin is not None and (twin.found_in_job, twin.found_at_trial) <= (job, trial):
            self._merge(finding.id, into=twin.id)
            return self.record(twin.id)
        if self._database.findings(finding.id):
            stored = self._folders.load(finding.id)
            self._folders.replace(replace(stored, finding=finding))
            self._database.settle(finding)
        else:
            self._add(StoredFinding(finding, job, trial), is_settled=True)
        if twin is not None:
            self._merge(twin.id, into=finding.id)
        return self.record(finding.id)

    def supersede(self, met_as: str, finding: Finding, *, job: int, trial: int) -> FindingRecord:
        """Settle a finding instead of one that was added: it needs fewer options, so its id differs."""
        record = self.settle(finding, job=job, trial=trial)
        if self._database.findings(met_as):
            self._database.forget(met_as)
            self._folders.remove(met_as)
        return record

    def findings(self) -> list[FindingRecord]:
        """All findings, worst kind first, then by id."""
        return sorted(self._database.findings(), key=lambda record: (_WORST_FIRST[record.kind], record.id))

    def record(self, id_or_prefix: str) -> FindingRecord:
        """The one finding whose id is this or starts with this."""
        if not _ID.fullmatch(id_or_prefix):
            raise UnknownFindingError(f"{id_or_prefix!r} is not a finding's id: {self._list_them}")
        matches = self._database.findings(id_or_prefix)
        exact = [match for match in matches if match.id == id_or_prefix]
        if not matches:
            raise UnknownFindingError(f"no finding {id_or_prefix} in {self._folder}: {self._list_them}")
        if len(matches) > 1 and not exact:
            raise UnknownFindingError(f"{len(matches)} findings start with {id_or_prefix}: {self._list_them}")
        return (exact or matches)[0]

    def load_finding(self, id_or_prefix: str) -> Finding:
        """The finding as it was added, or with its better reduction."""
        return self._folders.load(self.record(id_or_prefix).id).finding

    def _add(self, stored: StoredFinding, *, is_settled: bool) -> None:
        self._folders.add(stored)
        self._database.add_finding(stored, is_settled=is_settled)

    def _merge(self, finding_id: str, *, into: str) -> None:
        """Count a finding as another one; it need not have been kept."""
        if self._database.findings(finding_id):
            self._database.merge(finding_id, into=into)
            self._folders.remove(finding_id)

    @property
    def _list_them(self) -> str:
        return f"`gadfly findings list --out {shlex.quote(str(self._folder))}` shows them"


def _open_database(folder: Path) -> Database:
    """SQLAlchemy is a third of what the program imports: only who opens a campaign waits for it."""
    from gadfly.store.database import Database  # noqa: PLC0415  (says the docstring)

    return Database(folder)


def _recover(database: Database, folders: FindingFolders) -> None:
    """Undo what a killed process left half-done. A folder that was renamed by hand is left alone."""
    folders.clean()
    known = {record.id for record in database.findings()}
    for name in folders.ids():
        if name not in known:
            stored = folders.load(name)
            if stored.finding.id == name:
                database.add_finding(stored, is_settled=False)


def _differences(one: CampaignConfig, other: CampaignConfig) -> str:
    names = (field.name for field in fields(CampaignConfig))
    return ", ".join(name for name in names if getattr(one, name) != getattr(other, name))
