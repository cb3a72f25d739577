"""Constructor resolution: which constructor a call means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.languages.facts import CallSite
from rca.resolve.members import Member, symbols_of
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.types import Type
from rca.resolve.visibility import source_set_of

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_CALLS = ("call", "new", "reference")


class ConstructorResolver:
    """Constructors by call site and by class."""

    def __init__(self, calls: Resolver) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members

    def of_site(self, path: str, site: CallSite) -> Resolution:
        """Return what a construction by keyword or supertype call means."""
        written = self._calls.inference.of(path, site.receiver) if site.has_receiver else None
        if written is not None:
            return self.of_class(path, site, f"{written.name}.{site.name}") or (
                self.of_class(path, site, written.name) or EXTERNAL
            )
        local = self._names.local_class(path, site.owner, site.name, site.start)
        if local is not None:
            return self.of_class(path, site, local) or EXTERNAL
        named = self._names.resolve(path, site.owner, Type(site.name))
        return EXTERNAL if named is None else self.of_class(path, site, named.name) or EXTERNAL

    def of_class(self, path: str, site: CallSite, qualified: str) -> Resolution | None:
        """Find the constructor of a class, or what a lambda makes of an interface."""
        if site.form not in _CALLS:
            return None
        symbols = self._names.all_classes(qualified)
        if not symbols:
            return None
        if symbols[0].declaration.kind == "typealias" or self._is_platform_class(path, qualified):
            return self._of_alias(path, site, qualified)
        candidates = [Member(one, Type(qualified), 0) for one in self._members.constructors(qualified)]
        chosen = self._calls.choice.choose(path, site, candidates)
        if not chosen:
            found = self._of_interface(path, site, qualified) or self._of_companion(path, site, qualified)
            chosen = self._calls.choice.fitting(path, site, candidates) or candidates[: len(candidates) == 1]
            if found is not None or not chosen:
                return found
        targets = symbols_of(chosen)
        return Resolution(targets, "constructor", receiver=Type(qualified))

    def _of_alias(self, path: str, site: CallSite, qualified: str) -> Resolution | None:
        for alias in self._names.all_classes(qualified):
            if alias.declaration.kind == "typealias":
                target = self._names.resolve(alias.path, alias.index, Type(alias.name))
                if target is None or target.name == qualified:
                    return EXTERNAL
                return self.of_class(path, site, target.name) or EXTERNAL
        return None

    def _of_interface(self, path: str, site: CallSite, qualified: str) -> Resolution | None:
        if self._members.single_method(qualified) is None:
            return None
        types = tuple(self._names.read(path, site.owner, text) for text in site.type_arguments)
        return Resolution((), "constructor", result=Type(qualified, types))

    def _of_companion(self, path: str, site: CallSite, qualified: str) -> Resolution | None:
        """Find the `invoke` of a companion or object that a class's name calls."""
        value = self._calls.inference.class_value(qualified)
        if site.form != "call" or value is None:
            return None
        held = self._members.companion_of(qualified) if value.static else value
        if held is None:
            return None
        return self._calls.on_type(path, site._replace(name="invoke", form="operator"), held)

    def inner(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Find the constructor of an inner class (`outer.Inner()`)."""
        if site.form != "call" or not site.name[:1].isupper():
            return None
        return self.nested(path, site, seen)

    def nested(self, path: str, site: CallSite, seen: Type) -> Resolution | None:
        """Find the constructor of a class nested in a class or in one of its supertypes."""
        if site.form not in _CALLS:
            return None
        for owner, _ in self._members.lineage(seen):
            found = self.of_class(path, site, f"{owner.name}.{site.name}")
            if found is not None:
                return found
        return None

    def _is_platform_class(self, path: str, qualified: str) -> bool:
        """Return whether a place sees the `actual typealias` of an `expect class`."""
        return any(
            one.declaration.kind == "typealias" and source_set_of(one.path) == source_set_of(path)
            for one in self._names.all_classes(qualified)
        )
