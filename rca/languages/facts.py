"""What one source file says: declarations, imports, call sites. Plain rows, ready for JSON.

Expressions form a table in each file and name each other by index, so that shared parts (a local's
initialiser, a chain's prefix) are kept once. They hold what is needed to infer a type later, when
the rest of the project is known: extraction looks at one file only and never guesses across files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

NONE = -1
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
CLASS_KINDS = frozenset(
    ("class", "interface", "object", "companion", "enum", "enum_entry", "annotation", "anonymous")
)
CALLABLE_KINDS = frozenset(("function", "constructor", "property"))

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
        """Whether it declares a type with members."""
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
    | `lambda` | position among the arguments, or parameter's name | parameters | call, result |
    | `parameter` | | position in the lambda | lambda |
    | `element` | | | what is iterated |
    | `component` | | position from 1 | what is destructured |
    | `operator` | function by convention | index of the call site or NONE | operands |
    | `either` | | | alternatives |
    | `object` | | index of the declaration | |
    """

    form: str
    name: str
    number: int
    inputs: tuple[int, ...]


class CallSite(NamedTuple):
    """A use of a function or property. `owner` is the smallest declaration around it, or NONE."""

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


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that one file says."""

    language: str
    package: str = ""
    imports: tuple[Import, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    expressions: tuple[Expression, ...] = ()
    calls: tuple[CallSite, ...] = ()
    facade: str | None = None
    """JVM class that holds a Kotlin file's top-level functions, where `@file:JvmName` names one."""
    problems: tuple[str, ...] = ()
    names_only: bool = False
    """Whether only names are known: a language without a resolver of its own."""
    namespaces: tuple[str, ...] = field(default=())
    """Packages that a build script or manifest declares for the app."""

    def enclosing(self, index: int) -> list[int]:
        """Give the indexes of a declaration and of all around it, innermost first."""
        chain = []
        while index != NONE:
            chain.append(index)
            index = self.declarations[index].parent
        return chain
