"""Makes the first inputs of every target from what the games have: ``python -m tests.fuzz.seeds``.

A fuzzer finds the rest; ``python -m tests.fuzz --minimise`` keeps what adds something.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from outwit.arena.manifest import Manifest, SprtTerms
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import KINDS, Pairing, Schedule
from outwit.arena.store import FinishedGame, create_store
from outwit.arena.timecontrol import TimeControl
from outwit.assignments.assignment import assignment_of
from outwit.client.online import COLORS
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadFile
from outwit.players.dialect import DIALECTS
from outwit.players.roster import BotSpec
from outwit.records.jsonlines import to_json
from outwit.records.record import GameRecord, PlayedMove
from outwit.records.replay import from_position, option_text
from outwit.records.writer import write_record
from tests.fuzz.corpus import FOLDER, name_of
from tests.fuzz.heads import games
from tests.games.starts import starts

PLIES = (0, 6, 40)
# Of a network: rows, bias, outputs, their bias; each is repeated.
WEIGHTS = (
    b"\5\0",
    b"\x80\n\xff\x10\n\x80\0\n\xff\xff\xff\x7f",
    b"\x7f\x80\n\0\0\n\x80\xff\n\0\0\0\x80",
    b"\x01\xff\x10\xf0\n\x80\0\n\x7f\0\x81\xff\n\1\0\0\0",
    b"\x7f",
)


def main() -> None:
    """Write all first inputs."""
    for name, made in MADE.items():
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        for data in made():
            (folder / name_of(data)).write_bytes(data)


def positions_of(game: Game) -> Iterator[Position]:
    """Play at random from every start that tests know."""
    rng = Random(game.name)
    for options in starts(game):
        for plies in PLIES:
            position = game.start(**options)
            for _ in range(plies):
                if position.is_over:
                    break
                position.play(rng.choice(sorted(position.legal_moves)))
            yield position


def head(game: Game, position: Position, *words: str) -> bytes:
    options = (f"{name}={option_text(value)}" for name, value in position.options.items())
    return f"{' '.join([game.name, *words, *options])}\n".encode()


def position_texts() -> Iterator[bytes]:
    for game in games():
        for position in positions_of(game):
            yield head(game, position) + position.text.encode()


def board_files() -> Iterator[bytes]:
    for game in games():
        for position in positions_of(game):
            try:
                data = position.to_file()
            except BadFile:
                break
            for word in ("first", "-"):
                yield head(game, position, word) + data


def some_records() -> Iterator[GameRecord]:
    for game in games():
        for position in positions_of(game):
            yield from_position(game, position, ("Ann", "Bo \u00e9"))
    rich = PlayedMove("b7", 0.25, 59.5, "+1.23", 8, "a {good} move")
    yield GameRecord(
        games()[0].name,
        ('"A"', "\\"),
        "",
        {"limit": "3"},
        (rich, PlayedMove("c3 d4", score="#-3"), PlayedMove("1-0")),
        "1-0",
        "resigned",
        {"Date": "2024", "two words": "x=y"},
        "on the  game",
    )


def record_files() -> Iterator[bytes]:
    for record in some_records():
        if len(record.moves) <= 40:
            yield write_record(record).encode()
            yield f"{to_json(record)}\n".encode()


def protocol_lines() -> Iterator[bytes]:
    for game in games():
        start = game.start()
        moves = []
        for _ in range(4):
            moves.append(str(next(iter(start.legal_moves))))
            start.play(moves[-1])
        for dialect in DIALECTS:
            answers = [
                f"id name x\noption name Seed type spin default 1\n{dialect}ok\n",
                "",
                "readyok\n",
                *(
                    f"info depth 3 score cp -{n} nodes 3 pv {move}\nbestmove {move} ponder x\n"
                    for n, move in enumerate(moves)
                ),
            ]
            yield f"bot {dialect} {game.name}\n".encode() + "\0".join(answers).encode()
        text = game.start().text
        lines = [
            game_dialect(game),
            "isready",
            "setoption name Hash value 2",
            "setoption name MultiPV value 3",
            *(f"setoption name {option.name} value 5" for option in game.options),
            f"position fen {text} moves {' '.join(moves)}",
            "go movetime 10 searchmoves a b",
            "position startpos",
            f"moves {moves[0]}",
            "go wtime 1000 btime 1000 winc 1 binc 1 depth 2 nodes 5",
            "query gameover",
            "query result",
            "go infinite",
            "stop",
        ]
        yield f"engine {game_dialect(game)} {game.name}\n{chr(10).join(lines)}\n".encode()
        for program in assignment_of(game).conversations:
            for position in (game.start(), start):
                yield f"text {game.name} {program}\n{position}\n".encode()
                after = position.copy()
                after.play(next(iter(after.legal_moves)))
                yield f"text {game.name} {program}\n{after}\n".encode()


def game_dialect(game: Game) -> str:
    return next(iter(game.parts.protocols), "ugi")


def socket_messages() -> Iterator[bytes]:
    for game in games():
        move = next(iter(game.start().legal_moves))
        page = [
            {"t": "move", "n": 0, "m": move},
            {"t": "sync", "flipped": True},
            {"t": "ping"},
            {"t": "chat", "text": "hello \u00e9"},
            *({"t": kind} for kind in ("resign", "draw", "takeback", "decline", "hint")),
        ]
        bot = [
            {"type": "move", "move": move, "ply": 0, "offeringDraw": True},
            {"type": "move", "move": move},
            {"type": "chat", "text": "hello"},
            {"type": "draw", "accept": True},
            {"type": "takeback", "accept": False},
            {"type": "resign"},
            {"type": "abort"},
        ]
        for kind, messages in (("page", page), ("bot", bot)):
            lines = "\n".join(map(json.dumps, messages))
            yield f"{kind} {game.name}\n{lines}".encode()
    yield b'news\n{"t": "ping"}\n{"t": "other"}'
    terms = {
        "game": games()[0].name,
        "options": {"limit": "3"},
        "color": "first",
        "rated": False,
        "clock.limit": 60,
        "clock.increment": 0.5,
    }
    yield b"json Terms\n" + json.dumps(terms).encode()
    yield f"form Terms\ngame={games()[0].name}&option.rows=5&clock.move=2.5&rated=true".encode()
    yield b'json Played\n{"games": "a,b", "speeds": "blitz", "rated": null, "variants": true}'
    yield b"form Said\ntext=hello+%C3%A9&room=player"
    yield b'json Declined\n{"reason": "it is busy"}'


def manifests() -> Iterator[Manifest]:
    bots = (
        BotSpec("a", "random"),
        BotSpec("b", "engine", settings=(("level", "3"),)),
        BotSpec("c", "file", ("python3", "bot.py"), memory=64, reads=("/tmp",)),
    )
    for number, kind in enumerate(KINDS):
        game = games()[number % len(games())]
        yield Manifest(
            "cup",
            game.name,
            bots,
            Schedule(kind, len(bots), rounds=2, pairs=2, joined=(1,)),
            Terms(TimeControl(game=60.0, increment=0.5)),
            Book(plies=2, options=(("x", "1"),)),
            7,
            left_out=(("d", "why"),),
        )
    yield Manifest(
        "test",
        games()[0].name,
        bots[:2],
        Schedule("round-robin", 2, pairs=3),
        Terms(TimeControl(move=0.1)),
        Book(texts=(games()[0].start().text,)),
        1,
        SprtTerms(0.0, 5.0),
    )


def finished_games(manifest: Manifest) -> list[FinishedGame]:
    game = next(game for game in games() if game.name == manifest.game)
    record = from_position(game, game.start(), ("a", "b"), result="1-0", termination="resigned")
    forfeit = record.replace(termination="bot-crash", tags={"Fault": "it ended"})
    return [
        FinishedGame(Pairing(0, 0, 0, 1, 0), "1-0", "resigned", 9, None, write_record(record)),
        FinishedGame(Pairing(1, 0, 1, 0, 0), "1-0", "bot-crash", 0, 0, write_record(forfeit)),
    ]


def tournament_files() -> Iterator[bytes]:
    for manifest in manifests():
        rows = [
            [
                *(getattr(game.pairing, name) for name in Pairing.fields),
                *(game.result, game.termination, game.plies, game.fault_of, game.record),
            ]
            for game in finished_games(manifest)
        ]
        lines = [json.dumps(json.loads(manifest.to_json())), *map(json.dumps, rows)]
        yield "\n".join(lines).encode()
    yield small_database(next(manifests()))
    for game in games():
        yield f"openings {game.name}\n# some\n{game.start().text}\n".encode()
    for text in ("60+0.5", "0.1/move", "unlimited", "60"):
        yield f"time\n{text}".encode()
    yield (
        b"bots\n[[bot]]\nkind = 'engine'\nsettings = {level = 3, time = 0.5}\n"
        b"[[bot]]\nname = 'mine'\nkind = 'file'\ncommand = 'python3 bot.py'\nmemory = 64\n"
        b"processes = 3\nreads = ['/tmp']\nfolder = '/tmp'\n"
    )


def small_database(manifest: Manifest) -> bytes:
    """Return a tournament's file of small pages."""
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "cup.db")
        with closing(create_store(path, manifest)) as store:
            store.add(finished_games(manifest))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("pragma journal_mode = delete")
            connection.execute("pragma page_size = 512")
            connection.execute("vacuum")
        return Path(path).read_bytes()


