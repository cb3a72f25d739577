"""The trees of one file, by place, made when asked for."""

from __future__ import annotations

import re
from bisect import bisect_right

from rca.caching.lru_cache import LruCache
from rca.index.position_lookup import SourceFile
from rca.languages.facts import NONE, Declaration, Facts
from rca.languages.syntax_trees.java_trees import JavaFile
from rca.languages.syntax_trees.kotlin_trees import read_declaration, read_expression
from rca.languages.syntax_trees.node import Node

_ROOTS = frozenset(("function", "constructor", "property", "initializer"))
_LONGEST_HEADER = 4_000
_MOST_FILES = 128
_NEWLINE = re.compile("\n")


class SyntaxFile:
    """A file's text, facts and trees."""

    def __init__(self, path: str, text: str, facts: Facts) -> None:
        self.path, self.text, self.facts = path, text, facts
        self.source = SourceFile(path, text, facts)
        self.is_java = facts.language == "java"
        self._java = JavaFile(text) if self.is_java else None
        self._trees: dict[int, Node | None] = {}
        self._line_starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]

    def line_of(self, offset: int) -> int:
        """Return the line of an offset, from 1."""
        return bisect_right(self._line_starts, offset)

    def line_range(self, line: int) -> tuple[int, int]:
        """Return where a line starts and ends."""
        starts = self._line_starts
        start = starts[line - 1]
        return start, starts[line] - 1 if line < len(starts) else len(self.text)

    @property
    def line_count(self) -> int:
        """Number of lines."""
        return len(self._line_starts)

    def root_at(self, offset: int) -> Node | None:
        """Return the tree of the outermost function or property around an offset."""
        if self._java is not None:
            return self._java.member_at(offset)
        chain = self.facts.enclosing(self.source.owner(offset))
        for index in reversed([one for one in chain if one != NONE]):
            row = self.facts.declarations[index]
            if row.kind in _ROOTS:
                return self._tree(self._holder(row))
        return self._header_expression(offset)

    def _holder(self, row: Declaration) -> Declaration:
        """Return the constructor whose parameter declares a property, any other declaration as it is."""
        if row.kind == "property":
            for other in self.facts.declarations:
                is_around = other.start <= row.start and row.end <= other.end
                if other.kind == "constructor" and other.parent == row.parent and is_around:
                    return other
        return row

    def _tree(self, row: Declaration) -> Node | None:
        if row.start not in self._trees:
            self._trees[row.start] = read_declaration(self.text, row.start, row.end)
        return self._trees[row.start]

    def _header_expression(self, offset: int) -> Node | None:
        """Return the tree of a call in a class's header or of an entry of an enum."""
        owner = self.source.owner(offset)
        if owner == NONE:
            return None
        end = min(self.facts.declarations[owner].end, offset + _LONGEST_HEADER)
        if offset not in self._trees:
            self._trees[offset] = read_expression(self.text, offset, end)
        return self._trees[offset]

    def node_at(self, start: int, end: int) -> Node | None:
        """Return the smallest node that covers a range."""
        while start < end and self.text[start] == "(" and self.text[end - 1] == ")":
            start, end = start + 1, end - 1
        root = self.root_at(start)
        if root is None or not root.start <= start <= end <= root.end:
            return root if root is not None and root.start <= start <= root.end else None
        node = root
        while True:
            inner = next((one for one in node.parts if one.start <= start and end <= one.end), None)
            if inner is None:
                return node
            node = inner

    def named_at(self, offset: int) -> Node | None:
        """Return the node whose name stands at an offset."""
        root = self.root_at(offset)
        if root is None:
            return None
        for one in root.walk():
            if one.at == offset:
                return one
        return None

    def starting_at(self, offset: int, kind: str) -> Node | None:
        """Return the outermost node of a kind that starts at an offset."""
        root = self.root_at(offset)
        if root is None:
            return None
        return next((one for one in root.walk() if one.start == offset and one.kind == kind), None)

    def declaration_tree(self, row: Declaration) -> Node | None:
        """Return the `function` or `declare` node of a declaration."""
        root = self.root_at(row.name_start)
        if root is None:
            return None
        kind = "declare" if row.kind == "property" else "function"
        for one in root.walk():
            if one.kind == kind and one.at == row.name_start:
                return one
        if (
            row.kind in ("constructor", "initializer")
            and root.kind == "function"
            and root.start >= row.start - 1
        ):
            return root
        return None

    def declaration_of(self, node: Node) -> int:
        """Return the index of the declaration that a tree is of; NONE where it has none."""
        offset = node.at if node.at >= 0 else node.start
        rows = self.facts.declarations
        for index in self.source.declared.get(offset, ()):
            if "implicit" not in rows[index].modifiers:
                return index
        for index, row in enumerate(rows):
            is_unnamed = row.kind in {"constructor", "initializer"} and "implicit" not in row.modifiers
            if is_unnamed and row.start <= node.start <= row.name_start <= offset <= row.end:
                return index
        return NONE

    def sites_of(self, node: Node) -> list[int]:
        """Return the call sites that a node stands for: those of its name at its place."""
        found = [
            index for index in self.source.sites.get(node.at, ()) if self.facts.calls[index].name == node.name
        ]
        if found or node.kind != "index":
            return found
        return [
            index for index in self.facts.called.get("get", ()) if self.facts.calls[index].start == node.start
        ]


class SyntaxFiles:
    """Trees of the files that were asked about last, kept with the resolver."""

    def __init__(self) -> None:
        self._files: LruCache[str, SyntaxFile] = LruCache(_MOST_FILES)

    def forget(self, path: str) -> None:
        """Drop the trees of a file whose text changed."""
        self._files.remove(path)

    def of(self, path: str, text: str, facts: Facts) -> SyntaxFile:
        """Return a file's trees; those that are kept if they are of the same text."""
        known = self._files.get(path)
        if known is None or known.text != text or known.facts is not facts:
            known = SyntaxFile(path, text, facts)
            self._files.put(path, known, 1)
        return known
