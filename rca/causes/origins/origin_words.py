"""The kind of an origin in words."""

from __future__ import annotations

from typing import Final

from models.tools.trace_value_origin import OriginKind
from rca.causes.origins.origin import Origin

_IN_WORDS: Final[dict[OriginKind, str]] = {
    "null_literal": "`null` is written",
    "literal": "a constant or literal",
    "default_value": "a field that is null until it is written",
    "lateinit_unset": "`lateinit`, and not set yet",
    "safe_cast": "a safe cast",
    "lookup": "a lookup that may find nothing",
    "extra": "an extra of an intent",
    "bundle": "an entry of a bundle",
    "saved_state": "saved state",
    "preference": "a preference",
    "cursor": "a database column",
    "json": "data that is read",
    "view_lookup": "a view or fragment that is looked up",
    "system_service": "a service of the system",
    "injected": "injected",
    "library_call": "a library's call",
    "platform_call": "a call of Java that says nothing of null",
    "framework_argument": "an argument that a library gives",
    "parameter": "a parameter that no call in the project gives",
    "unresolved": "not known from here",
}


def describe_kind(kind: OriginKind) -> str:
    """Return what a kind of origin means, as the middle of a sentence."""
    return _IN_WORDS.get(kind, kind.replace("_", " "))


def describe_origin(origin: Origin) -> str:
    """Return when an origin gives null, where a contract says it, else what its kind means."""
    note = origin.note or ""
    return note if note.startswith("null ") else describe_kind(origin.kind)
