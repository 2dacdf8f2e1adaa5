"""Options of a command line that are the fields of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from typing import Any

    from outwit.core.value import Value


def chosen(words: argparse.Namespace, kind: type[Value]) -> dict[str, Any]:
    """Return what was chosen of the fields of a record."""
    return {name: value for name, value in vars(words).items() if name in kind.fields}


def add_options(
    group: argparse._ActionsContainer, kind: type[Value], texts: dict[str, str]
) -> None:
    """Offer some fields of a record as options."""
    for name, text in texts.items():
        default = getattr(kind, name)
        if default is False:
            group.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=text)
            continue
        group.add_argument(
            f"--{name.replace('_', '-')}",
            type=type(default),
            default=default,
            help=f"{text} (default: {'none' if default == '' else default})",
        )
