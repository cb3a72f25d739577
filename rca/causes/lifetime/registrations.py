"""The shipped table of calls that register code to run later, with the call that cancels each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Registration:
    """A kind of asynchronous registration."""

    names: tuple[str, ...]
    cancelled_by: frozenset[str]
    what: str
    runs_on: str
    bound_to: Mapping[str, tuple[str, ...]]
    """Receivers whose lifecycle ends it, with the teardowns that do."""

    def ends_before(self, receiver: str, teardown: str) -> bool:
        """Return whether a registration on a receiver has ended when a teardown runs."""
        for owner, teardowns in self.bound_to.items():
            if owner in receiver:
                return teardown in teardowns
        return False


@cache
def registrations() -> Mapping[str, Registration]:
    """Return the kinds of registrations by the names of their calls."""
    text = (resources.files(__package__) / "data" / "registrations.toml").read_text("utf-8")
    found: dict[str, Registration] = {}
    for row in tomllib.loads(text)["registration"]:
        kind = Registration(
            tuple(row["names"]),
            frozenset(row["cancelled_by"]),
            row["what"],
            row["runs_on"],
            {owner: tuple(teardowns) for owner, teardowns in row["bound_to"].items()},
        )
        found.update(dict.fromkeys(kind.names, kind))
    return found
