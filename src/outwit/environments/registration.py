"""Our games for ``gymnasium.make``, as ``outwit/ataxx-v0``.

Versions of Gymnasium that load entry points call ``register``; for others the user calls it.
"""

from __future__ import annotations


def register() -> None:
    """Register every game that is installed with Gymnasium."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    from outwit.games import names

    for name in names():
        if f"outwit/{name}-v0" in registry:
            continue
        add(
            id=f"outwit/{name}-v0",
            entry_point="outwit.environments.single:SingleEnv",
            vector_entry_point="outwit.environments.vector:BatchEnv",
            kwargs={"game": name},
        )
