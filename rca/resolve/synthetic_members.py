"""Synthetic members: functions that the compiler adds to classes."""

from __future__ import annotations

from rca.languages.facts import CallSite
from rca.resolve.members import Members
from rca.resolve.name_resolution import NameResolution
from rca.resolve.resolution import Resolution
from rca.resolve.types import Type, array_of

_COMPONENT = "component"


def implied_result(names: NameResolution, members: Members, site: CallSite, seen: Type) -> Resolution | None:
    """Return the type of `copy` and `componentN` of data classes, `values` and the like of enums."""
    symbols = names.all_classes(seen.name)
    if not symbols:
        return None
    row = symbols[0].declaration
    found: Type | None = None
    if seen.static and row.kind == "enum":
        own = Type(seen.name)
        found = {
            "values": array_of(own),
            "entries": Type("kotlin.enums.EnumEntries", (own,)),
            "valueOf": own,
        }.get(site.name)
    elif seen.static:
        return None
    elif "data" in row.modifiers and site.name == "copy":
        found = seen
    elif "data" in row.modifiers and site.name.startswith(_COMPONENT):
        found = _component(names, members, seen, site.name.removeprefix(_COMPONENT))
    return None if found is None else Resolution((), "receiver_type", result=found)


def _component(names: NameResolution, members: Members, seen: Type, place: str) -> Type | None:
    for symbol in members.constructors(seen.name):
        parameters = symbol.declaration.parameters
        if place.isdigit() and 0 < int(place) <= len(parameters):
            text = parameters[int(place) - 1].type
            found = names.read(symbol.path, symbol.index, text) if text else None
            return None if found is None else found.substituted(members.substitution(seen))
    return None
