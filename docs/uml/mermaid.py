"""The diagram as Mermaid, which many viewers of Markdown draw."""

from __future__ import annotations

from docs.uml.model import INHERITS, REALISES, Box, Model
from docs.uml.selection import PACKAGES

# The arrows of Mermaid, read from the target to the source.
ARROWS = {INHERITS: "<|--", REALISES: "<|.."}


def write(model: Model) -> str:
    """Return the text of the diagram."""
    lines = ["classDiagram", "    direction LR"]
    for package in PACKAGES:
        lines.append(f"    namespace {package.name} {{")
        for shown in package.shown:
            lines += write_box(model.boxes[shown.key])
        lines.append("    }")
    lines += [
        f"    {identifier(line.target)} {ARROWS[line.kind]} {identifier(line.source)}"
        if line.kind in ARROWS
        else f"    {identifier(line.source)} --> {identifier(line.target)}"
        for line in model.lines
    ]
    return "\n".join(lines) + "\n"


def write_box(box: Box) -> list[str]:
    """Return the lines of a class or module."""
    lines = [f"        class {identifier(box.key)} {{"]
    if box.stereotype:
        lines.append(f"            <<{box.stereotype}>>")
    lines += [f"            +{member}" for member in box.members]
    lines.append("        }")
    return lines


def identifier(key: str) -> str:
    """Return the name of a box: modules have a dot in theirs, which Mermaid does not allow."""
    return key.replace(".", "_")
