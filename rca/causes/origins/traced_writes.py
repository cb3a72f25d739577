"""Writes to a property of an object that a trace shows on its way into the failing function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.causes.origins.project_uses import Use
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch


def find_traced_write(search: OriginSearch, target: Symbol) -> Use | None:
    """Return the last write to a property of a local object before a traced call gets that object.

    The object is the one that the traced function was given, so no other write, and no value from before,
    reaches it: `d.path = path; make(d)`.
    """
    found: Use | None = None
    for use in search.uses.writes_of(target) if search.frames else ():
        lines = {line for path, line in search.frames if path == use.path and line >= use.site.line}
        file = search.file(use.path) if lines else None
        if file is not None and _is_handed_on(file, use, lines):
            found = use
    return found


def _is_handed_on(file: SyntaxFile, use: Use, lines: set[int]) -> bool:
    node = file.named_at(file.source.span(use.site)[0])
    assign = node.parent if node is not None else None
    if node is None or assign is None or node.receiver is None or assign.parent is None:
        return False
    is_write = assign.kind == "assign" and assign.parts[0] is node and assign.parent.kind == "block"
    if not is_write or node.receiver.kind != "name":
        return False
    holder = node.receiver.name
    return any(
        _gives(call, holder) and call.start >= assign.end and file.line_of(_place(call)) in lines
        for call in assign.parent.walk()
        if call.kind == "call"
    )


def _gives(call: Node, name: str) -> bool:
    return any(one.kind == "name" and one.name == name for one in call.arguments)


def _place(call: Node) -> int:
    return call.at if call.at >= 0 else call.start
