"""The reference is complete: every public name says what it takes, gives and raises, and shows it.

``docs.reference.PAGES`` is the scope; ``docs.reference.INNER`` lists the members left out of it.
"""

from __future__ import annotations

import ast
import doctest
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import outwit
from docs import reference
from outwit import client, errors
from outwit.core.value import Value
from outwit.storage.accounts import AccountStore
from outwit.storage.classes import ClassStore
from outwit.storage.database import Database
from outwit.storage.tokens import TokenStore
from tests.courses.programs import packed
from tests.server.api.live import LivePortal
from tests.storage.homeworks import make_course

# What the first sentence of a function with a result begins with.
RESULTS = ("Return", "Yield", "Tell", "Accept", "Decline")
DEFINED = [
    (module, name)
    for page in reference.PAGES
    for module, names in page.modules.items()
    for name in names
    if name not in reference.VALUES
]


class Documented(NamedTuple):
    """A class, function, method or property, with the docstring of its class."""

    name: str
    home: str
    node: reference.Definition
    text: str
    around: str = ""


def documented() -> list[Documented]:
    """Return everything in the scope."""
    found = []
    for module, name in DEFINED:
        home = reference.home(module, name)
        node = reference.definition(home, name)
        assert node is not None, f"{module}.{name} is no class and no function"
        text = ast.get_docstring(node) or ""
        found.append(Documented(f"{home}.{name}", home, node, text))
        if isinstance(node, ast.ClassDef):
            found += [
                Documented(
                    f"{home}.{name}.{member.name}",
                    home,
                    member,
                    ast.get_docstring(member) or "",
                    text,
                )
                for member in reference.members(home, node)
            ]
    return found


ALL = documented()


def arguments(node: reference.Definition) -> list[str]:
    """Return what is to be described: arguments of a function, or fields of a class."""
    if isinstance(node, ast.ClassDef):
        made = [
            line
            for line in node.body
            if isinstance(line, ast.FunctionDef) and line.name == "__init__"
        ]
        if made:
            return arguments(made[0])
        return [
            line.target.id
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
            if not line.target.id.startswith("_")
        ]
    known = node.args
    named = [each.arg for each in (*known.posonlyargs, *known.args, *known.kwonlyargs)]
    named += [each.arg for each in (known.vararg, known.kwarg) if each is not None]
    # Hypothesis gives ``draw`` itself.
    return [name for name in named if name not in ("self", "cls", "draw")]


def raised(node: reference.Definition) -> set[str]:
    """Return the errors that the body of a function names after ``raise``."""
    if isinstance(node, ast.ClassDef):
        return set()
    return {
        each.exc.func.id
        for each in ast.walk(node)
        if isinstance(each, ast.Raise)
        and isinstance(each.exc, ast.Call)
        and isinstance(each.exc.func, ast.Name)
        and each.exc.func.id != "AssertionError"
    }


def gives_result(node: reference.Definition) -> bool:
    """Tell whether a function returns anything."""
    if isinstance(node, ast.ClassDef) or node.returns is None:
        return False
    return not (isinstance(node.returns, ast.Constant) and node.returns.value is None)


def shown(text: str) -> str:
    """Return the lines of a docstring that are run."""
    examples = doctest.DocTestParser().get_examples(text)
    return "".join([example.source for example in examples] + blocks(text))


def blocks(text: str) -> list[str]:
    """Return the blocks after ``::``, which need a portal; a test below runs them."""
    found = re.findall(r"::\n\n((?: {4}.*\n|\n)+)", f"{text}\n")
    return [textwrap.dedent(block) for block in found]


def faults(thing: Documented) -> list[str]:
    """Say what a docstring lacks."""
    name, _, node, text, around = thing
    if not text:
        return [f"{name}: no docstring"]
    found = []
    is_value = isinstance(node, ast.ClassDef) or arguments(node)
    for argument in arguments(node) if is_value else []:
        if not re.search(
            rf"``{argument}``|^ +\**{argument}( \([^)]*\))?:", f"{text}\n{around}", re.MULTILINE
        ):
            found.append(f"{name}: argument {argument} is not described")
    if gives_result(node) and not (
        text.startswith(RESULTS) or re.search(r"^(Returns|Yields):", text, re.MULTILINE)
    ):
        found.append(f"{name}: the result is not described")
    found += [
        f"{name}: error {error} is not described"
        for error in sorted(raised(node))
        if not re.search(rf"\b{error}\b", text)
    ]
    last = name.rpartition(".")[2]
    if not shown(text) and not re.search(rf"(\.|def ){last}\b", shown(around)):
        found.append(f"{name}: no example")
    return found


@pytest.mark.parametrize("thing", ALL, ids=[thing.name for thing in ALL])
def test_a_public_name_is_described(thing: Documented) -> None:
    assert faults(thing) == []


@pytest.mark.parametrize("thing", ALL, ids=[thing.name for thing in ALL])
def test_its_example_is_run(thing: Documented) -> None:
    # From the source: pytest itself sees no docstrings of properties of compiled classes.
    names = {**vars(import_module(thing.home)), "outwit": outwit}
    test = doctest.DocTestParser().get_doctest(thing.text, names, thing.name, None, None)
    said: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=said.append)
    assert not runner.summarize(verbose=False).failed, "".join(said)


def test_every_error_has_a_docstring_and_a_line_in_the_tree() -> None:
    listed = re.findall(r"^[ │├└─]*(\w+) +([a-z-]+) +(\d)$", errors.__doc__ or "", re.MULTILINE)
    there = [
        (name, each.code, str(each.exit_status))
        for name, each in vars(errors).items()
        if isinstance(each, type) and issubclass(each, errors.OutwitError)
    ]
    assert sorted(listed) == sorted(there)
    assert all(vars(errors)[name].__doc__ for name, _, _ in listed)


def test_what_is_left_out_is_there() -> None:
    for name, inner in reference.INNER.items():
        module, _, last = name.rpartition(".")
        node = reference.definition(module, last)
        assert node is not None
        assert inner <= {line.name for line in node.body if isinstance(line, ast.FunctionDef)} | {
            line.target.id
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        }


def test_its_pages_are_those_that_docs_reference_writes() -> None:
    written = {path.name: path.read_text() for path in reference.FOLDER.glob("*.md")}
    assert written == reference.pages(), "python -m docs.reference writes them anew"


def test_values_of_the_reference_are_values() -> None:
    assert issubclass(outwit.Square, Value)
    assert set(reference.VALUES) <= set(outwit.__all__)


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[LivePortal]:
    live = LivePortal(tmp_path)
    yield live
    live.kill()


@pytest.mark.compiled_only
def test_examples_that_need_a_portal_are_run(
    portal: LivePortal, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {**vars(client), "URL": portal.url, "TOKEN": portal.token("Ann-bot")}
    with Database(portal.database) as database:
        accounts = AccountStore(database)
        course, ann = make_course(accounts), accounts.find("Ann-bot")
        assert ann is not None
        classes = ClassStore(database)
        classes.join(classes.get(course.class_id).code, ann.id)
        names["TEACHERS_TOKEN"] = TokenStore(database).create(course.teacher, "test")
    names["data"] = packed({"main.py": "print(1)"})
    for thing in ALL:
        for block in blocks(thing.text):
            assert thing.home == "outwit.client.client", "only the client's examples need a portal"
            exec(compile(block, thing.name, "exec"), names)
    said = capsys.readouterr().out
    assert '[Game "ataxx"]' in said
    assert "\nAnn-bot [" in said
