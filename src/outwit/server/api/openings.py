"""The opening explorer: the moves played in a position."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Path, Query, Request

from outwit.errors import UsageError
from outwit.server.api.answers import OpeningMove, OpeningPosition, SampleGame
from outwit.server.api.faults import answers
from outwit.server.base.provided import Provided, Router
from outwit.server.routes.analysisboard import read_position
from outwit.server.routes.pages import game_at
from outwit.server.values.openings import LEASTS, node_of
from outwit.storage.openings import OpeningStore
from outwit.storage.timeclass import TIME_CLASSES

router = Router(tags=["Games"])


@router.get("/openings/{game}", responses=answers())
async def openings(
    request: Request,
    game: Annotated[str, Path(max_length=40, description="A game's name.")],
    store: Provided[OpeningStore],
    position: Annotated[
        str, Query(max_length=2_000, description="Its text; without it, the start position.")
    ] = "",
    moves: Annotated[
        str, Query(max_length=2_000, description="Moves played after it, with spaces between.")
    ] = "",
    speed: Annotated[str, Query(max_length=40, description="Only games of this time class.")] = "",
    rating: Annotated[
        int, Query(ge=0, le=max(LEASTS), multiple_of=200, description="Lowest mean rating.")
    ] = 0,
) -> OpeningPosition:
    """Show the moves played in a position; options of the game are parameters ``option-NAME``."""
    if speed and speed not in TIME_CLASSES:
        raise UsageError(f"speed {speed[:40]!r} is not one of {', '.join(TIME_CLASSES)}")
    values = {**request.query_params, "position": position, "moves": moves}

    def found() -> OpeningPosition:
        reached = read_position(game_at(game), values)
        node = node_of(reached)
        legal = {move.text for move in reached.legal_moves}
        return OpeningPosition(
            position=reached.text,
            moves=[
                OpeningMove(
                    move=each.move,
                    first=each.first_won,
                    draws=each.drawn,
                    second=each.second_won,
                    average_rating=each.rating,
                )
                for each in store.moves(node, speed, rating)
                if each.move in legal
            ],
            games=[
                SampleGame(
                    id=line.id,
                    first=line.setup.seats[0].name,
                    second=line.setup.seats[1].name,
                    result=line.result,
                )
                for line in store.samples(node, speed, rating)
            ],
        )

    return await asyncio.to_thread(found)
