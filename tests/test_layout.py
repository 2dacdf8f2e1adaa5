"""The house keeps its order: no game is known outside its folder and its program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import outwit

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "outwit"
GAMES = outwit.all_games()
NAMES = {game.name for game in GAMES}
CLASSES = {game.position_class.__name__ for game in GAMES}
OWN = {game.name: (game.name, game.position_class.__name__) for game in GAMES}
# Programs that make the networks, for any game.
TRAINING = ROOT / "training"
ELSEWHERE = [
    path
    for path in [*sorted(PACKAGE.rglob("*.p*")), *sorted(TRAINING.rglob("*.py"))]
    if path.suffix in (".py", ".pxd") and (PACKAGE / "games") not in path.parents
]


def folders_of(path: Path) -> tuple[str, ...]:
    """Return the folders between the package and a module of it; none of other modules."""
    return path.relative_to(PACKAGE).parts[:-1] if PACKAGE in path.parents else ()


def parsed(path: Path, words: Iterable[str]) -> ast.Module:
    """Parse a module; one without any of these words is taken to be empty, which is quicker."""
    text = path.read_text()
    return ast.parse(text if any(word in text for word in words) else "")


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Find the constants that are docstrings."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, kinds)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }


def games_named_in(path: Path) -> set[str]:
    """Find the games that a module names in texts, imports or classes; prose may name them."""
    tree = parsed(path, NAMES | CLASSES)
    prose = docstrings(tree)
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
            found |= NAMES & set(re.findall(r"\w+", node.value))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("outwit.games"):
            found |= NAMES & {*str(node.module).split("."), *(alias.name for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= NAMES & {part for alias in node.names for part in alias.name.split(".")[2:]}
        elif isinstance(node, ast.Name):
            found |= CLASSES & {node.id}
    return found


@pytest.mark.parametrize(
    "path", ELSEWHERE, ids=lambda path: str(path.relative_to(ROOT)).replace("/", ".")
)
def test_no_game_is_named_outside_its_folder_and_its_assignment(path: Path) -> None:
    folder = folders_of(path)
    own = {*OWN[folder[1]]} if folder[:1] == ("assignments",) and folder[1:] else set()
    if path.suffix == ".pxd":
        assert not re.search(rf"games\.|\b({'|'.join(CLASSES)})\b", path.read_text())
    else:
        assert games_named_in(path) <= own


def test_a_game_named_in_code_would_be_found(tmp_path: Path) -> None:
    for code in (
        "if name == 'ataxx': pass",
        "from outwit.games.push import GAME",
        "from outwit.games import santorini",
        "import outwit.games.advance.rules",
        "x = JesonMor",
        "print(f'play {1} ataxx now')",
    ):
        path = tmp_path / "module.py"
        path.write_text(code)
        assert games_named_in(path), code
    path.write_text('"""As in ataxx."""\nposition.push(1)\n')
    assert games_named_in(path) == set()


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_game_folder_holds_its_readme_perft_and_transcript(name: str) -> None:
    folder = PACKAGE / "games" / name
    for file in ("__init__.py", "rules.py", "README.md", "perft.json", "transcript.txt"):
        assert (folder / file).is_file(), file


def test_every_link_between_our_pages_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *PACKAGE.rglob("*.md")]
    pages += [page for folder in ("docs", "lab") for page in (ROOT / folder).rglob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


# What makes a task of asyncio, or of a task group that nobody named.
MAKES_TASKS = {"create_task", "ensure_future", "run_coroutine_threadsafe", "TaskGroup"}


def test_tasks_are_made_in_one_place() -> None:
    makers = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(parsed(path, MAKES_TASKS))
        if (isinstance(node, ast.Attribute) and node.attr in MAKES_TASKS)
        or (isinstance(node, ast.alias) and node.name in MAKES_TASKS)
    }
    assert makers == {"server/base/tasks.py"}
