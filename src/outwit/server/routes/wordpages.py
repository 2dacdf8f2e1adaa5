"""The texts of scripts in a language."""

from __future__ import annotations

import asyncio

from fastapi import Response

from outwit.errors import NotFound
from outwit.server.base.provided import Router
from outwit.server.wording.catalog import catalog
from outwit.server.wording.languages import OFFERED

# The path changes with the contents.
FOREVER = "public, max-age=31536000, immutable"
router = Router()


@router.get("/words/{language}.json")
async def words(language: str) -> Response:
    """Return the catalog of a language for scripts."""
    if language not in OFFERED:
        raise NotFound(f"there is no language {language[:10]!r} here")
    found = await asyncio.to_thread(catalog, language)
    return Response(found.script, media_type="application/json", headers={"Cache-Control": FOREVER})
