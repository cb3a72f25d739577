"""Type inference of expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, Expression
from rca.resolve.java_kotlin_types import ARRAYS
from rca.resolve.symbol import Symbol
from rca.resolve.symbol_table import is_anonymous
from rca.resolve.types import ANY, FUNCTION, Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_LONG_CHAIN = 12
"""Questions under way from which on a chain of calls is worked out from its beginning."""

_VALUES = ("object", "companion", "enum_entry")


class Inference:
    """Types of expressions, worked out when asked and kept."""

    def __init__(self, calls: Resolver) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members
        self._known: dict[tuple[str, int], Type | None] = {}
        self._results: dict[tuple[str, int], Type | None] = {}
        self._forms: dict[str, Callable[[str, int, Expression], Type | None]] = {
            "type": self._written,
            "name": self._name,
            "member": self._member,
            "call": self._call,
            "this": self._this,
            "super": self._super,
            "lambda": self._lambda,
            "parameter": self._parameter,
            "element": self._element,
            "component": self._component,
            "operator": self._operator,
            "either": self._either,
            "object": self._object,
            "delegate": self._delegate,
            "spread": self._spread,
            "cast": self._cast,
        }

    def of(self, path: str, index: int) -> Type | None:
        """Return the type of an expression of a file, None where it is not known."""
        if index == NONE:
            return None
        known = self._known
        key = (path, index)
        if key in known:
            return known[key]
        if self._calls.memo.depth > _LONG_CHAIN:
            for earlier in self._chain(path, index):
                self._ask(path, earlier)
        return self._ask(path, index)

    def _ask(self, path: str, index: int) -> Type | None:
        def ask() -> Type | None:
            node = self._names.facts(path).expressions[index]
            return self._forms[node.form](path, index, node)

        return self._calls.memo.get(self._known, (path, index), None, ask)

    def _chain(self, path: str, index: int) -> list[int]:
        """Return what a chain of calls starts from, first link first: each is then but one step."""
        facts = self._names.facts(path)
        found: list[int] = []
        while (path, index) not in self._known:
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

    def result_of(self, symbol: Symbol) -> Type | None:
        """Return the type of a property, or of what a function gives back: as declared, or of its body."""
        symbol = self._names.current(symbol)
        row = symbol.declaration
        if row.kind in _VALUES:
            return self.value_of(symbol)
        if row.kind == "constructor":
            return None if symbol.owner is None else Type(symbol.owner.type_name)
        if row.type is not None:
            return self._names.read(symbol.path, symbol.index, row.type)
        if row.value != NONE:
            return self._shown(symbol, self.of(symbol.path, row.value))
        return self._inherited(symbol) if "override" in row.modifiers else None

    @staticmethod
    def value_of(symbol: Symbol) -> Type:
        """Return the type of an object, or of an entry of an enum, which is the enum's."""
        owner = symbol.owner if symbol.declaration.kind == "enum_entry" else None
        return Type((owner or symbol).type_name)

    def _shown(self, symbol: Symbol, held: Type | None) -> Type | None:
        """Return what others see a value as: an object without a name is only what it extends."""
        if held is None or not is_anonymous(held.name) or "private" in symbol.declaration.modifiers:
            return held
        facts, parent = symbol.facts, symbol.declaration.parent
        if parent != NONE and not facts.declarations[parent].is_class:
            return held  # a local
        lines = [line for line, depth in self._members.lineage(held) if depth == 1]
        return lines[0] if len(lines) == 1 else held

    def _inherited(self, symbol: Symbol) -> Type | None:
        owner = symbol.owner
        if owner is None:
            return None
        for member in self._members.find(self._calls.instance(owner), symbol.name):
            if member.depth and member.symbol.declaration.type is not None:
                return self._calls.results.of(member)
        return None

    def iterated(self, path: str, owner: int, container: Type | None) -> Type | None:
        """Return the type of what a loop over a container takes from it."""
        if container is None or container.static:
            return None
        if container.name in ARRAYS:
            return Type(ARRAYS[container.name])
        if container.name == "kotlin.Array":
            return container.arguments[0] if container.arguments else None
        iterator = self._calls.convention(path, owner, container, "iterator")
        if iterator is not None:
            return self._calls.convention(path, owner, iterator, "next")
        return self._single_argument(container)

    def _single_argument(self, seen: Type) -> Type | None:
        """Return the only type argument of a class of which nothing is known."""
        unknown = not self._names.all_classes(seen.name)
        return seen.arguments[0] if unknown and len(seen.arguments) == 1 else None

    def _written(self, path: str, _index: int, node: Expression) -> Type | None:
        return self._names.read(path, node.number, node.name)

    def _name(self, path: str, _index: int, node: Expression) -> Type | None:
        found = self._calls.results.property_by_scope(path, node.number, node.name, node.inputs)
        if found is not None:
            return found
        return self.class_value(self._names.qualify(path, node.number, node.name))

    def class_value(self, qualified: str) -> Type | None:
        """Return the value that a class's name stands for: the object, or the class itself."""
        symbols = self._names.all_classes(qualified)
        if symbols:
            if symbols[0].declaration.kind in _VALUES:
                return self.value_of(symbols[0])
            if symbols[0].declaration.kind == "typealias":
                target = self._names.resolve(symbols[0].path, symbols[0].index, Type(symbols[0].name))
                return None if target is None or target.name == qualified else self.class_value(target.name)
            return Type(qualified, static=True)
        simple = qualified.rpartition(".")[2]
        return Type(qualified, static=True) if simple[:1].isupper() and "." in qualified else None

    def dotted(self, path: str, index: int) -> str | None:
        """Return the text of a chain of plain names (`a.b.C`)."""
        parts: list[str] = []
        while index != NONE:
            node = self._names.facts(path).expressions[index]
            if node.form not in ("member", "name"):
                return None
            parts.append(node.name)
            if node.form == "name":
                return ".".join(reversed(parts))
            index = node.inputs[0]
        return None

    def _member(self, path: str, index: int, node: Expression) -> Type | None:
        receiver = self.of(path, node.inputs[0])
        if receiver is None:
            text = self.dotted(path, index)
            return self.class_value(text) if text and self._names.all_classes(text) else None
        if receiver.static:
            nested = f"{receiver.name}.{node.name}"
            if self._names.all_classes(nested):
                return self.class_value(nested)
        elif node.name == "INSTANCE" and self._kind(receiver) == "object" and self._calls.is_java(path):
            return receiver
        found = self._calls.results.property_of(path, node.number, receiver, node.name)
        if found is None and not receiver.static:  # a class in an object
            text = self.dotted(path, index)
            nested = f"{receiver.name}.{node.name}"
            if text and nested.endswith(text) and self._names.all_classes(nested):
                return self.class_value(nested)
        return found

    def _call(self, path: str, _index: int, node: Expression) -> Type | None:
        site = self._names.facts(path).calls[node.number]
        resolution = self._calls.meaning(path, node.number)
        if resolution is None:
            return None
        if resolution.certain:
            return self._calls.results.result_type(path, site, resolution)
        results = {self.result_of(one) for one in resolution.targets}
        return results.pop() if len(results) == 1 else None

    def _this(self, path: str, _index: int, node: Expression) -> Type | None:
        if node.name:
            return self._labelled(path, node)
        first = next(iter(self._calls.receivers(path, node.number, node.inputs)), None)
        return None if first is None else first.type

    def _labelled(self, path: str, node: Expression) -> Type | None:
        facts = self._names.facts(path)
        for index in node.inputs:
            call = self._calls.lambdas.call_of(path, index)
            if call is not None and facts.calls[call].name == node.name:
                return self._calls.lambdas.context(path, index).receiver
        for index in facts.enclosing(node.number):
            row = facts.declarations[index]
            if row.name == node.name and row.is_class:
                return self._calls.instance(Symbol(path, facts, index))
            if row.name == node.name and row.receiver is not None:
                return self._names.read(path, index, row.receiver)
            for one in row.lambdas:
                call = self._calls.lambdas.call_of(path, one)
                if call is not None and facts.calls[call].name == node.name:
                    return self._calls.lambdas.context(path, one).receiver
        return None

    def _super(self, path: str, _index: int, node: Expression) -> Type | None:
        facts = self._names.facts(path)
        around = next((i for i in facts.enclosing(node.number) if facts.declarations[i].is_class), None)
        if around is None:
            return None
        instance = self._calls.instance(Symbol(path, facts, around))
        lines = [line for line, depth in self._members.lineage(instance) if depth == 1]
        wanted = [line for line in lines if not node.name or line.simple == node.name]
        classes = [one for one in wanted if self._kind(one) != "interface"]
        return next(iter((*classes, *wanted)), ANY)

    def _kind(self, seen: Type) -> str:
        symbols = self._names.all_classes(seen.name)
        return symbols[0].declaration.kind if symbols else "class"

    def _lambda(self, path: str, _index: int, node: Expression) -> Type | None:
        result = self.of(path, node.inputs[1]) if len(node.inputs) > 1 else None
        return Type(FUNCTION, (*([None] * node.number), result))

    def _parameter(self, path: str, _index: int, node: Expression) -> Type | None:
        parameters = self._calls.lambdas.context(path, node.inputs[0]).parameters
        return parameters[node.number] if node.number < len(parameters) else None

    def _cast(self, path: str, _index: int, node: Expression) -> Type | None:
        """Return the type that a check found, its type arguments from what was checked."""
        found = self._names.read(path, node.number, node.name)
        if found is None or found.variable:
            return found
        held = self.of(path, node.inputs[0])
        if held is None or held.static or held.variable:
            return found
        if held.name != "kotlin.Nothing" and self._calls.subtypes.fits(held, found) is True:
            return held
        symbols = self._names.all_classes(found.name)
        if found.arguments or not symbols or not symbols[0].declaration.type_parameters:
            return found
        names = self._names.parameters(symbols[0])
        bound: dict[str, Type | None] = {}
        for line, _ in self._members.lineage(self._calls.instance(symbols[0])):
            if line.name == held.name:
                self._calls.generics.match(line, held, names, bound)
        return Type(found.name, tuple(bound.get(name) for name in names))

    def _spread(self, _path: str, _index: int, _node: Expression) -> Type | None:
        return None

    def _element(self, path: str, _index: int, node: Expression) -> Type | None:
        container = self.of(path, node.inputs[0])
        if container is not None and container.name not in ARRAYS and container.name != "kotlin.Array":
            iterator = self._by_convention(path, "iterator", node.inputs[0])
            if iterator is not None:
                return self._calls.convention(path, NONE, iterator, "next")
        return self.iterated(path, NONE, container)

    def _by_convention(self, path: str, name: str, receiver: int) -> Type | None:
        """Return what a call gives that the language makes of a value itself, as the place of it sees it."""
        facts = self._names.facts(path)
        for index in facts.called.get(name, ()):
            if facts.calls[index].receiver == receiver and facts.calls[index].form in (
                "operator",
                "delegate",
            ):
                found = self._calls.meaning(path, index)
                if found is not None and found.certain:
                    return self._calls.results.result_type(path, facts.calls[index], found)
        return None

    def _component(self, path: str, _index: int, node: Expression) -> Type | None:
        whole = self.of(path, node.inputs[0])
        if whole is None:
            return None
        found = self._by_convention(path, f"component{node.number}", node.inputs[0])
        if found is None and not self._names.all_classes(whole.name) and node.number <= len(whole.arguments):
            return whole.arguments[node.number - 1]
        return found

    def _operator(self, path: str, _index: int, node: Expression) -> Type | None:
        if node.number != NONE:
            site = self._names.facts(path).calls[node.number]
            resolution = self._calls.meaning(path, node.number)
            if resolution is not None and resolution.certain:
                found = self._calls.results.result_type(path, site, resolution)
                if found is not None:
                    return found
        return self.of(path, node.inputs[0])

    def _either(self, path: str, _index: int, node: Expression) -> Type | None:
        """Return the nearest type that all alternatives have."""
        known = [one for index in node.inputs if (one := self.of(path, index)) is not None]
        found = list(dict.fromkeys(one for one in known if one.name != "kotlin.Nothing"))
        if len(found) < 2:
            return found[0] if found else None
        for line, _ in self._members.lineage(found[0]):
            if line != ANY and all(self._calls.subtypes.fits(one, line) is not False for one in found[1:]):
                return line
        return found[0]

    def _object(self, path: str, _index: int, node: Expression) -> Type | None:
        facts = self._names.facts(path)
        return self._calls.instance(Symbol(path, facts, node.number))

    def _delegate(self, path: str, _index: int, node: Expression) -> Type | None:
        held = self.of(path, node.inputs[0])
        if held is None:
            return None
        found = self._by_convention(path, "getValue", node.inputs[0])
        return found if found is not None else self._single_argument(held)
