"""All tables of the database: whoever needs them together imports them from here."""

from __future__ import annotations

from outwit.storage import (
    contacttables,
    coursetables,
    leveltables,
    noticetables,
    openingtables,
    peopletables,
    platformtables,
    puzzletables,
    slowtables,
    studytables,
)
from outwit.storage.tables import Table

__all__ = [
    "METADATA",
    "contacttables",
    "coursetables",
    "leveltables",
    "noticetables",
    "openingtables",
    "peopletables",
    "platformtables",
    "puzzletables",
    "slowtables",
    "studytables",
]

METADATA = Table.metadata
