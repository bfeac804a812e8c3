"""For operators: is the server alive, can it take traffic, and what does it do."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import Literal

from fastapi import Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel, Field

from .. import metrics
from ..errors import Refused
from ..schemas import Health
from .common import Here, new_router

router = new_router(tags=["server"])
NEAR = [
    ip_network(each)
    for each in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10")
]
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")


class Ready(BaseModel):
    status: Literal["ready", "not ready", "stopping"]
    missing: list[Literal["database", "migrations", "bus", "games"]] = Field(
        description="The parts that do not work."
    )


@router.get("/healthz", summary="Check whether the server is running")
def healthz(request: Request) -> Health:
    return Health(status="ok", version=request.app.version)


@router.get(
    "/readyz",
    summary="Check whether the server can take traffic",
    responses={503: {"model": Ready, "description": "something is missing, or the server is stopping"}},
)
async def readyz(request: Request, response: Response) -> Ready:
    state = request.app.state
    missing = [] if state.stopping else await state.probe.missing()
    status = "stopping" if state.stopping else "not ready" if missing else "ready"
    if status != "ready":
        response.status_code = 503
    return Ready.model_validate({"status": status, "missing": missing})


@router.get("/metrics", include_in_schema=False)
def figures(here: Here, request: Request) -> Response:
    """Return the figures for Prometheus, to this machine and private networks only."""
    if here.settings.metrics != "local" or not is_near(request):
        raise Refused("not_found", "This path does not exist.")
    return Response(metrics.page(), media_type=CONTENT_TYPE_LATEST)


def is_near(request: Request) -> bool:
    """Return whether a request comes from this machine or a private network, and not through a proxy."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ip_address(request.client.host.partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in NEAR)
