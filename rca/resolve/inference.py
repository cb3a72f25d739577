"""Type inference of expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, Expression
from rca.resolve.java_kotlin_types import ARRAYS
from rca.resolve.symbol import Symbol
from rca.resolve.symbol_table import is_anonymous
from rca.resolve.type_argument_results import delegated_result, type_argument_result
from rca.resolve.types import ANY, FUNCTION, Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_LONG_CHAIN = 12
"""Questions under way from which on a chain of calls is worked out from its beginning."""

_VALUES = ("object", "companion", "enum_entry")


def type_of(resolver: Resolver, path: str, index: int) -> Type | None:
    """Return the type of an expression of a file, None where it is not known."""
    if index == NONE:
        return None
    known = resolver.types
    key = (path, index)
    if key in known:
        return known[key]
    if resolver.memo.depth > _LONG_CHAIN:
        for earlier in _chain(resolver, path, index):
            _ask(resolver, path, earlier)
    return _ask(resolver, path, index)


def _ask(resolver: Resolver, path: str, index: int) -> Type | None:
    def ask() -> Type | None:
        node = resolver.names.facts(path).expressions[index]
        return _FORMS[node.form](resolver, path, index, node)

    return resolver.memo.get(resolver.types, (path, index), None, ask)


def _chain(resolver: Resolver, path: str, index: int) -> list[int]:
    """Return what a chain of calls starts from, first link first: each is then but one step."""
    facts = resolver.names.facts(path)
    found: list[int] = []
    while (path, index) not in resolver.types:
        node = facts.expressions[index]
        if node.form == "call":
            following = facts.calls[node.number].receiver
        elif node.form == "member":
            following = node.inputs[0]
        else:
            break
        if following == NONE or following in found:
            break
        found.append(following)
        index = following
    return found[::-1]


def result_of(resolver: Resolver, symbol: Symbol) -> Type | None:
    """Return the type of a property, or of what a function gives back: as declared, or of its body."""
    symbol = resolver.names.current(symbol)
    row = symbol.declaration
    if row.kind in _VALUES:
        return value_of(symbol)
    if row.kind == "constructor":
        return None if symbol.owner is None else Type(symbol.owner.type_name)
    if row.type is not None:
        return resolver.names.read(symbol.path, symbol.index, row.type)
    if row.value != NONE:
        return _shown(resolver, symbol, type_of(resolver, symbol.path, row.value))
    return _inherited(resolver, symbol) if "override" in row.modifiers else None


def value_of(symbol: Symbol) -> Type:
    """Return the type of an object, or of an entry of an enum, which is the enum's."""
    owner = symbol.owner if symbol.declaration.kind == "enum_entry" else None
    return Type((owner or symbol).type_name)


def _shown(resolver: Resolver, symbol: Symbol, held: Type | None) -> Type | None:
    """Return what others see a value as: an object without a name is only what it extends."""
    if held is None or not is_anonymous(held.name) or "private" in symbol.declaration.modifiers:
        return held
    facts, parent = symbol.facts, symbol.declaration.parent
    if parent != NONE and not facts.declarations[parent].is_class:
        return held  # a local
    lines = [line for line, depth in resolver.members.lineage(held) if depth == 1]
    return lines[0] if len(lines) == 1 else held


def _inherited(resolver: Resolver, symbol: Symbol) -> Type | None:
    owner = symbol.owner
    if owner is None:
        return None
    for member in resolver.members.find(resolver.instance_type(owner), symbol.name):
        if member.depth and member.symbol.declaration.type is not None:
            return resolver.member_type(member)
    return None


def iterated(resolver: Resolver, path: str, owner: int, container: Type | None) -> Type | None:
    """Return the type of what a loop over a container takes from it."""
    if container is None or container.static:
        return None
    if container.name in ARRAYS:
        return Type(ARRAYS[container.name])
    if container.name == "kotlin.Array":
        return container.arguments[0] if container.arguments else None
    iterator = resolver.convention_result(path, owner, container, "iterator")
    if iterator is not None:
        return resolver.convention_result(path, owner, iterator, "next")
    return _single_argument(resolver, container)


def _single_argument(resolver: Resolver, seen: Type) -> Type | None:
    """Return the only type argument of a class of which nothing is known."""
    unknown = not resolver.names.all_classes(seen.name)
    return seen.arguments[0] if unknown and len(seen.arguments) == 1 else None


