#!/usr/bin/env python3
"""Walk through an installed Outwit as a new user does, from an empty folder.

    python tests/release/walk.py dist/outwit-*.whl   install the wheel in a new environment; walk
    python tests/release/walk.py --here              walk through what this Python has installed

Each step prints one line. The first step that fails prints its command and its output. The exit
status is 0 if every step passed, 1 if one failed, and 77 if the packages that the wheel needs
cannot be installed.
The script imports nothing of this repository, so that only the wheel can make it pass.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

EXTRAS = "arena,pictures,server,terminal"
GAMES = ("advance", "ataxx", "jesonmor", "push", "santorini")
PROGRAMS = ("outwit", "outwit-python", "advance", "ataxx", "jesonmor", "push2310", "santorini")
# Where the files of the wheel go, but for those that are for the repository alone.
OWN = ("outwit/", "outwit-", "../../../bin/")
FOREIGN = ("outwit/tests/", "outwit/training/")
STEP_SECONDS = 300
SKIPPED = 77
CANNOT_INSTALL = "the packages cannot be installed here: neither uv nor pip reaches them"

FILE_BOT = """\
import random
import sys

import outwit

name, source, target = sys.argv[1:]
game = outwit.game("advance")
with open(source, "rb") as file:
    position = game.load(file.read(), [side.lower() for side in game.sides].index(name))
position.play(random.choice(position.legal_moves))
with open(target, "wb") as file:
    file.write(position.to_file())
"""
UGI_BOT = """\
import random
import sys

import outwit

game = outwit.game(sys.argv[1])
for line in sys.stdin:
    if line == "ugi\\n":
        print("ugiok", flush=True)
    elif line == "isready\\n":
        print("readyok", flush=True)
    elif line.startswith("position"):
        start, _, moves = line.removeprefix("position ").strip().partition(" moves ")
        position = game.start() if start == "startpos" else game.position(start[4:])
        for move in moves.split():
            position.play(move)
    elif line.startswith("go"):
        print("bestmove", random.choice(position.legal_moves), flush=True)
"""
# mypy must find the types of the installed package: those of a wheel without py.typed are Any,
# which --strict refuses here.
TYPED = """\
import outwit

position: outwit.Position = outwit.game("ataxx").start()
position.play("b7")
found: outwit.Analysis = outwit.best(position, nodes=100)
text: str = f"{position.text} {found.move}"
count: int = outwit.perft(position, 1)
for move in position.legal_moves:
    reveal_type(move)
