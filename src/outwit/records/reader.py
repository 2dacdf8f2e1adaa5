"""Reads records from text, one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from outwit.core.argument import of_type
from outwit.errors import BadRecord
from outwit.records.entry import Entry
from outwit.records.parser import GameParser, fault
from outwit.records.record import GameRecord

BEGINNING = re.compile(r"\s*\[Game\s")
# Lines that may come before the first game.
IGNORED = re.compile(r"\s*(?:[;%].*|\{[^}]*\}\s*)?", re.DOTALL)


def read_records(
    lines: Iterable[str], on_fault: Callable[[BadRecord], object] | None = None
) -> Iterator[GameRecord]:
    """Yield the games of a text as they are read; only one is in memory at a time.

    Args:
        lines: The lines of the text, such as an open file.
        on_fault: Called with the error of each faulty game, which is left out. Default: raise it.

    Raises:
        BadRecord: A game is faulty; the message names the line.

    >>> [record.moves[0].move for record in read_records(['[Game "ataxx"]', "", "1. f1 a6 *"])]
    ['f1']
    """
    for found in read_entries(lines):
        if isinstance(found, Entry):
            yield found.record
        elif on_fault is None:
            raise found
        else:
            on_fault(found)


def read_entries(lines: Iterable[str]) -> Iterator[Entry | BadRecord]:
    """Yield games with their lines, and a BadRecord in place of each faulty game.

    A game begins with a line ``[Game …]``. After an error, reading goes on at the next such line.

    Args:
        lines: The lines of the text, such as an open file.

    >>> [type(found).__name__ for found in read_entries(['[Game "ataxx"]', "*", "[Game ataxx]"])]
    ['Entry', 'BadRecord']
    """
    parser: GameParser | None = None
    skipping = False
    of_type("lines", lines, Iterable, "an iterable of lines")
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff") if number == 1 else line
        if BEGINNING.match(text):
            if parser is not None:
                yield finished(parser)
            parser, skipping = GameParser(number), False
        elif skipping:
            continue
        elif parser is None:
            if not IGNORED.fullmatch(text):
                yield fault(number, "a game begins with a Game tag")
                skipping = True
            continue
        try:
            parser.read(text, number)
        except BadRecord as error:
            yield error
            parser, skipping = None, True
    if parser is not None:
        yield finished(parser)


def finished(parser: GameParser) -> Entry | BadRecord:
    """Return the game of a parser, or its error."""
    try:
        return parser.finish()
    except BadRecord as error:
        return error
