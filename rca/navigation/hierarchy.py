"""Type and override hierarchy: subclasses of a class, overrides of a member."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rca.caching.lru_cache import LruCache
from rca.index.index_view import IndexView
from rca.languages.name_roles import simple_type_name
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type
from rca.scheduling.deadline import Deadline

_MOST_SUBCLASSES = 2000
_MOST_KEPT = 20_000
"""Classes that are kept, those with subclasses and these; one takes some hundred bytes."""


class Outside(NamedTuple):
    """What a member overrides outside of the project.

    `members` are full names of library members; `unknown` the supertypes of which nothing is known,
    where the source says that it overrides something and nothing known is overridden.
    """

    members: tuple[str, ...]
    unknown: tuple[str, ...]


def find_subclasses(
    view: IndexView, target: Symbol, deadline: Deadline, *, transitive: bool = False
) -> tuple[Symbol, ...]:
    """Return the direct subclasses of a class, or all of them."""
    with view.resolver(deadline) as resolver:
        hierarchy = Hierarchy(resolver)
        return tuple((hierarchy.descendants if transitive else hierarchy.subclasses)(target, deadline))


def find_overriding(view: IndexView, target: Symbol, deadline: Deadline) -> tuple[Symbol, ...]:
    """Return the members that override a member, in all subclasses."""
    with view.resolver(deadline) as resolver:
        return tuple(Hierarchy(resolver).overriding(target, deadline))


def find_overridden(view: IndexView, target: Symbol) -> tuple[Symbol, ...]:
    """Return the members of supertypes that a member overrides, nearest first."""
    with view.resolver() as resolver:
        return tuple(Hierarchy(resolver).overridden(target))


def find_external_overrides(view: IndexView, target: Symbol) -> Outside:
    """Return what a member overrides that is none of the project's, as `Hierarchy` does."""
    with view.resolver() as resolver:
        return Hierarchy(resolver).external_overrides(target)


def supertype_names(view: IndexView, target: Symbol) -> tuple[str, ...]:
    """Return the full names of what a class extends, nearest first, known or not."""
    with view.resolver() as resolver:
        return tuple(one.name for one in Hierarchy(resolver).above(target))


def find_direct_supertypes(view: IndexView, target: Symbol) -> tuple[Symbol, ...]:
    """Return the project's supertypes of a class."""
    with view.resolver() as resolver:
        return tuple(Hierarchy(resolver).direct_supertypes(target))


class _SubclassTable:
    """Direct subclasses that were found, kept with the resolver; those asked for least lately go first.

    Classes are kept by path and index, as their facts take memory. A search for origins asks for the
    subclasses of one class for each of its members that it meets.
    """

    def __init__(self) -> None:
        self.known: LruCache[tuple[str, int], tuple[tuple[str, int], ...]] = LruCache(_MOST_KEPT)

    def forget(self, _path: str) -> None:
        """Keep all: supertypes, of anonymous classes too, are part of the surface that stays."""


