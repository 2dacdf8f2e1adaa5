"""Draws the class diagram of docs/design.md from the source code: ``python -m docs.uml``."""
