"""The pages of the reference: ``python -m docs.reference`` writes them, Sphinx fills them.

``PAGES`` is the one list of the names that the reference has; ``INNER`` lists the public members
of its classes that are left out. ``tests/docs/test_reference.py`` checks every docstring of both.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import outwit
from outwit import client, environments, testing

FOLDER = Path(__file__).parent / "python" / "reference"
SOURCE = Path(__file__).parents[1] / "src"


class Page(NamedTuple):
    """A page of the reference: names by the module from which users import them."""

    title: str
    summary: str
    modules: dict[str, tuple[str, ...]]


PAGES = (
    Page(
        "outwit",
        "Games, positions, moves, boards and the engine. All of it is in `outwit` itself.",
        {"outwit": tuple(outwit.__all__)},
    ),
    Page(
        "outwit.testing",
        "The conformance kit for authors of games.",
        {"outwit.testing": tuple(testing.__all__)},
    ),
    Page(
        "outwit.client",
        "A client of the portal's bot API.",
        {"outwit.client": tuple(client.__all__)},
    ),
    Page(
        "outwit.records",
        "Records of games: read, write, replay and check them.",
        {
            "outwit.records.record": ("GameRecord", "PlayedMove"),
            "outwit.records.reader": ("read_records", "read_entries"),
            "outwit.records.source": ("open_records",),
            "outwit.records.writer": ("write_record",),
            "outwit.records.jsonlines": ("to_json", "from_json"),
            "outwit.records.replay": ("from_position", "replay", "first_position"),
            "outwit.records.check": ("check_record", "check_entry"),
        },
    ),
    Page(
        "outwit.ratings",
        "Ratings, tests and tables from the results of matches.",
        {
            "outwit.ratings.scores": ("Scores",),
            "outwit.ratings.rating": ("rate",),
            "outwit.ratings.sprt": ("Sprt",),
            "outwit.ratings.pentanomial": ("Pentanomial",),
            "outwit.ratings.crosstable": ("crosstable",),
        },
    ),
    Page(
        "outwit.environments",
        "Games for programs that learn, in the shapes of other packages, and on a GPU.",
        {"outwit.environments": tuple(environments.__all__)},
    ),
    Page(
        "outwit.drawing",
        "Positions as pictures.",
        {"outwit.drawing.raster": ("draw_png",), "outwit.drawing.gallery": ("draw_pieces",)},
    ),
)
# Public members that only the engine, the records or the portal call, by class.
INNER = {
    "outwit.core.position.Position": {
        "allows",
        "check",
        "clone",
        "drop_listing",
        "guesses",
        "how_many",
        "list_moves",
        "make_null",
        "phase",
        "pop",
        "push",
        "require",
        "reserve",
        "shown_score",
        "slot_states",
        "unmake_null",
    },
    # What every game provides; the page on the contract describes it.
    "outwit.core.scripted.ScriptedPosition": {
        "action",
        "action_numbers",
        "assign",
        "count",
        "digest",
        "draw_text",
        "evaluate",
        "fill",
        "generate",
        "judge",
        "listing",
        "make",
        "mark",
        "mark_actions",
        "parse_action",
        "parse_move",
        "place",
        "read_planes",
        "reflect",
        "reflect_action",
        "show",
        "stamp",
        "step",
        "step_back",
        "tally",
        "unmake",
        "verdict",
        "view",
        "describe",
        "worth",
        "write_action",
        "write_move",
        "write_planes",
        "write_text",
    },
    "outwit.core.move.Move": {"details", "number"},
    "outwit.core.board.Board": {"by_name", "by_place"},
    "outwit.core.game.Game": {"defaults", "rules", "read_options", "announce"},
}
# Names that are values: what they are.
VALUES = {
    "FIRST": "The side that moves first, a `Side` equal to 0.",
    "SECOND": "The side that moves second, a `Side` equal to 1.",
}
Definition = ast.ClassDef | ast.FunctionDef


@cache
def tree(module: str) -> ast.Module:
    """Return the source of a module as a tree."""
    path = SOURCE / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text())


def home(module: str, name: str) -> str:
    """Return the module that defines a name that users import from ``module``."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and any(name == alias.name for alias in node.names):
            assert node.module is not None
            return node.module
    return module


def definition(module: str, name: str) -> Definition | None:
    """Return the class or function that a module defines, None for another value."""
    for node in tree(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return node
    return None


def members(module: str, found: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the public methods and properties of a class, in the order of the source."""
    inner = INNER.get(f"{module}.{found.name}", set())
    return [
        node
        for node in found.body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and node.name not in inner
    ]


def entry(module: str, name: str) -> str:
    """Return the directive for a name."""
    if name in VALUES:
        text = VALUES[name].replace("`", "``")
        return f".. py:data:: {module}.{name}\n\n   {text}\n"
    where = home(module, name)
    found = definition(where, name)
    if isinstance(found, ast.ClassDef):
        kind = "exception" if where == "outwit.errors" else "class"
        listed = ", ".join(node.name for node in members(where, found))
        option = f"   :members: {listed}\n" if listed else ""
        return f".. auto{kind}:: {module}.{name}\n{option}"
    return f".. autofunction:: {module}.{name}\n"


def page_text(page: Page) -> str:
    """Return a page."""
    blocks = [f"# {page.title}\n\n{page.summary}\n"]
    for module, names in page.modules.items():
        if len(page.modules) > 1:
            blocks.append(f"## {module}\n")
        entries = "\n".join(entry(module, name) for name in names)
        blocks.append(f"```{{eval-rst}}\n{entries}```\n")
    return "\n".join(blocks)


def index_text() -> str:
    """Return the page that lists the others."""
    rows = "\n".join(f"| [`{page.title}`]({page.title}.md) | {page.summary} |" for page in PAGES)
    names = "\n".join(page.title for page in PAGES)
    return (
        "# Reference\n\n"
        "Every public name with its arguments, result, errors and an example. "
        "`outwit.errors` has every error.\n\n"
        f"| module | names |\n|---|---|\n{rows}\n"
        "| [`outwit.errors`](outwit.errors.md) | Every error, with its code and exit status. |\n\n"
        f"```{{toctree}}\n:hidden:\n\n{names}\noutwit.errors\n```\n"
    )


def errors_text() -> str:
    """Return the page of the errors."""
    return (
        "# outwit.errors\n\n"
        "Every error that Outwit raises on purpose. Catch `OutwitError` to catch all of them.\n\n"
        "```{eval-rst}\n.. automodule:: outwit.errors\n   :members:\n   :show-inheritance:\n"
        f"   :exclude-members: harmless, {', '.join(own_errors())}\n```\n"
    )


def own_errors() -> list[str]:
    """Return the errors that the page of ``outwit`` has."""
    return [name for name in outwit.__all__ if home("outwit", name) == "outwit.errors"]


def pages() -> dict[str, str]:
    """Return the pages by the names of their files."""
    texts = {f"{page.title}.md": page_text(page) for page in PAGES}
    return {**texts, "outwit.errors.md": errors_text(), "index.md": index_text()}


def main() -> None:
    """Write the pages, and remove those that are not among them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = pages()
    for old in FOLDER.glob("*.md"):
        if old.name not in texts:
            old.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
