"""The client, the example bot and ``outwit connect`` on a portal in a process of its own."""

from __future__ import annotations

import html
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest

import outwit
from outwit.client import Client, Event, OnlineGame
from outwit.client.connector import Connector, Wishes
from outwit.errors import BadToken, GameOver, NetworkFault, NotAllowed, StalePly, UsageError
from outwit.players.levels import LevelPlayer
from outwit.players.roster import BotSpec
from tests.cli.command import outwit_process as run_outwit
from tests.server.api.live import LivePortal, environment
from tests.tools import complaints

pytestmark = pytest.mark.compiled_only

GAMES = [game.name for game in outwit.all_games()]
EXAMPLE = Path(__file__).parents[2] / "examples" / "online_bot.py"
BOTS = Path(__file__).parents[2] / "docs" / "bots" / "first-bot.md"


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LivePortal]:
    live = LivePortal(tmp_path_factory.mktemp("live"))
    yield live
    live.kill()


@pytest.fixture(scope="module")
def ann(portal: LivePortal) -> Iterator[Client]:
    with portal.client("Ann-bot") as client:
        yield client


def level(seed: int) -> Callable[[OnlineGame], str]:
    """Return a way to choose moves: our engine at its first level."""
    rng = Random(seed)
    return lambda game: LevelPlayer(game.game, 1, rng).choose(game.position)


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def begin(client: Client, opponent: str, game: str) -> str:
    """Challenge somebody who accepts, and return the game's id."""
    options = {"limit": "12"} if game == "advance" else {}
    key = client.challenge(opponent, game, color="first", options=options)
    until(lambda: any(each["id"] == key for each in client.playing()))
    return key


@pytest.mark.parametrize("name", GAMES)
def test_two_bots_play_every_game_to_its_end(portal: LivePortal, ann: Client, name: str) -> None:
    bob = portal.client(f"Bob-{name}")

    def answer() -> None:
        with bob:
            for event in bob.events():
                if event.kind == "challenge":
                    bob.accept(event.id)
                elif event.kind == "gameStart":
                    bob.play(event.id, level(2))
                    return

    thread = Thread(target=answer, daemon=True)
    thread.start()
    key = begin(ann, f"bob-{name}", name)
    end = ann.play(key, level(1))
    thread.join(60)
    assert end.sentence
    assert end.position.outcome is not None
    assert f'[Game "{name}"]' in ann.record(key)


def test_the_example_has_at_most_40_lines_and_plays(portal: LivePortal, ann: Client) -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 40
    token = portal.token("Example")
    process = subprocess.Popen(
        [sys.executable, str(EXAMPLE), portal.url], env=environment(OUTWIT_TOKEN=token)
    )
    try:
        end = ann.play(begin(ann, "example", "push"), level(3))
        assert end.position.outcome is not None
    finally:
        process.kill()
        process.wait()


def second_bot(folder: Path) -> str:
    """Write the bot of docs/bots/first-bot.md that plays any game, and return its path."""
    found = re.findall(r"```python\n(.*?)```", BOTS.read_text(), re.DOTALL)
    path = folder / "second.py"
    path.write_text(next(code for code in found if "ugiok" in code))
    return str(path)


def test_a_program_goes_on_after_the_portal_was_killed(
    portal: LivePortal, ann: Client, tmp_path: Path
) -> None:
    command = (sys.executable, second_bot(tmp_path), "push")
    options = ("--server", portal.url, "--game", "push", "--protocol", "ugi")
    process = subprocess.Popen(
        [sys.executable, "-m", "outwit.cli", "connect", *options, "--", *command],
        env=environment(OUTWIT_TOKEN=portal.token("Connected")),
        stdout=subprocess.PIPE,
        text=True,
    )
    output = process.stdout
    assert output is not None
    lines: list[str] = []
    played: list[str] = []
    rng = Random(4)

    def choose(game: OnlineGame) -> str:
        if len(played) == 2:
            portal.kill()
            # It starts so quickly that its end might not be noticed.
            while not lines or "trying again" not in lines[-1]:
                lines.append(output.readline())
                assert lines[-1], "the program has ended"
            portal.start()
        move = str(rng.choice(sorted(game.position.legal_moves)))
        played.append(move)
        return move

    try:
        key = begin(ann, "connected", "push")
        end = ann.play(key, choose)
        assert end.position.outcome is not None
        # All that was acknowledged before is there, and everybody went on by themselves.
        assert len(played) > 2
        assert list(end.position.played[::2]) == played
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert f"Connected is at {portal.url}" in lines[0]
    assert "connected again" in said
    assert said.splitlines()[-1].startswith("disconnected")


