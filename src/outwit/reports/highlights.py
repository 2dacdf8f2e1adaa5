"""The games of a tournament that are worth watching: upsets, the longest, the closest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from unicodedata import normalize

from outwit.arena.store import Store
from outwit.core.printable import printable
from outwit.core.value import Value
from outwit.errors import BadRecord
from outwit.movies.evaluation import EVEN
from outwit.movies.film import Film
from outwit.movies.moments import share_of
from outwit.ratings.elo import expected_score
from outwit.ratings.rating import rate
from outwit.records.entry import Entry
from outwit.records.reader import read_entries
from outwit.reports.played import Played, played_in
from outwit.reports.summary import scores_of

UPSET, LONGEST, CLOSEST = "upset", "longest", "closest"
# Most games between equals that are searched for the closest one.
LOOKED_AT = 100
# Part of a file's name.
WORD = re.compile(r"[a-z0-9]+")
LONGEST_WORD = 24


class Highlight(Value):
    """A game to watch: what it is, why, and a name for its file without an ending."""

    kind: str
    why: str
    name: str
    film: Film


def highlights(store: Store, most: int, on_fault: Callable[[str], object]) -> Iterator[Highlight]:
    """Yield the best games, kinds in turn; ``on_fault`` is told of games that cannot be played."""
    finder = Finder(store, on_fault)
    queues = {UPSET: finder.upsets(), LONGEST: finder.longest(), CLOSEST: finder.closest()}
    taken: set[int] = set()
    while queues and len(taken) < most:
        for kind in tuple(queues):
            if len(taken) == most:
                return
            for game, film in queues[kind]:
                if game.number not in taken:
                    taken.add(game.number)
                    name = f"{len(taken):02}-{kind}-{finder.file_name(game)}"
                    yield Highlight(kind, finder.why(kind, game, film), name, film)
                    break
            else:
                del queues[kind]


class Finder:
    """Looks through the games of a tournament."""

    def __init__(self, store: Store, on_fault: Callable[[str], object]) -> None:
        self.store = store
        self.on_fault = on_fault
        self.names = [bot.name for bot in store.manifest.bots]
        self.elos = [rating.elo for rating in rate(scores_of(store), resamples=0)]
        self.faulty: set[int] = set()
        self.games = played_in(store)
        # A game that a bot forfeited is neither close nor an upset.
        self.fought = [game for game in self.games if game.fault_of is None]

    def upsets(self) -> Iterator[tuple[Played, Film]]:
        """Yield games that the lower rated player won, the greatest surprise first."""
        found = [game for game in self.fought if game.surprise(self.elos) > 0]
        return self.films(sorted(found, key=lambda game: (-game.surprise(self.elos), game.number)))

    def longest(self) -> Iterator[tuple[Played, Film]]:
        """Yield all games, the longest first."""
        return self.films(sorted(self.games, key=lambda game: (-game.plies, game.number)))

    def closest(self) -> Iterator[tuple[Played, Film]]:
        """Yield games between equals; those first in which neither was ahead by much."""
        equals = sorted(
            self.fought, key=lambda game: (abs(game.gap(self.elos)), -game.plies, game.number)
        )
        leads = {
            game.number: lead(game.gap(self.elos), film)
            for game, film in self.films(equals[:LOOKED_AT])
        }
        found = [game for game in equals if game.number in leads]
        return self.films(sorted(found, key=lambda game: (leads[game.number], game.number)))

    def films(self, games: list[Played]) -> Iterator[tuple[Played, Film]]:
        """Yield games with their films, without those that cannot be played."""
        for game in games:
            if game.number in self.faulty:
                continue
            text = self.store.record(game.number)
            found = next(read_entries(text.splitlines()), BadRecord("the record is empty"))
            try:
                if not isinstance(found, Entry):
                    raise found
                film = Film(found)
            except BadRecord as error:
                self.faulty.add(game.number)
                self.on_fault(f"game {game.number + 1}: {error}")
                continue
            yield game, film

    def why(self, kind: str, game: Played, film: Film) -> str:
        """Say in a few words why a game was chosen."""
        if kind == UPSET:
            winner = self.names[game.first if game.points > EVEN else game.second]
            by = game.surprise(self.elos)
            return f"{printable(winner, 60)} was rated {by:.0f} Elo lower"
        if kind == LONGEST:
            return f"{game.plies} moves"
        apart = f"the players are {abs(game.gap(self.elos)):.0f} Elo apart"
        return f"{apart}, and neither was ahead by much" if film.has_scores else apart

    def file_name(self, game: Played) -> str:
        """Return the winner and the loser as part of a file's name."""
        first, second = (slug(self.names[player], player) for player in (game.first, game.second))
        if game.points == EVEN:
            return f"{first}-draws-with-{second}"
        return f"{first}-beats-{second}" if game.points else f"{second}-beats-{first}"


def lead(gap: float, film: Film) -> float:
    """Return how unequal the players are, and how far from even their game was on average."""
    known = [abs(share_of(found) - EVEN) for found in film.evaluations if found is not None]
    # Of a game without scores, nothing is known.
    seen = sum(known) / len(known) if known else EVEN / 2
    return abs(expected_score(gap) - EVEN) + seen


def slug(name: str, player: int) -> str:
    """Return a name as part of a file's name; that of a player by number if nothing is left.

    >>> slug("Mary-Ann d'Été <b>", 3), slug("../..", 3)
    ('mary-ann-d-ete-b', 'player-4')
    """
    plain = normalize("NFKD", name[:200]).encode("ascii", "ignore").decode().lower()
    return "-".join(WORD.findall(plain))[:LONGEST_WORD].strip("-") or f"player-{player + 1}"