def networks() -> Iterator[bytes]:
    for game in games():
        features = game.parts.features
        if features is None:
            continue
        facts = {
            "format": "outwit network 2",
            "slots": features.slots,
            "states": features.states,
            "buckets": features.buckets,
            "hidden": 8,
            "scale": 400,
            "corrects": features.corrects,
            "game": game.name,
        }
        first = json.dumps(facts).encode()
        for weights in WEIGHTS:
            yield f"{game.name} raw\n".encode() + first + b"\n" + weights
        yield f"{game.name}\n".encode() + first + b"\nxyz"


def portal_lines() -> Iterator[bytes]:
    clock = {"show": "60+0.5"}
    for game in games():
        position = next(iter(positions_of(game)))
        told = {
            "id": "key",
            "game": game.name,
            "options": {name: option_text(value) for name, value in position.options.items()},
            "timeControl": clock,
        }
        challenge = {
            **told,
            "rated": False,
            "speed": "blitz",
            "challenger": {"username": "Ann", "title": None},
        }
        events: list[dict[str, object]] = [
            {"type": "gameStart", "game": {"id": "key"}},
            {"type": "challenge", "challenge": challenge},
        ]
        yield b"events\n" + b"".join(json.dumps(event).encode() + b"\n\n" for event in events)
        move = str(next(iter(position.legal_moves)))
        state = {
            "type": "gameState",
            "moves": "",
            "winner": None,
            "status": "started",
            "sentence": "a",
            "turn": "first",
            **{f"{side}{what}": False for side in COLORS for what in ("Draw", "Takeback")},
            **{f"{side}Time": 60_000 for side in COLORS},
        }
        full = {
            "type": "gameFull",
            **told,
            "color": "first",
            "second": None,
            "start": position.beginning,
            "state": state,
        }
        lines = (full, {**state, "moves": move}, {**state, "winner": "second", "status": "mate"})
        yield b"game\n" + b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    yield b'answer 400\n{"code": "stale-ply", "error": "late"}'
    yield b'answer 200\n{"id": "key"}'
    yield b'answer 500\n{"code": "bots-refused"}'
    yield b"answer 429\n[]"


MADE = {
    "boards": board_files,
    "networks": networks,
    "portals": portal_lines,
    "positions": position_texts,
    "protocols": protocol_lines,
    "records": record_files,
    "sockets": socket_messages,
    "tournaments": tournament_files,
}

if __name__ == "__main__":
    main()
