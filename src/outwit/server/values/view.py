"""The data of a game for a browser: picture, legal moves, and the surroundings of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from outwit.arena.livegame import WON, LiveGame
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.drawing.boardstyle import CLASSIC
from outwit.drawing.palette import AUTO, PAGE
from outwit.drawing.svg import Subject, draw
from outwit.drawing.view import View
from outwit.drawing.words import of_square
from outwit.records.record import PlayedMove
from outwit.server.base.workqueue import Painting
from outwit.server.values.motion import Motions, motion

MOTIONS = Motions()
UPRIGHT, FLIPPED = View(theme=PAGE), View(theme=PAGE, flipped=True)
# Cached pictures of a position: from the first side and from the second.
PICTURES = ("upright", "flipped")
# Most squares of a board that is drawn in the event loop; larger ones are drawn in a thread.
LARGE = 150
# The width of a small picture.
SMALL = 320


def picture(position: Position, *, flipped: bool = False, prefix: str = "") -> str:
    """Return the board for a page, whose style sheet defines the colours.

    Each of several boards on a page needs its own prefix for ids.
    """
    return draw(position, theme=PAGE, flipped=flipped, prefix=prefix)


def small_picture(position: Position, theme: str = AUTO, style: str = CLASSIC) -> str:
    """Return the board as a separate picture, with colours and without coordinates."""
    return draw(position, theme=theme, style=style, coordinates=False, size=SMALL)


def shown_moves(position: Position) -> list[dict[str, Any]]:
    """Return the legal moves with the data for selection by clicks and for motion."""
    return [shown_move(position, move) for move in position.legal_moves]


def shown_move(position: Position, move: Move) -> dict[str, Any]:
    """Return a legal move with the data for selection by clicks and for motion."""
    details = move.details
    squares, ways = details.squares, details.ways
    return {
        "text": str(move),
        "ways": [squares, *ways] if ways else [squares],
        "label": details.label,
        "motion": MOTIONS.of(position, move),
    }


def shown_motion(move: Move | None) -> dict[str, Any]:
    """Return the motion of a move that was played."""
    return {} if move is None else motion(move.changes)


def shown_words(position: Position) -> dict[str, str]:
    """Return the contents of each square in words, for screen readers."""
    said = {square.name: of_square(position, square) for square in position.board}
    return {name: words for name, words in said.items() if words}


def shown_clocks(live: LiveGame, *, waits: bool) -> dict[str, Any]:
    """Return the milliseconds left of both sides, and the side whose clock runs.

    No clock runs while a seat is free.
    """
    left = live.clocks()
    running = None if left is None or live.is_over or waits else int(live.position.turn)
    return {
        "left": None if left is None else [round(1000 * each) for each in left],
        "running": running,
    }


def shown_outcome(live: LiveGame, reader: int | None = None) -> dict[str, Any] | None:
    """Return the outcome of a finished game, worded for a side or for a spectator."""
    if not live.is_over:
        return None
    return {
        "result": live.result,
        "winner": WON.index(live.result) if live.result in WON else None,
        "sentence": live.sentence_for(reader),
    }


def shown_played(position: Position, last: int | None = None) -> list[dict[str, str]]:
    """Return the last moves played, by default all, each with its label."""
    line = position.copy()
    count = line.ply if last is None else last
    moves = [line.undo() for _ in range(count)][::-1]
    return [{"text": move.text, "label": move.label} for move in moves]


def shown_scores(position: Position, last: int) -> list[tuple[int, int]]:
    """Return the scores after the last positions, empty in a game without a score."""
    if position.shown_score is None:
        return []
    line = position.copy()
    found = [line.shown_score]
    while len(found) < last:
        line.undo_number()
        found.append(line.shown_score)
    return [score for score in found[::-1] if score is not None]


class Shown:
    """The display data of a game, computed when first needed and cached until the next move."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._moves: list[PlayedMove] = []
        self._kept: dict[str, Any] = {}
        self._played: list[dict[str, str]] = []
        # The score at the start and after each move.
        self._scores: list[tuple[int, int]] = []

    def refresh(self) -> None:
        """Drop outdated data; call it before the other methods."""
        moves, known = self._live.moves, self._moves
        if len(moves) == len(known) and (not moves or moves[-1] is known[-1]):
            return
        self._kept.clear()
        if len(moves) == len(known) + 1 and (not known or moves[-2] is known[-1]):
            known.append(moves[-1])
            return
        same = 0
        for old, new in zip(known, moves, strict=False):
            if old is not new:
                break
            same += 1
        del self._played[same:]
        del self._scores[same + 1 :]
        self._moves = list(moves)

    async def prepare(self, painting: Painting, sides: Iterable[bool]) -> None:
        """Draw a large board in a thread, as these sides see it (flipped or not)."""
        self.refresh()
        position = self._live.position
        names = {flipped: PICTURES[flipped] for flipped in sides}
        missing = {flipped for flipped, name in names.items() if name not in self._kept}
        if not missing or len(position.board) <= LARGE:
            return
        position, plies = position.copy(), list(self._moves)

        def draw() -> dict[str, Any]:
            subject = Subject(position)
            made: dict[str, Any] = {
                names[flipped]: subject.parts(FLIPPED if flipped else UPRIGHT)
                for flipped in missing
            }
            return {**made, "subject": subject, "words": shown_words(position)}

        made = await painting.run(draw)
        self.refresh()
        if self._moves == plies:
            self._kept |= made

    def rest(self) -> None:
        """Drop all but the pictures: many small objects would slow the garbage collector."""
        self._kept = {name: made for name, made in self._kept.items() if name in PICTURES}

    def parts(self, *, flipped: bool) -> tuple[str, ...]:
        """Return the board for a page, in parts."""
        name, view = (PICTURES[1], FLIPPED) if flipped else (PICTURES[0], UPRIGHT)
        made: tuple[str, ...] = self._once(name, lambda _: self._subject().parts(view))
        return made

    def moves(self) -> list[dict[str, Any]]:
        """Return the legal moves with the data for selection by clicks."""
        return list(self._once("moves", shown_moves))

    def texts(self) -> list[dict[str, Any]]:
        """Return the texts of the legal moves, for programs."""
        return [{"text": move} for move in map(str, self._live.position.legal_moves)]

    def words(self) -> dict[str, str]:
        """Return the contents of each square in words, for screen readers."""
        return dict(self._once("words", shown_words))

    def last(self) -> list[str]:
        """Return the squares of the last move."""
        return list(self._subject().last)

    def motion(self) -> dict[str, Any]:
        """Return the motion of the last move."""
        return dict(self._once("motion", lambda _: shown_motion(self._last())))

    def played(self) -> list[dict[str, str]]:
        """Return the moves played, each with its label."""
        missing = len(self._moves) - len(self._played)
        if missing == 1 and (last := self._last()) is not None:
            self._played.append({"text": last.text, "label": last.label})
        elif missing:
            self._played += shown_played(self._live.position, missing)
        return list(self._played)

    def scores(self) -> list[tuple[int, int]]:
        """Return the score at the start and after each move, empty in a game without a score."""
        missing = len(self._moves) + 1 - len(self._scores)
        if missing:
            self._scores += shown_scores(self._live.position, missing)
        return list(self._scores)

    def _subject(self) -> Subject:
        subject: Subject = self._once("subject", Subject)
        return subject

    def _last(self) -> Move | None:
        last: Move | None = self._once("move", lambda at: at.last_move)
        return last

    def _once(self, name: str, make: Callable[[Position], Any]) -> Any:
        if name not in self._kept:
            self._kept[name] = make(self._live.position)
        return self._kept[name]
