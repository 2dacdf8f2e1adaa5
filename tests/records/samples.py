"""Records to write, read and spoil."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from outwit.core.game import Game
from outwit.games import game
from outwit.records.record import RESULTS, GameRecord, PlayedMove
from outwit.records.replay import from_position
from outwit.testing.strategies import positions
from tests.games.starts import starts

# Any text at all: quotes, line ends, lone surrogates.
ANY_TEXT = st.text(st.characters(), max_size=30) | st.text('"\\=[]{}%;\n\r+ \u2028', max_size=8)
TEXTS_BY_NAME = st.dictionaries(ANY_TEXT | st.sampled_from(["Date", "Game", "Tag"]), ANY_TEXT)
TIMES = st.none() | st.floats(allow_nan=False, allow_infinity=False)
SCORES = ANY_TEXT | st.sampled_from(["+0.12", "-3.00", "#3", "#-2", "12", "0.5s", "clock 3s", "/8"])
COMMENTS = SCORES | st.sampled_from(["a good move", " a  b ", "[Game x", "\\x", "\\u0041", "} 1-0"])
DEPTHS = st.none() | st.integers(0, 10**6)


@st.composite
def played_games(draw: st.DrawFn, game: Game, plies: int = 30) -> GameRecord:
    """Draw a game as the rules allow it, with anything said about it."""
    position = draw(positions(game, plies, **draw(st.sampled_from(starts(game)))))
    moves = tuple(
        PlayedMove(move, draw(TIMES), draw(TIMES), draw(SCORES), draw(DEPTHS), draw(COMMENTS))
        if draw(st.booleans())
        else PlayedMove(move)
        for move in position.played
    )
    players = draw(ANY_TEXT), draw(ANY_TEXT)
    return from_position(
        game, position, players, moves=moves, tags=draw(TEXTS_BY_NAME), comment=draw(COMMENTS)
    )


@st.composite
def any_records(draw: st.DrawFn) -> GameRecord:
    """Draw a record that need not make any sense."""
    moves = draw(st.lists(ANY_TEXT | st.sampled_from([*RESULTS, "1.", "b7", "1,2"]), max_size=6))
    return GameRecord(
        draw(ANY_TEXT),
        (draw(ANY_TEXT), draw(ANY_TEXT)),
        draw(ANY_TEXT),
        draw(TEXTS_BY_NAME),
        tuple(PlayedMove(move, comment=draw(COMMENTS)) for move in moves),
        draw(st.sampled_from(RESULTS)),
        draw(ANY_TEXT),
        draw(TEXTS_BY_NAME),
        draw(COMMENTS),
    )


def finished_game(seed: int = 1) -> GameRecord:
    """Return a game of Santorini played to its end at random."""
    rng = Random(seed)
    santorini = game("santorini")
    position = santorini.start()
    while position.outcome is None:
        position.play(rng.choice(sorted(position.legal_moves)))
    return from_position(santorini, position, ("Ann", "Ben"))
