"""Tiny programs to be marked."""

from __future__ import annotations

import sys
from pathlib import Path

from outwit.grading.program import Program

READS = """
import random, sys
from outwit.assignments.advance.marking import candidates, read, write
side, source, target = sys.argv[1:]
data = open(source, "rb").read()
position = read(data, ["white", "black"].index(side))
"""
WRITES = """
position.play(move)
open(target, "wb").write(write(position))
"""
RANDOM = f"{READS}move = random.Random(data).choice(candidates(position, 4)){WRITES}"
LEVEL_6 = f"{READS}move = candidates(position, 6)[0]{WRITES}"
CRASHES = "import sys; sys.exit('Traceback: \\x1b[31mout of luck')"
HANGS = "import time; time.sleep(60)"
GARBAGE = (
    "import os, sys; open(sys.argv[1:][-1], 'wb').write(os.urandom(300) + b'<&]]>\\x1b[2J\\0')"
)
LATE = f"{READS}move = candidates(position, 7)[0]{WRITES}sys.exit(3)"
# The mark that some languages put before a text, blanks, and an empty line at the end.
LAX = (
    f"{READS}move = candidates(position, 7)[0]\nposition.play(move)\n"
    "rows = write(position).replace(b'\\n', b' \\r\\n')\n"
    "open(target, 'wb').write(b'\\xef\\xbb\\xbf' + rows + b'\\r\\n')"
)
NEEDS_OUT = (
    f"{READS}import os\nif not os.path.exists(target): sys.exit(1)\n"
    f"move = candidates(position, 7)[0]{WRITES}"
)
SHIFTED = (
    f"{READS}move = candidates(position, 7)[0]\nposition.play(move)\n"
    "lines = write(position).splitlines(True)\nopen(target, 'wb').writelines(lines[1:] + lines[:1])"
)
STAYS = "import shutil, sys; shutil.copy(sys.argv[2], sys.argv[3])"
TAMPERS = f"{READS}move = candidates(position, 7)[0]{WRITES}open(source, 'w').write('x')"


def script(folder: Path, code: str, name: str = "program.py") -> tuple[str, ...]:
    """Write a program and return its command."""
    path = folder / name
    path.write_text(code, "utf-8")
    return (sys.executable, str(path))


def program(folder: Path, code: str, seconds: float = 20.0) -> Program:
    """Write a program to be marked."""
    return Program(script(folder, code), seconds)


def installed(name: str) -> tuple[str, ...]:
    """The command of one of our programs."""
    return (str(Path(sys.executable).with_name(name)),)
