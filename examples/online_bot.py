"""A bot that plays on a portal: OUTWIT_TOKEN=... python3 online_bot.py http://localhost:8000.

It accepts every challenge. It wins at once if it can, else it leaves the other side few moves.
"""

import os
import random
import sys
from threading import Thread

from outwit.client import Client, OnlineGame


def choose(game: OnlineGame) -> str:
    """Try every move and return the best."""
    position, tried = game.position, []
    for move in list(position.legal_moves):
        position.play(move)
        worth = -len(position.legal_moves)
        if position.outcome is not None and position.outcome.winner is not None:
            worth = 9999 if position.outcome.winner == game.side else -9999
        tried.append((worth, random.random(), str(move)))
        position.undo()
    return max(tried)[2]


client = Client(sys.argv[1], os.environ["OUTWIT_TOKEN"], print)
for event in client.events():
    if event.kind == "challenge":
        client.accept(event.id)
    elif event.kind == "gameStart":
        Thread(target=client.play, args=(event.id, choose), daemon=True).start()
