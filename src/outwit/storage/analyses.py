"""Stored analyses of finished games: each game is analysed once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, insert, select

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.storage.database import Database
from outwit.storage.ids import is_id, no_game
from outwit.storage.tables import Analyses, Games, now


class AnalysedPly(Value):
    """The analysis of one position of a game.

    ``share``: the first side's winning chance, from 0 to 1. ``score``: the engine's score for the
    first side, as text. ``line``: the best line, empty at the end of the game. ``loss``: the
    winning chance that the move played here cost its player. ``stake``: the mean weight of what
    random moves would have cost.
    """

    share: float
    score: str
    line: tuple[str, ...] = ()
    depth: int = 0
    loss: float = 0.0
    stake: float = 0.0


class AnalysisStore:
    """The analyses of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def keep(self, game_id: str, plies: tuple[AnalysedPly, ...]) -> bool:
        """Store the analysis of a finished game; return False if the game already has one.

        ``plies`` has the position before the first move and the one after every move. Raise
        NotFound without a game, UsageError if it has not ended.
        """
        if not is_id(game_id):
            raise no_game(game_id)
        # The lock keeps one of two analyses that end at the same time.
        game = select(Games.ended).where(Games.id == game_id).with_for_update()
        there = select(Analyses.plies).where(Analyses.game_id == game_id)
        with self.database.session() as connection:
            row = connection.execute(game).one_or_none()
            if row is None:
                raise no_game(game_id)
            if row.ended is None:
                raise UsageError("a game is analysed when it is over")
            known = connection.execute(there).scalar_one_or_none()
            if known is not None and not is_older(known):
                return False
            connection.execute(delete(Analyses).where(Analyses.game_id == game_id))
            values = [{name: getattr(ply, name) for name in AnalysedPly.fields} for ply in plies]
            connection.execute(
                insert(Analyses).values({"game_id": game_id, "plies": values, "made": now()})
            )
        return True

    def of_game(self, game_id: str) -> tuple[AnalysedPly, ...] | None:
        """Return the analysis of a game, None if there is none, or an older version's."""
        if not is_id(game_id):
            return None
        found = select(Analyses.plies).where(Analyses.game_id == game_id)
        with self.database.reading() as connection:
            plies = connection.execute(found).scalar_one_or_none()
        if plies is None or is_older(plies):
            return None
        return tuple(AnalysedPly(**{**ply, "line": tuple(ply["line"])}) for ply in plies)


def is_older(plies: list[dict[str, Any]]) -> bool:
    """Tell whether stored plies come from a version that did not know all fields."""
    return bool(plies) and plies[0].keys() < set(AnalysedPly.fields)
