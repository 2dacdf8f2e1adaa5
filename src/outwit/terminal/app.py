"""Starts the terminal application; Textual is imported only when it starts."""

from __future__ import annotations

from pathlib import Path

import click

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import DEFAULT_LEVEL, PERSON, Seat, level_seat
from outwit.arena.timecontrol import TimeControl
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import UsageError
from outwit.terminal.seating import SECONDS

NEEDS_TEXTUAL = "the terminal application needs Textual: pip install 'outwit[terminal]'"


def run_app(
    game: Game | None = None,
    position: Position | None = None,
    seats: tuple[Seat, Seat] | None = None,
    control: TimeControl | None = None,
    seed: int | None = None,
    load: str | None = None,
    seconds: float = SECONDS,
) -> None:
    """Run the application until the user quits; print how to continue the game.

    It opens the game of the record ``load``, or a new game if seats or a position are given, else
    the menu. Raise UsageError if Textual is missing, BadFile or BadRecord if the record cannot be
    read.
    """
    try:
        from outwit.terminal.application import OutwitApp, game_of
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        raise UsageError(NEEDS_TEXTUAL) from None
    from outwit.terminal.kept import Keeper, read_game

    keeper = Keeper()
    live = None
    if load is not None:
        record = read_game(load)
        live = game_of(record) if seats is None else LiveGame.of_record(record, seats)
        keeper.go_on(live, Path(load))
    elif game is not None and (position or seats):
        live = LiveGame(
            game,
            game.start() if position is None else position,
            seats or (PERSON, level_seat(DEFAULT_LEVEL)),
            control or TimeControl(),
        )
    app = OutwitApp(
        live,
        chosen=game,
        control=control or TimeControl(),
        seed=seed,
        seconds=seconds,
        keeper=keeper,
    )
    app.run()
    if app.live is not None and (words := keeper.last_words(app.live)):
        click.echo(words, err=True)
