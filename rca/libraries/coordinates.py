"""Maven coordinates: artifact names and version order."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_PART = re.compile(r"\d+|[A-Za-z]+")
_FIXED = re.compile(r"[\w.+\-]+")
_WORD, _END, _NUMBER = 0, 1, 2


class Module(NamedTuple):
    """An artifact without version."""

    group: str
    name: str

    def __str__(self) -> str:
        return f"{self.group}:{self.name}"


class Coordinate(NamedTuple):
    """A requested artifact; `version` is None unless exactly one is fixed."""

    module: Module
    version: str | None

    def __str__(self) -> str:
        return f"{self.module}:{self.version}" if self.version else str(self.module)


def coordinate(group: str, name: str, version: str | None) -> Coordinate:
    """Return a coordinate; ranges and `1.+` count as no version."""
    return Coordinate(Module(group, name), fixed(version))


def fixed(version: str | None) -> str | None:
    """Return a version if it is exact, else None."""
    if version is None:
        return None
    version = version.removesuffix("!!")
    if not _FIXED.fullmatch(version) or version.endswith("+") or version.startswith("latest."):
        return None
    return version


@lru_cache(maxsize=10_000)
def version_order(version: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that orders versions as Gradle does: `1.0-rc1 < 1.0 < 1.0.1`."""
    parts = [
        (_NUMBER, int(part), "") if part.isdigit() else (_WORD, 0, part.lower())
        for part in _PART.findall(version)
    ]
    return (*parts, (_END, 0, ""))
