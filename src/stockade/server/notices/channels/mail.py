"""Mail, sent through the operator's mail server. Plain text only."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from urllib.parse import parse_qs, unquote, urlsplit

from stockade.core.language import say, speaking

from ...moments import now
from .. import words
from ..models import TEST
from . import Failure, Letter

LONGEST = 254
SECONDS = 20.0
ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z][A-Za-z0-9-]{1,62}")
HERE = ("localhost", "127.0.0.1", "::1")
POLICY = SMTP.clone(max_line_length=998)  # links must not be folded


@dataclass(frozen=True, slots=True)
class MailServer:
    host: str
    port: int
    secure: bool  # encrypted from the start, not only after STARTTLS
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)


def read_url(url: str) -> MailServer:
    """Return the mail server of a URL such as smtp://user:password@host:587/?from=games@example.org."""
    wrong = "STOCKADE_SMTP_URL must have the form smtp://user:password@host:587/?from=games@example.org"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(wrong) from None  # the cause would quote the password
    senders = parse_qs(parts.query).get("from", [])
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or len(senders) != 1 or not is_address(senders[0]):
        raise ValueError(wrong)
    secure = parts.scheme == "smtps"
    user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    return MailServer(parts.hostname, port or (465 if secure else 587), secure, senders[0], user, password)


def is_address(text: str) -> bool:
    return len(text) <= LONGEST and ADDRESS.fullmatch(text) is not None and ".." not in text


class Mailer:
    def __init__(self, server: MailServer, public_url: str) -> None:
        self.server = server
        self.public_url = public_url

    def send_letter(self, letter: Letter) -> None:
        """Send a mail with one or more notices. It can be stopped with one click (RFC 8058)."""
        with speaking(letter.language):
            self._send_letter(letter)

    def _send_letter(self, letter: Letter) -> None:
        first = letter.notices[0]
        stop = f"{self.public_url}/api/notices/stop/{letter.stop}"
        if len(letter.notices) == 1:
            subject = first.text.removesuffix(".") if first.event != TEST else say("A test from Stockade")
        else:
            subject = words.summary([(notice.event, notice.match_id) for notice in letter.notices])
        parts = [f"{notice.text}\n{self.public_url}{notice.path}" for notice in letter.notices]
        if len(parts) > 1:
            parts.insert(0, f"{subject}:")
        parts.append(f"-- \n{say('Stop these mails: {link}', link=stop)}")
        headers = {
            "Message-ID": f"<{first.id}@{self.server.sender.partition('@')[2]}>",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        self._send(letter.to, subject, "\n\n".join(parts) + "\n", headers)

    def send_code(self, to: str, code: str) -> None:
        """Send the code that confirms an address."""
        enter = say(
            "Your code is {code}. Enter it in Stockade to get mails about your games at this address.", code=code
        )
        ignore = say("If you did not ask for this, ignore this mail: nobody can use your address without the code.")
        text = f"{enter}\n{self.public_url}/\n\n{ignore}\n"
        self._send(to, say("{code} is your code for Stockade", code=code), text, {})

    def _send(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> None:
        message = EmailMessage(POLICY)
        message["From"] = f"Stockade <{self.server.sender}>"
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = format_datetime(now())
        message["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text)
        try:
            with self._connected() as connection:
                connection.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            permanent = all(code >= 500 for code, _ in error.recipients.values())
            raise Failure("The mail server refused the address.", again=not permanent) from None
        except smtplib.SMTPAuthenticationError:
            raise Failure("The mail server refused this server's password.") from None
        except smtplib.SMTPException:
            raise Failure("The mail server refused the mail.") from None
        except ssl.SSLError:
            raise Failure("The connection to the mail server is not secure.") from None
        except OSError:
            raise Failure("The mail server cannot be reached.") from None

    def _connected(self) -> smtplib.SMTP:
        """Connect, encrypted if the mail server offers it. A password is only sent where nobody can read it."""
        server = self.server
        context = ssl.create_default_context()
        if server.host in HERE or server.user is None:
            # There is no secret to protect, and such servers often have certificates of their own making.
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        connection: smtplib.SMTP
        if server.secure:
            connection = smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        try:
            connection.ehlo()
            encrypted = server.secure
            if not encrypted and connection.has_extn("starttls"):
                connection.starttls(context=context)
                encrypted = True
            if server.user is not None:
                if not encrypted and server.host not in HERE:
                    raise Failure("The mail server offers no encryption, so the password was not sent.")
                connection.login(server.user, server.password or "")
        except BaseException:
            connection.close()
            raise
        return connection