def test_connect_says_in_one_line_what_is_wrong(portal: LivePortal) -> None:
    token = portal.token("Mistaken")
    good = ("--server", portal.url, "--game", "push")
    for words, environ, status, message in (
        (good, "", 2, "OUTWIT_TOKEN"),
        (good, "outwit_wrong", 2, "unknown or revoked"),
        (("--server", "portal"), token, 2, "not an address"),
        (("--server", "http://127.0.0.1:1"), token, 6, "cannot be reached"),
        (("--server", f"{portal.url}/static"), token, 6, "is this an Outwit portal?"),
        ((*good, "--game", "chess"), token, 2, "chess"),
    ):
        answer = run_outwit("connect", *words, "--", "true", OUTWIT_TOKEN=environ)
        assert answer.said.count("\n") == 1, answer.err
        assert message in answer.err
        assert (answer.out, answer.status) == ("", status)
        assert token not in answer.err
    answer = run_outwit("connect", *good, "--", "no-such-program", OUTWIT_TOKEN=token)
    assert answer.status == 4
    assert "no-such-program" in answer.err


def test_errors_of_the_portal_come_as_what_they_are(portal: LivePortal, ann: Client) -> None:
    key = ann.challenge("level 1", "ataxx", color="first")
    ann.move(key, "b7", 0)
    ann.move(key, "b7", 0)
    with pytest.raises(StalePly):
        ann.move(key, "a6", 0)
    with pytest.raises(UsageError):
        ann.challenge("ann-bot", "ataxx")
    with portal.client("Eve-bot") as eve, pytest.raises(NotAllowed):
        eve.resign(key)
    with pytest.raises(BadToken):
        next(Client(portal.url, "outwit_wrong").events())
    with pytest.raises(NetworkFault):
        Client("http://127.0.0.1:1", "outwit_wrong").account()


def test_a_challenge_that_is_withdrawn_at_once_ends_no_bot(portal: LivePortal, ann: Client) -> None:
    with portal.client("Slow-bot") as slow:
        for answer in (slow.accept, slow.decline):
            key = ann.challenge("slow-bot", "push")
            ann.cancel(key)
            assert answer(key) is False
        key = ann.challenge("slow-bot", "push")
        assert slow.accept(key) is True
        ann.abort(key)


def test_a_move_that_comes_after_a_resignation_ends_the_game_as_it_ended(
    portal: LivePortal, ann: Client
) -> None:
    with portal.client("Thinker") as thinker:
        key = ann.challenge("thinker", "push", color="second")
        assert thinker.accept(key)

        def choose(game: OnlineGame) -> str:
            ann.resign(key)
            return str(game.position.legal_moves[0])

        end = thinker.play(key, choose)
        assert (end.winner, end.side, end.status) == (0, 0, "resigned")
        with pytest.raises(GameOver):
            thinker.move(key, "a1", 0)


