"""The OpenAPI description of the server: requests and answers, and the messages of a live connection.

FastAPI describes the routes. This adds what it leaves out, so that types for a client can be generated from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from stockade.core import scene

from .routes.live import ClientMessage, ServerMessage

REF = "#/components/schemas/{model}"


def describing(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """What to set as `app.openapi`: it makes the description once, when somebody asks for it."""
    made: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not made:
            made.update(describe(app))
        return made

    return openapi


def describe(app: FastAPI) -> dict[str, Any]:
    description = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
    schemas: dict[str, Any] = description["components"]["schemas"]
    messages = {
        "ClientMessage": TypeAdapter(ClientMessage).json_schema(ref_template=REF, mode="validation"),
        "ServerMessage": TypeAdapter(ServerMessage).json_schema(ref_template=REF, mode="serialization"),
    }
    for name, schema in messages.items():
        schemas |= schema.pop("$defs")
        schemas[name] = schema
    for name, schema in schemas.items():
        if is_dataclass(getattr(scene, name, None)):  # no field of a scene is ever left out
            schema["required"] = list(schema["properties"])
        for field in schema.get("properties", {}).values():
            field.pop("title", None)  # the name of the field once more
    description["components"]["schemas"] = dict(sorted(schemas.items()))
    return description
