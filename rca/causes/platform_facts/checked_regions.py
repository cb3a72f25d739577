"""Where code runs only after a check of a value, in the tree of a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rca.causes.origins.null_checks import leaves
from rca.languages.syntax_trees.node import Node

Proves = Callable[[Node, bool], bool]
"""Whether a condition with an outcome says that a value can be used."""

_BRANCHES: Final = frozenset(("if", "ternary", "and", "or", "entry"))
"""Kinds of nodes that run a part only under a condition; loops bound their own steps, and check nothing."""


@dataclass(frozen=True)
class CheckedRegion:
    """A part of a text, from `start` to `end`, that runs only where `check` holds."""

    check: Node
    start: int
    end: int

    def holds(self, offset: int) -> bool:
        """Return whether the region holds a place."""
        return self.start <= offset < self.end


def checked_regions(root: Node, proves: Proves, matches: Callable[[Node], bool]) -> Iterator[CheckedRegion]:
    """Yield what a function runs only after a check, in the order of the text.

    Args:
        root: the function's tree.
        proves: whether a condition is the check.
        matches: whether a node is the value, for safe calls on it.
    """
    for node in root.walk():
        if node.kind in _BRANCHES:
            yield from _branch(node, proves)
        elif node.kind in ("member", "call") and node.safe and node.receiver is not None:
            if matches(node.receiver):
                yield CheckedRegion(node, node.start, node.end)
        elif (
            node.kind == "elvis" and len(node.parts) == 2 and matches(node.parts[0]) and leaves(node.parts[1])
        ):
            yield from _afterwards(node, node)


def _branch(node: Node, proves: Proves) -> Iterator[CheckedRegion]:
    kind, parts = node.kind, node.parts
    if len(parts) < 2:
        return
    condition = parts[0]
    if kind in ("and", "or"):
        if proves(condition, kind == "and"):
            yield CheckedRegion(condition, parts[1].start, parts[1].end)
        return
    if proves(condition, True):
        yield CheckedRegion(condition, parts[1].start, parts[1].end)
        if len(parts) > 2 and leaves(parts[2]):
            yield from _afterwards(condition, node)
    if not proves(condition, False):
        return
    if len(parts) > 2 and kind != "entry":
        yield CheckedRegion(condition, parts[2].start, parts[2].end)
    if kind == "if" and leaves(parts[1]):
        yield from _afterwards(condition, node)
    elif kind == "entry" and node.parent is not None:
        yield CheckedRegion(condition, node.end, node.parent.end)


def _afterwards(check: Node, node: Node) -> Iterator[CheckedRegion]:
    """Yield what follows a statement that leaves where the check does not hold."""
    for around in node.ancestors():
        if around.kind == "block":
            yield CheckedRegion(check, node.end, around.end)
            return
