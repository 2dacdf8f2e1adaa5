"""Headers and modules agree: what the compiler lets pass is caught here."""

from __future__ import annotations

import ast
import re
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
HEADERS = sorted((SOURCE / "outwit").rglob("*.pxd"))
HEADER_ONLY = "# header only"
COMPILED = [path for path in HEADERS if not path.read_text().startswith(HEADER_ONLY)]
CONSTANTS = [path for path in HEADERS if "cdef enum:" in path.read_text()]
ATTRIBUTES = re.compile(r"^    cdef (?:public |readonly )?[\w.]+\*? ([\w\[\], ]+)$", re.MULTILINE)


def module_name(header: Path) -> str:
    """Name the module a header belongs to."""
    return ".".join(header.with_suffix("").relative_to(SOURCE).parts)


def classes_in(header: Path) -> dict[str, tuple[str, set[str]]]:
    """Find the classes of a header, each with its base and the attributes it declares."""
    found = {}
    parts = re.split(r"^cdef class (\w+)(?:\((\w+)\))?:$", header.read_text(), flags=re.MULTILINE)
    for name, base, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        inside = re.split(r"^\S", body, maxsplit=1, flags=re.MULTILINE)[0]
        names = ", ".join(ATTRIBUTES.findall(inside))
        found[name] = (base or "", set(re.findall(r"[A-Za-z_]\w*", names)))
    return found


DECLARED = {
    name: (*declared, header)
    for header in COMPILED
    for name, declared in classes_in(header).items()
}


def declared_in(name: str) -> set[str]:
    """List the attributes of a class, those of its bases included."""
    base, own, _ = DECLARED[name]
    return own | declared_in(base) if base else own


def assigned_in(name: str) -> set[str]:
    """List the attributes the methods of a class assign."""
    tree = ast.parse(DECLARED[name][2].with_suffix(".py").read_text())
    (found,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
    return {
        node.attr
        for node in ast.walk(found)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


@pytest.mark.compiled_only
@pytest.mark.parametrize("header", COMPILED, ids=module_name)
def test_a_module_with_a_header_is_compiled(header: Path) -> None:
    module = import_module(module_name(header))
    assert str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def test_an_interpreted_run_loads_no_compiled_module(request: pytest.FixtureRequest) -> None:
    extensions = [
        name
        for name, module in sys.modules.items()
        if name.startswith("outwit.") and str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES))
    ]
    assert bool(extensions) != request.config.getoption("--interpreted")


def test_there_are_compiled_modules_and_classes() -> None:
    assert "outwit.core.position" in map(module_name, COMPILED)
    assert {"Position", "MoveStack", "ScriptedPosition"} <= set(DECLARED)
    assert {"side", "ply", "past", "rules", "scratch"} <= declared_in("Position")


@pytest.mark.parametrize("name", DECLARED)
def test_every_attribute_a_compiled_class_assigns_is_declared(name: str) -> None:
    assert assigned_in(name) <= declared_in(name)


@pytest.mark.parametrize("header", CONSTANTS, ids=module_name)
def test_constants_are_the_same_for_the_compiler_and_for_python(header: Path) -> None:
    module = import_module(module_name(header))
    constants = re.findall(r"^    (\w+) = (\S+)$", header.read_text(), flags=re.MULTILINE)
    assert constants
    for name, value in constants:
        assert getattr(module, name) == int(value, 0), name


def test_verdicts_are_all_in_the_header() -> None:
    verdict = import_module("outwit.core.verdict")
    text = (SOURCE / "outwit/core/verdict.pxd").read_text()
    for name, value in vars(verdict).items():
        if name.isupper():
            assert f"    {name} = {value}\n" in text
