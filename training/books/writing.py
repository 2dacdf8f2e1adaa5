"""Writes a finished book into the game's folder, and beside it a text on how it was made."""

from __future__ import annotations

from outwit.core.game import Game
from outwit.engine.openingbook import FORMAT, BookMove, write_entry
from outwit.engine.score import MOST_EVALUATED, Score
from outwit.errors import UsageError
from outwit.files import write_bytes
from outwit.records.replay import option_text
from training.books.growth import Growth
from training.books.tree import Node, Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Most bytes of a book; the positions that cost most to reach are left out.
LARGEST = 100_000


def start_text(options: Mapping[str, object]) -> str:
    """Write the options of a start.

    >>> start_text({"blocks": ("c3", "d4")})
    'blocks=c3,d4'
    """
    return " ".join(f"{name}={option_text(value)}" for name, value in options.items())


def export(growth: Growth, game: Game, tree: Tree, path: str, margin: int) -> str:
    """Write a book and the text beside it; return a line that says how large it is.

    A move is in it if it was searched further or wins by force, and is within the margin of the
    best move. Raise UsageError if no move qualifies, or a file cannot be written.
    """
    values = tree.values()
    costs = tree.costs()[0]
    lines = {}
    size = 0
    for mark in sorted(costs, key=lambda mark: (costs[mark], tree.nodes[mark].line)):
        moves = good_moves(tree, tree.nodes[mark], values[mark], margin)
        if moves:
            line = write_entry(tree.nodes[mark].key, moves, tree.nodes[mark].line)
            size += len(line) + 1
            if size > LARGEST:
                break
            lines[mark] = line
    if not lines:
        raise UsageError("too few positions were searched for a book")
    openings = game.parts.openings
    text = [FORMAT, f"game {game.name}", f"margin {margin}"]
    text += [f"rules {start_text(rules)}" for rules in openings.book_rules]
    for number, options in enumerate(openings.starts):
        text.append(f"start {start_text(options)}".rstrip())
        inside = [mark for mark in lines if tree.nodes[mark].start == number]
        text += [lines[mark] for mark in sorted(inside, key=lambda mark: tree.nodes[mark].line)]
    facts: dict[str, object] = {
        **growth.facts,
        "margin": margin,
        "positions_searched": len(tree.nodes),
        "positions_written": len(lines),
        "starts": len(openings.starts),
        "longest_line": max(tree.nodes[mark].ply for mark in lines),
    }
    data = "\n".join([*text, ""]).encode()
    try:
        write_bytes(path, data)
        write_bytes(f"{path.removesuffix('.txt')}.md", describe(facts, tree).encode())
    except OSError as error:
        raise UsageError(f"{path!r} cannot be written: {error.strerror or error}") from None
    return f"{path}: {len(lines)} positions, {len(data)} bytes"


def good_moves(
    tree: Tree, node: Node, values: tuple[int, ...], margin: int
) -> tuple[BookMove, ...]:
    """Return the moves of a position for the book, the best one first.

    If the best move neither wins by force nor was searched further, there are none, because the
    search may be wrong about it.
    """
    sure = [
        BookMove(edge.move, value)
        for edge, value in zip(node.edges, values, strict=True)
        if max(values) - value <= margin
        and (value > MOST_EVALUATED or tree.follow(node, edge) is not None)
    ]
    sure.sort(key=lambda found: -found.score)
    return tuple(sure) if sure and sure[0].score == max(values) else ()


def main_line(tree: Tree) -> tuple[str, ...]:
    """Return the best line from the usual start, as far as it was searched."""
    values = tree.values()
    node: Node | None = tree.nodes[tree.roots[0]]
    line: list[str] = []
    while node is not None:
        known = values[node.mark]
        edge = node.edges[known.index(max(known))]
        line.append(edge.move)
        node = tree.follow(node, edge)
    return tuple(line)


def describe(facts: dict[str, object], tree: Tree) -> str:
    """Return a text on how a book was made."""
    value = max(tree.values()[tree.roots[0]])
    rows = [f"| {name.replace('_', ' ')} | {fact} |" for name, fact in facts.items()]
    return "\n".join(
        [
            f"# The opening book of {facts['game']}",
            "",
            "Positions near the start with their good moves, found by the engine's own searches.",
            "`book.txt` was made by `make book`, by this recipe:",
            "",
            "| what | value |",
            "|---|---|",
            *rows,
            "",
            f"The start is worth {Score(value)} to the side that begins. The best line:",
            f"{' '.join(main_line(tree))}.",
            "",
        ]
    )
