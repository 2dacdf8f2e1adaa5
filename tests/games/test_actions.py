"""Every game numbers its moves, and planes and records hold what play depends on."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random

import pytest

import outwit
from outwit.core.actions import Actions
from outwit.core.game import Game
from outwit.core.observing import from_planes, planes_of, reloaded
from outwit.core.position import Position
from outwit.errors import GameFault, IllegalMove, UsageError
from tests.games.starts import Options, starts
from tests.mode import amount, many


def numbers_moves(game: Game) -> bool:
    """Tell whether a game has actions."""
    try:
        return game.actions().size > 0
    except GameFault:
        return False


GAMES = [game for game in outwit.all_games() if numbers_moves(game)]
STARTS = [(game, options) for game in GAMES for options in starts(game)]
# Actions that are not legal, tried in each position.
TRIED = 20

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_start = pytest.mark.parametrize(
    ("game", "options"), STARTS, ids=[f"{game.name} {options}" for game, options in STARTS]
)


def positions(game: Game, options: Options, seed: int = 0) -> list[Position]:
    """Return positions of random games, some of them finished."""
    rng = Random(seed)
    found = []
    for _ in range(many(2, 1)):
        position = game.start(**options)
        for _ in range(amount(400, 12)):
            # More seldom towards the end of a long game.
            if position.is_over or rng.random() < 12 / (12 + position.ply):
                found.append(position.copy())
            if position.is_over:
                break
            position.play_number(rng.choice(position.legal_numbers))
    return found


def legal_of(actions: Actions, position: Position) -> set[int]:
    """Return the actions that the mask has."""
    mask = actions.mask(position)
    assert len(mask) == actions.size
    assert set(mask) <= {0, 1}
    return {i for i in range(actions.size) if mask[i]}


@each_start
def test_the_mask_has_the_actions_of_the_legal_moves(game: Game, options: Options) -> None:
    actions = game.actions(**options)
    for position in positions(game, options):
        numbers = actions.legal(position)
        moves = list(position.legal_moves)
        assert legal_of(actions, position) == set(numbers), position
        assert len(set(numbers)) == len(moves), position
        for move, number in zip(moves, numbers, strict=True):
            assert actions.move(position, number).number == move.number, (position, move)
            assert actions.text(number, position.turn) == move, (position, move)
            assert actions.number(move, position.turn) == number, (position, move)


@each_start
def test_an_action_that_is_not_in_the_mask_is_refused(game: Game, options: Options) -> None:
    actions = game.actions(**options)
    rng = Random(1)
    for position in positions(game, options, 1):
        legal = legal_of(actions, position)
        for number in rng.sample(range(actions.size), min(TRIED, actions.size)):
            if number not in legal:
                with pytest.raises(IllegalMove):
                    actions.move(position, number)


@each_start
def test_every_action_has_a_text_of_its_own(game: Game, options: Options) -> None:
    actions = game.actions(**options)
    for side in (outwit.FIRST, outwit.SECOND):
        texts = [actions.text(number, side) for number in range(actions.size)]
        assert len(set(texts)) == actions.size
        assert [actions.number(text, side) for text in texts] == [*range(actions.size)]


@each_start
def test_the_image_of_an_action_is_legal_in_the_image(game: Game, options: Options) -> None:
    actions = game.actions(**options)
    played = positions(game, options, 2)[:: amount(3, 6)]
    for symmetry in game.start(**options).symmetries:
        image = actions.image(symmetry)
        assert sorted(image) == [*range(actions.size)]
        for position in played:
            there = position.image(symmetry)
            moved = {image[number] for number in legal_of(actions, position)}
            assert moved == legal_of(actions, there), (position, symmetry)


@each_start
def test_planes_hold_what_play_depends_on(game: Game, options: Options) -> None:
    for position in positions(game, options, 3):
        numbers = planes_of(position)
        board = position.board
        cells = board.rows * board.columns
        assert len(numbers) == len(position.planes) * cells
        for i, plane in enumerate(position.planes):
            part = numbers[i * cells : (i + 1) * cells]
            assert max(part) <= plane.most, (position, plane)
            assert not plane.uniform or len(set(part)) == 1, (position, plane)
        assert set(numbers[-cells:]) == {int(position.turn)}
        again = from_planes(position, bytes(numbers))
        assert again.key == position.key, position
        assert again.text.split(" ")[0] == position.text.split(" ")[0]
        assert planes_of(again) == numbers


@each_start
def test_planes_that_no_position_shows_are_refused(game: Game, options: Options) -> None:
    position = game.start(**options)
    numbers = planes_of(position)
    for wrong in (b"", numbers[:-1], numbers + b"\0", bytes([255]) * len(numbers)):
        with pytest.raises(outwit.BadPosition):
            from_planes(position, bytes(wrong))


@each_start
def test_a_record_holds_what_play_depends_on(game: Game, options: Options) -> None:
    rng = Random(5)
    for position in positions(game, options, 4):
        here, there = position.copy(), reloaded(position)
        assert there.text == here.text
        assert there.ply == 0
        for _ in range(4):
            assert there.key == here.key, position
            assert there.legal_numbers == here.legal_numbers, position
            assert there.outcome == here.outcome, position
            if here.is_over:
                break
            assert there.evaluation == here.evaluation, position
            number = rng.choice(here.legal_numbers)
            here.play_number(number)
            there.play_number(number)
        while there.ply:
            there.undo()
        assert there == position


@each_game
def test_planes_are_named(game: Game) -> None:
    planes = game.start().planes
    assert len({plane.name for plane in planes}) == len(planes)
    assert planes[-1].name == "second"
    assert planes[-1].uniform


@each_game
def test_the_page_of_a_game_has_its_actions_and_planes(game: Game) -> None:
    page = (files("outwit.games") / game.name / "README.md").read_text()
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    assert str(game.actions().size) in sections["Actions"].replace(",", "")
    rows = re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \|$", sections["Planes"], re.MULTILINE)
    planes = game.start().planes
    assert [row[:3] for row in rows] == [
        (str(i), plane.name, plane.meaning) for i, plane in enumerate(planes)
    ]
    for plane, row in zip(planes, rows, strict=True):
        assert str(plane.most) in re.findall(r"\d+", row[3])


@each_game
def test_what_does_not_fit_is_refused(game: Game) -> None:
    actions = game.actions()
    other = next(each for each in outwit.all_games() if each.name != game.name)
    for number in (-1, actions.size):
        with pytest.raises(UsageError):
            actions.text(number)
    with pytest.raises(UsageError):
        actions.mask(other.start())
    with pytest.raises(IllegalMove):
        actions.number("nonsense", outwit.FIRST)
