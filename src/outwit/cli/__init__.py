"""The ``outwit`` command."""


def main() -> None:
    """Run it."""
