"""All tables of the database: whoever needs them together imports them from here."""

from __future__ import annotations

<<<<<<< HEAD
from outwit.storage import contacttables, coursetables, noticetables, openingtables, studytables
=======
from outwit.storage import contacttables, coursetables, noticetables, openingtables, peopletables
>>>>>>> origin/main
from outwit.storage.tables import Table

__all__ = [
    "METADATA",
    "contacttables",
    "coursetables",
    "noticetables",
    "openingtables",
<<<<<<< HEAD
    "studytables",
=======
    "peopletables",
>>>>>>> origin/main
]

METADATA = Table.metadata
