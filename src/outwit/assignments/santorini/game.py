"""A game of Santorini, followed in what was typed and in what a program has printed."""

from __future__ import annotations

import re

from outwit.assignments.exam import Transcript
from outwit.assignments.santorini.output import MistakeFound, Output
from outwit.assignments.santorini.reading import (
    NO_DIRECTION,
    NO_WORKER,
    NOT_YOURS,
    read_score,
)
from outwit.assignments.santorini.screen import board_of, boards_after, read_move
from outwit.assignments.santorini.weights import Choices
from outwit.games.santorini.bots import score
from outwit.games.santorini.compass import COMPASS
from outwit.games.santorini.notation import WORKERS, neighbour
from outwit.games.santorini.rules import Santorini

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COLOURS = ("white", "blue")
HUMAN, HEURISTIC = "human", "heuristic"
# In the order in which they are printed.
SCORES = ("height", "center", "distance")


class OutOfInput(Exception):
    """All lines of the case are used up."""


class FollowedGame:
    """The position by our rules, beside the output of a program."""

    def __init__(
        self,
        transcript: Transcript,
        players: Sequence[str],
        undo: bool,
        lines: Iterable[str],
        choices: Choices,
    ) -> None:
        self.output = Output(transcript)
        self.players = players
        self.undo = undo
        self.lines = iter(lines)
        self.choices = choices
        # What is checked besides the boards; see ``SantoriniExaminer``.
        self.asks = ""
        # Turns to follow; 0: all.
        self.most = 0
        self.position = Santorini.begin()
        self.undone: list[str] = []
        # What was typed last without effect, in words.
        self.idle = ""

    def follow(self) -> None:
        """Follow the game to its end, or to the end of the input; raise MistakeFound."""
        self.expect_board("at the start")
        if self.asks == "start":
            return
        try:
            while (outcome := self.position.outcome) is None:
                self.look_beside()
                if self.position.turn_number > self.most > 0:
                    return
                if self.undo and not self.is_next():
                    continue
                self.undone.clear()
                if self.players[self.position.turn] == HUMAN:
                    self.follow_person()
                else:
                    self.follow_computer()
        except OutOfInput:
            self.output.expect_silence(self.idle)
            return
        assert outcome.winner is not None
        why = (
            "a worker stands on level 3"
            if outcome.termination.code == "climbed"
            else f"no worker of {COLOURS[self.position.turn]} can move and build"
        )
        self.output.expect_winner(COLOURS[outcome.winner], why)

    def line(self) -> str:
        """Return the next line that was typed."""
        for line in self.lines:
            return line
        raise OutOfInput

    def expect_board(self, why: str) -> None:
        """Check that the position is shown."""
        last = self.position.outcome is not None
        self.output.expect_board(board_of(self.position), f"{why}{self.idle}", last=last)
        self.idle = ""

    def is_next(self) -> bool:
        """Follow what is typed before a turn; tell whether the turn is to be taken."""
        word = self.line()
        if word == "next":
            return True
        turn = self.position.turn_number
        if word == "undo" and self.position.played:
            self.undone.append(str(self.position.undo()))
        elif word == "redo" and self.undone:
            self.position.play(self.undone.pop())
        else:
            self.idle = f" ({word} at turn {turn} does nothing there)"
            return False
        self.expect_board(f"after {word} at turn {turn}")
        return False

    def follow_person(self) -> None:
        """Follow the three answers of a person."""
        position = self.position
        moves = [str(move) for move in position.legal_moves]
        colour = COLOURS[position.turn]
        worker = self.line()
        while len(worker) != 1 or WORKERS.find(worker) // 2 != position.turn:
            if len(worker) == 1 and worker in WORKERS:
                self.output.expect_message(NOT_YOURS, f"{colour} has no worker {worker}")
            else:
                self.output.expect_message(NO_WORKER, f"there is no worker {worker!r}")
            worker = self.line()
        place = position.workers[WORKERS.index(worker)]
        steps = {move.split(",")[1] for move in moves if move[0] == worker}
        step = self.follow_way("move", steps, place, place)
        target = neighbour(place, step)
        assert target is not None
        begun = f"{worker},{step},"
        builds = {move.removeprefix(begun) for move in moves if move.startswith(begun)}
        build = self.follow_way("build", builds, target, place)
        position.play(begun + build)
        self.expect_board(f"after {colour} plays {worker}, {step}, {build}")

    def follow_way(self, verb: str, possible: set[str], origin: int, left: int) -> str:
        """Follow the question for a direction; a worker has left a square."""
        way = self.line()
        while way not in possible:
            if way in COMPASS:
                why = self.why_not(origin, left, way)
                self.output.expect_message(f"Cannot {verb} {way}", why)
            else:
                self.output.expect_message(NO_DIRECTION, f"{way!r} is no direction")
            way = self.line()
        return way

    def why_not(self, origin: int, left: int, way: str) -> str:
        """Say why a worker cannot move, or build, in a direction."""
        target = neighbour(origin, way)
        if target is None:
            return "that is off the board"
        cells = self.position.cells()
        if len(cells[target]) == 2 and target != left:
            return f"worker {cells[target][1]} stands there"
        if cells[target][0] == "4":
            return "there is a dome"
        return f"a worker on level {cells[origin][0]} cannot climb to level {cells[target][0]}"

    def follow_computer(self) -> None:
        """Find out what a computer has played, and check it."""
        position, output = self.position, self.output
        turn, kind = position.turn_number, self.players[position.turn]
        before = board_of(position)
        boards = boards_after(position)
        start = output.next
        why = f"after the {kind} player's turn {turn}"
        # Winners of games that are only thought are marked where a case asks for nothing else.
        piece = output.next_board(before, why, patient=bool(self.asks))
        said = announced(output.lines_since(start))
        if piece is not None:
            # Some announce a move below the new board.
            said = said or announced(output.lines_after())
            if piece.text not in boards:
                raise MistakeFound(
                    f"no allowed move of {COLOURS[position.turn]} leads to the board after turn "
                    f"{turn}; announced is {spell(said[-1]) if said else 'nothing'}",
                    f"a board that is one turn after\n{before.drawn}",
                    piece.shown,
                    output.exchange_of(piece),
                )
            played = boards[piece.text]
        elif said and not output.is_at_end() and said[-1] in boards.values():
            # The board before the winner may be left out.
            played = said[-1]
        elif not output.is_at_end():
            winner = output.pieces[output.next]
            raise MistakeFound(
                f"the game is not over at turn {turn}: {COLOURS[position.turn]} could play "
                f"{spell(next(iter(boards.values())))}",
                before.drawn,
                f"{winner.text} has won",
                output.exchange_of(winner),
            )
        else:
            raise output.missing(f"the board after the {kind} player's turn {turn}")
        if self.asks == "moves" and played not in said:
            what = f"the {kind} player should print the move it took at turn {turn}"
            raise MistakeFound(what, spell(played), spell(said[-1]) if said else "")
        if kind == HEURISTIC and self.asks == "win":
            self.choices.check_win(position, played)
        if kind == HEURISTIC and self.asks == "choice":
            self.choices.check(position, played)
        position.play(played)

    def look_beside(self) -> None:
        """Check what is printed beside the board at the start of a turn, if the case asks."""
        position = self.position
        turn, colour = position.turn_number, COLOURS[position.turn]
        below = self.output.lines_after()
        above = self.output.lines_since(self.output.above)
        if self.asks == "turns":
            number = re.compile(rf"(?<!\d){turn}(?!\d)")
            if not any(map(number.search, below + above)):
                what = f"the number of turn {turn} should be displayed"
                raise MistakeFound(what, str(turn), "\n".join(below))
            if not any(colour in line.lower() for line in below + above):
                what = f"the current player at turn {turn}, {colour}, should be displayed"
                raise MistakeFound(what, colour, "\n".join(below))
        if self.asks in SCORES:
            wanted = score(position, position.turn)
            found = scores(below)[:1] or scores(above)[-1:]
            if not found:
                what = f"the scores of {colour} at turn {turn} should be printed"
                raise MistakeFound(what, str(wanted), "\n".join(below))
            at = SCORES.index(self.asks)
            if found[0][at] != wanted[at]:
                raise MistakeFound(
                    f"the {self.asks}_score of {colour} at turn {turn}, before the turn is taken, "
                    f"should be {wanted[at]}, not {found[0][at]}",
                    f"{wanted} on the board\n{board_of(position).drawn}",
                    str(found[0]),
                )


def announced(lines: list[str]) -> list[str]:
    """List the moves that lines announce."""
    return [move for line in lines if (move := read_move(line))]


def scores(lines: list[str]) -> list[tuple[int, ...]]:
    """List the scores that lines hold."""
    return [found for line in lines if (found := read_score(line)) is not None]


def spell(move: str) -> str:
    """Write a move as the assignment does."""
    return move.replace(",", ", ")
