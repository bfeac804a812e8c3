"""Routes for the person who asks: who they are, their devices, programs and matches."""

from __future__ import annotations

from typing import Annotated

import segno
from fastapi import Body, Query, Request, Response
from pydantic import Field

from stockade.core.language import language, say

from ..models import Status
from ..people.cookies import device_key, forget, remember
from ..people.models import PersonRow
from ..records import records
from ..schemas import (
    Claim,
    DeviceLink,
    HeldSeat,
    KeyInfo,
    MatchPage,
    Me,
    NewName,
    NewProgram,
    ProgramKey,
    Record,
    SignIn,
    UseLink,
    Whoever,
)
from ..service import Service
from .common import FOR_ALL, GAME, Calling, Here, new_router, refusals

router = new_router(prefix="/api/me", tags=["people"])

MOST_SEATS = 500  # so that they fit into a request body
READ = refusals(401, 403)
WRITE = refusals(401, 403, 413)


def describe(here: Service, row: PersonRow) -> Me:
    return Me(
        id=row.id,
        name=row.name,
        guest=row.handle is None,
        has_password=row.password is not None,
        passkeys=here.people.passkeys(row.id),
        language=row.settings.get("language"),
        admin=row.admin,
    )


def device_of(request: Request) -> str:
    """Return what a device calls itself, in one word or two."""
    agent = request.headers.get("user-agent", "")
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac": "Mac"}
    system = next((name for mark, name in systems.items() if mark in agent), "Linux" if "Linux" in agent else "")
    marks = {"Firefox": "Firefox", "Edg/": "Edge", "Chrome": "Chrome", "Safari": "Safari"}
    browser = next((name for mark, name in marks.items() if mark in agent), "")
    if browser and system:
        return say("{browser} on {system}", browser=browser, system=system)
    return browser or system or say("Browser")


@router.get("", summary="Get who you are", responses=READ, openapi_extra=FOR_ALL)
def me(here: Here, who: Calling) -> Whoever:
    return Whoever(me=None if who.person is None else describe(here, here.people.get(who.person)))


@router.post(
    "",
    summary="Choose a name, and become a guest if you were a stranger",
    responses={**WRITE, **refusals(409)},
    openapi_extra=FOR_ALL,
)
def choose_name(here: Here, who: Calling, form: NewName, request: Request, response: Response) -> Me:
    if who.person is None:
        person, key = here.people.arrive(form.name, device_of(request))
        here.people.speak(person, language())
        remember(request, response, key, here.settings)
    else:
        person = who.need_person()
        here.people.rename(person, form.name)
    return describe(here, here.people.get(person))


@router.post("/language", status_code=204, summary="Choose the language of your notices", responses=WRITE)
def choose_language(here: Here, who: Calling) -> None:
    """While you are away, you are told things in the language of this request."""
    here.people.speak(who.need_person(), language())


@router.post("/claim", summary="Claim your name with a password", responses={**WRITE, **refusals(409)})
def claim_name(here: Here, who: Calling, form: Claim) -> Me:
    person = who.need_person()
    here.people.claim(person, form.name, form.password)
    return describe(here, here.people.get(person))


@router.post("/sign-in", summary="Sign in with a name and a password", responses=WRITE, openapi_extra=FOR_ALL)
def sign_in(here: Here, who: Calling, form: SignIn, request: Request, response: Response) -> Me:
    """The games of a guest who signs in become the person's."""
    person = here.people.sign_in(form.name, form.password)
    key = here.people.let_in(person, device_of(request), bring=who.person)
    remember(request, response, key, here.settings)
    return describe(here, here.people.get(person))


@router.post("/sign-out", status_code=204, summary="Sign out on this device", responses=WRITE, openapi_extra=FOR_ALL)
def sign_out(here: Here, request: Request, response: Response) -> None:
    key = device_key(request)
    if key:
        here.people.leave(key)
    forget(request, response, here.settings)


@router.post("/link", summary="Make a link that lets one more device in", responses=WRITE)
def link(here: Here, who: Calling, request: Request) -> DeviceLink:
    path = f"/link#{here.people.link(who.need_person())}"  # what follows the hash never reaches a server's log
    address = str(request.base_url).rstrip("/") + path
    drawn = segno.make(address, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True)
    return DeviceLink(path=path, qr=drawn)


@router.post("/use-link", summary="Sign in by a link from another device", responses=WRITE, openapi_extra=FOR_ALL)
def use_link(here: Here, who: Calling, form: UseLink, request: Request, response: Response) -> Me:
    person = here.people.use_link(form.key)
    key = here.people.let_in(person, device_of(request), bring=who.person)
    remember(request, response, key, here.settings)
    return describe(here, here.people.get(person))


@router.get("/keys", summary="List your devices and programs", responses=READ)
def keys(here: Here, who: Calling, request: Request) -> list[KeyInfo]:
    return here.people.key_infos(who.need_person(), device_key(request))


@router.post("/keys", status_code=201, summary="Make a key for a program that plays for you", responses=WRITE)
def add_key(here: Here, who: Calling, form: NewProgram) -> ProgramKey:
    number, key = here.people.add_program(who.need_person(), form.label, form.scopes)
    return ProgramKey(id=number, key=key)


@router.post(
    "/keys/{id}/end", status_code=204, summary="End a device's or program's key", responses={**WRITE, **refusals(404)}
)
def end_key(here: Here, who: Calling, id: str) -> None:
    here.people.end_key(who.need_person(), id)


@router.post(
    "/delete", status_code=204, summary="Delete yourself; your games stay without your name", responses=WRITE
)
def delete(here: Here, who: Calling, request: Request, response: Response) -> None:
    for match_id in here.people.delete(who.need_person()):
        here.absence.gone_for_good(match_id)
    forget(request, response, here.settings)


@router.post("/adopt", summary="Take over seats whose tokens you hold", responses=WRITE)
def adopt(here: Here, who: Calling, seats: Annotated[list[HeldSeat], Field(max_length=MOST_SEATS), Body()]) -> int:
    """Return how many seats became yours."""
    return here.people.adopt(who.need_person(), [(seat.id, seat.token) for seat in seats])


@router.get("/matches", summary="List your matches, newest first", responses=READ)
def matches(
    here: Here,
    who: Calling,
    status: Annotated[list[Status], Query(description="Only matches in these states.")] = ["live", "waiting"],  # noqa: B006
    game: Annotated[str | None, Query(max_length=64, pattern=GAME, description="Only matches of this game.")] = None,
    hidden: Annotated[bool, Query(description="The matches that you have hidden, instead of the others.")] = False,
    after: Annotated[str | None, Query(max_length=200, description="`next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> MatchPage:
    return here.tables.own(who, status, game, hidden, after, limit)


@router.get("/records", summary="Your personal records in matches for one player", responses=READ)
def mine(here: Here, who: Calling) -> list[Record]:
    return [] if who.person is None else records(here.storage, who.person)
