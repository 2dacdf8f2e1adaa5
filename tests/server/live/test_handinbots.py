"""People against programs that were handed in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from outwit.errors import NotAllowed
from outwit.process.folder import OPEN
from outwit.records.record import FIRST_WON
from outwit.server.live import handinbots
from outwit.server.live.commands import OfferRematch, Play, Resign
from outwit.server.portal import Portal
from outwit.storage.handins import HandIn
from outwit.storage.stored import HANDIN, NewGame, StoredSeat
from tests.players.bots import HEAD, HOOKS, UGI
from tests.server.rooms import portals, until
from tests.server.school import School, game_of
from tests.storage.conftest import WEAK
from tests.tools import needs_bubblewrap

pytestmark = [pytest.mark.compiled_only, needs_bubblewrap()]
MOVES = [played.move for played in game_of(1).moves]


def program(code: str = "") -> dict[str, str]:
    """Return the files of a bot that plays a game by heart, unless the code says otherwise."""
    known = f"sys.argv.append({' '.join(MOVES)!r})\n"
    return {"bot.py": HEAD.replace("MOVES =", f"{known}MOVES =") + HOOKS + code + UGI}


def school_of(portal: Portal) -> tuple[School, int]:
    """Make a class, and return it with its student."""
    portal.accounts.hasher = WEAK
    register = portal.accounts.register
    teacher, student = (register(name, "correct horse").id for name in ("Ada", "Bea"))
    return School(portal, teacher, [student]), student


def game_against(portal: Portal, handin: HandIn, student: int, name: str = "Bea #1") -> NewGame:
    """Describe a game in which a hand-in has the first move."""
    seats = StoredSeat(name, None, f"{HANDIN}:{handin.id}"), StoredSeat("Bea", student)
    return NewGame("ataxx", seats)


def test_a_person_plays_a_hand_in_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'portal.db'}"

    async def run() -> None:
        async with portals(url) as (portal,):
            school, student = school_of(portal)
            handin = school.hand_in(student, program())
            room = await portal.lobby.create(game_against(portal, handin, student))
            await until(lambda: len(room.live.moves) == 1)
            await room.act(Play(1, 1, MOVES[1]))
            await until(lambda: len(room.live.moves) == 3)
        async with portals(url) as (portal,):
            room = await portal.lobby.room(room.key)
            assert [each.move for each in room.live.moves] == MOVES[:3]
            await room.act(Play(1, 3, MOVES[3]))
            await until(lambda: len(room.live.moves) == 5)
            assert room.live.record().players == ("Bea #1", "Bea")

    asyncio.run(run())
    wait_for_folders()


def test_a_program_that_does_not_answer_loses_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handinbots, "MOVE_SECONDS", 0.2)

    async def run() -> None:
        async with portals(f"sqlite:///{tmp_path / 'portal.db'}") as (portal,):
            school, student = school_of(portal)
            handin = school.hand_in(student, program("def at_move(played): time.sleep(60)\n"))
            room = await portal.lobby.create(game_against(portal, handin, student))
            await until(lambda: room.live.is_over)
            assert room.live.record().termination == "bot-timeout"
            assert room.live.result != FIRST_WON

    asyncio.run(run())
    wait_for_folders()


def test_a_hand_in_that_is_gone_loses(tmp_path: Path) -> None:
    async def run() -> None:
        async with portals(f"sqlite:///{tmp_path / 'portal.db'}") as (portal,):
            school, student = school_of(portal)
            handin = school.hand_in(student, program())
            portal.homework.delete(school.homework)
            room = await portal.lobby.create(game_against(portal, handin, student))
            await until(lambda: room.live.is_over)
            assert room.live.record().termination == "bot-absent"

    asyncio.run(run())


def test_no_rematch_gets_round_the_page_of_the_assignment(tmp_path: Path) -> None:
    """Who has left the class plays nobody there any more, nor a hand-in that is not active."""

    async def run() -> None:
        async with portals(f"sqlite:///{tmp_path / 'portal.db'}") as (portal,):
            school, student = school_of(portal)
            handin = school.hand_in(student, program())
            room = await portal.lobby.create(game_against(portal, handin, student))
            await room.act(Resign(1))
            portal.classes.remove(school.key, student)
            with pytest.raises(NotAllowed, match="page of the assignment"):
                await room.act(OfferRematch(1))
            assert portal.history.running(student) == ()

    asyncio.run(run())
    wait_for_folders()


def wait_for_folders() -> None:
    """Wait until the folders of programs are removed, which threads do."""

    async def wait() -> None:
        await until(lambda: not OPEN)

    asyncio.run(wait())
