"""All tables of the database: importing this module declares them."""

from __future__ import annotations

from outwit.storage import coursetables, openingtables
from outwit.storage.tables import Table

# The modules, besides ``tables``, that declare tables.
PARTS = (coursetables, openingtables)
METADATA = Table.metadata
