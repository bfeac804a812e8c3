"""Which scripts and styles a browser may run and load on our pages: only those that this server sends."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping

from fastapi.responses import HTMLResponse

NOTHING = "default-src 'none'; frame-ancestors 'none'"  # for everything that is not a page
PICTURE = f"{NOTHING}; style-src 'unsafe-inline'"  # an SVG has styles of its own, and no scripts
# Scripts and styles within our own pages are allowed by their hashes, and none in attributes.
RULES: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


def content_policy(page: str) -> str:
    """Return the Content-Security-Policy of a page."""
    rules = dict(RULES)
    for kind, content in INLINE.findall(page):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        rules[f"{kind}-src"] += f" 'sha256-{digest}'"
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def html_page(content: str, status: int = 200, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """Return a page that is made here."""
    return HTMLResponse(content, status, {"Content-Security-Policy": content_policy(content), **(headers or {})})
