"""Writes pages by templates. Jinja2 is loaded when a page is written, and not before."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outwit.core.printable import printable
from outwit.errors import UsageError

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, /, **values: Any) -> str:
    """Return a page; raise UsageError if Jinja2 is missing.

    Values are escaped. Templates pass texts of strangers through the filter ``shown`` first.
    """
    return templates().get_template(template).render(values)


@cache
def templates() -> Environment:
    """Return the templates, ready to use; raise UsageError if Jinja2 is missing."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
        from markupsafe import Markup
    except ImportError:
        raise UsageError("HTML pages need Jinja2: pip install 'outwit[arena]'") from None
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    found.filters["shown"] = shown
    found.filters["data"] = lambda value: Markup(data(value))
    return found


def shown(text: object, most: int = 200, lines: bool = False) -> str:
    """Return any text made printable and cut to ``most`` characters. Autoescaping follows."""
    return printable(str(text), most, lines)


def data(value: object) -> str:
    """Return JSON that may stand in a ``script`` element: nothing in it ends the element."""
    found = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return found.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
