"""Follows a game of Jeson Mor by what was typed and by the boards that the program printed."""

from __future__ import annotations

import re

from outwit.assignments.exam import Mistake
from outwit.assignments.jesonmor.positions import drawn, played, restarted, unlike
from outwit.assignments.jesonmor.refusal import refusal
from outwit.assignments.jesonmor.screen import Owners, Screen, read_screens
from outwit.assignments.jesonmor.words import (
    SOMEBODY,
    Scores,
    plain_lines,
    read_counter,
    read_scores,
    read_winner,
)
from outwit.core.side import FIRST, SECOND
from outwit.core.value import Value
from outwit.games.jesonmor.rules import JesonMor
from outwit.geometry.squares import COLUMNS, name, split

TYPED = re.compile(r"([a-y])(\d{1,2})->([a-y])(\d{1,2})")
PLAYERS = ("the user", "the computer")
# What a mistake is about, by the beginning of our own refusal.
KINDS = {
    "place": "input",
    "No piece": "input",
    "Cannot": "input",
    "piece": "own",
    "Capturing": "protection",
    "archer": "archer",
    "knight move": "knight",
    "knight is": "blocked",
}
# The same in words for students.
REASONS = {
    "input": "it is no move of a piece of the user's on the board",
    "own": "a player's own piece stands there",
    "protection": "the first moves may not capture",
    "archer": "archers do not move so",
    "knight": "knights do not move so",
    "blocked": "another piece blocks the knight",
}


class Fault(Value):
    """A mistake, and what it is about."""

    kind: str
    mistake: Mistake


class Reply(Value):
    """A move of the computer, and the moves that it could choose from."""

    move: str
    legal: tuple[str, ...]


