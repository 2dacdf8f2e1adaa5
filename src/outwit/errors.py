"""Every error Outwit raises on purpose.

Their tree, each with its code and exit status::

    OutwitError                 error               1
    ├── UsageError              usage               2
    │   ├── UnknownGame         unknown-game        2
    │   ├── UnknownSquare       unknown-square      2
    │   ├── BadOption           bad-option          2
    │   ├── BotsRefused         bots-refused        2
    │   ├── NameTaken           name-taken          2
    │   ├── NotFound            not-found           2
    │   ├── NotAllowed          not-allowed         2
    │   │   └── BadToken        bad-token           2
    │   ├── StaleEdit           stale-edit          2
    │   └── TooMany             too-many            2
    ├── BadText                 bad-text            2
    │   ├── BadPosition         bad-position        2
    │   ├── BadFile             bad-file            2
    │   └── BadRecord           bad-record          2
    ├── MoveError               move                2
    │   ├── IllegalMove         illegal-move        2
    │   │   ├── IllegalAction   illegal-action      2
    │   │   ├── UnreadableMove  unreadable-move     2
    │   │   └── GameOver        game-over           2
    │   ├── NothingToUndo       nothing-to-undo     2
    │   ├── NotYourTurn         not-your-turn       2
    │   └── StalePly            stale-ply           2
    ├── GameFault               game-fault          3
    ├── BotFault                bot-fault           4
    │   ├── BotAbsent           bot-absent          4
    │   │   └── BotUnseen       bot-unseen          4
    │   ├── BotCrash            bot-crash           4
    │   ├── BotTimeout          bot-timeout         4
    │   ├── BotExceeded         bot-exceeded        4
    │   ├── BotFlood            bot-flood           4
    │   ├── BotGarbage          bot-garbage         4
    │   ├── BotIllegal          bot-illegal         4
    │   ├── BotWrongFile        bot-wrong-file      4
    │   └── BotTampering        bot-tampering       4
    ├── StorageFault            storage-fault       5
    ├── NetworkFault            network-fault       6
    └── MarkerFault             marker-fault        7

Beside each name stand its ``code``, which travels over wires and never changes, and the
``exit_status`` a program ends with. The message is one line that names what is wrong.
"""


class OutwitError(Exception):
    """The base of all errors that Outwit raises on purpose.

    >>> OutwitError("no disk").code, OutwitError.exit_status
    ('error', 1)
    """

    code = "error"
    exit_status = 1


class UsageError(OutwitError, ValueError):
    """Arguments that are wrong or do not fit together."""

    code = "usage"
    exit_status = 2


class UnknownGame(UsageError):
    """No game has that name.

    >>> import outwit
    >>> outwit.game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    outwit.errors.UnknownGame: there is no game 'chess'; there are advance, ataxx, ...
    """

    code = "unknown-game"


class UnknownSquare(UsageError):
    """The board has no such square."""

    code = "unknown-square"


class BadOption(UsageError):
    """A game has no such option, or the option cannot have that value.

    >>> import outwit
    >>> outwit.game("ataxx").start(size=9)
    Traceback (most recent call last):
    ...
    outwit.errors.BadOption: ataxx has no option 'size'; it has blocks, clock
    """

    code = "bad-option"


class BotsRefused(UsageError):
    """Programs that cannot be started, or do not speak their protocol; nothing was played.

    ``reasons`` has why each is refused, by its number among the bots.
    """

    code = "bots-refused"

    def __init__(self, message: str, reasons: dict[int, str] | None = None) -> None:
        super().__init__(message)
        self.reasons = reasons or {}


class NameTaken(UsageError):
    """Somebody else has that name."""

    code = "name-taken"


class NotFound(UsageError):
    """What was asked for by its number or name is not there."""

    code = "not-found"


class NotAllowed(UsageError):
    """Somebody may not do what they asked the portal for."""

    code = "not-allowed"


class BadToken(NotAllowed):
    """A token is missing, unknown or revoked."""

    code = "bad-token"


class StaleEdit(UsageError):
    """What is to be changed was changed elsewhere meanwhile; nothing is overwritten."""

    code = "stale-edit"


class TooMany(UsageError):
    """Somebody asks for too much, or too often; after ``wait`` seconds they may again."""

    code = "too-many"

    def __init__(self, message: str, wait: float = 0) -> None:
        super().__init__(message)
        self.wait = wait


class BadText(OutwitError, ValueError):
    """A text that cannot be read."""

    code = "bad-text"
    exit_status = 2


