"""The diagram as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape

from docs.uml.layout import MEMBER_HEIGHT, STEREOTYPE_HEIGHT, TITLE_HEIGHT, Plan
from docs.uml.model import INHERITS, REALISES, USES, Box, Model
from docs.uml.routing import Rectangle, Way
from docs.uml.selection import HEIGHT, PACKAGES, WIDTH, Package

# The colours of a package: its ground, its frame, and the heads of its boxes.
COLOURS = {
    "core": ("#eef4fc", "#9dbbe3", "#d3e3f8"),
    "games": ("#eef8f0", "#9bcbaa", "#d0ecd8"),
    "players": ("#fdf5e9", "#e2c08c", "#f8e3c0"),
    "engine": ("#f4f4f4", "#bdbdbd", "#e2e2e2"),
    "assignments": ("#fceff0", "#e2a7ac", "#f7d5d8"),
    "arena": ("#f5f0fb", "#bea6dd", "#e3d6f4"),
}
STROKES = {INHERITS: "#2c3e50", REALISES: "#2c3e50", USES: "#7b8794"}
STYLE = """
    text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
    .page { font-size: 19px; font-weight: bold; fill: #1f2d3d; }
    .note { font-size: 12px; fill: #52606d; }
    .package { font-size: 13px; font-weight: bold; fill: #1f2d3d; }
    .title { font-size: 12px; font-weight: bold; fill: #1f2d3d; text-anchor: middle; }
    .kind { font-size: 9px; fill: #52606d; text-anchor: middle; }
    .member { font-size: 11px; fill: #323f4b; }
"""
HEADS = """
    <marker id="inherits" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12"
            markerUnits="userSpaceOnUse" orient="auto">
      <path d="M1 1 L11 6 L1 11 Z" fill="#ffffff" stroke="#2c3e50" stroke-width="1.2"/>
    </marker>
    <marker id="uses" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9"
            markerUnits="userSpaceOnUse" orient="auto">
      <path d="M1 1 L9 5 L1 9" fill="none" stroke="#7b8794" stroke-width="1.4"/>
    </marker>
"""


def draw(model: Model, plan: Plan) -> str:
    """Return the text of the picture."""
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img">'
        ),
        "  <title>The classes of Outwit</title>",
        f"  <style>{STYLE}  </style>",
        f"  <defs>{HEADS}  </defs>",
        f'  <rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#ffffff"/>',
        '  <text class="page" x="20" y="38">The classes of Outwit</text>',
        (
            f'  <text class="note" x="{WIDTH - 20}" y="38" text-anchor="end">'
            "Generated from the code by make docs; classes and members are a selection.</text>"
        ),
    ]
    parts += map(draw_package, PACKAGES)
    # Lines of use lie below those of inheritance.
    for line, way in sorted(plan.lines, key=lambda pair: pair[0].kind != USES):
        parts.append(draw_line(way, line.kind))
    for package in PACKAGES:
        for shown in package.shown:
            box = model.boxes[shown.key]
            parts.append(draw_box(box, plan.boxes[shown.key], COLOURS[package.name]))
    parts += [*draw_legend(), "</svg>", ""]
    return "\n".join(parts)


def draw_package(package: Package) -> str:
    """Draw the ground of a package with its name."""
    ground, frame, _ = COLOURS[package.name]
    return (
        f'  <rect x="{package.left}" y="{package.top}" width="{package.width}" '
        f'height="{package.height}" rx="8" fill="{ground}" stroke="{frame}"/>\n'
        f'  <text class="package" x="{package.left + 12}" y="{package.top + 19}">'
        f'{escape(package.name)}<tspan class="note" font-weight="normal" dx="8">'
        f"{escape(package.title)}</tspan></text>"
    )


def draw_box(box: Box, place: Rectangle, colours: tuple[str, str, str]) -> str:
    """Draw a class or module."""
    _, frame, head = colours
    middle = place.left + place.width / 2
    above = TITLE_HEIGHT + (STEREOTYPE_HEIGHT if box.stereotype else 0)
    above = above if box.members else place.height
    lines = [
        (
            f'  <rect x="{place.left}" y="{place.top}" width="{place.width}" '
            f'height="{place.height}" rx="3" fill="#ffffff" stroke="{frame}"/>'
        ),
        (
            f'  <rect x="{place.left}" y="{place.top}" width="{place.width}" height="{above}" '
            f'rx="3" fill="{head}" stroke="{frame}"/>'
        ),
    ]
    base = place.top + above / 2 + 4
    if box.stereotype:
        lines.append(f'  <text class="kind" x="{middle}" y="{base - 7}">«{box.stereotype}»</text>')
        base += 5
    lines.append(f'  <text class="title" x="{middle}" y="{base}">{escape(box.title)}</text>')
    lines += [
        f'  <text class="member" x="{place.left + 8}" '
        f'y="{place.top + above + MEMBER_HEIGHT * (i + 1)}">{escape(member)}</text>'
        for i, member in enumerate(box.members)
    ]
    return "\n".join(lines)


def draw_line(way: Way, kind: str) -> str:
    """Draw a line, with a head unless it joins a line that has one."""
    corners = "L".join(f"{x} {y}" for x, y in way.corners)
    dashes = ' stroke-dasharray="5 4"' if kind == REALISES else ""
    head = "uses" if kind == USES else "inherits"
    end = "" if way.joins else f' marker-end="url(#{head})"'
    return (
        f'  <path d="M{corners}" fill="none" stroke="{STROKES[kind]}" stroke-width="1.2" '
        f'stroke-linejoin="round"{dashes}{end}/>'
    )


def draw_legend() -> list[str]:
    """Say what the lines mean."""
    parts = []
    left, base = 20, HEIGHT - 22
    for kind, words in (
        (INHERITS, "inherits from"),
        (REALISES, "has the methods of"),
        (USES, "holds, makes or calls"),
    ):
        parts.append(draw_line(Way(((left, base), (left + 48, base)), False), kind))
        parts.append(f'  <text class="note" x="{left + 58}" y="{base + 4}">{words}</text>')
        left += 210
    return parts
