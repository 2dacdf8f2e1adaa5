"""Board files: ``GAME first|second|- name=value …``, then the file."""

from __future__ import annotations

from outwit.core.side import FIRST, SECOND
from outwit.errors import BadFile, BadOption
from tests.fuzz.heads import check_refusal, game_named, options_in, read_head
from tests.fuzz.positions import check_position

SIDES = {"first": FIRST, "second": SECOND}


def target(data: bytes) -> None:
    words, rest = read_head(data)
    game = game_named(words[0] if words else "")
    side = SIDES.get(words[1]) if len(words) > 1 else None
    options = options_in(words[1:])
    try:
        position = game.load(rest, side, **options)
    except (BadFile, BadOption) as error:
        check_refusal(error)
        return
    written = position.to_file()
    again = game.load(written, side, **options)
    assert again == position
    assert again.to_file() == written
    check_position(game, position, data)
