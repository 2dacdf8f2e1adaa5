"""The bot API."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
