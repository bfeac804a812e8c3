"""Routes for passkeys."""

from __future__ import annotations

from fastapi import Request, Response

from ..people.cookies import remember
from ..people.passkeys import Site, site_of
from ..schemas import AddPasskey, Me, PasskeyInfo, PasskeyOptions, PasskeySignIn
from ..service import Service
from .common import FOR_ALL, Calling, Here, new_router, refusals
from .me import READ, WRITE, describe, device_of

router = new_router(prefix="/api/me", tags=["people"])


def site(here: Service, request: Request) -> Site:
    """Return where the person is: the public address of the server, or else the one that was asked."""
    return site_of(here.settings.public_url or str(request.base_url))


@router.get("/passkeys", summary="List your passkeys", responses=READ)
def passkeys(here: Here, who: Calling) -> list[PasskeyInfo]:
    found = here.passkeys.of(who.need_person())
    return [PasskeyInfo(id=row.id, label=row.label, created=row.created) for row in found]


@router.post("/passkeys/options", summary="Get what a browser needs to make a passkey", responses=WRITE)
def invite_passkey(here: Here, who: Calling, request: Request) -> PasskeyOptions:
    number, options = here.passkeys.invite(who.need_person(), site(here, request))
    return PasskeyOptions(id=number, options=options)


@router.post("/passkeys", summary="Add a passkey", responses={**WRITE, **refusals(409)})
def add_passkey(here: Here, who: Calling, form: AddPasskey, request: Request) -> Me:
    """A guest claims their name with it."""
    person = who.need_person()
    label = form.label or device_of(request)
    here.passkeys.add(person, site(here, request), form.id, form.credential, label, form.name)
    return describe(here, here.people.get(person))


@router.post(
    "/passkeys/{id}/remove", status_code=204, summary="Remove a passkey", responses={**WRITE, **refusals(404)}
)
def remove_passkey(here: Here, who: Calling, id: str) -> None:
    here.passkeys.remove(who.need_person(), id)


@router.post(
    "/passkey-sign-in/options",
    summary="Get what a browser needs to use a passkey",
    responses=WRITE,
    openapi_extra=FOR_ALL,
)
def ask_passkey(here: Here, request: Request) -> PasskeyOptions:
    number, options = here.passkeys.ask(site(here, request))
    return PasskeyOptions(id=number, options=options)


@router.post("/passkey-sign-in", summary="Sign in with a passkey", responses=WRITE, openapi_extra=FOR_ALL)
def passkey_sign_in(here: Here, who: Calling, form: PasskeySignIn, request: Request, response: Response) -> Me:
    """The games of a guest who signs in become the person's."""
    person = here.passkeys.sign_in(site(here, request), form.id, form.credential)
    key = here.people.let_in(person, device_of(request), bring=who.person)
    remember(request, response, key, here.settings)
    return describe(here, here.people.get(person))
