"""The bus by which processes of the portal share games; this one is for a single process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from outwit.errors import OutwitError

# A JSON value: a note about a game, a request or an answer.
Body = Any
# Receives a note: its kind, its game or channel, and its body.
Hearer = Callable[[str, str, Body], None]
# Executes a request of another process: the game, and the request.
Server = Callable[[str, Body], Awaitable[Body]]


class NotOwner(Exception):
    """Another process owns the game, or none does."""


class NoAnswer(Exception):
    """No process answered in time; the game's owner may have been killed."""


class Bus:
    """The bus of a single process: it owns every game, and has no other process to notify.

    A game has at most one owner: the process that claimed it and has neither released it nor died.
    """

    # Whether there may be other processes.
    is_shared = False

    async def open(self, hear: Hearer, serve: Server, changed: Callable[[bool], None]) -> None:
        """Open the bus: ``hear`` receives notes of others, ``serve`` executes their requests.

        ``changed(False)`` is called when all claims are lost, ``changed(True)`` when claims are
        possible again; notes in between are lost.
        """

    async def claim(self, keys: Collection[str]) -> set[str]:
        """Become the owner of games; return those that this process owns now."""
        return set(keys)

    async def release(self, keys: Collection[str]) -> None:
        """Release games: any process may claim them from now on."""

    def tell(self, kind: str, key: str, body: Body) -> None:
        """Send a note of at most a few kilobytes to all other processes, without waiting."""

    async def ask(self, key: str, request: Body, number: str) -> Body:
        """Have the owner of a game execute a request, and return its answer.

        ``number`` identifies the request: a repeat is executed once. Raise the owner's OutwitError,
        or NoAnswer.
        """
        raise NoAnswer

    async def close(self) -> None:
        """Close the bus and release every game."""


def read_error(code: str, message: str) -> OutwitError:
    """Return an error of another process, by its code.

    >>> read_error("stale-ply", "ply 3 is not next")
    StalePly('ply 3 is not next')
    """
    kinds = [OutwitError]
    for kind in kinds:
        if kind.code == code:
            return kind(message)
        kinds += kind.__subclasses__()
    return OutwitError(message)
