"""Rows as Parquet: parts that survive a kill, and the one file they become."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outwit.datasets.rows import Rows
from outwit.errors import BadFile, StorageFault, UsageError

if TYPE_CHECKING:
    from pyarrow import Schema, Table

# The key of our metadata in the schema of a file.
KEY = b"outwit"
COMPRESSION = "zstd"
# The games of a part, by their places in the source: the first, and the first of the next part.
PART = re.compile(r"part-([0-9]{12})-([0-9]{12})\.parquet")


def parquet() -> Any:
    """Return the module that reads and writes Parquet; raise UsageError without it."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError("data sets need pyarrow: pip install 'outwit[research]'") from None
    return pyarrow.parquet


def schema() -> Schema:
    """Return the types of the columns."""
    import pyarrow as pa

    whole = pa.int32()
    types = {
        "game_id": pa.int64(),
        "ply": whole,
        "position": pa.string(),
        "options": pa.string(),
        "side": pa.int8(),
        "legal": pa.list_(whole),
        "move": pa.string(),
        "action": whole,
        "value": whole,
        "result": pa.int8(),
        "termination": pa.string(),
    }
    return pa.schema(list(types.items()))


def table_of(rows: Rows) -> Table:
    """Return rows as a table."""
    import pyarrow as pa

    found = schema()
    arrays = []
    for field in found:
        if field.name == "legal":
            borders = pa.array(rows.borders, pa.int32())
            column = pa.ListArray.from_arrays(borders, pa.array(rows.legal, pa.int32()))
        elif field.name == "action":
            column = pa.array(rows.actions, pa.int32())
        else:
            column = pa.array(rows.columns[field.name], field.type)
        arrays.append(column)
    return pa.Table.from_arrays(arrays, schema=found)


class Parts:
    """The parts of a data set in a folder; each is there completely or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parquet = parquet()

    def paths(self) -> list[Path]:
        """Return the parts in order; raise BadFile if one is missing between two others."""
        found = sorted(path for path in self.folder.iterdir() if PART.fullmatch(path.name))
        place = 0
        for path in found:
            begin, end = places_of(path)
            if begin != place:
                raise BadFile(f"{str(self.folder)!r} is damaged: a part before {path.name} is gone")
            place = end
        return found

    def next_place(self) -> int:
        """Return the place of the first game that is in no part."""
        found = self.paths()
        return places_of(found[-1])[1] if found else 0

    def add(self, rows: Rows, begin: int, end: int, left_out: int) -> None:
        """Write the games between two places; they are on the disk then."""
        counts = json.dumps({**rows.counts, "left_out": left_out})
        table = table_of(rows).replace_schema_metadata({KEY: counts})
        path = self.folder / f"part-{begin:012}-{end:012}.parquet"
        draft = path.with_suffix(".draft")
        with written(path):
            self.parquet.write_table(
                table, plain(draft), compression=COMPRESSION, row_group_size=max(1, len(rows))
            )
            on_disk(draft)
            os.replace(draft, path)

    def counts(self) -> Counter[str]:
        """Return the sums of what the parts count."""
        total: Counter[str] = Counter()
        for path in self.paths():
            total.update(json.loads(self.parquet.read_schema(plain(path)).metadata[KEY]))
        return total

    def tables(self) -> Iterator[Table]:
        """Yield the parts in order, one at a time."""
        for path in self.paths():
            yield self.parquet.read_table(plain(path))

    def join(self, target: Path, card: str) -> None:
        """Write all parts into one file, a row group each, completely or not at all."""
        draft = self.folder / "all.draft"
        with written(target):
            described = schema().with_metadata({KEY: card.encode()})
            writer = self.parquet.ParquetWriter(plain(draft), described, compression=COMPRESSION)
            with writer:
                for table in self.tables():
                    if table.num_rows:
                        found = table.replace_schema_metadata(described.metadata)
                        writer.write_table(found, row_group_size=table.num_rows)
            on_disk(draft)
            os.replace(draft, target)


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Turn errors of the disk into a StorageFault that names a file."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise StorageFault(f"{str(path)!r} cannot be written: {reason}") from None


def plain(path: Path | str) -> str:
    """Return a path that pyarrow does not take for an address, as it would ``s3:x.parquet``."""
    return os.path.abspath(path)


def places_of(path: Path) -> tuple[int, int]:
    """Return the places between which the games of a part lie."""
    found = PART.fullmatch(path.name)
    assert found is not None
    return int(found[1]), int(found[2])


def on_disk(path: Path) -> None:
    """Wait until a file is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_card(path: str) -> dict[str, Any]:
    """Return what a data set says about how it was made.

    Args:
        path: The Parquet file.

    Raises:
        BadFile: The file cannot be read, or says nothing.
        UsageError: pyarrow is not installed.
    """
    module = parquet()
    try:
        card = (module.read_schema(plain(path)).metadata or {}).get(KEY)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path!r} cannot be read: {error}") from None
    if card is None:
        raise BadFile(f"{path!r} is not a data set of ours: it has no card")
    found: dict[str, Any] = json.loads(card)
    return found
