"""The portal is tested on SQLite, and on PostgreSQL where it is installed."""

from __future__ import annotations

from tests.storage.conftest import postgres, postgres_url, sqlite_file, url

__all__ = ["postgres", "postgres_url", "sqlite_file", "url"]
