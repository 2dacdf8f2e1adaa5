"""The steps ``boards`` and ``match`` of the command line: networks from many games at once."""

from __future__ import annotations

import argparse
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.research.commands import carry_out, say
from outwit.research.training.boards.generations import (
    features_on_boards,
    read_network,
    train_on_boards,
)
from outwit.research.training.boards.kernel import torch_kernel
from outwit.research.training.boards.match import play_match
from outwit.research.training.boards.settings import Lesson, ManyGames
from outwit.research.training.boards.tables import tables_of
from outwit.research.training.options import add_options, chosen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAYING = {
    "boards": "how many games are played at once",
    "rounds": "how often, for each generation",
    "nodes": "positions after which a search goes no deeper; it stops at three times as many",
    "futility": "hundredths a ply by which a position may look better or worse and is searched",
    "plies": "random moves of an opening, at least",
    "most_plies": "random moves of an opening, at most",
    "hopeful": "draw random moves of an opening among the hopeful ones alone",
    "balance": "hundredths beyond which an opening is drawn again; 0: never",
    "decided": "hundredths that decide a game",
    "exploration": "share of moves that are drawn among those that look best",
    "side_lines": "share of positions after which a random move is learned from, too",
    "network": "the network that plays first, if not the game's own",
}
LEARNING = {
    "hidden": "width of the hidden layer, a multiple of 8",
    "millions": "millions of positions that a generation learns from",
    "remembered": "generations whose positions are learned from",
    "batch": "positions a step",
    "rate": "how fast to learn at most",
    "decay": "how fast rows of features shrink, for each step as a share of the rate",
    "td_lambda": "what a later value of the game weighs beside the one before it",
    "result_share": "share of the game's further course in what is learned",
    "power": "power of a mistake in the loss",
    "going_on": "begin with the weights of the network that played, not with new ones",
    "coarse": "rows of features in a smaller share of the positions are stored coarsely; 0: none",
}


# The settings of self-play that a match has, too.
IN_A_MATCH = ("nodes", "futility", "plies", "most_plies", "balance")
OPENINGS_OF_A_MATCH = 2_048
# What PyTorch says of memory that is too small.
TOO_SMALL = ("out of memory", "not enough memory", "allocate memory")
# What a network may get of an opening that is played twice.
PAIRS = ("0", "½", "1", "1½", "2")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line of ``boards``."""
    parser = argparse.ArgumentParser(
        "python -m outwit.research.training boards",
        description="Make networks from many games that a graphics processor plays at once.",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--folder", help="where networks are kept (default: training/GAME/boards)")
    parser.add_argument(
        "--generations",
        type=int,
        default=3,
        help="networks to make, each from games of the one before (default: 3)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed, other games and weights (default: 1)"
    )
    add_options(parser.add_argument_group("self-play"), ManyGames, PLAYING)
    add_options(parser.add_argument_group("training"), Lesson, LEARNING)
    words = parser.parse_args(arguments)
    words.folder = words.folder or os.path.join("training", words.game, "boards")
    return words


def parse_match(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line of ``match``."""
    parser = argparse.ArgumentParser(
        "python -m outwit.research.training match",
        description="Let two networks play each other on many boards, with as many nodes a move. "
        "The first one says which openings are in balance.",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("first", metavar="NETWORK", help="a network's file")
    parser.add_argument(
        "second", metavar="OTHER", nargs="?", help="the other's file; the game's own if not given"
    )
    parser.add_argument(
        "--boards",
        type=int,
        default=OPENINGS_OF_A_MATCH,
        help="openings, each played with both colours (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="other openings (default: 1)")
    add_options(parser, ManyGames, {name: PLAYING[name] for name in IN_A_MATCH})
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Make networks and return the exit status."""
    words = parse(arguments)
    return carry_out(lambda: make(words))


def main_of_match(arguments: Sequence[str]) -> int:
    """Play a match and return the exit status."""
    words = parse_match(arguments)
    return carry_out(lambda: match(words), stopped="stopped; of a match nothing is kept")


def make(words: argparse.Namespace) -> None:
    """Make the networks, or go on where it was stopped; raise UsageError if memory is too small."""
    with memory_errors_told(f"{words.boards} boards or batches of {words.batch}"):
        train_on_boards(
            ManyGames(**chosen(words, ManyGames)),
            Lesson(**chosen(words, Lesson)),
            words.folder,
            generations=words.generations,
            report=say,
        )


def match(words: argparse.Namespace) -> None:
    """Play the match and say how it ended.

    Raise UsageError if a setting, the game or memory does not allow it, BadFile for a file that is
    no network of the game.
    """
    how = ManyGames(**chosen(words, ManyGames)).check()
    game = find_game(words.game)
    features = features_on_boards(game)
    paths = (words.first, features.network if words.second is None else words.second)
    networks = [read_network(path, features) for path in paths]
    kernel = torch_kernel(game)
    first, second = (tables_of(network, kernel.arrays) for network in networks)
    with memory_errors_told(f"{how.boards} boards"):
        pairs = play_match(kernel, first, second, how)
    counts = ", ".join(
        f"{number} × {points}" for number, points in zip(pairs.counts, PAIRS, strict=True)
    )
    say(f"{paths[0]} against {paths[1]}: {pairs.score:.1%}, Elo {pairs.elo}, pairs {counts}")


@contextmanager
def memory_errors_told(what: str) -> Iterator[None]:
    """Raise UsageError if something does not fit into memory."""
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        # PyTorch has no error of its own for the memory of the host.
        if isinstance(error, RuntimeError) and not any(each in str(error) for each in TOO_SMALL):
            raise
        raise UsageError(f"{what} do not fit into memory: use fewer") from None
