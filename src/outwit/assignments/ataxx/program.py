"""The program ``ataxx``: commands from standard input, or from files named as arguments."""

from __future__ import annotations

import os

from outwit.assignments.ataxx.spelling import PASS, distance, is_square, spell, spellings, unspell
from outwit.assignments.console import Console, EndOfInput, Leave, run, seed
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import BadOption, OutwitError
from outwit.files import read_bytes, write_bytes
from outwit.games.ataxx.rules import Ataxx
from outwit.games.ataxx.tuning import SEARCH

NAMES = ("Red", "Blue")
SIDES = ("red", "blue")
LONGEST_SAVE = 65_536
DISPLAY = "--display"
# A lower level is the depth of the search in plies; this one searches for THOUGHT seconds.
FREE = 10
THOUGHT = 1.0
LONGEST_THOUGHT = 4.0
SEEDED_NODES = 50_000
USAGE = """\
usage: ataxx [--display] [FILE ...]

Plays Ataxx: Red is you, Blue is the computer. Commands are read from the files, one after the
other, or from standard input; the command `help` lists them. If the environment variable
OUTWIT_SEED is set to a number, the computer plays the same moves in every run.

With --display the board is shown on the terminal, and moves can be clicked. There the commands of
the files are carried out first.
"""
HELP = """\
new                   start again
a7-b7                 move: a clone or a jump
-                     pass
block c3              block a square and its mirror images, before the first move
manual red, ai red    who plays a side
board                 print the board
board_on, board_off   print it after every move, or no longer
score                 count the pieces
undo                  take back your last move
hint                  suggest a move
level N               strength of the AI: it searches 1 to 9 plies deep, or 10: for a second
save FILE, load FILE  save the game to a file, load it again
quit                  leave
"""


class Quit(Exception):
    """The player has asked to leave."""


