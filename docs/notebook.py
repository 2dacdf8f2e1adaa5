"""Runs the notebook and writes what its cells show: ``python -m docs.notebook``.

It needs no Jupyter: the cells are plain Python.
"""

from __future__ import annotations

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent / "python" / "notebook.ipynb"
# How a value shows itself in a notebook, besides its text.
FORMS = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
Cell = dict[str, Any]


def read() -> dict[str, Any]:
    """Return the notebook."""
    found: dict[str, Any] = json.loads(PAGE.read_text())
    return found


def run(cells: list[Cell]) -> list[Cell]:
    """Run the cells of Python in order, and return all cells with what they show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    made = []
    count = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            count += 1
            shown = outputs("".join(cell["source"]), names, count)
            cell = {**cell, "execution_count": count, "outputs": shown}  # noqa: PLW2901
        made.append(cell)
    return made


def outputs(source: str, names: dict[str, Any], count: int) -> list[Cell]:
    """Run one cell, and return what it prints and what its last line is."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, "notebook", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
    found: list[Cell] = []
    if printed.getvalue():
        text = lines(printed.getvalue())
        found.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        found.append(
            {
                "output_type": "execute_result",
                "execution_count": count,
                "metadata": {},
                "data": shown(value),
            }
        )
    return found


def shown(value: object) -> dict[str, list[str]]:
    """Return a value in the forms that a notebook shows."""
    found = {"text/plain": lines(repr(value))}
    for form, method in FORMS.items():
        draw = getattr(value, method, None)
        if draw is not None and (text := draw()) is not None:
            found[form] = lines(text)
    return found


def lines(text: str) -> list[str]:
    """Return the lines of a text, as notebooks have them."""
    return text.splitlines(keepends=True)


def main() -> None:
    """Write the notebook anew."""
    notebook = read()
    notebook["cells"] = run(notebook["cells"])
    PAGE.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
