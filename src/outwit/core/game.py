"""A game as a value: its facts, and the way to its positions."""

from __future__ import annotations

import sys

from outwit.core.argument import of_type, whole
from outwit.core.option import Option
from outwit.core.outcome import Outcome
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import Side
from outwit.core.suggestion import hint
from outwit.core.value import Value
from outwit.errors import BadFile, BadOption, BadPosition, GameFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.actions import Actions
    from outwit.core.position import Position


class LazyParts:
    """The field ``parts``: given as a value or as a function, always read as a value."""

    def __get__(self, game: Game | None, owner: type[Game]) -> Parts:
        """Return the parts of a game, loaded once; raise GameFault if they cannot be."""
        if game is None:
            return Parts()
        fields = vars(game)
        found: object = fields.setdefault("parts", Parts())
        if callable(found):
            try:
                found = fields["parts"] = found()
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                raise GameFault(f"the parts of {game.name} cannot be loaded: {reason}") from error
        if not isinstance(found, Parts):
            raise GameFault(f"the parts of {game.name} must be Parts, not {found!r}")
        return found

    def __set__(self, game: Game, parts: Parts | Callable[[], Parts]) -> None:
        """Say what a game may be made with; once made, it is frozen."""
        raise AttributeError(f"{type(game).__name__} is frozen: 'parts' cannot be set")


