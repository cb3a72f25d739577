"""Return types of calls and properties, with type parameters substituted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite
from rca.resolve.arguments import parameter_at
from rca.resolve.builder_inference import BuilderInference
from rca.resolve.generics import Bindings
from rca.resolve.java_kotlin_types import JAVA
from rca.resolve.members import Member
from rca.resolve.resolution import Resolution
from rca.resolve.symbol import Symbol
from rca.resolve.synthetic_members import implied_result
from rca.resolve.types import FUNCTION, PROPERTY_REFERENCE, Type, bound_of, parameter_name

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


class ReturnTypes:
    """Types of properties and of what calls give back."""

    def __init__(self, calls: Resolver) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members
        self._builders = BuilderInference(calls)

    # --- properties

    def property_by_scope(self, path: str, owner: int, name: str, lambdas: Sequence[int]) -> Type | None:
        """Return the type of a property that a bare name means."""
        for receiver in self._calls.receivers(path, owner, lambdas):
            if receiver.type is None:
                continue
            found = None if receiver.static else self.property_of(path, owner, receiver.type, name)
            if found is None and receiver.is_class:
                found = self._static(receiver.type, name) or self._of_enum(receiver.type, name)
            if found is not None:
                return found
        for group in self._calls.scopes.of(path, name):
            for qualified in group:
                found = self._named(qualified)
                if found is not None:
                    return found
        return None

    def _of_enum(self, owner: Type, name: str) -> Type | None:
        """Return the type of `entries` inside an enum."""
        if name != "entries":
            return None
        site = CallSite(name, "read", 0, 0, NONE, NONE, True, (), (), False, ())
        found = implied_result(self._names, self._members, site, Type(owner.name, static=True))
        return None if found is None else found.result

    def _static(self, owner: Type, name: str) -> Type | None:
        for member in self._members.find_static(Type(owner.name), name):
            if member.symbol.declaration.kind != "function":
                return self.of(member)
        return None

    def _named(self, qualified: str) -> Type | None:
        """Return the type of a property, or value of an object, that has a full name."""
        for symbol in self._names.top_level(qualified):
            if symbol.declaration.kind == "property" and symbol.declaration.receiver is None:
                return self._calls.inference.result_of(symbol)
        entry = self._names.all_classes(qualified)
        if entry:
            return (
                self._calls.inference.value_of(entry[0])
                if entry[0].declaration.kind == "enum_entry"
                else None
            )
        owner, _, simple = qualified.rpartition(".")
        return self._static(Type(owner), simple) if owner and self._names.all_classes(owner) else None

    def property_of(self, path: str, owner: int, seen: Type, name: str) -> Type | None:
        """Return the type of a property of a value, extension properties and Java getters included."""
        site = CallSite(name, "read", 0, 0, owner, NONE, True, (), (), False, ())
        found = self._calls.on_type(path, site, seen)
        return self.result_type(path, site, found) if found is not None and found.certain else None

    def of(self, member: Member) -> Type | None:
        """Return the type of a property, or result of a function, as the class that has it sees it."""
        found = self._calls.inference.result_of(member.symbol)
        return None if found is None else found.substituted(self._members.substitution(member.owner))

    # --- calls

    def result_type(self, path: str, site: CallSite, resolution: Resolution) -> Type | None:
        """Return the type of what a resolved call gives back, type parameters filled in."""
        targets = resolution.targets[:1] if resolution.families < 2 else resolution.targets
        if not targets or resolution.too_many_candidates:
            return resolution.result
        found = {self._result_of_one(path, site, one, resolution) for one in targets}
        return found.pop() if len(found) == 1 else None

    def _result_of_one(
        self, path: str, site: CallSite, target: Symbol, resolution: Resolution
    ) -> Type | None:
        if site.form == "reference":
            return self.reference(path, site, target)
        owner = target.owner
        if target.declaration.kind == "constructor" and owner is not None:
            names = self._names.parameters(owner)
            bound = self.bindings(path, site, target, resolution.receiver) if names else {}
            return Type(owner.type_name, tuple(bound.get(name) for name in names))
        found = self._calls.inference.result_of(target)
        if found is None or not (found.variable or found.arguments):
            return found
        return found.substituted(self.bindings(path, site, target, resolution.receiver))

    def reference(self, path: str, site: CallSite, target: Symbol) -> Type:
        """Return the type of a callable reference as a value."""
        row = target.declaration
        seen = self._calls.inference.of(path, site.receiver) if site.has_receiver else None
        inputs: list[Type | None] = []
        if seen is not None and seen.static and _needs_instance(target):
            inputs.append(Type(seen.name, seen.arguments))
        if row.kind == "property":
            held = self._calls.inference.result_of(target)
            return Type(f"{PROPERTY_REFERENCE}{len(inputs)}", (*inputs, held))
        inputs.extend(
            None if one.type is None else self._names.read(target.path, target.index, one.type)
            for one in row.parameters
        )
        result = self._calls.inference.result_of(target)
        return Type(FUNCTION, (*inputs, result), suspended="suspend" in row.modifiers)

    def bindings(
        self, path: str, site: CallSite, target: Symbol, receiver: Type | None, skip: int = NONE
    ) -> Bindings:
        """Return what type parameters stand for in a call: its target's and its class's.

        `receiver` is what the call goes to, `skip` an argument that is left out. What nothing tells
        stands for its bound, or None.
        """
        row, owner = target.declaration, target.owner
        declaring = owner if row.kind == "constructor" and owner is not None else target
        names = frozenset(self._names.parameters(declaring))
        found: Bindings = {}
        if owner is not None and declaring is target and row.receiver is None and receiver is not None:
            found = self._of_class(owner, receiver)
            for name in names:
                found.pop(name, None)
        if not names:
            return found
        written = site.type_arguments
        if len(written) == len(names) and "_" not in written:
            parameters = self._names.parameters(declaring)
            found |= {
                name: self._names.read(path, site.owner, text)
                for name, text in zip(parameters, written, strict=True)
            }
            return found
        mine: Bindings = {}
        if row.receiver is not None:
            wanted = self._names.read(target.path, target.index, row.receiver)
            self._calls.generics.match(wanted, receiver, names, mine)
        self._match_arguments(path, site, target, names, mine, skip)
        self._match_bounds(declaring, names, mine)
        self._match_chained(declaring, mine)
        for name in names.difference(mine):
            mine[name] = bound_of(self._names.read(declaring.path, declaring.index, name))
        return found | mine

    def _of_class(self, owner: Symbol, receiver: Type) -> Bindings:
        name = owner.type_name
        for line, _ in self._members.lineage(receiver):
            if line.name == name:
                return self._members.substitution(line)
            if JAVA.get(line.name) == name:
                return self._members.substitution(Type(name, line.arguments))
        return {}

    def _match_bounds(self, declaring: Symbol, names: frozenset[str], found: Bindings) -> None:
        """Add what bounds tell of others: `<B, S : Service<B>>` where S is known."""
        for name in [one for one in found if found[one] is not None]:
            if names <= found.keys():
                return
            limit = bound_of(self._names.read(declaring.path, declaring.index, name))
            self._calls.generics.match(limit, found[name], names.difference(found), found)

    def _match_chained(self, declaring: Symbol, found: Bindings) -> None:
        """Add what stands for a parameter that is another's bound, or has it: `<S, T : S>`."""
        for text in declaring.declaration.type_parameters:
            bound = text.partition(":")[2].strip().rstrip("?")
            if not bound:
                continue
            name = parameter_name(text)
            if found.get(name) is not None and found.get(bound) is None:
                found[bound] = found[name]
            elif found.get(bound) is not None and found.get(name) is None:
                found[name] = found[bound]

    def _match_arguments(  # noqa: PLR0913, PLR0917 - one call
        self, path: str, site: CallSite, target: Symbol, names: frozenset[str], found: Bindings, skip: int
    ) -> None:
        expressions = self._names.facts(path).expressions
        lambdas: list[tuple[Type, int]] = []
        for position, argument in enumerate(site.arguments):
            parameter = parameter_at(target.declaration.parameters, site, position)
            if argument in (skip, NONE) or parameter is None or parameter.type is None:
                continue
            wanted = self._names.read(target.path, target.index, parameter.type)
            if wanted is None or not wanted.mentions(names):
                continue
            if expressions[argument].form == "lambda":
                lambdas.append((wanted, argument))
            else:
                self._calls.generics.match(wanted, self._calls.inference.of(path, argument), names, found)
        for wanted, argument in lambdas:
            if wanted.receiver is not None and wanted.receiver.mentions(names.difference(found)):
                self._builders.match(path, argument, wanted.receiver, names, found)
            result = wanted.result if wanted.name == FUNCTION else self._interface_result(wanted)
            if result is not None and result.mentions(names.difference(found)):
                given = self._calls.inference.of(path, argument)
                if given is not None:
                    self._calls.generics.match(result, given.result, names, found)

    def _interface_result(self, wanted: Type) -> Type | None:
        method = self._members.single_method(wanted.name)
        if method is None:
            return None
        found = self._calls.inference.result_of(method)
        return None if found is None else found.substituted(self._members.substitution(wanted))


def _needs_instance(target: Symbol) -> bool:
    """Return whether a reference `Class::name` to a function takes a value of the class first."""
    row, owner = target.declaration, target.owner
    if row.kind == "constructor" or "static" in row.modifiers:
        return False
    return row.receiver is not None or owner is None or owner.declaration.kind not in ("object", "companion")
