"""The tables of a campaign, in SQL that SQLite and PostgreSQL share."""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    or_,
    select,
    update,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError, IntegrityError, ProgrammingError

from gadfly.core.words import Certificate, Finding, Kind
from gadfly.store.errors import StoreError, explained
from gadfly.store.folders import DATABASE_FILE, FINDINGS_FOLDER, query_file, reduced_file
from gadfly.store.records import CAMPAIGN_FORMAT, CampaignConfig, FindingRecord, JobState, StoredFinding

_METADATA = MetaData()

_CAMPAIGN = Table("campaign", _METADATA, Column("config", JSON, nullable=False))

_JOB = Table(
    "job",
    _METADATA,
    Column("key", String, primary_key=True),
    Column("next_trial", BigInteger, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("tally", JSON, nullable=False),
    Column("sightings", JSON, nullable=False),
    Column("traits", JSON, nullable=False),
)

_FINDING = Table(
    "finding",
    _METADATA,
    Column("id", String, primary_key=True),
    Column("technique", String, nullable=False),
    Column("target", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("certified", Boolean, nullable=False),
    Column("logic", String, nullable=False),
    Column("message", String, nullable=False),
    Column("signature", String, nullable=False, index=True),
    Column("hits", BigInteger, nullable=False),
    Column("query", String, nullable=False),
    Column("reduced", String, nullable=False),
    Column("reduced_lines", Integer, nullable=False),
    Column("found_in_job", BigInteger, nullable=False),
    Column("found_at_trial", BigInteger, nullable=False),
    Column("is_settled", Boolean, nullable=False),
    Column("certificate", JSON, nullable=False),
)

_CONFIG_OF = TypeAdapter(CampaignConfig)
_JOB_OF = TypeAdapter(JobState)
_CERTIFICATE_OF = TypeAdapter(Certificate)


class Database:
    """One campaign's configuration, job states and list of findings."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / DATABASE_FILE
        self._engine = create_engine(URL.create("sqlite", database=str(self._path)))
        event.listen(self._engine, "connect", _use_write_ahead_log)

    def close(self) -> None:
        self._engine.dispose()

    def config(self) -> CampaignConfig | None:
        """The campaign's configuration; None if none was started here."""
        with self._transaction() as connection:
            if not inspect(connection).has_table(_CAMPAIGN.name):
                return None
            content = connection.execute(select(_CAMPAIGN.c.config)).scalar_one_or_none()
        if content is None:
            return None
        if content.get("format") != CAMPAIGN_FORMAT:
            raise StoreError(
                f"{self._folder} has format {content.get('format')}, this gadfly reads {CAMPAIGN_FORMAT}:"
                " use the version that wrote it or choose another --out"
            )
        return _CONFIG_OF.validate_python(content)

    def start(self, config: CampaignConfig) -> None:
        with self._transaction() as connection:
            _METADATA.create_all(connection)
            connection.execute(insert(_CAMPAIGN).values(config=_CONFIG_OF.dump_python(config, mode="json")))

    def job_states(self) -> dict[str, JobState]:
        with self._transaction() as connection:
            rows = connection.execute(select(_JOB).order_by(_JOB.c.key)).all()
        return {row.key: _JOB_OF.validate_python(row._asdict()) for row in rows}

    def save_jobs(self, states: Sequence[JobState]) -> None:
        """Delete and insert: the upsert that every database understands."""
        if not states:
            return
        rows = [asdict(state) for state in states]
        with self._transaction() as connection:
            connection.execute(
                delete(_JOB).where(_JOB.c.key == bindparam("old")), [{"old": state.key} for state in states]
            )
            connection.execute(insert(_JOB), rows)

    def add_finding(self, stored: StoredFinding, *, is_settled: bool) -> None:
        with self._transaction() as connection:
            connection.execute(insert(_FINDING).values(**_row_of(stored), is_settled=is_settled))

    def count_again(self, finding: Finding) -> str | None:
        """Count a hit for the known finding that this one repeats and return its id; None if it is new."""
        same = or_(_FINDING.c.signature == _encodable(finding.signature), _FINDING.c.id == finding.id)
        with self._transaction() as connection:
            known = connection.scalars(select(_FINDING.c.id).where(same).order_by(_FINDING.c.id)).first()
            if known is not None:
                connection.execute(
                    update(_FINDING).where(_FINDING.c.id == known).values(hits=_FINDING.c.hits + 1)
                )
        return known

    def settled_twin_of(self, finding: Finding) -> FindingRecord | None:
        """Another finding that is reduced and has the same signature."""
        same = (_FINDING.c.signature == _encodable(finding.signature)) & (_FINDING.c.id != finding.id)
        settled = select(_FINDING).where(same & _FINDING.c.is_settled).order_by(_FINDING.c.id)
        with self._transaction() as connection:
            row = connection.execute(settled).first()
        return None if row is None else self._record_of(row)

    def merge(self, finding_id: str, *, into: str) -> None:
        """Forget a finding and give its hits to its twin."""
        with self._transaction() as connection:
            hits = connection.scalars(select(_FINDING.c.hits).where(_FINDING.c.id == finding_id)).one()
            connection.execute(delete(_FINDING).where(_FINDING.c.id == finding_id))
            connection.execute(
                update(_FINDING).where(_FINDING.c.id == into).values(hits=_FINDING.c.hits + hits)
            )

    def forget(self, finding_id: str) -> None:
        with self._transaction() as connection:
            connection.execute(delete(_FINDING).where(_FINDING.c.id == finding_id))

    def settle(self, finding: Finding) -> None:
        columns = {**_reduced_columns(finding), "is_settled": True}
        change = update(_FINDING).where(_FINDING.c.id == finding.id).values(columns)
        with self._transaction() as connection:
            connection.execute(change)

    def findings(self, prefix: str = "") -> list[FindingRecord]:
        """The findings whose id starts with the prefix."""
        matching = select(_FINDING).where(_FINDING.c.id.startswith(prefix, autoescape=True))
        with self._transaction() as connection:
            rows = connection.execute(matching).all()
        return [self._record_of(row) for row in rows]

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with explained(self._path), _database_explained(self._path), self._engine.begin() as connection:
            yield connection

    def _record_of(self, row: Row[Any]) -> FindingRecord:
        """The replay command is made here, not stored, because a campaign's folder may be moved."""
        columns = row._asdict()
        del columns["is_settled"]
        columns["kind"] = Kind(row.kind)
        columns["certificate"] = _CERTIFICATE_OF.validate_python(row.certificate)
        replay = f"gadfly findings replay {row.id} --out {shlex.quote(str(self._folder))}"
        return FindingRecord(**columns, replay=replay)


@contextmanager
def _database_explained(path: Path) -> Iterator[None]:
    """Turn what the database refuses into a StoreError; our own faults pass through."""
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise
    except DatabaseError as error:
        raise StoreError(
            f"cannot use {path}: {error.orig}; check it and the free space, or choose another --out"
        ) from error


def _row_of(stored: StoredFinding) -> dict[str, Any]:
    finding = stored.finding
    return {
        "id": finding.id,
        "technique": finding.recipe.technique,
        "target": str(finding.target.name),
        "kind": str(finding.kind),
        "logic": finding.question.query.logic,
        "hits": 1,
        "query": f"{FINDINGS_FOLDER}/{finding.id}/{query_file(finding.question.query)}",
        "found_in_job": stored.job,
        "found_at_trial": stored.trial,
        **_reduced_columns(finding),
    }


def _reduced_columns(finding: Finding) -> dict[str, Any]:
    query = finding.reduced.query
    return {
        "message": _encodable(finding.message),
        "signature": _encodable(finding.signature),
        "certified": bool(finding.certificate.vouchers),
        "certificate": asdict(finding.certificate),
        "reduced": f"{FINDINGS_FOLDER}/{finding.id}/{reduced_file(query)}",
        "reduced_lines": len(query.text.splitlines()),
    }


def _encodable(text: str) -> str:
    """Databases take no undecodable bytes (lone surrogates), which outputs of targets may hold."""
    return text.encode("utf-8", "backslashreplace").decode()


def _use_write_ahead_log(connection: sqlite3.Connection, _record: object) -> None:
    """Readers do not wait for the writer, and a commit survives `kill -9` without a costly sync.

    The latest commits may be lost in a power cut; the findings' folders, which are synced, may not.
    """
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
