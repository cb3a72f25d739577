"""What a type has: members through its supertypes, companions, extensions that apply to it."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from rca.index.resolve.library import FINAL, SUPERTYPES
from rca.index.resolve.names import Names
from rca.index.resolve.types import FUNCTION, Type
from rca.index.symbol import Symbol

_DEEPEST = 12
_WIDER = {
    "Byte": ("Short", "Int", "Long", "Float", "Double"),
    "Short": ("Int", "Long", "Float", "Double"),
    "Char": ("Int", "Long", "Float", "Double"),
    "Int": ("Byte", "Short", "Long", "Float", "Double"),
    "Long": ("Float", "Double"),
    "Float": ("Double",),
}
"""Numbers that may stand for others: Java widens them, and a literal in Kotlin takes the type asked for."""


class Member(NamedTuple):
    """A declaration seen through a type: `owner` is the (substituted) type that declares it."""

    symbol: Symbol
    owner: Type
    depth: int


class Members:
    """Members by type and name. Answers are kept: a snapshot never changes."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._children: dict[str, dict[tuple[int, str], list[int]]] = {}
        self._companions: dict[str, dict[int, list[Symbol]]] = {}
        self._lines: dict[Type, tuple[tuple[Type, int], ...]] = {}

    def children(self, path: str, parent: int, name: str) -> list[Symbol]:
        """Give the declarations of a name directly inside a declaration."""
        table = self._children.get(path)
        facts = self._names.facts(path)
        if table is None:
            table = self._children[path] = defaultdict(list)
            for index, row in enumerate(facts.declarations):
                table[row.parent, row.name].append(index)
        return [Symbol(path, facts, index) for index in table.get((parent, name), ())]

    def lineage(self, start: Type) -> tuple[tuple[Type, int], ...]:
        """Give a type and all its known supertypes with their distance, nearest first."""
        known = self._lines.get(start)
        if known is not None:
            return known
        found: dict[str, tuple[Type, int]] = {}
        waiting = [(start, 0)]
        while waiting:
            current, depth = waiting.pop(0)
            if current.name in found or depth > _DEEPEST:
                continue
            found[current.name] = (current, depth)
            waiting.extend((supertype, depth + 1) for supertype in self._direct(current))
        self._lines[start] = tuple(found.values())
        return self._lines[start]

    def _direct(self, current: Type) -> list[Type]:
        symbols = self._names.classes(current.name)
        if not symbols:
            return [Type(name, current.arguments[:1]) for name in SUPERTYPES.get(current.simple, ())]
        types = self._arguments_of(symbols[0], current)
        direct = (supertype.substituted(types) for supertype in self._names.supertypes(current.name))
        return [supertype for supertype in direct if supertype is not None]

    def _arguments_of(self, symbol: Symbol, seen_as: Type) -> dict[str, Type | None]:
        names = [text.split(":")[0].strip() for text in symbol.declaration.type_parameters]
        if not seen_as.arguments:
            return dict.fromkeys(names)
        return dict(zip(names, seen_as.arguments, strict=False))

    def substitution(self, owner: Type) -> dict[str, Type | None]:
        """Give what the type parameters of a type's class stand for in it."""
        symbols = self._names.classes(owner.name)
        return self._arguments_of(symbols[0], owner) if symbols and owner.arguments else {}

    def find(self, start: Type, name: str) -> list[Member]:
        """Give the members of a name that a value of the type has, nearest class first."""
        return [
            Member(symbol, owner, depth)
            for owner, depth in self.lineage(start)
            for class_symbol in self._names.classes(owner.name)
            for symbol in self.children(class_symbol.path, class_symbol.index, name)
            if symbol.declaration.kind in ("function", "property")
        ]

    def find_static(self, start: Type, name: str) -> list[Member]:
        """Give what `Class.name` may mean: members of its companion and, in Java, static ones."""
        found: list[Member] = []
        for owner, depth in self.lineage(start):
            for symbol in self._names.classes(owner.name):
                found.extend(
                    Member(member, owner, depth)
                    for member in self.children(symbol.path, symbol.index, name)
                    if member.declaration.kind in ("function", "property", "enum_entry", "object")
                    and (
                        symbol.declaration.kind in ("object", "companion")
                        or "static" in member.declaration.modifiers
                        or member.declaration.kind in ("enum_entry", "object")
                    )
                )
                for companion in self.companions(symbol):
                    found.extend(
                        Member(one.symbol, one.owner, depth + one.depth)
                        for one in self.find(Type(companion.qualified_name), name)
                    )
        return found

    def companions(self, symbol: Symbol) -> list[Symbol]:
        """Give the companion object of a class."""
        table = self._companions.get(symbol.path)
        if table is None:
            table = self._companions[symbol.path] = defaultdict(list)
            for index, row in enumerate(symbol.facts.declarations):
                if row.kind == "companion":
                    table[row.parent].append(Symbol(symbol.path, symbol.facts, index))
        return table.get(symbol.index, [])

    def constructors(self, qualified: str) -> list[Symbol]:
        """Give the constructors of a project class."""
        return [
            found
            for symbol in self._names.classes(qualified)
            for found in self.children(symbol.path, symbol.index, symbol.name)
            if found.declaration.kind == "constructor"
        ]

    def is_project(self, seen: Type) -> bool:
        """Tell whether the workspace declares the type."""
        return bool(self._names.classes(seen.name))

    def is_closed(self, seen: Type) -> bool:
        """Tell whether all supertypes are known, so that what is not found is not there."""
        return all(
            bool(self._names.classes(owner.name)) or owner.simple in SUPERTYPES or owner.simple in FINAL
            for owner, _ in self.lineage(seen)
        )

    def fits(self, given: Type | None, wanted: Type | None) -> bool | None:  # noqa: PLR0911 - one case a line
        """Tell whether a value of `given` may stand where `wanted` is asked; None where that is not known."""
        if given is None or wanted is None:
            return None
        if wanted.variable:
            limit = wanted.arguments[0] if wanted.arguments else None
            return self.fits(given, limit) if limit is not None else None
        if given.variable:
            return self.fits(given.arguments[0], wanted) if given.arguments else None
        if wanted.simple in ("Any", "Object"):
            return True
        if (wanted.name == FUNCTION) != (given.name == FUNCTION):
            return self._lambda_fits(given, wanted)
        for owner, _ in self.lineage(given):
            if owner.name == wanted.name or (
                owner.simple == wanted.simple and not (self.is_project(owner) and self.is_project(wanted))
            ):
                return True
        if self.is_project(given) and (self.is_project(wanted) or wanted.simple in FINAL):
            return False if self.is_closed(given) or self.is_project(wanted) else None
        if wanted.simple in _WIDER.get(given.simple, ()):
            return None
        if given.simple in FINAL:
            return False
        return False if wanted.simple in FINAL else self._both_known(given, wanted)

    def _lambda_fits(self, given: Type, wanted: Type) -> bool | None:
        other = given if wanted.name == FUNCTION else wanted
        if other.simple in FINAL or other.simple in SUPERTYPES:
            return False
        symbols = self._names.classes(other.name)
        if symbols and given.name == FUNCTION:
            # A lambda may become an interface with one method, in Kotlin where it says `fun interface`.
            sam = any("fun" in one.declaration.modifiers or one.facts.language == "java" for one in symbols)
            return None if sam else False
        return None

    def _both_known(self, given: Type, wanted: Type) -> bool | None:
        if given.simple in SUPERTYPES and (wanted.simple in SUPERTYPES or self.is_project(wanted)):
            return False
        return None
