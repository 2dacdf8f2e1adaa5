"""An engine from elsewhere plays two of our games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.players.roster import BotSpec
from tests.players.bots import AMPLE, playing
from tests.tools import NO_NPM_PACKAGES, NODE_MODULES, needs

PACKAGE = "fairy-stockfish-nnue.wasm"

pytestmark = [
    pytest.mark.compiled_only,
    needs("node"),
]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Return the command of the engine."""
    program = NODE_MODULES / PACKAGE / "uci.js"
    if not program.exists():
        pytest.skip(NO_NPM_PACKAGES.format(PACKAGE))
    # It mistakes a node that can fetch for a browser.
    preload = tmp_path_factory.mktemp("foreign") / "preload.js"
    preload.write_text("delete globalThis.fetch;\n")
    return ("node", "-r", str(preload), str(program))


# Each start takes the engine seconds: it plays both sides of a game with one.
@pytest.mark.parametrize(
    ("game", "terms", "known_otherwise"),
    [
        (outwit.game("ataxx"), [{"clock": "100"}, {"clock": "100", "blocks": ["c3", "d4"]}], ""),
        (outwit.game("jesonmor"), [{"archers": "no", "legs": "no"}] * 2, "archers=no"),
    ],
)
def test_it_plays_first_and_second_and_refuses_a_game_it_knows_otherwise(
    command: tuple[str, ...], game: Game, terms: list[dict[str, object]], known_otherwise: str
) -> None:
    settings = (("variant", next(iter(game.parts.variants))), ("depth", "3"))
    spec = BotSpec(
        "foreign",
        "uci",
        command,
        settings,
        memory=1 << 17,
        reads=(str(NODE_MODULES), str(Path(command[2]).parent)),
    )
    with playing(spec, game) as player:
        for side, options in enumerate(terms):
            position, rng, chosen = game.start(**options), Random(3), 0
            player.begin(position)
            while position.outcome is None and chosen < 10:
                if position.turn != side:
                    position.play(rng.choice(sorted(position.legal_moves)))
                    continue
                position.play(player.choose(position, AMPLE))
                chosen += 1
            assert chosen >= 2
            assert player.thought is not None
            assert player.thought.depth is not None
        if known_otherwise:
            with pytest.raises(outwit.OutwitError, match=known_otherwise):
                player.choose(game.start(), AMPLE)
