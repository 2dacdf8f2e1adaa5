from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.assignments.assignment import assignment_of
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotCrash, BotFault, BotGarbage, BotIllegal, BotTimeout, UsageError
from outwit.players.external import start_program
from outwit.players.player import Player
from outwit.players.roster import BotSpec
from outwit.players.text_player import TextPlayer
from tests.cpu import time_limit
from tests.players.bots import AMPLE, PYTHON, SECOND, our_program, playing

PUSH = outwit.game("push")
ATAXX = outwit.game("ataxx")
JESON_MOR = outwit.game("jesonmor")
STUDENTS = Path(__file__).parents[1] / "grading" / "students"
SANTORINI = outwit.game("santorini")
TEXT = {
    "push": our_program("push2310"),
    "ataxx": our_program("ataxx"),
    "santorini": our_program("santorini"),
}


def play_out(player: Player, position: Position, side: int, most: int = 1000) -> list[str]:
    """Let a bot play one side and chance the other; return the bot's moves."""
    rng, chosen = Random(5), []
    player.begin(position)
    while position.outcome is None and len(position.played) < most:
        if position.turn == side:
            chosen.append(player.choose(position, AMPLE))
            position.play(chosen[-1])
        else:
            position.play(rng.choice(sorted(position.legal_moves)))
    return chosen


@pytest.mark.parametrize("kind", ["0", "1"])
@pytest.mark.parametrize("side", [0, 1])
def test_push2310_plays_as_our_own_bot_of_its_type(kind: str, side: int) -> None:
    spec = BotSpec("push", "text", TEXT["push"], (("kind", kind),))
    with playing(spec, PUSH) as player:
        for seed in (1, 2):
            position = PUSH.start(rows=5, columns=6, seed=seed)
            position.play(min(position.legal_moves))
            chosen = play_out(player, position, side)
            replay = position.copy()
            while replay.played:
                move = replay.undo()
                if replay.turn == side and replay.played:
                    assert move == PUSH.parts.bots[f"type{kind}"](replay, Random(1))
                    assert move in chosen


def test_push2310_is_run_once_a_move_and_ended() -> None:
    settings = (("program", "push2310-once"), ("kind", "0"))
    with playing(BotSpec("push", "text", TEXT["push"], settings), PUSH) as player:
        position = PUSH.start(rows=4, columns=4, seed=1)
        player.begin(position)
        while position.outcome is None:
            move = player.choose(position, AMPLE)
            assert move == PUSH.parts.bots["type0"](position, Random(1))
            assert isinstance(player, TextPlayer)
            assert player.process is None
            position.play(move)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("kind", ["heuristic", "random"])
def test_a_program_for_santorini_plays_a_game(kind: str, side: int) -> None:
    spec = BotSpec("santorini", "text", TEXT["santorini"], (("kind", kind),))
    with playing(spec, SANTORINI) as player:
        position = SANTORINI.start()
        assert play_out(player, position, side)
        assert position.outcome is not None


TALKS = r"""
def board(*rows): return '\n'.join(rows) + '\n'
free = '|0 |0 |0 |0 |0 |'
before = board(free, '|0 |0Y|0 |0B|0 |', free, '|0 |0A|0 |0Z|0 |', free)
after = board('| 0 | 0 | 0 |0|0 |', '|0|0Y|0|0B|0|', '| 0|0 A|0|0 |0 |', '|0 |1 |0 |0Z|0 |', free)
print('Welcome! Turn 1', before, SAYS, sep='\n', flush=True)
input('Your worker? ')
"""


