from __future__ import annotations

import pytest

import outwit
from outwit.arena.seat import PERSON, Seat, level_seat, open_player, read_seat, seats_of
from outwit.errors import UsageError
from outwit.players.bot import BotPlayer
from outwit.players.levels import LEVELS, LevelPlayer
from tests.arena.test_livegame import live_game

ATAXX = outwit.game("ataxx")


@pytest.mark.parametrize("text", ["human", "me", "H", " Person "])
def test_a_person_is_a_seat_without_a_bot(text: str) -> None:
    assert read_seat(text, ATAXX) == PERSON


@pytest.mark.parametrize("text", ["3", "level 3", "Level3", "engine:level=3"])
def test_a_number_is_a_level_of_ours(text: str) -> None:
    player = open_player(read_seat(text, ATAXX), ATAXX, 1)
    assert isinstance(player, LevelPlayer)
    assert player.level == LEVELS[2]


def test_a_games_own_bot_comes_before_a_level_of_ours() -> None:
    advance = outwit.game("advance")
    name = next(name for name in advance.parts.bots if name.startswith("level"))
    assert isinstance(open_player(read_seat(name, advance), advance, 1), BotPlayer)


def test_a_students_program_is_described_as_for_the_arena() -> None:
    seat = read_seat("mine=ugi:python3 mybot.py", ATAXX)
    assert seat.name == "mine"
    assert seat.bot is not None
    assert seat.bot.command == ("python3", "mybot.py")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0", "level 0 is not from 1 to 10"),
        ("level 11", "level 11 is not from 1 to 10"),
        ("nobody", "there is no bot 'nobody' for ataxx"),
        ("engine:speed=1", "no setting 'speed'"),
        ("ugi:", "no command after ugi:"),
    ],
)
def test_who_is_unknown_is_named(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        read_seat(text, ATAXX)


def test_a_record_goes_on_between_its_players() -> None:
    record = live_game("b7").record()
    assert seats_of(record, ATAXX) == (PERSON, level_seat(3))
    assert seats_of(record, ATAXX, level_seat(9)) == (PERSON, level_seat(9))
    turned = record.replace(players=("level 3", "human"))
    assert seats_of(turned, ATAXX, level_seat(9)) == (level_seat(9), PERSON)
    bots = record.replace(players=("random", "careful"))
    assert seats_of(bots, ATAXX, side=1) == (read_seat("random", ATAXX), PERSON)


@pytest.mark.parametrize("name", ["ugi:touch x", "somebody", ""])
def test_a_record_never_starts_a_program(name: str) -> None:
    record = live_game("b7").record().replace(players=("human", name))
    with pytest.raises(UsageError, match="--against"):
        seats_of(record, ATAXX)
    assert seats_of(record.replace(result="1-0"), ATAXX)[1] == Seat(name)
