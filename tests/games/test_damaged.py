"""A damaged text is refused with a message that names the field, or is a position of its own."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outwit
from outwit.core.game import Game
from outwit.errors import BadPosition
from outwit.testing import check_play
from outwit.testing.checks import check_end, check_listing
from tests.games.oracle import oracle_of
from tests.mode import amount, many, sample

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = outwit.all_games()
STRANGERS = "019./-#,xXoOkKwWbAZ\0\n\t é٣²𝟛"
NUMBERS = ("00", "01", "+1", "-1", "1_0", "1e3", "0x1", "999999999", "1000000000", "9" * 5000, "٣")
MEGABYTE = 1 << 20


def field_names(game: Game) -> list[str]:
    """List the fields of a game's texts, as the refusal of an empty text lists them."""
    with pytest.raises(BadPosition) as refusal:
        game.position("")
    return re.findall(r"[\w' ]+", str(refusal.value).partition("(")[2].strip(")"))


def texts(game: Game) -> list[str]:
    """Pick texts to damage: the start, and some in the middle of things."""
    rng = Random(game.name)
    found = [game.start().text]
    while len(found) < many(2, 2):
        text, options = oracle_of(game).scattered(rng)
        usual = options.items() <= game.defaults().items()
        if len(text) < 120 and (usual or not game.rules()):
            found.append(text)
    return found


def survives(game: Game, text: str) -> bool:
    """Tell whether a text is a position; if it is one, it must be sound, if not, well refused."""
    try:
        position = game.position(text)
    except BadPosition as refusal:
        message = str(refusal)
        assert any(name.strip() in message for name in field_names(game)), (text, message)
        assert len(message) < 400, text[:80]
        return False
    assert position.text == text
    check_listing(position)
    check_end(game, position)
    return True


def replaced(text: str) -> Iterator[str]:
    """Replace each character by each of many others."""
    for i in range(len(text)):
        for stranger in STRANGERS:
            if text[i] != stranger:
                yield f"{text[:i]}{stranger}{text[i + 1 :]}"


def squeezed(text: str) -> Iterator[str]:
    """Leave each character out, and double it."""
    for i in range(len(text)):
        yield f"{text[:i]}{text[i + 1 :]}"
        yield f"{text[: i + 1]}{text[i:]}"


def refielded(text: str) -> Iterator[str]:
    """Leave fields out, add some, swap them, and separate them in other ways."""
    fields = text.split(" ")
    yield from (f"{text} ", f" {text}", f"{text}\n", text.replace(" ", "  "), f"{text} 0")
    yield from (text.replace(" ", "\t"), text.replace(" ", "\u00a0"), " ".join(reversed(fields)))
    for i, field in enumerate(fields):
        yield " ".join([*fields[:i], *fields[i + 1 :]])
        yield " ".join([*fields[:i], field, *fields[i:]])
        yield " ".join([*fields[:i], "", *fields[i + 1 :]])


def renumbered(text: str) -> Iterator[str]:
    """Put all kinds of numbers in the place of each field and of each run of digits."""
    fields = text.split(" ")
    for number in NUMBERS:
        for i in range(len(fields)):
            yield " ".join([*fields[:i], number, *fields[i + 1 :]])
        for run in re.finditer(r"\d+", text):
            yield f"{text[: run.start()]}{number}{text[run.end() :]}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_text_cut_short_anywhere_is_refused_or_another_position(game: Game) -> None:
    for text in texts(game):
        assert survives(game, text)
        for length in range(len(text)):
            survives(game, text[:length])
            survives(game, text[length + 1 :])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("damage", [replaced, squeezed, refielded, renumbered])
def test_a_damaged_text_is_refused_or_another_position(game: Game, damage: type) -> None:
    refused = 0
    for text in texts(game)[-sample(many(2, 1), 1) :]:
        for damaged in damage(text):
            refused += not survives(game, damaged)
    assert refused


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_doubled_blank_is_refused(game: Game) -> None:
    assert not survives(game, game.start().text.replace(" ", "  "))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "garbage", ["", " ", "/", "9", "25/", "K", "0.", "x", "\0", "é", "٣", "5 "]
)
def test_a_megabyte_of_garbage_is_refused(game: Game, garbage: str) -> None:
    assert not survives(game, garbage)
    assert not survives(game, garbage * (amount(MEGABYTE, 1 << 12) // max(1, len(garbage))))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_megabyte_in_any_field_is_refused(game: Game) -> None:
    fields = game.start().text.split(" ")
    for i in range(len(fields)):
        for filling in "7/0x":
            fat = filling * amount(MEGABYTE, 1 << 12)
            assert not survives(game, " ".join([*fields[:i], fat, *fields[i + 1 :]]))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_refusal_names_the_game_and_the_field(game: Game) -> None:
    fields = game.start().text.split(" ")
    for i, name in enumerate(field_names(game)):
        with pytest.raises(BadPosition, match=rf"^{game.name} position: {name.strip()}"):
            game.position(" ".join([*fields[:i], "?", *fields[i + 1 :]]))


@given(st.data())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_text_is_a_position_or_refused(game: Game, data: st.DataObject) -> None:
    start = game.start().text
    survives(
        game, data.draw(st.text() | st.text(alphabet=start) | st.permutations(start).map("".join))
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_large_numbers_still_allow_a_move(game: Game) -> None:
    fields = game.start().text.split(" ")
    for i in range(2, len(fields)):
        text = " ".join([*fields[:i], "999999900", *fields[i + 1 :]])
        try:
            position = game.position(text)
        except BadPosition:
            continue  # some numbers have a limit of their own
        check_play(game, position, plies=4)
