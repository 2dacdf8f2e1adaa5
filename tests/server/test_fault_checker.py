"""The checker of fault runs finds every kind of broken promise, and accepts a sound history."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bench.chaos_faults import plan
from bench.chaos_history import Acked, Entry, History, Saw, Sent, Struck, check
from bench.chaos_ratings import Book, check_ratings
from outwit.ratings.glicko import Glicko, GlickoGames, after_period
from outwit.storage.ratings import Rating, RatingPoint
from outwit.storage.stored import NewGame, StoredGame, StoredMove, StoredSeat

KEY = "aaaaaaaa"
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
MOVES = ("b7", "f7", "c7")
# Ten seconds each, and no increment: the clocks after the three moves.
LEFT = (9_000, 9_500, 7_000)
USED = (1_000, 500, 2_000)


def game(**changes: object) -> StoredGame:
    """Return a rated game of three moves, lost by resignation."""
    seats = StoredSeat("Ada", 1), StoredSeat("Bob", 2)
    moves = [StoredMove(*each, NOON) for each in zip(MOVES, USED, LEFT, strict=True)]
    whole = StoredGame(
        KEY,
        NewGame("ataxx", seats, time_control="10+0", rated=True),
        NOON,
        NOON,
        NOON,
        "1-0",
        "resigned",
        "",
        tuple(moves),
    )
    return whole.replace(**changes)


def glickos() -> tuple[Glicko, Glicko]:
    """Return both ratings after the game."""
    new = Glicko()
    won, lost = (after_period(new, [GlickoGames(new, points)]) for points in (1.0, 0.0))
    return won, lost


def book() -> Book:
    found = Book()
    for account, glicko in enumerate(glickos(), 1):
        found.ratings[account] = (Rating(account, "ataxx", "bullet", glicko, 1),)
        found.changes[account, KEY] = RatingPoint(
            KEY, Glicko().rating, glicko.rating, glicko.deviation, NOON
        )
    return found


def saw(at: float, plies: int, left: tuple[int, int], result: str = "", **more: object) -> Saw:
    running = None if result else plies % 2
    state = Saw(at, "Bob", KEY, 1, MOVES[:plies], left, running, result)
    return replace(state, **more)  # type: ignore[arg-type]


def entries() -> list[Entry]:
    """Return what Ada sent and what Bob saw."""
    found: list[Entry] = [saw(0.0, 0, (10_000, 10_000))]
    for ply, (at, move) in enumerate(zip((1.0, 1.5, 3.5), MOVES, strict=True)):
        name = "Bob" if ply % 2 else "Ada"
        found += [Sent(at, name, KEY, ply, move), Acked(at + 0.1, name, KEY, ply, move)]
        left = LEFT[ply - ply % 2], LEFT[ply] if ply % 2 else (10_000, 0, 9_500)[ply]
        found.append(saw(at + 0.1, ply + 1, left))
    found.append(saw(4.0, 3, (7_000, 9_000), "1-0"))
    found.append(saw(9.0, 3, (7_000, 9_000), "1-0", client="reader 0", connection=2, is_last=True))
    return found


def history(**changes: object) -> History:
    sound = History(entries(), [], {KEY: game()}, book(), ("reader 0",))
    return replace(sound, **changes)  # type: ignore[arg-type]


def rules(found: History) -> str:
    return "\n".join(violation.rule for violation in check(found))


def test_a_sound_history_breaks_no_promise() -> None:
    assert check(history()) == []


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        (Acked(3.0, "Bob", KEY, 1, "g7"), "ply 1, g7, was acknowledged, and f7 is stored"),
        (Acked(5.0, "Bob", KEY, 3, "g7"), "ply 3, g7, was acknowledged, and nothing is stored"),
        (saw(2.0, 2, (9_000, 9_500), moves=("b7", "a1")), "seen that are not stored"),
        (saw(3.7, 2, (9_000, 9_500)), "moves were seen, and then fewer"),
        (saw(2.0, 2, (9_000, 9_500), "0-1", connection=3), "0-1 was seen, and 1-0 by resigned"),
        (saw(4.5, 3, (7_000, 9_000)), "a result was seen, and then another"),
        (saw(2.0, 2, (9_900, 9_500)), "a clock shows 9900 ms, and 9000 are stored"),
        (saw(2.0, 2, (8_000, 9_000)), "a clock shows 9000 ms, and 9500 are stored"),
        (Acked(3.0, "Bob", "bbbbbbbb", 1, "g7"), "the game is not stored"),
    ],
)
def test_a_wrong_line_is_found(entry: Entry, rule: str) -> None:
    assert rule in rules(history(entries=[*entries(), entry]))


def test_a_move_that_nobody_sent_is_found() -> None:
    unsent = [each for each in entries() if not (isinstance(each, Sent) and each.ply == 1)]
    assert "ply 1, f7, is stored, and nobody sent it" in rules(history(entries=unsent))
    # A bot of the portal sends nothing.
    seats = StoredSeat("Ada", 1), StoredSeat("level 1", None, "level 1")
    bot = game(setup=NewGame("ataxx", seats, time_control="10+0"))
    assert check(history(entries=unsent, stored={KEY: bot}, book=Book())) == []


def test_a_clock_that_grows_is_found_unless_a_fault_excuses_it() -> None:
    grown = [*entries(), saw(2.0, 2, (6_000, 9_500)), saw(2.5, 2, (8_000, 9_500))]
    assert "a running clock grew by 2000 ms" in rules(history(entries=grown))
    jump, kill = Struck(2.2, 2.3, "jump"), Struck(2.2, 2.3, "kill")
    assert "a running clock grew" in rules(history(entries=grown, faults=[jump]))
    assert check(history(entries=grown, faults=[kill])) == []


def test_stored_clocks_that_do_not_fit_are_found() -> None:
    moves = list(game().moves)
    moves[2] = moves[2].replace(clock=9_800)
    found = rules(history(stored={KEY: game(moves=tuple(moves))}))
    assert "ply 2 took 2000 of 9000 ms and left 9800" in found


def test_a_loss_on_time_that_comes_too_early_is_found() -> None:
    flag = game(termination="out-of-time")
    assert "lost on time after 0.5 s" in rules(history(stored={KEY: flag}))


def test_a_game_without_an_end_is_found() -> None:
    going = game(ended=None, result="*", termination="")
    assert "the game has not ended" in rules(history(stored={KEY: going}))


def test_an_end_that_a_process_does_not_show_is_found() -> None:
    assert "reader 1 could not read" in rules(history(readers=("reader 0", "reader 1")))
    late = [replace(each, result="") if isinstance(each, Saw) else each for each in entries()]
    assert "reader 0 does not see the end after 3 moves" in rules(history(entries=late))


def test_ratings_that_do_not_follow_from_the_games_are_found() -> None:
    twice, never, late, wrong = book(), book(), book(), book()
    twice.ratings[1] = (Rating(1, "ataxx", "bullet", glickos()[0], 2),)
    assert "account 1 has 2 rated games, and played 1" in rules(history(book=twice))
    del never.changes[1, KEY]
    assert "has changed no rating" in rules(history(book=never))
    late.changes[2, KEY] = late.changes[2, KEY].replace(before=1_600.0)
    assert "account 2 is shown 1600.00 as its rating before" in rules(history(book=late))
    wrong.changes[2, KEY] = wrong.changes[2, KEY].replace(rating=1_600.0)
    assert "does not follow from those before" in rules(history(book=wrong))
    unrated = game(setup=game().setup.replace(rated=False))
    assert "has changed a rating, and must not" in rules(history(stored={KEY: unrated}))


def test_draws_of_equals_are_rated_in_the_order_in_which_they_ended() -> None:
    # Each with its players and what the first of them scored, in the order of their ends.
    ended = [("one", (1, 2), 0.5), ("two", (2, 3), 0.5), ("three", (1, 4), 1.0)]
    glicko = {account: Glicko() for account in range(1, 5)}
    found, stored = Book(), {}
    for key, players, points in ended:
        before = [glicko[player] for player in players]
        for place, player in enumerate(players):
            own, other = before[place], before[1 - place]
            scored = points if place == 0 else 1 - points
            new = glicko[player] = after_period(own, [GlickoGames(other, scored)])
            point = RatingPoint(key, own.rating, new.rating, new.deviation, NOON)
            found.changes[player, key] = point
        seats = StoredSeat("", players[0]), StoredSeat("", players[1])
        result = "1-0" if points == 1 else "1/2-1/2"
        stored[key] = game(id=key, setup=game().setup.replace(seats=seats), result=result)
    for player, count in ((1, 2), (2, 2), (3, 1), (4, 1)):
        found.ratings[player] = (Rating(player, "ataxx", "bullet", glicko[player], count),)
    # Games are known in the order in which they began.
    began = {key: stored[key] for key in ("two", "one", "three")}
    assert list(check_ratings(began, found)) == []


def test_trouble_outside_any_game_is_found() -> None:
    assert rules(history(troubles=["process 0 is not ready"])) == "process 0 is not ready"


def test_a_seed_gives_the_same_faults_again() -> None:
    for database in ("sqlite", "postgresql"):
        first, again, other = (
            plan(seed, database, 8.0, full=True, jump=True) for seed in (1, 1, 2)
        )
        assert first == again != other
        kinds = {
            fault.kind
            for seed in range(50)
            for fault in plan(seed, database, 8.0, full=False, jump=False)
        }
        own = "lock" if database == "sqlite" else "sever"
        assert kinds == {"kill", "restart", "stop", "slow", "cut", own}
