"""Collects the facts of one file while a language's reader walks its syntax tree."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from rca.languages.facts import (
    NONE,
    Body,
    CallSite,
    Declaration,
    Expression,
    Facts,
    Import,
    Parameter,
)
from rca.text.lines import Lines

_ARGUMENTS = slice(7, 10)
"""Where a call site's row holds what is known only once its arguments are read."""

_DEEPEST = 220
"""Nested syntax below this is left unread: Python's own stack is the limit, and no person writes it."""


class Node(Protocol):
    """The part of a syntax node that readers use; tree-sitter's node has it, and so has our own `Twig`."""

    @property
    def type(self) -> str: ...  # noqa: D102 - as in tree-sitter
    @property
    def is_named(self) -> bool: ...  # noqa: D102
    @property
    def start_byte(self) -> int: ...  # noqa: D102
    @property
    def end_byte(self) -> int: ...  # noqa: D102
    @property
    def children(self) -> Sequence[Node]: ...  # noqa: D102
    @property
    def named_children(self) -> Sequence[Node]: ...  # noqa: D102


Character = Callable[[int], int]
"""Turns a byte offset into a character offset."""

Reader = Callable[["Builder", Node], int]
"""Reads one kind of node; gives the index of its value's expression, or NONE."""


def parts(node: Node) -> list[Node]:
    """Give a node's children without the comments that may stand between any two."""
    return [child for child in node.children if "comment" not in child.type]


class _Scope:
    """The locals of a block, for as long as it is read."""

    def __init__(self, scopes: list[dict[str, int]], names: dict[str, int]) -> None:
        self._scopes, self._names = scopes, names

    def __enter__(self) -> None:
        self._scopes.append(self._names)

    def __exit__(self, *_: object) -> None:
        self._scopes.pop()


class _Inside:
    """A declaration, for as long as it is read."""

    def __init__(self, builder: Builder, owner: int, local: bool) -> None:
        self._builder, self._owner, self._local = builder, owner, local

    def __enter__(self) -> None:
        b = self._builder
        self._before = b.owner, b.lambdas, b.local, b.class_around
        b.owner, b.lambdas, b.local = self._owner, (), self._local
        if not self._local:
            b.class_around = self._owner
        b.scopes.append({})

    def __exit__(self, *_: object) -> None:
        b = self._builder
        b.scopes.pop()
        b.owner, b.lambdas, b.local, b.class_around = self._before


