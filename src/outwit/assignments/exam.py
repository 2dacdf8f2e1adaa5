"""How a program with a text interface is marked: cases, what was typed and printed, mistakes."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    # Called whenever the program waits for input, with all that it has printed so far. Returns
    # what is typed next, line end included; None ends the input.
    Typist = Callable[[str], str | None]


class Exam(Value):
    """The exam of an assignment."""

    # The file with the parts, their points and their cases; see ``assignments/paper.py``.
    path: str
    # Who judges the cases; None if there are only boards.
    examiner: Examiner | None = None


class ExamCase(Value):
    """One run of the program."""

    name: str
    arguments: tuple[str, ...] = ()
    files: Mapping[str, str | None] = {}
    # What is typed, line by line.
    typed: str = ""
    # What the examiner looks at, where it has more than one way to look.
    asks: str = ""
    # Whatever else the case says, for the examiner.
    options: Mapping[str, Any] = {}
    # Students see that they failed it, not what it is.
    hidden: bool = False
    # Where the assignment asks for it, if another place than for the part.
    about: str = ""


class Exchange(Value):
    """What was typed, and what the program printed until it waited for more or ended."""

    # Empty at the start, before anything is typed; None is the end of the input.
    typed: str | None
    printed: str
    errors: str


class Transcript(Value):
    """A run of a program."""

    exchanges: tuple[Exchange, ...]
    # The exit status, minus the signal if one ended it.
    status: int
    # Why it was stopped, in words, empty if it ended by itself.
    stopped: str
    # The files of its folder afterwards; a folder is None.
    files: Mapping[str, bytes | None]
    seconds: float

    @property
    def printed(self) -> str:
        """Return all that it printed."""
        return "".join(exchange.printed for exchange in self.exchanges)

    @property
    def errors(self) -> str:
        """Return all that it wrote to standard error."""
        return "".join(exchange.errors for exchange in self.exchanges)


class Mistake(Value):
    """Something that the assignment asks for, and that a program does not do."""

    # In words that a student can act on, such as "O's stone does not push the row".
    what: str
    expected: str = ""
    found: str = ""
    # The number of the exchange in which it shows, if it shows in one.
    exchange: int | None = None


class Examiner:
    """Marks the runs of a program by what its assignment asks; what it leaves open is right.

    An assignment with cases has a subclass.
    """

    def typist(self, case: ExamCase) -> Typist:
        """Return who types in a case: by default the lines of the case, then the end of input."""
        lines = iter(case.typed.splitlines(keepends=True))
        return lambda printed: next(lines, None)

    def check_declared(self, declared: Mapping[str, Any]) -> None:
        """Raise BadFile if what a submission declares cannot be used; by default all can."""

    def judge(
        self, case: ExamCase, transcript: Transcript, declared: Mapping[str, Any]
    ) -> list[Mistake]:
        """List the mistakes in a run, the gravest first; none if it is right.

        ``declared`` is what the submission says of itself in the table ``[declared]`` of its
        ``bot.toml``.
        """
        raise NotImplementedError
