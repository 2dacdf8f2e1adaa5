from __future__ import annotations

import random
import re
import shutil
import time
from pathlib import Path

import pytest

from outwit import game
from outwit.players.dialect import DIALECTS
from outwit.protocols.connection import LONGEST_LINE
from tests.cpu import cpu_time
from tests.protocols.manager import Manager

pytestmark = pytest.mark.compiled_only

INFO = re.compile(
    r"info depth \d+ (multipv \d+ )?score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ pv( \S+)+"
)
EXAMPLE = Path(__file__).parents[2] / "examples" / "games" / "tictactoe"
OVER = "position fen xx5/7/7/7/7/7/7 o 0 1"


@pytest.mark.parametrize("protocol", DIALECTS)
def test_the_handshake_announces_every_option(protocol: str) -> None:
    with Manager("jesonmor", "--protocol", protocol, "--memory", "8", "--option", "size=5") as it:
        it.says(protocol)
        lines = it.hears(f"{protocol}ok")
        assert lines[0].startswith("id name Outwit ")
        assert lines[1].startswith("id author ")
        assert lines[2:] == [
            "option name Hash type spin default 8 min 1 max 16384",
            "option name Threads type spin default 1 min 1 max 256",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name OwnBook type check default false",
            "option name size type spin default 5 min 3 max 25",
            "option name protection type spin default 0 min 0 max 999999999",
            "option name archers type combo default yes var yes var no",
            "option name legs type combo default yes var yes var no",
            f"{protocol}ok",
        ]
        assert it.asks("isready", "readyok")
        it.says(f"{protocol}newgame", "quit")
        assert it.ends() == (0, [])


def test_a_search_to_a_depth_tells_every_depth() -> None:
    with Manager("ataxx") as it:
        it.says("position startpos moves b7", "go depth 4")
        *infos, best = it.hears("bestmove")
        assert [line.split()[2] for line in infos] == ["1", "2", "3", "4"]
        assert all(INFO.fullmatch(line) for line in infos)
        position = game("ataxx").start()
        position.play("b7")
        assert best.split()[1] == infos[-1].split(" pv ")[1].split()[0]
        assert best.split()[1] in position.legal_moves


def test_a_move_of_the_own_book_is_sent_without_a_search() -> None:
    with Manager("ataxx") as it:
        it.says("setoption name OwnBook value true", "position startpos", "go nodes 1000000000")
        lines = it.hears("bestmove")
        assert len(lines) == 1
        assert lines[0].split()[1] in game("ataxx").start().legal_moves


def test_a_damaged_book_is_told_and_the_engine_searches(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "tictactoe")
    parts, book = tmp_path / "tictactoe" / "__init__.py", tmp_path / "book.txt"
    parts.write_text(parts.read_text().replace("Parts(", f"Parts(book={str(book)!r}, "))
    book.write_text("junk")
    with Manager("tictactoe", OUTWIT_GAMES=str(tmp_path)) as it:
        it.says("setoption name OwnBook value true", "position startpos", "go depth 2")
        lines = it.hears("bestmove")
        assert lines[0] == f"info string {str(book)!r} is no opening book"
        assert "info depth 2" in lines[-2]


@pytest.mark.parametrize("switch", ["value false", "value perhaps"])
def test_without_its_book_the_engine_searches(switch: str) -> None:
    with Manager("ataxx") as it:
        it.says(f"setoption name OwnBook {switch}", "position startpos", "go depth 2")
        assert "info depth 2" in it.hears("bestmove")[-2]


def test_lines_that_are_asked_for_come_from_a_search() -> None:
    with Manager("ataxx") as it:
        it.says("setoption name OwnBook value true", "position startpos")
        it.says("go depth 1 searchmoves b7")
        assert it.hears("bestmove")[-1] == "bestmove b7"
        it.says("setoption name MultiPV value 2", "go depth 1")
        assert "multipv 2" in it.hears("bestmove")[-2]


