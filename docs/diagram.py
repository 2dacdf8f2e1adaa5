"""Draws the class diagrams of docs/design/patterns.md from the code: ``python -m docs.diagram``."""

from __future__ import annotations

import ast
import hashlib
import re
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

PAGES = Path(__file__).parent
SOURCE = PAGES.parent / "src" / "outwit"
PAGE = PAGES / "design" / "patterns.md"
LIBRARY = PAGES.parent / ".venv" / "npm" / "node_modules" / "mermaid" / "dist" / "mermaid.min.js"
START, END = "<!-- classes -->", "<!-- end of classes -->"
# A diagram in the page, and what it becomes on a site without Mermaid.
BLOCK = "### {}\n\n<!-- picture: {} -->\n```mermaid\n{}```\n"
IN_PAGE = re.compile(r"^### (.+)\n\n<!-- picture: (.+) -->\n```mermaid\n[^`]*```$", re.MULTILINE)
ON_SITE = r"### \1\n\n![\1](../pictures/\2)"
# Mermaid draws labels as HTML otherwise, which pictures cannot have.
SETTINGS = """{startOnLoad: false, theme: 'neutral', htmlLabels: false, deterministicIds: true,
    handDrawnSeed: 1, fontFamily: 'DejaVu Sans, sans-serif', class: {hideEmptyMembersBox: true}}"""

# A direction and a title, then classes ("module:Class") and modules with their main members. "->"
# names what one holds, makes or calls, if need be with the name in its code; "realises" a protocol
# whose methods it has. All of it is checked against the code, from which bases are read.
DIAGRAMS = {
    "core": """LR What a game is
        core.rules:Rules generate make unmake judge evaluate
        core.game:Game name sides options start position load -> Position Option Parts
        core.position:Position legal_moves play undo copy board outcome -> Outcome LegalMoves Board
        core.scripted:ScriptedPosition moves apply result score; core.moves:LegalMoves -> Move
        core.move:Move text kind squares label changes
        core.outcome:Outcome winner termination -> Termination
        core.outcome:Termination code reason; core.board:Board rows columns squares at -> Square
        core.board:Square name piece level mark -> Piece
        core.piece:Piece letter name owner; core.option:Option name default read
        core.parts:Parts bots tuning openings assignment""",
    "games": """LR The five games
        games.ataxx.rules:Ataxx score piece; games.jesonmor.rules:JesonMor score moves_made
        games.push.rules:Push score loss; games.santorini.rules:Santorini workers height
        games.santorini.bots random heuristic -> Santorini
        games.advance.field:Field; games.advance.movement:Movement walk in_danger exposes
        games.advance.rules:Advance is_stuck at_limit
        games.advance.playouts:Playouts best compare -> Advance
        games.advance.bots candidates level_7 -> Advance""",
    "players": """LR Players and the engine
        players.player:Player name thought begin choose close -> Thought Position
        players.player:Thought score depth; players.random:RandomPlayer
        players.careful:CarefulPlayer; players.bot:BotPlayer chooser
        players.engine:EnginePlayer engine limits -> Searcher
        players.levels:LevelPlayer level
        players.program:ProgramPlayer sandbox start ask -> Sandbox
        players.file_player:FilePlayer; players.protocol_player:ProtocolPlayer
        players.text_player:TextPlayer -> Conversation/conversations
        process.running:RunningProgram write_line read_line close -> Sandbox
        process.sandbox:Sandbox start kill; engine.searcher:Searcher best analyse -> RootSearch
        engine.rootsearch:RootSearch iterate line; engine.alphabeta:AlphaBeta search quiesce""",
    "arena": """TB The arena
        arena.tournament:Tournament run unplayed on_finished -> Executor SequentialTest Store
        arena.sequential:SequentialTest add is_decided
        arena.store:Store manifest add results -> Manifest
        arena.manifest:Manifest bots schedule terms seed -> Schedule
        arena.schedule:Schedule kind pairings -> Pairing
        arena.schedule:Pairing first second opening; arena.executor:Executor submit collect close
        arena.executor:SerialExecutor worker realises Executor -> Worker
        arena.executor:ProcessExecutor workers realises Executor
        arena.cluster:RayExecutor realises Executor
        arena.worker:Worker play make_player -> Referee BotSpec
        players.roster:BotSpec name kind command
        arena.referee:Referee game terms play move -> Player Terms Adjudicator GameClock
        arena.referee:Terms time adjudication; arena.adjudication:Adjudicator observe verdict
        arena.timecontrol:GameClock allowance spend -> TimeControl
        arena.timecontrol:TimeControl move game increment""",
    "assignments": """LR The five programs
        assignments.console:Console line write decide
        assignments.advance.program play choose break_tie -> Console Playouts
        assignments.jesonmor.program play ask -> Console
        assignments.push.program play ask -> Console
        assignments.santorini.program play is_next -> Console
        assignments.ataxx.program play obey -> CommandSession
        assignments.ataxx.program:CommandSession carry_out undo think -> Console Searcher
        assignments.conversation:Conversation opening listener tell
        assignments.assignment:Assignment program exam conversations marking -> Conversation""",
}


