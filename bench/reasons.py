"""Look for reasons of hints that are false or missing, in positions of real games.

Each reason is checked by replaying moves and answers; a forced win is played out against the
engine. Run it from the root: ``python bench/reasons.py``; ``--positions N`` for each game (300).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

import outwit
from outwit.core.position import Position
from outwit.players.asking import best
from outwit.players.reasons import Reason, reasons_for
from tests.players.reasonoracle import Claims, is_true, positions

# Positions searched for the move, and for each move of a forced win that is played out.
NODES = 20_000
# Claims that stand on their own: a move without reasons must satisfy none of them.
PLAIN = ("alone", "wins", "draws", "only", "keeps", "greedy", "best")


def is_won(position: Position, moves: int) -> bool:
    """Play on, and tell whether the side to move wins in so many moves of its own."""
    side, line = position.turn, position.copy()
    for _ in range(2 * moves):
        if line.is_over:
            break
        line.play(best(line, nodes=10 * NODES).move)
    return line.outcome is not None and line.outcome.winner == side


def look(position: Position) -> tuple[list[str], list[str], float]:
    """Return the kinds of the reasons for the engine's move, what is wrong, and the seconds."""
    found = best(position, nodes=NODES)
    began = process_time()
    reasons = reasons_for(position, found.move, found.score, found.line)
    seconds = process_time() - began
    wrong = [
        each.sentence for each in reasons if not is_true(position, found.move, found.line, each)
    ]
    wrong += [
        each.sentence
        for each in reasons
        if each.kind == "forced" and not is_won(position, each.number)
    ]
    claims = Claims(position, found.move, found.line)
    # After a move that loses at once, nothing else counts.
    if not reasons and not claims.after.is_over and not claims.beaten(claims.after):
        wrong += [f"missing: {name}" for name in PLAIN if getattr(claims, name)(Reason(name, ""))]
    return [each.kind for each in reasons], wrong, seconds


def main() -> None:
    """Count the reasons of each game, and print those that are wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300, metavar="N")
    wanted = parser.parse_args().positions
    failed = 0
    for game in outwit.all_games():
        kinds: Counter[str] = Counter()
        without, slowest = 0, 0.0
        for position in positions(game, wanted, 1):
            said, wrong, seconds = look(position)
            kinds.update(said)
            without += not said
            slowest = max(slowest, seconds)
            failed += len(wrong)
            for each in wrong:
                print(f"{game.name}: {position.text}: {each}", flush=True)
        told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        print(f"{game.name}: {wanted - without} of {wanted} explained, {slowest:.3f} s; {told}")
    sys.exit(f"{failed} wrong" if failed else None)


if __name__ == "__main__":
    main()
