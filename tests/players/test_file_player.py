from __future__ import annotations

from pathlib import Path

import pytest

import outwit
from outwit.errors import (
    BotAbsent,
    BotCrash,
    BotFault,
    BotTampering,
    BotTimeout,
    BotWrongFile,
    UsageError,
)
from outwit.players.external import start_program
from outwit.players.roster import BotSpec
from tests.players.bots import AMPLE, GAME, SECOND, file_bot, our_program, playing

# Moves the Zombie before the Dragon's file, if it is White's first move.
HONEST = """\
rows = open(source).read().splitlines()
rows[7], rows[6] = "BZZ.ZZZZB", "...Z....."
"""
PLAYS = HONEST + 'open(target, "w").write("\\n".join(rows))'


FILED = [outwit.game(name) for name in ("advance", "push")]


@pytest.mark.parametrize("game", FILED, ids=lambda game: game.name)
def test_files_are_read_as_they_are_written(game: outwit.Game) -> None:
    position = game.start()
    for _ in range(6):
        data = position.to_file()
        side = position.turn if game is FILED[0] else None
        again = game.load(data, side, **position.options)
        assert again.to_file() == data
        assert again.key == position.key
        position.play(min(position.legal_moves))


@pytest.mark.parametrize("ends", ["\\n", "\\r\\n"])
def test_a_bot_plays_a_move(tmp_path: Path, ends: str) -> None:
    spec = file_bot(tmp_path, HONEST + f'open(target, "w", newline="").write("{ends}".join(rows))')
    with playing(spec) as player:
        position = GAME.start()
        player.begin(position)
        assert player.choose(position, AMPLE) == "d2d3"
        assert position == GAME.start()


@pytest.mark.compiled_only
def test_our_own_program_plays_both_sides_also_near_the_limit() -> None:
    with playing(BotSpec("own", "file", our_program("advance"))) as player:
        position = GAME.position(f"{GAME.start().text.rpartition(' ')[0]} 194")
        player.begin(position)
        while position.outcome is None:
            position.play(player.choose(position, AMPLE))
        assert len(position.played) == 6


@pytest.mark.parametrize(
    ("code", "kind", "evidence"),
    [
        ("time.sleep(60)", BotTimeout, {}),
        ("signal.signal(15, signal.SIG_IGN)\nwhile True: pass", BotTimeout, {}),
        ("sys.exit(7)", BotCrash, {"exit status": "exit status 7"}),
        ("os.abort()", BotCrash, {"exit status": "SIGABRT"}),
        ("1 / 0", BotCrash, {"standard error": "ZeroDivisionError"}),
        ("os.write(2, b'x' * 3000000); sys.exit(1)", BotCrash, {"standard error": "xxx"}),
        ("pass", BotWrongFile, {"board": "m j d"}),
        ("os.write(2, b'oh'); open(target, 'w')", BotWrongFile, {"standard error": "oh"}),
        ("open(target, 'w').write('hello')", BotWrongFile, {"file": "hello"}),
        ("open(target, 'wb').write(bytes(range(256)))", BotWrongFile, {}),
        ("open(target, 'w').write('.........\\n' * 8 + 'x')", BotWrongFile, {"file": "x"}),
        ("open(target, 'w').write('.' * 100000)", BotWrongFile, {}),
        ("open(target, 'w').write(open(source).read())", BotWrongFile, {"board": "m j d"}),
        ("open(target, 'w').write(open(source).read().replace('d', '.'))", BotWrongFile, {}),
        ("os.mkfifo(target)", BotWrongFile, {}),
        ("os.mkdir(target)", BotWrongFile, {}),
        ("os.symlink(source, target)", BotWrongFile, {}),
        ("os.symlink('/dev/zero', target)", BotWrongFile, {}),
        (PLAYS + "\nopen(source, 'a').write('x')", BotTampering, {}),
        (PLAYS + "\nos.unlink(source)", BotTampering, {}),
        (PLAYS + "\nos.unlink(source); os.mkfifo(source)", BotTampering, {}),
        ("open(target, 'wb').write(b'x' * (64 << 20))", BotCrash, {}),
        ("os.kill(os.getppid(), 9); time.sleep(60)", BotCrash, {}),
    ],
)
def test_every_fault_is_named_with_its_evidence(
    tmp_path: Path, code: str, kind: type[BotFault], evidence: dict[str, str]
) -> None:
    with playing(file_bot(tmp_path, code)) as player:
        position = GAME.start()
        player.begin(position)
        with pytest.raises(BotFault) as caught:
            player.choose(position, SECOND if kind is BotTimeout else AMPLE)
        assert type(caught.value) is kind, caught.value
        for name, text in evidence.items():
            assert text in caught.value.evidence[name]
        assert position == GAME.start()


def test_what_a_bot_leaves_running_does_not_outlive_its_move(tmp_path: Path) -> None:
    stays = "if os.fork() == 0:\n    os.setsid(); os.close(2); time.sleep(60)\n"
    with playing(file_bot(tmp_path, stays + PLAYS)) as player:
        position = GAME.start()
        player.begin(position)
        before = player.sandbox.marked()
        assert player.choose(position, AMPLE) == "d2d3"
        assert player.sandbox.marked() == before
        assert player.choose(position, AMPLE) == "d2d3"


def test_a_storm_of_short_processes_passes(tmp_path: Path) -> None:
    storm = "for _ in range(100):\n    if os.fork() == 0: time.sleep(0.05); os._exit(0)\n"
    with playing(file_bot(tmp_path, storm + PLAYS).replace(processes=200)) as player:
        position = GAME.start()
        player.begin(position)
        assert player.choose(position, AMPLE) == "d2d3"


def test_what_is_wrong_with_a_board_is_named(tmp_path: Path) -> None:
    spec = file_bot(tmp_path, "open(target, 'w').write('.........\\n' * 8 + 'x')")
    with playing(spec) as player, pytest.raises(BotWrongFile, match="line 9, column 1"):
        player.choose(GAME.start(), AMPLE)


def test_a_file_that_tells_the_side_is_read_too(tmp_path: Path) -> None:
    game = outwit.game("push")
    code = (
        "lines = open(source).read().split('\\n')\n"
        "lines[1] = 'X'; lines[2 + 1] = lines[2 + 1].replace('.', 'O', 2).replace('O', '.', 1)\n"
        "open(target, 'w').write('\\n'.join(lines))"
    )
    with playing(file_bot(tmp_path, code), game) as player:
        assert player.choose(game.start(), AMPLE) == "1,1"


def test_games_without_files_and_programs_that_are_not_there_are_refused() -> None:
    with pytest.raises(UsageError, match="file format"):
        start_program(BotSpec("x", "file", ("true",)), outwit.game("santorini"), 1)
    with playing(BotSpec("x", "file", ("no-such-program",))) as player, pytest.raises(BotAbsent):
        player.begin(GAME.start())
