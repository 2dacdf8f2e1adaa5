"""What Jeson Mor has besides its rules."""

from __future__ import annotations

from pathlib import Path

from outwit.core.parts import Parts
from outwit.core.sessions import Sessions
from outwit.games.jesonmor.bots import BOTS
from outwit.games.jesonmor.keyboard import invent
from outwit.games.jesonmor.tuning import SEARCH
from outwit.games.jesonmor.variants import VARIANTS

PARTS = Parts(
    bots=BOTS,
    tuning=SEARCH,
    variants=VARIANTS,
    sessions=Sessions(
        Path(__file__).with_name("sessions.json"), "outwit.programs.jesonmor", invent
    ),
)
