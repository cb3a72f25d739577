"""Which class a name means at a place: nesting, imports, package, defaults, type aliases."""

from __future__ import annotations

from collections.abc import Iterator

from rca.index.files import Files
from rca.index.names import Role
from rca.index.resolve.library import JAVA_PRIMITIVES, KOTLIN_TYPES
from rca.index.resolve.types import FUNCTION, Type, read_type
from rca.index.symbol import Symbol
from rca.languages.facts import Facts

_DEEPEST_ALIAS = 6
_MOST_FACTS = 3000
"""Files whose facts are held at once, so that memory stays bounded on large projects."""


class Names:
    """Classes by name. Answers are kept: a snapshot never changes."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._facts: dict[str, Facts] = {}
        self._callables: dict[str, tuple[Symbol, ...]] = {}
        self._extensions: dict[str, tuple[Symbol, ...]] = {}
        self._named: dict[str, tuple[Symbol, ...]] = {}
        self._classes: dict[str, tuple[Symbol, ...]] = {}
        self._found: dict[tuple[str, Role], tuple[tuple[str, str], ...]] = {}
        self._simple: dict[tuple[str, int, str], str] = {}
        self._supertypes: dict[str, tuple[Type, ...]] = {}

    def facts(self, path: str) -> Facts:
        """Give a file's facts, empty where it is not indexed."""
        known = self._facts.get(path)
        if known is None:
            if len(self._facts) >= _MOST_FACTS:
                self._facts.clear()
            known = self._facts[path] = self._files.facts(path) or Facts("text")
        return known

    def callables(self, name: str) -> tuple[Symbol, ...]:
        """Give every function, constructor and property of a name."""
        known = self._callables.get(name)
        if known is None:
            known = self._callables[name] = tuple(
                symbol
                for path, _ in self._places(name, "callable")
                for symbol in self._declared(path, name)
                if symbol.is_callable
            )
        return known

    def extensions(self, name: str) -> tuple[Symbol, ...]:
        """Give every function and property of a name that has a receiver."""
        known = self._extensions.get(name)
        if known is None:
            known = self._extensions[name] = tuple(
                symbol
                for path, _ in self._places(name, "extension")
                for symbol in self._declared(path, name)
                if symbol.declaration.receiver is not None and symbol.is_callable
            )
        return known

    def named(self, qualified: str) -> tuple[Symbol, ...]:
        """Give the callables of a qualified name, those of the companion of the class it names included."""
        known = self._named.get(qualified)
        if known is None:
            owner, _, simple = qualified.rpartition(".")
            wanted = (qualified, f"{owner}.Companion.{simple}")
            known = self._named[qualified] = tuple(
                symbol
                for path, package in self._places(simple, "callable")
                if _may_hold(package, qualified)
                for symbol in self._declared(path, simple)
                if symbol.is_callable and symbol.qualified_name in wanted
            )
        return known

    def classes(self, qualified: str) -> tuple[Symbol, ...]:
        """Give the project's classes and aliases of a qualified name: one for each source set."""
        known = self._classes.get(qualified)
        if known is None:
            simple = qualified.rpartition(".")[2]
            known = self._classes[qualified] = tuple(
                symbol
                for path, package in self._places(simple, "class")
                if _may_hold(package, qualified)
                for symbol in self._declared(path, simple)
                if (symbol.declaration.is_class or symbol.declaration.kind == "typealias")
                and symbol.qualified_name == qualified
            )
        return known

    def _places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        known = self._found.get((name, role))
        if known is None:
            known = self._found[name, role] = self._files.places(name, role)
        return known

    def _declared(self, path: str, name: str) -> Iterator[Symbol]:
        facts = self.facts(path)
        return (Symbol(path, facts, index) for index in facts.declared.get(name, ()))

    def read(self, path: str, owner: int, text: str) -> Type | None:
        """Give the type that a text means at a place."""
        written = read_type(text)
        return None if written is None else self.resolve(path, owner, written)

    def resolve(self, path: str, owner: int, written: Type, depth: int = 0) -> Type | None:
        """Qualify the names of a written type; type parameters become variables."""
        if written.name == "kotlin.Array" and self.facts(path).language == "java":
            (element,) = written.arguments
            if element is not None and element.name in JAVA_PRIMITIVES:
                return Type(f"{JAVA_PRIMITIVES[element.name]}Array")
        arguments = tuple(
            None if one is None else self.resolve(path, owner, one, depth) for one in written.arguments
        )
        receiver = None if written.receiver is None else self.resolve(path, owner, written.receiver, depth)
        if written.name == FUNCTION:
            return Type(FUNCTION, arguments, receiver)
        bound = self._type_parameter(path, owner, written.name)
        if bound is not None:
            return bound
        return self._expanded(Type(self.qualify(path, owner, written.name), arguments), depth)

    def qualify(self, path: str, owner: int, name: str) -> str:
        """Give the qualified name of a class as written at a place; unknown names stay as they are."""
        first, _, rest = name.partition(".")
        found = self._lookup(path, owner, first)
        if rest and not self.classes(found) and self.classes(name):
            return name
        return f"{found}.{rest}" if rest else found

    def supertypes(self, qualified: str) -> tuple[Type, ...]:
        """Give the direct supertypes of a project class, its type parameters as variables."""
        known = self._supertypes.get(qualified)
        if known is None:
            self._supertypes[qualified] = ()  # a class that names itself has no supertypes
            found: dict[Type, None] = {}
            for symbol in self.classes(qualified):
                row = symbol.declaration
                for text in row.supertypes:
                    resolved = self.read(symbol.path, row.parent if row.parent >= 0 else symbol.index, text)
                    resolved = self.read(symbol.path, symbol.index, text) or resolved
                    if resolved is not None and resolved.name != qualified:
                        found[resolved] = None
                if row.kind == "enum_entry" and symbol.owner is not None:
                    found[Type(symbol.owner.qualified_name)] = None
            known = self._supertypes[qualified] = tuple(found)
        return known

    def _expanded(self, found: Type, depth: int) -> Type | None:
        """Replace a type alias by what it stands for."""
        symbols = self.classes(found.name)
        if not symbols or depth > _DEEPEST_ALIAS or any(one.declaration.is_class for one in symbols):
            return found
        alias = symbols[0]
        target = read_type(alias.declaration.type or "")
        resolved = None if target is None else self.resolve(alias.path, alias.index, target, depth + 1)
        if resolved is None:
            return found
        names = [text.split(":")[0].strip() for text in alias.declaration.type_parameters]
        return resolved.substituted(dict(zip(names, found.arguments, strict=False)))

    def _type_parameter(self, path: str, owner: int, name: str) -> Type | None:
        facts = self.facts(path)
        if owner >= len(facts.declarations) or "." in name:
            return None
        for index in facts.enclosing(owner):
            for text in facts.declarations[index].type_parameters:
                parameter, _, bound = text.partition(":")
                if parameter.strip() == name:
                    if bound.strip() and bound.strip() != name and "Any" not in bound:
                        written = read_type(bound)
                        limit = (
                            None
                            if written is None or written.name == name
                            else self._bound(path, owner, written, name)
                        )
                        return Type(name, (limit,) if limit else (), variable=True)
                    return Type(name, variable=True)
        return None

    def _bound(self, path: str, owner: int, written: Type, name: str) -> Type | None:
        # `T : Comparable<T>`: the parameter inside its own bound adds nothing.
        simple = written._replace(
            arguments=tuple(one for one in written.arguments if one and one.name != name)
        )
        return Type(self.qualify(path, owner, simple.name))

    def _lookup(self, path: str, owner: int, simple: str) -> str:
        facts = self.facts(path)
        around = next((i for i in facts.enclosing(owner) if facts.declarations[i].is_class), -1)
        key = (path, around, simple)
        known = self._simple.get(key)
        if known is None:
            for index in facts.enclosing(around):  # first, as they ask for names here themselves
                if facts.declarations[index].is_class and facts.declarations[index].name:
                    self.supertypes(facts.qualified_names[index])
            self._simple[key] = simple  # what asks for itself is not found that way
            known = self._simple[key] = self._find(path, facts, around, simple)
        return known

    def _find(self, path: str, facts: Facts, around: int, simple: str) -> str:  # noqa: PLR0911 - one case a line
        if facts.language == "java" and simple in JAVA_PRIMITIVES:
            return JAVA_PRIMITIVES[simple]
        for index in facts.enclosing(around):
            row = facts.declarations[index]
            if not row.is_class:
                continue
            qualified = Symbol(path, facts, index).qualified_name
            if row.name == simple and row.name:
                return qualified
            nested = self._nested(qualified, simple, 0) if row.name else None
            if nested is not None:
                return nested
        for line in facts.imports:
            if not line.star and (line.alias or line.path.rpartition(".")[2]) == simple:
                return line.path
        own = f"{facts.package}.{simple}" if facts.package else simple
        if self.classes(own):
            return own
        for line in facts.imports:
            if line.star and self.classes(f"{line.path}.{simple}"):
                return f"{line.path}.{simple}"
        if simple in KOTLIN_TYPES:
            return f"{KOTLIN_TYPES[simple]}.{simple}"
        return simple

    def _nested(self, qualified: str, simple: str, depth: int) -> str | None:
        for name in (f"{qualified}.{simple}", f"{qualified}.Companion.{simple}"):
            if self.classes(name):
                return name
        if depth > _DEEPEST_ALIAS:
            return None
        for supertype in self.supertypes(qualified):
            found = self._nested(supertype.name, simple, depth + 1)
            if found is not None:
                return found
        return None


def _may_hold(package: str, qualified: str) -> bool:
    """Tell whether a file of a package may declare a qualified name."""
    return not package or (
        qualified.startswith(package) and qualified[len(package) : len(package) + 1] == "."
    )
