"""Texts of positions: ``GAME name=value …``, then the text."""

from __future__ import annotations

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadOption, BadPosition
from outwit.testing.checks import check_bound, check_end, check_listing
from tests.fuzz.heads import check_refusal, chosen, game_named, options_in, read_head


def target(data: bytes) -> None:
    words, rest = read_head(data)
    game = game_named(words[0] if words else "")
    text = rest.decode("utf-8", "surrogateescape")
    try:
        position = game.position(text, **options_in(words[1:]))
    except (BadPosition, BadOption) as error:
        check_refusal(error)
        return
    assert position.text == text
    check_position(game, position, data)


def check_position(game: Game, position: Position, data: bytes) -> None:
    """A position reads back, lists its moves, and a move that is taken back leaves no trace."""
    text, key = position.text, position.key
    again = game.position(text, **position.options)
    assert again == position
    assert (again.text, again.key, again.turn) == (text, key, position.turn)
    check_listing(position)
    check_bound(position)
    check_end(game, position)
    assert str(position).strip()
    assert len(list(position.board)) > 0
    if position.outcome is not None:
        assert position.result_for(None)
        return
    moves = list(position.legal_moves)
    move = moves[chosen(data, len(moves))]
    position.play(move)
    assert game.position(position.text, **position.options).text == position.text
    assert position.undo() == move
    assert (position.text, position.key) == (text, key)
