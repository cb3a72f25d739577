"""Functions that change a collection which they are given, where somebody else keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rca.causes.captured.blamed_value import BlamedValue, initial_of
from rca.causes.captured.captured_code import CapturedCode, simple_name
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.state_writers import changes_of
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_CHANGED: Final = 0.7
_IN_LOOP: Final = 3.0
_MOST_CALLS: Final = 20


def shared_changes(
    blamed: BlamedValue, file: SyntaxFile, seen: CapturedCode, code: str
) -> Iterator[Contribution]:
    """Yield functions that were given the collection at fault, or the one it was computed of, and change it.

    Args:
        blamed: the value at fault.
        file: the file of the failing line.
        seen: what was captured, and its code.
        code: the expression at fault.
    """
    node = _collection(blamed)
    if node is None:
        return
    found: dict[Symbol, int] = {}
    for source, root, name in _keepers(node, blamed, file, seen):
        for function, line in _changing(source, root, name, seen):
            found.setdefault(function, line)
    in_loop = blamed.is_changed
    for function, line in found.items():
        said = f"`{code}` is shared: line {line} of `{function.display_name}` changes what it is given."
        yield Contribution(function, line, _CHANGED * (_IN_LOOP if in_loop else 1.0), said)


def _collection(blamed: BlamedValue) -> Node | None:
    """Return the collection that is at fault, or of which a number was computed."""
    value, node = blamed.value, blamed.node
    if value is not None and value.size is not None and value.is_object:
        return node
    given = initial_of(node) or node
    is_computed = value is not None and value.number is not None and given.kind == "call"
    return given.receiver if is_computed and given.receiver is not None else None


def _keepers(
    node: Node, blamed: BlamedValue, file: SyntaxFile, seen: CapturedCode
) -> Iterator[tuple[SyntaxFile, Node, str]]:
    """Yield the code in which a collection has a name: of its class, of the function, of the caller."""
    root = file.root_at(node.start)
    if root is not None and node.kind in ("name", "member"):
        yield file, root, node.name
    holder = blamed.holder
    for path in seen.code.index.declaring(simple_name(holder.type), "class") if holder is not None else ():
        source = seen.syntax_of(path)
        rows = source.facts.declarations if source is not None else ()
        for row in rows:
            own = row.parent >= 0 and rows[row.parent].name == simple_name(holder.type if holder else None)
            inside = source.root_at(row.name_start) if source is not None and own else None
            if source is not None and inside is not None:
                yield source, inside, node.name
    yield from _caller(node, root, seen)


def _caller(node: Node, root: Node | None, seen: CapturedCode) -> Iterator[tuple[SyntaxFile, Node, str]]:
    """Yield the caller's code if the collection is a parameter of the failing function."""
    if root is None or node.kind != "name" or len(seen.frames) < 2:
        return
    (top_path, top), (path, frame) = seen.frames[:2]
    functions, source = seen.code.functions(top_path), seen.syntax_of(path)
    function = functions.around(top.line) if functions is not None and top.line is not None else None
    names = [one.name for one in function.declaration.parameters] if function is not None else []
    if function is None or source is None or frame.line is None or node.name not in names:
        return
    start, end = source.line_range(frame.line)
    outer = source.root_at(start + len(source.text[start:end]) - len(source.text[start:end].lstrip()))
    for call in outer.walk() if outer is not None else ():
        if call.kind == "call" and call.name == function.name and start <= call.start < end:
            given = call.argument(names.index(node.name), node.name, len(names))
            if outer is not None and given is not None and given.kind in ("name", "member"):
                yield source, outer, given.name


def _changing(source: SyntaxFile, root: Node, name: str, seen: CapturedCode) -> Iterator[tuple[Symbol, int]]:
    """Yield functions that a collection of a name is passed to, and the line where they change it."""
    calls = [
        one
        for one in root.walk()
        if one.kind == "call"
        and any(given.name == name and given.kind in ("name", "member") for given in one.arguments)
    ]
    for call in calls[:_MOST_CALLS]:
        position = next(i for i, given in enumerate(call.arguments) if given.name == name)
        for index in source.sites_of(call):
            resolution = seen.resolver.resolve(source.path, index)
            for target in resolution.targets if resolution is not None else ():
                parameters = target.declaration.parameters
                other = seen.syntax_of(target.path) if target.facts.language != "library" else None
                if target.declaration.kind != "function" or position >= len(parameters) or other is None:
                    continue
                line = changes_of(target, parameters[position].name, other)
                if line is not None:
                    yield target, line
