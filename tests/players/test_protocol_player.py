from __future__ import annotations

import time
from pathlib import Path

import pytest

import outwit
from outwit.errors import (
    BotAbsent,
    BotCrash,
    BotFault,
    BotFlood,
    BotGarbage,
    BotIllegal,
    BotTimeout,
    UsageError,
)
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.external import start_program
from outwit.players.player import Player, Thought
from outwit.players.protocol_player import ProtocolPlayer, read_thought
from outwit.players.roster import BotSpec
from tests.players.bots import AMPLE, GAME, MOVES, OUR_OWN, SECOND, playing, ugi_bot


def test_a_bot_plays_a_game_and_tells_what_it_thinks(tmp_path: Path) -> None:
    with playing(ugi_bot(tmp_path)) as player:
        position = GAME.start()
        player.begin(position)
        for wanted in MOVES:
            text = position.text
            move = player.choose(position, AMPLE)
            assert (move, position.text) == (wanted, text)
            position.play(move)
        assert player.thought == Thought("+0.12", 3)
        player.begin(GAME.start())
        assert player.choose(GAME.start(), AMPLE) == MOVES[0]


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize("dialect", ["ugi", "uai", "uci"])
def test_our_own_engine_plays_every_game_in_every_dialect(game: outwit.Game, dialect: str) -> None:
    command = (*OUR_OWN, game.name, "--protocol", dialect)
    with playing(BotSpec("own", dialect, command, (("depth", "1"),)), game) as player:
        position = game.start()
        for _ in range(3):
            position.play(min(position.legal_moves))
        player.begin(position)
        for _ in range(6):
            if position.outcome is None:
                position.play(player.choose(position, AMPLE))


@pytest.mark.compiled_only
def test_the_rules_of_the_game_are_told_to_a_program_that_offers_them() -> None:
    game = outwit.game("ataxx")
    # With 25 jumps counted the game is over after the last; with 100 it goes on.
    text = "x5o/7/7/7/7/7/o5x x 24 30"
    with playing(BotSpec("own", "uai", (*OUR_OWN, "ataxx"), (("depth", "2"),)), game) as player:
        for clock in ("25", "100"):
            position = game.position(text, clock=clock)
            player.begin(position)
            assert isinstance(player, ProtocolPlayer)
            assert player.told["clock"] == clock
            assert player.choose(position, AMPLE) in position.legal_moves


def test_what_is_asked_follows_the_allowance_and_the_settings() -> None:
    def asked(allowance: Allowance, *settings: tuple[str, str], kind: str = "ugi") -> str:
        player = start_program(BotSpec("x", kind, ("true",), settings), GAME, 1)
        assert isinstance(player, ProtocolPlayer)
        return player.go_line(allowance)

    clocks = Allowance(clocks=(60.0, 9.5), increments=(1.0, 0.0))
    assert asked(UNLIMITED) == "go movetime 1000"
    assert asked(Allowance(move=0.25)) == "go movetime 250"
    assert asked(UNLIMITED, ("depth", "4")) == "go depth 4"
    assert asked(Allowance(move=2), ("nodes", "500")) == "go nodes 500 movetime 2000"
    assert asked(Allowance(move=2), ("movetime", "500")) == "go movetime 500"
    assert asked(clocks) == "go p1time 60000 p2time 9500 p1inc 1000 p2inc 0"
    assert asked(clocks, kind="uai") == "go btime 60000 wtime 9500 binc 1000 winc 0"
    with pytest.raises(UsageError, match="depth"):
        asked(UNLIMITED, ("depth", "deep"))


@pytest.mark.parametrize(
    ("said", "thought"),
    [
        (b"", None),
        (b"info string hello\n", None),
        (b"info depth 1 score cp 3\ninfo depth 22 score mate -2 nodes 4\n", Thought("#-2", 22)),
        (b"info score cp 7", Thought("+0.07")),
        (b"info score cp +7", Thought("+0.07")),
        (b"info score cp -+7", Thought("cp -+7")),
        (b"info score mate +-7", Thought("mate +-7")),
        (b"info depth \xff score", None),
        (b"info score cp 7 depth", Thought("+0.07")),
        (b"info depth \xff score \xfe", Thought("�")),
    ],
)
def test_the_last_score_is_read(said: bytes, thought: Thought | None) -> None:
    assert read_thought(said) == thought


def play_one(player: Player) -> None:
    """Begin a game and play one move."""
    position = GAME.start()
    player.begin(position)
    try:
        player.choose(position, SECOND)
    finally:
        assert position == GAME.start()


