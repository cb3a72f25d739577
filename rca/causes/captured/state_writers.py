"""What changes a field or what it holds, inside the class that declares it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from models.captured_state import CapturedValue
from rca.causes.captured.value_lookup import EMPTY_FRAME, FrameValues, KnownValue
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.project_code import ProjectCode
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

WriteKind = Literal["constant", "value", "changed", "filled", "emptied"]
SyntaxOf = Callable[[str], SyntaxFile | None]

_FILLS: Final = re.compile(r"(?:add|put|set|append|insert|offer|push|compute|enqueue|merge)(?![a-z])")
_EMPTIES: Final = re.compile(r"(?:clear|drain|poll|pop|remove|retain|evict|drop|take)(?![a-z])")
_CONDITIONAL: Final = frozenset({"if", "when", "ternary", "for", "while", "elvis", "try"})


@dataclass(frozen=True)
class Write:
    """A place that changes a field.

    Args:
        function: the function around it.
        line: where.
        kind: `constant` and `value` assign, `changed` counts up or down, the others change a collection.
        given: the constant.
        statement: the whole statement.
        file: the file.
        is_conditional: whether it stands under a condition.
    """

    function: Symbol
    line: int
    kind: WriteKind
    given: KnownValue | None
    statement: Node
    file: SyntaxFile
    is_conditional: bool


def find_writes(name: str, owner: str, path: str, code: ProjectCode, syntax_of: SyntaxOf) -> list[Write]:
    """Return what changes a field.

    Args:
        name: the field.
        owner: simple name of its class.
        path: a file that may declare the class; else the only one of that name is read.
        code: the project's files.
        syntax_of: gives the trees of a file.
    """
    for candidate in dict.fromkeys((path, *code.index.declaring(owner, "class"))):
        file, functions = syntax_of(candidate), code.functions(candidate)
        if file is None or functions is None:
            continue
        own = [one for one in functions.functions if one.class_path and one.class_path[-1] == owner]
        if own:
            return [write for function in own for write in _writes_in(function, name, file)]
    return []


def _writes_in(function: Symbol, name: str, file: SyntaxFile) -> Iterator[Write]:
    row = function.declaration
    if row.kind == "property":
        return
    root = file.root_at(row.name_start)
    for node in root.walk() if root is not None else ():
        found = _write_of(node, name, file)
        if found is None or not row.start <= node.start <= row.end:
            continue
        kind, given = found
        is_conditional = any(one.kind in _CONDITIONAL for one in node.ancestors() if row.start < one.start)
        yield Write(function, file.line_of(node.start), kind, given, node, file, is_conditional)


def _write_of(  # noqa: PLR0911 - an answer for each kind of write
    node: Node, name: str, file: SyntaxFile
) -> tuple[WriteKind, KnownValue | None] | None:
    parts = node.parts
    if node.kind == "step" and parts and _is_own(parts[0], name):
        return "changed", None
    if node.kind == "assign" and len(parts) == 2:
        target, given = parts
        if _is_own(target, name):
            if node.name != "=":
                return "changed", None
            constant = constant_of(given, file)
            return ("value", None) if constant is None else ("constant", constant)
        if target.kind == "index" and target.parts and _is_own(target.parts[0], name):
            return "filled", None
    if node.kind == "call" and node.receiver is not None and _is_own(node.receiver, name):
        if _FILLS.match(node.name):
            return "filled", None
        if _EMPTIES.match(node.name):
            return "emptied", None
    return None


def _is_own(node: Node, name: str) -> bool:
    if node.name != name:
        return False
    return node.kind == "name" or (
        node.kind == "member" and node.receiver is not None and node.receiver.kind in ("this", "name")
    )


def constant_of(given: Node, file: SyntaxFile) -> KnownValue | None:
    """Return the value of a literal or of the constant of an enum; None for any other expression."""
    if given.kind in ("name", "member") and given.name[:1].isupper():
        return KnownValue(given.name)
    if given.kind == "literal" or (given.kind == "binary" and len(given.parts) == 1):
        return FrameValues(EMPTY_FRAME, file.text).of(given)
    return None


def has_value(constant: KnownValue, found: CapturedValue) -> bool:
    """Return whether a field was found with a constant."""
    number = constant.number
    return constant.text == found.text or (number is not None and number == KnownValue(found.text).number)


def is_first_value(value: KnownValue) -> bool:
    """Return whether a value is what a field holds before it is written."""
    return value.is_null or value.text in ("false", '""') or value.number == 0
