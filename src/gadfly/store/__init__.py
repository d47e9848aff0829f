"""One folder per campaign: its progress in a database, its findings as files."""

from gadfly.store.errors import StoreError, UnknownFindingError
from gadfly.store.records import CampaignConfig, FindingRecord, JobState, Sighting
from gadfly.store.serial import truth_json
from gadfly.store.store import Store

__all__ = [
    "CampaignConfig",
    "FindingRecord",
    "JobState",
    "Sighting",
    "Store",
    "StoreError",
    "UnknownFindingError",
    "truth_json",
]
