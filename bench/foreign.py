"""Play against engines of other projects, with equal time per move and one thread each.

    python bench/foreign.py GAME ROSTER [NAME …] [--games N] [--time S] [--processes P]
                            [--grace S] [--seed N] [--ours BOT] [--save FILE] [--balance N]
                            [--board KIND] [--plies N] [--rules OPTION=VALUE]

ROSTER is a TOML file of bots (docs/bots/describe.md): engines of other projects that speak UAI, UCI
or UGI. NAMEs choose some of them. The arena plays each opening with both colours, and the same
openings against every engine. If the game has boards with blocks, they alternate with the open
board.

After random moves one side is often winning; each player then wins one game of the pair.
``--balance N`` draws an opening again if a search of 100,000 nodes scores it further from 0 than N
hundredths. ``--board KIND`` plays on one kind of boards, such as "open board". ``--rules
rule=official`` sets a rule of the game. With ``--save FILE`` a second call continues the match.

A player who exceeds the time forfeits the game. On a busy machine set ``--grace``: players still
think for the same time, but may answer later.

    [[bot]]
    name = "autaxx"
    kind = "uai"
    command = "…/autaxx"
    settings = {search = "tryhard"}

    [[bot]]
    name = "fairy"
    kind = "uci"
    command = "…/stockfish"
    settings = {variant = "ataxx"}
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

import click

import outwit
from outwit.arena.adjudication import Adjudication
from outwit.arena.manifest import Manifest
from outwit.arena.openings import Book, is_balanced
from outwit.arena.referee import Terms
from outwit.arena.schedule import Schedule
from outwit.arena.store import IN_MEMORY, POINTS, Store, create_store, open_store
from outwit.arena.timecontrol import read_time_control
from outwit.cli.contest import find_bots, play_out, read_bots
from outwit.core.value import Value
from outwit.errors import BotFault, OutwitError, UsageError
from outwit.games.ataxx.openings import BLOCKS
from outwit.players.external import command_of
from outwit.players.roster import BotSpec, find_bot
from outwit.ratings.pentanomial import Pentanomial
from outwit.ratings.scores import Tally

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import (
    count,
    even_count,
    game_name,
    not_negative,
    parser_of,
    refuse,
    run,
    seconds,
    whole_not_negative,
)

LONGEST_GAME = 400
MEBIBYTES = 1024
# Most draws for an opening that is not a duplicate.
TRIES = 50
BALANCE_NODES = 100_000


class Setting(Value):
    """The settings of a game against engines of other projects."""

    # The rules of these engines.
    options: tuple[tuple[str, str], ...] = ()
    # Kinds of boards, each with the options of its start positions.
    boards: tuple[tuple[str, tuple[dict[str, object], ...]], ...] = (("", ({},)),)


SETTINGS = {
    "ataxx": Setting(
        (("clock", "100"),),
        (
            ("open board", ({},)),
            ("boards with blocks", tuple({"blocks": list(blocks)} for blocks in BLOCKS if blocks)),
        ),
    ),
    "jesonmor": Setting((("archers", "no"), ("legs", "no"))),
}


def draw_openings(
    game: outwit.Game,
    setting: Setting,
    pairs: int,
    seed: int,
    balance: int | None = None,
    plies: int | None = None,
) -> tuple[str, ...]:
    """Return positions after a few random moves; the kinds of boards take turns.

    All are different, unless there are too few. Raise UsageError if none is balanced.
    """
    fair = Book(balance=balance, balance_nodes=BALANCE_NODES)
    found: list[str] = []
    rng = Random(seed)
    tries = 0
    while len(found) < pairs:
        tries += 1
        _, boards = setting.boards[len(found) % len(setting.boards)]
        position = game.start(**dict(setting.options), **rng.choice(boards))
        for _ in range(game.parts.openings.plies if plies is None else plies):
            position.play(rng.choice(sorted(position.legal_moves)))
        is_last = tries > TRIES
        if position.text in found and not is_last:
            continue
        if is_balanced(game, fair, position):
            found.append(position.text)
            tries = 0
        elif is_last:
            raise UsageError(f"no opening within {balance} of 0 found in {TRIES} tries")
    return tuple(found)


def on_boards(setting: Setting, kind: str | None) -> Setting:
    """Return a setting with one kind of boards, if one is named; raise UsageError if unknown."""
    if kind is None:
        return setting
    boards = tuple(board for board in setting.boards if board[0] == kind)
    if not boards:
        there = ", ".join(repr(name) for name, _ in setting.boards if name) or "none"
        raise UsageError(f"there are no boards {kind!r}; kinds of boards: {there}")
    return setting.replace(boards=boards)


def by_rules(setting: Setting, rules: Sequence[str]) -> Setting:
    """Return a setting with further rules, each OPTION=VALUE; raise UsageError if one is not."""
    for rule in rules:
        option, sign, value = rule.partition("=")
        if not (option and sign and value):
            raise UsageError(f"--rules: {rule!r} is not OPTION=VALUE")
        setting = setting.replace(options=(*setting.options, (option, value)))
    return setting


def limited(bot: BotSpec, seconds: float) -> BotSpec:
    """Return a bot that thinks for ``seconds``, even if its clock has more."""
    if bot.is_program:
        return bot.replace(settings=(*bot.settings, ("movetime", f"{1000 * seconds:.0f}")))
    if bot.kind == "engine":
        return bot.replace(settings=(*bot.settings, ("time", str(seconds))))
    return bot


def checked(bot: BotSpec, game: outwit.Game) -> BotSpec:
    """Return a bot with absolute paths; raise UsageError if it is missing or no player."""
    find_bot(bot, game, 0).close()
    if not bot.is_program:
        return bot
    try:
        return bot.replace(command=command_of(bot))
    except BotFault as fault:
        raise UsageError(f"bot {bot.name!r}: {fault}") from None


def choose_bots(words: argparse.Namespace, game: outwit.Game) -> tuple[BotSpec, ...]:
    """Return our bot and the chosen engines; raise UsageError if one is missing.

    Engines of the roster that are not chosen may be missing.
    """
    others = read_bots(words.roster, game)
    unknown = set(words.names) - {bot.name for bot in others}
    if unknown:
        there = ", ".join(bot.name for bot in others)
        raise UsageError(f"{words.roster!r} has no {', '.join(sorted(unknown))}; there are {there}")
    chosen = [bot for bot in others if not words.names or bot.name in words.names]
    (ours,) = find_bots((words.ours,), None, game, MEBIBYTES, [bot.name for bot in chosen])
    bots = (ours, *(checked(bot, game) for bot in chosen))
    return tuple(limited(bot, words.time) for bot in bots) if words.grace else bots


def open_or_create(path: str, manifest: Manifest) -> Store:
    """Return the file of a match; raise UsageError if it is that of another match."""
    if path == IN_MEMORY or not Path(path).exists():
        return create_store(path, manifest)
    store = open_store(path)
    if store.manifest.replace(hashes=manifest.hashes, version=manifest.version) != manifest:
        store.close()
        raise UsageError(f"{path!r} has games of another match")
    return store


class Score:
    """The games against one engine: won, drawn and lost, and the points of pairs."""

    def __init__(self) -> None:
        self.games = Tally()
        self.waiting: dict[int, float] = {}
        self.pairs = Pentanomial()

    def add(self, number: int, points: float) -> None:
        """Count a game; two whose numbers differ in the last bit are a pair."""
        self.games += Tally(int(points == 1), int(points == 0.5), int(points == 0))
        if number ^ 1 in self.waiting:
            self.pairs = self.pairs.add(points + self.waiting.pop(number ^ 1))
        else:
            self.waiting[number] = points

    def __str__(self) -> str:
        lost, *middle, won = self.pairs.counts
        pairs = f"openings won twice {won}, shared {sum(middle)}, lost twice {lost}"
        return (
            f"{self.games} (won-drawn-lost), {self.games.score:.1%}, Elo {self.pairs.elo}, {pairs}"
        )


def report(store: Store, kinds: Sequence[str]) -> str:
    """Return each engine's score, its score on each kind of board, and the forfeited games."""
    scores: dict[tuple[int, str], Score] = defaultdict(Score)
    faults: dict[int, Counter[str]] = defaultdict(Counter)
    names = [bot.name for bot in store.manifest.bots]
    pairs = store.manifest.schedule.pairs
    for number, _, first, second, opening, result, termination, _, fault_of in store.rows():
        other = first or second
        points = POINTS[result] if first == 0 else 1 - POINTS[result]
        for kind in {"", kinds[opening % pairs % len(kinds)]}:
            scores[other, kind].add(number, points)
        if fault_of is not None:
            faults[other][f"{names[fault_of]} {termination}"] += 1
    lines = []
    for other, name in enumerate(names[1:], 1):
        forfeited = sum(faults[other].values())
        warning = f"; {forfeited} of the games were forfeited" if forfeited else ""
        lines.append(f"{name}: {scores[other, '']}{warning}")
        lines += [
            f"  {kind}: {scores[other, kind]}" for kind in kinds if kind and (other, kind) in scores
        ]
        counts = [f"{count} × {fault}" for fault, count in sorted(faults[other].items())]
        lines.append(f"  forfeits: {', '.join(counts) or 'none'}")
    return "\n".join(lines)