class Game(Value):
    """The facts of a game, and the way to its positions.

    Args:
        name: Its name in commands and files, such as ``push``.
        title: One line about it.
        sides: What the first and the second side are called.
        position_class: The class of its positions, which has the rules.
        options: The options of a start position.
        text_shows_end: False if the text of a finished game does not always show the end.
        pieces: The kinds of pieces.
        full_name: What people call it. Default: the name with a capital letter.
        unit: What ``position.score`` counts, such as "points", if the higher count wins. Default:
            empty, and no score is shown.
        parts: Bots, artwork, openings and the like, or a function that returns them.

    >>> import outwit
    >>> game = outwit.game("ataxx")
    >>> game.display_name, game.sides, [option.name for option in game.options]
    ('Ataxx', ('Red', 'Blue'), ['blocks', 'clock'])
    """

    name: str
    title: str
    sides: tuple[str, str]
    position_class: type[Position]
    options: tuple[Option, ...] = ()
    # False where the text of a finished game does not always show that it is finished.
    text_shows_end: bool = True
    pieces: tuple[Piece, ...] = ()
    # What people call the game, where its name with a capital letter will not do.
    full_name: str = ""
    # What ``position.score`` counts, such as "points", where the higher count wins; else nothing,
    # and boards are shown without a score.
    unit: str = ""
    # The parts besides the rules, or a function that loads it.
    parts: LazyParts = LazyParts()

    @property
    def display_name(self) -> str:
        """Return what people call the game."""
        return self.full_name or self.name.replace("_", " ").capitalize()

    def start(self, /, **options: object) -> Position:
        """Return a start position.

        Args:
            options: Options of the game, as values or texts. Default: the default of each.

        Raises:
            BadOption: The game has no such option, or the option no such value.

        >>> import outwit
        >>> outwit.game("advance").start().status
        'White to move'
        """
        position = self.position_class.begin(**{**self.defaults(), **self.read_options(options)})
        position._belong(self)
        return position

    def position(self, text: str, /, **options: object) -> Position:
        """Return the position of a text.

        Args:
            text: The text, as ``Position.text`` writes it.
            options: Options of the game; they must agree with the text.

        Raises:
            BadPosition: The text describes no position; the message names the field.
            BadOption: An option is unknown, has no such value or does not agree with the text.

        >>> import outwit
        >>> outwit.game("ataxx").position("x5o/7/7/7/7/7/o5x o 0 1").turn
        SECOND
        """
        if not isinstance(text, str):
            raise BadPosition(f"{self.name} position: {type(text).__name__} is no text")
        values = self.read_options(options)
        try:
            position = self.position_class.read(text, **{**self.rules(), **self._rules(values)})
        except BadPosition as error:
            raise BadPosition(f"{self.name} position: {error}") from None
        return self._agreeing(position, values)

    def load(self, data: bytes, side: Side | int | None = None, /, **options: object) -> Position:
        """Return the position of a file in the game's own format.

        Args:
            data: The contents of the file.
            side: The side to move; used only if the format does not tell.
            options: Options of the game; they must agree with the file.

        Raises:
            BadFile: The file is not in the game's format.
            BadOption: An option is unknown, has no such value or does not agree with the file.

        >>> import outwit
        >>> outwit.game("ataxx").load(b"?")
        Traceback (most recent call last):
        ...
        outwit.errors.BadFile: ataxx file: this game has no file format of its own
        """
        of_type("data", data, bytes, "the contents of a file, as bytes,")
        if side is not None:
            side = whole("side", side, 0, 1)
        values = self.read_options(options)
        rules = {**self.rules(), **self._rules(values)}
        try:
            position = self.position_class.from_file(data, side, **rules)
        except BadFile as error:
            raise BadFile(f"{self.name} file: {error}") from None
        return self._agreeing(position, values)

    def actions(self, /, **options: object) -> Actions:
        """Return the fixed numbers of all moves that can occur with some options.

        Args:
            options: Options of a start position. Default: the default of each.

        Raises:
            BadOption: The game has no such option, or the option no such value.
            GameFault: The game numbers no actions.

        >>> import outwit
        >>> outwit.game("ataxx").actions().size
        530
        """
        from outwit.core.actions import Actions

        return Actions(self.start(**options))

    def defaults(self) -> dict[str, object]:
        """Return every option with its default."""
        return {option.name: option.default for option in self.options}

    def rules(self) -> dict[str, object]:
        """Return the options that hold for the whole game, with their defaults."""
        return {option.name: option.default for option in self.options if option.rule}

    def read_options(self, options: dict[str, object]) -> dict[str, object]:
        """Return options, given as values or texts, as the game wants them."""
        known = {option.name: option for option in self.options}
        values = {}
        for name, value in options.items():
            if name not in known:
                others = hint(name, known, "it has") if known else "; it has no options"
                raise BadOption(f"{self.name} has no option {name[:40]!r}{others}")
            values[name] = known[name].read(value)
        return values

    def sentence(self, outcome: Outcome) -> str:
        """Return a sentence that says how a game ended: who won, and why.

        Args:
            outcome: The outcome of a finished game.

        >>> import outwit
        >>> full = outwit.Termination("full", "the board is full")
        >>> outwit.game("ataxx").sentence(outwit.Outcome(None, full))
        'Draw: the board is full'
        """
        of_type("outcome", outcome, Outcome, "the Outcome of a finished game")
        return self.announce(outcome.winner, outcome.termination.reason)

    def announce(
        self,
        winner: Side | int | None,
        reason: str,
        score: tuple[int, int] | None = None,
        reader: Side | int | None = None,
    ) -> str:
        """Say who won, with the score if it is given, and why; to one of the players, if told whom.

        The winner's number of the score comes first, to a reader the reader's own.
        """
        if winner is None:
            result = "Draw"
        elif reader is None:
            result = f"{self.sides[winner]} wins"
        else:
            result = "You won" if reader == winner else "You lost"
        if score is not None:
            first = reader if reader is not None else winner or 0
            result += f" {score[first]}–{score[1 - first]}"
        return f"{result}: {reason}"

    def _names(self) -> tuple[str, ...]:
        # To compare a game must not load its parts.
        return tuple(name for name in type(self).fields if name != "parts")

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def _rules(self, values: dict[str, object]) -> dict[str, object]:
        return {name: value for name, value in values.items() if name in self.rules()}

    def _agreeing(self, position: Position, values: dict[str, object]) -> Position:
        position._belong(self)
        for name, value in values.items():
            if name in self.rules():
                continue
            agrees = position.agrees(name, value)
            if agrees is None:
                raise BadOption(f"option {name} is only for a start position")
            if not agrees:
                raise BadOption(f"option {name}: the position does not agree with {value!r}")
        return position


def home_of(position_class: type[Position]) -> Game:
    """Return the game of a class of positions: ``GAME`` of its module, or of the package around it.

    Positions that a ``Game`` has made know their game without this.
    """
    module = position_class.__module__
    for name in (module, module.rpartition(".")[0]):
        found = getattr(sys.modules.get(name), "GAME", None)
        if isinstance(found, Game) and issubclass(position_class, found.position_class):
            return found
    raise GameFault(f"there is no game of {position_class.__name__}")
