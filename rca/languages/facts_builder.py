"""Builder of one file's facts, filled by a language's reader."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import pairwise, repeat
from typing import Any, Final, Protocol, cast

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
from rca.text.line_index import Lines


class Node(Protocol):
    """The part of a syntax node that readers use; implemented by tree-sitter's node."""

    @property
    def start_byte(self) -> int: ...  # noqa: D102 - as in tree-sitter
    @property
    def end_byte(self) -> int: ...  # noqa: D102


Character = Callable[[int], int]
"""Turns a byte offset into a character offset."""

Span = tuple[int, int, int, int]
"""Offsets of a declaration: its start, its end, its name, the end of its header."""

Row = tuple[
    str,
    str,
    int,
    int,
    int,
    int,
    bool,
    tuple[int, ...],
    tuple[str | None, ...],
    bool,
    tuple[int, ...],
    tuple[str, ...],
]
"""A call site, its fields in the order of `CallSite`."""


_NO_CALL: Final[Row] = ("", "call", 0, NONE, NONE, NONE, False, (), (), False, (), ())


def _is_second(before: Row, row: Row) -> bool:
    """Return whether a call stands for that of a function beside the call of a local with its name."""
    return before[0] == "invoke" and before[3] == row[3]


class Collector:
    """The facts of one file in the making, and where in it the reader stands.

    `owner` is the declaration being read, `lambdas` the lambdas around the place inside it
    (innermost first), `locals` what the names in sight hold, `class_around` the class whose members are
    read. `local` tells a local declaration from a member. `class_parameters` are the plain parameters of the
    constructors around, each with what its name holds outside. Rows are plain tuples until someone asks.

    Where it is `traced`, `local_values` gets the offset and expression of each name of a local, and `signs`
    the offset of each operator's sign with the index of the call site that it stands for.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_starts = Lines(text).starts
        self.declarations: list[Declaration | None] = []
        self.expressions: list[tuple[str, str, int, tuple[int, ...]]] = []
        self.known: dict[tuple[str, str, int, tuple[int, ...]], int] = {}
        self.calls: list[Row] = []
        self.imports: list[Import] = []
        self.package = ""
        self.facade: str | None = None
        self.problems: list[str] = []
        self.owner = NONE
        self.lambdas: tuple[int, ...] = ()
        self.locals: dict[str, int] = {}
        self.undo: list[tuple[str, int | None]] = []
        self.local = False
        self.class_around = NONE
        self.class_names: dict[int, str] = {}
        self.supertype_names: dict[int, str] = {}
        self.class_parameters: list[tuple[str, int | None]] = []
        self.local_scopes: list[tuple[int, int]] = []
        self.traced = False
        self.local_values: list[tuple[int, int]] = []
        self.signs: list[tuple[int, int]] = []

    def express(self, form: str, name: str = "", number: int = NONE, inputs: tuple[int, ...] = ()) -> int:
        """Return the index of an expression; equal ones are stored once."""
        row = (form, name, number, inputs)
        index = self.known.get(row)
        if index is None:
            index = self.known[row] = len(self.expressions)
            self.expressions.append(row)
        return index

    def type_of(self, text: str) -> int:
        """Return the expression of a value whose type is written in the source."""
        return self.express("type", text, self.owner)

    def reserve(self) -> int:
        """Reserve the index of a lambda whose result is known only after it is read."""
        self.expressions.append(("lambda", "", 0, (NONE, NONE)))
        return len(self.expressions) - 1

    def fill(self, index: int, name: str, parameters: int, call: int, result: int) -> None:
        """Complete a lambda."""
        self.expressions[index] = ("lambda", name, parameters, (call, result))

    def site(  # noqa: PLR0913, PLR0917 - a row, written once
        self,
        start: int,
        name: str,
        form: str,
        receiver: int | None = None,
        arguments: tuple[int, ...] = (),
        labels: tuple[str | None, ...] = (),
    ) -> int:
        """Record a call site at an offset and return its index. `receiver` is None if there is none."""
        self.calls.append(
            (
                name,
                form,
                bisect_right(self.line_starts, start),
                start,
                self.owner,
                NONE if receiver is None else receiver,
                receiver is not None,
                arguments,
                labels,
                False,
                self.lambdas,
                (),
            )
        )
        return len(self.calls) - 1

    def complete_call(
        self, index: int, arguments: list[int], labels: list[str | None], trailing: list[int]
    ) -> None:
        """Add arguments that could be read only after the call had its index."""
        while labels and labels[-1] is None:
            labels.pop()
        row = self.calls[index]
        given = (*arguments, *trailing)
        self.calls[index] = (*row[:7], given, tuple(labels), bool(trailing), *row[10:])

    def open(self) -> int:
        """Reserve the index of a declaration, so that what is inside can refer to it."""
        self.declarations.append(None)
        return len(self.declarations) - 1

    def close(  # noqa: PLR0913 - a row, written once
        self,
        index: int,
        span: Span,
        kind: str,
        name: str,
        *,
        parent: int,
        receiver: str | None = None,
        type_text: str | None = None,
        parameters: tuple[Parameter, ...] = (),
        type_parameters: tuple[str, ...] = (),
        supertypes: tuple[str, ...] = (),
        modifiers: tuple[str, ...] = (),
        value: int = NONE,
        lambdas: tuple[int, ...] = (),
    ) -> None:
        """Complete a declaration."""
        start, end, name_start, header_end = span
        self.declarations[index] = Declaration(
            kind,
            name,
            parent,
            self.line_at(start),
            self.line_at(end),
            start,
            end,
            name_start,
            self.line_at(name_start),
            header_end,
            receiver,
            type_text,
            parameters,
            type_parameters,
            supertypes,
            modifiers,
            value,
            lambdas,
        )
        if self.local and parent == self.owner and name:
            self.undo.append(("", index))  # its scope ends with the block around it

    def line_at(self, offset: int) -> int:
        """Return the line of an offset."""
        return bisect_right(self.line_starts, offset)

    def bind(self, name: str, expression: int) -> None:
        """Bind a local from here to the end of the block."""
        self.undo.append((name, self.locals.get(name)))
        self.locals[name] = expression

    def hide_class_parameters(self) -> None:
        """Hide plain constructor parameters: what is read now sees members only."""
        for name, outer in self.class_parameters:
            held = self.locals.get(name)
            if held is None:
                continue
            self.undo.append((name, held))
            if outer is None:
                del self.locals[name]
            else:
                self.locals[name] = outer

    def find_local(self, name: str) -> int | None:
        """Return what a local holds (NONE if unknown); None if no local has the name."""
        return self.locals.get(name)

    def forget(self, mark: int) -> None:
        """Leave a block: unbind its locals, those bound since `undo` had the length `mark`."""
        undo, known = self.undo, self.locals
        while len(undo) > mark:
            name, before = undo.pop()
            if not name and before is not None:
                self.local_scopes.append((before, self.offset_here()))
            elif before is None:
                del known[name]
            else:
                known[name] = before

    def offset_here(self) -> int:
        """Return the current offset of the reader."""
        return len(self.text)

    def inside(self, owner: int, *, local: bool) -> _Inside:
        """Enter a declaration: its lambdas are its own, its locals end with it."""
        return _Inside(self, owner, local)

    def scope(self, names: Mapping[str, int] | None = None) -> _Scope:
        """Enter a block with some bound names."""
        return _Scope(self, names or {})

    def add_invocations(self) -> None:
        """Record `property()` also as a call of `invoke`, if this file declares a property of the name.

        Use cases held and called this way are common; whether the function or the property is meant is
        decided once types are known.
        """
        properties = {row.name for row in self.declarations if row is not None and row.kind == "property"}
        if not properties:
            return
        found = [
            row
            for before, row in pairwise((_NO_CALL, *self.calls))
            if row[0] in properties and row[1] == "call" and not row[6] and not _is_second(before, row)
        ]
        for row in found:
            value = self.express("name", row[0], row[4], row[10])
            self.calls.append(("invoke", "operator", *row[2:5], value, True, *row[7:]))

    def facts(self, language: str) -> Facts:
        """Return the collected facts."""
        expressions, calls = self.expressions, self.calls
        return Facts(
            language,
            self.package,
            tuple(self.imports),
            tuple(row for row in self.declarations if row is not None),
            Body(lambda: _expressions(expressions), lambda: _calls(calls), (expressions, calls)),
            self.facade,
            tuple(self.problems),
            local_scopes=tuple(sorted(self.local_scopes)),
        )


def _expressions(rows: list[tuple[str, str, int, tuple[int, ...]]]) -> tuple[Expression, ...]:
    # `tuple.__new__` makes a named tuple three times as fast as its own `_make`.
    return tuple(map(cast("Any", tuple.__new__), repeat(Expression), rows))


def _calls(rows: list[Row]) -> tuple[CallSite, ...]:
    return tuple(map(cast("Any", tuple.__new__), repeat(CallSite), rows))


class _Scope:
    """The locals of a block while it is read."""

    def __init__(self, collector: Collector, names: Mapping[str, int]) -> None:
        self._collector, self._names = collector, names

    def __enter__(self) -> None:
        self._mark = len(self._collector.undo)
        for name, value in self._names.items():
            self._collector.bind(name, value)

    def __exit__(self, *_: object) -> None:
        self._collector.forget(self._mark)


class _Inside:
    """A declaration while it is read."""

    def __init__(self, collector: Collector, owner: int, local: bool) -> None:
        self._collector, self._owner, self._local = collector, owner, local

    def __enter__(self) -> None:
        c = self._collector
        self._before = c.owner, c.lambdas, c.local, c.class_around, len(c.undo)
        self._parameters = len(c.class_parameters)
        c.owner, c.lambdas, c.local = self._owner, (), self._local
        if not self._local:
            c.class_around = self._owner

    def __exit__(self, *_: object) -> None:
        c = self._collector
        c.owner, c.lambdas, c.local, c.class_around, mark = self._before
        del c.class_parameters[self._parameters :]
        c.forget(mark)


class Builder(Collector):
    """A collector for readers that walk a tree-sitter tree; offsets of nodes count bytes."""

    def __init__(self, text: str, character: Character | None) -> None:
        super().__init__(text)
        self._character = character

    def source(self, node: Node) -> str:
        """Return the text of a node."""
        return self.text[self.offset(node.start_byte) : self.offset(node.end_byte)]

    def offset(self, byte: int) -> int:
        """Return the character offset of a byte offset."""
        return byte if self._character is None else self._character(byte)

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
        """Record a call site at a node and return its index. `receiver` is None if there is none."""
        return self.site(self.offset(node.start_byte), name, form, receiver, arguments, labels)

    def span(self, node: Node, named: Node | None = None, header_end: int | None = None) -> Span:
        """Return the position of a node's declaration; `header_end` is a byte offset."""
        name = named or node
        start, end, name_start = map(self.offset, (node.start_byte, node.end_byte, name.start_byte))
        return start, end, name_start, end if header_end is None else self.offset(header_end)
