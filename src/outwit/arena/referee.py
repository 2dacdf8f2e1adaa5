"""The referee: plays a game between two players and checks what they do."""

from __future__ import annotations

from time import perf_counter

from outwit.arena.adjudication import Adjudication, Adjudicator
from outwit.arena.timecontrol import GameClock, TimeControl
from outwit.core.game import Game
from outwit.core.picker import play_on
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import BotFault, BotIllegal, BotTimeout, IllegalMove
from outwit.players.player import Player, Thought
from outwit.records.parser import move_alone
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, GameRecord, PlayedMove
from outwit.records.replay import option_text

LONGEST_EVIDENCE = 4_000
NO_THOUGHT = Thought()


class Terms(Value):
    """The time control and the adjudication of a game."""

    time: TimeControl = TimeControl()
    adjudication: Adjudication = Adjudication()


class Referee:
    """Plays games of one game on the same terms."""

    def __init__(self, game: Game, terms: Terms) -> None:
        self.game = game
        self.terms = terms

    def play(
        self, start: Position, players: tuple[Player, Player], tags: dict[str, str]
    ) -> GameRecord:
        """Play a game from a position, which is changed, and return its record.

        A player at fault forfeits the game. The record has the fault as its termination and the
        evidence as tags.
        """
        moves: list[PlayedMove] = []
        text = start.text
        why, winner, evidence = self.play_to_end(start, players, moves)
        result = DRAWN if winner is None else (FIRST_WON, SECOND_WON)[winner]
        if not moves:
            moves = list(map(move_alone, start.played))
        names = (players[0].name, players[1].name)
        options = {name: option_text(value) for name, value in start.options.items()}
        return GameRecord(
            self.game.name, names, text, options, tuple(moves), result, why, {**tags, **evidence}
        )

    def play_to_end(
        self, position: Position, players: tuple[Player, Player], moves: list[PlayedMove]
    ) -> tuple[str, int | None, dict[str, str]]:
        """Play to the end; return termination, winner (None for a draw) and tags of a fault."""
        for side, player in enumerate(players):
            try:
                player.begin(position)
            except BotFault as fault:
                return fault.code, 1 - side, self.fault_tags(fault, side, position)
        rules = self.terms.adjudication
        first, second = players[0].picker, players[1].picker
        if (
            first is not None
            and second is not None
            and self.terms.time.is_unlimited
            and not rules.solver_nodes
        ):
            play_on(position, first, second, rules.plies)
        clock, adjudicator = GameClock(self.terms.time), Adjudicator(rules)
        while (outcome := position.outcome) is None:
            if (verdict := adjudicator.verdict(position)) is not None:
                return *verdict, {}
            side = int(position.turn)
            try:
                moves.append(self.move(position, players[side], clock))
            except BotFault as fault:
                return fault.code, 1 - side, self.fault_tags(fault, side, position)
            adjudicator.observe(players[side].thought)
        winner = None if outcome.winner is None else int(outcome.winner)
        return outcome.termination.code, winner, {}

    def move(self, position: Position, player: Player, clock: GameClock) -> PlayedMove:
        """Ask a player for a move, check and play it; raise BotFault if it is late or illegal."""
        side = int(position.turn)
        timed = not self.terms.time.is_unlimited
        player.thought = None
        start = perf_counter()
        move = player.choose(position, clock.allowance())
        seconds = perf_counter() - start
        if not clock.spend(side, seconds):
            raise BotTimeout(f"{move[:40]!r} came after {seconds:.3f} s, too late")
        taken = round(seconds, 4) if timed else None
        left = round(clock.left[side], 3) if self.terms.time.game is not None else None
        try:
            position.play(move)
        except IllegalMove as error:
            raise BotIllegal(str(error), move=move) from None
        thought = player.thought or NO_THOUGHT
        return PlayedMove(move, taken, left, thought.score, thought.depth)

    def fault_tags(self, fault: BotFault, side: int, position: Position) -> dict[str, str]:
        """Return a fault and its evidence as tags of a record."""
        shown = {"Fault": str(fault), "FaultOf": self.game.sides[side], "Board": position.text}
        for name, text in fault.evidence.items():
            shown[name.title().replace(" ", "")] = text[-LONGEST_EVIDENCE:]
        return shown
