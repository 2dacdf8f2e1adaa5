"""Finished games for tests."""

from __future__ import annotations

from random import Random

from fastapi.testclient import TestClient

import outwit
from outwit.records.endings import RESIGNED
from outwit.records.record import SECOND_WON
from outwit.server.portal import Portal, portal_of
from outwit.server.routes.analysisboard import written_options
from outwit.storage.stored import PUBLIC, NewGame, StoredSeat


def of(client: TestClient) -> Portal:
    """Return the portal behind a client."""
    return portal_of(client.app)  # type: ignore[arg-type]


def finished_game(
    client: TestClient,
    game: str = "ataxx",
    moves: tuple[str, ...] | None = None,
    visibility: str = PUBLIC,
) -> str:
    """Store a game that the first side has resigned, after some moves, and return its id."""
    position = outwit.game(game).start()
    start, rng = position.text, Random(3)
    store = of(client).games
    # Not bots: they would begin to play.
    first, second = (of(client).accounts.guest() for _ in range(2))
    seats = StoredSeat(first.name, first.id), StoredSeat(second.name, second.id)
    new = NewGame(game, seats, written_options(position), start, visibility=visibility)
    key = store.create(new)
    if moves is None:
        for _ in range(6):
            position.play(rng.choice(list(position.legal_moves)))
        moves = position.played
    for ply, move in enumerate(moves):
        store.add_move(key, ply, move, 1_000)
    store.finish(key, SECOND_WON, RESIGNED, "the second side wins: the first resigned")
    return key
