"""The candidates of one error, and the code that they are found in, read once."""

from __future__ import annotations

from rca.causes.candidate import Candidate
from rca.causes.file_functions import FileFunctions
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot


class CandidateSet:
    """Candidates by function, with cached access to the files of the snapshot."""

    def __init__(self, snapshot: Snapshot, deadline: Deadline) -> None:
        self.snapshot = snapshot
        self.index = snapshot.index
        self.deadline = deadline
        self.found: dict[Symbol, Candidate] = {}
        self._files: dict[str, FileFunctions | None] = {}
        self._texts: dict[str, list[str]] = {}

    def candidate(self, function: Symbol, line: int) -> Candidate:
        """Return the candidate of a function; a new one gets the line."""
        found = self.found.get(function)
        if found is None:
            found = self.found[function] = Candidate(function, line)
        return found

    def name_of(self, symbol: Symbol) -> str:
        """Return how to name a declaration in a sentence where it was found by its name alone."""
        if len(self.index.declaring(symbol.name, "callable")) == 1:
            return f"`{symbol.display_name}`"
        return f"a `{symbol.name}`, perhaps `{symbol.display_name}`"

    def functions(self, path: str) -> FileFunctions | None:
        """Return the functions of a Kotlin or Java file, None for other files."""
        if path not in self._files:
            facts = self.index.facts(path)
            if facts is not None and facts.language in ("kotlin", "java"):
                self._files[path] = FileFunctions(path, facts, self.index.symbols(path))
            else:
                self._files[path] = None
        return self._files[path]

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file, unsaved text first; none where it cannot be read."""
        if path not in self._texts:
            self._texts[path] = (self.snapshot.text(path) or "").split("\n")
        return self._texts[path]

    def line(self, path: str, line: int) -> str:
        """Return one line, empty where the file is shorter."""
        lines = self.lines(path)
        return lines[line - 1] if 0 < line <= len(lines) else ""

    def body(self, function: Symbol) -> list[str]:
        """Return the lines of a function."""
        return self.lines(function.path)[function.line - 1 : function.end_line]
