"""What calls and properties give: the type of a result, type parameters filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rca.index.resolve.overloads import parameter_at
from rca.index.resolve.resolution import Resolution
from rca.index.resolve.types import Type, read_type
from rca.index.symbol import Symbol
from rca.languages.facts import NONE, CallSite

if TYPE_CHECKING:
    from rca.index.resolve.calls import Calls


class Results:
    """Types of properties and of what calls give back."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members

    def property_by_scope(self, path: str, owner: int, name: str, lambdas: Sequence[int]) -> Type | None:
        """Give the type of a property that a bare name means."""
        facts = self._names.facts(path)
        for receiver in self._calls.receivers(path, owner, lambdas):
            if receiver.type is None:
                continue
            found = self.property_of(path, owner, receiver.type, name)
            if found is None and receiver.is_class:
                for member in self._members.find_static(Type(receiver.type.name), name):
                    found = self._calls.inference.result_of(member.symbol, member.owner)
                    break
            if found is not None:
                return found
        own = f"{facts.package}.{name}" if facts.package else name
        # Java names a property or constant of another file through a static import only.
        java = facts.language == "java"
        imports = [row for row in facts.imports if row.static or not java]
        imported = [
            row.path for row in imports if not row.star and (row.alias or row.path.rpartition(".")[2]) == name
        ]
        starred = [f"{row.path}.{name}" for row in imports if row.star]
        for qualified in (*imported, *(() if java else (own,)), *starred):
            for symbol in self._names.named(qualified):
                if symbol.declaration.kind == "property":
                    return self._calls.inference.result_of(symbol)
            entry = self._names.classes(qualified)
            if entry and entry[0].declaration.kind == "enum_entry":
                return Type(qualified)
        return None

    def property_of(self, path: str, owner: int, seen: Type, name: str) -> Type | None:
        """Give the type of a property of a value, extension properties and Java getters included."""
        for member in self._members.find(seen, name):
            if member.symbol.declaration.kind == "property":
                return self._calls.inference.result_of(member.symbol, member.owner)
        site = CallSite(name, "read", 0, 0, owner, NONE, True, (), (), False, ())
        found = self._calls.accessor(path, site, seen)
        if found is not None:
            return self._calls.inference.result_of(found.targets[0])
        for symbol, _ in self._calls.extensions.find(path, site, seen):
            if symbol.declaration.kind == "property":
                return self._calls.inference.result_of(symbol)
        return None

    def result_type(self, path: str, index: int, resolution: Resolution) -> Type | None:
        """Give the type of what a resolved call gives back, type parameters filled in."""
        target = resolution.targets[0]
        bound = self.bindings(path, index, target)
        if target.declaration.kind == "constructor" and target.owner is not None:
            names = [text.split(":")[0].strip() for text in target.owner.declaration.type_parameters]
            return Type(target.owner.qualified_name, tuple(bound.get(name) for name in names))
        found = self._calls.inference.result_of(target)
        found = None if found is None else found.substituted(bound)
        if found is not None and found.variable:
            return found.arguments[0] if found.arguments else None
        return found

    def bindings(self, path: str, index: int, target: Symbol, skip: int = NONE) -> dict[str, Type | None]:
        """Give what the type parameters of a target stand for in a call. `skip` is an argument left out."""
        site = self._names.facts(path).calls[index]
        row = target.declaration
        found: dict[str, Type | None] = {}
        receiver = self._calls.inference.of(path, site.receiver) if site.has_receiver else None
        if receiver is not None and target.owner is not None:
            for line, _ in self._members.lineage(receiver):
                if line.name == target.owner.qualified_name:
                    found.update(self._members.substitution(line))
        if row.receiver is not None and receiver is not None:
            _unify(self._names.read(target.path, target.index, row.receiver), receiver, found)
        for position, argument in enumerate(site.arguments):
            parameter = parameter_at(row.parameters, site, position)
            if argument == skip or parameter is None or parameter.type is None:
                continue
            written = read_type(parameter.type)
            if written is None or not (
                row.type_parameters or (target.owner and target.owner.declaration.type_parameters)
            ):
                continue
            _unify(
                self._names.resolve(target.path, target.index, written),
                self._calls.inference.of(path, argument),
                found,
            )
        return found


def _unify(wanted: Type | None, given: Type | None, found: dict[str, Type | None]) -> None:
    if wanted is None or given is None or given.static:
        return
    if wanted.variable:
        found.setdefault(wanted.name, given)
        return
    for one, other in zip(reversed(wanted.arguments), reversed(given.arguments), strict=False):
        _unify(one, other, found)
