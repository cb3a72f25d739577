"""References of the platform that are known to keep objects without a fault of the app: a table."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

NATIVE_ROOT = ""
"""Stands for the field where an object is kept by native code itself."""


@dataclass(frozen=True, slots=True)
class DeviceBuild:
    """The device that a dump comes from: API level and manufacturer, None where the dump does not tell."""

    sdk: int | None = None
    manufacturer: str | None = None


@dataclass(frozen=True, slots=True)
class KnownLeak:
    """Why a reference keeps its object, and on which devices it does."""

    why: str
    since: int
    until: int
    vendors: frozenset[str]

    def fits(self, build: DeviceBuild) -> bool:
        """Return whether the leak can be on a device; what is not known of it excludes nothing."""
        if build.sdk is not None and not self.since <= build.sdk <= self.until:
            return False
        if not self.vendors or build.manufacturer is None:
            return True
        return build.manufacturer.lower() in self.vendors


def find_known_leak(owner: str, field: str, build: DeviceBuild) -> KnownLeak | None:
    """Return the known leak that a field of a class, or `NATIVE_ROOT`, is on a device."""
    return next((one for one in _leaks().get((owner, field), ()) if one.fits(build)), None)


@cache
def detours() -> Sequence[tuple[str, str]]:
    """Return references, by class and field, that are no leak and hide a path that says more."""
    return [(row["owner"], field) for row in _table()["detour"] for field in row["fields"]]


@cache
def _leaks() -> Mapping[tuple[str, str], Sequence[KnownLeak]]:
    found: dict[tuple[str, str], list[KnownLeak]] = defaultdict(list)
    for row in _table()["leak"]:
        vendors = frozenset(vendor.lower() for vendor in row.get("vendors", ()))
        leak = KnownLeak(row["why"], row.get("since", 1), row.get("until", 10_000), vendors)
        for field in row.get("fields", (NATIVE_ROOT,)):
            found[row["owner"], field].append(leak)
    return found


@cache
def _table() -> dict[str, Any]:
    text = (resources.files(__package__) / "data" / "known_leaks.toml").read_text("utf-8")
    return tomllib.loads(text)
