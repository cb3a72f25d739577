"""Names that a compiler or linker cannot resolve: where they moved, what replaced them, similar names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.code import SuspectChange
from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.class_headers import header_span
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.error_symptoms import class_names
from rca.causes.configuration.nearest_names import nearest_declaration, nearest_resource
from rca.history.git import GitMissing
from rca.history.related_changes import missing_names, name_changes
from rca.history.removed_declarations import RemovedDeclaration, Successor, find_removed
from rca.history.repository import Commit, NoHistory, Repository, open_repository
from rca.resolve.symbol import Symbol

_HUNK = re.compile(r"(?m)^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_RESOURCE = re.compile(r"resource (?:[\w.]+:)?(\w+)/([\w.]+) .{0,120}not found")
_RESOURCE_USE = r"\bR\.(\w+)\.{name}\b|@(?:\+)?(\w+)/{name}\b"
_SHARE = 0.4
_MOST_CHANGES = 2
_NOT_LOADED = frozenset(("ClassNotFoundException", "NoClassDefFoundError"))


class MissingNameCauses(CauseSearcher):
    """Searches declarations and history for names that an error calls missing."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes for the first names that are missing."""
        yield from self._class_of_other_module()
        for name in missing_names(self._messages()):
            declared = self._files.classes(name)
            if declared:
                yield from self._other_module(name, declared[0])
                yield from self._other_package(name, declared)
            elif self._symptoms.report.diagnostics and not self._is_librarys(name):
                yield from self._not_declared(name)

    def _class_of_other_module(self) -> Iterator[ConfigurationCause]:
        """Yield the dependencies of a module that loads a class of another one by its name, in vain."""
        for exception in self._symptoms.exceptions:
            if exception.type.rpartition(".")[2] not in _NOT_LOADED:
                continue
            for name in class_names(exception.message or ""):
                for symbol in self._files.classes(name.partition("$")[0])[:1]:
                    yield from self._other_module(name, symbol)

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

    def _other_package(self, name: str, symbols: tuple[Symbol, ...]) -> Iterator[ConfigurationCause]:
        """Yield the import that names a class where it no longer is."""
        imported = re.compile(rf"(?m)^\s*import\s+(?:static\s+)?([\w.]+\.{re.escape(name)})\b")
        now = {symbol.qualified_name for symbol in symbols}
        for frame in self._symptoms.frames[:1]:
            lines = self._files.lines(frame.file_path)
            for match in imported.finditer(lines.text):
                if match[1] in now:
                    continue
                line = lines.line_of(match.start(1))
                symbol = symbols[0]
                yield ConfigurationCause(
                    "moved_name",
                    f"`{name}` is `{symbol.qualified_name}` today, and this file imports `{match[1]}`.",
                    (Span(frame.file_path, line, line, "failure_site"), header_span(symbol, self._files)),
                    (f"no file declares `{match[1]}`", f"`{symbol.path}` declares `{symbol.qualified_name}`"),
                    f"Import `{symbol.qualified_name}`.",
                )

    def _not_declared(self, name: str) -> Iterator[ConfigurationCause]:
        repository = self._repository()
        removed = None if repository is None else find_removed(repository, name)
        if removed is not None and removed.successor is not None:
            yield self._replaced(removed, removed.successor)
            return
        found = False
        for change in [] if repository is None else name_changes(repository, (name,))[0][:_MOST_CHANGES]:
            cause = self._removal(name, change)
            if cause is not None:
                found = True
                yield cause
        if not found and removed is None:
            yield from self._nearest(name)

    def _repository(self) -> Repository | None:
        for root in self._files.snapshot.roots[:1]:
            try:
                return open_repository(root, "build.gradle", self._files.deadline.part(_SHARE))
            except (NoHistory, GitMissing, OSError):
                return None
        return None

    def _replaced(self, removed: RemovedDeclaration, successor: Successor) -> ConfigurationCause:
        is_move = removed.name == successor.name
        did = "moved" if is_move else "renamed"
        where = f"to `{successor.path}`" if is_move else f"to `{successor.name}`"
        uses = f", and replaced {successor.uses} of its uses" if successor.uses > 1 else ""
        place = self._today(successor)
        users = tuple(self._users())
        tail = "" if is_move else "; the code that does not compile still has the old name"
        return ConfigurationCause(
            "renamed_name",
            f"{_who(removed.commit)} {did} `{removed.name}` {where}{uses}{tail}.",
            (*users, place) if users else (place,),
            (
                f"before, `{removed.path}` had `{removed.was[:80]}`",
                (
                    f"`{place.path}:{place.line}` has "
                    f"`{self._files.lines(place.path).line(place.line).strip()[:80]}`"
                ),
            ),
            f"Use `{successor.name}` here, if it means the same.",
        )

    def _today(self, successor: Successor) -> Span:
        """Return where the successor stands today: by its name in its file, else at the commit's line."""
        for symbol in self._files.snapshot.index.symbols(successor.path):
            if symbol.name == successor.name:
                line = symbol.declaration.name_line
                return Span(successor.path, line, line, "change")
        count = max(1, self._files.lines(successor.path).count)
        line = min(successor.line, count)
        return Span(successor.path, line, line, "change")

    def _removal(self, name: str, change: SuspectChange) -> ConfigurationCause | None:
        line, last = _lines_of(change)
        count = self._files.lines(change.file_path).count
        if not count:
            return None  # the file is gone today: no place can be shown
        span = Span(change.file_path, min(line, count), min(last, count), "change")
        who = f"Commit {change.commit[:10]}" if change.commit else "An edit that is not committed"
        return ConfigurationCause(
            "removed_name",
            f"{who} took `{name}` away from here ({change.summary}); what uses it does not compile.",
            (span, *self._users()),
            (f"the error does not find `{name}`", f"`{change.file_path}` had it before"),
            f"Look at the change: use the new name of `{name}`, or bring it back.",
        )

    def _nearest(self, name: str) -> Iterator[ConfigurationCause]:
        """Yield the nearest declared name of one that nothing declares and no commit removed."""
        kind = self._resource_kind(name)
        near = (
            nearest_declaration(name, self._files)
            if kind is None
            else nearest_resource(kind, name, self._files)
        )
        users = tuple(self._users())
        if near is None or not users:
            return
        what = f"`{kind}/{name}`" if kind else f"`{name}`"
        yield ConfigurationCause(
            "nearest_name",
            f"Nothing in the project declares {what}, nor did a commit of the last year remove it; the "
            "nearest name is "
            f"`{near[0]}`.",
            (*users, near[1]),
            (f"the error does not find {what}", f"`{near[1].path}:{near[1].line}` declares `{near[0]}`"),
            f"See whether `{near[0]}` is meant here.",
        )

    def _resource_kind(self, name: str) -> str | None:
        """Return the kind of resource (`string`, `drawable`) that a missing name is asked for as."""
        for match in _RESOURCE.finditer(self._symptoms.flat):
            if match[2] == name:
                return match[1]
        used = re.compile(_RESOURCE_USE.replace("{name}", re.escape(name)))
        for frame in self._symptoms.frames[:3]:
            use = used.search(self._files.lines(frame.file_path).line(frame.line or 0))
            if use is not None:
                return use[1] or use[2]
        return None

    def _users(self) -> Iterator[Span]:
        for frame in self._symptoms.frames[:1]:
            if frame.line is not None:
                yield Span(frame.file_path, frame.line, frame.line, "failure_site")


def _who(commit: Commit | None) -> str:
    return (
        "An edit that is not committed" if commit is None else f"Commit {commit.hash[:10]} ({commit.summary})"
    )


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
