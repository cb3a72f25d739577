"""The values that decide a condition, each to be followed by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rca.causes.origins.origin_search import Texts
from rca.causes.origins.syntax_file import SyntaxFiles
from rca.index.index_view import IndexView
from rca.languages.syntax_trees.node import Node
from rca.scheduling.deadline import Deadline

_CONDITIONS: Final = frozenset(("and", "or", "not", "binary", "in", "is"))
_VALUES: Final = frozenset(("name", "member", "call", "index", "elvis", "cast", "notnull"))
_SIZES: Final = frozenset(("size", "length", "lastIndex", "count", "isEmpty", "isNotEmpty", "isNullOrEmpty"))


class Operand(NamedTuple):
    """A range of a file's text; `nulls` tells whether only a null there is at fault."""

    start: int
    end: int
    nulls: bool


def find_operands(
    view: IndexView, path: str, start: int, end: int, texts: Texts, deadline: Deadline
) -> list[Operand]:
    """Return the values that the condition at a range of a file's text compares or tests.

    Empty where there is no condition, but a value of its own. Constants are left out; of the size of a
    collection the collection is returned.
    """
    with view.resolver(deadline) as resolver:
        facts = resolver.names.facts(path)
        text = texts(path) if facts.language in ("kotlin", "java") else None
        if text is None:
            return []
        node = resolver.table(SyntaxFiles).of(path, text, facts).node_at(start, end)
        if node is None or node.kind not in _CONDITIONS:
            return []
        found: dict[str, Operand] = {}
        for one in _operands(node):
            found.setdefault(text[one.start : one.end], one)
        return list(found.values())


def _operands(node: Node) -> Iterator[Operand]:
    if node.kind in _CONDITIONS:
        others = [one for one in node.parts if not _is_null(one)]
        compares_null = len(others) < len(node.parts)
        for part in others:
            for one in _operands(part):
                yield one._replace(nulls=one.nulls or compares_null)
    elif node.kind in _VALUES and not _is_constant(node):
        held = node.receiver if node.name in _SIZES and not node.arguments else None
        held = held or node
        yield Operand(held.start, held.end, nulls=False)


def _is_null(node: Node) -> bool:
    return node.kind == "literal" and node.name == "null"


def _is_constant(node: Node) -> bool:
    receiver = node.receiver
    if node.kind == "name":
        return node.name.isupper()
    is_class = receiver is not None and receiver.kind == "name" and receiver.name[:1].isupper()
    return node.kind == "member" and is_class and node.name[:1].isupper()
