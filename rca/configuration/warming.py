"""What questions about configuration need first, worked out before somebody asks."""

from __future__ import annotations

from rca.cancellation import Watch
from rca.configuration.accessors import accessors, alias_of
from rca.configuration.entries import SUFFIXES
from rca.configuration.literals import literals
from rca.configuration.pattern import keys_of
from rca.workspace import Snapshot

_MANY = frozenset(f"string/{number}" for number in range(100))
"""Names that no file uses, and so many that all files are looked at that use any."""


def keep_keys(snapshot: Snapshot, watch: Watch) -> None:
    """Read the keys of all configuration files, and what code asks for, until the watch says stop.

    Raises:
        Cancelled: the watch says so.
    """
    known = keys_of(snapshot)
    for path in snapshot.files(*SUFFIXES):
        watch.check()
        known.of(snapshot, path)
    literals(snapshot, (), (), watch, held=False)
    list(accessors(snapshot, "resource", "", _MANY, watch))
    for alias in sorted({alias_of(path) for path in snapshot.files(".versions.toml")}):
        list(accessors(snapshot, "catalog", alias, _MANY, watch))
