"""Facts of one source file: declarations, imports, call sites; plain rows that serialise to JSON.

Expressions form a table in each file and name each other by index, so that shared parts (a local's
initialiser, a chain's prefix) are kept once. They hold what is needed to infer a type later, when
the rest of the project is known: extraction looks at one file only and never guesses across files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from rca.caching.cached_attribute import cached_attribute

NONE: Final = -1
"""Index that stands for "no declaration" or "an expression of which nothing is known"."""

DeclarationKind = Literal[
    "class",
    "interface",
    "object",
    "companion",
    "enum",
    "enum_entry",
    "annotation",
    "anonymous",
    "typealias",
    "function",
    "constructor",
    "property",
    "initializer",
]
CLASS_KINDS: Final = frozenset(
    ("class", "interface", "object", "companion", "enum", "enum_entry", "annotation", "anonymous")
)
CALLABLE_KINDS: Final = frozenset(("function", "constructor", "property"))

CallForm = Literal["call", "new", "reference", "infix", "operator", "delegate", "read", "write"]
"""`new` constructs by a keyword or a supertype call; a Kotlin `Name()` is a `call` until it is resolved."""


class Import(NamedTuple):
    """One import. `path` is without alias and star."""

    path: str
    alias: str | None
    star: bool
    static: bool
    line: int


class Parameter(NamedTuple):
    """A value parameter; `type` is the text of its type, None where the source has none."""

    name: str
    type: str | None
    default: bool
    vararg: bool


class Declaration(NamedTuple):
    """A declaration. Offsets count characters; lines count from 1; `parent` is an index or NONE."""

    kind: str
    name: str
    parent: int
    line: int
    end_line: int
    start: int
    end: int
    name_start: int
    name_line: int
    header_end: int
    receiver: str | None
    type: str | None
    parameters: tuple[Parameter, ...]
    type_parameters: tuple[str, ...]
    supertypes: tuple[str, ...]
    modifiers: tuple[str, ...]
    value: int
    lambdas: tuple[int, ...]

    @property
    def is_class(self) -> bool:
        """Return whether it declares a type with members."""
        return self.kind in CLASS_KINDS


class Expression(NamedTuple):
    """A node of a file's expression table.

    | form | name | number | inputs |
    |---|---|---|---|
    | `name` | identifier that no local declares | owner | enclosing lambdas |
    | `type` | text of a known type | owner | |
    | `call` | function | index of the call site | |
    | `member` | property | owner | receiver |
    | `this`, `super` | label or type | owner | enclosing lambdas |
    | `lambda` | position among the arguments, or parameter's name | parameters | call or its type, result |
    | `parameter` | | position in the lambda | lambda |
    | `element` | | | what is iterated |
    | `component` | | position from 1 | what is destructured |
    | `operator` | function by convention | index of the call site or NONE | operands |
    | `either` | | | alternatives |
    | `cast` | text of a type | owner | what is known to be of it |
    | `spread` | | | array that is given as the values in it |
    | `object` | | index of the declaration | |
    """

    form: str
    name: str
    number: int
    inputs: tuple[int, ...]


class CallSite(NamedTuple):
    """A use of a function or property. `owner` is the smallest declaration around it, or NONE.

    `labels` are the names of the arguments up to the last that has one, `type_arguments` the texts of the
    types written between `<` and `>`. A call `f(…)` where a local is named `f` is two sites at one place:
    `invoke` on the local, and after it `f` itself.
    """

    name: str
    form: str
    line: int
    start: int
    owner: int
    receiver: int
    has_receiver: bool
    arguments: tuple[int, ...]
    labels: tuple[str | None, ...]
    trailing: bool
    lambdas: tuple[int, ...]
    type_arguments: tuple[str, ...] = ()


Rows = Sequence[tuple[Any, ...]]


class Body:
    """The larger part of a file's facts, which few queries need: decoded on first use."""

    def __init__(
        self,
        expressions: Callable[[], tuple[Expression, ...]] = tuple,
        calls: Callable[[], tuple[CallSite, ...]] = tuple,
        plain: tuple[Rows, Rows] | None = None,
    ) -> None:
        self._expressions = expressions
        self._calls = calls
        self._plain = plain

    @property
    def plain(self) -> tuple[Rows, Rows]:
        """Expressions and call sites to pass on: plain tuples if the file was just parsed."""
        return self._plain or (self.expressions, self.calls)

    @cached_attribute
    def expressions(self) -> tuple[Expression, ...]:
        """The file's expression table."""
        return self._expressions()

    @cached_attribute
    def calls(self) -> tuple[CallSite, ...]:
        """The file's call sites, in the order of reading."""
        return self._calls()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and (self.expressions, self.calls) == (other.expressions, other.calls)

    def __hash__(self) -> int:
        return hash((len(self.expressions), len(self.calls)))


