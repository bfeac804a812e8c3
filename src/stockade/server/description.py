"""The OpenAPI schema of the server: requests, responses and the messages of the WebSocket.

FastAPI describes the routes. This module adds the rest, so that a client's types can be generated from the schema.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from stockade.core import scene, tray

from .following import ServerMessage
from .routes.live import ClientMessage
from .schemas import Thoughts

REF = "#/components/schemas/{model}"


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the description of an application, for `app.openapi`."""
    description = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
    schemas: dict[str, Any] = description["components"]["schemas"]
    messages = {
        "ClientMessage": TypeAdapter(ClientMessage).json_schema(ref_template=REF, mode="validation"),
        "ServerMessage": TypeAdapter(ServerMessage).json_schema(ref_template=REF, mode="serialization"),
    }
    messages["Thoughts"] = TypeAdapter(Thoughts).json_schema(ref_template=REF, mode="serialization")
    for name, schema in messages.items():
        schemas |= schema.pop("$defs")
        schemas[name] = schema
    for name, schema in schemas.items():
        if is_dataclass(
            getattr(scene, name, None) or getattr(tray, name, None)
        ):  # scenes are always sent with all fields
            schema["required"] = list(schema["properties"])
        for field in schema.get("properties", {}).values():
            field.pop("title", None)  # repeats the name of the field
    description["components"]["schemas"] = dict(sorted(schemas.items()))
    return description
