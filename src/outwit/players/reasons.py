"""Reasons for a move, in plain words: what it wins, threatens and prevents, and nothing else.

Every sentence follows from the rules alone, by looking at all replies to a move and all answers to
these. Only a forced end and the line expected are the engine's word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median_low

from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.reasons import Reasons
from outwit.core.value import Value
from outwit.engine.score import Score

# Most sentences of a hint.
MOST_SENTENCES = 2
# Most pairs of a move and an answer that are looked at; positions with more get fewer reasons.
MOST_PAIRS = 10_000
WINS = "It wins at once: {reason}."
DRAWS = "It ends the game in a draw: {reason}."
FORCED = "It wins in at most {moves} moves, whatever the answers are."
LOST = "Every move loses against the best answers."
ALONE = "It is the only legal move."
ONLY = "After every other move, the other side wins at once."
STOPS = "It stops a threat: {move}."
THREATENS = "It threatens to win: {move}."
PREVENTS = "It prevents this answer: {move}."
KEEPS = "No answer to it wins anything; after most other moves one does."
LESS = "After most other moves, an answer takes more."
GREEDY = "No other move wins as much at once."
NONE = "No single reason stands out: the engine prefers what follows."


class Reason(Value):
    """A sentence, the kind of its fact, and the number and the answer in it if there are any."""

    kind: str
    sentence: str
    number: int = 0
    answer: str = ""


class Answer(Value):
    """An answer to a move: whether it wins at once, and how much it takes from the mover."""

    wins: bool
    cost: int


class Answers(Value):
    """The answers to a move, by their numbers, and how much the move itself wins."""

    gain: int
    each: dict[int, Answer]

    @property
    def dearest(self) -> int:
        """Return the most that an answer takes."""
        return max((answer.cost for answer in self.each.values()), default=0)

    @property
    def net(self) -> int:
        """Return what the move and the answer that takes most leave of the gain."""
        return self.gain - self.dearest

    @property
    def wins(self) -> list[int]:
        """Return the numbers of the answers that win at once."""
        return [number for number, answer in self.each.items() if answer.wins]

    @property
    def loses(self) -> bool:
        """Tell whether an answer wins at once."""
        return any(answer.wins for answer in self.each.values())


def explain(
    position: Position, move: str, score: Score | None = None, line: Sequence[str] = ()
) -> str:
    """Return the reasons for a move as one text, which also says if there are none.

    >>> import outwit
    >>> position = outwit.game("ataxx").position("2ooo2/7/3x3/7/7/7/o6 x 0 1")
    >>> explain(position, "d6").partition(". ")[0]
    'It wins 4 stones, and no answer takes any of your stones'
    """
    found = reasons_for(position, move, score, line)
    return " ".join(reason.sentence for reason in found) or NONE


def reasons_for(
    position: Position, move: str, score: Score | None = None, line: Sequence[str] = ()
) -> tuple[Reason, ...]:
    """Return true reasons for a legal move, the most important first; none if there are none.

    Args:
        position: The position before the move.
        move: The text of the move.
        score: The engine's score of the position, if the move is its best.
        line: The moves that the engine expects, this one first.
    """
    after = position.after(move)
    if after.is_over:
        return ended(position, after, score)
    found = []
    if position.count_moves() == 1:
        found.append(Reason("alone", ALONE))
    if score is not None and (moves := score.moves_to_win) is not None and moves > 1:
        found.append(Reason("forced", FORCED.format(moves=moves), moves))
    if score is not None and score.moves_to_loss is not None:
        found.append(Reason("lost", LOST))
    game = position.game.parts.reasons
    best: list[Reason] = []
    if after.turn != position.turn and position.count_moves() * after.count_moves() <= MOST_PAIRS:
        said, best = compared(position, position.move(move), game)
        found += said
    if game.facts is not None:
        facts = game.facts(position, position.move(move), after)
        found += [Reason("fact", sentence) for sentence in facts]
    found += best
    if not found:
        found += ahead(position, line, game)
    return tuple(found[:MOST_SENTENCES])


def ended(position: Position, after: Position, score: Score | None) -> tuple[Reason, ...]:
    """Return the reason for a move that ends the game."""
    outcome = after.outcome
    if outcome is None:
        return ()
    if outcome.winner == 1 - position.turn:
        is_lost = score is not None and score.moves_to_loss is not None
        return (Reason("lost", LOST),) if is_lost else ()
    kind, sentence = ("draws", DRAWS) if outcome.winner is None else ("wins", WINS)
    return (Reason(kind, sentence.format(reason=outcome.termination.reason)),)


def compared(position: Position, move: Move, game: Reasons) -> tuple[list[Reason], list[Reason]]:
    """Return what a move prevents, threatens and wins, and in what it is the best of all moves."""
    after = position.after(move)
    own = answers_to(position, move.number, game)
    others = {
        number: answers_to(position, number, game)
        for number in position.legal_numbers
        if number != move.number
    }
    found: list[Reason] = []
    if others and not own.loses:
        found += stopped(position, others)
    threat = None if own.loses else threat_of(after)
    if threat is not None:
        said = THREATENS.format(move=threat.label)
        found.append(Reason("threatens", said, answer=threat.text))
    if game.holding is None or own.loses:
        return found, []
    if own.net > 0:
        kind, pair = ("partly", game.partly) if own.dearest > 0 else ("safe", game.safe)
        found += counted(kind, pair, own.net)
    if not others:
        return found, []
    if not found and own.dearest < 1:
        found += prevented(position, others)
    return found, outstanding(own, list(others.values()), game)


def stopped(position: Position, others: dict[int, Answers]) -> list[Reason]:
    """Return which win of the other side a move stops, after which nobody wins at once."""
    losing = [number for number, each in others.items() if each.loses]
    found = [Reason("only", ONLY)] if len(losing) == len(others) else []
    wins = Counter(answer for each in others.values() for answer in each.wins)
    if wins:
        (number, count), *_ = wins.most_common(1)
        if 2 * count >= len(others):
            # The label is that of a position in which the answer wins.
            first = next(one for one in losing if number in others[one].wins)
            answer = answer_of(position, first, number)
            found.append(Reason("stops", STOPS.format(move=answer.label), answer=answer.text))
    return found


def outstanding(own: Answers, others: list[Answers], game: Reasons) -> list[Reason]:
    """Return in what a move is better than others, the most telling first."""
    found = []
    best = max((each.net for each in others if not each.loses), default=own.net)
    if game.most and own.net > best:
        found.append(Reason("most", game.most))
    if own.gain > max(0, *(each.gain for each in others)):
        found.append(Reason("greedy", GREEDY))
    worse = sum(each.dearest > own.dearest for each in others)
    if 2 * worse > len(others):
        found.append(Reason("less", LESS))
    return found[:1]


def prevented(position: Position, others: dict[int, Answers]) -> list[Reason]:
    """Return what a move, after which nothing is taken, keeps the other side from taking."""
    costs: dict[int, list[int]] = {}
    for each in others.values():
        for number, answer in each.each.items():
            if answer.cost > 0:
                costs.setdefault(number, []).append(answer.cost)
    common = [number for number, found in costs.items() if 2 * len(found) >= len(others)]
    if common:
        number = max(common, key=lambda each: (median_low(costs[each]), len(costs[each]), -each))
        usual = median_low(costs[number])
        first = next(
            one
            for one, each in others.items()
            if number in each.each and each.each[number].cost == usual
        )
        move = answer_of(position, first, number)
        return [Reason("prevents", PREVENTS.format(move=move.label), answer=move.text)]
    losing = sum(each.dearest > 0 for each in others.values())
    return [Reason("keeps", KEEPS)] if 2 * losing > len(others) else []


def ahead(position: Position, line: Sequence[str], game: Reasons) -> list[Reason]:
    """Return what the mover wins by the end of a line; the other side has its last move."""
    plies = len(line) // 2 * 2
    if game.holding is None or not plies:
        return []
    end = position.copy()
    for move in line[:plies]:
        end.play(move)
    gain = game.holding(end, position.turn) - game.holding(position, position.turn)
    return counted("ahead", game.ahead, gain) if gain > 0 else []


def counted(kind: str, pair: tuple[str, str], number: int) -> list[Reason]:
    """Return a reason with a number in it, none if the game has no words for it."""
    sentence = pair[0 if number == 1 else 1]
    return [Reason(kind, sentence.format(number=number), number)] if sentence else []


def answers_to(position: Position, move: int, game: Reasons) -> Answers:
    """Look at all answers to a move."""
    side, holding = position.turn, game.holding
    line = position.copy()
    line.play_number(move)
    has = 0 if holding is None else holding(line, side)
    gain = 0 if holding is None else has - holding(position, side)
    each = {}
    for number in line.legal_numbers:
        line.play_number(number)
        outcome = line.outcome
        wins = outcome is not None and outcome.winner == 1 - side
        each[number] = Answer(wins, 0 if holding is None else has - holding(line, side))
        line.undo_number()
    return Answers(gain, each)


def answer_of(position: Position, move: int, answer: int) -> Move:
    """Return an answer to a move, which knows its label."""
    line = position.copy()
    line.play_number(move)
    line.play_number(answer)
    return line.undo()


def threat_of(position: Position) -> Move | None:
    """Return a move that wins at once after at least half of the replies in a position.

    None if there is none, or if the other side moves after a reply.
    """
    line = position.copy()
    wins: Counter[int] = Counter()
    after: dict[int, int] = {}
    replies = line.legal_numbers
    for reply in replies:
        line.play_number(reply)
        side = line.turn
        for number in () if side == position.turn else line.legal_numbers:
            line.play_number(number)
            outcome = line.outcome
            line.undo_number()
            if outcome is not None and outcome.winner == side:
                wins[number] += 1
                after.setdefault(number, reply)
        line.undo_number()
    if not wins:
        return None
    (number, count), *_ = wins.most_common(1)
    return answer_of(position, after[number], number) if 2 * count >= len(replies) else None
