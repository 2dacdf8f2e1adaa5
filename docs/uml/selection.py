"""What the diagram shows, and where. ``model`` checks that all of it exists in the code."""

from __future__ import annotations

from typing import NamedTuple


class Shown(NamedTuple):
    """A class, or a module of functions, with the members that matter most.

    ``place`` is the module below ``outwit``, then a colon and the class, if it is one.
    """

    place: str
    members: str = ""

    @property
    def key(self) -> str:
        """Return the name of the class, or the place of the module."""
        return self.place.rpartition(":")[2]


class Package(NamedTuple):
    """A box of the diagram: its corner, its size, and rows of what is in it; None is a gap."""

    name: str
    title: str
    left: int
    top: int
    width: int
    height: int
    rows: tuple[tuple[Shown | None, ...], ...]

    @property
    def shown(self) -> list[Shown]:
        """Return what is in it, row by row."""
        return [shown for row in self.rows for shown in row if shown is not None]


WIDTH = 1600
HEIGHT = 1000

# Frames lie off the grid of the lines, which else might run along them.
PACKAGES = (
    Package(
        "core",
        "what a game is",
        20,
        60,
        704,
        536,
        (
            (
                Shown("core.option:Option", "name default read"),
                Shown("core.game:Game", "name sides options parts start position load"),
                Shown("core.rules:Rules", "generate make unmake judge evaluate reflect"),
                Shown("core.move:Move", "text kind squares label changes"),
                Shown("core.board:Board", "rows columns squares at"),
            ),
            (
                Shown("core.parts:Parts", "bots tuning openings assignment"),
                Shown("core.outcome:Outcome", "winner termination"),
                Shown(
                    "core.position:Position",
                    "legal_moves legal_numbers play undo copy board outcome game",
                ),
                Shown("core.moves:LegalMoves"),
                Shown("core.board:Square", "name piece level mark"),
            ),
            (
                None,
                Shown("core.outcome:Termination", "code reason"),
                None,
                Shown("core.scripted:ScriptedPosition", "moves after result score"),
                Shown("core.piece:Piece", "letter name owner"),
            ),
        ),
    ),
    Package(
        "games",
        "one folder each",
        20,
        628,
        704,
        328,
        (
            (
                Shown("games.advance.movement:Movement", "walk in_danger exposes"),
                Shown("games.ataxx.rules:Ataxx", "score piece"),
                Shown("games.jesonmor.rules:JesonMor", "score moves_made"),
                Shown("games.push.rules:Push", "score loss"),
                Shown("games.santorini.rules:Santorini", "workers height"),
            ),
            (
                Shown("games.advance.rules:Advance", "is_stuck at_limit"),
                Shown("games.advance.playouts:Playouts", "best compare"),
                Shown("games.advance.bots", "candidates level_7"),
                None,
                Shown("games.santorini.bots", "random heuristic"),
            ),
        ),
    ),
    Package(
        "players",
        "who plays",
        756,
        60,
        472,
        424,
        (
            (
                Shown("players.player:Thought", "score depth"),
                Shown("players.player:Player", "name thought begin choose close"),
                Shown("players.roster:BotSpec", "name kind command"),
            ),
            (
                Shown("players.random:RandomPlayer"),
                Shown("players.careful:CarefulPlayer"),
                Shown("players.bot:BotPlayer", "chooser"),
            ),
            (
                Shown("players.engine:EnginePlayer", "engine limits"),
                Shown("players.program:ProgramPlayer", "sandbox start ask"),
                Shown("process.running:RunningProgram", "write_line read_line close"),
            ),
            (
                Shown("players.levels:LevelPlayer", "level"),
                Shown("players.file_player:FilePlayer"),
                Shown("process.sandbox:Sandbox", "start kill"),
            ),
            (
                Shown("players.protocol_player:ProtocolPlayer"),
                Shown("players.text_player:TextPlayer"),
                None,
            ),
        ),
    ),
    Package(
        "engine",
        "one search for all games",
        756,
        500,
        472,
        120,
        (
            (
                Shown("engine.engine:Engine", "best analyse"),
                Shown("engine.rootsearch:RootSearch", "iterate line"),
                Shown("engine.alphabeta:AlphaBeta", "search quiesce"),
            ),
        ),
    ),
    Package(
        "assignments",
        "one folder each",
        756,
        636,
        472,
        320,
        (
            (
                Shown("assignments.push.program", "play ask"),
                Shown("assignments.console:Console", "line write decide"),
                Shown("assignments.ataxx.program:CommandSession", "carry_out undo think"),
            ),
            (
                Shown("assignments.advance.program", "play choose break_tie"),
                Shown("assignments.santorini.program", "play is_next"),
                Shown("assignments.ataxx.program", "play obey"),
            ),
            (
                Shown("assignments.jesonmor.program", "play ask"),
                Shown("assignments.conversation:Conversation", "opening listener tell"),
                Shown("assignments.assignment:Assignment", "program exam conversations marking"),
            ),
        ),
    ),
    Package(
        "arena",
        "where players meet",
        1260,
        60,
        320,
        896,
        (
            (
                Shown("arena.referee:Referee", "game terms play move"),
                Shown("arena.referee:Terms", "time adjudication"),
            ),
            (
                Shown("arena.adjudication:Adjudicator", "observe verdict"),
                Shown("arena.timecontrol:GameClock", "allowance spend"),
            ),
            (
                Shown("arena.worker:Worker", "play make_player"),
                Shown("arena.timecontrol:TimeControl", "move game increment"),
            ),
            (
                Shown("arena.executor:SerialExecutor", "worker"),
                Shown("arena.executor:ProcessExecutor", "workers"),
            ),
            (
                Shown("arena.executor:Executor", "submit collect close"),
                Shown("arena.cluster:RayExecutor"),
            ),
            (
                Shown("arena.tournament:Tournament", "run unplayed on_finished"),
                Shown("arena.sequential:SequentialTest", "add is_decided"),
            ),
            (
                Shown("arena.store:Store", "manifest add results"),
                Shown("arena.manifest:Manifest", "bots schedule terms seed"),
            ),
            (
                Shown("arena.schedule:Pairing", "first second opening"),
                Shown("arena.schedule:Schedule", "kind pairings"),
            ),
        ),
    ),
)

