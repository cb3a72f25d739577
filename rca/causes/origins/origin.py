"""Origins of a value: the places it can come from, each with the path that leads there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from models.tools.trace_value_origin import OriginKind, StepKind
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

RANKS: Final[dict[str, int]] = {
    **dict.fromkeys(("null_literal", "default_value", "lateinit_unset"), 0),
    **dict.fromkeys(
        (
            *("safe_cast", "lookup", "element", "extra", "bundle", "saved_state", "preference", "cursor"),
            *("json", "view_lookup", "system_service", "injected", "library_call"),
        ),
        1,
    ),
    **dict.fromkeys(("platform_call", "framework_argument", "parameter"), 2),
    "unresolved": 3,
}
"""Order of kinds for a null: what is surely null, what gives null by its contract, what may give it."""

_RECURSIVE_CONTEXT: Final = 2
"""Calls that tell apart visits of one expression in a recursion: one inside and the one that came to it."""


class Place(NamedTuple):
    """A range of a file's text."""

    path: str
    start: int
    end: int


class Step(NamedTuple):
    """One step of a value's way, seen backward."""

    kind: StepKind
    place: Place


class EnteredCall(NamedTuple):
    """A call whose function the trail went into: its parameters are that call's arguments."""

    function: Symbol
    path: str
    call: Node


@dataclass(frozen=True, eq=False)
class Trail:
    """The way from the question to a place: the last step and what came before it.

    `entered` are the calls into whose functions it went and has not come out of, innermost last.
    """

    before: Trail | None = None
    step: Step | None = None
    depth: int = 0
    entered: tuple[EnteredCall, ...] = ()

    def to(self, kind: StepKind, place: Place) -> Trail:
        """Return the trail with one more step."""
        return Trail(self, Step(kind, place), self.depth + 1, self.entered)

    def into(self, call: EnteredCall) -> Trail:
        """Return the trail inside the function that a call means."""
        return replace(self, entered=(*self.entered, call))

    def out(self) -> Trail:
        """Return the trail outside the function that it went into last."""
        return replace(self, entered=self.entered[:-1])

    def context(self) -> tuple[int, ...]:
        """Return which calls the trail is in, for telling apart visits of one expression.

        In a recursion, also one through overrides (`delegate.serve(request)` in `serve`), only the last
        calls count: else a chain of overrides that call each other has as many contexts as orders.
        """
        names = {one.function.name for one in self.entered}
        told = self.entered if len(names) == len(self.entered) else self.entered[-_RECURSIVE_CONTEXT:]
        return tuple(one.call.start for one in told)

    def steps(self) -> tuple[Step, ...]:
        """Return the steps from the question on."""
        return tuple(reversed(list(self._backward())))

    def _backward(self) -> Iterator[Step]:
        trail: Trail | None = self
        while trail is not None and trail.step is not None:
            yield trail.step
            trail = trail.before


@dataclass(frozen=True)
class Origin:
    """A place where a value can come from."""

    kind: OriginKind
    place: Place
    steps: tuple[Step, ...]
    note: str | None = None


@dataclass(frozen=True)
class OriginAnswer:
    """Origins, likeliest first; `reasons` says where the trail ends early."""

    origins: tuple[Origin, ...]
    nulls: bool
    reasons: tuple[str, ...]