class Builder:
    """The facts of one file in the making, and where in it the reader stands.

    `owner` is the declaration being read, `lambdas` the lambdas around the place inside it
    (innermost first), `scopes` the locals in sight, `class_around` the class whose members are read.
    `local` tells a local declaration from a member.
    """

    def __init__(self, text: str, character: Character | None, readers: Mapping[str, Reader]) -> None:
        self._text = text
        self._character = character
        self._line_starts = Lines(text).starts
        self._readers = readers
        self._declarations: list[Declaration | None] = []
        self._expressions: list[Expression] = []
        self._known: dict[tuple[str, str, int, tuple[int, ...]], int] = {}
        self._calls: list[list[Any]] = []
        self._depth = 0
        self.imports: list[Import] = []
        self.package = ""
        self.facade: str | None = None
        self.problems: list[str] = []
        self.owner = NONE
        self.lambdas: tuple[int, ...] = ()
        self.scopes: list[dict[str, int]] = []
        self.local = False
        self.class_around = NONE
        self.class_names: dict[int, str] = {}
        self.supertype_names: dict[int, str] = {}

    def read(self, node: Node) -> int:
        """Read a node and all below it; gives its value's expression, NONE where nothing is known."""
        reader = self._readers.get(node.type)
        self._depth += 1
        value = NONE
        if self._depth > _DEEPEST:
            self.problems.append(f"line {self.line_of(node.start_byte)}: nested too deep to be read")
        elif reader is not None:
            value = reader(self, node)
        else:
            for child in node.named_children:
                self.read(child)
        self._depth -= 1
        return value

    def source(self, node: Node) -> str:
        """Give the text of a node."""
        if self._character is None:
            return self._text[node.start_byte : node.end_byte]
        return self._text[self._character(node.start_byte) : self._character(node.end_byte)]

    def offset(self, byte: int) -> int:
        """Give the character offset of a byte offset."""
        return byte if self._character is None else self._character(byte)

    def line_of(self, byte: int) -> int:
        """Give the line of a byte offset."""
        return bisect_right(self._line_starts, byte if self._character is None else self._character(byte))

    def between(self, start: int, end: int) -> str:
        """Give the text between two byte offsets, white space collapsed."""
        return " ".join(self._text[self.offset(start) : self.offset(end)].split())

    def express(self, form: str, name: str = "", number: int = NONE, inputs: tuple[int, ...] = ()) -> int:
        """Give the index of an expression, kept once."""
        row = (form, name, number, inputs)
        index = self._known.get(row)
        if index is None:
            index = self._known[row] = len(self._expressions)
            self._expressions.append(Expression._make(row))
        return index

    def type_of(self, text: str) -> int:
        """Give the expression of a value whose type is written in the source."""
        return self.express("type", text, self.owner)

    def reserve(self) -> int:
        """Take the index of a lambda whose result is known only after it is read."""
        self._expressions.append(Expression("lambda", "", 0, (NONE, NONE)))
        return len(self._expressions) - 1

    def fill(self, index: int, name: str, parameters: int, call: int, result: int) -> None:
        """Complete a lambda."""
        self._expressions[index] = Expression("lambda", name, parameters, (call, result))

    def call(  # noqa: PLR0913 - a row, written once
        self,
        node: Node,
        name: str,
        form: str,
        *,
        receiver: int | None = None,
        arguments: tuple[int, ...] = (),
        labels: tuple[str | None, ...] = (),
    ) -> int:
        """Record a call site at a node and give its index. `receiver` is None where there is none."""
        start = self.offset(node.start_byte)
        self._calls.append(
            [
                name,
                form,
                bisect_right(self._line_starts, start),
                start,
                self.owner,
                NONE if receiver is None else receiver,
                receiver is not None,
                arguments,
                labels,
                False,
                self.lambdas,
            ]
        )
        return len(self._calls) - 1

    def complete_call(
        self, index: int, arguments: list[int], labels: list[str | None], trailing: list[int]
    ) -> None:
        """Add the arguments that could be read only after the call had its index."""
        while labels and labels[-1] is None:
            labels.pop()
        self._calls[index][_ARGUMENTS] = (*arguments, *trailing), tuple(labels), bool(trailing)

    def open(self) -> int:
        """Take the index of a declaration, so that what is inside can name it."""
        self._declarations.append(None)
        return len(self._declarations) - 1

    def close(  # noqa: PLR0913 - a row, written once
        self,
        index: int,
        node: Node,
        kind: str,
        name: str,
        *,
        parent: int,
        at: Node | None = None,
        header_end: int | None = None,
        receiver: str | None = None,
        type_text: str | None = None,
        parameters: tuple[Parameter, ...] = (),
        type_parameters: tuple[str, ...] = (),
        supertypes: tuple[str, ...] = (),
        modifiers: tuple[str, ...] = (),
        value: int = NONE,
        lambdas: tuple[int, ...] = (),
    ) -> None:
        """Complete a declaration. `at` is the node of its name, `header_end` a byte offset."""
        named = at or node
        offset = self.offset
        self._declarations[index] = Declaration(
            kind,
            name,
            parent,
            self.line_of(node.start_byte),
            self.line_of(node.end_byte),
            offset(node.start_byte),
            offset(node.end_byte),
            offset(named.start_byte),
            self.line_of(named.start_byte),
            offset(node.end_byte if header_end is None else header_end),
            receiver,
            type_text,
            parameters,
            type_parameters,
            supertypes,
            modifiers,
            value,
            lambdas,
        )

    def last_property(self) -> int:
        """Give the property declared last, NONE where something else was."""
        last = self._declarations[-1] if self._declarations else None
        return len(self._declarations) - 1 if last is not None and last.kind == "property" else NONE

    def extend(self, index: int, node: Node, value: int) -> None:
        """Let a declaration reach to the end of a node that the grammar left beside it."""
        row = self._declarations[index]
        if row is not None:
            self._declarations[index] = row._replace(
                end=self.offset(node.end_byte),
                end_line=self.line_of(node.end_byte),
                value=value if row.value == NONE else row.value,
            )

    def inside(self, owner: int, *, local: bool) -> _Inside:
        """Stand inside a declaration: its lambdas are its own, its locals end with it."""
        return _Inside(self, owner, local)

    def scope(self, names: dict[str, int] | None = None) -> _Scope:
        """Stand inside a block."""
        return _Scope(self.scopes, {} if names is None else names)

    def bind(self, name: str, expression: int) -> None:
        """Make a local known from here to the end of the block."""
        if self.scopes:
            self.scopes[-1][name] = expression

    def find_local(self, name: str) -> int | None:
        """Give what a local holds (NONE where that is unknown), or None where no local has the name."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def add_invocations(self) -> None:
        """Record `property()` as a call of `invoke` too, where this file declares a property of the name.

        Use cases that a class holds and calls so are common; whether a function or the property is
        meant is seen once types are known.
        """
        properties = {row.name for row in self._declarations if row is not None and row.kind == "property"}
        for row in list(self._calls):
            name, form, has_receiver = row[0], row[1], row[6]
            if form == "call" and not has_receiver and name in properties:
                value = self.express("name", name, row[4], row[10])
                self._calls.append(["invoke", "operator", *row[2:5], value, True, *row[7:]])

    def facts(self, language: str) -> Facts:
        """Give what was collected."""
        expressions, calls = tuple(self._expressions), tuple(map(CallSite._make, self._calls))
        return Facts(
            language,
            self.package,
            tuple(self.imports),
            tuple(row for row in self._declarations if row is not None),
            Body(lambda: expressions, lambda: calls),
            self.facade,
            tuple(self.problems),
        )
