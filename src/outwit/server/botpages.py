"""How to bring a bot, and its tokens."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
