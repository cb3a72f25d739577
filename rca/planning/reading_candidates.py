"""Candidates for reading, each with relevance and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from models.navigation import Dependency
from rca.analysis.dependency_graph.dependencies import find_dependencies
from rca.analysis.dependency_graph.dependents import find_dependents
from rca.analysis.dependency_graph.query_target import QueryTarget
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.analysis.search.code_search import Alike, Search
from rca.analysis.search.search_query import query_of
from rca.analysis.search.search_scope import files_in
from rca.languages.facts import NONE
from rca.navigation.callers import find_callers
from rca.planning.task import Task
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test, modules_of

CULPRIT, FRAME, NAMED, NAMED_FILE = 1.0, 0.85, 0.9, 0.95
_CALLER, _FOUND = 0.6, 0.7
_TEST, _USED, _USES = 0.55, 0.5, 0.4
"""Of what they belong to."""
_ONE_OF_MANY = 0.4
_LEAST_FOUND = 0.3
"""Of the best hit of a search: its relevance orders hits, and says little by itself."""
_SCRIPT, _OVERVIEW = 0.55, 0.75
_MOST_FRAMES, _MOST_CALLERS, _MOST_FOUND, _MOST_LINKS, _MOST_NEIGHBOURS = 12, 8, 20, 6, 3
_LONGEST_QUESTION = 600
_TEST_ENDINGS = ("Test", "Tests", "Spec", "IT")
_FALLS = 0.97
"""What each further one of a kind counts, so that those that come first stay first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A declaration, a file, or a module (a `path` that begins with a colon)."""

    path: str
    symbol: Symbol | None
    relevance: float
    reason: str

    @property
    def key(self) -> tuple[str, int]:
        """Identity of the candidate, so that it is planned once."""
        return self.path, NONE if self.symbol is None else self.symbol.index


def candidates(task: Task, snapshot: Snapshot, alike: Alike, deadline: Deadline) -> list[Candidate]:
    """Return all candidates, best first, each once with its best reason.

    If the deadline expires, those found until then.
    """
    modules = modules_of(snapshot.index)
    best: dict[tuple[str, int], Candidate] = {}
    sources: Sequence[Callable[[], Iterator[Candidate]]] = (
        lambda: _of_error(task, snapshot, deadline.part(0.4)),
        lambda: _named(task),
        lambda: _of_kind(task, snapshot, modules),
        lambda: _found(task, snapshot, modules, alike, deadline.part(0.5)),
        lambda: _around(list(best.values()), task, snapshot, modules, deadline),
    )
    for source in sources:
        if deadline.expired:
            break
        for one in source():
            known = best.get(one.key)
            if known is None or one.relevance > known.relevance:
                best[one.key] = one
    return sorted(best.values(), key=lambda one: (-one.relevance, one.path))


def _of_error(task: Task, snapshot: Snapshot, deadline: Deadline) -> Iterator[Candidate]:
    if task.report is None:
        return
    frames = locate(task.report, snapshot)
    culprit = choose_culprit(task.report, frames, snapshot)
    for number, frame in enumerate(frames[:_MOST_FRAMES]):
        symbol = (
            None if frame.line is None else snapshot.index.enclosing_function(frame.file_path, frame.line)
        )
        is_culprit = culprit is not None and (frame.file_path, frame.line) == (
            culprit.file_path,
            culprit.line,
        )
        place = f"line {frame.line}" if frame.line else "the file"
        if is_culprit:
            yield Candidate(frame.file_path, symbol, CULPRIT, f"the error's likely culprit is at {place}")
            if symbol is not None:
                yield from _callers(symbol, snapshot, deadline)
        else:
            yield Candidate(frame.file_path, symbol, FRAME * _FALLS**number, f"the error names {place} of it")


def _callers(symbol: Symbol, snapshot: Snapshot, deadline: Deadline) -> Iterator[Candidate]:
    answer = find_callers(snapshot.index, (symbol,), 1, deadline)
    for number, caller in enumerate(answer.callers[:_MOST_CALLERS]):
        around = snapshot.index.enclosing_function(caller.file_path, caller.line)
        yield Candidate(
            caller.file_path,
            around,
            _CALLER * _FALLS**number,
            f"calls {symbol.display_name} at line {caller.line}",
        )


def _named(task: Task) -> Iterator[Candidate]:
    for number, symbol in enumerate(task.symbols):
        yield Candidate(symbol.path, symbol, NAMED * _FALLS**number, f"the task names {symbol.display_name}")
    for path in task.paths:
        yield Candidate(path, None, NAMED_FILE, "the task names the file")


def _of_kind(task: Task, snapshot: Snapshot, modules: Modules) -> Iterator[Candidate]:
    listed = snapshot.index.listed
    is_build_error = task.report is not None and task.report.kind in ("gradle_build", "dependency_resolution")
    if task.kind == "build" or is_build_error:
        for path in listed:
            base = PurePosixPath(path).name
            if base in ("libs.versions.toml", "settings.gradle.kts", "settings.gradle", "gradle.properties"):
                yield Candidate(path, None, _SCRIPT, "states versions and modules of the build")
            elif base in ("build.gradle.kts", "build.gradle", "pom.xml") and path.count("/") <= 1:
                yield Candidate(path, None, _SCRIPT * _FALLS ** (1 + path.count("/")), "a build script")
    if task.kind == "architecture":
        yield Candidate(":", None, _OVERVIEW, "the whole project in short")
        for name in modules.names:
            if name != ":" and name.rpartition(":")[2] in task.text:
                yield Candidate(name, None, _OVERVIEW * _FALLS, f"the task names the module {name}")


def _found(
    task: Task, snapshot: Snapshot, modules: Modules, alike: Alike, deadline: Deadline
) -> Iterator[Candidate]:
    words = task.text if task.report is None else task.report.what_went_wrong or _message(task)
    query = query_of(words[:_LONGEST_QUESTION])
    if not query.text:
        return
    _scope, paths = files_in(snapshot.index, modules, "all", None)
    search = Search(snapshot, modules, query, deadline)
    answer = search.run(paths, alike)
    most = max((hit.relevance for hit in answer.hits), default=0.0)
    near = tuple(one for one in answer.hits[:_MOST_FOUND] if one.relevance >= most * _LEAST_FOUND)
    for hit in search.shown(near):
        # What has one of many words may be about anything.
        share = len(hit.matched) / len(query.words) if query.words else 1.0
        sure = _ONE_OF_MANY + (1 - _ONE_OF_MANY) * min(1.0, share) if hit.matched else 1.0
        symbol = next(
            (
                one
                for one in snapshot.index.symbols(hit.file_path)
                if one.qualified_name == hit.qualified_name and one.line <= hit.line <= one.end_line
            ),
            None,
        )
        told = f"has the task's words {', '.join(hit.matched[:4])}" if hit.matched else "fits the task's text"
        yield Candidate(hit.file_path, symbol, _FOUND * sure * hit.relevance / most, told)


def _message(task: Task) -> str:
    exceptions = () if task.report is None else task.report.exceptions
    return " ".join(one.message for one in exceptions if one.message)


def _around(
    known: list[Candidate], task: Task, snapshot: Snapshot, modules: Modules, deadline: Deadline
) -> Iterator[Candidate]:
    """Return what the best candidates use, what uses them, and their tests."""
    owners: dict[Symbol, float] = {}
    for one in sorted(known, key=lambda one: -one.relevance):
        owner = None if one.symbol is None else _class_of(one.symbol)
        if owner is not None and not is_test(owner.path):
            owners.setdefault(owner, one.relevance)
    test = _TEST if task.kind != "tests" else _FALLS
    for symbol, own in list(owners.items())[:_MOST_NEIGHBOURS]:
        if deadline.expired:
            return
        for ending in _TEST_ENDINGS:
            for path in _files(snapshot, symbol, ending):
                yield Candidate(path, None, own * test, f"is named as the test of {symbol.name}")
        subject = QueryTarget("class", symbol.qualified_name, symbols=(symbol,))
        part = deadline.part(0.3)
        used = find_dependencies(snapshot, modules, subject, 1, part).dependencies
        yield from _linked(used, snapshot, own * _USED, f"{symbol.name} uses it")
        users = find_dependents(snapshot, modules, subject, 1, part).dependents
        yield from _linked(users, snapshot, own * _USES, f"uses {symbol.name}")


def _linked(
    found: Sequence[Dependency], snapshot: Snapshot, relevance: float, reason: str
) -> Iterator[Candidate]:
    own = [one for one in found if not one.external and one.file_path is not None]
    own.sort(key=lambda one: -one.uses)
    for number, one in enumerate(own[:_MOST_LINKS]):
        symbol = next(
            (
                held
                for held in snapshot.index.symbols(one.file_path or "")
                if held.qualified_name == one.qualified_name
            ),
            None,
        )
        yield Candidate(one.file_path or "", symbol, relevance * _FALLS**number, reason)


def _files(snapshot: Snapshot, symbol: Symbol, ending: str) -> Iterator[str]:
    for suffix in (".kt", ".java"):
        yield from snapshot.index.files_named(f"{symbol.name}{ending}{suffix}")


def _class_of(symbol: Symbol) -> Symbol | None:
    around: Symbol | None = symbol
    while around is not None and not around.declaration.is_class:
        around = around.parent
    return around
