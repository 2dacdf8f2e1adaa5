"""Frames: positions layer by layer."""

from __future__ import annotations

import re

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.picker import RandomPicker, play_on
from outwit.drawing.frames import FrameMaker, difference, shape

GAMES = outwit.all_games()
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@by_game
def test_a_frame_stacks_the_same_artworks_as_the_picture(game: Game) -> None:
    maker = FrameMaker(game, "light")
    for plies in (0, 1, 12, 30):
        position = game.start()
        play_on(position, RandomPicker(3), RandomPicker(4), plies)
        last = position.last_move
        frame = maker.frame(position, () if last is None else last.squares)
        corners = maker.backdrop(position).corners
        uses = re.findall(r'<use href="#([^"]+)" x="(\d+)" y="(\d+)"/>', position.svg())
        drawn: dict[tuple[int, int], list[str]] = {}
        for art, x, y in uses:
            drawn.setdefault((int(x), int(y)), []).append(art)
        staged: dict[tuple[int, int], list[str]] = {}
        for (_, square), art in sorted(frame.items()):
            staged.setdefault(corners[square], []).append(art)
        assert staged == drawn
        assert {art for art, _, _ in uses} <= set(re.findall(r'id="([^"]+)"', maker.definitions))


@by_game
def test_differences_lead_from_one_frame_to_the_next(game: Game) -> None:
    maker, position = FrameMaker(game), game.start()
    before = maker.frame(position)
    shown = dict(before)
    for _ in range(12):
        if position.is_over:
            break
        move = position.legal_moves[-1]
        position.play(move)
        after = maker.frame(position, move.squares)
        changed = difference(before, after)
        assert len(changed) < len(after)
        shown = {cell: art for cell, art in (shown | changed).items() if art}
        assert shown == after
        before = after
    assert difference(before, before) == {}


def test_boards_of_one_shape_share_a_backdrop() -> None:
    push, jesonmor = outwit.game("push"), outwit.game("jesonmor")
    position = push.start()
    start = shape(position.board)
    position.play_number(position.legal_numbers[0])
    assert shape(position.board) == start
    assert shape(jesonmor.start(size=5).board) != shape(jesonmor.start(size=7).board)


def test_a_flipped_board_has_labels_of_its_own() -> None:
    backdrop = FrameMaker(outwit.game("ataxx")).backdrop(outwit.game("ataxx").start(), "x-")
    assert 'id="x-label-column-a" x="90"' in backdrop.labels
    assert 'id="x-flipped-label-column-a" x="690"' in backdrop.flipped_labels
    assert (backdrop.width, backdrop.height, backdrop.corners[0]) == (780, 780, (40, 40))