class Unfounded(Exception):
    """A diagram names something that the code does not have."""


class Box(NamedTuple):
    """A class or module as a diagram names it; a use is a target, then the name in the code."""

    place: str
    members: list[str]
    realises: list[str]
    uses: list[tuple[str, str]]

    @property
    def key(self) -> str:
        """Return the name of the class, or the place of the module in one word."""
        return self.place.rpartition(":")[2].replace(".", "_")


def read_box(line: str) -> Box:
    """Read what a diagram says about a class or module."""
    shown, _, used = line.partition(" -> ")
    named, _, protocols = shown.partition(" realises ")
    place, *members = named.split()
    uses = [use.split("/") for use in used.split()]
    return Box(place, members, protocols.split(), [(use[0], use[-1]) for use in uses])


def boxes_of(diagram: str) -> list[Box]:
    """Return the boxes of a diagram."""
    return [read_box(shown) for shown in re.split("[;\n]", DIAGRAMS[diagram])[1:]]


@cache
def body_of(place: str) -> ast.Module | ast.ClassDef:
    """Return the syntax of a module below ``outwit``, or of a class in it."""
    module, _, name = place.partition(":")
    path = SOURCE / f"{module.replace('.', '/')}.py"
    if not path.is_file():
        raise Unfounded(f"there is no module {module}")
    tree = ast.parse(path.read_text())
    if not name:
        return tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node
    raise Unfounded(f"{module} has no class {name}")


def members_of(place: str) -> dict[str, str]:
    """Return the members by name as a diagram writes them: methods and functions with brackets."""
    found: dict[str, str] = {}
    for node in body_of(place).body:
        if isinstance(node, ast.FunctionDef):
            is_value = "property" in map(ast.unparse, node.decorator_list)
            found[node.name] = node.name if is_value else f"{node.name}()"
        elif isinstance(node, ast.AnnAssign):
            found[ast.unparse(node.target)] = ast.unparse(node.target)
    for inner in ast.walk(body_of(place)):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            found.setdefault(inner.attr, inner.attr)
    return found


def names_in(place: str) -> set[str]:
    """Return every name that the module of a class uses, those in annotations included."""
    nodes = ast.walk(body_of(place.partition(":")[0]))
    return {getattr(node, "id", getattr(node, "attr", "")) for node in nodes}


