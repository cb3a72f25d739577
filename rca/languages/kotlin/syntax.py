"""Kotlin text to a syntax tree: two grammars, as each breaks on code that the other reads.

The grammar pack's grammar is fast and drives nearly every file. Where it leaves errors, ast-grep's
grammar of the same node names is tried, then the first again with what both stumble over blanked
(multiplatform modifiers, a constructor on the line below its class) and with the braces added that are
not typed yet; the tree with the least unread
text wins. An annotated declaration read as an expression is no ERROR node, but counts as one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from rca.languages.builder import Character, Node
from rca.text.lines import ByteOffsets

if TYPE_CHECKING:
    import tree_sitter

_MULTIPLATFORM = re.compile(
    r"\b(?:actual|expect)\b(?=\s+(?:\w+\s+)*(?:val|var|fun|constructor|class|inline)\b)"
)
_CONSTRUCTOR_BELOW = re.compile(
    r"(\bclass\s+\w+(?:\s*<[^>{}]*>)?)(\s*\n(?:\s*//[^\n]*\n)*\s*(?:(?:\w+|@\w+)\s+)*?constructor)(?=\s*\()"
)
_DECLARES = re.compile(r"(?:@|\w+\s)[\s\S]{0,400}?\b(?:fun|class|interface|object|val|var)\b")
_MOST_UNCLOSED = 20
_EXPRESSIONS = frozenset(("prefix_expression", "infix_expression"))


@dataclass(frozen=True)
class Syntax:
    """A tree, how its offsets become characters, and the lines it could not read."""

    root: Node
    character: Character | None
    error_lines: tuple[int, ...]


def parse(text: str) -> Syntax:
    """Parse Kotlin. Never fails: what no grammar reads is listed in `error_lines`."""
    first = _parse_with_pack(text, text)
    if not first.error_lines:
        return first
    candidates = [first]
    second = _parse_with_ast_grep(text)
    if second is not None:
        candidates.append(second)
    if all(candidate.error_lines for candidate in candidates):
        simpler = _CONSTRUCTOR_BELOW.sub(lambda match: match[1] + " " * len(match[2]), text)
        simpler = _MULTIPLATFORM.sub(lambda match: " " * len(match[0]), simpler)
        if simpler != text:
            candidates.append(_parse_with_pack(text, simpler))
        unclosed = simpler.count("{") - simpler.count("}")
        if 0 < unclosed <= _MOST_UNCLOSED:
            closed = _parse_with_pack(text, f"{simpler}\n{'}' * unclosed}")
            if not closed.error_lines:
                return replace(closed, error_lines=(text.count("\n") + 1,))
            candidates.append(closed)
    return min(candidates, key=lambda candidate: len(candidate.error_lines))


@lru_cache(maxsize=1)
def parser() -> tree_sitter.Parser:
    """Give the parser that reads nearly every file."""
    # Imported here: startup must not pay for grammars that a request may never use.
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    return Parser(get_language("kotlin"))


def _parse_with_pack(text: str, read: str) -> Syntax:
    encoded = read.encode("utf-8", "surrogatepass")
    tree = parser().parse(encoded)
    root = tree.root_node
    errors: list[int] = []
    if root.has_error:
        _collect_errors(root, errors)
    character = None if len(encoded) == len(text) else _offsets(text, read, encoded)
    errors.extend(_swallowed(root, text, character or int))
    return Syntax(root, character, tuple(sorted(set(errors))))


def _offsets(text: str, read: str, encoded: bytes) -> Character:
    offsets, end = ByteOffsets(read, encoded), len(text)

    def character(byte: int) -> int:
        return min(offsets.character(byte), end)

    return character


def _swallowed(root: Node, text: str, character: Character) -> list[int]:
    """Give the lines of declarations that were read as expressions."""
    lines: list[int] = []
    waiting = [root]
    while waiting:
        for child in waiting.pop().children:
            if child.type in ("class_declaration", "object_declaration", "companion_object", "class_body"):
                waiting.append(child)
            elif child.type in _EXPRESSIONS:
                start = character(child.start_byte)
                if _DECLARES.match(text, start, character(child.end_byte)):
                    lines.append(text.count("\n", 0, start) + 1)
    return lines


def _collect_errors(root: tree_sitter.Node, errors: list[int]) -> None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            errors.extend(range(node.start_point[0] + 1, node.end_point[0] + 2))
        elif node.has_error:
            waiting.extend(node.children)


def _parse_with_ast_grep(text: str) -> Syntax | None:
    from ast_grep_py import SgRoot

    try:
        root = SgRoot(text, "kotlin").root()
    except (RuntimeError, UnicodeEncodeError):  # it takes no lone surrogates
        return None
    errors: set[int] = set()
    for node in root.find_all(kind="ERROR"):
        errors.update(range(node.range().start.line + 1, node.range().end.line + 2))
    tree = Twig(root)
    errors.update(_swallowed(tree, text, int))
    return Syntax(tree, None, tuple(sorted(errors)))


class Twig:
    """ast-grep's node in the shape of tree-sitter's; its offsets count characters already."""

    def __init__(self, node: Any) -> None:  # noqa: ANN401 - ast-grep's node, read through this class only
        self._node = node
        span = node.range()
        self.type: str = node.kind()
        self.is_named: bool = node.is_named()
        self.start_byte: int = span.start.index
        self.end_byte: int = span.end.index

    @cached_property
    def children(self) -> Sequence[Node]:
        """The node's children, read when asked for."""
        return [Twig(child) for child in self._node.children()]

    @cached_property
    def named_children(self) -> Sequence[Node]:
        """The children that the grammar names."""
        return [child for child in self.children if child.is_named]
