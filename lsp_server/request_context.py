"""The context of one LSP request: a snapshot and the position encoding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from lsp_server import lsp_conversion
from lsp_server.positions import Positions
from rca.navigation.definition import Definition, find_definition
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot

if TYPE_CHECKING:
    from rca.libraries.library_documents import LibraryDocuments

SERVED = (".kt", ".kts", ".java")
_RESOURCES = ".xml"
"""In manifests and resource files what stands at a position is answered, and nothing else."""


@dataclass
class RequestContext:
    """The context of one request; `folders` are the workspace folders as the editor spells them."""

    snapshot: Snapshot
    deadline: Deadline
    encoding: str
    folders: Sequence[Path]
    documents: Callable[[], LibraryDocuments | None] = lambda: None
    """What shows declarations of libraries, where that is possible."""
    _texts: dict[str, str | None] = field(default_factory=dict)
    _positions: dict[str, Positions | None] = field(default_factory=dict)
    _bases: dict[str, Path] = field(default_factory=dict)

    def path(self, uri: str, served: tuple[str, ...] = SERVED) -> str | None:
        """Return the wire path of a Kotlin or Java document of the workspace; None for others."""
        absolute = lsp_conversion.file_path(uri)
        if absolute is None or not absolute.name.endswith(served):
            return None
        try:
            return self.snapshot.resolve(str(absolute)).path
        except Failure:
            return None

    def text(self, path: str) -> str | None:
        """Return a file's text, unsaved text first; None if it cannot be read."""
        if path not in self._texts:
            self._texts[path] = self.snapshot.text(path)
        return self._texts[path]

    def positions(self, path: str) -> Positions | None:
        """Return the positions of a file's text; None if it cannot be read."""
        if path not in self._positions:
            text = self.text(path)
            self._positions[path] = None if text is None else Positions(text, self.encoding)
        return self._positions[path]

    def definition_at(self, uri: str, position: types.Position) -> tuple[str, Definition] | None:
        """Return the definition of the symbol at a position, with the file's wire path."""
        path = self.path(uri, (*SERVED, _RESOURCES))
        places = None if path is None else self.positions(path)
        if path is None or places is None:
            return None
        found = find_definition(self.snapshot.index, path, places.offset(position), self.text)
        return None if found is None else (path, found)

    def uri(self, path: str) -> str:
        """Return the URI of a file by its wire path, in the folder as the editor spells it."""
        for root in self.snapshot.folders[1:]:
            if path.startswith(f"{root.prefix}/"):
                return (self._base(root.path) / path[len(root.prefix) + 1 :]).as_uri()
        return (self._base(self.snapshot.folders[0].path) / path).as_uri()

    def location(self, path: str, start: int, end: int) -> types.Location | None:
        """Return a location in a file; None if the file cannot be read."""
        places = self.positions(path)
        return None if places is None else types.Location(self.uri(path), places.range(start, end))

    def name_location(self, symbol: Symbol) -> types.Location | None:
        """Return the location of a declaration's name; a library's is in a generated document."""
        if symbol.facts.language == "library":
            from lsp_server.library_places import library_location

            documents = self.documents()
            return None if documents is None else library_location(self, documents, symbol)
        start, end = self.name_span(symbol)
        return self.location(symbol.path, start, end)

    def name_span(self, symbol: Symbol) -> tuple[int, int]:
        """Return the position of a declaration's name; a constructor without one has its class's."""
        text = self.text(symbol.path) or ""
        row = symbol.declaration
        if row.kind == "constructor" and not text.startswith((row.name, "constructor"), row.name_start):
            owner = symbol.owner
            if owner is not None:
                return self.name_span(owner)
        if row.kind == "anonymous":
            keyword = "object" if text.startswith("object", row.start) else "new"
            return row.start, row.start + len(keyword)
        start = row.name_start + text.startswith("`", row.name_start)
        name = row.name if text.startswith(row.name, start) else ""
        if not name and text.startswith("constructor", start):
            name = "constructor"
        return start, start + len(name)

    @staticmethod
    def key_of(symbol: Symbol) -> dict[str, object]:
        """Return a key by which a later request finds the declaration again."""
        row = symbol.declaration
        return {"path": symbol.path, "start": row.name_start, "name": row.name, "kind": row.kind}

    def symbol_of(self, key: object) -> Symbol | None:
        """Return the declaration of a key; if the file changed since, the nearest of its name."""
        if not isinstance(key, dict):
            return None
        path, start = key.get("path"), key.get("start")
        if not isinstance(path, str) or not isinstance(start, int):
            return None
        same = [
            one
            for one in self.snapshot.index.symbols(path)
            if one.name == key.get("name") and one.declaration.kind == key.get("kind")
        ]
        return min(same, key=lambda one: abs(one.declaration.name_start - start), default=None)

    def _base(self, real: Path) -> Path:
        known = self._bases.get(str(real))
        if known is None:
            same = (folder for folder in self.folders if folder.resolve() == real)
            known = self._bases[str(real)] = next(same, real)
        return known