class CommandSession:
    """A game, who plays it, and what its player wants to see."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.engine = Searcher(Tuning(**SEARCH))
        self.position = Ataxx.begin()
        self.automatic = [False, True]
        self.shows_board = False
        self.announced = False
        self.level = FREE

    def prompt(self) -> str:
        """Return the prompt."""
        return "-> " if self.position.outcome is not None else f"{NAMES[self.position.turn]}> "

    def let_ai_move(self) -> None:
        """Play while it is an AI's turn."""
        while self.position.outcome is None and self.automatic[self.position.turn]:
            name = NAMES[self.position.turn]
            spelt = self.console.decide(lambda: spell(self.position, self.think()), self.spellings)
            self.console.write(f"* {name} moves {spelt}.\n")
            self.position.play(unspell(spelt))
            self.after_move()
        self.announce()

    def think(self) -> str:
        """Return the engine's move; with a seed, nodes limit the search, so it is repeatable."""
        if self.level < FREE:
            limits = Limits(time=LONGEST_THOUGHT, depth=self.level)
        elif seed() is not None:
            limits = Limits(nodes=SEEDED_NODES)
        else:
            limits = Limits(time=THOUGHT)
        return self.engine.best(self.position, limits).move

    def after_move(self) -> None:
        """Print the board if that is wanted, and the result if the game is over."""
        if self.shows_board:
            self.show()
        self.announce()

    def announce(self) -> None:
        """Say, once, how the game ended."""
        outcome = self.position.outcome
        if outcome is None or self.announced:
            return
        self.announced = True
        won = "Draw" if outcome.winner is None else f"{NAMES[outcome.winner]} wins"
        self.console.write(f"* {won}!\n")

    def spellings(self) -> list[str]:
        """List the legal moves as the assignment writes them, a clone once for every origin."""
        legal = self.position.legal_moves
        return [spelt for move in legal for spelt in spellings(self.position, move)]

    def show(self) -> None:
        """Print the board."""
        self.console.write(f"{self.position}\n")

    # What the commands do.

    def new(self) -> None:
        """Start again."""
        self.position = Ataxx.begin()
        self.announced = False
        self.let_ai_move()

    def score(self) -> None:
        """Count the pieces."""
        red, blue = self.position.score
        self.console.write(f"{red} red vs {blue} blue\n")

    def assign(self, side: int, automatic: bool) -> None:
        """Say who plays a side."""
        self.automatic[side] = automatic
        self.let_ai_move()

    def block(self, square: str) -> None:
        """Block a square and its mirror images."""
        if self.position.played:
            self.console.complain("block-setting must precede first move.")
            return
        try:
            self.position.set_block(square)
        except BadOption:
            self.console.complain("illegal block placement")
            return
        if self.shows_board:
            self.show()
        self.announce()

    def move(self, origin: str, target: str) -> None:
        """Play a clone or a jump, whichever it is; after the end only show the board."""
        if self.position.outcome is not None:
            self.after_move()
            return
        text = unspell(f"{origin}-{target}")
        own = "xo"[self.position.turn]
        if (
            self.position.piece(origin) != own
            or distance(origin, target) not in (1, 2)
            or text not in self.position.legal_moves
        ):
            self.console.complain("illegal move")
            if self.shows_board:
                self.show()
            return
        self.position.play(text)
        self.after_move()
        self.let_ai_move()

    def skip(self) -> None:
        """Pass; after the end only show the board."""
        if self.position.outcome is not None:
            self.after_move()
            return
        if PASS not in self.position.legal_moves:
            self.console.complain("illegal pass: you could jump or clone")
            return
        self.position.play(PASS)
        self.after_move()
        self.let_ai_move()

    def undo(self) -> None:
        """Take back the last move of a person, and the AI's answers to it."""
        plies = len(self.position.played)
        if all(self.automatic[(self.position.turn + back) % 2] for back in range(1, plies + 1)):
            self.console.complain("nothing to undo")
            return
        self.position.undo()
        while self.automatic[self.position.turn]:
            self.position.undo()
        self.announced = False
        if self.shows_board:
            self.show()

    def hint(self) -> None:
        """Suggest a move."""
        if self.position.outcome is None:
            move = self.think()
            self.console.write(f"{spell(self.position, move)}\n")

    def set_level(self, number: str) -> None:
        """Set the strength of the AI."""
        if not number.isascii() or not number.isdigit() or not 1 <= int(number[:9]) <= FREE:
            self.console.complain(f"level: a number from 1 to {FREE}")
            return
        self.level = int(number)

    def save(self, path: str) -> None:
        """Save the game: the start position on the first line, then the moves."""
        game = self.position.copy()
        while game.played:
            game.undo()
        lines = [game.text, *self.position.played]
        try:
            write_bytes(path, "".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            self.console.complain(f"save failed: {error.strerror or error}")

    def load(self, path: str) -> None:
        """Load a saved game; a file that is not one changes nothing."""
        try:
            text, *moves = read_bytes(path, LONGEST_SAVE).decode("ascii", "replace").splitlines()
            position = Ataxx.read(text)
            for move in moves:
                position.play(move)
        except OSError as error:
            self.console.complain(f"load failed: {error.strerror or error}")
            return
        except (OutwitError, ValueError) as error:
            self.console.complain(f"load failed: {error}")
            return
        self.position = position
        self.announced = False
        self.let_ai_move()

    def carry_out(self, line: str) -> None:
        """Carry out a command."""
        words = line.lower().split()
        match words:
            case ["new"]:
                self.new()
            case ["quit" | "q"]:
                raise Quit
            case [("manual" | "ai") as kind, ("red" | "blue") as side]:
                self.assign(SIDES.index(side), kind == "ai")
            case ["score"]:
                self.score()
            case ["block", square] if is_square(square):
                self.block(square)
            case ["-"]:
                self.skip()
            case ["board"]:
                self.show()
            case ["board_on" | "board_off"]:
                self.shows_board = words == ["board_on"]
            case ["help"]:
                self.console.write(HELP)
            case ["undo"]:
                self.undo()
            case ["hint"]:
                self.hint()
            case ["level", number]:
                self.set_level(number)
            case ["save", _]:
                self.save(line.split()[1])
            case ["load", _]:
                self.load(line.split()[1])
            case [word] if len(word) == 5 and word[2] == "-":
                origin, target = word[:2], word[3:]
                if not is_square(origin) or not is_square(target):
                    self.console.complain("Unknown command.")
                else:
                    self.move(origin, target)
            case _:
                self.console.complain("Unknown command.")


def announced(output: bytes) -> list[str]:
    """List the AI's moves in what such a program has printed."""
    import re

    return [
        move.decode()
        for move in re.findall(
            rb"^(?:(?:Red|Blue|-)> )*\* \w+ moves (\S+)\.$", output, re.MULTILINE
        )
    ]


def play(console: Console, words: list[str]) -> int:
    """Obey commands until there are no more."""
    if words == ["--help"]:
        console.write(USAGE)
        return 0
    if words[:1] == [DISPLAY]:
        from outwit.assignments.ataxx.display import display

        return display(words[1:])
    session = CommandSession(console)
    try:
        if not words:
            obey(session)
        for path in words:
            console.read_from(open_file(path))
            obey(session)
    except Quit:
        pass
    return 0


def obey(session: CommandSession) -> None:
    """Carry out commands to the end of the input."""
    try:
        while True:
            session.console.write(session.prompt())
            session.carry_out(session.console.text_line())
    except EndOfInput:
        return


def open_file(path: str) -> int:
    """Open a file of commands."""
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(21, os.strerror(21))
        return os.open(path, os.O_RDONLY)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Leave(1, f"ataxx: {path} cannot be read: {reason}") from None


def main() -> None:
    """Run it."""
    run(play)
