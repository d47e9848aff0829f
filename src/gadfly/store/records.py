"""What the store gives and takes besides the words of the core."""

from __future__ import annotations

from dataclasses import dataclass

from gadfly.core.words import Certificate, Finding, Kind, Tally

FORMAT = 1
"""Version of the files of findings; a reader refuses what it does not know."""
CAMPAIGN_FORMAT = 3
"""Version of a campaign's database; the same."""


@dataclass(frozen=True, slots=True)
class CampaignConfig:
    """What makes two runs the same campaign. `seeds` are the digests of the seeds, in order."""

    techniques: tuple[str, ...]
    targets: tuple[str, ...]
    seeds: tuple[str, ...]
    random_seed: int
    parameters: tuple[tuple[str, str], ...]
    gadfly_version: str
    format: int = CAMPAIGN_FORMAT


@dataclass(frozen=True, slots=True)
class Sighting:
    """That a job met a finding: what kind, under which options, and which one it was.

    `hangs` are the operations of a domain that do not end together; none of other findings.
    """

    kind: Kind
    options: tuple[tuple[str, str], ...]
    signature: str
    hangs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job got: the trials before `next_trial` are done and counted in the tally."""

    key: str
    next_trial: int
    done: bool
    tally: Tally
    sightings: tuple[Sighting, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingRecord:
    """One finding as a flat record for lists and for other programs.

    `query` and `reduced` are paths relative to the campaign's folder, `hits` counts how often the
    signature was met, `found_in_job` numbers the jobs in the order of the plan, and `replay` is the one
    command that asks the target again.
    """

    id: str
    technique: str
    target: str
    kind: Kind
    certified: bool
    logic: str
    message: str
    signature: str
    hits: int
    query: str
    reduced: str
    reduced_lines: int
    replay: str
    found_in_job: int
    found_at_trial: int
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A finding with the job and the trial that met it first: what a finding's folder preserves."""

    finding: Finding
    job: int
    trial: int
