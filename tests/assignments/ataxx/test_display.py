"""``ataxx --display``: the board, with the program behind it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, RichLog, Static

from outwit.assignments.ataxx.display import ShownSession
from outwit.terminal.commandapp import CommandApp

pytestmark = pytest.mark.compiled_only

QUICK = ("level 1",)


def run(session: Coroutine[None, None, None]) -> None:
    asyncio.run(asyncio.wait_for(session, 60))


async def settle(app: CommandApp, pilot: Pilot[None]) -> None:
    while app.is_busy or app.waiting:
        await app.workers.wait_for_complete()
        await pilot.pause()
    await pilot.pause()


async def command(app: CommandApp, pilot: Pilot[None], line: str) -> None:
    app.query_one(Input).value = line
    await pilot.press("enter")
    await settle(app, pilot)


def log(app: CommandApp) -> list[str]:
    return [line.text for line in app.query_one(RichLog).lines]


def test_red_plays_by_clicks_and_the_computer_answers() -> None:
    async def session() -> None:
        app = CommandApp("Ataxx", ShownSession(), QUICK)
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(app, pilot)
            for square in ("a7", "c6"):
                await pilot.click(app.view, offset=app.view.place_of(square))
            await settle(app, pilot)
            assert app.program.position.played[0] == "a7c6"
            assert len(app.program.position.played) == 2
            assert log(app)[-2] == "Red> a7-c6"
            assert log(app)[-1].startswith("* Blue moves ")
            assert app.view.position == app.program.position

    run(session())


def test_every_command_of_the_program_is_taken_and_its_output_shown() -> None:
    async def session() -> None:
        app = CommandApp("Ataxx", ShownSession())
        async with app.run_test(size=(80, 24)) as pilot:
            for line in ("manual blue", "block c3", "f1-g2", "g1-g2", "score", "undo"):
                await command(app, pilot, line)
            assert log(app) == [
                "Red> manual blue",
                "Red> block c3",
                "Red> f1-g2",
                "illegal move",
                "Red> g1-g2",
                "Blue> score",
                "3 red vs 2 blue",
                "Blue> undo",
            ]
            assert app.view.position.board["c3"].obstacle
            assert str(app.query_one("#prompt", Static).content) == "Red> "

    run(session())


def test_the_keyboard_reaches_the_board() -> None:
    async def session() -> None:
        app = CommandApp("Ataxx", ShownSession(), ("manual blue",))
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(app, pilot)
            app.view.put_cursor("a7")
            await pilot.press("tab", "enter", "right", "enter")
            await settle(app, pilot)
            assert app.program.position.played == ("b7",)

    run(session())


def test_earlier_commands_come_back() -> None:
    async def session() -> None:
        app = CommandApp("Ataxx", ShownSession())
        async with app.run_test(size=(80, 24)) as pilot:
            await command(app, pilot, "score")
            await command(app, pilot, "board")
            await pilot.press("up", "up")
            assert app.query_one(Input).value == "score"

    run(session())


def test_quit_ends_the_application() -> None:
    async def session() -> None:
        app = CommandApp("Ataxx", ShownSession(), ("quit",))
        async with app.run_test() as pilot:
            await pilot.pause()
            await app.workers.wait_for_complete()
            assert not app.is_running or app._exit

    run(session())


def test_without_a_terminal_it_says_so_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("ataxx"), "--display"],
        input=b"",
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"ataxx: --display needs a terminal\n"


def test_the_program_without_display_loads_no_textual() -> None:
    code = "import sys, outwit.assignments.ataxx.program; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert done.stdout == b"False\n"
