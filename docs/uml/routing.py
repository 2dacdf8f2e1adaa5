"""Leads lines around boxes: level and upright, few corners, few crossings."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from docs.uml.selection import HEIGHT, WIDTH

# The distance of neighbouring points on the grid where lines run.
STEP = 8
# Lines keep clear of the rim of the page.
RIM = 28
# What a step costs: a corner, to cross another line, to run beside a line or box, to share the way
# with a line that has the same target, and to end at a corner of a box.
CORNER = 6.0
CROSSING = 14.0
BESIDE = 1.5
SHARED = 0.15
OFF_MIDDLE = 6.0
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))

Point = tuple[int, int]
# A point of the grid and the number of the way by which it was reached.
State = tuple[int, int, int]


class Rectangle(NamedTuple):
    """A box on the page."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Return the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """Return the lower edge."""
        return self.top + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Return the point in the middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def distance(self, other: Rectangle) -> int:
        """Return how far apart the nearest edges are, across and down together."""
        across = max(0, other.left - self.right, self.left - other.right)
        down = max(0, other.top - self.bottom, self.top - other.bottom)
        return across + down

    def points(self, around: int = 0) -> list[Point]:
        """Return the points of the grid that it covers, and so many around it."""
        columns = range(self.left // STEP - around, self.right // STEP + around + 1)
        rows = range(self.top // STEP - around, self.bottom // STEP + around + 1)
        return [(x, y) for x in columns for y in rows]

    def ports(self) -> list[State]:
        """Return the points of its edges, corners left out, each with the way out."""
        columns = range(self.left // STEP + 1, self.right // STEP)
        rows = range(self.top // STEP + 1, self.bottom // STEP)
        return [
            *((self.right // STEP, y, 0) for y in rows),
            *((x, self.bottom // STEP, 1) for x in columns),
            *((self.left // STEP, y, 2) for y in rows),
            *((x, self.top // STEP, 3) for x in columns),
        ]


class Way(NamedTuple):
    """The corners of a line, ends included; it may end where it joins an earlier line."""

    corners: tuple[Point, ...]
    joins: bool


class Router:
    """Finds a way for one line after the other; each keeps clear of those before."""

    def __init__(self, boxes: list[Rectangle]) -> None:
        self.blocked = {point for box in boxes for point in box.points()}
        self.near = {point for box in boxes for point in box.points(1)} - self.blocked
        # The lines by the points and the steps they take.
        self.at: dict[Point, set[str]] = {}
        self.steps: dict[tuple[Point, Point], str] = {}
        self.groups: set[str] = set()
        # Where there are arrowheads, which no other line may cross.
        self.heads: set[Point] = set()

    def connect(self, source: Rectangle, target: Rectangle, group: str, head: float) -> Way:
        """Return the way of a line between two boxes.

        Lines of a group have the same target, and later ones may join earlier ones; ``head`` is
        what another arrowhead costs.
        """
        goals = {
            (x, y, (way + 2) % 4): self.port_cost(target, x, y)
            + (head if group in self.groups and group not in self.at.get((x, y), ()) else 0.0)
            for x, y, way in target.ports()
        }
        # An arrowhead takes two steps, in which the line does not turn.
        rim = set(target.points(1))
        best: dict[State, float] = {}
        before: dict[State, State] = {}
        queue: list[tuple[float, float, State]] = []
        for x, y, way in source.ports():
            if not self.at.get((x, y)):
                best[x, y, way] = cost = self.port_cost(source, x, y)
                heappush(queue, (cost, cost, (x, y, way)))
        while queue:
            _, cost, state = heappop(queue)
            if cost > best[state]:
                continue
            if state in goals:
                return self.keep(state, before, group)
            for following, price in self.next_states(state, goals, rim, group):
                total = cost + price + goals.get(following, 0.0)
                if total < best.get(following, float("inf")):
                    best[following] = total
                    before[following] = state
                    heappush(queue, (total + self.left(following, target), total, following))
        raise ValueError(f"there is no way for {group}")

    def port_cost(self, box: Rectangle, x: int, y: int) -> float:
        """Return what it costs to leave or reach a box there: the middle of an edge is best."""
        off = min(
            abs(2 * x * STEP - box.left - box.right) / box.width,
            abs(2 * y * STEP - box.top - box.bottom) / box.height,
        )
        return OFF_MIDDLE * off

    def next_states(
        self, state: State, goals: dict[State, float], rim: set[Point], group: str
    ) -> list[tuple[State, float]]:
        """Return the points that can be reached by one step, with its price."""
        x, y, way = state
        found = []
        others = self.at.get((x, y), set()) - {group}
        for turn in (0, 1, 3):
            if turn and (others or (x, y) in rim or (x, y) in self.blocked):
                continue
            following = (way + turn) % 4
            dx, dy = WAYS[following]
            after: State = (x + dx, y + dy, following)
            point = after[:2]
            if point in self.blocked and after not in goals:
                continue
            if not self.on_page(point):
                continue
            owner = self.steps.get(step((x, y), point))
            if owner is not None and owner != group:
                continue
            price = SHARED if owner == group else 1.0
            price += CORNER if turn else 0.0
            strangers = self.at.get(point, set()) - {group}
            if strangers:
                if after in goals or point in self.heads:
                    continue
                price += CROSSING
            if point in self.near:
                price += BESIDE
            sides = [WAYS[(following + side) % 4] for side in (1, 3)]
            if any(self.at.get((point[0] + a, point[1] + b), set()) - {group} for a, b in sides):
                price += BESIDE
            found.append((after, price))
        return found

    def on_page(self, point: Point) -> bool:
        """Tell whether lines may run there."""
        x, y = point[0] * STEP, point[1] * STEP
        return RIM <= x <= WIDTH - RIM and RIM <= y <= HEIGHT - RIM

    def left(self, state: State, target: Rectangle) -> float:
        """Return what the rest of the way costs at least."""
        here = Rectangle(state[0] * STEP, state[1] * STEP, 0, 0)
        return SHARED * here.distance(target) / STEP

    def keep(self, state: State, before: dict[State, State], group: str) -> Way:
        """Remember a line that was found, up to where it joins another, and return it."""
        states = [state]
        while states[-1] in before:
            states.append(before[states[-1]])
        states.reverse()
        points = [(x, y) for x, y, _ in states]
        steps = [step(one, other) for one, other in pairwise(points)]
        last = next((i for i, one in enumerate(steps) if one in self.steps), len(steps))
        self.groups.add(group)
        for one in steps[:last]:
            self.steps[one] = group
        for point in points[: last + 1]:
            self.at.setdefault(point, set()).add(group)
        if last == len(steps):
            self.heads.update(points[-3:])
        corners = [
            points[i] for i in range(last + 1) if i in (0, last) or states[i][2] != states[i + 1][2]
        ]
        return Way(tuple((x * STEP, y * STEP) for x, y in corners), last < len(steps))


def step(one: Point, other: Point) -> tuple[Point, Point]:
    """Return a step as both ways know it."""
    return (one, other) if one < other else (other, one)
