"""The notebook runs, and shows what it is said to show."""

from __future__ import annotations

import pytest

from docs import notebook
from tests.tools import needs

pytestmark = [pytest.mark.compiled_only, needs("pandas")]


def test_its_cells_run_and_show_what_they_showed() -> None:
    cells = notebook.read()["cells"]
    for before, after in zip(cells, notebook.run(cells), strict=True):
        if before["cell_type"] != "code":
            continue
        source = "".join(before["source"])
        told = "run `python -m docs.notebook`: this cell shows something else"
        assert kinds(before) == kinds(after), f"{told}:\n{source}"
        assert printed(before) == printed(after), f"{told}:\n{source}"


def test_it_draws_boards_and_a_plot_in_line() -> None:
    drawn = [cell for cell in notebook.read()["cells"] if "image/svg+xml" in kinds(cell)]
    assert len(drawn) == 3


def kinds(cell: notebook.Cell) -> set[str]:
    """Return the forms of what a cell shows."""
    return {form for shown in cell.get("outputs", ()) for form in shown.get("data", ())}


def printed(cell: notebook.Cell) -> list[str]:
    """Return the lines that a cell prints."""
    return [line for shown in cell["outputs"] for line in shown.get("text", ())]
