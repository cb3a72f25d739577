"""Dates as sources write them, and ages for display."""

from __future__ import annotations

from datetime import UTC, datetime

_DAY = 86_400


def parse_date(text: str) -> float | None:
    """Parse an ISO date or time, UTC by default; None if it is invalid."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        return moment.timestamp()
    except (OverflowError, OSError):
        return None


def day(seconds: float) -> str:
    """Format the day of a time as `2026-01-31`, in UTC."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):
        return "an unknown day"


def age(seconds: float) -> str:
    """Return how long ago something was, in words."""
    for unit, length in (("day", _DAY), ("hour", 3_600), ("minute", 60)):
        if (count := int(seconds // length)) > 0:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
