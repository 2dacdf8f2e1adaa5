"""``outwit doctor``: what is installed, compiled and protected here, and how to get the rest."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import click

import outwit
from outwit import __version__
from outwit.cli.help import Command
from outwit.core.printable import printable
from outwit.core.value import Value
from outwit.errors import BotAbsent
from outwit.players.languages import LANGUAGES, Language
from outwit.process.command import find_of_system
from outwit.process.protections import MISSING, PARTLY, protections

PAGE = "docs/bots/protections.md says what each attack can do with and without the protections."
PRESENT, COMPILED = "present", "compiled"
PACKAGE = Path(outwit.__file__).parent
HEADER_ONLY = "# header only"
# What each extra is for, and the modules that it installs.
EXTRAS = {
    "terminal": ("boards and menus in the terminal", ("textual",)),
    "server": (
        "the portal: outwit serve",
        (
            *(
                "alembic",
                "argon2",
                "babel",
                "fastapi",
                "itsdangerous",
                "jinja2",
                "markdown_it",
                "orjson",
            ),
            *("PIL", "prometheus_client", "python_multipart", "resvg_py", "sqlalchemy", "uvicorn"),
            *(("uvloop",) if sys.platform != "win32" else ()),
            "websockets",
        ),
    ),
    "arena": ("pages of tournaments and live tables", ("jinja2", "rich")),
    "pictures": ("PNG pictures", ("jinja2", "PIL", "resvg_py")),
    "video": ("films of games", ("av", "jinja2", "PIL", "resvg_py")),
    "cluster": ("tournaments on several machines", ("ray",)),
    "postgresql": ("the portal with PostgreSQL", ("psycopg",)),
    "lti": ("learning platforms that open assignments", ("jwt", "cryptography")),
    "webpush": ("notices to browsers whose pages are closed", ("pywebpush",)),
    "research": (
        "environments and data sets for learning",
        ("gymnasium", "numpy", "open_spiel", "pandas", "pettingzoo", "pyarrow"),
    ),
}
# Seconds for a program to say its version, and characters of it.
VERSION_SECONDS, LONGEST_VERSION = 5.0, 60


class Finding(Value):
    """A thing that may be there: its name, its state, what it is for, and how to get it."""

    name: str
    state: str
    effect: str
    cure: str = ""


@click.command(cls=Command)
def doctor() -> None:
    """Report what is installed and what is missing.

    The report has four parts: optional packages, compiled modules, protections against the programs
    of strangers, and the languages in which bots can be built here. For each missing thing it names
    the command that installs it.

    Examples:
      outwit doctor
    """
    user = "root" if (number := os.geteuid()) == 0 else f"user {number}"
    click.echo(f"outwit {__version__}, Python {platform.python_version()}, {platform.system()} "
               f"{platform.release()}, {platform.machine()}, {user}")  # fmt: skip
    found = [Finding(each.name, each.state, each.effect, each.cure) for each in protections()]
    parts = {
        "Optional packages": extras(),
        "Compiled modules": compiled(),
        "Protections": found,
        "Languages of bots": toolchains(),
    }
    widest = max(len(each.name) for part in parts.values() for each in part)
    for title, part in parts.items():
        click.echo(f"\n{title}")
        for each in part:
            click.echo(f"  {each.name:{widest}}  {each.state:8}  {each.effect}")
            if each.cure:
                click.echo(f"  {'':{widest}}  {'':8}  to get it: {each.cure}")
    if any(each.state == MISSING for each in found):
        click.echo(f"\n{PAGE}")


def extras() -> list[Finding]:
    """Return the extras of our package: which are installed, and what the others lack."""
    found = []
    for name, (effect, modules) in EXTRAS.items():
        lacking = [module for module in modules if find_spec(module) is None]
        if lacking:
            told = f"{effect}; not installed: {', '.join(lacking)}"
            found.append(Finding(name, MISSING, told, install(name)))
        else:
            found.append(Finding(name, PRESENT, effect))
    return found


def install(extra: str) -> str:
    """Return the command that installs an extra."""
    if (root := clone()) is None:
        return f"pip install 'outwit[{extra}]'"
    return f"{shlex.quote(sys.executable)} -m pip install -e {shlex.quote(f'{root}[{extra}]')}"


def clone() -> Path | None:
    """Return the root of the source tree that this is run from; None for an installed package."""
    root = PACKAGE.parents[1]
    return root if (root / "pyproject.toml").is_file() and (root / "setup.py").is_file() else None


def compiled() -> list[Finding]:
    """Return whether the rules of games and the engine are compiled."""
    headers = [
        path
        for path in PACKAGE.rglob("*.pxd")
        if not path.read_text(encoding="utf-8").startswith(HEADER_ONLY)
    ]
    rules = [path for path in headers if path.is_relative_to(PACKAGE / "games")]
    engine = [path for path in headers if path not in rules]
    return [
        compiled_part("rules", rules, "legal moves and ends of games"),
        compiled_part("engine", engine, "search, solver and perft"),
    ]


def compiled_part(name: str, headers: list[Path], effect: str) -> Finding:
    """Return how many modules of a part are compiled: those with a header should be."""
    count = sum(
        any(path.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES) for path in headers
    )
    told = f"{effect}: {count} of {len(headers)} modules"
    if count == len(headers):
        return Finding(name, COMPILED, told)
    root = clone()
    again = "pip install --force-reinstall --no-deps --no-binary outwit outwit"
    cure = again if root is None else f"make -C {shlex.quote(str(root))} build"
    return Finding(name, PARTLY if count else MISSING, f"{told}; the others are 100 × slower", cure)


def toolchains() -> list[Finding]:
    """Return the languages in which bots can be built and run here, as enclosed programs see it."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(toolchain, LANGUAGES))


def toolchain(language: Language) -> Finding:
    """Return whether a language's programs are there, and the version of the first."""
    places, lacking = [], []
    for tool in language.tools:
        try:
            places.append(find_of_system(tool, os.sep))
        except BotAbsent:
            lacking.append(tool)
    if lacking:
        mac = platform.system() == "Darwin"
        cure = f"brew install {language.homebrew}" if mac else f"apt-get install {language.debian}"
        hidden = [place for tool in lacking if (place := shutil.which(tool))]
        told = f"; only for one user: {', '.join(hidden)}" if hidden else ""
        return Finding(language.name, MISSING, f"not found: {', '.join(lacking)}{told}", cure)
    told = ", ".join([*places, *filter(None, [version_of(places[0], language)])])
    return Finding(language.name, PRESENT, told)


def version_of(program: str, language: Language) -> str:
    """Return the first line with which a program says its version; nothing if it says none."""
    try:
        done = subprocess.run(
            [program, language.version],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=VERSION_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    # Older Java says it as an error.
    said = (done.stdout or done.stderr).decode("utf-8", "replace").strip()
    return printable(said.partition("\n")[0])[:LONGEST_VERSION]
