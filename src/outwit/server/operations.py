"""Health and metrics, for whoever runs the portal."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