def lines_of(box: Box, places: dict[str, str]) -> list[str]:
    """Return the text of a box and its arrows; raise Unfounded if the code has no such thing."""
    body, known = body_of(box.place), members_of(box.place)
    promised = {shown for name in box.realises for shown in members_of(places[name]).values()}
    methods = {shown.removesuffix("()") for shown in promised if shown.endswith("()")}
    if missing := {*box.members, *methods} - {*known}:
        raise Unfounded(f"{box.place} has no {', '.join(sorted(missing))}")
    if missing := {u for u, name in box.uses if u not in places or name not in names_in(box.place)}:
        raise Unfounded(f"{box.place} does not use {', '.join(sorted(missing))}")
    bases = list(map(ast.unparse, body.bases)) if isinstance(body, ast.ClassDef) else []
    label = "" if ":" in box.place else f'["{box.place.partition(".")[2]}"]'
    kind = "module" if label else "protocol" if "Protocol" in bases else ""
    inside = [f"        <<{kind}>>"] * bool(kind)
    inside += [f"        +{known[name]}" for name in box.members]
    return [
        *(f"    class {box.key}{label} {{", *inside, "    }"),
        *(f"    {base} <|-- {box.key}" for base in bases if base in places),
        *(f"    {protocol} <|.. {box.key}" for protocol in box.realises),
        *(f"    {box.key} --> {target}" for target, _ in box.uses),
    ]


def text_of(diagram: str) -> str:
    """Return a diagram as Mermaid text; raise Unfounded if the code lacks something."""
    places = {box.key: box.place for name in DIAGRAMS for box in boxes_of(name)}
    lines = [line for box in boxes_of(diagram) for line in lines_of(box, places)]
    return "\n".join(["classDiagram", f"    direction {DIAGRAMS[diagram][:2]}", *lines]) + "\n"


def picture_of(diagram: str) -> Path:
    """Return where its picture is kept."""
    return PAGES / "pictures" / f"classes-{diagram}.svg"


def mark_of(diagram: str) -> str:
    """Return the comment that ends a picture: it tells of which text the picture is."""
    return f"<!-- {hashlib.sha256(text_of(diagram).encode()).hexdigest()[:16]} -->\n"


def section() -> str:
    """Return what belongs between the page's markers."""
    blocks = [
        BLOCK.format(DIAGRAMS[name].split("\n")[0][3:], picture_of(name).name, text_of(name))
        for name in DIAGRAMS
    ]
    return "\n".join(["\n", *blocks, ""])


def with_pictures(text: str) -> str:
    """Return the text of a page with pictures in place of diagrams."""
    return IN_PAGE.sub(ON_SITE, text)


def draw(diagrams: list[str]) -> None:
    """Draw diagrams in a browser."""
    from playwright.sync_api import sync_playwright

    browser = shutil.which("chromium-headless-shell")
    if not browser or not LIBRARY.is_file():
        sys.exit("Install chromium-headless-shell; npm install --prefix .venv/npm mermaid")
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=browser).new_page()
        page.add_script_tag(path=LIBRARY)
        page.evaluate(f"mermaid.initialize({SETTINGS})")
        for name in diagrams:
            drawn = page.evaluate(
                "async ([name, text]) => (await mermaid.render(name, text)).svg",
                [f"classes-{name}", text_of(name)],
            )
            picture_of(name).write_text(f"{tidied(drawn)}\n{mark_of(name)}")


def tidied(drawn: str) -> str:
    """Return a picture with its own width, a white ground, and numbers of one decimal."""
    drawn = re.sub(r'width="100%"(.*?"0 0 ([\d.]+) )', r'width="\2"\1', drawn, count=1)
    drawn = drawn.replace('style="', 'style="background: white; ', 1)
    return re.sub(r"(\d+\.\d)\d+", r"\1", drawn)


def main() -> None:
    """Bring the page and its pictures up to date."""
    before, _, rest = PAGE.read_text().partition(START)
    PAGE.write_text(f"{before}{START}{section()}{END}{rest.partition(END)[2]}")
    kept = {path.stem[8:]: path.read_text() for path in picture_of("").parent.glob("classes-*")}
    if stale := [name for name in DIAGRAMS if not kept.get(name, "").endswith(mark_of(name))]:
        draw(stale)


if __name__ == "__main__":
    main()