@dataclass(frozen=True)
class Trace:
    """What places of a text stand for that the facts do not contain, by offset.

    `values` is the expression of a local's name, of `this`, `super`, and of a lambda's `it` at its brace;
    `signs` are the call sites of operators.
    """

    values: Mapping[int, int]
    signs: Mapping[int, Sequence[int]]

    @staticmethod
    def of(values: Iterable[tuple[int, int]], signs: Iterable[tuple[int, int]]) -> Trace:
        """Return the trace that a parser recorded."""
        sites: dict[int, list[int]] = {}
        for offset, site in signs:
            sites.setdefault(offset, []).append(site)
        return Trace(dict(values), sites)


@dataclass(frozen=True)
class Facts:
    """Everything that one file says. Values computed from the rows are cached."""

    language: str
    package: str = ""
    imports: tuple[Import, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    body: Body = field(default_factory=Body)
    facade: str | None = None
    """JVM class that holds a Kotlin file's top-level functions, where `@file:JvmName` names one."""
    problems: tuple[str, ...] = ()
    names_only: bool = False
    """Whether only names are known: a language without a resolver of its own."""
    namespaces: tuple[str, ...] = ()
    """Packages that a build script or manifest declares for the app."""
    local_scopes: tuple[tuple[int, int], ...] = ()
    """Indexes of the functions and classes that a block declares, each with the end of its scope."""

    @cached_attribute
    def expressions(self) -> tuple[Expression, ...]:
        """The file's expression table."""
        return self.body.expressions

    @cached_attribute
    def calls(self) -> tuple[CallSite, ...]:
        """The file's call sites."""
        return self.body.calls

    @cached_attribute
    def declared(self) -> Mapping[str, Sequence[int]]:
        """Indexes of the declarations of each name, in text order."""
        return _places(row.name for row in self.declarations)

    @cached_attribute
    def called(self) -> Mapping[str, Sequence[int]]:
        """Indexes of the call sites of each name."""
        return _places(site.name for site in self.calls)

    @cached_attribute
    def class_paths(self) -> tuple[tuple[str, ...], ...]:
        """For each declaration the names of the enclosing classes, outermost first, a class itself last."""
        found: list[tuple[str, ...] | None] = [None] * len(self.declarations)
        for index in range(len(found)):
            missing = [one for one in self.enclosing(index) if found[one] is None]
            for one in reversed(missing):
                row = self.declarations[one]
                around = () if row.parent == NONE else found[row.parent] or ()
                found[one] = (*around, row.name) if row.is_class and row.name else around
        return tuple(path or () for path in found)

    @cached_attribute
    def qualified_names(self) -> tuple[str, ...]:
        """For each declaration its package, classes and name, with dots."""
        return tuple(
            ".".join(part for part in (self.package, *path, "" if row.is_class else row.name) if part)
            for row, path in zip(self.declarations, self.class_paths, strict=True)
        )

    @cached_attribute
    def type_names(self) -> tuple[str, ...]:
        """The name by which types refer to each class; local classes get unique names."""
        found = list(self.qualified_names)
        local: set[int] = set()
        for index, row in enumerate(self.declarations):
            if row.parent == NONE or not row.is_class:
                continue
            if not self.declarations[row.parent].is_class:
                found[index] = f"{found[row.parent]}${index}.{row.name}"
                local.add(index)
            elif row.parent in local:
                found[index] = f"{found[row.parent]}.{row.name}"
                local.add(index)
        return tuple(found)

    @cached_attribute
    def in_blocks(self) -> Mapping[str, Sequence[tuple[int, int, int]]]:
        """The local functions and classes of each name: index, start and end of scope."""
        found: dict[str, list[tuple[int, int, int]]] = {}
        for index, until in self.local_scopes:
            row = self.declarations[index]
            found.setdefault(row.name, []).append((index, row.start, until))
        return found

    def is_in_scope(self, index: int, offset: int) -> bool:
        """Return whether a place is in the scope of a local declaration."""
        scopes = self.in_blocks.get(self.declarations[index].name, ())
        return all(start <= offset < until for one, start, until in scopes if one == index)

    @cached_attribute
    def _chains(self) -> dict[int, tuple[int, ...]]:
        return {NONE: ()}

    def enclosing(self, index: int) -> tuple[int, ...]:
        """Return the indexes of a declaration and of all enclosing ones, innermost first."""
        known = self._chains.get(index)
        if known is None:
            known = self._chains[index] = (index, *self.enclosing(self.declarations[index].parent))
        return known


def _places(names: Iterable[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        found.setdefault(name, []).append(index)
    return found
