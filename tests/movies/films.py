"""Recorded games to make films of."""

from __future__ import annotations

from random import Random

import outwit
from outwit.movies.film import Film
from outwit.records.entry import Entry
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import from_position

HOSTILE = (
    "<script>alert(1)</script>",
    "&amp;\x00\x1b[2J\u202e\ud800]]>",
    "N" * 10_000,
    "名前 🐙 \N{COMBINING ACUTE ACCENT}" * 20,
    "  ",
)


def record(
    name: str = "ataxx",
    moves: int = 12,
    *,
    players: tuple[str, str] = ("Ann", "Ben"),
    told: bool = True,
    seed: int = 1,
) -> GameRecord:
    """Return a game of random moves; what is ``told`` are clocks and scores."""
    rng = Random(seed)
    position = outwit.game(name).start()
    played = []
    for number in range(moves):
        if position.outcome is not None:
            break
        move = rng.choice(sorted(position.legal_moves))
        position.play(move)
        clock, score = (60.0 - number, f"{rng.gauss(0, 2):+.2f}") if told else (None, "")
        played.append(PlayedMove(move, clock=clock, score=score))
    over = position.is_over
    return from_position(
        position.game,
        position,
        players,
        moves=tuple(played),
        result=None if over else "1-0",
        termination=None if over else "resigned",
    )


def film(name: str = "ataxx", moves: int = 12, **told: object) -> Film:
    """Return the film of such a game."""
    return Film(Entry(record(name, moves, **told), 1, {}, []))  # type: ignore[arg-type]
