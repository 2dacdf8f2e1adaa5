"""Programs that are handed in for Push, and a short exam for them."""

from __future__ import annotations

from pathlib import Path

import outwit
from outwit.assignments.assignment import assignment_of

GAME, PARTS = "push", 1
RUN = 'python3 bot.py "$@"\n'
RIGHT = Path("tests/grading/students/push.py").read_text("utf-8")
# Reads its arguments as asked, and does no more.
HALF = """
import sys
if len(sys.argv) != 4:
    print("Usage: push2310 typeO typeX fname", file=sys.stderr)
    sys.exit(1)
sys.exit(2)
"""
CRASHES = "raise RuntimeError('not done yet')\n"
HANGS = "import time\ntime.sleep(3600)\n"
WRONG_C = """
#include <stdio.h>
int main(void) { printf("hello\\n"); return 0; }
"""
HALF_C = """
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc != 4) { fprintf(stderr, "Usage: push2310 typeO typeX fname\\n"); return 1; }
    fprintf(stderr, "Invalid player type\\n");
    return 2;
}
"""
PROGRAMS = {
    "right": {"run": RUN, "bot.py": RIGHT},
    "right, one file": {"main.py": RIGHT},
    "half right": {"run": RUN, "bot.py": HALF},
    "half right, in C": {"main.c": HALF_C},
    "wrong, in C": {"main.c": WRONG_C},
    "not built, in C": {"main.c": "int main(void) { return }\n"},
    "crashes": {"main.py": CRASHES},
    "crashes, in C": {"main.c": "#include <stdlib.h>\nint main(void) { abort(); }\n"},
    "right, with a Makefile": {"Makefile": "all:\n\ttrue\n", "run": RUN, "bot.py": RIGHT},
    "hangs": {"run": RUN, "bot.py": HANGS},
}


def first_parts() -> str:
    """Return the first parts of Push's own exam."""
    own = assignment_of(outwit.game(GAME)).exam
    assert own is not None
    head, *parts = Path(own.path).read_text("utf-8").split("\n[[part]]\n")
    return "\n[[part]]\n".join([head, *parts[:PARTS]])


EXAM = first_parts()
