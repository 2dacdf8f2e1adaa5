"""The engine's side of the protocol: commands in, answers out."""

from __future__ import annotations

from random import Random

from outwit import __version__
from outwit.engine.table import Table
from outwit.errors import BadFile, BadOption, IllegalMove, OutwitError, UsageError
from outwit.players.engine import book_for, engine_for
from outwit.protocols.go import read_go
from outwit.protocols.search import Search
from outwit.protocols.settings import (
    BOOK,
    HASH,
    LINES,
    THREADS,
    option_line,
    read_value,
    split_setting,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.game import Game
    from outwit.core.option import Option
    from outwit.core.position import Position
    from outwit.players.dialect import Dialect
    from outwit.protocols.connection import Connection
    from outwit.protocols.go import Go


class ProtocolSession:
    """Executes commands, one a line; a faulty one is answered by a message and changes nothing."""

    def __init__(
        self,
        game: Game,
        dialect: Dialect,
        connection: Connection,
        options: dict[str, object],
        *,
        threads: int = 1,
        mebibytes: int = 16,
    ) -> None:
        self.game = game
        self.dialect = dialect
        self.connection = connection
        # A dialect may have rules of its own for a game; given options override them.
        usual = game.read_options(dict(game.parts.protocols.get(dialect.name, {})))
        self.options = {**game.defaults(), **usual, **game.read_options(options)}
        self.settings: dict[str, int] = {
            HASH.name: read_number(HASH, mebibytes),
            THREADS.name: read_number(THREADS, threads),
            LINES.name: 1,
        }
        self.position: Position = game.start(**self.options)
        self.engine = engine_for(game, mebibytes=mebibytes, threads=threads)
        self.book = BOOK.default
        self.rng = Random()
        self.search: Search | None = None
        self.commands: dict[str, Callable[[list[str]], None]] = {
            dialect.name: self.greet,
            dialect.new_game: self.new_game,
            "isready": self.is_ready,
            "setoption": self.set_option,
            "position": self.set_position,
            "moves": self.play_moves,
            "go": self.go,
            "stop": self.stop,
        }
        if dialect.queries:
            self.commands["query"] = self.query

    def run(self) -> None:
        """Execute commands until ``quit`` or the end of the input."""
        try:
            for line in self.connection.lines():
                words = line.split()
                if words[:1] == ["quit"]:
                    return
                if words:
                    self.execute(words[0], words[1:])
        finally:
            self.stop([])

    def execute(self, command: str, words: list[str]) -> None:
        """Execute a command, or send a message that says why not."""
        if command not in self.commands:
            self.connection.remark(f"unknown command {command[:40]!r}")
            return
        try:
            self.commands[command](words)
        except OutwitError as error:
            self.connection.remark(str(error))
        except Exception as error:
            self.connection.remark(f"{command} failed: {error!r}")

    # The commands

    def greet(self, _words: list[str]) -> None:
        """Send name, author and options."""
        self.connection.send(f"id name Outwit {__version__} {self.game.name}")
        self.connection.send("id author the Outwit maintainers")
        for option in (HASH, THREADS, LINES):
            self.connection.send(option_line(option, self.settings[option.name]))
        self.connection.send(option_line(BOOK, self.book))
        for choice in self.game.options:
            self.connection.send(option_line(choice, self.options[choice.name]))
        self.connection.send(self.dialect.greeting)

    def is_ready(self, _words: list[str]) -> None:
        """Answer that all commands before have been executed."""
        self.connection.send("readyok")

    def new_game(self, _words: list[str]) -> None:
        """Clear the transposition table and return to the start position."""
        self.must_be_idle(self.dialect.new_game)
        self.engine.table.clear()
        self.position = self.game.start(**self.options)

    def set_option(self, words: list[str]) -> None:
        """Set an option; an option of the game also returns to its start position."""
        self.must_be_idle("setoption")
        name, text = split_setting(words)
        for option in (HASH, THREADS, LINES):
            if option.name.lower() == name.lower():
                self.set_number(option, text)
                return
        if BOOK.name.lower() == name.lower():
            self.book = BOOK.read(text.lower())
            return
        for choice in self.game.options:
            if choice.name.lower() == name.lower():
                options = {**self.options, choice.name: read_value(choice, text)}
                self.position = self.game.start(**options)
                self.options = options
                if choice.rule:
                    # What the table has was found under the other rule.
                    self.engine.table.clear()
                return
        raise BadOption(f"there is no option {name[:40]!r}")

    def set_number(self, option: Option, text: str) -> None:
        """Set one of the engine's options."""
        number = read_number(option, text)
        if option is HASH:
            self.engine.table = Table(number)
        elif option is THREADS:
            self.engine.threads = number
        self.settings[option.name] = number

    def set_position(self, words: list[str]) -> None:
        """Set up ``startpos`` or ``fen TEXT``, and play what follows ``moves``."""
        at = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["startpos"] and at == 1:
            position = self.game.start(**self.options)
        elif words[:1] == ["fen"]:
            rules = {name: self.options[name] for name in self.game.rules()}
            position = self.game.position(" ".join(words[1:at]), **rules)
        else:
            raise UsageError("position: 'startpos' or 'fen' expected, then perhaps 'moves'")
        self.position = after_moves(position, words[at + 1 :])

    def play_moves(self, words: list[str]) -> None:
        """Play moves in the current position."""
        self.position = after_moves(self.position.copy(), words)

    def go(self, words: list[str]) -> None:
        """Start a search."""
        self.must_be_idle("go")
        go = read_go(words, self.dialect, self.position.turn)
        for remark in go.remarks:
            self.connection.remark(remark)
        moves = tuple(move for move in go.limits.moves if self.position.is_legal(move))
        if len(moves) < len(go.limits.moves):
            self.connection.remark("go searchmoves: not all of these are legal moves")
        limits = go.limits.replace(moves=moves, lines=self.settings[LINES.name])
        self.stop([])
        if (move := self.book_move(go.replace(limits=limits))) is not None:
            self.connection.send(f"bestmove {move}")
            return
        no_move = self.dialect.no_move
        self.search = Search(
            self.engine, self.position, go.replace(limits=limits), self.connection, no_move
        )

    def stop(self, _words: list[str]) -> None:
        """End the search, if there is one; it sends its move."""
        if self.search is not None:
            self.search.stop()
            self.search = None

    def query(self, words: list[str]) -> None:
        """Answer a question about the current position."""
        outcome = self.position.outcome
        if words == ["gameover"]:
            answer = "false" if outcome is None else "true"
        elif words == ["p1turn"]:
            answer = "false" if self.position.turn else "true"
        elif words == ["result"]:
            answer = "none" if outcome is None else "draw"
            if outcome is not None and outcome.winner is not None:
                answer = ("p1win", "p2win")[outcome.winner]
        else:
            raise UsageError("query: 'gameover', 'p1turn' or 'result' expected")
        self.connection.send(f"response {answer}")

    # Shared by the commands

    def book_move(self, go: Go) -> str | None:
        """Return a move of the opening book, None if there is none or the lines are wanted."""
        wants_lines = go.infinite or go.limits.moves or go.limits.lines > 1
        if self.book != "true" or wants_lines or self.position.outcome is not None:
            return None
        try:
            book = book_for(self.game)
        except BadFile as error:
            self.connection.remark(str(error))
            return None
        known = None if book is None else book.choose(self.position, self.rng)
        return None if known is None else known.move

    def must_be_idle(self, command: str) -> None:
        """Raise UsageError if a search is running."""
        if self.search is not None and not self.search.is_answered:
            raise UsageError(f"{command}: a search is running; stop it first")


def after_moves(position: Position, moves: list[str]) -> Position:
    """Play moves and return the position; raise IllegalMove with the number of the first."""
    for number, move in enumerate(moves, 1):
        try:
            position.play(move)
        except IllegalMove:
            reason = "is not legal there" if position.outcome is None else "comes after the end"
            raise IllegalMove(f"move {number}, {move[:40]!r}, {reason}") from None
    return position


def read_number(option: Option, value: object) -> int:
    """Return the value of a numeric option; raise BadOption if it is not valid."""
    number = option.read(value)
    assert isinstance(number, int)
    return number