def test_an_answer_to_an_offer_that_comes_after_the_end_is_dropped(
    portal: LivePortal, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with portal.client("Polite") as polite:
        key = ann.challenge("polite", "push", color="first")
        assert polite.accept(key)
        ann.draw(key)
        answer = polite.draw
        late: list[bool] = []

        def answer_late(key: str, accept: bool = True) -> None:
            ann.resign(key)
            late.append(accept)
            answer(key, accept)

        monkeypatch.setattr(polite, "draw", answer_late)
        end = polite.play(key, lambda _: "")
        assert (end.winner, late) == (1, [False])


def test_connect_reports_the_end_and_no_resignation_of_its_own(
    portal: LivePortal, ann: Client, tmp_path: Path
) -> None:
    said: list[str] = []
    with portal.client("Quiet") as quiet:
        spec = BotSpec("second.py", "ugi", (sys.executable, second_bot(tmp_path), "push"))
        connector = Connector(quiet, spec, Wishes(("push",)), said.append)
        key = ann.challenge("quiet", "push", color="second")
        assert quiet.accept(key)
        choose = connector.choose

        def choose_late(key: str, game: OnlineGame) -> str:
            move = choose(key, game)
            ann.resign(key)
            return move

        connector.choose = choose_late  # type: ignore[method-assign]
        connector.hear(Event("gameStart", key))
        until(lambda: bool(said) and not connector.players)
        assert len(said) == 1
        assert said[0].startswith("Ann-bot: ")
        assert "resigned" in said[0]
        connector.close()


def test_a_challenge_that_is_sent_again_makes_one_game(portal: LivePortal, ann: Client) -> None:
    with portal.client("Patient") as patient:

        def send(key: str, game: str = "push") -> str:
            body = {"game": game}
            return str(patient.connection.ask("POST", "/challenge/ann-bot", body, key=key)["id"])

        with ThreadPoolExecutor(4) as pool:
            made = set(pool.map(send, ["one"] * 8))
        assert len(made) == 1
        assert send("two") not in made
        with pytest.raises(UsageError):
            send("one", "ataxx")
        # The key of one account says nothing to another.
        terms = {"game": "push"}
        other = ann.connection.ask("POST", "/challenge/patient", terms, key="one")["id"]
        assert other not in made
        seeks = {
            patient.connection.ask("POST", "/board/seek", terms, key="three")["id"]
            for _ in range(2)
        }
        assert len(seeks) == 1


def test_a_challenge_whose_answer_is_lost_is_sent_again_with_its_key(
    portal: LivePortal, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with portal.client("Unlucky") as unlucky:
        ask = unlucky.connection.ask
        made: list[str] = []

        def lose_the_first(*args: Any, **fields: Any) -> Any:
            answer = ask(*args, **fields)
            made.append(answer["id"])
            if len(made) == 1:
                raise NetworkFault("the answer is lost")
            return answer

        monkeypatch.setattr(unlucky.connection, "ask", lose_the_first)
        key = unlucky.challenge("ann-bot", "push")
        assert made == [key, key]


def test_connect_names_a_program_that_fails_and_what_it_wrote(
    portal: LivePortal, tmp_path: Path
) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import sys\nprint('reading', file=sys.stderr)\nsys.exit('no such board')\n")
    token = portal.token("Broken")
    for protocol in ("file", "ugi"):
        options = ("--server", portal.url, "--game", "advance", "--protocol", protocol)
        answer = run_outwit(
            "connect", *options, "--", sys.executable, str(path), OUTWIT_TOKEN=token
        )
        assert (answer.status, answer.said.count("\n")) == (4, 1), answer.err
        assert "broken.py: it ended with exit status 1" in answer.err
        assert "it wrote 'no such board'" in answer.err


def test_a_game_that_the_program_does_not_play_is_resigned(
    portal: LivePortal, ann: Client, tmp_path: Path
) -> None:
    said: list[str] = []
    with portal.client("Choosy") as choosy:
        command = (sys.executable, second_bot(tmp_path), "push")
        spec = BotSpec("second.py", "ugi", command)
        connector = Connector(choosy, spec, Wishes(("push",)), said.append)
        key = ann.challenge("choosy", "ataxx")
        assert choosy.accept(key)
        # As a game of a tournament: it begins without a challenge.
        connector.hear(Event("gameStart", key))
        until(lambda: bool(said) and not connector.players)
        assert said == [f"game {key} is resigned: second.py does not play ataxx"]
        assert not any(each["id"] == key for each in ann.playing())
        assert connector.close() == 0


def test_a_connector_declares_what_it_plays_and_says_why_it_declines(
    portal: LivePortal, ann: Client, tmp_path: Path
) -> None:
    said: list[str] = []
    with portal.client("Picky") as picky:
        spec = BotSpec("second.py", "ugi", (sys.executable, second_bot(tmp_path), "push"))
        connector = Connector(picky, spec, Wishes(("push",), ("blitz",)), said.append)
        early = ann.challenge("picky", "push")
        Thread(target=connector.run, daemon=True).start()
        # What was asked before the bot came is declined with the reason.
        until(lambda: bool(said))
        why = "it plays blitz games, and this game has no clock"
        assert said == [f"Ann-bot: declined, {why}"]
        until(lambda: bool(ann.connection.ask("GET", f"/games/{early}")["sentence"]))
        shown = ann.connection.ask("GET", f"/games/{early}")
        assert shown["sentence"] == f"Not played: Picky declined – {why}"
        with pytest.raises(UsageError, match="it plays Push, not Ataxx"):
            ann.challenge("picky", "ataxx", limit=300)
        connector.close()


def test_a_game_that_ends_after_the_connector_was_closed_is_not_reported(
    portal: LivePortal, ann: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with portal.client("Leaving") as leaving:
        spec = BotSpec("second.py", "ugi", (sys.executable, second_bot(tmp_path), "push"))
        connector = Connector(leaving, spec, Wishes(("push",)), said.append)
        play = leaving.play

        def play_and_close(*args: Any) -> OnlineGame:
            game = play(*args)
            connector.close()
            return game

        monkeypatch.setattr(leaving, "play", play_and_close)
        key = ann.challenge("leaving", "push", color="first")
        leaving.accept(key)
        ann.resign(key)
        connector.play(key)
    assert said == []


def pasted(text: str, first: str, number: int = 0) -> str:
    """Return one of the blocks of the page /bots that begin with some words."""
    found = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", text, re.DOTALL)
    return [html.unescape(each) for each in found if each.startswith(first)][number]


THINKS = """
import sys, time
for line in sys.stdin:
    word = line.strip()
    if word in ("ugi", "isready"):
        print({"ugi": "ugiok", "isready": "readyok"}[word], flush=True)
    elif word.startswith("go"):
        open("thinking", "w").close()
        time.sleep(100)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_connect_that_is_ended_while_a_move_is_chosen_says_one_line(
    portal: LivePortal, ann: Client, tmp_path: Path, number: signal.Signals
) -> None:
    (tmp_path / "bot.py").write_text(THINKS)
    name = f"Ended-{number}"
    process = subprocess.Popen(
        [
            *("env", "--default-signal", sys.executable, "-m", "outwit.cli", "connect"),
            *("--server", portal.url, "--game", "push", "--protocol", "ugi"),
            *("--", "python3", str(tmp_path / "bot.py")),
        ],
        env=environment(OUTWIT_TOKEN=portal.token(name), TMPDIR=str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        key = ann.challenge(name, "push", color="second")
        until(lambda: bool(list(tmp_path.glob("outwit-bot-*/thinking"))))
    finally:
        process.send_signal(number)
        said, errors = process.communicate(timeout=60)
    assert (complaints(errors), process.returncode) == ("", 128 + number)
    last = "disconnected; 1 game not finished: connect again to play on"
    assert said.splitlines()[-1] == last
    assert list(tmp_path.glob("outwit-bot-*")) == []
    ann.resign(key)


def test_connect_tells_how_to_name_a_program_that_imports_outwit(
    portal: LivePortal, tmp_path: Path
) -> None:
    words = ("--server", portal.url, "--game", "push", "--protocol", "ugi")
    token = portal.token("Importer")
    path = second_bot(tmp_path)
    answer = run_outwit(
        "connect", *words, "--", "python3", path, "push", OUTWIT_TOKEN=token, PATH="/usr/bin:/bin"
    )
    assert (answer.status, answer.out, answer.said.count("\n")) == (4, "", 1)
    assert answer.err.endswith(f"Run it as: outwit-python {path} push\n")
    assert ". The program imports outwit, " in answer.err


@pytest.mark.parametrize("token", ["", "outwit_wrong"])
def test_the_bot_of_the_page_says_in_a_line_that_its_token_is_bad(
    portal: LivePortal, tmp_path: Path, token: str
) -> None:
    with urlopen(f"{portal.url}/bots", timeout=30) as answer:
        page = answer.read().decode()
    (tmp_path / "online.py").write_text(pasted(page, "import os"))
    environ = environment(OUTWIT_TOKEN=token)
    done = subprocess.run(
        [sys.executable, "online.py"],
        env=environ if token else {k: v for k, v in environ.items() if k != "OUTWIT_TOKEN"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stderr.startswith("online.py: ")
    assert "token" in done.stderr


def test_what_the_page_of_bots_shows_works_when_pasted(
    portal: LivePortal, ann: Client, tmp_path: Path
) -> None:
    with urlopen(f"{portal.url}/bots", timeout=30) as answer:
        page = answer.read().decode()
    (tmp_path / "mybot.py").write_text(pasted(page, "import random, sys"))
    (tmp_path / "online.py").write_text(pasted(page, "import os"))
    line = pasted(page, "export").splitlines()[1].split()
    game = line[-1]
    online = pasted(page, "export", -1).splitlines()[1].split()
    check = pasted(page, "outwit check-bot").split()
    beside = Path(sys.executable).parent
    # With an active environment, and in a plain shell that names the command by its path.
    active = f"{beside}:{os.environ['PATH']}"
    for name, words, path in (
        ("Pasted", line, active),
        ("Pasted-plain", [f"{beside}/{line[0]}", *line[1:]], "/usr/bin:/bin"),
        ("Pasted-2", online, active),
        ("Pasted-2-plain", [f"{beside}/{online[0]}", *online[1:]], "/usr/bin:/bin"),
    ):
        # Whoever is killed cannot remove folders.
        environ = environment(OUTWIT_TOKEN=portal.token(name), TMPDIR=str(tmp_path), PATH=path)
        shell = ["bash", "-c", f"exec {shlex.join(words)}"]
        process = subprocess.Popen(shell, env=environ, cwd=tmp_path, stdout=subprocess.DEVNULL)
        try:
            key = begin(ann, name, game)
            for state in ann.game(key):
                if state.ply >= 4 or state.is_over:
                    break
                if state.is_my_turn:
                    ann.move(key, str(state.position.legal_moves[0]), state.ply)
            ann.resign(key)
            assert state.ply >= 4
        finally:
            process.kill()
            process.wait()
    checked = subprocess.run(
        check,
        env=environment(PATH=active),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stdout.splitlines()[-1]) == (0, "no faults found"), checked