"""
MISTYPED = 'import outwit\n\nnumber: int = outwit.game("ataxx").start().text\n'


class Failure(Exception):
    """A step did not do what it should."""


class Walk:
    """An installed Outwit, and the empty folder of the user who tries it."""

    def __init__(self, programs: Path, folder: Path, mypy: Sequence[str]) -> None:
        self.programs = programs
        self.folder = folder
        self.mypy = mypy
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        self.environment = {
            **kept,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "OUTWIT_HOME": str(folder / "home"),
        }

    def run(self, *words: str, given: str = "", status: int = 0) -> str:
        """Return what a program prints; Failure if it ends with another status."""
        done = subprocess.run(
            [self.program(words[0]), *words[1:]],
            cwd=self.folder,
            env=self.environment,
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=STEP_SECONDS,
            check=False,
        )
        if done.returncode != status:
            raise Failure(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout}")
        return done.stdout

    def program(self, name: str) -> str:
        """Return the path of an installed program; others are returned as they are."""
        return str(self.programs / name) if (self.programs / name).exists() else name

    def write(self, name: str, text: str) -> None:
        """Write a file into the user's folder."""
        (self.folder / name).write_text(text)

    @contextmanager
    def background(self, *words: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
        """Run a program while the block runs; then interrupt it, as Ctrl-C does."""
        process = subprocess.Popen(
            [self.program(words[0]), *words[1:]],
            cwd=self.folder,
            env={**self.environment, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def expect(pattern: str, text: str) -> str:
    """Return what a pattern finds in a text, its first group if it has one; else Failure."""
    found = re.search(pattern, text)
    if found is None:
        raise Failure(f"{pattern!r} is not in:\n{text}")
    return found[found.lastindex or 0]


# The steps, in the order of a new user's first hour.


def installed(walk: Walk) -> None:
    """Show the version, the programs and the compiled modules; the wheel holds nothing else."""
    expect(r"^outwit \d+\.\d+\.\d+\n$", walk.run("outwit", "--version"))
    for name in PROGRAMS:
        if not (walk.programs / name).exists():
            raise Failure(f"{name} is not installed")
    code = "import json; from importlib.metadata import distribution as d; import outwit;"
    code += "import outwit.core.position as p; o = d('outwit');"
    code += "print(json.dumps([o.version, outwit.__version__, outwit.__file__, p.__file__,"
    code += "[str(f) for f in o.files]]))"
    version, own, package, position, files = json.loads(walk.run("python", "-c", code))
    if version != own:
        raise Failure(f"the metadata has version {version}, the package {own}")
    if not position.endswith((".so", ".pyd")):
        raise Failure(f"the modules are not compiled: {position}")
    if "site-packages" not in package:
        raise Failure(f"outwit is not the installed one: {package}")
    wrong = [each for each in files if not each.startswith(OWN) or each.startswith(FOREIGN)]
    if wrong:
        raise Failure(f"the wheel holds files that belong to the repository: {wrong[:5]}")


def play(walk: Walk) -> None:
    """List the games and play some moves of each against the engine."""
    said = walk.run("outwit", "games")
    for game in GAMES:
        expect(rf"\b{game}\b", said)
    said = walk.run(
        "outwit", "play", "ataxx", "--plain", "--level", "1", given="b7\nhint\nresign\n"
    )
    expect(r"Red clones to b7", said)
    expect(r"\d", walk.run("outwit", "best", "santorini", "--nodes", "1000"))


def draw(walk: Walk) -> None:
    """Draw a board as SVG and as PNG."""
    for game in GAMES:
        walk.run("outwit", "draw", game, "-o", f"{game}.svg")
        expect("<svg", (walk.folder / f"{game}.svg").read_text())
    walk.run("outwit", "draw", "ataxx", "--moves", "b7", "-o", "board.png")
    if not (walk.folder / "board.png").read_bytes().startswith(b"\x89PNG"):
        raise Failure("board.png is no PNG")


def match(walk: Walk) -> None:
    """Play a match of the engine against a program, and check its records."""
    walk.write("second.py", UGI_BOT)
    bot = "mine=ugi:outwit-python second.py ataxx"
    said = walk.run(
        "outwit", "match", "ataxx", "engine:level=1", bot, "--games", "2", "--records", "games.txt"
    )  # fmt: skip
    expect(r"mine", said)
    expect("2 games, all good", walk.run("outwit", "check", "games.txt"))


def tournament(walk: Walk) -> None:
    """Create a tournament, play it, and write its report."""
    bots = ("type0", "type1", "random")
    walk.run("outwit", "tournament", "new", "cup.db", "push", *bots, "--option", "rows=4",
             "--option", "columns=4")  # fmt: skip
    walk.run("outwit", "tournament", "run", "cup.db")
    walk.run("outwit", "tournament", "report", "cup.db", "--html", "cup.html")
    expect("type0", (walk.folder / "cup.html").read_text())


def grade(walk: Walk) -> None:
    """Make cases and mark a program by them."""
    walk.write("first.py", FILE_BOT)
    walk.run("outwit", "grade", "advance", "--generate", "2", "--output", "cases")
    said = walk.run("outwit", "grade", "advance", "--cases", "cases", "--level", "4", "--games",
                    "0", "--", "outwit-python", "first.py")  # fmt: skip
    expect(r"level 4 +2/2", said)


def serve(walk: Walk) -> None:
    """Serve the portal, register, create a bot, connect a program, and let it play a game."""
    with walk.background("outwit", "serve", "--port", "0", "--database", "portal.db") as portal:
        assert portal.stdout is not None
        address = expect(r"(http://\S+)", portal.stdout.readline())
        token = make_bot(address)
        words = ("outwit", "connect", "--server", address, "--game", "push", "--protocol", "ugi",
                 "--", "outwit-python", "second.py", "push")  # fmt: skip
        with walk.background(*words, OUTWIT_TOKEN=token):
            terms = {"game": "push", "options": {"rows": "4", "columns": "4", "seed": "1"}}
            made = call(address, "/api/challenge/level%201", token, terms)
            game = made.get("challenge", made)["id"]
            for _ in range(STEP_SECONDS * 5):
                found = call(address, f"/api/games/{game}", token)
                if found["status"] not in ("created", "started"):
                    break
                time.sleep(0.2)
            else:
                raise Failure(f"the game on the portal did not end: {found}")
            if found["status"] in ("resigned", "aborted"):
                raise Failure(f"the connected program did not play: {found}")


def make_bot(address: str) -> str:
    """Register a person on the portal, create a bot, and return its token."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def post(path: str, page: str, **fields: str) -> str:
        fields["csrf"] = expect(r'name="csrf" value="([^"]*)"', page)
        data = urllib.parse.urlencode(fields).encode()
        with browser.open(address + path, data, timeout=60) as answer:
            return str(answer.read().decode())

    with browser.open(f"{address}/register", timeout=60) as answer:
        page = answer.read().decode()
    page = post("/register", page, name="Ada", password="a long password", next="/bots")
    page = post("/bots", page, name="Second")
    page = post("/bots/tokens", page, bot="Second", name="walk")
    return expect(r"outwit_[\w-]{20,}", page)


def call(address: str, path: str, token: str, body: object = None) -> dict[str, Any]:
    """Return an answer of the portal's API."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def types(walk: Walk) -> None:
    """Check a small program by mypy --strict against the types of the installed package."""
    python = walk.program("python")
    words = [*walk.mypy, "--strict", "--python-executable", python, "--cache-dir", "types"]
    walk.write("typed.py", TYPED)
    walk.write("mistyped.py", MISTYPED)
    said = walk.run(*words, "typed.py", "mistyped.py", status=1)
    expect(r'note: Revealed type is "outwit\.core\.move\.Move"', said)
    expect(r'mistyped\.py:3: error: .*"str".*"int"', said)
    expect(r"Found 1 error in 1 file ", said)


STEPS: tuple[Callable[[Walk], None], ...] = (
    installed, play, draw, match, tournament, grade, serve, types,
)  # fmt: skip


def make_environment(wheel: Path, folder: Path, python: str) -> Path:
    """Install a wheel with its extras in a new environment, and return the folder of programs.

    uv does it if it is there: first from its cache alone, then from the network; pip otherwise.
    """
    programs = folder / "bin"
    wanted = f"{wheel.resolve()}[{EXTRAS}]"
    beside = Path(sys.executable).parent / "uv"
    uv = str(beside) if beside.exists() else shutil.which("uv")
    if uv:
        make = [uv, "venv", "--quiet", "--python", python, str(folder)]
        install = [uv, "pip", "install", "--quiet", "--python", str(programs / "python")]
        ways = [[*install, "--offline", wanted], [*install, wanted]]
    else:
        make = [python, "-m", "venv", str(folder)]
        ways = [[str(programs / "python"), "-m", "pip", "install", "--quiet", wanted]]
    subprocess.run(make, check=True, timeout=STEP_SECONDS)
    said = ""
    for words in ways:
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode == 0:
            return programs
        said = done.stderr
    print(f"not walked: {CANNOT_INSTALL}\n{said}", file=sys.stderr)
    raise SystemExit(SKIPPED)


def take(walk: Walk) -> bool:
    """Take every step, and tell whether all passed."""
    for step in STEPS:
        began = time.monotonic()
        told = (step.__doc__ or "").rstrip(".")
        try:
            step(walk)
        except (Failure, OSError, subprocess.TimeoutExpired, KeyError) as error:
            print(f"WRONG  {step.__name__}: {told}\n{error}", flush=True)
            return False
        print(f"ok     {step.__name__:<11}{time.monotonic() - began:5.1f} s  {told}", flush=True)
    return True


def main() -> None:
    """Read the command line and walk."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("wheel", nargs="?", type=Path, help="the wheel to install")
    parser.add_argument("--here", action="store_true", help="try what this Python has installed")
    parser.add_argument("--python", default=sys.executable, help="the Python of the environment")
    given = parser.parse_args()
    if given.here == (given.wheel is not None):
        parser.error("give either a wheel or --here")
    mypy = [sys.executable, "-m", "mypy"]
    with tempfile.TemporaryDirectory(prefix="outwit-walk-") as name:
        folder = Path(name).resolve()
        if given.here:
            programs = Path(sys.executable).parent
        else:
            programs = make_environment(given.wheel, folder / "environment", given.python)
        user = folder / "user"
        user.mkdir()
        if not take(Walk(programs, user, mypy)):
            raise SystemExit(1)


if __name__ == "__main__":
    main()
