"""The games of a tournament for a page: boards drawn once, and moves as changes of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from outwit.arena.store import Store
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.printable import printable
from outwit.core.value import Value
from outwit.drawing.frames import Backdrop, Cell, Frame, FrameMaker, difference, shape
from outwit.errors import BadRecord, GameFault, IllegalMove, OutwitError
from outwit.games import game as find_game
from outwit.records.endings import reason
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.records.replay import first_position
from outwit.reports.played import Played, played_in
from outwit.reports.selection import select
from outwit.reports.summary import Summary

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST_SCORE = 12
# Cells and artworks by their numbers.
Numbers = list[tuple[int, int]]
# Between the frames of a game.
STEP = "|"


class Album(Value):
    """What the page's script needs: data, artworks, and the boards they are put on.

    ``played`` are all finished games, ``shown`` the numbers of those that can be stepped through.
    """

    game: Game | None = None
    played: tuple[Played, ...] = ()
    shown: frozenset[int] = frozenset()
    data: Mapping[str, Any] = {}
    definitions: str = ""
    backdrops: tuple[Backdrop, ...] = ()


class Layout:
    """A board that games share: its backdrop, its first frame, and its cells by number."""

    def __init__(self, number: int, backdrop: Backdrop, base: Frame) -> None:
        self.number = number
        self.backdrop = backdrop
        self.base = base
        self.cells: dict[Cell, int] = {}

    def numbers(self, frame: Frame, arts: dict[str, int]) -> Numbers:
        """Return cells and artworks of a frame as numbers; artwork 0 empties a cell."""
        cells = self.cells
        return [
            (cells.setdefault(cell, len(cells)), arts.setdefault(art, len(arts)))
            for cell, art in frame.items()
        ]


class Camera:
    """Turns records into data, drawing each board and each artwork once."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = [printable(name) for name in names]
        self.maker = FrameMaker(game)
        self.layouts: dict[object, Layout] = {}
        self.arts: dict[str, int] = {"": 0}
        self.moves: dict[tuple[str, str], int] = {}
        # With each game, its frames.
        self.taken: list[tuple[dict[str, Any], list[Numbers]]] = []

    def take(self, played: Played, text: str) -> None:
        """Add a game by its record's text; report a game that cannot be replayed, and skip it."""
        about: dict[str, Any] = {
            "n": played.number,
            "r": played.round,
            "p": [played.first, played.second],
            "o": played.result,
            "s": sentence(self.game, self.names, played),
        }
        frames: list[Numbers] = []
        self.taken.append((about, frames))
        try:
            record = next(iter(read_records(text.splitlines())))
            if record.game != self.game.name:
                raise BadRecord(f"it is a game of {record.game}")
            try:
                self.film(record, about, frames)
            except GameFault:
                self.write_down(record, about)
        except StopIteration:
            about["x"] = "There is no record of this game."
        except OutwitError as error:
            about["x"] = printable(f"The record cannot be shown to its end: {error}")

    def film(self, record: GameRecord, about: dict[str, Any], frames: list[Numbers]) -> None:
        """Add the frames of a record; raise GameFault if the game shows no board."""
        position = first_position(record)
        before = self.maker.frame(position)
        layout = self.layout(position, before)
        about["b"] = layout.number
        frames.append(layout.numbers(difference(layout.base, before), self.arts))
        for squares in self.play(position, record, about):
            after = self.maker.frame(position, squares)
            frames.append(layout.numbers(difference(before, after), self.arts))
            before = after

    def layout(self, position: Position, frame: Frame) -> Layout:
        """Return the layout for a position's board, a new one if it is the first of its shape."""
        key = shape(position.board)
        found = self.layouts.get(key)
        if found is None:
            number = len(self.layouts)
            backdrop = self.maker.backdrop(position, f"board-{number}-")
            found = self.layouts[key] = Layout(number, backdrop, frame)
        return found

    def write_down(self, record: GameRecord, about: dict[str, Any]) -> None:
        """Add the positions of a record as text."""
        position = first_position(record)
        texts = about["t"] = [str(position)]
        texts.extend(str(position) for _ in self.play(position, record, about))

    def play(
        self, position: Position, record: GameRecord, about: dict[str, Any]
    ) -> Iterable[tuple[str, ...]]:
        """Play the moves, write them down, and yield the squares of each after it."""
        about["m"] = []
        if position.turn:
            about["g"] = int(position.turn)
        if any(played.score for played in record.moves):
            about["e"] = [printable(played.score, LONGEST_SCORE) for played in record.moves]
        if any(played.clock is not None for played in record.moves):
            about["k"] = [played.clock for played in record.moves]
        for number, played in enumerate(record.moves, 1):
            try:
                move = position.move(played.move)
            except IllegalMove as error:
                raise BadRecord(f"move {number}: {error}") from None
            entry = move.text, move.label
            about["m"].append(self.moves.setdefault(entry, len(self.moves)))
            position.play_number(move.number)
            yield move.squares

    def data(self) -> dict[str, Any]:
        """Return all games for the page's script."""
        layouts = list(self.layouts.values())
        base = [layout.numbers(layout.base, self.arts) for layout in layouts]
        widths = [
            (digits(len(layout.cells)), digits(len(self.arts))) for layout in layouts
        ]  # of a cell and of an artwork
        for about, frames in self.taken:
            if frames:
                about["f"] = STEP.join(pack(frame, widths[about["b"]]) for frame in frames)
        return {
            "sides": [printable(side) for side in self.game.sides],
            "names": self.names,
            "moves": [list(entry) for entry in self.moves],
            "arts": list(self.arts),
            "turning": [self.arts[art] for art in self.maker.turning if art in self.arts],
            "boards": [
                {
                    "size": [layout.backdrop.width, layout.backdrop.height],
                    "corners": [list(corner) for corner in layout.backdrop.corners],
                    "cells": [list(cell) for cell in layout.cells],
                    "digits": list(wide),
                    "base": pack(start, wide),
                }
                for layout, start, wide in zip(layouts, base, widths, strict=True)
            ],
            "games": [about for about, _ in self.taken],
        }


