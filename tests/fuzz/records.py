"""Files of game records, as text or as JSON lines."""

from __future__ import annotations

from io import BufferedReader, BytesIO
from itertools import islice

from outwit.errors import BadRecord
from outwit.records.check import check_entry, check_record
from outwit.records.entry import Entry
from outwit.records.jsonlines import from_json, to_json
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.records.replay import replay
from outwit.records.sentence import sentence_of
from outwit.records.source import read_either
from outwit.records.table import to_row
from outwit.records.writer import write_record
from tests.fuzz.heads import check_refusal

# Games of one input that are looked at.
MOST_GAMES = 20


def target(data: bytes) -> None:
    file = BufferedReader(BytesIO(data))
    games = read_either("input", file)  # type: ignore[arg-type]  # as good as a file
    for found in islice(games, MOST_GAMES):
        if isinstance(found, Entry):
            check_record_of(found)
        else:
            assert isinstance(found, BadRecord)
            check_refusal(found)


def check_record_of(entry: Entry) -> None:
    """A record is written and read again in both forms, and is good or has a fault with a line."""
    record = entry.record
    check_written(record)
    fault = check_entry(entry)
    if fault is not None:
        check_refusal(fault)
        return
    check_record(record)
    assert sentence_of(record, replay(record))


def check_written(record: GameRecord) -> None:
    assert list(read_records(write_record(record).splitlines(keepends=True))) == [record]
    assert from_json(to_json(record)) == record
    assert to_row(record).endswith("\n")
