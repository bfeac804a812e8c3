"""Routes for notices: what the person who asks wants to be told while they are away, and where."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import Path, Query, Request, Response

from stockade.core.language import language, say

from ..errors import Refused
from ..notices.channels.push import Device
from ..notices.schemas import (
    AddressCode,
    NewAddress,
    NewWebhook,
    NoticeChange,
    NoticeLine,
    NoticeSettings,
    PushEnd,
    PushSubscription,
    TestNotice,
    WebhookKey,
)
from ..pages import html_page
from ..people.caller import Caller
from ..people.cookies import device_key
from ..service import Service
from .common import FOR_ALL, Calling, Here, new_router, refusals

router = new_router(prefix="/api/me/notices", tags=["notices"])
stopping = new_router(prefix="/api/notices", tags=["notices"])

READ = refusals(401, 403)
WRITE = refusals(401, 403, 413)
HTML: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/html": {"schema": {"type": "string"}}}, "description": "A small page"}
}
StopKey = Annotated[str, Path(max_length=100, description="The key in the link of a mail.")]

PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Stockade</title>
<style>body{{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}}</style>
<body>
{content}
</body></html>
"""


def settings_of(here: Service, who: Caller, request: Request) -> NoticeSettings:
    key = here.notices.push.public_key
    return here.notices.preferences.get(who.need_person(), key, device_key(request))


@router.get("", summary="Get what you are told while you are away", responses=READ)
def notices(here: Here, who: Calling, request: Request) -> NoticeSettings:
    return settings_of(here, who, request)


@router.post("", summary="Change what you are told while you are away", responses=WRITE)
def change_notices(here: Here, who: Calling, form: NoticeChange, request: Request) -> NoticeSettings:
    here.notices.preferences.change(who.need_person(), form)
    return settings_of(here, who, request)


@router.post("/mail", summary="Get a code at a mail address", responses={**WRITE, **refusals(409, 429)})
async def ask_address(here: Here, who: Calling, form: NewAddress, request: Request) -> NoticeSettings:
    """An address that you have confirmed before stays in use until the new one is confirmed."""
    await here.notices.ask_address(who.need_person(), form.address)
    return await run_sync(settings_of, here, who, request)


@router.post("/mail/confirm", summary="Confirm a mail address", responses={**WRITE, **refusals(429)})
def confirm_address(here: Here, who: Calling, form: AddressCode, request: Request) -> NoticeSettings:
    here.notices.preferences.confirm(who.need_person(), form.code)
    return settings_of(here, who, request)


@router.post("/mail/remove", summary="Remove your mail address", responses=WRITE)
def remove_address(here: Here, who: Calling, request: Request) -> NoticeSettings:
    here.notices.preferences.remove_address(who.need_person())
    return settings_of(here, who, request)


@router.post("/push", summary="Get notices on this device", responses=WRITE)
async def subscribe(here: Here, who: Calling, form: PushSubscription, request: Request) -> NoticeSettings:
    person = who.need_person()
    device = Device(form.endpoint, form.keys.p256dh, form.keys.auth)
    await here.notices.subscribe(person, device_key(request) or "", device)
    return await run_sync(settings_of, here, who, request)


@router.post("/push/end", summary="Get no more notices on a device", responses=WRITE)
def unsubscribe(here: Here, who: Calling, form: PushEnd, request: Request) -> NoticeSettings:
    here.notices.preferences.unsubscribe(who.need_person(), form.endpoint)
    return settings_of(here, who, request)


@router.post("/webhooks", status_code=201, summary="Add a webhook", responses=WRITE)
async def add_webhook(here: Here, who: Calling, form: NewWebhook) -> WebhookKey:
    person = who.need_person()
    await here.notices.check_address(form.url)
    number, secret = await run_sync(here.notices.preferences.add_webhook, person, form.url)
    return WebhookKey(id=number, secret=secret)


@router.post("/webhooks/{id}/end", status_code=204, summary="Remove a webhook", responses={**WRITE, **refusals(404)})
def end_webhook(here: Here, who: Calling, id: str) -> None:
    here.notices.preferences.end_webhook(who.need_person(), id)


@router.post("/test", summary="Send a test to yourself", responses={**WRITE, **refusals(429)})
async def send_test(here: Here, who: Calling, form: TestNotice) -> list[NoticeLine]:
    """Return the newest part of the log, which says whether the test was sent."""
    person = who.need_person()
    await here.notices.test(person, form.channel)
    return await run_sync(here.notices.outbox.log, person, 10)


@router.get("/log", summary="List what you were told, newest first", responses=READ)
def notice_log(here: Here, who: Calling, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> list[NoticeLine]:
    return here.notices.outbox.log(who.need_person(), limit)


def page(content: str) -> Response:
    # The form needs the page's origin, which browsers leave out under the usual policy.
    return html_page(PAGE.format(language=language(), content=content), headers={"Referrer-Policy": "same-origin"})


@stopping.get(
    "/stop/{key}",
    summary="Show the page that stops mails",
    responses={**HTML, **refusals(404)},
    response_class=Response,
    openapi_extra=FOR_ALL,
)
def ask_stop(here: Here, key: StopKey) -> Response:
    """Opening the page changes nothing, because mail programs look at links before people do."""
    if here.notices.preferences.stops(key) is None:
        raise Refused("not_found", "This link is not valid any more.")
    title, button = escape(say("Stop mails from Stockade?")), escape(say("Stop all mails"))
    return page(f'<h1>{title}</h1><form method="post"><button>{button}</button></form>')


@stopping.post(
    "/stop/{key}",
    summary="Stop mails with one click",
    responses={**HTML, **refusals(403, 404, 413)},
    response_class=Response,
    openapi_extra=FOR_ALL,
)
def stop(here: Here, key: StopKey) -> Response:
    if not here.notices.preferences.stop(key):
        raise Refused("not_found", "This link is not valid any more.")
    title, text = escape(say("No more mails")), escape(say("You can turn them on again in Stockade's settings."))
    return page(f"<h1>{title}</h1><p>{text}</p>")
