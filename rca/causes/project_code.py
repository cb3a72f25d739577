"""Functions, lines and tokens of the project's Kotlin and Java files, each file read once for an error."""

from __future__ import annotations

from rca.causes.file_functions import FileFunctions
from rca.causes.source_tokens import SourceTokens
from rca.index.index_view import IndexView
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

_LARGEST = 1_000_000
"""Characters of a file whose tokens are read: larger ones are generated, and would take all the time."""


class ProjectCode:
    """The files of a snapshot as the search for a cause reads them."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.index: IndexView = snapshot.index
        self._functions: dict[str, FileFunctions | None] = {}
        self._lines: dict[str, list[str]] = {}
        self._tokens: dict[str, SourceTokens | None] = {}

    def functions(self, path: str) -> FileFunctions | None:
        """Return the functions of a Kotlin or Java file, None for other files."""
        if path not in self._functions:
            facts = self.index.facts(path)
            if facts is not None and facts.language in ("kotlin", "java"):
                self._functions[path] = FileFunctions(path, facts, self.index.symbols(path))
            else:
                self._functions[path] = None
        return self._functions[path]

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file, unsaved text first; none where it cannot be read."""
        if path not in self._lines:
            self._lines[path] = (self.snapshot.text(path) or "").split("\n")
        return self._lines[path]

    def line(self, path: str, line: int) -> str:
        """Return one line, empty where the file is shorter."""
        lines = self.lines(path)
        return lines[line - 1] if 0 < line <= len(lines) else ""

    def body(self, function: Symbol) -> str:
        """Return the text of a function, whole lines."""
        return "\n".join(self.lines(function.path)[function.line - 1 : function.end_line])

    def tokens(self, path: str) -> SourceTokens | None:
        """Return the tokens of a Kotlin or Java file, None for other files and for one too large to read."""
        if path not in self._tokens:
            functions = self.functions(path)
            text = "\n".join(self.lines(path)) if functions is not None else ""
            if functions is None or len(text) > _LARGEST:
                self._tokens[path] = None
            else:
                self._tokens[path] = SourceTokens(text, kotlin=functions.facts.language == "kotlin")
        return self._tokens[path]
