"""What type an expression has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rca.index.resolve import library
from rca.index.resolve.types import FUNCTION, Type, read_type
from rca.index.symbol import Symbol
from rca.languages.facts import NONE, Expression

if TYPE_CHECKING:
    from rca.index.resolve.calls import Calls

_DEEPEST = 24


class Inference:
    """Types of expressions, worked out when asked and kept."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._names = calls.names
        self._members = calls.members
        self._known: dict[tuple[str, int], Type | None] = {}
        self._depth = 0
        self._forms: dict[str, Callable[[str, int, Expression], Type | None]] = {
            "type": self._written,
            "name": self._name,
            "member": self._member,
            "call": self._call,
            "this": self._this,
            "super": self._super,
            "lambda": self._lambda,
            "parameter": self._parameter,
            "element": lambda path, _index, node: self.element(self.of(path, node.inputs[0])),
            "component": self._component,
            "operator": self._operator,
            "either": self._either,
            "object": self._object,
            "delegate": self._delegate,
        }

    def of(self, path: str, index: int) -> Type | None:
        """Give the type of an expression of a file, None where it is not known."""
        if index == NONE:
            return None
        key = (path, index)
        if key in self._known:
            return self._known[key]
        if self._depth > _DEEPEST:
            return None
        self._known[key] = None  # an expression that leads back to itself has no type
        self._depth += 1
        try:
            node = self._names.facts(path).expressions[index]
            found = self._forms[node.form](path, index, node)
        finally:
            self._depth -= 1
        self._known[key] = found
        return found

    def result_of(self, symbol: Symbol, owner: Type | None = None) -> Type | None:
        """Give the type of a property, or of what a function gives back, as its owner sees it."""
        row = symbol.declaration
        if row.kind in ("object", "enum_entry"):
            return Type(symbol.qualified_name)
        if row.kind == "constructor":
            return None if symbol.owner is None else Type(symbol.owner.qualified_name)
        if row.type is not None:
            found = self._names.read(symbol.path, symbol.index, row.type)
        else:
            found = self.of(symbol.path, row.value)
        if found is None or owner is None:
            return found
        return found.substituted(self._members.substitution(owner))

    def element(self, container: Type | None) -> Type | None:  # noqa: PLR0911 - one case a line
        """Give the type of a container's elements; of a map, of its values."""
        if container is None or container.static:
            return None
        if container.simple in library.MAPS:
            return container.arguments[1] if len(container.arguments) > 1 else None
        if container.simple in ("String", "CharSequence"):
            return Type("kotlin.Char")
        if container.simple in ("IntRange", "IntProgression", "IntArray"):
            return Type("kotlin.Int")
        if container.simple == "ByteArray":
            return Type("kotlin.Byte")
        if container.arguments and not self._members.is_project(container):
            return container.arguments[0]
        for owner, _ in self._members.lineage(container):
            if owner.simple in library.SUPERTYPES and owner.arguments and not self._members.is_project(owner):
                return owner.arguments[0]
        return None

    def _written(self, path: str, _index: int, node: Expression) -> Type | None:
        return self._names.read(path, node.number, node.name)

    def _name(self, path: str, _index: int, node: Expression) -> Type | None:
        found = self._calls.results.property_by_scope(path, node.number, node.name, node.inputs)
        if found is not None:
            return found
        qualified = self._names.qualify(path, node.number, node.name)
        return self.class_value(qualified)

    def class_value(self, qualified: str) -> Type | None:
        """Give the value that a class's name stands for: the object, or the class itself."""
        symbols = self._names.classes(qualified)
        if symbols:
            if symbols[0].declaration.kind in ("object", "companion", "enum_entry"):
                return Type(qualified)
            if symbols[0].declaration.kind == "typealias":
                target = self._names.resolve(symbols[0].path, symbols[0].index, Type(symbols[0].name))
                return None if target is None else target._replace(static=True)
            return Type(qualified, static=True)
        simple = qualified.rpartition(".")[2]
        if simple[:1].isupper() and ("." in qualified or simple in library.KOTLIN_TYPES):
            return Type(qualified, static=True)
        return None

    def dotted(self, path: str, index: int) -> str | None:
        """Give the text of a chain of plain names (`a.b.C`)."""
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
            return (
                self.class_value(text)
                if text and self._names.classes(text)
                else self._result_table(node.name, None)
            )
        if receiver.static:
            nested = self.class_value(f"{receiver.name}.{node.name}")
            if nested is not None and self._names.classes(f"{receiver.name}.{node.name}"):
                return nested
            for member in self._members.find_static(receiver, node.name):
                return self.result_of(member.symbol, member.owner)
            return None
        return self._calls.results.property_of(path, node.number, receiver, node.name) or self._result_table(
            node.name, receiver
        )

    def _result_table(self, name: str, receiver: Type | None) -> Type | None:  # noqa: PLR0911 - one case a line
        if receiver is not None and self._members.is_project(receiver):
            return None
        if name in library.RESULTS:
            return read_type(library.RESULTS[name])
        if receiver is None:
            return None
        if receiver.simple in library.MAPS and name in ("keys", "values", "entries"):
            inner = receiver.arguments[0 if name == "keys" else 1] if len(receiver.arguments) > 1 else None
            return Type(
                "kotlin.collections.Collection", (self.entry(receiver) if name == "entries" else inner,)
            )
        if receiver.simple == "Entry" and len(receiver.arguments) > 1 and name in ("key", "value"):
            return receiver.arguments[name == "value"]
        if receiver.simple == "Pair" and len(receiver.arguments) > 1 and name in ("first", "second"):
            return receiver.arguments[name == "second"]
        if name in library.ELEMENT:
            return self.element(receiver)
        return None

    def entry(self, container: Type) -> Type:
        """Give the type of a map's entries."""
        return Type("kotlin.collections.Map.Entry", container.arguments)

    def _call(self, path: str, _index: int, node: Expression) -> Type | None:
        site = self._names.facts(path).calls[node.number]
        resolution = self._calls.resolve(path, node.number)
        if resolution is not None and resolution.targets and resolution.certain:
            return self._calls.results.result_type(path, node.number, resolution)
        if resolution is not None and resolution.targets:
            return self._common_result(resolution.targets)
        receiver = self.of(path, site.receiver) if site.has_receiver else None
        return self._library_result(path, site.name, receiver, site.arguments)

    def _common_result(self, targets: Sequence[Symbol]) -> Type | None:
        """Give the type that all targets of a guess give back."""
        first = self.result_of(targets[0])
        return first if first is not None and all(self.result_of(one) == first for one in targets) else None

    def _library_result(  # noqa: PLR0911 - one case a line
        self, path: str, name: str, receiver: Type | None, arguments: tuple[int, ...]
    ) -> Type | None:
        first = self.of(path, arguments[0]) if arguments else None
        if name in library.CONTAINERS and receiver is None:
            return Type(library.CONTAINERS[name], (first,))
        if name in library.LAMBDA_RESULT and arguments:
            return self._lambda_result(path, arguments[-1])
        if name in library.MAPPED and receiver is not None and arguments:
            wrapper = receiver.name if "Flow" in receiver.simple or "Sequence" in receiver.simple else ""
            return Type(wrapper or "kotlin.collections.List", (self._lambda_result(path, arguments[-1]),))
        if name in library.FLAT_MAPPED and receiver is not None and arguments:
            return self._lambda_result(path, arguments[-1])
        if name == "to" and receiver is not None:
            return Type("kotlin.Pair", (receiver, first))
        if name in library.SAME:
            if receiver is not None and receiver.simple in library.MAPS and name == "toList":
                return None
            return receiver if receiver is not None else first
        if receiver is not None and receiver.static:
            return None
        found = self._result_table(name, receiver)
        if found is not None:
            return found
        simple = name[:1].isupper() and receiver is None
        return Type(name) if simple and not arguments else None

    def _lambda_result(self, path: str, index: int) -> Type | None:
        found = self.of(path, index)
        return (
            found.arguments[-1] if found is not None and found.name == FUNCTION and found.arguments else None
        )

    def _this(self, path: str, _index: int, node: Expression) -> Type | None:
        if not node.name:
            for index in node.inputs:
                context = self._calls.lambdas.context(path, index)
                if context.receiver is not None or not context.certain:
                    return context.receiver
            facts = self._names.facts(path)
            for index in facts.enclosing(node.number):
                row = facts.declarations[index]
                if row.is_class:
                    return self._calls.instance(Symbol(path, facts, index))
                if row.receiver is not None:
                    return self._names.read(path, index, row.receiver)
            return None
        return self._labelled(path, node)

    def _labelled(self, path: str, node: Expression) -> Type | None:
        facts = self._names.facts(path)
        for index in facts.enclosing(node.number):
            row = facts.declarations[index]
            if row.name == node.name and row.is_class:
                return self._calls.instance(Symbol(path, facts, index))
            if row.name == node.name and row.receiver is not None:
                return self._names.read(path, index, row.receiver)
        for index in node.inputs:
            call = self._calls.lambdas.call_of(path, index)
            if call is not None and facts.calls[call].name == node.name:
                return self._calls.lambdas.context(path, index).receiver
        return None

    def _super(self, path: str, _index: int, node: Expression) -> Type | None:
        facts = self._names.facts(path)
        around = next((i for i in facts.enclosing(node.number) if facts.declarations[i].is_class), None)
        if around is None:
            return None
        texts = facts.declarations[around].supertypes
        wanted = [text for text in texts if not node.name or text.startswith(node.name)]
        return self._names.read(path, around, wanted[0]) if wanted else None

    def _lambda(self, path: str, _index: int, node: Expression) -> Type | None:
        result = self.of(path, node.inputs[1]) if len(node.inputs) > 1 else None
        return Type(FUNCTION, (*([None] * node.number), result))

    def _parameter(self, path: str, _index: int, node: Expression) -> Type | None:
        parameters = self._calls.lambdas.context(path, node.inputs[0]).parameters
        return parameters[node.number] if node.number < len(parameters) else None

    def _component(self, path: str, _index: int, node: Expression) -> Type | None:
        whole = self.of(path, node.inputs[0])
        if whole is None:
            return None
        if whole.simple in ("Pair", "Triple", "Entry"):
            return whole.arguments[node.number - 1] if node.number <= len(whole.arguments) else None
        for symbol in self._members.constructors(whole.name):
            if "data" in (symbol.owner.declaration.modifiers if symbol.owner else ()):
                parameters = symbol.declaration.parameters
                if node.number <= len(parameters):
                    text = parameters[node.number - 1].type
                    return self._names.read(symbol.path, symbol.index, text) if text else None
        return self.element(whole) if not self._members.is_project(whole) else None

    def _operator(self, path: str, _index: int, node: Expression) -> Type | None:
        if node.number != NONE:
            resolution = self._calls.resolve(path, node.number)
            if resolution is not None and len(resolution.targets) == 1 and resolution.certain:
                return self._calls.results.result_type(path, node.number, resolution)
        left = self.of(path, node.inputs[0])
        if left is not None and left.simple in ("Int", "Byte", "Short", "Char") and len(node.inputs) > 1:
            right = self.of(path, node.inputs[1])
            if right is not None and right.simple in ("Long", "Double", "Float"):
                return right
        if left is not None and left.simple == "Int" and node.name == "rangeTo":
            return Type("kotlin.ranges.IntRange")
        return left

    def _either(self, path: str, _index: int, node: Expression) -> Type | None:
        for index in node.inputs:
            found = self.of(path, index)
            if found is not None:
                return found
        return None

    def _object(self, path: str, _index: int, node: Expression) -> Type | None:
        facts = self._names.facts(path)
        return self._calls.instance(Symbol(path, facts, node.number))

    def _delegate(self, path: str, _index: int, node: Expression) -> Type | None:
        held = self.of(path, node.inputs[0])
        if held is None:
            return None
        index = node.inputs[0]
        source = self._names.facts(path).expressions[index]
        if source.form == "call" and source.name == "lazy":
            return held
        for member in self._members.find(held, "getValue"):
            return self.result_of(member.symbol, member.owner)
        return self.element(held)
