"""The output of a program for Santorini, read from its beginning and compared with what is due."""

from __future__ import annotations

from outwit.assignments.exam import Mistake, Transcript
from outwit.assignments.santorini.reading import (
    BOARD,
    BROKEN,
    LINE,
    MESSAGE,
    WON,
    Piece,
    differences,
    read_pieces,
)
from outwit.assignments.santorini.screen import ScreenBoard

SHOWN = 800


class MistakeFound(Exception):
    """Carries the mistake after which a game is followed no further."""

    def __init__(
        self, what: str, expected: str = "", found: str = "", exchange: int | None = None
    ) -> None:
        super().__init__(what)
        self.mistake = Mistake(what, expected, found, exchange)


class Output:
    """The pieces of an output, and which is next; boards shown again are passed over."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.pieces = read_pieces(transcript.printed)
        self.next = 0
        # The last board, and the number of the first piece since the one before.
        self.board = ScreenBoard()
        self.above = 0

    def lines_after(self) -> list[str]:
        """List the lines of text from here to the next board, message or winner."""
        lines = []
        for piece in self.pieces[self.next :]:
            if piece.kind != LINE:
                break
            lines.append(piece.text)
        return lines

    def lines_since(self, start: int) -> list[str]:
        """List the lines of text from a piece on up to here."""
        return [piece.text for piece in self.pieces[start : self.next] if piece.kind == LINE]

    def next_board(self, wanted: ScreenBoard, why: str, *, patient: bool = False) -> Piece | None:
        """Go on to the next board that is another; None if a winner comes first, or the end.

        If ``patient``, a winner who is announced before the game is over is passed over.
        """
        above = self.next
        while self.next < len(self.pieces):
            piece = self.pieces[self.next]
            if piece.kind == WON and not (patient and self.goes_on()):
                return None
            self.next += 1
            if piece.kind == MESSAGE:
                what = f"the program says {piece.text!r}, but it should show the board {why}"
                raise MistakeFound(what, wanted.drawn, piece.text, self.exchange_of(piece))
            if piece.kind == BROKEN:
                what = f"the board {why} is not one of five rows of five cells"
                raise MistakeFound(what, wanted.drawn, piece.text, self.exchange_of(piece))
            if piece.kind == BOARD and piece.text != self.board:
                self.board, self.above = ScreenBoard(piece.text), above
                return piece
        return None

    def expect_board(self, wanted: ScreenBoard, why: str, *, last: bool = False) -> None:
        """Check that a board is shown; the ``last`` one, before the winner, may be left out."""
        piece = self.next_board(wanted, why)
        if piece is None and not self.is_at_end():
            if last:
                return
            winner = self.pieces[self.next]
            raise MistakeFound(
                f"the game is not over {why}",
                wanted.drawn,
                f"{winner.text} has won",
                self.exchange_of(winner),
            )
        if piece is None:
            raise self.missing(f"the board {why}", wanted.drawn)
        if piece.text != wanted:
            raise MistakeFound(
                f"the board {why} is wrong: {differences(wanted, piece.text)}",
                wanted.drawn,
                piece.shown,
                self.exchange_of(piece),
            )

    def expect_message(self, words: str, why: str) -> None:
        """Check that a message comes before anything else but lines of text."""
        start = self.next
        while not self.is_at_end():
            piece = self.pieces[self.next]
            self.next += 1
            if piece.kind == LINE or (piece.kind == BOARD and piece.text == self.board):
                continue
            if piece.kind == MESSAGE and piece.text == words:
                return
            what = f"{words!r} should be printed, as {why}"
            if piece.kind != MESSAGE:
                what += "; but the program goes on"
            found = "\n".join([*self.lines_since(start), piece.shown])
            raise MistakeFound(what, words, found, self.exchange_of(piece))
        raise self.missing(f"{words!r}, as {why},", words)

    def expect_winner(self, colour: str, why: str) -> None:
        """Check that the winner is announced."""
        while not self.is_at_end():
            piece = self.pieces[self.next]
            self.next += 1
            if piece.kind == WON and piece.text == colour:
                return
            if piece.kind == WON:
                what = f"{colour} has won, not {piece.text}, as {why}"
                found = f"{piece.text} has won"
                raise MistakeFound(what, f"{colour} has won", found, self.exchange_of(piece))
            if piece.kind == BOARD and piece.text != self.board:
                what = f"the game should be over, as {why}; but it goes on"
                found = piece.shown
                raise MistakeFound(what, f"{colour} has won", found, self.exchange_of(piece))
        raise self.missing(f"'{colour} has won', as {why},", f"{colour} has won")

    def expect_silence(self, why: str) -> None:
        """Check that no other board and no message comes before the end of the input."""
        end = 0
        for exchange in self.transcript.exchanges:
            if exchange.typed is None:
                break
            end += len(exchange.printed)
        for piece in self.pieces[self.next :]:
            if piece.at >= end:
                return
            if piece.kind == LINE or (piece.kind == BOARD and piece.text == self.board):
                continue
            what = f"the program should wait for the next input{why}; but it goes on"
            found = piece.shown
            raise MistakeFound(what, self.board.drawn, found, self.exchange_of(piece))

    def goes_on(self) -> bool:
        """Tell whether another board is still to come."""
        return any(
            piece.kind == BOARD and piece.text != self.board for piece in self.pieces[self.next :]
        )

    def is_at_end(self) -> bool:
        """Tell whether all pieces are read."""
        return self.next >= len(self.pieces)

    def missing(self, what: str, expected: str = "") -> MistakeFound:
        """Return the mistake that something is not printed."""
        said = f"{what} is missing"
        if self.transcript.stopped:
            said += f"; {self.transcript.stopped}"
        elif errors := self.transcript.errors.strip():
            said += f"; standard error ends with {errors.splitlines()[-1][:160]!r}"
        found = self.transcript.printed[-SHOWN:]
        return MistakeFound(said, expected, found, len(self.transcript.exchanges) - 1)

    def exchange_of(self, piece: Piece) -> int:
        """Return the number of the exchange in which a piece was printed."""
        at = piece.at
        for number, exchange in enumerate(self.transcript.exchanges):
            at -= len(exchange.printed)
            if at < 0:
                return number
        return len(self.transcript.exchanges) - 1
