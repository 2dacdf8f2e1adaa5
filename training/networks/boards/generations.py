"""Generations of networks: each plays the games that train the next one."""

from __future__ import annotations

import json
import os
import time
from random import Random
from typing import TYPE_CHECKING

from outwit.engine.network import LARGEST_FILE, load_network
from outwit.errors import BadFile, UsageError
from outwit.files import parse_json, read_bytes, write_bytes
from outwit.games import game as find_game
from training.networks.boards.kernel import many_boards_of, torch_kernel
from training.networks.boards.learner import Learner
from training.networks.boards.player import BoardPlayer
from training.networks.boards.positions import Positions, joined
from training.networks.boards.settings import Lesson, ManyGames
from training.networks.boards.tables import tables_of
from training.networks.dataset import features_of
from training.networks.exporting import coarsened, export
from training.networks.images import learn_images
from training.networks.played import NO_RESULT, PlayedGame, start_of
from training.networks.selfplay import SelfPlay, cannot_read, mark_of, opening
from training.networks.weights import weights_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from outwit.core.features import Features
    from outwit.core.game import Game
    from outwit.engine.network import Network

    Report = Callable[[str], object]

SETTINGS, GENERATION = "boards.json", "generation-"
# Random games by the rules, from which symmetries are learned.
RANDOM_GAMES = 1_000
MADE_BY = "python -m training.networks boards"


class Generations:
    """Trains one network after the other in a folder: ``generation-1.bin`` and so on.

    If the folder holds networks of the same settings, training continues after them.
    """

    def __init__(self, how: ManyGames, lesson: Lesson, folder: str, report: Report) -> None:
        """Raise UsageError if a setting makes no sense, or a file or program is missing."""
        self.how, self.lesson = how.check(), lesson.check()
        self.folder, self.report = folder, report
        self.game = find_game(how.game)
        self.features = features_on_boards(self.game)
        self.first = how.network or self.features.network
        self.start = read_network(self.first, self.features)
        self.kernel = torch_kernel(self.game)
        self._settle()
        self.player = BoardPlayer(self.kernel, how)
        self.images = learn_images(self.game, random_games(self.game, how))
        # By generation, the positions for training, and those held out.
        self.memory: list[tuple[list[Positions], Positions]] = []

    def path(self, generation: int) -> str:
        """Return where the network of a generation is kept, the first being the one given."""
        if not generation:
            return self.first
        return os.path.join(self.folder, f"{GENERATION}{generation}.bin")

    def make(self, generation: int) -> str:
        """Make the network of a generation with the one before, and return its path."""
        begun = time.monotonic()
        learned, held = self._play(generation)
        self.memory = [*self.memory, (learned, held)][-self.lesson.remembered :]
        sets = [positions for generation_sets, _ in self.memory for positions in generation_sets]
        held = joined([held for _, held in self.memory])
        number = sum(map(len, sets))
        if not number or not len(held):
            raise UsageError(f"{number + len(held)} positions are too few to learn from")
        # Each generation begins with different random weights.
        seed = self.how.seed + generation
        player = read_network(self.path(generation - 1), self.features)
        goes_on = self.lesson.going_on and player.hidden == self.lesson.hidden
        if self.lesson.going_on and not goes_on:
            self.report(
                f"generation {generation} begins with new weights: the network that played is "
                f"{player.hidden} wide, not {self.lesson.hidden}"
            )
        start = weights_of(player) if goes_on else None
        learner = Learner(self.kernel, self.features, self.images, self.lesson, seed, start)
        losses = learner.learn(sets, held, self.report)
        weights = learner.weights()
        counts = learner.counts(sets)
        weights.rows[counts == 0] = 0
        # Keep the scale of the first network's scores, because the search's margins rely on it.
        scale = max(1, round(self.start.scale * learner.ratio(weights_of(self.start), held)))
        facts: dict[str, object] = {
            "game": self.game.name,
            "generation": generation,
            **settings_of(self.how),
            **settings_of(self.lesson),
            "network": mark_of(self.path(generation - 1)),
            "scale": scale,
            "device": str(learner.device.type),
            "positions": number,
            "held_out": len(held),
            "features_kept": int((counts > 0).sum()),
            "losses": [round(loss, 6) for loss in losses],
            "made_by": MADE_BY,
            "measured": "each tenth of it",
        }
        weights = weights.replace(facts=facts)
        if self.lesson.coarse:
            # A feature is counted once for each symmetry.
            shares = counts / (number * len(self.images))
            weights = coarsened(weights, shares < self.lesson.coarse, self.lesson.coarse)
        path = self.path(generation)
        export(self.features, weights, path)
        self.report(
            f"generation {generation}: {path}, {os.path.getsize(path)} bytes, scale {scale}, "
            f"{time.monotonic() - begun:.0f} s"
        )
        return path

    def _play(self, generation: int) -> tuple[list[Positions], Positions]:
        """Play the rounds of a generation; return positions for training, and those held out."""
        tables = tables_of(
            read_network(self.path(generation - 1), self.features), self.kernel.arrays
        )
        parts = []
        for number in range(1, self.how.rounds + 1):
            begun = time.monotonic()
            played = self.player.play(tables, round_seed(self.how.seed, generation, number))
            positions = played.positions(self.lesson)
            parts.append(positions.parted())
            # Counting waits for the device, so the time is that of all the work.
            learned, held = map(len, parts[-1])
            self.report(
                f"generation {generation}, round {number}: {self.how.boards} games, "
                f"{played.moves} moves, {learned + held} positions, "
                f"{time.monotonic() - begun:.1f} s"
            )
        learned_sets, held_sets = zip(*parts, strict=True)
        return list(learned_sets), joined(held_sets)

    def _settle(self) -> None:
        """Write the settings into the folder; raise UsageError if others are there."""
        settings = {
            **settings_of(self.how),
            **settings_of(self.lesson),
            "network": mark_of(self.first),
        }
        path = os.path.join(self.folder, SETTINGS)
        if os.path.exists(self.folder) and not os.path.isdir(self.folder):
            raise UsageError(f"{self.folder!r} is no folder")
        try:
            os.makedirs(self.folder, exist_ok=True)
            if any(name.startswith(GENERATION) for name in os.listdir(self.folder)):
                compare(path, settings)
            else:
                # The folder holds no network, so it cannot have been made with other settings.
                write_bytes(path, json.dumps(settings, indent=1).encode() + b"\n")
        except OSError as error:
            raise UsageError(f"{path!r} cannot be written: {error.strerror or error}") from None


