"""Whole tournaments, played by scripted players and directed as they are on the portal."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import pytest
from sqlalchemy import func, select

from outwit.errors import NotAllowed
from outwit.ratings.crosstable import crosstable
from outwit.ratings.scores import Scores
from outwit.records.endings import OUT_OF_TIME
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, UNFINISHED
from outwit.server.news.hub import of_account
from outwit.server.portal import Portal
from outwit.server.values.standings import standings
from outwit.storage.progress import ARENA, BYE, ROUND_ROBIN, SWISS, Progress
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import Games, now
from tests.server.tournament import (
    entered,
    lower_wins,
    neighbours_draw,
    opened,
    people,
    play,
    play_on,
)

pytestmark = pytest.mark.compiled_only
SHARE = {FIRST_WON: 1.0, DRAWN: 0.5, SECOND_WON: 0.0}


def balance(progress: Progress) -> dict[int, int]:
    """Return how much more often everybody moved first than second."""
    found: Counter[int] = Counter()
    for pairing in progress.pairings:
        if pairing.second is not None:
            found[pairing.first] += 1
            found[pairing.second] -= 1
    return found


def games_made(portal: Portal, key: str) -> int:
    with portal.database.reading() as connection:
        found = select(func.count()).where(Games.tournament == key)
        return connection.execute(found).scalar_one()


def test_in_a_round_robin_all_meet_all_and_the_table_is_the_arenas(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            players = people(portal, 5)
            key = entered(portal, players, ROUND_ROBIN)
            progress = await play_on(portal, key, neighbours_draw)
            games = [p for p in progress.pairings if p.second is not None]
            met = Counter(frozenset((p.first, p.second)) for p in games)
            assert met == Counter(frozenset(pair) for pair in combinations(players, 2))
            assert progress.round == 5
            rests = [p.first for p in progress.pairings if p.second is None]
            assert sorted(rests) == sorted(players)
            assert set(balance(progress).values()) <= {0}
            # The same games, counted by the arena.
            scores = Scores(5)
            for p in games:
                assert p.second is not None
                first, second = players.index(p.first), players.index(p.second)
                scores.add(first, second, SHARE[p.result])
            names = [portal.accounts.get(account).name for account in players]
            table = crosstable(names, scores)
            lines = standings(progress)
            assert [line.entrant.name for line in lines] == [row.name for row in table.rows]
            for line, row in zip(lines, table.rows, strict=True):
                assert (line.points, line.tally) == (row.total.points, row.total)
                assert (line.direct, line.sonneborn) == (row.direct, row.sonneborn)
            assert games_made(portal, key) == 10

    asyncio.run(run())


def test_the_second_cycle_of_a_round_robin_swaps_sides(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            players = people(portal, 4)
            progress = await play_on(portal, entered(portal, players, ROUND_ROBIN, rounds=2))
            pairs = Counter((p.first, p.second) for p in progress.pairings)
            assert len(pairs) == 12
            assert set(pairs.values()) == {1}

    asyncio.run(run())


def test_in_a_swiss_nobody_meets_twice_and_byes_go_round(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            players = people(portal, 7)
            progress = await play_on(portal, entered(portal, players, SWISS, rounds=4))
            games = [p for p in progress.pairings if p.second is not None]
            assert progress.round == 4
            assert len(games) == 12
            assert len({frozenset((p.first, p.second)) for p in games}) == 12
            byes = [p for p in progress.pairings if p.second is None]
            assert [p.result for p in byes] == [BYE] * 4
            assert len({p.first for p in byes}) == 4
            assert all(abs(each) <= 2 for each in balance(progress).values())
            lines = standings(progress)
            assert lines[0].entrant.account == players[0]
            assert sum(line.points for line in lines) == 12 + 4
            order = [(-line.points, -line.buchholz, -line.sonneborn) for line in lines]
            assert order == sorted(order)

    asyncio.run(run())


def test_a_swiss_ends_when_all_have_met_all(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            key = entered(portal, people(portal, 4), SWISS, rounds=9)
            assert (await play_on(portal, key)).round == 3

    asyncio.run(run())


def test_an_arena_pairs_until_its_time_is_over(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            players = people(portal, 5)
            key = entered(portal, players, ARENA, minutes=1)
            progress = await play_on(portal, key, enough=lambda p: len(p.pairings) >= 12)
            portal.director.clock = lambda: now() + timedelta(minutes=2)
            progress = await play_on(portal, key)
            last: dict[int, int] = {}
            for p in progress.pairings:
                assert p.second is not None
                assert last.get(p.first) != p.second, "nobody meets twice in a row"
                last[p.first], last[p.second] = p.second, p.first
            assert UNFINISHED not in {p.result for p in progress.pairings}
            assert all(abs(each) <= 2 for each in balance(progress).values())
            best = standings(progress)[0]
            assert best.entrant.account == players[0]
            # Won all: 2, 2, then 4 each.
            games = best.tally.games
            assert games >= 3
            assert best.points == 4 + 4 * (games - 2)
            assert best.on_fire

    asyncio.run(run())


def test_who_is_not_there_is_not_paired_in_an_arena(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            players = people(portal, 3)
            key = entered(portal, players, ARENA, minutes=1)
            portal.tournaments.start(key)
            assert await portal.director.step(key)
            assert portal.tournaments.load(key).pairings == ()
            hub = portal.hub
            with hub.subscribe(of_account(players[0])), hub.subscribe(of_account(players[2])):
                await portal.director.step(key)
            (pairing,) = portal.tournaments.load(key).pairings
            assert {pairing.first, pairing.second} == {players[0], players[2]}

    asyncio.run(run())


@pytest.mark.parametrize("kind", [ROUND_ROBIN, SWISS])
def test_a_tournament_goes_on_after_a_restart_in_the_middle(tmp_path: Path, kind: str) -> None:
    async def first() -> tuple[str, list[int]]:
        async with opened(tmp_path) as portal:
            players = people(portal, 4)
            key = entered(portal, players, kind, rounds=3 if kind == SWISS else 1)
            await play_on(portal, key, enough=lambda p: p.round == 2)
            return key, players

    async def second(key: str, players: list[int]) -> None:
        async with opened(tmp_path) as portal:
            progress = await play_on(portal, key)
            assert progress.round == 3
            assert games_made(portal, key) == len(progress.pairings) == 6
            lines = standings(progress)
            assert lines[0].entrant.account == players[0]
            assert lines[0].points == 3

    key, players = asyncio.run(first())
    asyncio.run(second(key, players))


def test_no_game_is_made_twice_wherever_the_server_was_stopped(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            store, players = portal.tournaments, people(portal, 4)
            key = entered(portal, players, ROUND_ROBIN)
            store.start(key)
            # Stopped after the pairings were written, and after the first game was made.
            await portal.director.step(key)
            with portal.database.session() as connection:
                connection.exec_driver_sql("UPDATE pairings SET game_id = NULL WHERE id = 1")
                connection.exec_driver_sql("UPDATE pairings SET game_id = NULL WHERE id = 2")
                connection.exec_driver_sql(
                    "DELETE FROM games WHERE id = (SELECT max(id) FROM games)"
                )
            await portal.director.step(key)
            progress = store.load(key)
            assert [p.round for p in progress.pairings] == [1, 1]
            assert len({p.game_id for p in progress.pairings} - {None}) == 2
            assert games_made(portal, key) == 2
            # Stopped before a result was noted: the game is over, and nobody listened.
            for pairing in progress.pairings:
                await play(portal, pairing, lower_wins)
            await portal.director.step(key)
            assert store.load(key).round == 2

    asyncio.run(run())


def test_who_does_not_come_twice_is_withdrawn_and_the_others_play_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            store, players = portal.tournaments, people(portal, 4)
            key = entered(portal, players, ROUND_ROBIN)
            store.start(key)
            gone = players[3]
            for _ in range(2):
                await portal.director.step(key)
                for pairing in store.load(key).pairings:
                    assert pairing.game_id is not None
                    if gone not in (pairing.first, pairing.second):
                        await play(portal, pairing, lower_wins)
                        continue
                    lost = SECOND_WON if pairing.first == gone else FIRST_WON
                    portal.games.finish(pairing.game_id, lost, OUT_OF_TIME, "")
            await portal.director.step(key)
            progress = store.load(key)
            assert [e.account for e in progress.field if e.withdrawn] == [gone]
            assert sum(p.absent == gone for p in progress.pairings) == 2
            (walkover,) = [p for p in progress.pairings if p.round == 3 and p.game_id is None]
            assert gone in (walkover.first, walkover.second)
            winner = walkover.first if walkover.result == FIRST_WON else walkover.second
            assert winner != gone

    asyncio.run(run())


def test_who_does_not_show_up_loses_on_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            key = entered(portal, people(portal, 2), ROUND_ROBIN, time_control="0.1/move")
            await portal.director.look()
            while portal.tournaments.get(key).ended is None:
                await asyncio.sleep(0.02)
            (pairing,) = portal.tournaments.load(key).pairings
            assert pairing.result == SECOND_WON
            assert pairing.absent == pairing.first

    asyncio.run(run())


def test_a_tournament_starts_by_its_time_when_two_are_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            store, (one, other) = portal.tournaments, people(portal, 2)
            key = entered(portal, [one], ROUND_ROBIN, starts=now() + timedelta(hours=1))
            await portal.director.look()
            portal.director.clock = lambda: now() + timedelta(hours=2)
            await portal.director.look()
            assert store.get(key).started is None
            store.join(key, other)
            await portal.director.look()
            assert store.get(key).started is not None

    asyncio.run(run())


def test_one_that_nobody_joins_is_called_off_after_a_day(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            key = entered(portal, people(portal, 1), SWISS)
            portal.director.clock = lambda: now() + timedelta(hours=25)
            await portal.director.look()
            assert portal.tournaments.get(key).ended is not None

    asyncio.run(run())


def test_there_are_no_hints_in_a_tournament(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            one, other = people(portal, 2)
            seats = StoredSeat("a", one), StoredSeat("b", other)
            key = entered(portal, [one, other], SWISS)
            room = await portal.lobby.create(NewGame("ataxx", seats, tournament=key))
            with pytest.raises(NotAllowed, match="against the bots"):
                await room.hint(0)

    asyncio.run(run())


def test_a_rematch_is_not_part_of_the_tournament(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            players = people(portal, 2)
            key = entered(portal, players, ROUND_ROBIN)
            (pairing,) = (await play_on(portal, key)).pairings
            assert pairing.game_id is not None
            again = await portal.lobby.rematch(await portal.lobby.room(pairing.game_id))
            assert (await portal.lobby.room(again)).setup.tournament is None

    asyncio.run(run())


def test_an_owners_bots_are_not_rated_against_each_other(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as portal:
            one, other = people(portal, 2)
            bots = [portal.accounts.make_bot(one, name).id for name in ("One", "Two")]
            key = entered(portal, [*bots, other], ROUND_ROBIN, rated=True)
            for pairing in (await play_on(portal, key)).pairings:
                if pairing.game_id is not None:
                    stored = portal.games.load(pairing.game_id)
                    assert stored.setup.rated == (other in (pairing.first, pairing.second))

    asyncio.run(run())
