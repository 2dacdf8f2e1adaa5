"""How the processes of the portal share games; here, a process that is alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from outwit.errors import OutwitError

# A JSON value: what somebody says about a game, or answers.
Body = Any
# What is told to every process: its kind, the game or channel it is about, and the rest.
Hearer = Callable[[str, str, Body], None]
# Carries out what another process asks for: the game, and the request.
Server = Callable[[str, Body], Awaitable[Body]]


class NotOwner(Exception):
    """The game is kept by another process, or by none."""


class NoAnswer(Exception):
    """Nobody answered in time, perhaps as the game's owner has just been killed."""


class Bus:
    """The bus of a process that is alone: every game is its own, and there is nobody to tell.

    Each game has one owner, the process that has claimed it last and not released it, nor died.
    """

    # Whether there may be other processes.
    is_shared = False

    async def open(self, hear: Hearer, serve: Server, changed: Callable[[bool], None]) -> None:
        """Begin: ``hear`` gets what others tell, ``serve`` carries out what they ask for.

        ``changed`` is called with False when every claim is lost, with True when claims can be
        made again and what others told in between was missed.
        """

    async def claim(self, keys: Collection[str]) -> set[str]:
        """Become the owner of games; return those that had none, or are ours already."""
        return set(keys)

    async def release(self, keys: Collection[str]) -> None:
        """Give games up: any process may claim them from now on."""

    def tell(self, kind: str, key: str, body: Body) -> None:
        """Tell all other processes something, soon; a few kilobytes at most."""

    async def ask(self, key: str, request: Body, number: str) -> Body:
        """Let the owner of a game carry out a request, and return its answer.

        ``number`` tells one request from another: repeated, it is carried out once. Raise the
        OutwitError that the owner raised, or NoAnswer.
        """
        raise NoAnswer

    async def close(self) -> None:
        """End; every game is given up."""


def read_error(code: str, message: str) -> OutwitError:
    """Return an error by its code, as another process has raised it.

    >>> read_error("stale-ply", "ply 3 is not next")
    StalePly('ply 3 is not next')
    """
    kinds = [OutwitError]
    for kind in kinds:
        if kind.code == code:
            return kind(message)
        kinds += kind.__subclasses__()
    return OutwitError(message)
