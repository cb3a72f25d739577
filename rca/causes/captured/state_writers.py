"""What changes a field or what it holds, in its class and elsewhere in the project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from models.captured_state import CapturedValue
from rca.causes.captured.captured_code import CapturedCode
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.value_lookup import EMPTY_FRAME, FrameValues
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

WriteKind = Literal["constant", "value", "changed", "filled", "emptied"]

_FILLS: Final = re.compile(r"(?:add|put|set|append|insert|offer|push|compute|enqueue|merge)(?![a-z])")
_EMPTIES: Final = re.compile(r"(?:clear|drain|poll|pop|remove|retain|evict|drop|take)(?![a-z])")
_ELEMENTS: Final = re.compile(r"get|getValue|getOrPut|getOrDefault|computeIfAbsent|elementAt|first|last")
_VIEWS: Final = frozenset({"keySet", "entrySet", "values", "keys", "entries"})
"""Views of a map: removing from them removes from the map."""
_WALKS: Final = re.compile(r"forEach(?:Indexed)?|onEach|map|also")
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


def find_writes(name: str, owner: str, path: str, seen: CapturedCode) -> list[Write]:
    """Return what changes a field, in its class and in the whole project.

    Args:
        name: the field.
        owner: simple name of its class.
        path: a file that may declare the class; else the only one of that name is read.
        seen: what was captured, and its code.
    """
    found: list[Write] = []
    for candidate in dict.fromkeys((path, *seen.code.index.declaring(owner, "class"))):
        file, functions = seen.syntax_of(candidate), seen.code.functions(candidate)
        if file is None or functions is None:
            continue
        own = [one for one in functions.functions if one.class_path and one.class_path[-1] == owner]
        if own:
            found = [write for function in own for write in _writes_in(function, name, file)]
            break
    known = {(one.file.path, one.statement.start) for one in found}
    outside = [one for one in _writes_outside(name, owner, seen) if one[0] not in known]
    return [*found, *(write for _, write in outside)]


def _writes_in(function: Symbol, name: str, file: SyntaxFile) -> Iterator[Write]:
    for node in _nodes_of(function, file):
        found = _write_of(node, name, file)
        if found is not None:
            yield _write(function, node, found, file)


def _writes_outside(name: str, owner: str, seen: CapturedCode) -> Iterator[tuple[tuple[str, int], Write]]:
    """Yield writes of a field of another object, each with its place."""
    for path in seen.files_with(name):
        file, functions = seen.syntax_of(path), seen.code.functions(path)
        if file is None or functions is None:
            continue
        for function in functions.using_any(accessors_of(name)):
            for node in _nodes_of(function, file):
                target = _written(node)
                if target is None or not is_read_of(target, name) or target.receiver is None:
                    continue
                found = _write_of(node, name, file, target)
                if found is not None and seen.owner_of(file, target) == owner:
                    yield (path, node.start), _write(function, node, found, file)


def changes_of(function: Symbol, parameter: str, file: SyntaxFile) -> int | None:
    """Return the first line in which a function changes a collection that it is given; None without one."""
    for node in _nodes_of(function, file):
        target = _written(node)
        if target is None or target.kind != "name" or target.name != parameter:
            continue
        is_element = node.kind in ("assign", "step") and node.parts[0].kind == "index"
        found = _write_of(node, parameter, file, target)
        if is_element or (found is not None and found[0] in ("filled", "emptied")):
            return file.line_of(node.start)
    return None


def writes_of_function(
    function: Symbol, file: SyntaxFile, seen: CapturedCode
) -> Iterator[tuple[str, str, Write]]:
    """Yield the fields that a function writes, each with the class that declares it."""
    for node in _nodes_of(function, file):
        target = _written(node)
        if target is None or target.kind not in ("name", "member"):
            continue
        found = _write_of(node, target.name, file, target)
        owner = seen.owner_of(file, target) if found is not None else None
        if found is not None and owner is not None:
            yield target.name, owner, _write(function, node, found, file)


def _nodes_of(function: Symbol, file: SyntaxFile) -> Iterator[Node]:
    row = function.declaration
    root = file.root_at(row.name_start) if row.kind != "property" else None
    for node in root.walk() if root is not None else ():
        if row.start <= node.start <= row.end:
            yield node


def _write(
    function: Symbol, node: Node, kind: tuple[WriteKind, KnownValue | None], file: SyntaxFile
) -> Write:
    start = function.declaration.start
    is_conditional = any(one.kind in _CONDITIONAL for one in node.ancestors() if start < one.start)
    return Write(
        function, file.line_of(node.start), *kind, node, file, is_conditional or _may_have_left(node)
    )


def _may_have_left(node: Node) -> bool:
    """Return whether a function may end before a statement."""
    inner = node
    for outer in node.ancestors():
        if outer.kind in ("function", "lambda"):
            return False
        if outer.kind == "block":
            before = outer.parts[: next(i for i, one in enumerate(outer.parts) if one is inner)]
            if any(one.kind in ("return", "throw") for part in before for one in part.walk()):
                return True
        inner = outer
    return False


def accessors_of(name: str) -> tuple[str, ...]:
    """Return the names under which code reads a property."""
    return name, f"get{name[:1].upper()}{name[1:]}"


def is_read_of(node: Node, name: str) -> bool:
    """Return whether an expression reads a property of a name."""
    if node.kind == "call":
        return not node.arguments and node.name == accessors_of(name)[1]
    return node.kind in ("name", "member") and node.name == name


def _written(node: Node) -> Node | None:
    """Return what a statement may write: its target, or the collection whose function is called."""
    target: Node | None = None
    if node.kind in ("assign", "step") and node.parts:
        target = node.parts[0]
        if target.kind == "index" and target.parts:
            target = target.parts[0]
    elif node.kind == "call":
        target = node.receiver
    return _collection_of(target) if target is not None else None


def _collection_of(target: Node) -> Node:  # noqa: PLR0911 - an answer for each form
    """Return the collection of which a changed one is an element, as in `a.forEach { it.add(x) }`."""
    if target.kind == "index" and target.parts:
        return _collection_of(target.parts[0])
    if target.kind == "call" and target.receiver is not None and _ELEMENTS.fullmatch(target.name):
        return _collection_of(target.receiver)
    if target.receiver is not None and target.name in _VIEWS and not target.arguments:
        return _collection_of(target.receiver)
    if target.kind != "name":
        return target
    for outer in target.ancestors():
        if outer.kind == "lambda" and target.name in ({one for one in outer.labels if one} or {"it"}):
            call = outer.parent
            is_walk = call is not None and call.kind == "call" and _WALKS.fullmatch(call.name)
            return call.receiver if call is not None and is_walk and call.receiver is not None else target
        if outer.kind in ("function", "lambda"):
            return target
    return target


def _write_of(  # noqa: PLR0911 - an answer for each kind of write
    node: Node, name: str, file: SyntaxFile, outside: Node | None = None
) -> tuple[WriteKind, KnownValue | None] | None:
    parts = node.parts

    def is_it(target: Node) -> bool:
        target = _collection_of(target)
        return target is outside if outside is not None else _is_own(target, name)

    if node.kind == "step" and parts and is_it(parts[0]):
        return "changed", None
    if node.kind == "assign" and len(parts) == 2:
        target, given = parts
        if target.kind == "index" and target.parts and is_it(target.parts[0]):
            return "filled", None
        if is_it(target):
            if node.name != "=":
                is_added = node.name == "+=" and given.kind == "literal" and given.name == "string"
                return "filled" if is_added else "changed", None
            constant = constant_of(given, file)
            return ("value", None) if constant is None else ("constant", constant)
    if node.kind == "call" and node.receiver is not None and is_it(node.receiver):
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
