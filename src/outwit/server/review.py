"""The review of a game after its end, and the analysis board."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
