"""Which class a name means at a place: nesting, imports, package, defaults, type aliases."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cached_property

from rca.index.files import Files
from rca.index.names import Role
from rca.index.resolve.java_types import PRIMITIVES
from rca.index.resolve.types import FUNCTION, Type, parameter_name, read_type
from rca.index.symbol import Symbol
from rca.languages.facts import Facts
from rca.libraries.java_types import KOTLIN

DEFAULT_IMPORTS = (
    "kotlin",
    "kotlin.annotation",
    "kotlin.collections",
    "kotlin.comparisons",
    "kotlin.io",
    "kotlin.ranges",
    "kotlin.sequences",
    "kotlin.text",
    "kotlin.jvm",
    "java.lang",
)
"""Packages that every Kotlin file sees."""

_ANONYMOUS = "object:"
_DEEPEST_ALIAS = 6
_MOST_FACTS = 3000
"""Files whose facts are held at once, so that memory stays bounded on large projects."""


class Names:
    """Classes and callables by name, libraries' too. Answers are kept as long as the surface stays."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.libraries = files.libraries
        self._facts: dict[str, Facts] = {}
        self._changed: set[str] = set()
        self._callables: dict[str, tuple[Symbol, ...]] = {}
        self._renamed: dict[str, tuple[Symbol, ...]] = {}
        self._tops: dict[str, tuple[Symbol, ...]] = {}
        self._classes: dict[str, tuple[Symbol, ...]] = {}
        self._found: dict[tuple[str, Role], tuple[tuple[str, str], ...]] = {}
        self._simple: dict[tuple[str, int, str], str] = {}
        self._default: dict[tuple[str, str], str | None] = {}
        self._supertypes: dict[str, tuple[Type, ...]] = {}
        self._read: dict[tuple[str, int, str], Type | None] = {}
        self._bounding: set[tuple[str, int, str]] = set()
        """Type parameters whose bounds are being read."""

    def facts(self, path: str) -> Facts:
        """Give a file's facts, empty where it is not indexed."""
        known = self._facts.get(path)
        if known is None:
            if len(self._facts) >= _MOST_FACTS:
                self._facts.clear()
            source = self.libraries if path.startswith("library:") else self._files
            known = self._facts[path] = source.facts(path) or Facts("text")
        return known

    def forget(self, path: str) -> None:
        """Drop what speaks of the text of a file that changed, its surface being what it was."""
        self._facts.pop(path, None)
        self._changed.add(path)
        facts = self.facts(path)
        prefix = f"{facts.package}." if facts.package else ""
        for name in facts.declared:
            self._callables.pop(name, None)
            self._tops.pop(f"{prefix}{name}", None)
        for index, qualified in enumerate(facts.qualified_names):
            self._classes.pop(qualified, None)
            self._classes.pop(f"{_ANONYMOUS}{path}:{index}", None)

    @property
    def has_changed(self) -> bool:
        """Whether some file's text changed since it was first looked at."""
        return bool(self._changed)

    def current(self, symbol: Symbol) -> Symbol:
        """Give a declaration as its file says it now: where it stands may have changed, what it shows not."""
        if symbol.path not in self._changed:
            return symbol
        facts = self.facts(symbol.path)
        return symbol if symbol.facts is facts else Symbol(symbol.path, facts, symbol.index)

    # --- callables

    def callables(self, name: str) -> tuple[Symbol, ...]:
        """Give every function, constructor and property of a name that the project declares."""
        known = self._callables.get(name)
        if known is None:
            known = self._callables[name] = tuple(
                symbol
                for path, _ in self._places(name, "callable")
                for symbol in self._declared(path, name)
                if symbol.is_callable
            )
        return known

    @cached_property
    def holds_invokes(self) -> bool:
        """Whether the project declares a property named `invoke`."""
        return any(
            facts.declarations[index].kind == "property"
            for path, _ in self._places("invoke", "callable")
            for facts in (self._files.facts(path),)  # looked at, not kept: in a large project they are many
            if facts is not None
            for index in facts.declared.get("invoke", ())
        )

    def extensions_in(self, name: str, packages: Container[str]) -> tuple[Symbol, ...]:
        """Give the functions and properties of a name with a receiver that files of some packages declare."""
        return tuple(
            symbol
            for path, package in self._places(name, "extension")
            if package in packages
            for symbol in self._declared(path, name)
            if symbol.declaration.receiver is not None and symbol.is_callable
        )

    def top_level(self, qualified: str) -> tuple[Symbol, ...]:
        """Give the functions and properties of a package and name (`kotlin.io.println`), extensions too."""
        known = self._tops.get(qualified)
        if known is None:
            package, _, simple = qualified.rpartition(".")
            found = [
                symbol
                for path, declared_in in self._places(simple, "callable")
                if declared_in == package
                for symbol in self._declared(path, simple)
                if symbol.declaration.parent < 0 and symbol.is_callable
            ]
            found.extend(
                symbol
                for path in self.libraries.callable_places(qualified)
                for symbol in self._declared(path, simple)
                if symbol.declaration.parent < 0 and symbol.is_callable
            )
            known = self._tops[qualified] = tuple(found)
        return known

    def named(self, qualified: str) -> tuple[Symbol, ...]:
        """Give the project's callables of a qualified name: top-level, or of a class or companion."""
        owner, _, simple = qualified.rpartition(".")
        return (
            *(one for one in self.top_level(qualified) if one.facts.language != "library"),
            *(
                Symbol(one.path, one.facts, index)
                for class_name in (owner, f"{owner}.Companion")
                for one in self.classes(class_name)
                for index in one.facts.declared.get(simple, ())
                if one.facts.declarations[index].parent == one.index
            ),
        )

    def renamed(self, name: str) -> tuple[Symbol, ...]:
        """Give the callables of the project that Java knows by a name that `@JvmName` gives them."""
        known = self._renamed.get(name)
        if known is None:
            ending = f'JvmName("{name}")'
            known = self._renamed[name] = tuple(
                Symbol(path, facts, index)
                for path, _ in self._places(name, "callable")
                for facts in (self.facts(path),)
                for index, row in enumerate(facts.declarations)
                if any(word.endswith(ending) for word in row.modifiers)
            )
        return known

    # --- classes

    def all_classes(self, qualified: str) -> tuple[Symbol, ...]:
        """Give the project's classes and aliases of a qualified name, or else a library's."""
        known = self._classes.get(qualified)
        if known is None and qualified.startswith(_ANONYMOUS):
            path, _, index = qualified.removeprefix(_ANONYMOUS).rpartition(":")
            found = (Symbol(path, self.facts(path), int(index)),) if index.isdigit() else ()
            known = self._classes[qualified] = found
        if known is None:
            simple = qualified.rpartition(".")[2]
            declared = [
                symbol
                for path, package in self._places(simple, "class")
                if _may_hold(package, qualified)
                for symbol in self._declared_class(path, simple, qualified)
            ]
            if not declared:
                declared = [
                    symbol
                    for path in self.libraries.class_places(qualified)
                    for symbol in self._declared_class(path, simple, qualified)
                ][:1]
            # An `actual typealias` comes after the `expect class` that it stands beside.
            declared.sort(key=lambda one: one.declaration.kind == "typealias")
            known = self._classes[qualified] = tuple(declared)
        return known

    def classes(self, qualified: str) -> tuple[Symbol, ...]:
        """Give the project's classes and aliases of a qualified name: one for each source set."""
        return tuple(one for one in self.all_classes(qualified) if one.facts.language != "library")

    def anonymous(self, symbol: Symbol) -> str:
        """Give a name for a class that has none, by which `classes` finds it."""
        return f"{_ANONYMOUS}{symbol.path}:{symbol.index}"

    def is_project(self, qualified: str) -> bool:
        """Tell whether the project itself declares a class."""
        symbols = self.all_classes(qualified)
        return bool(symbols) and symbols[0].facts.language != "library"

    def _declared_class(self, path: str, simple: str, qualified: str) -> Iterator[Symbol]:
        for symbol in self._declared(path, simple):
            row = symbol.declaration
            if (row.is_class or row.kind == "typealias") and symbol.qualified_name == qualified:
                yield symbol

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Give the files in which a name has a role."""
        return tuple(path for path, _ in self._places(name, role))

    def _places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        known = self._found.get((name, role))
        if known is None:
            known = self._found[name, role] = self._files.places(name, role)
        return known

    def _declared(self, path: str, name: str) -> Iterator[Symbol]:
        facts = self.facts(path)
        return (Symbol(path, facts, index) for index in facts.declared.get(name, ()))

    # --- types

    def read(self, path: str, owner: int, text: str) -> Type | None:
        """Give the type that a text means at a place."""
        key = (path, owner, text)
        if key not in self._read:
            written = read_type(text)
            self._read[key] = None if written is None else self.resolve(path, owner, written)
        return self._read[key]

    def resolve(
        self, path: str, owner: int, written: Type, depth: int = 0, scope: int | None = None
    ) -> Type | None:
        """Qualify the names of a written type; type parameters become variables.

        `scope` is the declaration from whose place classes are looked up, where that is not `owner`.
        """
        language = self.facts(path).language
        if written.name == "kotlin.Array" and language == "java":
            (element,) = written.arguments
            if element is not None and element.name in PRIMITIVES:
                return Type(f"{PRIMITIVES[element.name]}Array")
        arguments = tuple(
            None if one is None else self.resolve(path, owner, one, depth, scope) for one in written.arguments
        )
        around = written.receiver
        receiver = None if around is None else self.resolve(path, owner, around, depth, scope)
        if written.name == FUNCTION:
            return written._replace(arguments=arguments, receiver=receiver)
        bound = self._type_parameter(path, owner, written.name)
        if bound is not None:
            return bound
        place = owner if scope is None else scope
        name = written.name if language == "library" else self.qualify(path, place, written.name)
        return self._expanded(Type(KOTLIN.get(name, name), arguments), depth)

    def qualify(self, path: str, owner: int, name: str) -> str:
        """Give the qualified name of a class as written at a place; unknown names stay as they are."""
        first, _, rest = name.partition(".")
        found = self._lookup(path, owner, first)
        if rest and not self.all_classes(found) and self.all_classes(name):
            return name
        return f"{found}.{rest}" if rest else found

    def supertypes(self, qualified: str) -> tuple[Type, ...]:
        """Give the direct supertypes of a class, its type parameters as variables."""
        known = self._supertypes.get(qualified)
        if known is None:
            self._supertypes[qualified] = ()  # a class that names itself has no supertypes
            found: dict[Type, None] = {}
            for symbol in self.all_classes(qualified):
                row = symbol.declaration
                for text in row.supertypes:
                    written = read_type(text)
                    if written is None:
                        continue
                    # A class's supertypes are looked up outside of it: what it inherits is not known yet.
                    resolved = self.resolve(symbol.path, symbol.index, written, scope=row.parent)
                    if resolved is not None and not resolved.variable and resolved.name != qualified:
                        found[resolved] = None
                if row.kind == "enum_entry" and symbol.owner is not None:
                    found[Type(symbol.owner.qualified_name)] = None
                elif row.kind == "enum":
                    found[Type("kotlin.Enum", (Type(qualified),))] = None
            known = self._supertypes[qualified] = tuple(found)
        return known

    def parameters(self, symbol: Symbol) -> tuple[str, ...]:
        """Give the names of a declaration's type parameters."""
        return tuple(parameter_name(text) for text in symbol.declaration.type_parameters)

    def _expanded(self, found: Type, depth: int) -> Type | None:
        """Replace a type alias by what it stands for."""
        symbols = self.all_classes(found.name)
        if not symbols or depth > _DEEPEST_ALIAS or any(one.declaration.is_class for one in symbols):
            return found
        alias = symbols[0]
        target = read_type(alias.declaration.type or "")
        resolved = None if target is None else self.resolve(alias.path, alias.index, target, depth + 1)
        if resolved is None:
            return found
        return resolved.substituted(dict(zip(self.parameters(alias), found.arguments, strict=False)))

    def _type_parameter(self, path: str, owner: int, name: str) -> Type | None:
        facts = self.facts(path)
        if owner >= len(facts.declarations) or "." in name:
            return None
        for index in facts.enclosing(owner):
            for text in facts.declarations[index].type_parameters:
                if parameter_name(text) != name:
                    continue
                written = read_type(text.partition(":")[2]) if ":" in text else None
                if written is None or written.name in (name, "Any", "kotlin.Any"):
                    return Type(name, variable=True)
                others = map(read_type, text.partition(":")[2].split(" & ")[1:])
                bounds = (written, *(one for one in others if one is not None))
                key = (path, index, name)
                if key in self._bounding:  # `A : F<B>, B : G<A>`
                    return Type(name, variable=True)
                self._bounding.add(key)
                try:
                    held = tuple(self._bound(path, owner, one, name) for one in bounds)
                finally:
                    self._bounding.discard(key)
                return Type(name, held, variable=True)
        return None

    def _bound(self, path: str, owner: int, written: Type, name: str) -> Type | None:
        other = self._type_parameter(path, owner, written.name)
        if other is not None:
            return other.arguments[0] if other.arguments else None
        # `T : Comparable<T>`: the parameter inside its own bound adds nothing.
        arguments = tuple(
            None if one is None or one.name == name else self.resolve(path, owner, one, _DEEPEST_ALIAS)
            for one in written.arguments
        )
        qualified = self.qualify(path, owner, written.name)
        return self._expanded(Type(KOTLIN.get(qualified, qualified), arguments), 0)

    # --- lookup

    def _lookup(self, path: str, owner: int, simple: str) -> str:
        facts = self.facts(path)
        around = next((i for i in facts.enclosing(owner) if facts.declarations[i].is_class), -1)
        key = (path, around, simple)
        known = self._simple.get(key)
        if known is None:
            self._simple[key] = simple  # what asks for itself is not found that way
            known = self._simple[key] = self._find(path, facts, around, simple)
        return known

    def _find(self, path: str, facts: Facts, around: int, simple: str) -> str:
        if facts.language == "library":
            return simple
        if facts.language == "java" and simple in PRIMITIVES:
            return PRIMITIVES[simple]
        return (
            self._enclosing_class(path, facts, around, simple)
            or self._imported_class(facts, simple)
            or self._by_default(facts.language, simple)
            or simple
        )

    def _enclosing_class(self, path: str, facts: Facts, around: int, simple: str) -> str | None:
        for index in facts.enclosing(around):
            row = facts.declarations[index]
            if not row.is_class or not row.name:
                continue
            qualified = Symbol(path, facts, index).qualified_name
            if row.name == simple:
                return qualified
            nested = self._nested(qualified, simple, 0)
            if nested is not None:
                return nested
        return None

    def _imported_class(self, facts: Facts, simple: str) -> str | None:
        for line in facts.imports:
            if not line.star and (line.alias or line.path.rpartition(".")[2]) == simple:
                return line.path
        own = f"{facts.package}.{simple}" if facts.package else simple
        if self.all_classes(own):
            return own
        for line in facts.imports:
            if line.star and self.all_classes(f"{line.path}.{simple}"):
                return f"{line.path}.{simple}"
        return None

    def _by_default(self, language: str, simple: str) -> str | None:
        key = (language, simple)
        if key not in self._default:
            packages = ("java.lang",) if language == "java" else DEFAULT_IMPORTS
            names = (f"{package}.{simple}" for package in packages)
            self._default[key] = next((name for name in names if self.all_classes(name)), None)
        return self._default[key]

    def _nested(self, qualified: str, simple: str, depth: int) -> str | None:
        for name in (f"{qualified}.{simple}", f"{qualified}.Companion.{simple}"):
            if self.all_classes(name):
                return name
        if depth > _DEEPEST_ALIAS:
            return None
        for supertype in self.supertypes(qualified):
            found = self._nested(supertype.name, simple, depth + 1)
            if found is not None:
                return found
        return None


def is_anonymous(seen: Type) -> bool:
    """Tell whether a type is that of an object without a name."""
    return seen.name.startswith(_ANONYMOUS)


def _may_hold(package: str, qualified: str) -> bool:
    """Tell whether a file of a package may declare a qualified name."""
    return not package or (
        qualified.startswith(package) and qualified[len(package) : len(package) + 1] == "."
    )
