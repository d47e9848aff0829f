"""One folder per campaign: its progress in a database, its findings as files.

Here are the records and errors; the store itself is in `store`, with the database that only its keeper needs.
"""

from gadfly.store.errors import StoreError, UnknownFindingError
from gadfly.store.records import CampaignConfig, FindingRecord, JobState, Sighting

__all__ = [
    "CampaignConfig",
    "FindingRecord",
    "JobState",
    "Sighting",
    "StoreError",
    "UnknownFindingError",
]
