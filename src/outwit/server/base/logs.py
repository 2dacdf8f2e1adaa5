"""The log: one line per event, as JSON for programs or as text for people at a terminal.

The log holds no secrets: no cookies, tokens, passwords, forms or queries, and only the routes of
addresses. The message is a few fixed words; the objects concerned are in separate fields.
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

# Message that uvicorn logs as an error when a handshake is answered with 401, which is intended.
REFUSED = "ASGI callable returned without completing handshake."
JSON, TEXT = "json", "text"
log = logging.getLogger("outwit.portal")
# The number of the current request, for all lines logged while it is answered.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def event(words: str, level: int = logging.INFO, **fields: Any) -> None:
    """Log an event with its fields; fields that are None are left out."""
    log.log(level, words, extra={"fields": fields})


def fault(words: str, error: BaseException, **fields: Any) -> None:
    """Log and count an internal fault, with its traceback."""
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
    r"""Return a value as text without line breaks and control characters.

    >>> one_line("a\nb\x1b[31m")
    'a b [31m'
    """
    return "".join(each if each.isprintable() else " " for each in str(value))


def read_form(text: str) -> str:
    """Return the format of the log, empty for the default; raise UsageError for an unknown one."""
    if text not in ("", JSON, TEXT):
        raise UsageError(f"OUTWIT_LOG is {JSON} or {TEXT}")
    return text


def is_worth_a_line(record: logging.LogRecord) -> bool:
    """Tell whether to keep a record of uvicorn; refused handshakes are dropped."""
    return record.getMessage() != REFUSED


def set_up(form: str = "", stream: TextIO | None = None) -> None:
    """Log to standard error; the default format is text on a terminal, JSON elsewhere."""
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(Lines(form or (TEXT if out.isatty() else JSON)))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_worth_a_line)
    logging.getLogger("outwit").setLevel(logging.INFO)