def compare(path: str, settings: Mapping[str, object]) -> None:
    """Raise UsageError if a file names other settings, BadFile if it names none."""
    try:
        known = parse_json(read_bytes(path, LARGEST_FILE))
    except FileNotFoundError:
        raise BadFile(
            f"{path!r} is missing: nothing says how the networks there were made"
        ) from None
    except BadFile as error:
        raise BadFile(f"{path!r} holds no settings: {error}") from None
    for key, value in settings.items():
        if not isinstance(known, dict) or known.get(key) != value:
            raise UsageError(f"{path!r} names other settings: {key} is not {value!r} there")


def train_on_boards(
    how: ManyGames,
    lesson: Lesson,
    folder: str,
    *,
    generations: int,
    report: Report = lambda _: None,
) -> list[str]:
    """Make networks up to a generation, and return the files of all, older ones included."""
    if generations < 1:
        raise UsageError(f"generations: {generations} is not from 1 on")
    line = Generations(how, lesson, folder, report)
    paths = []
    for generation in range(1, generations + 1):
        path = line.path(generation)
        if os.path.exists(path):
            read_network(path, line.features)
            report(f"generation {generation}: {path} is there already")
        elif later := [
            n for n in range(generation, generations + 1) if os.path.exists(line.path(n))
        ]:
            raise UsageError(f"there is no {path!r}, from which generation {later[0]} was made")
        paths.append(path if os.path.exists(path) else line.make(generation))
    return paths


def features_on_boards(game: Game) -> Features:
    """Return the features of a game; raise UsageError if its networks cannot run on many boards."""
    features = features_of(game)
    many_boards_of(game)
    if features.corrects:
        raise UsageError(f"{game.name}: its network corrects an evaluation, which many boards lack")
    return features


def read_network(path: str, features: Features) -> Network:
    """Return the network of a file; raise UsageError if there is none."""
    try:
        network = load_network(path, features)
    except OSError as error:
        raise cannot_read(path, error) from None
    if network is None:
        raise UsageError(f"there is no file {path!r}")
    return network


def settings_of(record: ManyGames | Lesson) -> dict[str, object]:
    """Return the settings of a record, defaults included."""
    return {name: getattr(record, name) for name in type(record).fields}


def round_seed(seed: int, generation: int, number: int) -> int:
    """Return a seed of its own for each round."""
    return Random(f"{seed}/{generation}/{number}").getrandbits(62)


def random_games(game: Game, how: ManyGames) -> Iterator[PlayedGame]:
    """Play random games by the rules."""
    opened = SelfPlay(game.name, plies=how.plies, most_plies=how.most_plies, seed=how.seed)
    rng = Random(how.seed)
    for number in range(RANDOM_GAMES):
        position = opening(game, opened, number)
        start = start_of(position)
        moves = []
        while position.outcome is None:
            numbers = sorted(position.legal_numbers)
            moves.append(rng.randrange(len(numbers)))
            position.play_number(numbers[moves[-1]])
        yield PlayedGame(start, tuple(moves), (0,) * len(moves), NO_RESULT)
