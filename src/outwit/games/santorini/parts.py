"""What Santorini has besides its rules."""

from __future__ import annotations

from pathlib import Path

from outwit.core.parts import Parts
from outwit.core.sessions import Sessions
from outwit.games.santorini.bots import BOTS
from outwit.games.santorini.keyboard import invent
from outwit.games.santorini.tuning import SEARCH

PARTS = Parts(
    bots=BOTS,
    tuning=SEARCH,
    sessions=Sessions(
        Path(__file__).with_name("sessions.json"), "outwit.programs.santorini", invent
    ),
)
