"""Names that a compiler or the linker does not find: in another module, or taken away by a commit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.code import SuspectChange
from rca.causes.configuration.cause import ConfigurationCause, Span
from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.class_headers import header_span
from rca.history.git import GitMissing
from rca.history.related_changes import missing_names, name_changes
from rca.history.repository import NoHistory, open_repository
from rca.resolve.symbol import Symbol

_HUNK = re.compile(r"(?m)^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_SHARE = 0.5
_MOST_CHANGES = 2


class MissingNameCauses(CauseSearcher):
    """Searches declarations and history for names that an error calls missing."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes for the first names that are missing."""
        for name in missing_names(self._messages()):
            declared = self._files.classes(name)
            if declared:
                yield from self._other_module(name, declared[0])
            elif self._symptoms.report.diagnostics and not self._is_librarys(name):
                yield from self._removed(name)

    def _messages(self) -> list[str]:
        said = [one.message for one in self._symptoms.report.diagnostics if one.severity == "error"]
        return said + [f"{one.type}: {one.message}" for one in self._symptoms.exceptions if one.message]

    def _is_librarys(self, name: str) -> bool:
        """Return whether the files with the error import the name from a package of a library."""
        imported = re.compile(rf"(?m)^\s*import\s+(?:static\s+)?([\w.]*\b{re.escape(name)}\b[\w.]*)")
        return any(
            not self._files.is_own_package(match[1])
            for frame in self._symptoms.frames[:10]
            for match in imported.finditer(self._files.text(frame.file_path))
        )

    def _other_module(self, name: str, symbol: Symbol) -> Iterator[ConfigurationCause]:
        """Yield the dependencies of a module that uses a class of another one without asking for it."""
        home = self._files.module_folder(symbol.path)
        users = [self._files.module_folder(frame.file_path) for frame in self._symptoms.frames[:1]]
        for folder in users:
            block = self._blocks.dependencies(folder)
            if folder == home or not home or block is None or self._asks_for(folder, home):
                continue
            module = f":{home.replace('/', ':')}"
            yield ConfigurationCause(
                "missing_project_dependency",
                f"`{name}` is declared in `{module}`, and this module's `dependencies` do not ask for it.",
                (block, header_span(symbol, self._files)),
                (f"the error does not find `{name}`", f"`{symbol.path}` declares it"),
                f'Add `implementation(project("{module}"))`, or a module that passes it on with `api`.',
            )

    def _asks_for(self, folder: str, home: str) -> bool:
        """Return whether a module's script names another module, by path or by accessor."""
        last = home.rpartition("/")[2]
        named = re.compile(rf"[:./\"']{re.escape(last)}[\"')\s]|projects\.[\w.]*{_accessor(last)}\b")
        return any(named.search(self._files.text(path)) for path in self._files.scripts_of(folder))

    def _removed(self, name: str) -> Iterator[ConfigurationCause]:
        for change in self._changes(name)[:_MOST_CHANGES]:
            line, last = _lines_of(change)
            count = self._files.lines(change.file_path).count
            if not count:
                continue  # the file is gone today: no place can be shown
            span = Span(change.file_path, min(line, count), min(last, count), "change")
            who = f"Commit {change.commit[:10]}" if change.commit else "An edit that is not committed"
            yield ConfigurationCause(
                "removed_name",
                f"{who} took `{name}` away from here ({change.summary}); what uses it does not compile.",
                (span, *self._users()),
                (f"the error does not find `{name}`", f"`{change.file_path}` had it before"),
                f"Look at the change: use the new name of `{name}`, or bring it back.",
            )

    def _changes(self, name: str) -> list[SuspectChange]:
        for root in self._files.snapshot.roots[:1]:
            try:
                repository = open_repository(root, "build.gradle", self._files.deadline.part(_SHARE))
                return name_changes(repository, (name,))[0]
            except (NoHistory, GitMissing, OSError):
                return []
        return []

    def _users(self) -> Iterator[Span]:
        for frame in self._symptoms.frames[:1]:
            if frame.line is not None:
                yield Span(frame.file_path, frame.line, frame.line, "failure_site")


def _accessor(name: str) -> str:
    """Return a module's name as Gradle's type-safe accessors spell it."""
    head, *rest = re.split(r"[-_.]", name)
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def _lines_of(change: SuspectChange) -> tuple[int, int]:
    """Return the lines that the first hunk of a change leaves."""
    hunk = _HUNK.search(change.diff or "")
    if hunk is None:
        return 1, 1
    first = max(1, int(hunk[1]))
    return first, max(first, first + int(hunk[2] or 1) - 1)
