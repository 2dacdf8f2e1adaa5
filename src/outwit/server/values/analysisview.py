"""An analysis as a browser gets it: winning chances, lines and judgements."""

from __future__ import annotations

from typing import Any

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import MoveError
from outwit.movies.evaluation import MINUS
from outwit.records.record import GameRecord
from outwit.records.replay import first_position
from outwit.server.values.analysis import THRESHOLDS, accuracy, judgement
from outwit.storage.analyses import AnalysedPly


def shown_analysis(record: GameRecord, plies: tuple[AnalysedPly, ...]) -> dict[str, Any]:
    """Return an analysis with the labels of its moves."""
    position = first_position(record)
    first = int(position.turn)
    shown = []
    for number, ply in enumerate(plies):
        line = shown_line(position, ply.line)
        shown.append(
            {
                "share": round(ply.share, 4),
                "score": ply.score,
                "words": "" if position.is_over else chance(position.game, ply.share, ply.score),
                "line": line,
                "squares": list(position.move(ply.line[0]).squares) if line else [],
                "judgement": judgement(ply.loss),
                "loss": ply.loss,
            }
        )
        if number < len(record.moves):
            move = position.move(record.moves[number].move)
            shown[-1]["played"] = {
                "text": move.text,
                "label": move.label,
                "squares": list(move.squares),
            }
            position.play(move)
    return {"plies": shown, "players": [_player(plies, side ^ first) for side in (0, 1)]}


def _player(plies: tuple[AnalysedPly, ...], offset: int) -> dict[str, Any]:
    """Return the summary of a side, whose first move is at ply ``offset``."""
    own = plies[offset:-1:2]
    names = [judgement(ply.loss) for ply in own]
    return {"accuracy": accuracy(own), **{name: names.count(name) for name in THRESHOLDS}}


def shown_line(position: Position, line: tuple[str, ...]) -> list[dict[str, str]]:
    """Return the moves of a line with their labels, up to an illegal one."""
    after = position.copy()
    found = []
    for text in line:
        try:
            move = after.move(text)
        except MoveError:
            break  # the rules have changed since the line was found
        found.append({"text": move.text, "label": move.label})
        after.play(move)
    return found


def chance(game: Game, share: float, score: str) -> str:
    r"""Return the better side with its chance, given the first side's chance and score.

    >>> import outwit
    >>> game = outwit.game("ataxx")
    >>> chance(game, 0.27, "-1.00"), chance(game, 0.502, "0.01"), chance(game, 1.0, "#3")
    ('Blue 73\xa0%', 'Even', 'Red wins in 3 moves')
    """
    if score.startswith("#"):
        side, number = int(MINUS in score), score.strip(f"#{MINUS}")
        if number != "0":
            return f"{game.sides[side]} wins in {number} move{'s' * (number != '1')}"
    percent = round(100 * max(share, 1 - share))
    if percent <= 51:
        return "Even"
    return f"{game.sides[share < 0.5]} {percent}\N{NO-BREAK SPACE}%"
