"""The log: one line per event, as JSON for programs or as text for people at a terminal.

Nothing secret comes here: no cookies, tokens, passwords, forms or queries, and of addresses only
the route. What happened is a few words; what it happened to stands in fields of its own.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

from outwit.errors import UsageError
from outwit.server.base.metrics import FAULTS

# What uvicorn logs as an error where a handshake is answered with 401, as it should be.
REFUSED = "ASGI callable returned without completing handshake."
JSON, TEXT = "json", "text"
log = logging.getLogger("outwit.portal")
# The number of the request being answered, for whatever is logged meanwhile.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def event(words: str, level: int = logging.INFO, **fields: Any) -> None:
    """Log what happened, with its fields; those that are None are left out."""
    log.log(level, words, extra={"fields": fields})


def fault(words: str, error: BaseException, **fields: Any) -> None:
    """Log and count a fault of our own, with its traceback."""
    FAULTS.inc()
    log.error(words, exc_info=error, extra={"fields": fields})


class Lines(logging.Formatter):
    """Writes a record in one line of JSON, or as text."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; a traceback follows it in text, and is a field in JSON."""
        fields = {
            key: value for key, value in getattr(record, "fields", {}).items() if value is not None
        }
        if found := request_id.get():
            fields.setdefault("request", found)
        trace = self.formatException(record.exc_info) if record.exc_info else ""
        if self.form == JSON:
            moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
            line = {"time": moment, "level": record.levelname.lower(), "event": record.getMessage()}
            if record.name != log.name:
                line["from"] = record.name
            line |= fields
            if trace:
                line["traceback"] = trace
            return json.dumps(line, default=str)
        moment = time.strftime("%H:%M:%S", time.localtime(record.created))
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        words = " ".join(f"{key}={one_line(value)}" for key, value in fields.items())
        line_text = f"{moment} {level}{one_line(record.getMessage())} {words}".rstrip()
        return f"{line_text}\n{trace}" if trace else line_text


def one_line(value: object) -> str:
    r"""Return a value without what would begin another line or move the cursor.

    >>> one_line("a\nb\x1b[31m")
    'a b [31m'
    """
    return "".join(each if each.isprintable() else " " for each in str(value))


def read_form(text: str) -> str:
    """Return the form of the log, empty if it is left to us; raise UsageError for another."""
    if text not in ("", JSON, TEXT):
        raise UsageError(f"OUTWIT_LOG is {JSON} or {TEXT}")
    return text


def is_worth_a_line(record: logging.LogRecord) -> bool:
    """Tell whether something that uvicorn logs is anything: not that a handshake was refused."""
    return record.getMessage() != REFUSED


def set_up(form: str = "", stream: TextIO | None = None) -> None:
    """Send everything that is logged to standard error, without a form as text at a terminal."""
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(Lines(form or (TEXT if out.isatty() else JSON)))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_worth_a_line)
    logging.getLogger("outwit").setLevel(logging.INFO)
