"""Rate limits: how each source asks for a pause."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

DEFAULT_PAUSE = 60.0
"""Seconds to leave a source alone that wants a pause and does not say how long."""

LONGEST_PAUSE = 7 * 86_400.0
"""However long a source says."""

_SECONDS = re.compile(r"\bin (\d{1,7}) seconds?\b")
_FOR_A_MOMENT = frozenset({"internal_error", "temporarily_unavailable"})


def asked_pause(status: int, headers: Mapping[str, str], payload: object) -> float | None:
    """Return the pause in seconds that a failed answer asks for; None if it asks for none.

    Args:
        status: HTTP status.
        headers: by lower-case name.
        payload: the JSON of the body, whatever it is.
    """
    spent = headers.get("x-ratelimit-remaining") == "0"
    if status == 429 or (status in {403, 503} and ("retry-after" in headers or spent)):
        return retry_after(headers)
    if status == 403 and "rate limit" in reason(payload).lower():
        return DEFAULT_PAUSE  # GitHub's limit on bursts may come without a header
    # Stack Exchange answers every error of a method with status 400 and names it in the body.
    if status != 200 and error_name(payload) == "throttle_violation":
        wait = _SECONDS.search(reason(payload))
        return min(float(wait[1]), LONGEST_PAUSE) if wait else DEFAULT_PAUSE
    return None


def spent_pause(headers: Mapping[str, str]) -> float:
    """Return the seconds until a source may be asked again whose quota this answer used up."""
    return retry_after(headers) if headers.get("x-ratelimit-remaining") == "0" else 0.0


def is_passing(status: int, payload: object) -> bool:
    """Return whether the error is the server's own and probably temporary."""
    return status >= 500 or (status == 400 and error_name(payload) in _FOR_A_MOMENT)


def retry_after(headers: Mapping[str, str]) -> float:
    """Return `Retry-After` (seconds or a date), else `X-RateLimit-Reset`, as seconds; at most a week."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return min(float(value), LONGEST_PAUSE)
    if value:
        try:
            wait = parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return DEFAULT_PAUSE
        return min(max(0.0, wait), LONGEST_PAUSE)
    reset = headers.get("x-ratelimit-reset", "")
    if not (reset.isascii() and reset.isdigit()):
        return DEFAULT_PAUSE
    return min(max(0.0, float(reset) - time.time()), LONGEST_PAUSE)


def error_name(payload: object) -> str:
    """Return Stack Exchange's name of an error, "" if there is none."""
    name = payload.get("error_name") if isinstance(payload, dict) else None
    return name if isinstance(name, str) else ""


def reason(payload: object) -> str:
    """Quote the source's own error message, shortened: it is untrusted."""
    if not isinstance(payload, dict):
        return ""
    known = payload.get("error_id")
    name = error_name(payload)[:40]
    code = f"{known} {name} ".rstrip() + " " if isinstance(known, int) else ""
    words = next((payload[key] for key in ("error_message", "message", "error") if payload.get(key)), "")
    return f": {code}{str(words)[:160]}" if words else ""
