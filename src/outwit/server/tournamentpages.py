"""Tournaments: the list, and one with its standings."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
