"""Compares what a statement or call wrote beside a value with what was captured."""

from __future__ import annotations

from collections.abc import Iterator

from models.captured_state import CapturedValue
from rca.causes.captured.captured_code import CapturedCode, SyntaxOf, simple_name
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.state_writers import constant_of, find_writes, has_value
from rca.causes.origins.origin import Origin, Place
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node


def node_at(file: SyntaxFile | None, place: Place) -> Node | None:
    """Return the node of a place; None where it is not known."""
    return None if file is None else file.node_at(place.start, place.end)


def find_written_beside(
    origin: Origin, node: Node, file: SyntaxFile, holder: CapturedValue | None, seen: CapturedCode
) -> Iterator[tuple[str, bool]]:
    """Yield what statements beside the writing one set in the same object, and whether it was found so."""
    if holder is None:
        return
    write = _writing_statement(origin, node, file, seen.syntax_of)
    if write is None:
        return
    statement, source = write
    block = statement.parent
    if block is None or block.kind != "block":
        return
    for other in block.parts:
        counted = _counted(other, holder) if other is not statement else None
        if counted is not None:
            yield counted
        if other is statement or other.kind != "assign" or other.name != "=" or len(other.parts) != 2:
            continue
        target, given = other.parts
        is_own = target.kind == "name" or (
            target.kind == "member" and target.receiver is not None and target.receiver.kind == "this"
        )
        found = next((one for one in holder.fields if one.name == target.name), None)
        constant = constant_of(given, source)
        if not is_own or found is None or constant is None:
            continue
        writes = find_writes(target.name, simple_name(holder.type), source.path, seen)
        if all(one.kind == "constant" for one in writes):  # else it changes between the writes
            yield _beside(target.name, constant, found)


def _counted(statement: Node, holder: CapturedValue) -> tuple[str, bool] | None:
    """Return which number a statement counts up or down, and whether it was found changed."""
    is_count = statement.kind == "step" or (statement.kind == "assign" and statement.name in ("+=", "-="))
    target = statement.parts[0] if is_count and statement.parts else None
    found = next((one for one in holder.fields if target is not None and one.name == target.name), None)
    number = KnownValue(found.text).number if found is not None else None
    if found is None or number is None:
        return None
    return f"`{found.name}` to another number, and it was {found.text}", number != 0


def find_constructed_beside(
    origin: Origin, holder: CapturedValue | None, seen: CapturedCode
) -> Iterator[tuple[str, bool]]:
    """Yield what else the call that made the object passed to it, and whether it was found so."""
    owner = simple_name(holder.type) if holder is not None else ""
    for step in origin.steps if holder is not None and owner else ():
        file = seen.syntax_of(step.place.path)
        node = node_at(file, step.place)
        call = node.parent if node is not None else None
        if file is None or call is None or call.kind != "call" or call.name != owner:
            continue
        arguments = call.arguments
        names = seen.constructor_parameters(owner, len(arguments), file.path)
        for name, given in zip(names, arguments, strict=False):
            constant = constant_of(given, file)
            found = next((one for one in holder.fields if one.name == name), None) if holder else None
            if given is not node and constant is not None and found is not None:
                yield _beside(name, constant, found)


def _beside(name: str, constant: KnownValue, found: CapturedValue) -> tuple[str, bool]:
    same = has_value(constant, found)
    was = "it was so" if same else f"it was {found.text}"
    return f"`{name}` to {constant.text}, and {was}", same


def _writing_statement(
    origin: Origin, node: Node, file: SyntaxFile, syntax_of: SyntaxOf
) -> tuple[Node, SyntaxFile] | None:
    places = [origin.place, *(step.place for step in reversed(origin.steps) if step.kind == "property_write")]
    for place in places:
        source = file if place.path == file.path else syntax_of(place.path)
        start = node if place is origin.place else node_at(source, place)
        if source is None or start is None:
            continue
        for one in (start, *start.ancestors()):
            if one.kind == "assign":
                return one, source
            if one.kind in ("block", "function", "lambda"):
                break
    return None
