"""Where a page of matches ends: the text that clients pass to get the next page."""

from __future__ import annotations

import base64
import json
from datetime import datetime

from .errors import Refused
from .models import MatchRow


def cursor(row: MatchRow) -> str:
    return base64.urlsafe_b64encode(json.dumps([row.updated.isoformat(), row.id]).encode()).decode()


def read_cursor(text: str | None) -> tuple[datetime, str] | None:
    if text is None:
        return None
    try:
        moment, match_id = json.loads(base64.urlsafe_b64decode(text.encode()))
        return datetime.fromisoformat(moment), str(match_id)
    except (ValueError, TypeError) as error:
        raise Refused("bad_request", "This page does not exist.") from error