def test_setting_a_rule_clears_the_table() -> None:
    with Manager("ataxx") as it:
        told = []
        for clock in ("25", "25", "100", "25"):
            it.says(f"setoption name clock value {clock}", "go depth 4")
            told.append(re.findall(r"nodes \d+", " ".join(it.hears("bestmove"))))
        assert told[0] == told[1] == told[3]


def test_as_many_lines_are_told_as_asked_for() -> None:
    with Manager("ataxx") as it:
        it.says("setoption name multipv value 2", "go depth 2")
        infos = it.hears("bestmove")[:-1]
        assert [line.split()[4] for line in infos] == ["1", "2"] * 2
        assert all(INFO.fullmatch(line) for line in infos)


def test_a_forced_end_is_told_in_moves() -> None:
    with Manager("santorini") as it:
        it.says("position fen 00000/02A300/00000/00Y00B0/000Z00 w 9", "go depth 3")
        assert "score mate 1 " in it.hears("bestmove")[-2]


def test_commands_are_answered_at_once_while_it_thinks() -> None:
    with Manager("ataxx", "--threads", "2") as it:
        it.says("go infinite")
        it.hears("info depth 5")
        it.says("isready")
        it.hears("readyok", timeout=5)
        it.says("go depth 1")
        assert it.hears("info string")[-1] == ("info string go: a search is running; stop it first")
        it.says("setoption name Hash value 1", "uainewgame")
        assert it.hears("info string")[-1].startswith("info string setoption: a search")
        assert it.hears("info string")[-1].startswith("info string uainewgame: a search")
        it.says("stop")
        it.hears("bestmove", timeout=5)
        it.says("stop", "isready")
        assert it.hears_line() == "readyok"


def test_every_search_tells_one_move_however_soon_it_is_stopped() -> None:
    with Manager("ataxx") as it:
        it.says(*["go infinite", "stop"] * 100, "isready")
        lines = it.hears("readyok")
        assert sum(line.startswith("bestmove ") for line in lines) == 100
        it.says(*["position startpos", "go depth 1", "stop"] * 50, "isready")
        lines = it.hears("readyok")
        assert sum(line.startswith("bestmove ") for line in lines) == 50
        assert not any("string" in line for line in lines)


def test_go_follows_a_move_at_once() -> None:
    with Manager("push") as it:
        for _ in range(100):
            it.says("go nodes 1")
            assert not any("string" in line for line in it.hears("bestmove"))


def test_an_infinite_search_waits_for_stop_even_if_there_is_nothing_left_to_find() -> None:
    with Manager("ataxx") as it:
        it.says(OVER, "go infinite", "isready")
        assert it.hears_line() == "readyok"
        it.says("stop")
        assert it.hears_line() == "bestmove 0000"


@pytest.mark.parametrize(
    ("protocol", "no_move"), [("uai", "0000"), ("uci", "(none)"), ("ugi", "(none)")]
)
def test_a_finished_game_has_no_best_move(protocol: str, no_move: str) -> None:
    with Manager("ataxx", "--protocol", protocol) as it:
        it.says(OVER, "go movetime 1000")
        assert it.hears_line() == f"bestmove {no_move}"