class BadPosition(BadText):
    """A position's text that is damaged or describes no position; the message names the field.

    >>> import outwit
    >>> outwit.game("ataxx").position("x5o")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    outwit.errors.BadPosition: ataxx position: 4 fields expected ..., 1 found
    """

    code = "bad-position"


class BadFile(BadText):
    """A file that cannot be opened, or that is not in the game's own format."""

    code = "bad-file"


class BadRecord(BadText):
    """A record of a game that cannot be read or does not follow the rules; it names the line."""

    code = "bad-record"


class MoveError(OutwitError, ValueError):
    """A move that cannot be made or taken back."""

    code = "move"
    exit_status = 2


class IllegalMove(MoveError):
    """The rules forbid the move here.

    >>> import outwit
    >>> outwit.game("ataxx").start().play("d4")
    Traceback (most recent call last):
    ...
    outwit.errors.IllegalMove: move 'd4' is not legal here
    """

    code = "illegal-move"


class IllegalAction(IllegalMove):
    """An action of a batch is not legal on its board; no board has changed.

    ``board`` is the number of the first such board.
    """

    code = "illegal-action"

    def __init__(self, message: str, board: int = -1) -> None:
        super().__init__(message)
        self.board = board


class UnreadableMove(IllegalMove):
    """The text is no move of this game at all."""

    code = "unreadable-move"


class GameOver(IllegalMove):
    """The game has ended: on the board, by the clock, or because somebody resigned."""

    code = "game-over"


class NothingToUndo(MoveError):
    """No move has been played yet."""

    code = "nothing-to-undo"


class NotYourTurn(MoveError):
    """It is the other side's turn, or somebody is not a player of the game."""

    code = "not-your-turn"


class StalePly(MoveError):
    """The move is for a turn that is past, or not there yet."""

    code = "stale-ply"


class GameFault(OutwitError):
    """A game cannot be loaded, or breaks the contract its position promised to keep."""

    code = "game-fault"
    exit_status = 3


def harmless(text: str) -> str:
    r"""Return a text with all but line ends and what can be printed escaped.

    A terminal obeys control characters, and a reader is misled by marks of direction.

    >>> harmless("a\x1b[2J\n")
    'a\\x1b[2J\n'
    """
    if text.isprintable():
        return text
    return "".join(
        char
        if char.isprintable() or char == "\n"
        else char.encode("unicode_escape", "backslashreplace").decode("ascii")
        for char in text
    )


class BotFault(OutwitError):
    """Something a bot did for which it forfeits the game.

    ``evidence`` is a dictionary of texts, such as ``exit status``, ``standard error``, ``output``,
    ``board``. What the bot has written is in there, so all texts are made harmless.
    """

    code = "bot-fault"
    exit_status = 4

    def __init__(self, message: str, **evidence: str) -> None:
        super().__init__(harmless(message))
        self.evidence = {name.replace("_", " "): harmless(text) for name, text in evidence.items()}


class BotAbsent(BotFault):
    """The bot cannot be started, or does not answer the first command."""

    code = "bot-absent"


class BotUnseen(BotAbsent):
    """The bot needs a program that this machine has, but not where bots can see it."""

    code = "bot-unseen"


class BotCrash(BotFault):
    """The bot's process ended before it had answered."""

    code = "bot-crash"


class BotTimeout(BotFault):
    """The bot did not answer in time."""

    code = "bot-timeout"


class BotExceeded(BotFault):
    """The bot used more memory or disk than it may."""

    code = "bot-exceeded"


class BotFlood(BotFault):
    """The bot wrote too much output."""

    code = "bot-flood"


class BotGarbage(BotFault):
    """The bot's answer is not in the protocol."""

    code = "bot-garbage"


class BotIllegal(BotFault):
    """The bot's move is not legal."""

    code = "bot-illegal"


class BotWrongFile(BotFault):
    """The bot wrote no file, an unreadable one, or one that no legal move leads to."""

    code = "bot-wrong-file"


class BotTampering(BotFault):
    """The bot changed a file that was given to it to read."""

    code = "bot-tampering"


class StorageFault(OutwitError):
    """The database cannot be reached, read or written."""

    code = "storage-fault"
    exit_status = 5


class NetworkFault(OutwitError):
    """A server cannot be reached, or its answer is not Outwit's."""

    code = "network-fault"
    exit_status = 6


class MarkerFault(OutwitError):
    """Programs cannot be marked now: the disk is full, memory is short, or the marker fails."""

    code = "marker-fault"
    exit_status = 7