@pytest.mark.parametrize(
    ("code", "kind", "evidence"),
    [
        ("def at_move(n): time.sleep(60)", BotTimeout, {}),
        ("def at_move(n): say('info depth 1\\n'); time.sleep(60)", BotTimeout, {"output": "info"}),
        ("def at_move(n): say('what?\\n'); time.sleep(60)", BotGarbage, {"output": "what?"}),
        ("def at_move(n): say('bestmove a1'); time.sleep(60)", BotTimeout, {"output": "a1"}),
        ("def at_move(n): say('bestmove\\n')", BotGarbage, {"output": "bestmove"}),
        ("def at_move(n): say('bestmove e9 \\0\\x1b[2J\\n')", BotGarbage, {"board": "g"}),
        (
            "def at_move(n): say('bestmove a1a9\\n')",
            BotIllegal,
            {"board": "M J C", "output": "a1a9"},
        ),
        ("def at_move(n): say('bestmove (none)\\n')", BotGarbage, {"output": "(none)"}),
        ("def at_move(n): os._exit(3)", BotCrash, {"exit status": "exit status 3"}),
        ("def at_move(n): os.abort()", BotCrash, {"exit status": "SIGABRT"}),
        ("def at_move(n): print(1 / 0)", BotCrash, {"standard error": "ZeroDivisionError"}),
        ("def at_move(n): say('x' * 200000)", BotFlood, {"output": "xxx"}),
        ("def at_move(n):\n    while True: say('info string ' + 'x' * 4000 + '\\n')", BotFlood, {}),
        ("def at_greeting(): time.sleep(60)", BotAbsent, {}),
        ("def at_greeting(): say('hello\\n'); time.sleep(60)", BotAbsent, {}),
        ("def at_greeting(): sys.exit('no licence')", BotCrash, {"standard error": "no licence"}),
        ("def at_ready(): time.sleep(60)", BotTimeout, {}),
        ("def at_move(n): bytearray(3 << 50)", BotCrash, {"standard error": "MemoryError"}),
    ],
)
def test_every_fault_is_named_with_its_evidence(
    tmp_path: Path, code: str, kind: type[BotFault], evidence: dict[str, str]
) -> None:
    with playing(ugi_bot(tmp_path, code)) as player:
        if "greeting" not in code:
            player.start()
        player.start_timeout = 1.0
        with pytest.raises(BotFault) as caught:
            play_one(player)
        assert type(caught.value) is kind
        for name, text in evidence.items():
            # Under bubblewrap a signal is an exit status.
            shown = caught.value.evidence[name].replace("exit status 134", "SIGABRT")
            assert text in shown


def test_a_greeting_that_does_not_come_names_buffering(tmp_path: Path) -> None:
    with playing(ugi_bot(tmp_path, "def at_greeting(): time.sleep(60)")) as player:
        player.start_timeout = 1.0
        with pytest.raises(BotAbsent, match=r"did not say ugiok to ugi; .* does it flush"):
            player.start()


def test_a_line_that_is_not_ended_is_a_timeout_that_says_so(tmp_path: Path) -> None:
    code = "def at_move(n): say('bestmove a1'); time.sleep(60)"
    with playing(ugi_bot(tmp_path, code)) as player:
        player.start()
        with pytest.raises(BotTimeout, match="its last line was not ended"):
            play_one(player)


@pytest.mark.parametrize("handle", [0, 1])
def test_a_bot_that_closes_a_pipe_has_crashed(tmp_path: Path, handle: int) -> None:
    code = f"def at_move(n): n and (os.close({handle}), time.sleep(60))"
    with playing(ugi_bot(tmp_path, code), enclosed=False) as player:
        position = GAME.start()
        position.play(player.choose(position, AMPLE))
        with pytest.raises(BotFault) as caught:
            player.choose(position, SECOND)
        # A question it has read before it closed its ears is one it does not answer in time.
        assert type(caught.value) is (BotCrash if handle else BotTimeout)
        if handle:
            assert caught.value.evidence["exit status"] == "none yet"


def test_a_program_that_is_not_there_is_absent() -> None:
    for command in (("no-such-program",), ("/dev/null",), ("/",), ("\0",)):
        with playing(BotSpec("x", "ugi", command)) as player, pytest.raises(BotAbsent):
            player.begin(GAME.start())


def test_after_a_fault_the_next_game_is_played_by_a_new_process(tmp_path: Path) -> None:
    code = "def at_move(n): n == 2 and os._exit(1)"
    with playing(ugi_bot(tmp_path, code)) as player:
        for _ in range(2):
            position = GAME.start()
            player.begin(position)
            position.play(player.choose(position, AMPLE))
            position.play(MOVES[1])
            with pytest.raises(BotCrash):
                player.choose(position, AMPLE)


def test_a_bot_that_never_reads_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    code = "def at_ready(): say('readyok\\n'); time.sleep(60)"
    with playing(ugi_bot(tmp_path, code)) as player:
        position = GAME.start()
        player.begin(position)
        assert player.process is not None
        with pytest.raises(BotTimeout):
            player.process.write(b"x" * 1_000_000, time.monotonic() + 0.3)


def test_an_answer_given_before_the_question_does_not_count(tmp_path: Path) -> None:
    code = """
def at_move(n):
    global say
    os.write(1, f"bestmove {MOVES[n]}\\nbestmove a1a9\\n".encode())
    say = lambda text: None
"""
    with playing(ugi_bot(tmp_path, code)) as player:
        position = GAME.start()
        player.begin(position)
        position.play(player.choose(position, AMPLE))
        assert player.choose(position, AMPLE) == MOVES[1]


def test_a_chatty_bot_costs_next_to_nothing(tmp_path: Path) -> None:
    code = "def at_move(n): say('info depth 9 score cp 4 nodes 123456 pv a b c d e f\\n' * 20000)"
    with playing(ugi_bot(tmp_path, code)) as player:
        position = GAME.start()
        player.begin(position)
        start = time.process_time()
        assert player.choose(position, AMPLE) == MOVES[0]
        assert time.process_time() - start < 0.5
        assert player.thought == Thought("+0.12", 3)
