"""The end of a leaking object: the class whose teardown should have let go of it, and that teardown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.leak_trace import LeakTrace
from rca.causes.leaks.leak_places import LeakPlace, members, project_class
from rca.causes.lifetime.lifecycle_names import is_teardown
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol

_RECEIVED = re.compile(r"(?P<class>[\w.$]+) received (?P<event>\w+)#(?P<callback>\w+)\(\) callback")
_STATES = (
    (re.compile(r"mDestroyed is true|destroyed activity"), "onDestroy"),
    (re.compile(r"mFragmentManager is null"), "onDestroy"),
    (re.compile(r"onCleared"), "onCleared"),
    (re.compile(r"Service not held"), "onDestroy"),
    (re.compile(r"detached"), "onDetachedFromWindow"),
)
_BY_CLASS = (
    (re.compile(r"Activity$"), "onDestroy"),
    (re.compile(r"Fragment$"), "onDestroy"),
    (re.compile(r"ViewModel$"), "onCleared"),
    (re.compile(r"Service$"), "onDestroy"),
    (re.compile(r"(?:View|Layout)$"), "onDetachedFromWindow"),
    (re.compile(r"(?:Presenter|Controller)$"), "onDestroy"),
)
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class HeldLifecycle:
    """What leaks by its simple name, the callback that ends it, and the project's class with that callback.

    `teardowns` are the functions of that class that end something; their words tell what they end.
    """

    leaking: str
    callback: str | None
    owner: Symbol | None
    teardowns: tuple[Symbol, ...]
    is_view_of_fragment: bool

    def words(self, code: ProjectCode) -> set[str]:
        """Return the words of the teardowns."""
        return {word for one in self.teardowns for word in _WORDS.findall(code.body(one))}

    def teardown(self) -> Symbol | None:
        """Return the callback's function, where the class has it."""
        return next((one for one in self.teardowns if one.name == self.callback), None)


def lifecycle_of(trace: LeakTrace, places: Sequence[LeakPlace], code: ProjectCode) -> HeldLifecycle:
    """Return the end of the object that a trace leads to."""
    last = trace.nodes[-1]
    reasons = " ".join(node.reason or "" for node in trace.nodes if node.leaking == "yes")
    received = _RECEIVED.search(reasons)
    leaking = last.class_name.rpartition(".")[2]
    owner = project_class(last.class_name, code)
    callback = received["callback"] if received is not None else None
    if received is not None and (owner is None or callback == "onDestroyView"):
        owner = project_class(received["class"], code) or owner
    if callback is None:
        callback = next((name for pattern, name in _STATES if pattern.search(reasons)), None)
    if callback is None:
        callback = next((name for pattern, name in _BY_CLASS if pattern.search(leaking)), None)
    if owner is None:
        # A view or context of the platform: whoever of the project is nearest to it in the trace.
        nearest = [place for place in places if place.node.leaking != "no"]
        owner = _outermost(nearest[-1].owner, code) if nearest else None
    teardowns = (
        tuple(one for one in members(owner, code) if is_teardown(one.name)) if owner is not None else ()
    )
    return HeldLifecycle(leaking, callback, owner, teardowns, callback == "onDestroyView")


def _outermost(symbol: Symbol, code: ProjectCode) -> Symbol:
    if len(symbol.class_path) <= 1:
        return symbol
    wanted = symbol.class_path[:1]
    classes = code.index.classes_in_file(symbol.path)
    return next((one for one in classes if one.class_path == wanted), symbol)
