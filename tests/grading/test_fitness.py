"""Programs that an exam cannot mark are told so before it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.errors import UsageError
from outwit.games import game
from outwit.grading.fitness import check_fit
from outwit.grading.submissions import mark_all
from outwit.players.spoken import protocol_of
from tests.grading.parrot import GOOD, parrot_marker
from tests.grading.programs import program

pytestmark = pytest.mark.compiled_only

BOT = """
import sys
for line in sys.stdin:
    if line.strip() == "PROTOCOL":
        print("id name mine")
        print("PROTOCOLok")
    elif line.strip() == "quit":
        break
"""
STRICT_BOT = "import sys\nassert input() == 'uai'\nprint('uaiok')\nassert input() == 'isready'\n"


@pytest.mark.parametrize("protocol", ["ugi", "uai", "uci"])
@pytest.mark.parametrize("name", ["ataxx", "advance"])
def test_a_protocol_bot_is_told_what_tests_it(tmp_path: Path, protocol: str, name: str) -> None:
    bot = program(tmp_path, BOT.replace("PROTOCOL", protocol))
    with pytest.raises(UsageError) as caught:
        check_fit(bot, game(name), ("python3", "my bot.py"))
    cure = f"outwit check-bot {name} --protocol {protocol} -- python3 'my bot.py'"
    assert str(caught.value).endswith(f"To test the bot: {cure}")


def test_a_bot_that_accepts_no_other_protocol_is_found(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="speaks uai"):
        check_fit(program(tmp_path, STRICT_BOT), game("ataxx"), ("python3", "bot.py"))


@pytest.mark.parametrize(
    "code", [GOOD, "import sys; sys.exit('usage')", "import time; time.sleep(60)", "x = input()"]
)
def test_other_programs_are_fit(tmp_path: Path, code: str) -> None:
    check_fit(program(tmp_path, code, 1.0), game("ataxx"), ("python3", "bot.py"))


def test_a_console_program_that_knows_a_protocol_is_no_bot() -> None:
    assert protocol_of("\n7 - r\nataxx> uaiok\nuaiok\n") == ""


def test_a_program_that_needs_our_package_is_told_how_to_name_it(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import outwit\n")
    marker = parrot_marker(tmp_path)
    command = ("python3", str(tmp_path / "bot.py"))
    with pytest.raises(UsageError, match=r"Run it as: outwit-python .*bot\.py"):
        marker.mark(command)
    with pytest.raises(UsageError, match=r"Run it as: outwit-python .*bot\.py"):
        marker.run_case("says hello", command)
    assert marker.mark(("outwit-python", command[1])).score == 0


def test_bots_of_a_class_are_named_and_the_others_marked(tmp_path: Path) -> None:
    for name, described, code in (
        ("ada", "", GOOD),
        ("bob", 'kind = "ugi"', GOOD),
        ("cleo", "", BOT.replace("PROTOCOL", "uai")),
        ("dan", "", "import outwit"),
    ):
        place = tmp_path / "class" / name
        place.mkdir(parents=True)
        (place / "bot.toml").write_text(f'command = "python3 bot.py"\n{described}\n')
        (place / "bot.py").write_text(code)
    rows = mark_all(
        parrot_marker(tmp_path), tmp_path / "class", tmp_path / "out", again=False, say=print
    )
    ada, bob, cleo, dan = (row["error"] for row in rows)
    assert ada == ""
    assert "speaks ugi" in bob
    assert "speaks uai" in cleo
    # The commands can be copied, whatever the current folder is.
    assert bob.endswith(f"--protocol ugi -- {tmp_path / 'class' / 'bob'}")
    assert cleo.endswith(f"--protocol uai -- {tmp_path / 'class' / 'cleo'}")
    assert dan.endswith("It must be written without outwit.")
    assert rows[0]["full"]