class Hierarchy:
    """Classes and members, down and up, of one snapshot."""

    def __init__(self, resolver: Resolver) -> None:
        self._files = resolver.files
        self._names = resolver.names
        self._members = resolver.members
        self._subclasses = resolver.table(_SubclassTable).known

    def subclasses(self, target: Symbol, deadline: Deadline) -> Iterator[Symbol]:
        """Return the classes that name a class as their supertype, anonymous objects included."""
        place = (target.path, target.index)
        known = self._subclasses.get(place)
        if known is not None:
            yield from (Symbol(path, self._names.facts(path), index) for path, index in known)
            return
        found = []
        for one in self._find_subclasses(target, deadline):
            found.append((one.path, one.index))
            yield one
        if not deadline.expired:
            self._subclasses.put(place, tuple(found), 1 + len(found))

    def _find_subclasses(self, target: Symbol, deadline: Deadline) -> Iterator[Symbol]:
        if target.declaration.kind == "enum":
            yield from _entries_with_bodies(target)
        wanted = target.type_name
        spellings = {target.name, *self._files.aliases_of(target.name)}
        paths = dict.fromkeys(path for name in spellings for path in self._files.declaring(name, "extended"))
        for path in paths:
            if deadline.expired:
                return
            facts = self._names.facts(path)
            known = spellings | {
                row.alias for row in facts.imports if row.alias and row.path.rpartition(".")[2] == target.name
            }
            for index, row in enumerate(facts.declarations):
                if row.is_class and any(simple_type_name(text) in known for text in row.supertypes):
                    supertypes = (
                        found
                        for text in row.supertypes
                        if simple_type_name(text) in known
                        and (found := self._names.read(path, index, text)) is not None
                    )
                    if any(one.name == wanted for one in supertypes):
                        yield Symbol(path, facts, index)

    def descendants(self, target: Symbol, deadline: Deadline) -> Iterator[Symbol]:
        """Return all classes below a class, nearest first."""
        seen = {target}
        waiting = [target]
        while waiting and len(seen) < _MOST_SUBCLASSES:
            for one in self.subclasses(waiting.pop(0), deadline):
                if one not in seen:
                    seen.add(one)
                    yield one
                    if one.name:
                        waiting.append(one)

    def overriding(self, target: Symbol, deadline: Deadline) -> Iterator[Symbol]:
        """Return the members below a class that override one of its members."""
        owner = target.owner
        if owner is None or "private" in target.declaration.modifiers or self._is_alone(target):
            return
        for below in self.descendants(owner, deadline):
            for one in self._members.children(below.path, below.index, target.name):
                if one.declaration.kind == target.declaration.kind and _may_override(one, target):
                    yield one
            if below.facts.language == "java" and target.declaration.kind == "property":
                yield from self._accessors(below, target)

    def _accessors(self, below: Symbol, target: Symbol) -> Iterator[Symbol]:
        """Return the getter and setter by which a Java class overrides a Kotlin property."""
        for name, parameters in accessor_names(target.name):
            for one in self._members.children(below.path, below.index, name):
                row = one.declaration
                if (
                    row.kind == "function"
                    and len(row.parameters) == parameters
                    and "static" not in row.modifiers
                ):
                    yield one

    def _is_alone(self, target: Symbol) -> bool:
        """Return whether nothing else has the name of a member: most classes need not be looked for then."""
        names = [target.name]
        if target.declaration.kind == "property" and target.facts.language == "kotlin":
            names.extend(name for name, _ in accessor_names(target.name))
        return len(target.facts.declared.get(target.name, ())) == 1 and all(
            path == target.path for name in names for path in self._files.declaring(name, "callable")
        )

    def overridden(self, target: Symbol) -> Iterator[Symbol]:
        """Return the members of a class's supertypes that a member overrides, nearest first."""
        owner = target.owner
        if owner is None or not owner.name:
            return
        for line, depth in self._members.lineage(Type(owner.type_name)):
            if depth == 0:
                continue
            for symbol in self._names.classes(line.name):
                for one in self._members.children(symbol.path, symbol.index, target.name):
                    if one.declaration.kind == target.declaration.kind and _may_override(target, one):
                        yield one

    def external_overrides(self, target: Symbol) -> Outside:
        """Return what a member overrides that is none of the project's: of libraries, or of nothing known."""
        found: list[str] = []
        unknown: list[str] = []
        owner = target.owner
        for line in () if owner is None else self.above(owner):
            symbols = self._names.all_classes(line.name)
            if not symbols:
                unknown.append(line.name)
            for symbol in symbols:
                if symbol.facts.language == "library":
                    found.extend(
                        one.qualified_name
                        for one in self._members.children(symbol.path, symbol.index, target.name)
                        if one.declaration.kind == target.declaration.kind and _may_override(target, one)
                    )
        marked = not {"override", "@Override"}.isdisjoint(target.declaration.modifiers)
        if found or not marked or any(True for _ in self.overridden(target)):
            return Outside(tuple(dict.fromkeys(found)), ())
        return Outside((), tuple(dict.fromkeys(unknown)))

    def direct_supertypes(self, target: Symbol) -> Iterator[Symbol]:
        """Return the project's classes that a class names as its supertypes, in the order of the text."""
        row = target.declaration
        for text in row.supertypes:
            held = self._names.read(target.path, row.parent, text)
            if held is not None:
                yield from self._names.classes(held.name)
        if row.kind == "enum_entry" and target.owner is not None:
            yield target.owner

    def above(self, owner: Symbol) -> Iterator[Type]:
        """Return the supertypes of a class, nearest first; those of an anonymous one by their texts."""
        if owner.name:
            yield from (line for line, depth in self._members.lineage(Type(owner.type_name)) if depth)
            return
        for text in owner.declaration.supertypes:
            direct = self._names.read(owner.path, owner.declaration.parent, text)
            if direct is not None:
                yield from (line for line, _ in self._members.lineage(direct))


def accessor_names(name: str) -> list[tuple[str, int]]:
    """Return the names of a property's getter and setter on the JVM, each with its number of parameters."""
    if not name:
        return []
    if name.startswith("is") and not name[2:3].islower():
        return [(name, 0), (f"set{name[2:]}", 1)]
    capital = name[0].upper() + name[1:]
    return [(f"get{capital}", 0), (f"set{capital}", 1)]


def _entries_with_bodies(target: Symbol) -> Iterator[Symbol]:
    """Return the entries of an enum that are classes of their own."""
    rows = target.facts.declarations
    with_members = {row.parent for row in rows}
    for index, row in enumerate(rows):
        if row.parent == target.index and row.kind == "enum_entry" and index in with_members:
            yield Symbol(target.path, target.facts, index)


def _may_override(lower: Symbol, upper: Symbol) -> bool:
    """Return whether a member of a subclass overrides one of the same name: by its marks and its shape."""
    mine, yours = lower.declaration, upper.declaration
    if lower.facts.language == "kotlin" and "override" not in mine.modifiers:
        return False
    if "static" in mine.modifiers or "static" in yours.modifiers:
        return False
    if len(mine.parameters) != len(yours.parameters):
        return False
    variables = {
        text.split(":", maxsplit=1)[0].split()[-1]
        for symbol in (lower, upper)
        for around in (symbol, symbol.owner)
        if around is not None
        for text in around.declaration.type_parameters
        if text.strip()
    }
    pairs = zip(mine.parameters, yours.parameters, strict=True)
    return all(
        one.type is None or other.type is None or _same_type(one.type, other.type, variables)
        for one, other in pairs
    )


_JAVA_SPELLINGS = {"int": "Int", "long": "Long", "boolean": "Boolean", "byte": "Byte", "char": "Char",
                   "short": "Short", "float": "Float", "double": "Double", "Integer": "Int", "Object": "Any",
                   "Character": "Char"}  # fmt: skip


def _same_type(one: str, other: str, variables: set[str]) -> bool:
    left, right = simple_type_name(one), simple_type_name(other)
    if left in variables or right in variables or "->" in one + other or "[" in one + other:
        return True
    return _JAVA_SPELLINGS.get(left, left) == _JAVA_SPELLINGS.get(right, right)
