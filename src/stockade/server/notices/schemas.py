"""The schemas of requests and responses about notices."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field, StrictStr

from ..schemas import Form
from .channels.mail import LONGEST as LONGEST_ADDRESS
from .channels.post import LONGEST_URL
from .models import Channel, Event, Occasion, Pace, State

Occasions = Annotated[list[Occasion], Field(max_length=5)]
Url = Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_URL)]

# ---------------------------------------------------------------------- requests


class NoticeChange(Form):
    """What you want to be told. What is left out stays as it is; an empty list turns a channel off."""

    mail: Occasions | None = None
    push: Occasions | None = None
    webhook: Occasions | None = None
    pace: Pace | None = Field(
        None, description="How often mails come: at once, or as a digest at most once an hour or a day."
    )


class NewAddress(Form):
    address: Annotated[StrictStr, Field(min_length=3, max_length=LONGEST_ADDRESS)]


class AddressCode(Form):
    code: Annotated[StrictStr, Field(min_length=1, max_length=20)]


class DeviceKeys(Form):
    p256dh: Annotated[StrictStr, Field(max_length=128)]
    auth: Annotated[StrictStr, Field(max_length=32)]


class PushSubscription(Form):
    """What a browser's `PushSubscription` gives as JSON."""

    endpoint: Url
    keys: DeviceKeys
    expirationTime: float | None = None


class PushEnd(Form):
    endpoint: Url


class NewWebhook(Form):
    url: Url


class TestNotice(Form):
    channel: Channel


# ---------------------------------------------------------------------- responses


class MailInfo(BaseModel):
    available: bool = Field(description="Whether this server sends mail.")
    address: str | None
    unconfirmed: str | None = Field(description="An address that waits for its code.")
    events: list[Occasion]


class PushDevice(BaseModel):
    id: str
    label: str
    this: bool = Field(description="Whether it is the device that asks.")
    created: datetime


class PushInfo(BaseModel):
    key: str = Field(description="The public key of the server, for `applicationServerKey`.")
    devices: list[PushDevice]
    events: list[Occasion]


class WebhookInfo(BaseModel):
    id: str
    url: str
    created: datetime


class WebhooksInfo(BaseModel):
    hooks: list[WebhookInfo]
    events: list[Occasion]


class NoticeSettings(BaseModel):
    mail: MailInfo
    push: PushInfo
    webhook: WebhooksInfo
    pace: Pace


class WebhookKey(BaseModel):
    id: str
    secret: str = Field(description="Signs every notice. It is shown only once.")


class NoticeLine(BaseModel):
    """What became of a notice."""

    id: str
    event: Event
    channel: Channel
    target: str = Field(description="The id of the device or webhook; empty for mail.")
    match: str | None
    text: str
    state: State
    reason: str = Field(description="Why it is held, has failed or was not sent; otherwise empty.")
    created: datetime
    due: datetime | None = Field(description="When it is sent or tried again, if it still waits.")
    sent: datetime | None
