"""The address from which a request comes."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

IPV6_PREFIX = 64  # one customer of a provider has all addresses with the same first 64 bits


def address_of(scope: Scope) -> str:
    """Return the address of the client, or nothing if it is not known."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def holder_of(address: str) -> str:
    """Return what an address is counted as: itself, or for IPv6 the network of its customer."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, IPV6_PREFIX), strict=False))
