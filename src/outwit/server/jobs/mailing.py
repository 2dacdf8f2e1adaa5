"""E-mail: letters are written from templates and given to the operator's mail server."""

from __future__ import annotations

import smtplib
import ssl
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from outwit.errors import NetworkFault, OutwitError, UsageError
from outwit.server.edge.mailsettings import MailSettings

# Most seconds for each answer of the mail server.
PATIENCE = 15.0
# Most characters of a line (RFC 5322).
LONGEST_LINE = 998
WEB = Path(__file__).parents[1] / "web"
# Letters are plain text: nothing is escaped, and the addresses in them are made by the portal.
# The sentences of notices are those of the pages.
LETTERS = Environment(
    loader=FileSystemLoader([WEB / "letters", WEB / "templates"]),
    autoescape=False,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
# The sentence of a notice alone.
WORDS = LETTERS.from_string(
    '{% from "noticewords.html" import words %}{{ words(kind, facts) }}',
)


class Mailer:
    """Sends letters; call it in a thread."""

    def __init__(self, settings: MailSettings | None) -> None:
        self.settings = settings

    @property
    def url(self) -> str:
        """The portal's own address, with which links begin; empty where no e-mail is sent."""
        return "" if self.settings is None else self.settings.url

    def send(
        self, to: str, template: str, headers: dict[str, str] | None = None, **values: Any
    ) -> None:
        """Write a letter and send it; its first line is the subject.

        Raise NetworkFault if another try may help, UsageError if none will.
        """
        settings = self.settings
        if settings is None:
            raise UsageError("no mail server is set")
        text = LETTERS.get_template(template).render(site=settings.url, **values)
        subject, _, body = text.partition("\n")
        # A header with a long address is not folded: some programs do not read it then.
        letter = EmailMessage(policy.default.clone(max_line_length=LONGEST_LINE))
        letter["From"], letter["To"], letter["Subject"] = settings.sender, to, subject.strip()
        letter["Date"] = formatdate(localtime=False)
        domain = parseaddr(settings.sender)[1].rpartition("@")[2]
        letter["Message-ID"] = make_msgid(domain=domain)
        # Absence notes and the like are not to answer (RFC 3834).
        letter["Auto-Submitted"] = "auto-generated"
        for name, value in (headers or {}).items():
            letter[name] = value
        letter.set_content(body.strip() + "\n")
        try:
            with _connect(settings) as server:
                server.send_message(letter)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise _fault(error, is_final=all(code >= 500 for code in codes)) from None
        except smtplib.SMTPResponseException as error:
            # A refused sign-in is the operator's to mend, and not the letter's fault.
            is_letter = not isinstance(error, smtplib.SMTPAuthenticationError)
            raise _fault(error, is_final=is_letter and error.smtp_code >= 500) from None
        except (smtplib.SMTPException, OSError) as error:
            raise _fault(error, is_final=False) from None


def notice_words(kind: str, facts: dict[str, Any]) -> str:
    """Return the sentence of a notice."""
    return WORDS.render(kind=kind, facts=facts).strip()


def _connect(settings: MailSettings) -> smtplib.SMTP:
    """Return a connection to the mail server, encrypted and signed in."""
    where = settings.host, settings.port
    if settings.tls:
        secure = ssl.create_default_context()
        server: smtplib.SMTP = smtplib.SMTP_SSL(*where, timeout=PATIENCE, context=secure)
    else:
        server = smtplib.SMTP(*where, timeout=PATIENCE)
    try:
        if not settings.tls and not settings.is_local:
            server.starttls(context=ssl.create_default_context())
        if settings.user:
            server.login(settings.user, settings.password)
    except BaseException:
        server.close()
        raise
    return server


def _fault(error: Exception, *, is_final: bool) -> OutwitError:
    kind = UsageError if is_final else NetworkFault
    said = " ".join(str(error).split())[:200]
    return kind(f"the mail server: {type(error).__name__}: {said}")
