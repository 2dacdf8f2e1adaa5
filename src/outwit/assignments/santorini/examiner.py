"""Marks programs for Santorini by what the assignment asks.

A case is a game: the boards, messages and the winner that are printed are followed with our rules,
where a computer plays by what the boards show. A case with ``asks = "start"`` is about the first
board only, ``chance`` about whether a random player's first turn, taken back and taken again, is
always the same. Others may ask further for

- ``turns``: the number of each turn, and whose it is;
- ``moves``: that computers print the moves they take; ``turns`` is how many turns are followed;
- ``height``, ``center`` or ``distance``: that score of each turn;
- ``win``: that heuristic players win at once if they can;
- ``choice``: that heuristic players choose by their score, with any weights that are more than 0;
  a submission may declare its own, ``weights = [3, 2, 1]``;
- ``exit``: that the program ends after the game;
- ``wording``: the winner to the letter.
"""

from __future__ import annotations

from outwit.assignments.exam import ExamCase, Examiner, Mistake, Transcript
from outwit.assignments.santorini.game import FollowedGame
from outwit.assignments.santorini.output import MistakeFound, Output
from outwit.assignments.santorini.reading import BOARD, WON, read_pieces
from outwit.assignments.santorini.screen import ScreenBoard, board_of
from outwit.assignments.santorini.weights import Choices, read_weights
from outwit.errors import BadFile
from outwit.games.santorini.rules import Santorini

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from outwit.assignments.exam import Typist

# What a submission may declare.
WEIGHTS = "weights"
DEFAULTS = ("human", "human", "off", "off")
# Equal first moves that are no chance: there are almost a hundred legal ones.
TRIES = 6


class SantoriniExaminer(Examiner):
    """Knows the rules, and how the moves are typed."""

    def typist(self, case: ExamCase) -> Typist:
        """Type the lines of the case; then decline another game if one is offered."""
        lines = iter([*case.typed.splitlines(keepends=True), None])
        declined = False

        def type_next(printed: str) -> str | None:
            nonlocal declined
            answer = next(lines, None)
            if answer is None and not declined:
                declined = True
                if any(piece.kind == WON for piece in read_pieces(printed[-2000:])):
                    return "no\n"
            return answer

        return type_next

    def check_declared(self, declared: Mapping[str, Any]) -> None:
        """Raise BadFile if ``weights`` are not three numbers above 0."""
        for key in declared:
            if key != WEIGHTS:
                raise BadFile(f"[declared]: there is no field {key[:40]!r}, only {WEIGHTS}")
        if WEIGHTS in declared and not read_weights(declared[WEIGHTS]):
            raise BadFile(f"[declared]: {WEIGHTS} must be three numbers above 0, as [3, 2, 1]")

    def judge(
        self, case: ExamCase, transcript: Transcript, declared: Mapping[str, Any]
    ) -> list[Mistake]:
        """List the mistakes in a run."""
        white, blue, undo, _ = (*case.arguments, *DEFAULTS[len(case.arguments) :])
        lines = case.typed.splitlines()
        choices = Choices(declared.get(WEIGHTS))
        game = FollowedGame(transcript, (white, blue), undo == "on", lines, choices)
        game.asks, game.most = case.asks, case.options.get("turns", 0)
        try:
            if case.asks == "chance":
                judge_chance(game.output)
                return []
            game.follow()
            self.judge_end(case, transcript, game)
        except MistakeFound as found:
            return [found.mistake]
        return []

    def judge_end(self, case: ExamCase, transcript: Transcript, game: FollowedGame) -> None:
        """Raise MistakeFound for what is wrong after the last turn."""
        if case.asks == "wording":
            for piece in game.output.pieces:
                if piece.kind == WON and f"{piece.text} has won" not in transcript.printed:
                    raise MistakeFound(
                        "the winner is announced in other words",
                        f"{piece.text} has won",
                        transcript.printed[-200:],
                    )
        if case.asks == "exit":
            if transcript.stopped:
                raise MistakeFound(f"the program should exit after the game: {transcript.stopped}")
            if transcript.exchanges[-1].typed is None:
                raise MistakeFound(
                    "the program should exit after the game, but it waits for more input"
                )


def judge_chance(output: Output) -> None:
    """Raise MistakeFound if a computer's first turn, taken back and taken again, never changes.

    Whether turns can be taken back is no matter here.
    """
    start = board_of(Santorini.begin())
    boards = [piece.text for piece in output.pieces if piece.kind == BOARD]
    others = set(boards) - {start}
    if not others:
        raise output.missing("the board after the random player's turn 1")
    if len(others) == 1 and boards.count(start) >= TRIES:
        raise MistakeFound(
            "a random player chooses among all allowed moves, but from the start it plays the same "
            f"move each of {boards.count(start) - 1} times",
            "different moves",
            ScreenBoard(others.pop()).drawn,
        )


EXAMINER = SantoriniExaminer()
