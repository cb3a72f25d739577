"""Members of a type: through supertypes, companions, statics, constructors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rca.resolve.java_kotlin_types import JAVA
from rca.resolve.name_resolution import NameResolution
from rca.resolve.symbol import Symbol
from rca.resolve.types import ANY, Type

_DEEPEST = 12
_VALUES = ("function", "property")
_STATIC = ("function", "property", "enum_entry", "object")


class Member(NamedTuple):
    """A declaration seen through a type: `owner` is the (substituted) type that declares it.

    `receiver` is, for an extension, the type that it applies to as the value at hand has it.
    """

    symbol: Symbol
    owner: Type
    depth: int
    receiver: Type | None = None


def symbols_of(members: Iterable[Member]) -> tuple[Symbol, ...]:
    """Return the declarations of members, each once."""
    return tuple(dict.fromkeys(one.symbol for one in members))


class _Line(NamedTuple):
    """One class of a lineage that has members: its place in the lineage, and what it declares by name."""

    place: int
    symbol: Symbol
    children: Mapping[str, Sequence[Symbol]]
    companions: tuple[Type, ...]


class Members:
    """Members by type and name. Answers are kept as long as the surface stays."""

    def __init__(self, names: NameResolution) -> None:
        self._names = names
        self._children: dict[str, Mapping[int, Mapping[str, Sequence[Symbol]]]] = {}
        self._companions: dict[str, dict[int, list[Symbol]]] = {}
        self._lines: dict[Type, tuple[tuple[Type, int], ...]] = {}
        self._holders: dict[str, tuple[_Line, ...]] = {}
        self._platform: dict[str, tuple[_Line, ...]] = {}

    def forget(self, path: str) -> None:
        """Drop what speaks of the text of a file that changed, its surface being what it was."""
        self._children.pop(path, None)
        self._companions.pop(path, None)
        self._holders.clear()
        self._platform.clear()

    def children(self, path: str, parent: int, name: str) -> Sequence[Symbol]:
        """Return the declarations of a name directly inside a declaration."""
        inside = self._inside(path).get(parent)
        return () if inside is None else inside.get(name, ())

    def _inside(self, path: str) -> Mapping[int, Mapping[str, Sequence[Symbol]]]:
        """Return the declarations of a file by what is around them and by name."""
        known = self._children.get(path)
        if known is None:
            facts = self._names.facts(path)
            made: dict[int, dict[str, list[Symbol]]] = {}
            for index, row in enumerate(facts.declarations):
                made.setdefault(row.parent, {}).setdefault(row.name, []).append(Symbol(path, facts, index))
            known = self._children[path] = made
        return known

    def lineage(self, start: Type) -> tuple[tuple[Type, int], ...]:
        """Return a type and all its known supertypes with their distance, nearest first."""
        known = self._lines.get(start)
        if known is not None:
            return known
        found: dict[str, tuple[Type, int]] = {}
        waiting = [(start, 0)]
        for current, depth in waiting:
            if current.name in found or depth > _DEEPEST:
                continue
            found[current.name] = (current, depth)
            waiting.extend((supertype, depth + 1) for supertype in self._direct(current))
        found.setdefault(ANY.name, (ANY, _DEEPEST))
        self._lines[start] = tuple(found.values())
        return self._lines[start]

    def _direct(self, current: Type) -> list[Type]:
        symbols = self._names.all_classes(current.name)
        if not symbols:
            return []
        types = self._arguments_of(symbols[0], current)
        direct = (supertype.substituted(types) for supertype in self._names.supertypes(current.name))
        return [supertype for supertype in direct if supertype is not None]

    def _arguments_of(self, symbol: Symbol, seen_as: Type) -> dict[str, Type | None]:
        names = self._names.parameters(symbol)
        if not seen_as.arguments:
            return dict.fromkeys(names)
        return dict(zip(names, seen_as.arguments, strict=False))

    def substitution(self, owner: Type) -> dict[str, Type | None]:
        """Return what the type parameters of a type's class stand for in it."""
        symbols = self._names.all_classes(owner.name)
        return self._arguments_of(symbols[0], owner) if symbols else {}

    def find(self, start: Type, name: str) -> list[Member]:
        """Return the members of a name that a value of the type has, nearest class first."""
        found: list[Member] = []
        for line in self._lines_of(start):
            named = line.children.get(name)
            if named is not None:
                owner, depth = self.lineage(start)[line.place]
                found.extend(Member(one, owner, depth) for one in named if one.declaration.kind in _VALUES)
        return found

    def _lines_of(self, start: Type) -> tuple[_Line, ...]:
        """Return the classes of a type's lineage: they follow from its class, whatever its arguments are."""
        known = self._holders.get(start.name)
        if known is None:
            known = self._holders[start.name] = tuple(
                _Line(place, symbol, children, companions)
                for place, (owner, _) in enumerate(self.lineage(start))
                for symbol in self._names.all_classes(owner.name)
                for children in (self._inside(symbol.path).get(symbol.index, {}),)
                for companions in (tuple(Type(one.type_name) for one in self.companions(symbol)),)
                if children
            )
        return known

    def find_on_platform(self, start: Type, name: str) -> list[Member]:
        """Return the members that a Kotlin type has on the JVM only, as its Java class declares them."""
        found: list[Member] = []
        for line in self._platform_lines_of(start):
            named = line.children.get(name)
            if named is not None:
                owner, depth = self.lineage(start)[line.place]
                seen_as = Type(line.symbol.type_name, owner.arguments)
                found.extend(
                    Member(one, seen_as, depth)
                    for one in named
                    if one.declaration.kind in _VALUES and "static" not in one.declaration.modifiers
                )
        return found

    def _platform_lines_of(self, start: Type) -> tuple[_Line, ...]:
        """Return the Java classes that stand behind the Kotlin types of a lineage."""
        known = self._platform.get(start.name)
        if known is None:
            known = self._platform[start.name] = tuple(
                _Line(place, symbol, self._inside(symbol.path).get(symbol.index, {}), ())
                for place, (owner, _) in enumerate(self.lineage(start))
                for twin in (JAVA.get(owner.name),)
                if twin
                for symbol in self._names.all_classes(twin)
            )
        return known

    def find_static(self, start: Type, name: str) -> list[Member]:
        """Return what `Class.name` may mean: members of its companion and, in Java, static ones."""
        found: list[Member] = []
        for line in self._lines_of(start):
            named = line.children.get(name)
            if named is None and not line.companions:
                continue
            owner, depth = self.lineage(start)[line.place]
            found.extend(
                Member(one, owner, depth)
                for one in named or ()
                if one.declaration.kind in _STATIC and _is_static(line.symbol, one)
            )
            for companion in line.companions:
                found.extend(
                    Member(one.symbol, one.owner, depth + one.depth) for one in self.find(companion, name)
                )
        return found

    def companions(self, symbol: Symbol) -> list[Symbol]:
        """Return the companion object of a class."""
        table = self._companions.get(symbol.path)
        if table is None:
            table = self._companions[symbol.path] = defaultdict(list)
            for index, row in enumerate(symbol.facts.declarations):
                if row.kind == "companion":
                    table[row.parent].append(Symbol(symbol.path, symbol.facts, index))
        return table.get(symbol.index, [])

    def companion_of(self, qualified: str) -> Type | None:
        """Return the type of the companion that a class's name stands for where a value is asked."""
        for symbol in self._names.all_classes(qualified):
            for companion in self.companions(symbol):
                return Type(companion.type_name)
        return None

    def constructors(self, qualified: str) -> list[Symbol]:
        """Return the constructors of a class."""
        return [
            found
            for symbol in self._names.all_classes(qualified)
            for found in self.children(symbol.path, symbol.index, symbol.name)
            if found.declaration.kind == "constructor"
        ]

    def single_method(self, qualified: str, *, java: bool = False) -> Symbol | None:
        """Return the one abstract method of an interface that a lambda may stand for.

        In `java` it may do so for every interface that has but one; Kotlin asks its own for a word.
        """
        symbols = self._names.all_classes(qualified)
        if not symbols or symbols[0].declaration.kind != "interface":
            return None
        if not java and not _takes_lambdas(symbols[0]):
            return None
        found: list[Symbol] = []
        for owner, _ in self.lineage(Type(qualified)):
            for symbol in self._names.all_classes(owner.name)[:1]:
                if owner.name != ANY.name and symbol.declaration.kind == "interface":
                    found.extend(_abstract_methods(symbol))
            if found:
                break
        return found[0] if found else None

    def is_closed(self, seen: Type) -> bool:
        """Return whether all supertypes are known, so that what is not found is not there."""
        return all(
            bool(self._names.all_classes(owner.name)) for owner, _ in self.lineage(seen) if owner != ANY
        )


def _is_static(owner: Symbol, member: Symbol) -> bool:
    row = member.declaration
    return (
        owner.declaration.kind in ("object", "companion")
        or "static" in row.modifiers
        or row.kind in ("enum_entry", "object")
    )


def _takes_lambdas(symbol: Symbol) -> bool:
    modifiers = symbol.declaration.modifiers
    return "fun" in modifiers or "java" in modifiers or symbol.facts.language == "java"


def _abstract_methods(symbol: Symbol) -> list[Symbol]:
    found = []
    library = symbol.facts.language == "library"
    for index, row in enumerate(symbol.facts.declarations):
        if row.parent != symbol.index or row.kind != "function" or row.receiver is not None:
            continue
        has_body = "static" in row.modifiers or "default" in row.modifiers or "private" in row.modifiers
        abstract = "abstract" in row.modifiers if library else not has_body and row.value < 0
        if abstract and not (row.name in _OF_ANY and library):
            found.append(Symbol(symbol.path, symbol.facts, index))
    return found


_OF_ANY = frozenset(("equals", "hashCode", "toString"))
