"""A symbol: a declaration and the file it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rca.languages.facts import CALLABLE_KINDS, NONE, Declaration, Facts
from rca.resolve.declaration_signature import signature


@dataclass(slots=True, eq=False)
class Symbol:
    """A declaration of a file; `index` is its place in the file's facts, `declaration` the row itself.

    Nothing changes one once it is made; it is not marked frozen, as that makes it three times dearer.
    """

    path: str
    facts: Facts
    index: int
    declaration: Declaration = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.declaration = self.facts.declarations[self.index]

    def __hash__(self) -> int:
        return hash((self.path, self.index))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and (self.path, self.index) == (other.path, other.index)

    @property
    def name(self) -> str:
        """Simple name as in the source."""
        return self.declaration.name

    @property
    def line(self) -> int:
        """First line, annotations included."""
        return self.declaration.line

    @property
    def end_line(self) -> int:
        """Last line."""
        return self.declaration.end_line

    @property
    def is_callable(self) -> bool:
        """Return whether it is a function, constructor or property."""
        return self.declaration.kind in CALLABLE_KINDS

    @property
    def parent(self) -> Symbol | None:
        """The declaration around it."""
        parent = self.declaration.parent
        return None if parent == NONE else Symbol(self.path, self.facts, parent)

    @property
    def owner(self) -> Symbol | None:
        """The class whose member it is; None for what is top-level or local."""
        parent = self.parent
        return parent if parent is not None and parent.declaration.is_class else None

    @property
    def is_local_function(self) -> bool:
        """Return whether it is a function inside a function, no class between them."""
        parent = self.parent
        return parent is not None and not parent.declaration.is_class

    @property
    def class_path(self) -> tuple[str, ...]:
        """Names of the classes around it, outermost first, itself last where it is a class."""
        return self.facts.class_paths[self.index]

    @property
    def qualified_name(self) -> str:
        """Package, classes and name, with dots."""
        return self.facts.qualified_names[self.index]

    @property
    def type_name(self) -> str:
        """The name by which types know a class: unlike the qualified name, no other class has it."""
        return self.facts.type_names[self.index]

    @property
    def display_name(self) -> str:
        """`Class.function` as callers are shown: nearest named class, `<init>` for Kotlin's constructors.

        A companion's members go by the class around it, as in a stack trace a reader would say.
        """
        classes = [name for name in self.class_path if name != "Companion"]
        row = self.declaration
        if row.is_class:
            return classes[-1] if classes else row.name
        name = row.name
        if row.kind in ("constructor", "initializer"):
            # Java writes a constructor with its class's name, Kotlin without any.
            name = classes[-1] if classes and self.facts.language == "java" else "<init>"
        return f"{classes[-1]}.{name}" if classes else name

    def signature(self, text: str) -> str:
        """Return the whole header without the body, annotations and modifiers included."""
        owner = self.owner
        return signature(
            text, self.declaration, None if owner is None else owner.declaration, self.facts.language
        )

    def matches(self, wanted: tuple[str, ...]) -> bool:
        """Return whether a class is meant by name parts: its simple name, or more of its qualified name."""
        full = (*self.facts.package.split("."), *self.class_path)
        return full[-len(wanted) :] == wanted

    def owner_matches(self, wanted: tuple[str, ...]) -> bool:
        """Return whether it is a member of the class that name parts mean, a companion's included."""
        full = (*self.facts.package.split("."), *self.class_path)
        own = tuple(part for part in full if part != "Companion")
        return full[-len(wanted) :] == wanted or own[-len(wanted) :] == wanted

    def answers_to(self, name: str) -> bool:
        """Return whether a callable is meant by a name: its own, or `<init>` for a constructor."""
        return self.name == name or (name == "<init>" and self.declaration.kind == "constructor")

    def is_accessor_of(self, name: str) -> bool:
        """Return whether a property's JVM accessor has that name."""
        if self.declaration.kind != "property" or not self.name:
            return False
        capital = self.name[0].upper() + self.name[1:]
        accessors = {f"get{capital}", f"set{capital}"}
        if self.name.startswith("is"):
            accessors |= {self.name, f"set{self.name[2:]}"}
        return name in accessors


def symbols_of(path: str, facts: Facts) -> tuple[Symbol, ...]:
    """Return every declaration of a file, in the order of the text."""
    return tuple(Symbol(path, facts, index) for index in range(len(facts.declarations)))


_RANKS = {"function": 0, "constructor": 1, "initializer": 2, "property": 3}
"""What holds code; of those on one line functions come first, last what only holds values."""


def enclosing(symbols: Iterable[Symbol], line: int) -> Symbol | None:
    """Return the smallest named function around a line; local functions and lambdas belong to it.

    An accessor or initialiser counts as its property, `init` and Java's `static` as an initialiser; the
    properties that a constructor's parameters declare count as the constructor.
    """
    around = [one for one in symbols if one.line <= line <= one.end_line and _is_named_function(one)]
    return min(around, key=_size, default=None)


def enclosing_by_line(symbols: Iterable[Symbol]) -> dict[int, Symbol]:
    """Return for each line inside a named function what `enclosing` returns, in one pass over a file."""
    functions = [one for one in symbols if _is_named_function(one)]
    # Smaller ones overwrite larger ones; of equal ones the first of the text comes last.
    functions.reverse()
    functions.sort(key=_size, reverse=True)
    found: dict[int, Symbol] = {}
    for one in functions:
        found.update(dict.fromkeys(range(one.line, one.end_line + 1), one))
    return found


def _is_named_function(symbol: Symbol) -> bool:
    """Return whether it is one of those that `enclosing` returns."""
    row = symbol.declaration
    return (
        row.kind in _RANKS
        and "implicit" not in row.modifiers
        and not symbol.is_local_function
        and not _is_parameter(symbol)
    )


def _size(symbol: Symbol) -> tuple[int, int]:
    """Return a function's number of lines, and its order among the declarations of one line."""
    return symbol.end_line - symbol.line, _rank(symbol)


def _rank(symbol: Symbol) -> int:
    """Order the declarations of one line."""
    return _RANKS[symbol.declaration.kind]


def _is_parameter(symbol: Symbol) -> bool:
    """Return whether a property is declared by a parameter of the primary constructor."""
    owner = symbol.owner
    return (
        symbol.declaration.kind == "property"
        and owner is not None
        and symbol.declaration.end <= owner.declaration.header_end
    )
