from __future__ import annotations

from pathlib import Path

import pytest

import outwit
from outwit.errors import UsageError
from outwit.players.external import start_program
from outwit.players.file_player import FilePlayer
from outwit.players.roster import BotSpec, find_bot, read_roster, read_spec

GOOD = """\
[[bot]]
name = "ours"
kind = "engine"
settings = {depth = 3}

[[bot]]
name = "theirs"
kind = "file"
command = "python3 'my bot.py'"
memory = 256
processes = 8

[[bot]]
kind = "uci"
command = ["stockfish", "x y"]
settings = {variant = "some", Hash = 16}
reads = ["/usr"]
folder = "mine"
"""


def test_a_roster_is_read(tmp_path: Path) -> None:
    path = tmp_path / "bots.toml"
    path.write_text(GOOD)
    (tmp_path / "mine").mkdir()
    assert read_roster(str(path)) == [
        BotSpec("ours", "engine", settings=(("depth", "3"),)),
        BotSpec("theirs", "file", ("python3", "my bot.py"), memory=256, processes=8),
        BotSpec(
            "uci",
            "uci",
            ("stockfish", "x y"),
            (("variant", "some"), ("Hash", "16")),
            reads=("/usr",),
            folder=str(tmp_path / "mine"),
        ),
    ]


FILE = "[[bot]]\nkind = 'file'\ncommand = 'x'\n"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "no [[bot]] tables"),
        ("bot = 3", "no [[bot]] tables"),
        ("bot = [3]", "a table is expected"),
        ("[[bot]\n", "line 1"),
        ("[[player]]\nname = 'x'", "'player'"),
        ("[[bot]]\nname = 'x'", "kind is missing"),
        ("[[bot]]\nkind = 3", "kind: a text is expected, not 3"),
        ("[[bot]]\nkind = 'file'", "command: kind 'file' needs a command"),
        ("[[bot]]\nkind = 'random'\ncommand = 'x'", "command: kind 'random' has no command"),
        ("[[bot]]\nkind = 'file'\ncommand = \"a 'b\"", "command: No closing quotation"),
        ("[[bot]]\nkind = 'file'\ncommand = [3]", "command: a text"),
        ("[[bot]]\nkind = 'file'\ncommand = 3", "command:"),
        ("[[bot]]\nkind = 'file'\ncommand = 'x'\nmemory = true", "memory: a number"),
        ("[[bot]]\nkind = 'file'\ncommand = 'x'\nmemory = 0", "memory: a number from 1 to"),
        (f"{FILE}memory = 999999999999999", "memory: a number from 1 to"),
        (f"{FILE}settings = {{x = {'[' * 5000}", "nested too deeply"),
        (f"{FILE}memory = {'9' * 6000}", "digits"),
        (f"{FILE}memory = 0x{'f' * 6000}", "memory: a number from 1 to"),
        (f"{FILE}settings = {{x = 0x{'f' * 6000}}}", "settings: x: the number is too large"),
        (f"{FILE}settings = {{x = {{y = 1}}}}", "settings: x: a text or a number"),
        (f"[[bot]]\nkind{'.a' * 90} = 3", "kind: a text is expected, not a dict"),
        (f"[[bot]]\nkind{'.a' * 20000} = 3", "too many parts"),
        ("#" * (1 << 19), "more than"),
        ("[[bot]]\nkind = 'file'\ncommand = 'x'\ncpu = 1", "'cpu' is unknown"),
        (f"{FILE}name = ' '", "the name of a bot is empty"),
        (f"{FILE}name = '{'x' * 3000}'", "is too long: 100 characters at most"),
        (f"{FILE}folder = 'none'", "folder: 'none' is not there"),
        (f"{FILE}folder = 'bots.toml'", "folder: 'bots.toml' is not a folder"),
        (f"{FILE}folder = 3", "folder: a text is expected"),
        ("[[bot]]\nkind = 'random'\nfolder = '/usr'", "folder: kind 'random' has no folder"),
        (f"{FILE}reads = ['/nonexistent']", "reads: '/nonexistent' is not there"),
        ("[[bot]]\nkind = 'random'\n[[bot]]\nkind = 'random'", "bot 2: name 'random' is taken"),
    ],
)
def test_what_is_wrong_is_named_with_the_file(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "bots.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_roster(str(path))
    assert str(path) in str(caught.value)
    assert named in str(caught.value)


def test_a_roster_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(UsageError, match=str(path)):
            read_roster(str(path))


def test_a_program_is_found_by_its_description() -> None:
    player = find_bot(read_spec("mine=file:advance"), outwit.game("advance"), 1)
    assert isinstance(player, FilePlayer)
    assert player.name == "mine"
    with pytest.raises(outwit.OutwitError, match="no command"):
        start_program(BotSpec("x", "ugi"), outwit.game("advance"), 1)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python3 mybot.py --x", "mybot.py"),
        ("/usr/bin/python3.12 -u bots/mybot.py 3", "mybot.py"),
        ("python3 -m mybot --level 3", "mybot"),
        ("./mine --weights w.bin", "mine"),
        ("java -jar out/bot.jar", "bot.jar"),
        ("java -cp out Bot x", "Bot"),
        ("python3", "python3"),
        ("python3 -", "python3"),
    ],
)
def test_a_program_without_a_name_is_called_after_its_script(command: str, name: str) -> None:
    assert read_spec(f"ugi:{command}").name == name
    assert read_spec(f"me=ugi:{command}").name == "me"


def test_what_is_offered_for_an_unknown_bot_is_named_once() -> None:
    for game in outwit.all_games():
        with pytest.raises(UsageError) as caught:
            find_bot(BotSpec("x", "nobody"), game, 1)
        offered = str(caught.value).partition("there are ")[2].split(", ")
        assert "random" in offered
        assert len(offered) == len(set(offered))