def main() -> None:
    """Play the games and print the scores."""
    parser = parser_of(__doc__)
    parser.add_argument("game", type=game_name, metavar="GAME")
    parser.add_argument("roster", metavar="ROSTER", help="a TOML file of bots")
    parser.add_argument("names", nargs="*", metavar="NAME", help="engines to play (all)")
    parser.add_argument(
        "--games",
        type=even_count,
        default=200,
        help="games against each engine, an even number (%(default)s)",
    )
    parser.add_argument("--time", type=seconds, default=0.2, help="seconds per move (%(default)s)")
    parser.add_argument("--processes", type=count, default=1, help="parallel games (%(default)s)")
    parser.add_argument(
        "--grace", type=not_negative, default=0.0, help="seconds of delay without a forfeit (0)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the openings and bots (%(default)s)"
    )
    parser.add_argument(
        "--ours", default="engine:book=off", metavar="BOT", help="our bot (%(default)s)"
    )
    parser.add_argument(
        "--balance",
        type=whole_not_negative,
        help="most hundredths an opening may be from 0 (no limit)",
    )
    parser.add_argument("--board", metavar="KIND", help="the kind of boards (all kinds in turn)")
    parser.add_argument(
        "--plies", type=whole_not_negative, help="random moves of an opening (the game's own)"
    )
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a rule of the game (its own; may be given several times)",
    )
    parser.add_argument(
        "--save", default=IN_MEMORY, metavar="FILE", help="file to store the games in (not stored)"
    )
    words = parser.parse_args()
    try:
        game = outwit.game(words.game)
        setting = on_boards(SETTINGS.get(game.name, Setting()), words.board)
        setting = by_rules(setting, words.rules)
        bots = choose_bots(words, game)
        pairs = words.games // 2
        texts = draw_openings(game, setting, pairs, words.seed, words.balance, words.plies)
        time = read_time_control(f"{words.time + words.grace}/move")
        manifest = Manifest(
            "foreign",
            game.name,
            bots,
            Schedule("gauntlet", len(bots), pairs=pairs),
            Terms(time, Adjudication(LONGEST_GAME)),
            Book(options=setting.options, texts=texts),
            words.seed,
        )
        store = open_or_create(words.save, manifest.with_hashes())
        play_out(store, words.processes)
    except click.exceptions.Exit as stop:
        raise SystemExit(stop.exit_code) from None
    except OutwitError as error:
        refuse(error)
    print(report(store, [kind for kind, _ in setting.boards]))
    store.close()


if __name__ == "__main__":
    run(main)
