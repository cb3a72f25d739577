"""Words and places of hypotheses about leaks."""

from __future__ import annotations

from models.hypothesis import HypothesisPlace, PlaceRole
from models.leak_trace import LeakNode, LeakTrace
from rca.causes.leaks.held_lifecycle import HeldLifecycle
from rca.causes.leaks.holder_uses import FieldUse
from rca.causes.leaks.holding_kinds import HoldingKind
from rca.causes.leaks.leak_places import LeakPlace
from rca.resolve.symbol import Symbol


def reference_text(node: LeakNode) -> str:
    """Return a reference as LeakCanary writes it, `Bus.listeners`; empty for the last object."""
    reference = node.reference
    if reference is None:
        return ""
    return f"{reference.owner}{'' if reference.name.startswith('[') else '.'}{reference.name}"


def lifetime_words(place: LeakPlace, trace: LeakTrace) -> str:
    """Return how long what holds on lives, in words."""
    reference = place.node.reference
    if reference is not None and reference.kind == "static_field":
        return "is static, so it lives as long as the process,"
    singleton = any(
        node.reference is not None and node.reference.kind == "static_field"
        for node in trace.nodes[max(0, place.at - 1) : place.at]
    )
    if singleton:
        return "is a field of a singleton, which lives as long as the process,"
    if place.node.leaking == "no":
        return "is a field of an object that is still in use"
    return "outlives it"


def field_hypothesis_kind(place: LeakPlace, life: HeldLifecycle) -> str:
    """Return the kind of a hypothesis about a field."""
    if life.is_view_of_fragment:
        return "view_kept_after_destroy_view"
    reference = place.node.reference
    return (
        "static_reference" if reference is not None and reference.kind == "static_field" else "kept_reference"
    )


_BOUND_TO = {
    "viewModelScope": {"onCleared"},
    "lifecycleScope": {"onDestroy"},
    "viewLifecycleOwner": {"onDestroyView", "onDestroy"},
    "rememberCoroutineScope": set(),
}


def ends_by_itself(kind: HoldingKind | None, line: str, life: HeldLifecycle) -> bool:
    """Return whether a registration ends by itself with the lifecycle that it is bound to."""
    if kind is not None and kind.what not in {"coroutine", "observer"}:
        return False
    return any(owner in line and (not ends or life.callback in ends) for owner, ends in _BOUND_TO.items())


def symbol_place(symbol: Symbol, line: int, role: PlaceRole) -> HypothesisPlace:
    """Return a line of a declaration as a place."""
    function = symbol.display_name if symbol.declaration.kind != "property" else None
    return HypothesisPlace(file_path=symbol.path, line=line, function=function, role=role)


def use_place(one: FieldUse, role: PlaceRole) -> HypothesisPlace:
    """Return a use of a field as a place."""
    function = one.function.display_name if one.function is not None else None
    return HypothesisPlace(file_path=one.path, line=one.line, function=function, role=role)


def file_name(path: str) -> str:
    """Return the last part of a path."""
    return path.rpartition("/")[2]


def shorten(text: str, most: int = 100) -> str:
    """Return the beginning of a text."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
