"""Classes: their bots, ladder and join code."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
