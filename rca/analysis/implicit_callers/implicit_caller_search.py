"""Search for implicit callers of a declaration: reflection, XML, services, annotations, keep rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rca.analysis.implicit_callers.codegen_annotations import generators_of
from rca.analysis.implicit_callers.framework_annotations import marks_of
from rca.analysis.implicit_callers.keep_rules import keep_rule
from rca.analysis.implicit_callers.reflection import class_literal, member_name
from rca.analysis.implicit_callers.service_loader import service_file
from rca.analysis.implicit_callers.xml_callers import called_by, made_by
from rca.navigation.hierarchy import find_external_overrides, supertype_names
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_MADE_BY_BASE = ("activity", "service", "receiver", "application", "worker", "fragment", "viewmodel")
"""Tags of classes that Android makes by their names; others of these kinds are made by code."""
_MOST = 3
_NOT_MADE = frozenset(("abstract", "sealed"))


def unseen_callers(snapshot: Snapshot, targets: Sequence[Symbol], deadline: Deadline) -> tuple[str, ...]:
    """Return the implicit callers of declarations, each with its evidence.

    Empty for what nothing points at: most code.
    """
    found: dict[str, None] = {}
    for target in targets:
        if target.facts.names_only or deadline.expired:
            break
        for reason in _of(snapshot, target, deadline):
            found[reason] = None
            if len(found) == _MOST:
                return tuple(found)
    return tuple(found)


def _of(snapshot: Snapshot, target: Symbol, deadline: Deadline) -> Iterator[str]:
    row = target.declaration
    if row.kind == "typealias" or target.is_local_function:
        return
    marks = tuple(marks_of(target))
    made = "called" if row.kind in ("function", "property") else "made"
    for mark in marks:
        yield f"{made} {mark.how}: {mark.name} of {mark.package.rstrip('.')}"
    if not marks:
        for name, coordinate in generators_of(target, snapshot.index):
            yield f"may be {made} from generated code: {name}, which {coordinate} reads"
    if row.is_class:
        yield from _by_name(snapshot, target, deadline)
    elif row.kind != "constructor":
        yield from _of_member(snapshot, target, deadline)
    elif target.owner is not None and _NOT_MADE.isdisjoint(target.owner.declaration.modifiers):
        named = tuple(_by_name(snapshot, target.owner, deadline))
        yield from named or _by_base(snapshot, target.owner)
    rule = keep_rule(snapshot, target)
    if rule is not None:
        yield f"may be {made} by reflection: kept by name at {rule.place}"


def _of_member(snapshot: Snapshot, target: Symbol, deadline: Deadline) -> Iterator[str]:
    outside = find_external_overrides(snapshot.index, target)
    if outside.members:
        yield f"called by the library through {outside.members[0]}"
    elif outside.unknown:
        yield f"overrides a function of {outside.unknown[0]}, a library not known here that may call it"
    if target.owner is not None and target.declaration.kind in ("function", "property"):
        layout = called_by(snapshot, target)
        if layout is not None:
            how = "by reflection" if layout.what.startswith("android:") else "from generated code"
            yield f"called {how}: {layout.what} at {layout.place}"
    lookup = member_name(snapshot, target, deadline)
    if lookup is not None:
        yield f"may be called by reflection: {lookup.what} at {lookup.place}"


def _by_base(snapshot: Snapshot, owner: Symbol) -> Iterator[str]:
    for tag in snapshot.index.tags([owner.path])[owner.path]:
        if tag.name == owner.qualified_name and tag.inherits and tag.tag in _MADE_BY_BASE:
            yield f"may be made by reflection: {tag.evidence}"
            return


def _by_name(snapshot: Snapshot, owner: Symbol, deadline: Deadline) -> Iterator[str]:
    """Return what creates a class by its name, or receives it as a value."""
    if not owner.name:
        return
    xml = made_by(snapshot, owner)
    if xml is not None:
        yield f"made by reflection: named at {xml.place}"
    service = service_file(snapshot, owner, supertype_names(snapshot.index, owner))
    if service is not None:
        yield f"made by reflection: a service of {service.what} at {service.place}"
    literal = class_literal(snapshot, owner, deadline) if owner.declaration.kind == "class" else None
    if literal is not None:
        yield f"may be made by reflection: {literal.what} at {literal.place}"
