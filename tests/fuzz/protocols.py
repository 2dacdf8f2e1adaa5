"""Text protocols: a line of words, then what the other side says.

``bot DIALECT GAME``: what a bot says that speaks an engine protocol, an answer for each command,
with a NUL between two answers. ``text GAME PROGRAM``: what a program with the text interface of an
assignment prints. ``engine DIALECT GAME``: what a tournament manager says to our engine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from threading import Event
from typing import Any
from unittest.mock import patch

from outwit.assignments.assignment import assignment_of
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.side import SIDES
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.errors import BotCrash, BotFault
from outwit.players.dialect import DIALECTS, Dialect
from outwit.players.protocol_player import ProtocolPlayer
from outwit.players.roster import BotSpec
from outwit.players.spoken import protocol_of
from outwit.players.text_player import TextPlayer
from outwit.process.running import RunningProgram
from outwit.process.text import tail_shown
from outwit.protocols.connection import Connection
from outwit.protocols.go import Go
from outwit.protocols.search import Search
from outwit.protocols.session import ProtocolSession
from outwit.protocols.settings import BOOK
from outwit.records.record import UNFINISHED, GameRecord, PlayedMove
from tests.fuzz.heads import check_refusal, game_named, guess, read_head
from tests.fuzz.records import check_written

# Moves that a bot is asked for, bytes of its answers that come at once, lines to our engine.
PLIES, CHUNK, MOST_LINES = 4, 50, 40
# Settings of our engine that take memory or threads: they are read, and not carried out.
COSTLY = ("Hash", "Threads")


def target(data: bytes) -> None:
    words, rest = read_head(data)
    kind, one, other = (*words[:3], "", "", "")[:3]
    match kind:
        case "engine":
            check_engine(dialect_named(one), game_named(other), rest)
        case "text":
            check_text(game_named(one), other, rest)
        case _:
            check_bot(dialect_named(one), game_named(other), rest)


def dialect_named(name: str) -> Dialect:
    """Return a dialect by its name; any other text is some dialect's."""
    return guess(name, DIALECTS)


class Recording(RunningProgram):
    """A program that says what it was told to, whatever it is asked, and then ends."""

    def __init__(self, data: bytes) -> None:
        self.answers = iter(data.split(b"\0"))
        self.coming = b""
        self.unread = self.said = self.error_output = b""
        self.received = 0
        self.talks, self.closed, self.has_spoken = True, False, False
        self._ours = -1

    def freeze(self) -> None:
        """Nothing runs."""

    thaw = discard_output = read_errors = freeze

    def write(self, data: bytes, deadline: float) -> None:
        """Let the next answer come."""
        self.received, self.said = 0, b""
        self.coming += next(self.answers, b"")

    def _receive(self, deadline: float) -> None:
        self.unread += self._take()

    def _take(self) -> bytes:
        chunk, self.coming = self.coming[:CHUNK], self.coming[CHUNK:]
        if not chunk:
            raise self.crash()
        self.received += len(chunk)
        self.said += chunk
        return chunk

    def crash(self) -> BotFault:
        """Return the fault of a program that has ended."""
        return BotCrash("it ended", output=tail_shown(self.said))

    def close(self, farewell: str = "", grace: float = 0.0) -> None:
        """End."""
        self.closed = True


class RecordedBot(ProtocolPlayer):
    """A bot whose answers are known beforehand."""

    def __init__(self, game: Game, dialect: Dialect, data: bytes) -> None:
        super().__init__(BotSpec("bot", dialect.name, ("bot",)), game, 1, dialect)
        self.data = data

    def start(self) -> None:
        """Begin with the first answer."""
        if self.process is None:
            self.process = Recording(self.data)
            self.greet(self.process)


def check_bot(dialect: Dialect, game: Game, data: bytes) -> None:
    """A bot plays legal moves, or forfeits; what it says of its moves can be recorded."""
    said = data.decode("utf-8", "replace")
    assert protocol_of(said) in ("", *DIALECTS)
    position = game.start()
    player = RecordedBot(game, dialect, data)
    moves = []
    try:
        player.begin(position)
        for _ in range(PLIES):
            move = player.choose(position)
            position.play(move)
            thought = player.thought
            if thought is not None:
                assert thought.score.isprintable(), ascii(thought.score)
                moves.append(PlayedMove(move, None, None, thought.score, thought.depth))
            if position.is_over:
                break
    except BotFault as fault:
        check_fault(fault)
    check_written(GameRecord(game.name, ("", ""), "", {}, tuple(moves), UNFINISHED, "", {}))


