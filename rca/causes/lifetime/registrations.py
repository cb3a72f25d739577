"""Calls that register code to run later, with the call that cancels each: a table, and pairs of names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

_PAIRS = (
    (re.compile(r"add(?P<what>\w*(?:Listener|Callback|Callbacks|Observer|Watcher))"), "remove", "listener"),
    (re.compile(r"register(?P<what>(?:[A-Z]\w*)?)"), "unregister", "registered callback"),
    (re.compile(r"set(?P<what>\w*(?:Listener|Callback|Callbacks|Observer))"), "set", "listener"),
)
"""Names of calls that register, the beginning of the name that ends it, and what is registered."""
_VIEW_EVENTS = re.compile(r"setOn\w+Listener")
_OF_VIEWS = {"": ("onDestroyView", "onDestroy", "onDetach", "onDetachedFromWindow")}
_INLINE = frozenset(
    (
        *(
            "let",
            "also",
            "apply",
            "run",
            "with",
            "use",
            "forEach",
            "forEachIndexed",
            "map",
            "mapNotNull",
            "filter",
        ),
        *(
            "takeIf",
            "takeUnless",
            "runCatching",
            "synchronized",
            "repeat",
            "buildList",
            "buildString",
            "lazy",
        ),
        *(
            "withContext",
            "coroutineScope",
            "supervisorScope",
            "withTimeout",
            "collect",
            "collectLatest",
            "flow",
        ),
        *(
            "remember",
            "firstOrNull",
            "first",
            "find",
            "any",
            "all",
            "none",
            "onEach",
            "sortedBy",
            "associate",
        ),
    )
)
"""Functions that call what they are given before they return, or that are part of what was launched."""


@dataclass(frozen=True, slots=True)
class Registration:
    """A kind of asynchronous registration."""

    names: tuple[str, ...]
    cancelled_by: frozenset[str]
    what: str
    runs_on: str
    bound_to: Mapping[str, tuple[str, ...]]
    """Owners whose lifecycle ends it, with the teardowns that do."""
    is_known: bool = True
    """Whether it is known what cancels it."""

    def ends_before(self, owner: str, teardown: str) -> bool:
        """Return whether what is registered for an owner has ended when a teardown runs.

        Args:
            owner: the receiver of the registration and the lifecycle that it was given, as code.
            teardown: the teardown's name.
        """
        for bound, teardowns in self.bound_to.items():
            if bound in owner:
                return teardown in teardowns
        return False


def registration_of(name: str, *, takes_code: bool = False) -> Registration | None:
    """Return the kind of registration that a call is by its name; None for other calls.

    Args:
        name: of the called function.
        takes_code: whether it is given a lambda or an object, and so may call it later.
    """
    known = registrations().get(name)
    if known is not None:
        return known
    if _VIEW_EVENTS.fullmatch(name) is not None:
        return Registration((name,), frozenset((name,)), "listener", "the main thread", _OF_VIEWS)
    for pattern, ending, what in _PAIRS:
        match = pattern.fullmatch(name)
        if match is not None:
            return _pair(name, f"{ending}{match['what']}", what)
    if takes_code and name not in _INLINE and name[:1].islower():
        return Registration((name,), frozenset(), "callback", "", {}, is_known=False)
    return None


def _pair(name: str, ending: str, what: str) -> Registration:
    return Registration((name,), frozenset((ending,)), what, "the thread of what it listens to", {})


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
