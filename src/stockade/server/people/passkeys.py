"""Passkeys: sign in with what a device or a security key proves, without a password."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sqlalchemy import Engine, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stockade.core.language import mark

from ..errors import Refused
from ..moments import now
from . import names
from .keys import new_id, new_key
from .models import ChallengeRow, PasskeyRow
from .people import People

CHALLENGE_LASTS = timedelta(minutes=5)
MOST_PASSKEYS = 20
RP_NAME = "Stockade"
WRONG = mark("This passkey is not valid here.")
Verified = TypeVar("Verified")


@dataclass(frozen=True, slots=True)
class Site:
    """Where a passkey is used. It works only there, which a browser checks and signs."""

    host: str
    origin: str


def site_of(url: str) -> Site:
    """Return the site of an address, such as `https://example.org:8000`."""
    parts = urlsplit(url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}".lower())


class Passkeys:
    def __init__(self, engine: Engine, people: People) -> None:
        self.engine = engine
        self.people = people

    # ------------------------------------------------------------------ a person's own

    def of(self, person: str) -> Sequence[PasskeyRow]:
        with Session(self.engine) as session:
            query = select(PasskeyRow).where(PasskeyRow.person == person).order_by(PasskeyRow.created, PasskeyRow.id)
            found = session.scalars(query).all()
            session.expunge_all()
            return found

    def remove(self, person: str, number: str) -> None:
        """Forget a passkey, unless nothing else would let the person in."""
        own = self.of(person)
        if number not in [row.id for row in own]:
            raise Refused("not_found", "This passkey does not exist.")
        if len(own) == 1 and self.people.get(person).password is None:
            raise Refused("not_allowed", "Without this passkey you could not sign in. Set a password first.")
        with Session(self.engine) as session:
            session.execute(delete(PasskeyRow).where(PasskeyRow.person == person, PasskeyRow.id == number))
            session.commit()

    # ------------------------------------------------------------------ adding one

    def invite(self, person: str, site: Site) -> tuple[str, dict[str, Any]]:
        """Return the id of a challenge, and what a browser needs to make a passkey."""
        # These imports take a while, and most servers need them rarely.
        from webauthn import generate_registration_options
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        own = self.of(person)
        if len(own) >= MOST_PASSKEYS:
            raise Refused("not_allowed", "You have {most} passkeys already. Remove one first.", most=MOST_PASSKEYS)
        options = generate_registration_options(
            rp_id=site.host,
            rp_name=RP_NAME,
            user_id=person.encode(),
            user_name=self.people.get(person).name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=row.credential) for row in own],
        )
        return self._challenge(options.challenge, person), as_json(options)

    def add(
        self, person: str, site: Site, challenge: str, credential: Mapping[str, Any], label: str, name: str | None
    ) -> None:
        """Store a new passkey. A guest claims their name, because from now on they can sign in."""
        from webauthn import verify_registration_response

        expected = self._answered(challenge, person)
        made = verified(
            lambda: verify_registration_response(
                credential=dict(credential),
                expected_challenge=expected,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        )
        with Session(self.engine) as session:
            if session.get(PasskeyRow, made.credential_id) is not None:
                raise Refused("not_allowed", "This passkey is already in use.")
        row = self.people.get(person)
        if row.handle is None:
            self.people.claim(person, name or row.name, None)
        with Session(self.engine) as session:
            session.add(
                PasskeyRow(
                    credential=made.credential_id,
                    id=new_id(),
                    person=person,
                    public_key=made.credential_public_key,
                    uses=made.sign_count,
                    label=names.clean(label),
                    created=now(),
                )
            )
            try:
                session.commit()
            except IntegrityError as error:
                raise Refused("not_allowed", "This passkey is already in use.") from error

    # ------------------------------------------------------------------ signing in

    def ask(self, site: Site) -> tuple[str, dict[str, Any]]:
        """Return the id of a challenge, and what a browser needs to let somebody choose one of their passkeys."""
        from webauthn import generate_authentication_options
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=site.host, user_verification=UserVerificationRequirement.PREFERRED
        )
        return self._challenge(options.challenge, None), as_json(options)

    def sign_in(self, site: Site, challenge: str, credential: Mapping[str, Any]) -> str:
        """Return the person whose passkey has signed the challenge."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import parse_authentication_credential_json

        expected = self._answered(challenge, None)
        given = verified(lambda: parse_authentication_credential_json(dict(credential)))
        with Session(self.engine) as session:
            row = session.get(PasskeyRow, given.raw_id)
            if row is None or given.response.user_handle not in (None, row.person.encode()):
                raise Refused("bad_token", WRONG)
            session.expunge(row)
        proof = verified(
            lambda: verify_authentication_response(
                credential=given,
                expected_challenge=expected,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.uses,
            )
        )
        # The counter is checked again: two copies of a passkey may be used at the same time.
        same = PasskeyRow.credential == row.credential, PasskeyRow.uses == row.uses
        with Session(self.engine) as session:
            done = session.execute(update(PasskeyRow).where(*same).values(uses=proof.new_sign_count))
            session.commit()
        if not done.rowcount:  # type: ignore[attr-defined]
            raise Refused("bad_token", WRONG)
        return row.person

    # ------------------------------------------------------------------ challenges

    def _challenge(self, challenge: bytes, person: str | None) -> str:
        number = new_key()
        with Session(self.engine) as session:
            session.execute(delete(ChallengeRow).where(ChallengeRow.until < now()))
            until = now() + CHALLENGE_LASTS
            session.add(ChallengeRow(id=number, challenge=challenge, person=person, until=until))
            session.commit()
        return number

    def _answered(self, number: str, person: str | None) -> bytes:
        """Return a challenge that this person was given. It can be answered once, and soon."""
        columns = ChallengeRow.challenge, ChallengeRow.person, ChallengeRow.until
        with Session(self.engine) as session:
            found = session.execute(delete(ChallengeRow).where(ChallengeRow.id == number).returning(*columns)).first()
            session.commit()
        if found is None:
            raise Refused("bad_token", "This request has been used already. Please try again.")
        challenge, asked, until = found
        if until < now() or asked != person:
            raise Refused("bad_token", "This took too long. Please try again.")
        return bytes(challenge)


def as_json(options: Any) -> dict[str, Any]:
    from webauthn import options_to_json

    found: dict[str, Any] = json.loads(options_to_json(options))
    return found


def verified(check: Callable[[], Verified]) -> Verified:
    """Return what a check returns. A client may send anything, so whatever goes wrong is the client's fault."""
    try:
        return check()
    except Exception as error:
        raise Refused("bad_token", WRONG) from error
