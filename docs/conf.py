"""The site: ``make docs`` builds it into ``build/site``, without the network."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.diagram import with_pictures  # noqa: E402
from tests.interpreted import InterpretedFinder  # noqa: E402

# Compiled classes have no signatures, so the reference is read from the sources.
sys.meta_path.insert(0, InterpretedFinder)

import outwit  # noqa: E402
from outwit.core.value import Value  # noqa: E402

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

project = "Outwit"
author = "the authors of Outwit"
copyright = author  # noqa: A001
version = release = outwit.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_design"]
exclude_patterns = ["**/__pycache__"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = f"Outwit {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None
html_theme_options = {"navigation_with_keys": False}
pygments_style = "github-light"
pygments_dark_style = "github-dark"
# A block without a language is a drawing or output.
highlight_language = "text"
html_use_index = False
html_domain_indices = False
myst_enable_extensions = ["colon_fence", "deflist"]
# GitHub writes anchors of headings in the same way.
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 80

# The pages by caption, in the order of the sidebar. A page that is not listed is a warning.
SECTIONS = {
    "Play": [
        "play/first-game",
        "play/command",
        "play/terminal",
        "play/portal",
        "play/rules/advance",
        "play/rules/ataxx",
        "play/rules/jesonmor",
        "play/rules/push",
        "play/rules/santorini",
    ],
    "Bots": [
        "bots/first-bot",
        "bots/describe",
        "bots/protocols",
        "bots/online",
        "bots/protections",
    ],
    "Teach": [
        "teach/mark-a-class",
        "teach/exams",
        "teach/programs",
        "teach/set-an-assignment",
        "teach/hand-in",
        "teach/course",
        "teach/tournaments",
        "teach/ratings",
    ],
    "Python": [
        "python/tutorial",
        "python/positions",
        "python/records",
        "python/pictures",
        "python/recipes",
        "python/batches",
        "python/learning",
        "python/reference/index",
    ],
    "New games": ["games/add-a-game", "games/contract", "games/artwork"],
    "Run a portal": [
        "run/host",
        "run/settings",
        "run/scale",
        "run/platforms",
        "run/backup",
        "run/secure",
    ],
    "Design": [
        "design/house",
        "design/engine",
        "design/patterns",
        "design/decisions",
        "design/report",
    ],
}
# A relative link to anything but a page of the site.
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^()\s:#]+)(?:#[^()\s]*)?\)")
DOCS = ROOT / "docs"


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    """Turn a page of plain Markdown into one of the site, which has no folders and no lab."""
    page = DOCS / f"{name}.md"

    def outside(link: re.Match[str]) -> str:
        target = (page.parent / link[2]).resolve()
        if target.is_relative_to(DOCS) or not target.exists():
            return link[0]
        if target.is_dir() or target.is_relative_to(ROOT / "lab"):
            return link[1]
        return f"{{download}}`{link[1].strip('`')} <{link[2]}>`"

    text = LINK.sub(outside, with_pictures(source[0]))
    if name == "index":
        for caption, pages in SECTIONS.items():
            lines = "\n".join(pages)
            text += f"\n\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"
    source[0] = text


def sign_values(
    app: Sphinx, what: str, name: str, found: object, options: object, sign: str, back: str
) -> tuple[str, str]:
    """Show the fields of a value as the arguments of its class; name types of C as Python does."""
    if not (inspect.isclass(found) and issubclass(found, Value)):
        return sign, "bool" if back == "bint" else back
    annotations: dict[str, Any] = {}
    for base in reversed(found.__mro__):
        annotations.update(vars(base).get("__annotations__", {}))
    parts = [
        f"{field}: {annotations[field]}"
        + (f" = {getattr(found, field)!r}" if hasattr(found, field) and field != "parts" else "")
        for field in found.fields
    ]
    return f"({', '.join(parts)})", ""


def find_by_last_name(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: Any) -> Any:
    """Resolve a name of a type wherever the reference has it."""
    if node.get("refdomain") != "py":
        return None
    domain = env.domains.python_domain
    last = node["reftarget"].rpartition(".")[2]
    for name, entry in sorted(domain.objects.items()):
        if name.rpartition(".")[2] == last and entry.objtype in ("class", "exception"):
            from sphinx.util.nodes import make_refnode

            return make_refnode(
                app.builder, node["refdoc"], entry.docname, entry.node_id, content, name
            )
    return None


def setup(app: Sphinx) -> None:
    """Connect what is above."""
    app.connect("source-read", prepare)
    app.connect("autodoc-process-signature", sign_values)
    app.connect("missing-reference", find_by_last_name)
