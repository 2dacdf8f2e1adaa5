"""What whoever runs the portal may choose, by environment variables."""

from __future__ import annotations

import os

from outwit.core.value import Value

SECRET, HTTPS = "OUTWIT_SECRET", "OUTWIT_HTTPS"


class Settings(Value):
    """The portal's settings.

    ``secret`` signs cookies; without one, a key is made at first start and kept beside the
    database. ``secure`` marks cookies for HTTPS only. ``threads`` bounds how many bots think at
    the same time.
    """

    database: str
    secret: str = ""
    secure: bool = False
    threads: int = 2


def read_settings(database: str) -> Settings:
    """Return the settings of the environment for a database."""
    return Settings(
        database,
        os.environ.get(SECRET, ""),
        os.environ.get(HTTPS, "") == "1",
        max(1, (os.cpu_count() or 2) - 1),
    )
