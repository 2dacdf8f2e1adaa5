"""Measure the time to draw every game's board at 640 pixels, as SVG and as PNG.

    python bench/drawing.py [--rounds N]

The board is from the middle of a game; the median is shown.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

import outwit
from outwit.core.picker import RandomPicker, play_on
from outwit.drawing.png import to_png
from outwit.drawing.raster import draw_png

SIZE = 640
# Most milliseconds of a picture.
SVG_LIMIT, PNG_LIMIT = 2, 100
PLIES = 20


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    print(f"{'game':12} {'SVG ms':>8} {'PNG ms':>8} {'whole SVG ms':>12} {'bytes':>8}")
    for game in outwit.all_games():
        position = game.start()
        play_on(position, RandomPicker(1), RandomPicker(2), PLIES)
        svg = position.svg(size=SIZE)
        drawn = milliseconds(partial(position.svg, size=SIZE), 10 * rounds)
        painted = milliseconds(partial(draw_png, position, size=SIZE), rounds)
        whole = milliseconds(partial(to_png, svg), rounds)
        print(f"{game.name:12} {drawn:8.2f} {painted:8.1f} {whole:12.1f} {len(svg):8,}")
    print(f"{'at most':12} {SVG_LIMIT:8.2f} {PNG_LIMIT:8.1f}")


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """Return the median time of some work."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1000 * median(times)


if __name__ == "__main__":
    main()
