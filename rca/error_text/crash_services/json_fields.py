"""Fields of a report's JSON: values of another type count as absent, and long ones are shortened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import pairwise

from models.crash_context import (
    MOST_BREADCRUMBS,
    MOST_FEATURE_FLAGS,
    MOST_TAGS,
    Breadcrumb,
    FeatureFlag,
    Tag,
)
from rca.error_text.typed_json import as_list, as_object
from rca.text.lazy_regex import lazy_regex

Json = dict[str, object]

_LONGEST = 500
"""Characters of a breadcrumb, tag or flag that are kept."""

_PADDED = lazy_regex(r"(?=0*+[1-9a-f])(?:0[0-9a-f]{7,15}|(?=[0-9]*+[a-f])[0-9a-f]{8,16})")
"""An address in hexadecimal digits without `0x`: filled up with zeros, or with a letter."""

_TRUTH = {"true": True, "yes": True, "false": False, "no": False}
_MILLISECONDS = 100_000_000_000
_MICROSECONDS = 100_000_000_000_000
"""Numbers from which on a time is counted in these and not in seconds."""


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, for lists of field names."""
    return tuple(text.split())


def get_text(record: Mapping[str, object], *names: str) -> str | None:
    """Return the first field that holds text or a number, as text without surrounding blanks."""
    for name in names:
        text = as_shown(record.get(name))
        if text:
            return text
    return None


def get_path(record: Mapping[str, object], *path: str) -> object:
    """Return the value at the end of a path of objects, or None."""
    value: object = record
    for name in path:
        value = as_object(value).get(name)
    return value


def get_number(record: Mapping[str, object], *names: str) -> int | None:
    """Return the first field that holds a whole number, also one that is written as text."""
    for name in names:
        value = record.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e18:
            return int(value)
        if isinstance(value, str) and value.strip().isdecimal() and len(value) < 19:
            return int(value)
    return None


def get_line(record: Mapping[str, object], *names: str) -> int | None:
    """Return the first field that holds a line number, which is above zero."""
    line = get_number(record, *names)
    return line if line is not None and 0 < line < 10_000_000 else None


def get_flag(record: Mapping[str, object], *names: str) -> bool | None:
    """Return the first field that holds a truth value, also one that is written as text."""
    for name in names:
        value = record.get(name)
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in _TRUTH:
            return _TRUTH[value.lower()]
    return None


def get_objects(record: Mapping[str, object], *names: str) -> list[Json]:
    """Return the objects of the first field that is a list, or an object with such a list in `values`."""
    for name in names:
        value = record.get(name)
        nested = as_object(value)
        listed = value if isinstance(value, list) else nested.get("values", nested.get(name))
        objects = [as_object(item) for item in as_list(listed) if isinstance(item, dict)]
        if objects:
            return objects
    return []


def get_time(record: Mapping[str, object], *names: str) -> str | None:
    """Return the first field that holds a time; numbers are converted to ISO 8601 in UTC."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()[:_LONGEST]
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
            return _from_epoch(value)
    return None


def _from_epoch(value: float) -> str | None:
    seconds = value / (1_000_000 if value >= _MICROSECONDS else 1_000 if value >= _MILLISECONDS else 1)
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_shown(value: object) -> str | None:
    """Return a scalar as text; None for an object, a list or null."""
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{value:.15g}" if isinstance(value, float) else str(value) if abs(value) < 10**20 else None
    return None


def join_words(*parts: str | None) -> str | None:
    """Return the parts in one line; a part that the next one begins with is left out."""
    kept: list[str] = []
    for part in parts:
        if not part:
            continue
        if kept and part.lower().startswith(kept[-1].lower()):
            kept.pop()
        kept.append(part)
    return " ".join(kept) or None


def shorten(text: str) -> str:
    """Return text of a bounded length, with a mark where it was cut."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def make_tags(pairs: Iterable[tuple[object, object]]) -> tuple[Tag, ...]:
    """Return the pairs whose value is a scalar as tags, each name once."""
    tags: dict[str, str] = {}
    for name, value in pairs:
        shown = as_shown(value)
        if isinstance(name, str) and name and shown is not None and len(tags) < MOST_TAGS:
            tags.setdefault(shorten(name), shorten(shown))
    return tuple(Tag(name=name, value=value) for name, value in tags.items())


def make_flags(pairs: Iterable[tuple[object, object]]) -> tuple[FeatureFlag, ...]:
    """Return feature flags by name and value, the last value of each name."""
    flags: dict[str, str | None] = {}
    for name, value in pairs:
        if isinstance(name, str) and name and (name in flags or len(flags) < MOST_FEATURE_FLAGS):
            shown = as_shown(value)
            flags[shorten(name)] = None if shown is None else shorten(shown)
    return tuple(FeatureFlag(name=name, value=value) for name, value in flags.items())


def make_breadcrumbs(crumbs: Iterable[Breadcrumb | None]) -> tuple[Breadcrumb, ...]:
    """Return the newest breadcrumbs, oldest first; of a list whose times fall, the order is turned round."""
    kept = [crumb for crumb in crumbs if crumb is not None]
    times = [crumb.at for crumb in kept if crumb.at]
    if len(times) > 1 and all(first >= second for first, second in pairwise(times)):
        kept = kept if times[0] == times[-1] else kept[::-1]
    return tuple(kept[-MOST_BREADCRUMBS:])


def make_breadcrumb(
    at: str | None, category: str | None, message: str | None, data: object, level: str | None = None
) -> Breadcrumb | None:
    """Return a breadcrumb, its data as `name=value` behind its message; None where it says nothing."""
    details = ", ".join(
        f"{name}={shown}" for name, value in as_object(data).items() if (shown := as_shown(value)) is not None
    )
    said = f"{message} ({details})" if message and details else message or details
    if not said and not category:
        return None
    return Breadcrumb(
        at=at,
        category=category,
        level=level,
        message=shorten(said or category or ""),
    )


def as_pairs(value: object) -> Iterator[tuple[object, object]]:
    """Yield names and values of an object, of a list of pairs, or of a list of `key`/`value` objects."""
    if isinstance(value, dict):
        yield from value.items()
        return
    for item in as_list(value):
        if isinstance(item, list) and len(item) == 2:
            yield item[0], item[1]
        elif isinstance(item, dict):
            yield item.get("key", item.get("name")), item.get("value")


def hexadecimal(value: object) -> str | None:
    """Return an address, given as a number or as text, as hexadecimal digits without `0x`."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**64:
        return f"{value:x}"
    if isinstance(value, str):
        digits = value.strip().lower()
        if digits.startswith("0x"):
            is_address = 0 < len(digits[2:]) <= 16 and all(one in "0123456789abcdef" for one in digits[2:])
            return digits[2:] if is_address else None
        if _PADDED.fullmatch(digits) is not None:
            return digits
        return f"{int(digits):x}" if digits.isdecimal() and len(digits) < 20 and int(digits) else None
    return None