# Classes that have all methods of a protocol without naming it as their base.
REALISATIONS = (
    ("SerialExecutor", "Executor"),
    ("ProcessExecutor", "Executor"),
    ("RayExecutor", "Executor"),
)

# Who holds, makes or calls whom, and by which name, if not by that of the class. Inheritance is
# read from the code.
ASSOCIATIONS: tuple[tuple[str, str] | tuple[str, str, str], ...] = (
    ("Game", "Option"),
    ("Game", "Parts"),
    ("Game", "Position"),
    ("Position", "Outcome"),
    ("Position", "LegalMoves"),
    ("Position", "Board"),
    ("LegalMoves", "Move"),
    ("Outcome", "Termination"),
    ("Board", "Square"),
    ("Square", "Piece"),
    ("Playouts", "Advance"),
    ("games.advance.bots", "Advance"),
    ("games.santorini.bots", "Santorini"),
    ("Player", "Thought"),
    ("Player", "Position"),
    ("EnginePlayer", "Engine"),
    ("Engine", "RootSearch"),
    ("ProgramPlayer", "Sandbox"),
    ("RunningProgram", "Sandbox"),
    ("TextPlayer", "Conversation", "conversations"),
    ("Assignment", "Conversation"),
    ("Referee", "Player"),
    ("Referee", "Terms"),
    ("Referee", "Adjudicator"),
    ("Referee", "GameClock"),
    ("GameClock", "TimeControl"),
    ("Worker", "Referee"),
    ("Worker", "BotSpec"),
    ("SerialExecutor", "Worker"),
    ("Tournament", "Executor"),
    ("Tournament", "SequentialTest"),
    ("Tournament", "Store"),
    ("Store", "Manifest"),
    ("Manifest", "Schedule"),
    ("Schedule", "Pairing"),
    ("CommandSession", "Console"),
    ("CommandSession", "Engine"),
    ("assignments.ataxx.program", "CommandSession"),
    ("assignments.advance.program", "Console"),
    ("assignments.santorini.program", "Console"),
    ("assignments.jesonmor.program", "Console"),
    ("assignments.push.program", "Console"),
    ("assignments.advance.program", "Playouts"),
)