def album_of(store: Store, summary: Summary) -> Album:
    """Return the games of a tournament's file; the moves of all, or of a selection."""
    played = played_in(store)
    try:
        game = find_game(store.manifest.game)
    except OutwitError:
        return Album(None, tuple(played))
    camera = Camera(game, [bot.name for bot in store.manifest.bots])
    chosen = select(played, summary.ratings)
    for each in chosen:
        camera.take(each, store.record(each.number))
    found = camera.data()
    return Album(
        game,
        tuple(played),
        frozenset(each.number for each in chosen),
        found,
        camera.maker.definitions,
        tuple(layout.backdrop for layout in camera.layouts.values()),
    )


def sentence(game: Game, names: Sequence[str], played: Played) -> str:
    """Say how a game ended: who won, with which side, and why."""
    players = [
        f"{names[number]} ({side})"
        for number, side in zip((played.first, played.second), game.sides, strict=True)
    ]
    if played.points == 0.5:
        return f"Draw: {reason(game, played.termination, 'a player')}"
    winner, loser = players if played.points else players[::-1]
    return f"{winner} wins: {reason(game, played.termination, loser)}"


def digits(count: int) -> int:
    """Return how many digits numbers below a count have in base 36."""
    found = 1
    while 36**found < count:
        found += 1
    return found


def pack(frame: Iterable[tuple[int, int]], wide: tuple[int, int]) -> str:
    """Write pairs of numbers one after the other, in base 36 with fixed numbers of digits."""
    return "".join([in_base_36(a, wide[0]) + in_base_36(b, wide[1]) for a, b in frame])


@lru_cache(10_000)
def in_base_36(number: int, wide: int) -> str:
    """Write a number with ``wide`` digits.

    >>> in_base_36(71, 3)
    '01z'
    """
    text = ""
    for _ in range(wide):
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text