def _written(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    return resolver.names.read(path, node.number, node.name)


def _name(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    found = resolver.property_by_scope(path, node.number, node.name, node.inputs)
    if found is not None:
        return found
    return class_value(resolver, resolver.names.qualify(path, node.number, node.name))


def class_value(resolver: Resolver, qualified: str) -> Type | None:
    """Return the value that a class's name stands for: the object, or the class itself."""
    symbols = resolver.names.all_classes(qualified)
    if symbols:
        if symbols[0].declaration.kind in _VALUES:
            return value_of(symbols[0])
        if symbols[0].declaration.kind == "typealias":
            target = resolver.names.resolve(symbols[0].path, symbols[0].index, Type(symbols[0].name))
            return None if target is None or target.name == qualified else class_value(resolver, target.name)
        return Type(qualified, static=True)
    simple = qualified.rpartition(".")[2]
    return Type(qualified, static=True) if simple[:1].isupper() and "." in qualified else None


def dotted_name(resolver: Resolver, path: str, index: int) -> str | None:
    """Return the text of a chain of plain names (`a.b.C`)."""
    parts: list[str] = []
    while index != NONE:
        node = resolver.names.facts(path).expressions[index]
        if node.form not in ("member", "name"):
            return None
        parts.append(node.name)
        if node.form == "name":
            return ".".join(reversed(parts))
        index = node.inputs[0]
    return None


def _member(resolver: Resolver, path: str, index: int, node: Expression) -> Type | None:
    receiver = type_of(resolver, path, node.inputs[0])
    if receiver is None:
        text = dotted_name(resolver, path, index)
        return class_value(resolver, text) if text and resolver.names.all_classes(text) else None
    if receiver.static:
        nested = f"{receiver.name}.{node.name}"
        if resolver.names.all_classes(nested):
            return class_value(resolver, nested)
    elif node.name == "INSTANCE" and _kind(resolver, receiver) == "object" and resolver.is_java(path):
        return receiver
    found = resolver.property_of(path, node.number, receiver, node.name)
    if found is None and not receiver.static:  # a class in an object
        text = dotted_name(resolver, path, index)
        nested = f"{receiver.name}.{node.name}"
        if text and nested.endswith(text) and resolver.names.all_classes(nested):
            return class_value(resolver, nested)
    return found


def _call(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    site = resolver.names.facts(path).calls[node.number]
    resolution = resolver.meaning(path, node.number)
    if resolution is None:
        return None
    if resolution.certain:
        known = resolver.result_type(path, site, resolution)
        return known or (None if resolution.targets else type_argument_result(resolver, path, site))
    results = {result_of(resolver, one) for one in resolution.targets}
    return results.pop() if len(results) == 1 else type_argument_result(resolver, path, site)


def _this(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    if node.name:
        return _labelled(resolver, path, node)
    first = next(iter(resolver.receivers(path, node.number, node.inputs)), None)
    return None if first is None else first.type


def _labelled(resolver: Resolver, path: str, node: Expression) -> Type | None:
    facts = resolver.names.facts(path)
    for index in node.inputs:
        call = resolver.call_taking_lambda(path, index)
        if call is not None and facts.calls[call].name == node.name:
            return resolver.lambda_context(path, index).receiver
    for index in facts.enclosing(node.number):
        row = facts.declarations[index]
        if row.name == node.name and row.is_class:
            return resolver.instance_type(Symbol(path, facts, index))
        if row.name == node.name and row.receiver is not None:
            return resolver.names.read(path, index, row.receiver)
        for one in row.lambdas:
            call = resolver.call_taking_lambda(path, one)
            if call is not None and facts.calls[call].name == node.name:
                return resolver.lambda_context(path, one).receiver
    return None


def _super(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    facts = resolver.names.facts(path)
    around = next((i for i in facts.enclosing(node.number) if facts.declarations[i].is_class), None)
    if around is None:
        return None
    instance = resolver.instance_type(Symbol(path, facts, around))
    lines = [line for line, depth in resolver.members.lineage(instance) if depth == 1]
    wanted = [line for line in lines if not node.name or line.simple == node.name]
    classes = [one for one in wanted if _kind(resolver, one) != "interface"]
    return next(iter((*classes, *wanted)), ANY)


def _kind(resolver: Resolver, seen: Type) -> str:
    symbols = resolver.names.all_classes(seen.name)
    return symbols[0].declaration.kind if symbols else "class"


def _lambda(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    result = type_of(resolver, path, node.inputs[1]) if len(node.inputs) > 1 else None
    return Type(FUNCTION, (*([None] * node.number), result))


def _parameter(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    parameters = resolver.lambda_context(path, node.inputs[0]).parameters
    return parameters[node.number] if node.number < len(parameters) else None


def _cast(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    """Return the type that a check found, its type arguments from what was checked."""
    found = resolver.names.read(path, node.number, node.name)
    if found is None or found.variable:
        return found
    held = type_of(resolver, path, node.inputs[0])
    if held is None or held.static or held.variable:
        return found
    if held.name != "kotlin.Nothing" and resolver.subtypes.fits(held, found) is True:
        return held
    symbols = resolver.names.all_classes(found.name)
    if found.arguments or not symbols or not symbols[0].declaration.type_parameters:
        return found
    names = resolver.names.parameters(symbols[0])
    bound: dict[str, Type | None] = {}
    for line, _ in resolver.members.lineage(resolver.instance_type(symbols[0])):
        if line.name == held.name:
            resolver.generics.match(line, held, names, bound)
    return Type(found.name, tuple(bound.get(name) for name in names))


def _spread(_resolver: Resolver, _path: str, _index: int, _node: Expression) -> Type | None:
    return None


def _element(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    container = type_of(resolver, path, node.inputs[0])
    if container is not None and container.name not in ARRAYS and container.name != "kotlin.Array":
        iterator = _by_convention(resolver, path, "iterator", node.inputs[0])
        if iterator is not None:
            return resolver.convention_result(path, NONE, iterator, "next")
    return iterated(resolver, path, NONE, container)


def _by_convention(resolver: Resolver, path: str, name: str, receiver: int) -> Type | None:
    """Return what a call gives that the language makes of a value itself, as the place of it sees it."""
    facts = resolver.names.facts(path)
    for index in facts.called.get(name, ()):
        if facts.calls[index].receiver == receiver and facts.calls[index].form in (
            "operator",
            "delegate",
        ):
            found = resolver.meaning(path, index)
            if found is not None and found.certain:
                return resolver.result_type(path, facts.calls[index], found)
    return None


def _component(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    whole = type_of(resolver, path, node.inputs[0])
    if whole is None:
        return None
    found = _by_convention(resolver, path, f"component{node.number}", node.inputs[0])
    if found is None and not resolver.names.all_classes(whole.name) and node.number <= len(whole.arguments):
        return whole.arguments[node.number - 1]
    return found


def _operator(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    if node.number != NONE:
        site = resolver.names.facts(path).calls[node.number]
        resolution = resolver.meaning(path, node.number)
        if resolution is not None and resolution.certain:
            found = resolver.result_type(path, site, resolution)
            if found is not None:
                return found
    return type_of(resolver, path, node.inputs[0])


def _either(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    """Return the nearest type that all alternatives have."""
    known = [one for index in node.inputs if (one := type_of(resolver, path, index)) is not None]
    found = list(dict.fromkeys(one for one in known if one.name != "kotlin.Nothing"))
    if len(found) < 2:
        return found[0] if found else None
    for line, _ in resolver.members.lineage(found[0]):
        if line != ANY and all(resolver.subtypes.fits(one, line) is not False for one in found[1:]):
            return line
    return found[0]


def _object(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    facts = resolver.names.facts(path)
    return resolver.instance_type(Symbol(path, facts, node.number))


def _delegate(resolver: Resolver, path: str, _index: int, node: Expression) -> Type | None:
    held = type_of(resolver, path, node.inputs[0])
    if held is None:
        return None
    found = _by_convention(resolver, path, "getValue", node.inputs[0])
    if found is None:
        found = _single_argument(resolver, held)
    if found is None:
        found = delegated_result(resolver, path, resolver.names.facts(path).expressions[node.inputs[0]])
    return found


_FORMS: dict[str, Callable[[Resolver, str, int, Expression], Type | None]] = {
    "type": _written,
    "name": _name,
    "member": _member,
    "call": _call,
    "this": _this,
    "super": _super,
    "lambda": _lambda,
    "parameter": _parameter,
    "element": _element,
    "component": _component,
    "operator": _operator,
    "either": _either,
    "object": _object,
    "delegate": _delegate,
    "spread": _spread,
    "cast": _cast,
}
