"""Reads from the source code what the diagram shows."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

from docs.uml.selection import ASSOCIATIONS, PACKAGES, REALISATIONS, Shown

SOURCE = Path(__file__).parents[2] / "src" / "outwit"

# The kinds of lines between boxes.
INHERITS = "inherits"
REALISES = "realises"
USES = "uses"


class Unfounded(Exception):
    """The selection names something that the code does not have."""


class Box(NamedTuple):
    """A class or module: members are names, those of methods and functions with brackets."""

    key: str
    title: str
    stereotype: str
    members: tuple[str, ...]


class Line(NamedTuple):
    """A line from one box to another, by their keys."""

    source: str
    target: str
    kind: str


class Model(NamedTuple):
    """All boxes by key, and the lines between them."""

    boxes: dict[str, Box]
    lines: tuple[Line, ...]


@cache
def module_tree(module: str) -> ast.Module:
    """Return the syntax of a module below ``outwit``."""
    path = SOURCE / f"{module.replace('.', '/')}.py"
    if not path.is_file():
        raise Unfounded(f"there is no module {module}")
    return ast.parse(path.read_text())


def body_of(place: str) -> ast.Module | ast.ClassDef:
    """Return the syntax of a class or module."""
    module, _, name = place.partition(":")
    tree = module_tree(module)
    if not name:
        return tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node
    raise Unfounded(f"{module} has no class {name}")


def members_of(body: ast.Module | ast.ClassDef) -> dict[str, bool]:
    """Return the members by name, each with whether it is called."""
    found: dict[str, bool] = {}
    for node in body.body:
        if isinstance(node, ast.FunctionDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            found[node.name] = "property" not in decorators
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = False
    for inner in ast.walk(body):
        if (
            isinstance(inner, ast.Attribute)
            and isinstance(inner.ctx, ast.Store)
            and isinstance(inner.value, ast.Name)
            and inner.value.id == "self"
        ):
            found.setdefault(inner.attr, False)
    return found


def names_in(module: str) -> set[str]:
    """Return every name that the code of a module uses, those in annotations included."""
    found = set()
    for node in ast.walk(module_tree(module)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


def read_box(shown: Shown) -> Box:
    """Return the box of a class or module; raise Unfounded if it lacks a member."""
    body = body_of(shown.place)
    known = members_of(body)
    wanted = shown.members.split()
    if missing := [name for name in wanted if name not in known]:
        raise Unfounded(f"{shown.place} has no {', '.join(missing)}")
    members = tuple(f"{name}()" if known[name] else name for name in wanted)
    if isinstance(body, ast.Module):
        return Box(shown.key, shown.key.partition(".")[2], "module", members)
    is_protocol = any(ast.unparse(base) == "Protocol" for base in body.bases)
    return Box(shown.key, shown.key, "protocol" if is_protocol else "", members)


def read_model() -> Model:
    """Return what the code has of the selection; raise Unfounded if it lacks something."""
    everything = [shown for package in PACKAGES for shown in package.shown]
    places = {shown.key: shown.place for shown in everything}
    boxes = {shown.key: read_box(shown) for shown in everything}
    lines = [
        Line(key, base, INHERITS)
        for key, place in places.items()
        if isinstance(body := body_of(place), ast.ClassDef)
        for base in map(ast.unparse, body.bases)
        if base in places
    ]
    for source, target in REALISATIONS:
        methods = {name for name, called in members_of(body_of(places[target])).items() if called}
        if missing := methods - set(members_of(body_of(places[source]))):
            raise Unfounded(f"{source} does not realise {target}: no {', '.join(missing)}")
        lines.append(Line(source, target, REALISES))
    for source, target, *other in ASSOCIATIONS:
        module = places[source].partition(":")[0]
        name = other[0] if other else target
        if target not in places or name not in names_in(module):
            raise Unfounded(f"{module} does not use {name}")
        lines.append(Line(source, target, USES))
    return Model(boxes, tuple(lines))