@pytest.mark.parametrize(
    "says", ["after", "'I go A, n, s'\n'white has won'", "'worker A: N, S', before, after"]
)
def test_moves_in_santorini_are_read_from_boards_or_announcements(
    tmp_path: Path, says: str
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(TALKS.replace("SAYS", says.replace("\n", ", ")))
    with playing(BotSpec("x", "text", (*PYTHON, str(path))), SANTORINI) as player:
        assert player.choose(SANTORINI.start(), AMPLE) == "A,n,s"


def test_a_board_that_no_move_leads_to_is_illegal(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(TALKS.replace("SAYS", "after.replace('1', '2')"))
    spec = BotSpec("x", "text", (*PYTHON, str(path)))
    with (
        playing(spec, SANTORINI) as player,
        pytest.raises(BotIllegal, match="not one legal move further"),
    ):
        player.choose(SANTORINI.start(), AMPLE)


def test_programs_for_santorini_begin_with_the_start_position_only() -> None:
    with playing(BotSpec("x", "text", TEXT["santorini"]), SANTORINI) as player:
        position = SANTORINI.start()
        for _ in range(2):
            position.play(min(position.legal_moves))
        for other in (position, SANTORINI.start(rule="official")):
            with pytest.raises(UsageError, match="text programs"):
                player.choose(other, AMPLE)


@pytest.mark.compiled_only
@pytest.mark.parametrize("side", [0, 1])
def test_the_program_ataxx_plays_a_game_with_blocks(side: int) -> None:
    with playing(BotSpec("ataxx", "text", TEXT["ataxx"]), ATAXX) as player:
        position = ATAXX.start(blocks=["c3", "d4"])
        for _ in range(3):
            position.play(max(position.legal_moves))
        assert play_out(player, position, side, 30)


def test_a_game_that_takes_another_course_is_followed() -> None:
    with playing(BotSpec("push", "text", TEXT["push"]), PUSH) as player:
        position = PUSH.start()
        player.begin(position)
        first = player.choose(position, AMPLE)
        assert player.choose(position, AMPLE) == first
        position.play(sorted(position.legal_moves)[1])
        assert player.choose(position, AMPLE) in position.legal_moves


@pytest.mark.compiled_only
@pytest.mark.parametrize("plies", [2, 4])
def test_the_program_ataxx_plays_from_the_openings_of_matches(plies: int) -> None:
    with playing(BotSpec("ataxx", "text", TEXT["ataxx"]), ATAXX) as player:
        position = draw_opening(ATAXX, Book(plies=plies), 7, plies)
        assert not position.played
        assert play_out(player, position, int(position.turn), 4)


@pytest.mark.compiled_only
def test_moves_that_nobody_announces_are_read_from_the_board() -> None:
    command = (sys.executable, str(STUDENTS / "ataxx.py"))
    with playing(BotSpec("ataxx", "text", command), ATAXX) as player:
        position = ATAXX.start(blocks=["d4", "c4"])
        assert play_out(player, position, 1, 8)


def test_the_program_jesonmor_plays_black() -> None:
    with playing(BotSpec("jesonmor", "text", our_program("jesonmor")), JESON_MOR) as player:
        position = JESON_MOR.start(size=7, protection=4)
        assert play_out(player, position, 1, 30)


def test_knights_that_look_alike_are_followed() -> None:
    command = (sys.executable, str(STUDENTS / "jesonmor.py"))
    with playing(BotSpec("jesonmor", "text", command), JESON_MOR) as player:
        position = JESON_MOR.start(size=5, protection=100, archers="no")
        assert play_out(player, position, 1, 12)


def test_a_capture_among_knights_that_look_alike_must_be_announced() -> None:
    conversation = assignment_of(JESON_MOR).conversations["jesonmor"]
    position = JESON_MOR.position("5/5/2k2/K3K/5 b 3 0 3 3")
    *lines, last = (". . . . .", ". . . . .", ". . x . .", "K . . . K", ". . . . .")
    unclear = conversation.listener(position, 1)
    assert [unclear(line) for line in lines] == [None] * 4
    with pytest.raises(BotGarbage, match="c3e2 or c3a2"):
        unclear(last)
    for said in ("Machine: c3->e2", "moved piece at s(2, 2)to s(4, 1)"):
        clear = conversation.listener(position, 1)
        assert [clear(line) for line in (said, *lines, last)] == [None] * 5 + ["c3e2"]


@pytest.mark.parametrize("line", [" " * 2_000, "1" + " " * 1_990, ">" + " " * 1_990 + "|"])
def test_a_line_of_blanks_is_read_at_once(line: str) -> None:
    position = JESON_MOR.start()
    position.play(min(position.legal_moves))
    listener = assignment_of(JESON_MOR).conversations["jesonmor"].listener(position, 1)
    with time_limit(5):
        assert listener(line) is None


def test_text_programs_for_jeson_mor_play_black_from_the_start_only() -> None:
    with playing(BotSpec("x", "text", our_program("jesonmor")), JESON_MOR) as player:
        position = JESON_MOR.start()
        with pytest.raises(UsageError, match="Black only"):
            player.choose(position, AMPLE)
        for _ in range(3):
            position.play(min(position.legal_moves))
        with pytest.raises(UsageError, match="start position"):
            player.choose(position, AMPLE)


def test_a_board_that_no_legal_move_leads_to_is_a_fault(tmp_path: Path) -> None:
    rows = ["K . K . K", ". . . . .", ". . x . .", ". . . . .", "K K K K K"]
    path = tmp_path / "bot.py"
    path.write_text(f"input()\nprint(*{rows}, sep=chr(10), flush=True)\ninput()")
    with playing(BotSpec("x", "text", (*PYTHON, str(path))), JESON_MOR) as player:
        position = JESON_MOR.start(size=5, archers="no")
        position.play("a1b3")
        with pytest.raises(BotIllegal, match="not one legal move further"):
            player.choose(position, AMPLE)


def test_a_board_from_which_the_program_cannot_begin_is_refused() -> None:
    with playing(BotSpec("ataxx", "text", TEXT["ataxx"]), ATAXX) as player:
        position = ATAXX.position("x5o/7/7/3x3/7/7/o5x o 0 1")
        with pytest.raises(UsageError, match="start position"):
            player.choose(position, AMPLE)


@pytest.mark.parametrize(
    ("game", "setting", "named"),
    [
        (outwit.game("advance"), (), "advance"),
        (PUSH, (("program", "chess"),), "chess"),
        (PUSH, (("depth", "1"),), "depth"),
    ],
)
def test_what_makes_no_sense_is_refused(
    game: Game, setting: tuple[tuple[str, str], ...], named: str
) -> None:
    with pytest.raises(UsageError, match=named):
        start_program(BotSpec("x", "text", ("true",), setting), game, 1)


def test_a_kind_the_program_does_not_have_is_refused() -> None:
    for game, kind in ((PUSH, "7"), (ATAXX, "1"), (SANTORINI, "human")):
        spec = BotSpec("x", "text", ("true",), (("kind", kind),))
        with playing(spec, game) as player, pytest.raises(UsageError, match="kind"):
            player.choose(game.start(), AMPLE)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("import time; time.sleep(60)", BotTimeout),
        ("import sys; sys.exit('Invalid file contents')", BotCrash),
        ("print('Player O placed at 0 1', flush=True); input()", BotIllegal),
        ("print('Player O placed at 9 9', flush=True); input()", BotGarbage),
    ],
)
def test_every_fault_is_named(tmp_path: Path, code: str, kind: type[BotFault]) -> None:
    path = tmp_path / "bot.py"
    path.write_text(code)
    with playing(BotSpec("x", "text", (*PYTHON, str(path))), PUSH) as player:
        with pytest.raises(BotFault) as caught:
            player.choose(PUSH.start(), SECOND)
        assert type(caught.value) is kind
