"""Where boxes and lines lie on the page."""

from __future__ import annotations

from typing import NamedTuple

from docs.uml.model import USES, Box, Line, Model
from docs.uml.routing import STEP, Rectangle, Router, Way
from docs.uml.selection import PACKAGES, Package

TITLE_HEIGHT = 22
STEREOTYPE_HEIGHT = 10
MEMBER_HEIGHT = 14
PACKAGE_TITLE_HEIGHT = 30
# What a letter takes, at most, of the fonts that viewers have.
TITLE_LETTER = 8.0
MEMBER_LETTER = 6.9
MARGIN = 16
# What it costs, in steps of a line, when children do not share the arrowhead at their parent.
ANOTHER_HEAD = 30.0


class Plan(NamedTuple):
    """The rectangle of each box by its key, and the way of each line."""

    boxes: dict[str, Rectangle]
    lines: tuple[tuple[Line, Way], ...]


def snap(length: float) -> int:
    """Round up to the grid of the lines."""
    return -int(-length // STEP) * STEP


def size_of(box: Box) -> tuple[int, int]:
    """Return the width and height that the texts of a box need."""
    widths = [TITLE_LETTER * len(box.title), *(MEMBER_LETTER * len(m) for m in box.members)]
    height = TITLE_HEIGHT + (STEREOTYPE_HEIGHT if box.stereotype else 0)
    if box.members:
        height += MEMBER_HEIGHT * len(box.members) + 8
    return snap(max(widths) + MARGIN), snap(height)


def place_package(package: Package, model: Model) -> dict[str, Rectangle]:
    """Spread the boxes of a package over columns and rows, the space between them shared out."""
    sizes = [
        [(0, 0) if shown is None else size_of(model.boxes[shown.key]) for shown in row]
        for row in package.rows
    ]
    widths = [max(width for width, _ in column) for column in zip(*sizes, strict=True)]
    heights = [max(height for _, height in row) for row in sizes]
    across = (package.width - sum(widths)) / (len(widths) + 1)
    inside = package.height - PACKAGE_TITLE_HEIGHT
    down = (inside - sum(heights)) / (len(heights) + 1)
    if min(across, down) < STEP:
        raise ValueError(f"package {package.name} is too small: {across:.0f} × {down:.0f} left")
    places = {}
    for i, row in enumerate(package.rows):
        for j, shown in enumerate(row):
            if shown is None:
                continue
            width, height = sizes[i][j]
            left = package.left + across * (j + 1) + sum(widths[:j]) + (widths[j] - width) / 2
            top = package.top + PACKAGE_TITLE_HEIGHT + down * (i + 1) + sum(heights[:i])
            places[shown.key] = Rectangle(
                snap(left - STEP / 2), snap(top - STEP / 2), width, height
            )
    return places


def place(model: Model) -> Plan:
    """Place all boxes, then lead the lines around them: inheritance first, then the shortest."""
    places: dict[str, Rectangle] = {}
    titles = []
    for package in PACKAGES:
        places |= place_package(package, model)
        letters = len(package.name) + len(package.title) + 4
        titles.append(Rectangle(package.left, package.top, int(letters * MEMBER_LETTER) + 16, 24))
    router = Router([*places.values(), *titles])

    def turn(line: Line) -> tuple[bool, float]:
        (a, b), (c, d) = places[line.source].centre, places[line.target].centre
        return line.kind == USES, abs(a - c) + abs(b - d)

    found = {
        line: router.connect(
            places[line.source],
            places[line.target],
            f"{line.kind} {line.target}",
            0.0 if line.kind == USES else ANOTHER_HEAD,
        )
        for line in sorted(model.lines, key=turn)
    }
    return Plan(places, tuple((line, found[line]) for line in model.lines))
