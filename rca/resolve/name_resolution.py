"""Name resolution at a place: nesting, imports, package, defaults, type aliases."""

from __future__ import annotations

from rca.languages.facts import NONE, Facts
from rca.libraries.java_types import KOTLIN
from rca.resolve.index_protocols import Files
from rca.resolve.java_kotlin_types import PRIMITIVES
from rca.resolve.symbol import Symbol
from rca.resolve.symbol_table import SymbolTable
from rca.resolve.types import FUNCTION, Type, parameter_name, read_type

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

_DEEPEST_ALIAS = 6


class NameResolution(SymbolTable):
    """The classes and types that names mean, beside all that is declared."""

    def __init__(self, files: Files) -> None:
        super().__init__(files)
        self._simple: dict[tuple[str, int, str], str] = {}
        self._default: dict[tuple[str, str], str | None] = {}
        self._supertypes: dict[str, tuple[Type, ...]] = {}
        self._read: dict[tuple[str, int, str], Type | None] = {}
        self._bounding: set[tuple[str, int, str]] = set()
        """Type parameters whose bounds are being read."""

    # --- types

    def read(self, path: str, owner: int, text: str) -> Type | None:
        """Return the type that a text means at a place."""
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

    def qualify(self, path: str, owner: int, name: str, at: int = NONE) -> str:
        """Return the qualified name of a class as written at a place; unknown names stay as they are.

        `at` is the offset of the place, by which classes of blocks are told apart.
        """
        first, _, rest = name.partition(".")
        found = self._lookup(path, owner, first, at)
        if rest and not self.all_classes(found) and self.all_classes(name):
            return name
        return f"{found}.{rest}" if rest else found

    def supertypes(self, qualified: str) -> tuple[Type, ...]:
        """Return the direct supertypes of a class, its type parameters as variables."""
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
                    found[Type(symbol.owner.type_name)] = None
                elif row.kind == "enum":
                    found[Type("kotlin.Enum", (Type(qualified),))] = None
            known = self._supertypes[qualified] = tuple(found)
        return known

    def parameters(self, symbol: Symbol) -> tuple[str, ...]:
        """Return the names of a declaration's type parameters."""
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

    def local_class(
        self, path: str, owner: int, simple: str, at: int = NONE, *, called: bool = False
    ) -> str | None:
        """Return the type name of a block's class that a place sees, None where it sees none of the name.

        A class of the same name that is nested in a nearer class comes first where a type is meant; where its
        constructor is `called` it comes last, as all members do.
        """
        facts = self.facts(path)
        around = facts.enclosing(owner)
        seen: list[int] = []
        for index, start, until in facts.in_blocks.get(simple, ()):
            row = facts.declarations[index]
            if not row.is_class or row.parent not in around:
                continue
            place = facts.declarations[owner].start if at == NONE and owner != row.parent else at
            if place == NONE or start <= place < until:
                seen.append(index)
        if not seen:
            return None
        index = max(seen)
        for nearer in () if called else around[: around.index(facts.declarations[index].parent)]:
            row = facts.declarations[nearer]
            if row.is_class and row.name and row.name != simple:
                nested = self._nested(facts.type_names[nearer], simple, 0)
                if nested is not None:
                    return nested
        return facts.type_names[index]

    def _lookup(self, path: str, owner: int, simple: str, at: int = NONE) -> str:
        facts = self.facts(path)
        if simple in facts.in_blocks:
            local = self.local_class(path, owner, simple, at)
            if local is not None:
                return local
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
            qualified = Symbol(path, facts, index).type_name
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
