"""The line mode: a game as lines of text, for pipes and screen readers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import level_seat, open_player, seats_of
from outwit.core.counting import counted
from outwit.core.move import Move
from outwit.core.page import rules_page
from outwit.errors import (
    BadFile,
    BotFault,
    BotIllegal,
    IllegalMove,
    OutwitError,
    UsageError,
)
from outwit.files import write_bytes
from outwit.players.asking import best
from outwit.players.levels import LEVELS
from outwit.players.player import Player
from outwit.players.reasons import explain
from outwit.records.replay import game_named
from outwit.records.writer import write_record
from outwit.terminal import words
from outwit.terminal.kept import Keeper, read_game
from outwit.terminal.prompt import Prompt
from outwit.terminal.seating import SECONDS, allowance, reader
from outwit.terminal.textboard import layout_of, status_line, text_board

WIDTH = 90
# Most stored games listed.
LISTED = 20


class PlainGame:
    """Plays games with a person, line by line.

    ``seconds``: the engine's time for a move without a clock, and for a hint.
    """

    def __init__(
        self,
        live: LiveGame,
        keeper: Keeper,
        prompt: Prompt,
        *,
        seed: int | None = None,
        seconds: float = SECONDS,
        coloured: bool = False,
    ) -> None:
        self.live = live
        self.keeper = keeper
        self.prompt = prompt
        self.seeds = Random(seed)
        self.seconds = seconds
        self.coloured = coloured
        self.flipped = False
        self.players: dict[int, Player] = {}
        prompt.candidates = lambda: sorted([*words.WORDS, *self.live.position.legal_moves])

    def run(self) -> None:
        """Play until the person leaves; from pipes, until the input ends."""
        click.echo(f"\n{self.live.game.name}: {self.live.game.title}")
        click.echo(words.help_text())
        try:
            self.draw()
            while self.step():
                pass
            if self.prompt.is_interactive:
                self.say_where_kept()
        except KeyboardInterrupt:
            click.echo()  # ends the line of the prompt
            self.say_where_kept()
            raise
        finally:
            self.close_players()
            self.prompt.close()

    def step(self) -> bool:
        """Take an entry of the person to move, or a move of a bot; tell whether to go on."""
        live = self.live
        if live.is_over:
            question = "> " if self.prompt.is_interactive else ""
        elif not live.turn_of_person:
            self.let_bot_move()
            return True
        else:
            question = f"{live.game.sides[live.position.turn]}> "
        entry = self.prompt.ask(question)
        if entry is None:
            return False
        try:
            return self.execute(entry)
        except OutwitError as error:
            click.echo(str(error))
            return True

    def execute(self, entry: str) -> bool:
        """Execute an entry; tell whether to go on. Raise OutwitError if it cannot be done."""
        typed, _, argument = entry.partition(" ")
        word = words.exact_word(typed)
        if word is None:
            try:
                self.play(entry)
            except IllegalMove as error:
                word = words.begun_word(typed)
                if word is None:
                    self.explain(typed, error)
            if word is None:
                return True
        if word == "quit":
            return False
        getattr(self, f"do_{word}")(argument.strip())
        return True

    def explain(self, typed: str, error: IllegalMove) -> None:
        """Explain why an entry is neither a move nor a command."""
        meant = words.similar_word(typed)
        if meant is not None:
            click.echo(f"{error}; did you mean `{meant}`?")
        elif self.live.is_over:
            click.echo("The game is over; `new` begins another, `help` lists the words.")
        else:
            click.echo(f"{error}; `moves` lists what is")

    # Commands.

    def do_move(self, argument: str) -> None:
        """Play a move."""
        if not argument:
            raise UsageError("a move is needed, such as `move " + self.example() + "`")
        self.play(argument)

    def do_moves(self, square: str) -> None:
        """List the legal moves, or those of one square with descriptions."""
        moves = self.live.position.legal_moves
        if not square:
            click.echo(click.wrap_text("  ".join(sorted(moves)), WIDTH))
            return
        name = square.lower()
        found = [move for move in moves if any(name in way for way in move.ways)]
        for move in sorted(found):
            click.echo(in_words(move))
        if not found:
            click.echo(f"There is no legal move on {square[:40]!r}.")

    def do_board(self, _: str) -> None:
        """Draw the board."""
        self.draw()

    def do_undo(self, _: str) -> None:
        """Take the person's last move back."""
        self.live.undo()
        self.after_change()

    def do_redo(self, _: str) -> None:
        """Replay the moves that were taken back."""
        self.live.redo()
        self.after_change()

    def do_hint(self, _: str) -> None:
        """Print the engine's move and the reasons for it."""
        if self.live.is_over:
            raise UsageError("the game is over")
        position = self.live.position
        found = best(position, time=self.seconds)
        why = explain(position, found.move, found.score, found.line)
        click.echo(f"Hint: {in_words(position.move(found.move))}. {why}")

    def do_level(self, argument: str) -> None:
        """Replace the bot by an engine level."""
        seats = self.live.seats
        if not any(seat.bot for seat in seats):
            raise UsageError("no bot plays here")
        if not argument.isdecimal() or not 1 <= int(argument[:9]) <= len(LEVELS):
            names = " and ".join(seat.name for seat in seats if seat.bot)
            raise UsageError(f"{names} plays; `level 1` to `level {len(LEVELS)}` changes that")
        seat = level_seat(int(argument))
        self.live.seats = (seat if seats[0].bot else seats[0], seat if seats[1].bot else seats[1])
        self.close_players()
        click.echo(f"{seat.name} plays from now on.")

    def do_rules(self, _: str) -> None:
        """Print the rules of the game."""
        click.echo(rules_page(self.live.game).rstrip())

    def do_save(self, path: str) -> None:
        """Write the game to a new file; an existing file is not replaced."""
        if not path:
            kept = self.keeper.keep(self.live)
            raise UsageError(f"it is kept in {kept}" if kept else "a file's name is needed")
        if Path(path).exists():
            raise BadFile(f"{path!r} is there already; another name, please")
        try:
            write_bytes(path, write_record(self.live.record()).encode())
        except OSError as error:
            raise BadFile(f"{path!r} cannot be written: {error.strerror or error}") from None
        click.echo(f"The game is in {path}")

    def do_load(self, path: str) -> None:
        """Continue a game from a file, or from the list of stored games by its number."""
        if path and not path.isdecimal():
            self.load(Path(path))
            return
        kept = self.keeper.list()[:LISTED]
        if path:
            if not 1 <= int(path[:9]) <= len(kept):
                raise UsageError(f"there is no kept game number {path[:9]}")
            self.load(kept[int(path) - 1].path)
            return
        for number, (_, record, date) in enumerate(kept, 1):
            first, second = record.players
            click.echo(
                f"{number:2}  {date:%Y-%m-%d %H:%M}  {record.game}, {first} against {second}, "
                f"{counted(len(record.moves), 'move')}, {record.result}"
            )
        click.echo("`load 1` takes the first." if kept else "No game is kept yet.")

    def load(self, path: Path) -> None:
        """Continue the game of a file."""
        record = read_game(path)
        live = LiveGame.of_record(record, seats_of(record, game_named(record.game)))
        self.keeper.go_on(live, path)
        self.begin(live)

    def do_resign(self, _: str) -> None:
        """Resign."""
        if self.live.is_over:
            raise UsageError("the game is over")
        if self.prompt.confirm("Resign?"):
            self.live.resign(int(self.live.position.turn))
            self.after_change()

    def do_new(self, _: str) -> None:
        """Start a new game from the same position, with the same seats and clocks."""
        old = self.live
        position = old.position.copy()
        while position.played:
            position.undo()
        self.begin(LiveGame(old.game, position, old.seats, old.control))

    def do_flip(self, _: str) -> None:
        """Flip the board."""
        if layout_of(self.live.position) is None:
            raise UsageError("this board cannot be turned")
        self.flipped = not self.flipped
        self.draw()

    def do_help(self, _: str) -> None:
        """List the commands."""
        click.echo(words.help_text())

    # Moves.

    def play(self, text: str) -> None:
        """Play a person's move; raise IllegalMove."""
        self.live.play(self.live.position.read_typed(text))
        self.after_move()

    def let_bot_move(self) -> None:
        """Play the move of the bot to move; a fault of the bot forfeits the game."""
        live = self.live
        side = int(live.position.turn)
        try:
            player = self.player(side)
            player.thought = None
            move = player.choose(live.position, allowance(live, self.seconds))
            try:
                live.play(move, player.thought)
            except IllegalMove as error:
                raise BotIllegal(str(error)) from None
        except BotFault as fault:
            live.forfeit(side, fault)
            self.close_players()
            self.after_change()
            if advice := fault.evidence.get("advice"):
                click.echo(advice)
        else:
            self.after_move()

    def player(self, side: int) -> Player:
        """Return the ready player of a bot's seat; its preparation does not use its clock."""
        if side not in self.players:
            self.live.pause()
            seed = self.seeds.randrange(1 << 32)
            player = open_player(self.live.seats[side], self.live.game, seed)
            self.players[side] = player
            try:
                player.begin(self.live.position)
            finally:
                self.live.resume()
        return self.players[side]

    def after_move(self) -> None:
        """Print the description of the move unless it came too late; show the board to persons."""
        live = self.live
        last = live.position.last_move
        if last is not None and live.ending is None:
            click.echo(in_words(last))
        self.keeper.keep(live)
        if live.is_over or live.turn_of_person:
            self.draw()

    def after_change(self) -> None:
        """Store the game and show it."""
        self.keeper.keep(self.live)
        self.draw()

    def begin(self, live: LiveGame) -> None:
        """Switch to another game."""
        self.close_players()
        self.live = live
        self.draw()

    def draw(self) -> None:
        """Print the board and a status line."""
        live = self.live
        board = text_board(live.position, coloured=self.coloured, flipped=self.flipped)
        line = live.sentence_for(reader(live)) if live.is_over else status_line(live.position)
        score = live.position.shown_score
        if score is not None and not live.is_over:
            pairs = zip(live.game.sides, score, strict=True)
            counts = ", ".join(f"{name} {count}" for name, count in pairs)
            line += f"; {live.game.unit}: {counts}"
        left = live.clocks()
        if left is not None and not live.is_over:
            times = zip(live.game.sides, left, strict=True)
            line += "; " + ", ".join(f"{name} has {clock_text(time)}" for name, time in times)
        click.echo(f"\n{board}\n\n{line}", color=self.coloured)

    def close_players(self) -> None:
        """End the bots."""
        for player in self.players.values():
            player.close()
        self.players.clear()

    def say_where_kept(self) -> None:
        """Print to standard error where the game is stored, and how to continue it."""
        if words := self.keeper.last_words(self.live):
            click.echo(words, err=True)

    def example(self) -> str:
        """Return a legal move."""
        return str(next(iter(self.live.position.legal_moves), "MOVE"))


def in_words(move: Move) -> str:
    """Return a move's description, with its notation unless the description contains it."""
    return move.label if move.text in move.label.split() else f"{move.label} ({move})"


def clock_text(seconds: float) -> str:
    """Return a time as a clock shows it.

    >>> clock_text(65.4), clock_text(9.96), clock_text(3600)
    ('1:05', '9.9 s', '60:00')
    """
    if seconds < 10:
        return f"{int(seconds * 10) / 10} s"
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
