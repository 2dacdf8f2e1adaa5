"""The kit notices a compiled game whose override is misspelt, which the compiler does not."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from outwit.core.game import Game
from outwit.errors import GameFault
from outwit.testing import check_game

pytestmark = pytest.mark.compiled_only

SOURCE = Path(__file__).parents[2] / "src"

IMPORTS = """\
from __future__ import annotations

from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import fields, verdict
from outwit.core.moves import MoveStack
from outwit.core.outcome import Termination
from outwit.core.position import Position
from outwit.core.rules import Rules
from outwit.errors import UnreadableMove
from outwit.geometry import bits
"""

RULES = '''
class NAME(Position):
    """Take one, two or three from a pile; whoever takes the last one wins."""

    def __init__(self, left: int, side: int) -> None:
        super().__init__(side, 3, 1, {})
        self.left = left
        self.ready = True

    @classmethod
    def begin(cls):
        return cls(12, 0)

    @classmethod
    def read(cls, text):
        left, side = fields.split(text, ("pile", "side"))
        return cls(fields.number(left, "pile"), fields.side(side, "ab"))

    def assign(self, other: Rules) -> None:
        Position.assign(self, other)
        source: NAME = other
        self.left = source.left

    def write_text(self):
        return f"{self.left} {'ab'[self.side]}"

    @property
    def terminations(self):
        return (Termination("taken", "the last one is taken"),)

    def write_move(self, move: u32) -> str:
        return str(move)

    def parse_move(self, text: str):
        if text not in ("1", "2", "3"):
            raise UnreadableMove(text)
        return int(text)

    def generate(self, moves: MoveStack, start: i32) -> i32:
        n: i32
        for n in range(1, 4):
            if n <= self.left:
                moves.data[start] = n
                start += 1
        return start

    def count(self) -> i32:
        return self.left if self.left < 3 else 3

    def make(self, move: u32) -> None:
        self.past[self.ply] = move
        self.ply += 1
        self.left -= move
        self.side = 1 - self.side

    def unmake(self) -> None:
        self.ply -= 1
        self.left += self.past[self.ply]
        self.side = 1 - self.side

    def judge(self) -> i32:
        return verdict.RUNNING if self.left else verdict.FIRST_WINS + 1 - self.side

    def digest(self) -> u64:
        return bits.mix(self.left * 2 + self.side)
'''

HEADER = """\
from outwit.core cimport verdict
from outwit.core.moves cimport MoveStack
from outwit.core.position cimport Position
from outwit.core.rules cimport Rules
from outwit.geometry cimport bits
from outwit.geometry.bits cimport u32, u64
"""

LAYOUT = """
cdef class NAME(Position):
    cdef int left
"""

BUILD = """\
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup

module = Extension("piles", ["piles.py"], extra_compile_args=["-O0"])
setup(
    name="piles",
    script_args=["-q", "build_ext", "--inplace"],
    ext_modules=cythonize(
        [module], include_path=[sys.argv[1]], compiler_directives={"language_level": "3"}
    ),
)
"""

# The method that is misspelt, and what the kit makes of it.
MISSPELT = {
    "generate": "len(legal_moves) is 3, but 0 are listed",
    "count": "len(legal_moves) is 0, but 3 are listed",
    # Taking back what was never made reads memory that was never written: any fault will do.
    "make": "",
    "unmake": "played ends ('0',) after a move",
    "judge": "there is no legal move, but no outcome either",
    # Moves are listed on a copy, where the pile is empty.
    "assign": "there is no legal move, but no outcome either",
    "digest": "the key is that of another position",
}


@pytest.fixture(scope="module")
def piles(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Compile the game as it should be, and once for each method misspelt."""
    folder = tmp_path_factory.mktemp("piles")
    rules, layout = [RULES.replace("NAME", "Sound")], [LAYOUT.replace("NAME", "Sound")]
    for method in MISSPELT:
        name = method.capitalize()
        rules.append(RULES.replace("NAME", name).replace(f"def {method}(", f"def {method}s("))
        layout.append(LAYOUT.replace("NAME", name))
    (folder / "piles.py").write_text("".join([IMPORTS, *rules]))
    (folder / "piles.pxd").write_text("".join([HEADER, *layout]))
    (folder / "build.py").write_text(BUILD)
    subprocess.run(
        [sys.executable, "build.py", str(SOURCE)], cwd=folder, check=True, capture_output=True
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        module = import_module("piles")
    assert not str(module.__file__).endswith(".py")
    return module


def game_of(piles: ModuleType, name: str) -> Game:
    """Make a game of one of the compiled classes."""
    return Game("pile", "Take the last one.", ("Ann", "Bob"), getattr(piles, name))


def test_the_kit_accepts_the_game_well_spelt(piles: ModuleType) -> None:
    check_game(game_of(piles, "Sound"))


@pytest.mark.parametrize(("method", "message"), MISSPELT.items())
def test_the_kit_notices_a_misspelt(piles: ModuleType, method: str, message: str) -> None:
    with pytest.raises(GameFault) as caught:
        check_game(game_of(piles, method.capitalize()))
    assert message in str(caught.value)
