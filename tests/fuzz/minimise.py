"""Keeps few small inputs that reach as much as all do: ``python -m tests.fuzz.minimise TARGET…``.

The lines of the package that an input reaches decide, with the modules interpreted. Inputs named
``found-…`` broke a promise once and stay.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from tests.cpu import time_limit
from tests.fuzz.corpus import FOLDER, FOUND, TARGETS, Target, kept, name_of, target_named
from tests.fuzz.replay import MOST_SECONDS, WORKING
from tests.interpreted import SOURCE, InterpretedFinder

# Files and bytes of a target.
MOST_FILES, MOST_BYTES = 40, 40_000
Place = tuple[str, int, int]


def main(names: list[str]) -> None:
    """Minimise the kept inputs of targets."""
    sys.meta_path.insert(0, InterpretedFinder)
    for name in names or TARGETS:
        target = target_named(name)
        # What is imported or cached once is now, and belongs to no input.
        found = {spelt_out(target, data) for data in {*kept(name), *kept(name, WORKING)}}
        inputs = sorted(found, key=len)
        chosen = cover({data: reached(target, data) for data in inputs})
        folder = FOLDER / name
        before = list(folder.iterdir())
        for path in before:
            if not path.name.startswith(FOUND):
                path.unlink()
        for data in chosen:
            (folder / name_of(data)).write_bytes(data)
        sys.stdout.write(f"{name}: {len(inputs)} inputs, {len(chosen)} kept\n")


def spelt_out(target: Target, data: bytes) -> bytes:
    """Return an input with the names that it was taken to mean; they mean the same tomorrow."""
    from tests.fuzz import heads  # after the way to import is chosen

    heads.guesses.clear()
    reached(target, data)
    if not heads.guesses:
        return data
    words, rest = heads.read_head(data)
    head = " ".join(heads.guesses.get(word, word) for word in words)
    return head.encode() + b"\n" + rest


def reached(target: Target, data: bytes) -> set[Place]:
    """Return the steps from line to line that an input takes in the package."""
    found: set[Place] = set()
    source = str(SOURCE)

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(source):
            return None
        last = frame.f_lineno

        def step(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal last
            found.add((name, last, frame.f_lineno))
            last = frame.f_lineno
            return step

        return step

    sys.settrace(trace)
    try:
        with time_limit(10 * MOST_SECONDS):
            target(data)
    except Exception:  # noqa: BLE001  # a finding is kept by hand
        found = set()
    finally:
        sys.settrace(None)
    return found


def cover(ways: dict[bytes, set[Place]]) -> list[bytes]:
    """Choose inputs, each time the one that adds most for its size, within the bounds."""
    left = dict(ways)
    chosen: list[bytes] = []
    known: set[Place] = set()
    while len(chosen) < MOST_FILES:
        room = MOST_BYTES - sum(map(len, chosen))
        gains = {
            data: len(way - known) / (len(data) + 100)
            for data, way in left.items()
            if len(data) <= room and way - known
        }
        if not gains:
            break
        best = max(gains, key=lambda data: gains[data])
        chosen.append(best)
        known |= left.pop(best)
        left = {data: way for data, way in left.items() if way - known}
    return chosen


if __name__ == "__main__":
    main(sys.argv[1:])
