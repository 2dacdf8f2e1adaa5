"""Records from text, one after the other, however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from outwit.errors import BadRecord
from outwit.records.draft import Draft, fault
from outwit.records.entry import Entry
from outwit.records.record import GameRecord

BEGINNING = re.compile(r"\s*\[Game\s")
# Lines that may stand before the first game.
IDLE = re.compile(r"\s*(?:[;%].*|\{[^}]*\}\s*)?", re.DOTALL)


def read_records(
    lines: Iterable[str], on_fault: Callable[[BadRecord], object] | None = None
) -> Iterator[GameRecord]:
    """Return the games of a text as they are read; no more than one is kept.

    The first fault is raised, a BadRecord that names its line; or each goes to ``on_fault``, and
    the games after it are read.
    """
    for found in read_entries(lines):
        if isinstance(found, Entry):
            yield found.record
        elif on_fault is None:
            raise found
        else:
            on_fault(found)


def read_entries(lines: Iterable[str]) -> Iterator[Entry | BadRecord]:
    """Return games, each with its place, and one BadRecord in place of each that is faulty.

    A game begins with a line ``[Game …]``: whatever went wrong, reading goes on at the next.
    """
    draft: Draft | None = None
    lost = False
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff") if number == 1 else line
        if BEGINNING.match(text):
            if draft is not None:
                yield finished(draft)
            draft, lost = Draft(number), False
        elif lost:
            continue
        elif draft is None:
            if not IDLE.fullmatch(text):
                yield fault(number, "a game begins with a Game tag")
                lost = True
            continue
        try:
            draft.take(text, number)
        except BadRecord as error:
            yield error
            draft, lost = None, True
    if draft is not None:
        yield finished(draft)


def finished(draft: Draft) -> Entry | BadRecord:
    """Return a game, or what is wrong with it."""
    try:
        return draft.finish()
    except BadRecord as error:
        return error
