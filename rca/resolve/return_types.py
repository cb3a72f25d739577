"""Return types of calls and properties, with type parameters substituted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite
from rca.resolve.arguments import parameter_at
from rca.resolve.builder_inference import match_builder
from rca.resolve.generics import Bindings
from rca.resolve.inference import value_of
from rca.resolve.java_kotlin_types import JAVA
from rca.resolve.members import Member
from rca.resolve.resolution import Resolution
from rca.resolve.symbol import Symbol
from rca.resolve.synthetic_members import implied_result
from rca.resolve.types import FUNCTION, PROPERTY_REFERENCE, Type, bound_of, parameter_name

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver


# --- properties


def property_by_scope(
    resolver: Resolver, path: str, owner: int, name: str, lambdas: Sequence[int]
) -> Type | None:
    """Return the type of a property that a bare name means."""
    for receiver in resolver.receivers(path, owner, lambdas):
        if receiver.type is None:
            continue
        found = None if receiver.static else property_of(resolver, path, owner, receiver.type, name)
        if found is None and receiver.is_class:
            found = _static(resolver, receiver.type, name) or _of_enum(resolver, receiver.type, name)
        if found is not None:
            return found
    for group in resolver.scopes.of(path, name):
        for qualified in group:
            found = _named(resolver, qualified)
            if found is not None:
                return found
    return None


def _of_enum(resolver: Resolver, owner: Type, name: str) -> Type | None:
    """Return the type of `entries` inside an enum."""
    if name != "entries":
        return None
    site = CallSite(name, "read", 0, 0, NONE, NONE, True, (), (), False, ())
    found = implied_result(resolver.names, resolver.members, site, Type(owner.name, static=True))
    return None if found is None else found.result


def _static(resolver: Resolver, owner: Type, name: str) -> Type | None:
    for member in resolver.members.find_static(Type(owner.name), name):
        if member.symbol.declaration.kind != "function":
            return member_type(resolver, member)
    return None


def _named(resolver: Resolver, qualified: str) -> Type | None:
    """Return the type of a property, or value of an object, that has a full name."""
    for symbol in resolver.names.top_level(qualified):
        if symbol.declaration.kind == "property" and symbol.declaration.receiver is None:
            return resolver.result_of(symbol)
    entry = resolver.names.all_classes(qualified)
    if entry:
        return value_of(entry[0]) if entry[0].declaration.kind == "enum_entry" else None
    owner, _, simple = qualified.rpartition(".")
    return _static(resolver, Type(owner), simple) if owner and resolver.names.all_classes(owner) else None


def property_of(resolver: Resolver, path: str, owner: int, seen: Type, name: str) -> Type | None:
    """Return the type of a property of a value, extension properties and Java getters included."""
    site = CallSite(name, "read", 0, 0, owner, NONE, True, (), (), False, ())
    found = resolver.call_on_type(path, site, seen)
    return result_type(resolver, path, site, found) if found is not None and found.certain else None


def member_type(resolver: Resolver, member: Member) -> Type | None:
    """Return the type of a property, or result of a function, as the class that has it sees it."""
    found = resolver.result_of(member.symbol)
    return None if found is None else found.substituted(resolver.members.substitution(member.owner))


# --- calls


def result_type(resolver: Resolver, path: str, site: CallSite, resolution: Resolution) -> Type | None:
    """Return the type of what a resolved call gives back, type parameters filled in."""
    targets = resolution.targets[:1] if resolution.families < 2 else resolution.targets
    if not targets or resolution.too_many_candidates:
        return resolution.result
    found = {_result_of_one(resolver, path, site, one, resolution) for one in targets}
    return found.pop() if len(found) == 1 else None


def _result_of_one(
    resolver: Resolver, path: str, site: CallSite, target: Symbol, resolution: Resolution
) -> Type | None:
    if site.form == "reference":
        return reference_type(resolver, path, site, target)
    owner = target.owner
    if target.declaration.kind == "constructor" and owner is not None:
        names = resolver.names.parameters(owner)
        bound = bindings(resolver, path, site, target, resolution.receiver) if names else {}
        return Type(owner.type_name, tuple(bound.get(name) for name in names))
    found = resolver.result_of(target)
    if found is None or not (found.variable or found.arguments):
        return found
    return found.substituted(bindings(resolver, path, site, target, resolution.receiver))


def reference_type(resolver: Resolver, path: str, site: CallSite, target: Symbol) -> Type:
    """Return the type of a callable reference as a value."""
    row = target.declaration
    seen = resolver.type_of(path, site.receiver) if site.has_receiver else None
    inputs: list[Type | None] = []
    if seen is not None and seen.static and _needs_instance(target):
        inputs.append(Type(seen.name, seen.arguments))
    if row.kind == "property":
        held = resolver.result_of(target)
        return Type(f"{PROPERTY_REFERENCE}{len(inputs)}", (*inputs, held))
    inputs.extend(
        None if one.type is None else resolver.names.read(target.path, target.index, one.type)
        for one in row.parameters
    )
    result = resolver.result_of(target)
    return Type(FUNCTION, (*inputs, result), suspended="suspend" in row.modifiers)


def bindings(
    resolver: Resolver, path: str, site: CallSite, target: Symbol, receiver: Type | None, skip: int = NONE
) -> Bindings:
    """Return what type parameters stand for in a call: its target's and its class's.

    `receiver` is what the call goes to, `skip` an argument that is left out. What nothing tells
    stands for its bound, or None.
    """
    row, owner = target.declaration, target.owner
    declaring = owner if row.kind == "constructor" and owner is not None else target
    names = frozenset(resolver.names.parameters(declaring))
    found: Bindings = {}
    if owner is not None and declaring is target and row.receiver is None and receiver is not None:
        found = _of_class(resolver, owner, receiver)
        for name in names:
            found.pop(name, None)
    if not names:
        return found
    written = site.type_arguments
    if len(written) == len(names) and "_" not in written:
        parameters = resolver.names.parameters(declaring)
        found |= {
            name: resolver.names.read(path, site.owner, text)
            for name, text in zip(parameters, written, strict=True)
        }
        return found
    mine: Bindings = {}
    if row.receiver is not None:
        wanted = resolver.names.read(target.path, target.index, row.receiver)
        resolver.generics.match(wanted, receiver, names, mine)
    _match_arguments(resolver, path, site, target, names, mine, skip)
    _match_bounds(resolver, declaring, names, mine)
    _match_chained(declaring, mine)
    for name in names.difference(mine):
        mine[name] = bound_of(resolver.names.read(declaring.path, declaring.index, name))
    return found | mine


def _of_class(resolver: Resolver, owner: Symbol, receiver: Type) -> Bindings:
    name = owner.type_name
    for line, _ in resolver.members.lineage(receiver):
        if line.name == name:
            return resolver.members.substitution(line)
        if JAVA.get(line.name) == name:
            return resolver.members.substitution(Type(name, line.arguments))
    return {}


def _match_bounds(resolver: Resolver, declaring: Symbol, names: frozenset[str], found: Bindings) -> None:
    """Add what bounds tell of others: `<B, S : Service<B>>` where S is known."""
    for name in [one for one in found if found[one] is not None]:
        if names <= found.keys():
            return
        limit = bound_of(resolver.names.read(declaring.path, declaring.index, name))
        resolver.generics.match(limit, found[name], names.difference(found), found)


def _match_chained(declaring: Symbol, found: Bindings) -> None:
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


def _match_arguments(
    resolver: Resolver,
    path: str,
    site: CallSite,
    target: Symbol,
    names: frozenset[str],
    found: Bindings,
    skip: int,
) -> None:
    expressions = resolver.names.facts(path).expressions
    lambdas: list[tuple[Type, int]] = []
    for position, argument in enumerate(site.arguments):
        parameter = parameter_at(target.declaration.parameters, site, position)
        if argument in (skip, NONE) or parameter is None or parameter.type is None:
            continue
        wanted = resolver.names.read(target.path, target.index, parameter.type)
        if wanted is None or not wanted.mentions(names):
            continue
        if expressions[argument].form == "lambda":
            lambdas.append((wanted, argument))
        else:
            resolver.generics.match(wanted, resolver.type_of(path, argument), names, found)
    for wanted, argument in lambdas:
        if wanted.receiver is not None and wanted.receiver.mentions(names.difference(found)):
            match_builder(resolver, path, argument, wanted.receiver, names, found)
        result = wanted.result if wanted.name == FUNCTION else _interface_result(resolver, wanted)
        if result is not None and result.mentions(names.difference(found)):
            given = resolver.type_of(path, argument)
            if given is not None:
                resolver.generics.match(result, given.result, names, found)


def _interface_result(resolver: Resolver, wanted: Type) -> Type | None:
    method = resolver.members.single_method(wanted.name)
    if method is None:
        return None
    found = resolver.result_of(method)
    return None if found is None else found.substituted(resolver.members.substitution(wanted))


def _needs_instance(target: Symbol) -> bool:
    """Return whether a reference `Class::name` to a function takes a value of the class first."""
    row, owner = target.declaration, target.owner
    if row.kind == "constructor" or "static" in row.modifiers:
        return False
    return row.receiver is not None or owner is None or owner.declaration.kind not in ("object", "companion")