def test_a_pass_is_found() -> None:
    with Manager("ataxx") as it:
        it.says("position fen xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxx2o x 0 1")
        it.says("moves f1", "go depth 3")
        assert "string" not in "".join(it.hears("bestmove"))
        it.says("position fen o-5/--5/7/7/7/7/6x o 0 1 moves o 0")
        assert "move 1, 'o'" in it.hears_line()
        it.says("position fen o--4/---4/---4/7/7/7/6x o 0 1", "go depth 2")
        assert it.hears("bestmove")[-1] == "bestmove 0000"


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("position", "'startpos' or 'fen' expected"),
        ("position nonsense", "'startpos' or 'fen' expected"),
        ("position startpos b7", "'startpos' or 'fen' expected"),
        ("position fen", "4 fields expected"),
        ("position fen x5o/7/7/7/7/7/o5q x 0 1", "row 7"),
        ("position fen x5o/7/7/7/7/7/o5x x 101 1", "jumps"),
        ("position startpos moves b7 zz", "move 2, 'zz', is not legal there"),
        ("position startpos moves b7 b7", "move 2, 'b7', is not legal there"),
        ("position fen xx5/7/7/7/7/7/7 o 0 1 moves a1", "move 1, 'a1', comes after the end"),
        ("moves f6 " + "z" * 5000, "move 2, 'zzz"),
        ("setoption", "there is no option ''"),
        ("setoption name Ponder value true", "there is no option 'Ponder'"),
        ("setoption name Hash value much", "option Hash: 'much'"),
        ("setoption name Hash value 99999999", "option Hash: '99999999'"),
        ("setoption name Threads", "option Threads: ''"),
        ("setoption name clock value 7", "option clock: '7'"),
        ("setoption name blocks value a7", "a7"),
        ("nonsense", "unknown command 'nonsense'"),
        ("query gameover", "unknown command 'query'"),
        ("ugi", "unknown command 'ugi'"),
    ],
)
def test_what_cannot_be_obeyed_is_named_and_changes_nothing(command: str, named: str) -> None:
    with Manager("ataxx") as it:
        it.says("position startpos moves b7")
        answer = it.asks(command, "info string ")
        assert named in answer
        assert len(answer) < 400
        # Blue is still to move after b7.
        it.says("moves b1", "go depth 1")
        assert all("string" not in line for line in it.hears("bestmove"))


def test_limits_that_are_not_understood_still_lead_to_a_move() -> None:
    with Manager("ataxx") as it:
        it.says("go depth 2 nodes many ponder searchmoves b7 zz")
        *lines, best = it.hears("bestmove")
        assert [line for line in lines if "string" in line] == [
            "info string go nodes: 'many' is not a number",
            "info string go: 'ponder' is not understood",
            "info string go searchmoves: not all of these are legal moves",
        ]
        assert best == "bestmove b7"


def test_options_of_the_game_shape_the_start_and_rule_the_rest() -> None:
    with Manager("santorini") as it:
        text = "00000/02A300/00000/00Y00B0/000Z00 w 9"
        it.says(f"position fen {text} moves A,e")
        assert "move 1, 'A,e'" in it.hears_line()
        it.says("setoption name rule value official", f"position fen {text} moves A,e")
        it.says("query result")
        assert it.hears_line() == "response p1win"
    with Manager("jesonmor") as it:
        it.says("setoption name SIZE value 3", "go depth 1 searchmoves a1b3 b1b2")
        assert all("string" not in line for line in it.hears("bestmove"))


def test_the_field_plays_ataxx_by_its_own_clock() -> None:
    late = "position fen x5o/7/7/7/7/7/o5x x 60 40"
    with Manager("ataxx") as it:
        it.says(late, "go depth 1")
        assert it.hears("bestmove")[-1] != "bestmove 0000"
    for words in (["--option", "clock=25"], ["--protocol", "ugi"]):
        with Manager("ataxx", *words) as it:
            assert "jumps" in it.asks(late, "info string ")


def test_the_queries_referee_a_game() -> None:
    with Manager("ataxx", "--protocol", "ugi") as it:
        assert it.asks("query p1turn", "response") == "response true"
        it.says("position startpos moves b7")
        assert it.asks("query p1turn", "response") == "response false"
        assert it.asks("query gameover", "response") == "response false"
        assert it.asks("query result", "response") == "response none"
        for text, result in (("xx5", "p1win"), ("oo5", "p2win")):
            it.says(f"position fen {text}/7/7/7/7/7/7 o 0 1")
            assert it.asks("query gameover", "response") == "response true"
            assert it.asks("query result", "response") == f"response {result}"
        it.says("position fen x2-3/--3--/7/7/7/7/6o x 25 9")
        assert it.asks("query result", "response") == "response draw"
        assert "query: " in it.asks("query weather", "info string ")