def check_text(game: Game, program: str, data: bytes) -> None:
    """A text program's lines are a legal move, nothing yet, or a fault."""
    known = assignment_of(game).conversations
    if not known:
        return
    conversation = known.get(program) or next(iter(known.values()))
    player = TextPlayer(BotSpec("bot", "text", ("bot",)), game, 1)
    for side in SIDES:
        if side not in conversation.sides:
            continue
        position = beginning(game, side)
        listener = conversation.listener(position, side)
        for line in data.replace(b"\r\n", b"\n").split(b"\n"):
            text = line.decode("utf-8", "backslashreplace")
            try:
                move = listener(text)
                if move is None:
                    continue
                assert player.check_move(position, move, text) in position.legal_moves
            except BotFault as fault:
                check_fault(fault)
            break


def beginning(game: Game, side: int) -> Position:
    """Return the first position in which a side is to move."""
    position = game.start()
    while position.turn != side:
        position.play(next(iter(position.legal_moves)))
    return position


def check_fault(fault: BotFault) -> None:
    """The texts of a fault can be shown on a terminal."""
    check_refusal(fault)
    for text in fault.evidence.values():
        assert text.replace("\n", "").isprintable(), ascii(text)


class Listening(Connection):
    """Keeps what our engine says."""

    def __init__(self) -> None:
        super().__init__(-1, os.open(os.devnull, os.O_WRONLY))
        self.sent: list[str] = []

    def send(self, line: str) -> None:
        """Keep a line."""
        self.sent.append(line)


class Thoughtless:
    """In place of an engine: has no thoughts, so that no input takes long."""

    def analyse(self, position: Position, limits: Limits) -> Iterator[Any]:
        """Find nothing; the first legal move is played."""
        assert limits.check() is limits
        return iter(())

    def stop(self) -> None:
        """Stop nothing."""


class SearchAtOnce(Search):
    """A search that has ended when it begins: a thread would take longer than all the rest."""

    def __init__(
        self, engine: Searcher, position: Position, go: Go, connection: Connection, no_move: str
    ) -> None:
        self.engine, self.go, self.connection, self.no_move = engine, go, connection, no_move
        self.position = position.copy()
        self.is_answered = False
        self.stopped = Event()
        self.stopped.set()
        self._run()

    def stop(self) -> None:
        """Nothing runs."""


class QuickSession(ProtocolSession):
    """Our engine's side of a protocol without its costs."""

    # What is set at the beginning: options of the game, and numbers of the engine.
    first: tuple[dict[str, object], dict[str, int]]

    def set_number(self, option: Any, text: str) -> None:
        """Read a number; take no memory."""
        if option.name in COSTLY:
            option.read(text)
        else:
            super().set_number(option, text)


@lru_cache(32)
def session_of(dialect: Dialect, game: Game) -> QuickSession:
    session = QuickSession(game, dialect, Listening(), {}, mebibytes=1)
    session.first = dict(session.options), dict(session.settings)
    session.engine.analyse = Thoughtless().analyse  # type: ignore[method-assign,assignment]
    return session


def check_engine(dialect: Dialect, game: Game, data: bytes) -> None:
    """Our engine answers every line in one line or more, and fails at none."""
    session = session_of(dialect, game)
    connection = session.connection
    assert isinstance(connection, Listening)
    connection.sent.clear()
    session.options, session.settings = dict(session.first[0]), dict(session.first[1])
    session.book = BOOK.default
    session.position = game.start(**session.options)
    with patch("outwit.protocols.session.Search", SearchAtOnce):
        for line in data.split(b"\n")[:MOST_LINES]:
            words = line.decode("utf-8", "replace").split()
            if words:
                session.execute(words[0], words[1:])
        session.stop([])
    for said in connection.sent:
        assert " failed: " not in said, said
        assert said.isprintable(), ascii(said)
    text = session.position.text
    rules = {name: session.options[name] for name in game.rules()}
    assert game.position(text, **rules).text == text
