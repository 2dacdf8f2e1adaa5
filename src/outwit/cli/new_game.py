"""``outwit new-game``: writes the folder of a game that can be played and changed at once."""

from __future__ import annotations

import keyword
import shlex
import shutil
import sys
from pathlib import Path

import click

from outwit import games
from outwit.cli.help import Command
from outwit.cli.target import named
from outwit.core.counting import counted
from outwit.errors import BadFile, UsageError

TEMPLATES = Path(__file__).with_name("template")
# The template of each file; ``@NAME@`` in a file's name is the game's.
FILES = {
    "__init__.py": "__init__.txt",
    "rules.py": "rules.txt",
    "labels.py": "labels.txt",
    "look.py": "look.txt",
    "README.md": "README.txt",
    "perft.json": "perft.txt",
    "transcript.txt": "transcript.txt",
    "test_@NAME@.py": "test.txt",
}
# Characters of a name.
LONGEST = 40


@click.command(cls=Command)
@click.argument("name")
@click.option(
    "--folder",
    callback=named,
    default=".",
    show_default=True,
    metavar="DIR",
    help="The folder of your games, in which the folder NAME is made.",
)
def new_game(name: str, folder: str) -> None:
    """Write the folder of a new game.

    NAME is the name of the game and of its folder: small letters, digits and underscores. The
    folder holds a small game that passes all checks: three in a row on four by four squares. Change
    its rules into yours.

    Examples:
      outwit new-game gomoku
      outwit new-game hex --folder my-games
    """
    check_name(name)
    home = Path(folder)
    write_game(name, home)
    place = home / name
    click.echo(f"{place} holds a game that you can play, in {counted(len(FILES), 'file')}. Next:")
    click.echo(f"  export OUTWIT_GAMES={shlex.quote(str(home.resolve()))}")
    click.echo(f"  outwit play {name}")
    click.echo(f"  pytest {shlex.quote(str(place))}")
    click.echo(f"Then write your rules in {place / 'rules.py'}.")


def check_name(name: str) -> None:
    """Raise UsageError if a game cannot have a name, or another one has it."""
    valid = name.isascii() and name.isidentifier() and name == name.lower() and name[0] != "_"
    if not valid or len(name) > LONGEST:
        raise UsageError(
            f"{name[:LONGEST]!r} cannot be a game's name: use at most {LONGEST} small letters, "
            "digits and underscores, and begin with a letter"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in sys.stdlib_module_names:
        raise UsageError(f"{name!r} means something else in Python: choose another name")
    if name in games.names():
        raise UsageError(f"there is a game {name!r} already: choose another name")


def write_game(name: str, home: Path) -> None:
    """Write the folder of a game into ``home``, completely or not at all.

    Raise UsageError if there is something of that name already, BadFile if it cannot be written.
    """
    place = home / name
    if place.exists() or place.is_symlink() or place.with_suffix(".py").exists():
        raise UsageError(f"{str(place)!r} exists already: choose another name or --folder")
    values = {
        "@NAME@": name,
        "@TITLE@": name.replace("_", " ").capitalize(),
        "@CLASS@": "".join(part.capitalize() for part in name.split("_")),
    }
    made = False
    try:
        home.mkdir(parents=True, exist_ok=True)
        place.mkdir()
        made = True
        for file, template in FILES.items():
            text = filled((TEMPLATES / template).read_text(encoding="utf-8"), values)
            (place / filled(file, values)).write_text(text, encoding="utf-8")
    except OSError as error:
        if made:
            shutil.rmtree(place, ignore_errors=True)
        raise BadFile(f"{str(place)!r} cannot be written: {error.strerror or error}") from None


def filled(text: str, values: dict[str, str]) -> str:
    """Return a text with the values in the place of their names."""
    for key, value in values.items():
        text = text.replace(key, value)
    return text
