from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from outwit.arena.adjudication import Adjudication
from outwit.arena.manifest import Manifest
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Pairing, Schedule
from outwit.arena.timecontrol import TimeControl
from outwit.arena.worker import Worker
from outwit.players.program import ProgramPlayer
from tests.players.bots import GAME, ugi_bot

pytestmark = pytest.mark.compiled_only

CRASHES = "def at_move(n):\n    if n > 3: sys.exit(1)\n"


@contextmanager
def working(folder: Path, *codes: str, rules: Adjudication) -> Iterator[Worker]:
    """Let a worker play with bots that say the moves of one recorded game."""
    bots = []
    for number, code in enumerate(codes):
        place = folder / str(number)
        place.mkdir()
        bots.append(ugi_bot(place, code).replace(name=f"bot {number}"))
    terms = Terms(TimeControl(move=20.0), rules)
    book = Book(plies=0)
    schedule = Schedule("round-robin", len(bots))
    worker = Worker(Manifest("test", GAME.name, tuple(bots), schedule, terms, book, 1))
    try:
        yield worker
    finally:
        worker.close()


def process_of(worker: Worker, bot: int) -> object:
    player = worker.staying[bot]
    assert isinstance(player, ProgramPlayer)
    return player.process


def test_an_engine_stays_for_the_next_game_it_plays_in(tmp_path: Path) -> None:
    with working(tmp_path, "", "", "", rules=Adjudication(plies=6)) as worker:
        assert worker.play_one(Pairing(0, 0, 0, 1, 0)).termination == "move-limit"
        one, other = process_of(worker, 0), process_of(worker, 1)
        worker.play_one(Pairing(1, 0, 1, 0, 0))
        assert (process_of(worker, 0), process_of(worker, 1)) == (one, other)
        # No program runs in a game of others.
        worker.play_one(Pairing(2, 0, 0, 2, 1))
        assert sorted(worker.staying) == [0, 2]
        assert process_of(worker, 0) is one


def test_who_was_at_fault_is_started_anew(tmp_path: Path) -> None:
    with working(tmp_path, "", CRASHES, rules=Adjudication(plies=6)) as worker:
        found = worker.play_one(Pairing(0, 0, 0, 1, 0))
        assert (found.termination, found.fault_of) == ("bot-crash", 1)
        assert list(worker.staying) == [0]
        again = worker.play_one(Pairing(1, 0, 0, 1, 0))
        assert (again.termination, again.plies) == (found.termination, found.plies)


def test_a_program_that_offers_a_seed_gets_one_for_every_game(tmp_path: Path) -> None:
    offers = 'def at_greeting(): say("option name Seed type spin default 0\\n")'
    with working(tmp_path, offers, "", rules=Adjudication(plies=2)) as worker:
        seeds = []
        for number in (0, 1, 0):
            worker.play_one(Pairing(number, 0, 0, 1, 0))
            seeds.append(worker.staying[0].told["Seed"])  # type: ignore[attr-defined]
        assert seeds[0] == seeds[2] != seeds[1]


def test_engines_that_report_even_scores_draw(tmp_path: Path) -> None:
    # They say ``score cp 12``.
    for limit, termination in ((0.12, "agreed-draw"), (0.11, "move-limit")):
        rules = Adjudication(plies=9, draw_score=limit, draw_moves=3)
        place = tmp_path / str(limit)
        place.mkdir()
        with working(place, "", "", rules=rules) as worker:
            found = worker.play_one(Pairing(0, 0, 0, 1, 0))
        assert found.termination == termination
        assert "+0.12" in found.record
