"""A player may be closed by any thread, while its program thinks or starts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

import outwit
from outwit.errors import BotFault
from outwit.players.external import start_program
from outwit.players.program import ProgramPlayer
from outwit.players.roster import BotSpec
from tests.players.bots import GAME, PYTHON, ugi_bot

pytestmark = pytest.mark.compiled_only

THINKS = "open('thinking', 'w').close()\nimport time\ntime.sleep(60)\n"


def spec_of(kind: str, folder: Path) -> BotSpec:
    """Return a program that makes a file when it thinks, and never moves."""
    if kind == "ugi":
        return ugi_bot(folder, f"def at_move(played):\n {THINKS.replace(chr(10), chr(10) + ' ')}\n")
    path = folder / "bot.py"
    path.write_text(f"import os, sys\n{THINKS}")
    return BotSpec("bot", kind, (*PYTHON, str(path)))


def raised_by(do: Callable[[], object], raised: list[BaseException]) -> Thread:
    """Do something in a thread and keep what it raises."""

    def run() -> None:
        try:
            do()
        except BaseException as error:  # noqa: BLE001  # whatever it is, the test looks at it
            raised.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread


def wait_for_thought(player: ProgramPlayer) -> None:
    """Wait until the program thinks."""
    end = time.monotonic() + 60
    while player.sandbox.folder.read("thinking") is None:
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize(
    ("kind", "name"), [("ugi", "advance"), ("file", "advance"), ("text", "push")]
)
def test_who_waits_for_a_move_hears_that_the_program_was_ended(
    tmp_path: Path, kind: str, name: str
) -> None:
    game = outwit.game(name)
    # Some faults were seen in a few of a hundred attempts.
    for _ in range(8):
        player = start_program(spec_of(kind, tmp_path), game, 1)
        position = game.start()
        player.begin(position)
        raised: list[BaseException] = []
        thread = raised_by(lambda: player.choose(position), raised)  # noqa: B023
        wait_for_thought(player)
        player.close()
        thread.join(30)
        assert not thread.is_alive()
        assert [str(each) for each in raised] == ["it was ended"]
        assert isinstance(raised[0], BotFault)


def test_a_closed_player_starts_nothing_again(tmp_path: Path) -> None:
    player = start_program(ugi_bot(tmp_path), GAME, 1)
    player.begin(GAME.start())
    player.close()
    for do in (player.begin, player.choose):
        with pytest.raises(BotFault, match="it was ended"):
            do(GAME.start())
    assert player.process is None


def test_a_program_that_is_starting_can_be_closed(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("import time\ntime.sleep(60)\n")
    player = start_program(BotSpec("bot", "ugi", (*PYTHON, str(path))), GAME, 1)
    raised: list[BaseException] = []
    thread = raised_by(lambda: player.begin(GAME.start()), raised)
    time.sleep(0.05)
    player.close()
    thread.join(30)
    assert not thread.is_alive()
    assert [str(each) for each in raised] == ["it was ended"]
