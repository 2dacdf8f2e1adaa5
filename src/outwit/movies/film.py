"""A recorded game as a row of scenes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from outwit.core.game import Game
from outwit.core.value import Value
from outwit.errors import BadRecord, OutwitError
from outwit.movies.clocks import clock_text
from outwit.movies.evaluation import Evaluation, recorded, settled
from outwit.records.entry import Entry
from outwit.records.record import GameRecord
from outwit.records.replay import first_position, play_recorded, result_of
from outwit.records.sentence import sentence_of

if TYPE_CHECKING:
    from outwit.core.position import Position


class Scene(Value):
    """What is seen after a number of moves, 0 being the start.

    ``position`` is the same live object in every scene of a film; copy it to keep it. ``clocks``
    are by side, empty where unknown. ``ending`` says how the game ended, in the last scene alone.
    """

    number: int
    position: Position
    caption: str
    clocks: tuple[str, str] = ("", "")
    evaluation: Evaluation | None = None
    ending: str = ""


class Film:
    """A game that can be shown from beginning to end, as often as needed.

    The whole game is played once when the film is made, so that errors come before pictures.
    """

    def __init__(self, entry: Entry) -> None:
        """Take a record in a file; raise BadRecord, with the line, if it cannot be played."""
        self.record: GameRecord = entry.record
        try:
            position = first_position(self.record)
        except OutwitError as error:
            raise BadRecord(f"line {entry.line}: {error}") from None
        self.game: Game = position.game
        self.turn = position.turn
        for index, played in enumerate(self.record.moves):
            try:
                play_recorded(position, played)
            except BadRecord as error:
                raise BadRecord(f"line {entry.line_of(index)}: {error}") from None
        self.ending = sentence_of(self.record, position)
        outcome = position.outcome
        self.result = self.record.result if outcome is None else result_of(outcome)
        self.has_clocks = any(played.clock is not None for played in self.record.moves)
        # Before the first move, and after every move.
        self.evaluations = recorded(self.record, self.turn)

    @property
    def has_scores(self) -> bool:
        """Tell whether the film has an evaluation."""
        return any(self.evaluations)

    def __len__(self) -> int:
        """Return the number of scenes: the start, one a move, and the ending."""
        return len(self.record.moves) + 2

    def scenes(self) -> Iterator[Scene]:
        """Play the game again and yield its scenes; the last shows the ending."""
        position = first_position(self.record)
        clocks = ("", "")
        scene = Scene(0, position, self.game.display_name, clocks, self.evaluations[0])
        yield scene
        for number, played in enumerate(self.record.moves, 1):
            if played.clock is not None:
                left = clock_text(played.clock)
                clocks = (clocks[0], left) if position.turn else (left, clocks[1])
            play_recorded(position, played)
            last = position.last_move
            assert last is not None
            scene = Scene(number, position, last.label, clocks, self.evaluations[number])
            yield scene
        end = settled(self.result) if self.has_scores else None
        yield scene.replace(ending=self.ending, evaluation=end or scene.evaluation)
