"""Mark a class of hundreds of submissions, some of them bad, while the marker is killed.

    python bench/class.py [--submissions N] [--bad N] [--jobs N] [--whole]

The class is marked once undisturbed, and once with the marker killed twice by ``kill -9`` and
restarted. Both runs must end with the same marks, and leave no process or file behind. Without
``--whole`` the exam is the first parts of Push's own.
"""

from __future__ import annotations

import argparse
import csv
import os
import signal
import subprocess
import sys
import time
from difflib import unified_diff
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import outwit
from outwit.assignments.assignment import assignment_of
from outwit.files import parse_toml
from outwit.process.folder import remove_tree

GAME, PARTS = "push", 3
NATURAL = 'python3 bot.py "$@"\n'
# A submission that reads the arguments and shows the board; copies of it get other mistakes.
STUDENT = """
import sys

def fail(code, text):
    sys.stderr.write(text + "\\n")
    sys.exit(code)

def main(words):
    if len(words) != 3:
        fail(1, "Usage: push2310 typeO typeX fname")
    if any(word not in ("0", "1", "H") for word in words[:2]):
        fail(2, "Invalid player type")
    try:
        lines = open(words[2]).read().split("\\n")
    except OSError:
        fail(3, "No file to load from")
    try:
        height, width = map(int, lines[0].split(" "))
        rows = lines[2:]
        if rows[-1] == "":
            rows.pop()
        good = height > 2 and width > 2 and lines[1] in ("O", "X") and len(rows) == height
        good = good and all(len(row) == 2 * width for row in rows)
    except (ValueError, IndexError):
        good = False
    if not good:
        fail(4, "Invalid file contents")
    print("\\n".join(rows))
    print(lines[1] + ":(R C)> ", end="", flush=True)
    sys.stdin.readline()
    fail(5, "End of file")

main(sys.argv[1:])
"""
MISTAKES = (
    ("", ""),
    ("fail(1,", "fail(7,"),
    ("Invalid player type", "Wrong player type"),
    ("fail(3,", "fail(4,"),
    ("> 2 and", "> 3 and"),
    ('print("\\n".join(rows))', 'print("\\n".join(rows[1:]))'),
    ('fail(5, "End of file")', "sys.exit(0)"),
    (":(R C)> ", " to move "),
    ('    print("\\n".join(rows))', '    raise RuntimeError("not done yet")'),
)
C_PROGRAM = """
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc != 4) { fprintf(stderr, "Usage: push2310 typeO typeX fname\\n"); return 1; }
    fprintf(stderr, "Invalid player type\\n");
    return 2;
}
"""
BAD_PROGRAMS = {
    "bomb": "import os\nwhile True: os.fork()",
    "hungry": "x = []\nwhile True: x.append(b'x' * (1 << 26))",
    "flood": "while True: print('x' * 65536)",
    "disk": "n = 0\nwhile True: open(f'f{n}', 'wb').write(bytes(1 << 23)); n += 1",
    "hangs": "import time\ntime.sleep(3600)",
    "daemons": (
        "import os, time\nfor _ in range(9):\n"
        "    if not os.fork():\n        os.setsid(); time.sleep(3600)\n"
    ),
    "kills": (
        "import os, signal\nfor pid in range(2, 70000):\n    try: os.kill(pid, signal.SIGKILL)\n"
        "    except OSError: pass\n"
    ),
    "binary": "import os\nos.write(1, os.urandom(100000)); os.write(2, os.urandom(100000))",
}
BAD_FOLDERS = ("nothing", "absent", "garbled", "brackets", "digits", "pipe", "deep", "huge", "loop")


