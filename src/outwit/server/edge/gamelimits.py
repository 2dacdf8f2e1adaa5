"""Limits on starting games and on open games."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection

from outwit.server.edge.limits import Limiter, client_address
from outwit.storage.games import GameStore


class GameLimits:
    """Counts the games that accounts and addresses start."""

    def __init__(self, limiter: Limiter, games: GameStore) -> None:
        self._limiter = limiter
        self._games = games

    async def check(self, connection: HTTPConnection, account: int) -> None:
        """Raise TooMany if a client starts games too quickly, or has too many open games."""
        self._limiter.take("games_address", client_address(connection))
        self._limiter.take("games", account)
        count = await asyncio.to_thread(self._games.count_open, account)
        message = "you have too many games open: finish or resign some of them first"
        self._limiter.check_count("open_games", count, message)