class Follower:
    """The game as far as it is known; whenever the program waits, it is the user's turn.

    Where a board cannot tell which of several moves was made, all are kept in mind. After a
    mistake the game goes on with the board that was printed.
    """

    def __init__(self, size: int, protection: int) -> None:
        self.size = size
        self.protection = protection
        self.owners: Owners = {}
        # What the position may be; nothing before the first board.
        self.positions: list[JesonMor] = []
        self.names = ("", "")
        self.over = False
        self.faults: list[Fault] = []
        self.replies: list[Reply] = []
        self.began_with_archers = False
        self.exchange = -1
        # The last board came as a surprise, so scores and the number of moves are not certain.
        self.is_guess = False
        # Lines of text that were there before somebody won.
        self.known: set[str] = set()

    @property
    def position(self) -> JesonMor:
        """Return the position, or one of those it may be."""
        return self.positions[0]

    @property
    def goes_on(self) -> bool:
        """Tell whether there is a next move."""
        return bool(self.positions) and not self.over and self.position.outcome is None

    def take(self, typed: str | None, printed: str, waits: bool) -> None:
        """Take what was typed, and what was printed until the program waited, or ended."""
        self.exchange += 1
        if self.over or typed is None:
            return
        screens = read_screens(printed, self.size)
        lines = plain_lines(printed)
        before = self.positions
        if not before:
            self.begin(screens, lines, waits)
        else:
            self.go_on(typed.rstrip("\r\n"), screens, lines, waits)
        if screens and self.positions:
            self.check_scores(before, lines)
        self.known.update(lines)

    def begin(self, screens: list[Screen], lines: list[str], waits: bool) -> None:
        """Take what is printed before anything is typed."""
        if not screens:
            self.fault("unseen", f"no board with {self.size} rows is shown at the start")
            self.over = not waits
            return
        first, last = screens[0], screens[-1]
        self.owners = first.owners()
        self.began_with_archers = any("A" in row for row in first.rows)
        self.check_look(first, lines)
        starts = [
            JesonMor.begin(self.size, self.protection, archers=archers) for archers in ("no", "yes")
        ]
        self.positions = [start for start in starts if first.shows(start, self.owners)]
        if not self.positions:
            what = "the game does not begin with the pieces on the two outer rows"
            self.fault("layout", what, drawn(starts[0]), first.text)
            self.positions = [self.as_shown(first)]
        if not last.shows(self.position, self.owners):
            self.fault("first", "the computer moves before the user", "", last.text)
            self.positions = [self.as_shown(last)]
        scores = read_scores(lines)
        if scores:
            self.names = scores[-1].names
        self.check_end(lines, waits)

    def check_look(self, screen: Screen, lines: list[str]) -> None:
        """Check what is around the first board."""
        letters = COLUMNS[: self.size]
        if all("".join(line.split()).lower() != letters for line in lines):
            self.fault("display", "no line names the columns", " ".join(letters))
        numbers = list(range(self.size, 0, -1))
        if screen.upside_down:
            self.fault("display", "row 1 is at the top; it should be at the bottom")
        elif list(screen.numbers) != numbers:
            expected = ", ".join(map(str, numbers))
            self.fault("display", "the rows are not numbered", expected, screen.text)
        middle = self.size // 2
        if screen.rows[middle][middle] == ".":
            self.fault("display", "the empty central square is no x", "x", screen.text)

    def go_on(self, typed: str, screens: list[Screen], lines: list[str], waits: bool) -> None:
        """Take what follows a line."""
        found = TYPED.fullmatch(typed)
        if found is None:
            self.refused("input", typed, "it is not of the form xy->xy", screens, waits)
            return
        origin, target = ((COLUMNS.index(found[i]), int(found[i + 1]) - 1) for i in (1, 3))
        reason = refusal(self.position, origin, target)
        if reason:
            kind = next(kind for start, kind in KINDS.items() if reason.startswith(start))
            self.refused(kind, typed, REASONS[kind], screens, waits)
            return
        move = name(*origin) + name(*target)
        self.made(move, typed, screens, lines, waits)

    def refused(
        self, kind: str, typed: str, reason: str, screens: list[Screen], waits: bool
    ) -> None:
        """Take what follows a line that is no legal move."""
        typed = typed[:40]
        if screens and not self.fitting(screens[-1], self.positions):
            what = f"{typed!r} is obeyed, although {reason}"
            self.fault(kind, what, drawn(self.position), screens[-1].text)
            self.positions = [self.as_shown(screens[-1])]
        if not waits:
            self.fault("ended", f"the program ends when {typed!r} is typed: {reason}")
            self.over = True

    def made(
        self, move: str, typed: str, screens: list[Screen], lines: list[str], waits: bool
    ) -> None:
        """Take what follows a legal move."""
        before = self.positions
        after = [played(p, move) for p in before if move in p.legal_moves]
        own = after[0]
        ends = own.outcome is not None
        if not screens and not (ends and not waits):
            if self.may_be_refused(move):
                return
            what = f"{typed} is a legal move, but no board shows that it was made"
            self.fault("moves" if waits else "ended", what, drawn(own))
            self.over = not waits
            return
        last = screens[-1] if screens else None
        if ends and (last is None or self.fitting(last, after)):
            self.positions = after
            self.check_end(lines, waits)
            return
        assert last is not None
        answers = [
            (played(p, reply), Reply(str(reply), tuple(map(str, p.legal_moves))))
            for p in after
            if p.outcome is None
            for reply in p.legal_moves
        ]
        fitting = [(p, reply) for p, reply in answers if last.shows(p, self.owners)]
        if fitting:
            self.positions = unlike([p for p, _ in fitting])
            self.replies.append(fitting[0][1])
            self.check_between(screens[:-1], [*before, *after, *self.positions], typed, own)
            self.check_end(lines, waits)
        elif self.fitting(last, after):
            self.stopped_after(typed, after, lines, waits)
        elif self.fitting(last, before):
            if not self.may_be_refused(move):
                what = f"{typed} is a legal move, but the program does not make it"
                self.fault("moves", what, drawn(own), last.text)
            self.check_end(lines, waits)
        else:
            self.surprised(typed, after, screens)

    def stopped_after(
        self, typed: str, after: list[JesonMor], lines: list[str], waits: bool
    ) -> None:
        """Take it that the user's move was the last one, although the game goes on."""
        if waits:
            self.fault("computer", f"after {typed} the computer does not move", "", drawn(after[0]))
            self.positions = [restarted(p, p.score, None) for p in after]
            return
        self.positions = after
        self.over = True
        if read_winner(self.news(lines), self.names) is None:
            self.fault("ended", f"the program ends after {typed}, although the game goes on")
        else:
            what = f"the program says that somebody has won after {typed}, but the game goes on"
            self.fault("win", what, self.status(after[0]), drawn(after[0]))

    def surprised(self, typed: str, after: list[JesonMor], screens: list[Screen]) -> None:
        """Take a last board that no legal moves lead to."""
        own, last = after[0], screens[-1]
        if own.outcome is not None:
            what = f"after {typed} the game is over, but the computer goes on"
            self.fault("win", what, self.status(own), last.text)
        elif self.fitting(last, [own]) or any(self.fitting(s, after) for s in screens):
            kind, what = self.unlawful(own, last)
            self.fault(kind, what, drawn(own), last.text)
        else:
            what = f"the board after {typed} is wrong"
            self.fault("moves", what, drawn(own), screens[0].text)
        self.positions = [self.as_shown(last, own)]

    def unlawful(self, position: JesonMor, screen: Screen) -> tuple[str, str]:
        """Return the kind of fault, and what the computer did instead of a legal move."""
        old = [row.upper() for row in position.rows()]
        new = [row.replace("x", ".") for row in screen.rows]
        size = self.size
        places = [(column, row) for row in range(size) for column in range(size)]
        left = [p for p in places if old[p[1]][p[0]] != "." and new[p[1]][p[0]] == "."]
        come = [
            p
            for p in places
            if new[p[1]][p[0]] != "."
            and (
                old[p[1]][p[0]] == "."
                or (
                    screen.owner(*p, self.owners) == SECOND
                    and position.rows()[p[1]][p[0]].isupper()
                )
            )
        ]
        if not left and not come:
            return "computer", "the computer does not move"
        if len(left) != 1 or len(come) != 1:
            return "reply", "the board after the computer's move is wrong"
        origin, target = ((column, size - 1 - row) for column, row in (left[0], come[0]))
        reason = refusal(position, origin, target)
        kind = next((kind for start, kind in KINDS.items() if reason.startswith(start)), "")
        why = REASONS.get(kind, "") if kind not in ("", "input") else "it may not"
        what = f"the computer moves {name(*origin)}->{name(*target)}, but {why}"
        return kind if kind in ("protection", "archer") else "reply", what

    def check_between(
        self, screens: list[Screen], known: list[JesonMor], typed: str, own: JesonMor
    ) -> None:
        """Check the boards that are printed before the last one."""
        for screen in screens:
            if not self.fitting(screen, known):
                what = f"a board printed after {typed} is wrong"
                self.fault("moves", what, drawn(own), screen.text)
                return

    def may_be_refused(self, move: str) -> bool:
        """Tell whether a move leaves the centre under protection.

        The assignment leaves open whether that is forbidden, or does not win.
        """
        position = self.position
        middle = name(self.size // 2, self.size // 2)
        return position.moves_made < self.protection and split(move)[0] == middle

    def check_end(self, lines: list[str], waits: bool) -> None:
        """Check that the program ends the game if it is over, and only then."""
        endings = [p for p in self.positions if p.outcome is not None]
        if len(endings) < len(self.positions):
            if not waits:
                self.over = True
                self.positions = [p for p in self.positions if p.outcome is None]
                said = read_winner(self.news(lines), self.names) is not None
                what = "the program ends the game, although it goes on"
                self.fault("win" if said else "ended", what, "", drawn(self.position))
            return
        self.over = True
        outcome = endings[0].outcome
        assert outcome is not None
        assert outcome.winner is not None
        kind = "stuck" if outcome.termination.code == "stuck" else "win"
        reason = self.status(endings[0])
        said_winner = read_winner(self.news(lines), self.names)
        if said_winner is None and waits:
            what = "the game is over, but the program asks for another move"
            self.fault(kind, what, reason, drawn(endings[0]))
        elif said_winner is None:
            self.fault(kind, "the program does not say who has won", reason, drawn(endings[0]))
        elif said_winner not in (SOMEBODY, outcome.winner):
            what = f"{PLAYERS[outcome.winner]} has won, not {PLAYERS[said_winner]}"
            self.fault(kind, what, reason, "\n".join(self.news(lines)[-5:]))

    def news(self, lines: list[str]) -> list[str]:
        """Return the lines that have not been printed before, or stand at the end."""
        tail = 4
        return [line for line in lines[:-tail] if line not in self.known] + lines[-tail:]

    def check_scores(self, before: list[JesonMor], lines: list[str]) -> None:
        """Check the scores and the number of moves, where the position is certain."""
        scores = read_scores(lines)
        if not scores:
            self.fault("score", "no scores of the two players are shown")
            return
        counter = read_counter(lines)
        if self.is_guess:
            self.is_guess = False
            self.positions = [restarted(self.position, scores[-1].values, counter)]
            return
        if any(p.score != self.position.score for p in self.positions):
            return
        if scores[-1].values != self.position.score:
            self.wrong_scores(scores[-1])
        if counter is not None and counter != self.position.moves_made:
            expected = str(self.position.moves_made)
            self.fault("counter", "the number of moves made is wrong", expected, str(counter))

    def wrong_scores(self, scores: Scores) -> None:
        """Note scores that are wrong."""
        shown, right = scores.values, self.position.score
        side = FIRST if shown[0] != right[0] else SECOND
        what = f"the score of {PLAYERS[side]} is wrong"
        self.fault("score", what, "{} and {}".format(*right), "{} and {}".format(*shown))

    def status(self, position: JesonMor) -> str:
        """Say how a game ended, for students."""
        outcome = position.outcome
        if outcome is None:
            return "the game goes on"
        assert outcome.winner is not None
        words = f"{PLAYERS[outcome.winner]} wins: {outcome.termination.reason}"
        if outcome.termination.code != "stuck":
            return words
        return f"{words}; {PLAYERS[position.turn]} cannot move, scores {position.score}"

    def fitting(self, screen: Screen, positions: list[JesonMor]) -> bool:
        """Tell whether a board shows one of these positions."""
        return any(screen.shows(position, self.owners) for position in positions)

    def as_shown(self, screen: Screen, like: JesonMor | None = None) -> JesonMor:
        """Return the position of a board, the user to move.

        Looks tell whose a piece is, or else the position before.
        """
        known = like or (self.positions[0] if self.positions else None)
        old = known.rows() if known is not None else []
        rows = []
        for i, row in enumerate(screen.rows):
            line = ""
            for column, letter in enumerate(row):
                owner = screen.owner(column, i, self.owners)
                if owner is None and old and old[i][column] != ".":
                    owner = int(old[i][column].islower())
                if owner is None:
                    owner = int(SECOND if old or i < self.size // 2 else FIRST)
                line += "." if letter in ".x" else letter.lower() if owner else letter
            rows.append(line)
        made = 0 if known is None else known.moves_made
        score = (0, 0) if known is None else known.score
        if like is not None:
            made += 1
        self.is_guess = known is not None
        return JesonMor(rows, FIRST, made, self.protection, score)

    def fault(self, kind: str, what: str, expected: str = "", found: str = "") -> None:
        """Note a mistake."""
        self.faults.append(Fault(kind, Mistake(what, expected, found, self.exchange)))