def main() -> None:
    """Make a class, mark it twice, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--bad", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--whole", action="store_true", help="use the whole exam")
    words = parser.parse_args()
    with TemporaryDirectory() as place:
        folder, scratch = Path(place), Path(place, "scratch")
        scratch.mkdir()
        make_class(folder / "class", words.submissions, words.bad)
        own = assignment_of(outwit.game(GAME)).exam
        assert own is not None
        exam = Path(own.path).read_text("utf-8")
        (folder / "exam.toml").write_text(exam if words.whole else first_parts(exam), "utf-8")
        command = [sys.executable, "-m", "outwit.cli", "grade", GAME, "--seconds", "5"]
        command += ["--exam", str(folder / "exam.toml"), "--jobs", str(words.jobs)]
        command += ["--all", str(folder / "class"), "--output"]
        try:
            undisturbed = mark(command, folder / "quiet", scratch, ())
            third = words.submissions // 3
            disturbed = mark(command, folder / "killed", scratch, (third, 2 * third))
        finally:
            for path in (folder / "class").glob("*deep*"):
                remove_tree(str(path))
        tables = [read_table(folder / name / "summary.csv") for name in ("quiet", "killed")]
        print(f"{len(tables[0])} submissions, {words.bad} of them bad, {words.jobs} at once")
        print(f"undisturbed {undisturbed:.0f} s, killed twice and resumed {disturbed:.0f} s")
        marks = [[row[:-2] for row in table] for table in tables]
        print(f"the marks are {'the same' if marks[0] == marks[1] else 'NOT the same'}")
        for one, other in zip(*tables, strict=True):
            if one != other:
                quiet, killed = (
                    (folder / name / "reports" / f"{one[0]}.txt").read_text().splitlines()
                    for name in ("quiet", "killed")
                )
                print(*list(unified_diff(quiet, killed, one[0], lineterm=""))[:80], sep="\n")
        left = [path.name for path in scratch.iterdir()]
        alive = processes_in(str(scratch))
        print(f"left behind: {', '.join(left) or 'nothing'}, {len(alive)} processes")
        sys.exit(0 if marks[0] == marks[1] and not left and not alive else 1)


def read_table(path: Path) -> list[list[str]]:
    """Return the rows of a summary; the last two columns give the reason of a low mark."""
    with path.open(newline="") as file:
        return list(csv.reader(file))[1:]


def first_parts(exam: str) -> str:
    """Return the first parts of an exam."""
    head, *parts = exam.split("\n[[part]]\n")
    text = "\n[[part]]\n".join([head, *parts[:PARTS]])
    parse_toml(text.encode())
    return text


def make_class(folder: Path, number: int, bad: int) -> None:
    """Make submissions; the bad ones are spread among the others."""
    rng = Random(8)
    kinds = [*BAD_PROGRAMS, *BAD_FOLDERS]
    spoilt = set(rng.sample(range(number), bad))
    count = 0
    for i in range(number):
        kind = ""
        if i in spoilt:
            kind = kinds[count % len(kinds)]
            count += 1
        place = folder / f"student{i:03}{kind and '-'}{kind}"
        place.mkdir(parents=True)
        if kind in BAD_FOLDERS:
            spoil(place, kind)
        elif kind:
            hand_in(place, BAD_PROGRAMS[kind])
        elif i % 10 == 7:
            (place / "main.c").write_text(C_PROGRAM)
            (place / "Makefile").write_text("push: main.c\n\tcc -o push main.c\n")
            (place / "bot.toml").write_text('command = "./push"\n')
        else:
            old, new = rng.choice(MISTAKES)
            hand_in(place, STUDENT.replace(old, new) if old else STUDENT)


def hand_in(place: Path, code: str) -> None:
    """Write a program and the file with its command."""
    (place / "run").write_text(NATURAL)
    (place / "bot.py").write_text(code)


def spoil(place: Path, kind: str) -> None:
    """Make a folder that is no valid submission."""
    if kind == "absent":
        (place / "run").write_text("no-such-program")
    elif kind in ("garbled", "brackets", "digits"):
        texts = {
            "garbled": "not [toml",
            "brackets": f"x = {'[' * 5000}",
            "digits": "x = " + "9" * 6000,
        }
        (place / "bot.toml").write_text(texts[kind])
    elif kind == "pipe":
        os.mkfifo(place / "run")
    elif kind == "loop":
        hand_in(place, STUDENT)
        (place / "loop").symlink_to(".")
    elif kind == "huge":
        hand_in(place, STUDENT)
        with (place / "data").open("wb") as file:
            file.truncate(2 << 30)
    elif kind == "deep":
        hand_in(place, STUDENT)
        here = os.open(place, os.O_RDONLY)
        for _ in range(3000):
            os.mkdir("d", dir_fd=here)
            inner = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        os.close(here)


def mark(command: list[str], output: Path, scratch: Path, kills: tuple[int, ...]) -> float:
    """Mark the class, and return the seconds; kill the marker at each of these report counts."""
    start = time.perf_counter()
    environment = {**os.environ, "TMPDIR": str(scratch)}
    for most in (*kills, None):
        with (output.with_suffix(".log")).open("wb") as log:
            process = subprocess.Popen(
                [*command, str(output)], env=environment, stdout=log, stderr=log
            )
            while process.poll() is None:
                time.sleep(0.05)
                if most is not None and len(list(output.glob("reports/*.json"))) >= most:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    break
    if process.returncode not in (0, 1):
        print(output.with_suffix(".log").read_text()[-2000:])
    return time.perf_counter() - start


def processes_in(folder: str) -> list[str]:
    """List the processes whose temporary files are in a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"TMPDIR={folder}/".encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue  # it has ended, or is another user's
    return found


if __name__ == "__main__":
    main()