@pytest.mark.parametrize("milliseconds", [20, 50, 200])
@pytest.mark.parametrize("name", ["ataxx", "advance", "push"])
def test_the_time_for_a_move_is_kept(name: str, milliseconds: int) -> None:
    with Manager(name) as it:
        it.best_move("go depth 1")
        taken = []
        for _ in range(5):
            began = cpu_time(it.process)
            it.best_move(f"go movetime {milliseconds}")
            taken.append(cpu_time(it.process) - began)
        # The median: on a busy machine a single search may lose the processor at a bad moment.
        assert sorted(taken)[2] < milliseconds / 1000


def test_the_clock_is_kept() -> None:
    with Manager("ataxx") as it:
        it.best_move("go depth 1")
        for left in (30, 300, 3000):
            began = cpu_time(it.process)
            it.best_move(f"go btime {left} wtime 1 binc 10 winc 0")
            assert cpu_time(it.process) - began < left / 1000


def test_without_limits_it_thinks_a_second() -> None:
    with Manager("ataxx") as it:
        it.best_move("go depth 1")
        began, worked = time.monotonic(), cpu_time(it.process)
        it.best_move("go")
        assert time.monotonic() - began > 0.3
        assert cpu_time(it.process) - worked < 2


def test_noise_is_survived() -> None:
    noise = random.Random(1)
    with Manager("ataxx") as it:
        for _ in range(20):
            it.says_bytes(noise.randbytes(2000).replace(b"\0", b"\n") + b"\n")
        words = ["position", "startpos", "fen", "moves", "setoption", "name", "value", "b7", "ÿ"]
        for _ in range(300):
            it.says(" ".join(noise.choices(words, k=noise.randrange(8))))
        it.says("position startpos " + "moves " * 100_000)
        it.says_bytes(b"x" * 3 * LONGEST_LINE + b"\n")
        it.says("position startpos", "go depth 1")
        assert it.hears("bestmove")[-1].split()[1] in game("ataxx").start().legal_moves
        it.says("quit")
        assert it.ends()[0] == 0


@pytest.mark.parametrize(
    "lines", ["quit", "go infinite\nquit", "go movetime 60000\nquit", "quit\ngo infinite", ""]
)
def test_it_quits_at_once(lines: str) -> None:
    with Manager("ataxx") as it:
        it.asks("isready", "readyok")
        it.says(lines)
        assert it.ends()[0] == 0


def test_the_end_of_input_ends_a_search() -> None:
    with Manager("ataxx", "--threads", "2") as it:
        it.says("go infinite")
        it.hears("info depth 4")
        status, lines = it.ends()
        assert status == 0
        assert lines[-1].startswith("bestmove ")


def test_a_closed_pipe_ends_it_though_its_input_stays_open() -> None:
    with Manager("ataxx") as it:
        it.says("go infinite")
        it.hears("info depth 2")
        it.stdout.close()
        assert it.process.wait(20) == 141
        assert it.process.stderr is not None
        assert it.process.stderr.read() == b""


def test_a_mistake_in_a_game_is_told_and_a_move_is_found(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "tictactoe")
    rules = tmp_path / "tictactoe" / "rules.py"
    broken = "        if state.count('x') > 1:\n            raise ZeroDivisionError('oh')\n"
    head = '        """Return the state after a move."""\n'
    text = rules.read_text()
    assert head in text
    rules.write_text(text.replace(head, head + broken))
    with Manager("tictactoe", "--threads", "2", OUTWIT_GAMES=str(tmp_path)) as it:
        it.says("go depth 5")
        lines = it.hears("bestmove")
        assert "info string the search failed: ZeroDivisionError('oh')" in lines
        assert lines[-1].split()[1] in [f"{column}{row}" for column in "abc" for row in "123"]
        assert "ZeroDivisionError" in it.asks("moves a1 b1 a2 b2 a3", "info string moves failed")
        it.says("quit")
        assert it.ends()[0] == 0
