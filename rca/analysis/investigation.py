"""The main job: from an error to everything the project, its history and past solutions say about it.

Each step adds what it finds and says what it could not find out. A step that fails takes nothing
from the others: a person in the middle of a crash needs the part that works.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from models.settings import NetworkSettings
from models.tools.web_search_wiki import WebSource
from rca.analysis.brief import headline
from rca.analysis.findings import Findings
from rca.analysis.locate import choose_culprit, locate
from rca.analysis.source import ErrorSource
from rca.cancellation import Watch
from rca.failure import Failure
from rca.history import ChangeTarget, missing_names, suspects
from rca.knowledge.store import KnowledgeStore
from rca.web.outgoing import outgoing
from rca.web.search import SOURCES, ask_all, ranked
from rca.workspace import Snapshot
from rca.workspace.context import code_context
from rca.workspace.roots import Root

CONTEXT_LINES = 20
CALLER_DEPTH = 3
MOST_CALLERS = 50
MOST_SOLUTIONS = 5
MOST_PAGES = 5
SOLUTION_CONFIDENCE = 0.5
"""A solution that is more likely wrong than right would send a person the wrong way."""


@dataclass(frozen=True)
class WebAccess:
    """The user's leave to ask the web: which sources, where they are, and whose names must not be sent."""

    settings: NetworkSettings
    folder: Path
    app_packages: tuple[str, ...]

    @property
    def sources(self) -> tuple[WebSource, ...]:
        """The sources that are known and allowed."""
        return tuple(source for source in SOURCES if source in self.settings.allowed_sources)


@dataclass
class Investigation:
    """One error under investigation, in one snapshot."""

    snapshot: Snapshot
    knowledge: KnowledgeStore
    source: ErrorSource
    watch: Watch
    web: WebAccess | None = None

    def run(self) -> Findings:
        """Do every step that time allows."""
        found = Findings(error=self.source.report)
        steps: tuple[tuple[str, Callable[[Findings], None]], ...] = (
            ("project frames", self._locate),
            ("past solutions", self._solutions),
            ("code", self._context),
            ("callers", self._callers),
            ("suspect changes", self._changes),
            ("web", self._web),
        )
        for name, step in steps:
            if self.watch.expired:
                found.lacks.append(f"{name}: not looked at, the time ran out")
                continue
            try:
                step(found)
            except Failure as failure:
                found.lacks.append(f"{name}: {failure.error.code}: {failure.error.message}")
        return found

    def _locate(self, found: Findings) -> None:
        found.frames = locate(found.error, self.snapshot)
        found.culprit = choose_culprit(found.error, found.frames, self.snapshot)
        if not self.snapshot.index.ready:
            found.lacks.append("project frames: the workspace is still being indexed, there may be more")

    def _context(self, found: Findings) -> None:
        culprit = found.culprit
        if culprit is not None and culprit.line is not None:
            found.context = code_context(self.snapshot, culprit.file_path, culprit.line, CONTEXT_LINES)

    def _callers(self, found: Findings) -> None:
        culprit = found.culprit
        if culprit is None or culprit.line is None:
            return
        function = self.snapshot.index.enclosing_function(culprit.file_path, culprit.line)
        if function is None:
            return
        answer = self.snapshot.index.callers((function,), CALLER_DEPTH, self.watch)
        found.callers = answer.callers[:MOST_CALLERS]
        if not answer.complete:
            found.lacks.extend(f"callers: {reason}" for reason in answer.reasons)

    def _solutions(self, found: Findings) -> None:
        answer = self.knowledge.find(
            self.source.text,
            found.error,
            min_confidence=SOLUTION_CONFIDENCE,
            limit=MOST_SOLUTIONS,
            watch=self.watch,
        )
        found.solutions = answer.outcome.results
        found.failed_attempts = answer.outcome.failed_attempts
        found.verdict = answer.outcome.verdict
        if answer.partial:
            # A way of searching that is ready lacks nothing.
            lacking = (note for note in answer.notes if not note.endswith(": ready"))
            found.lacks.extend(f"past solutions: {note}" for note in lacking)

    def _web(self, found: Findings) -> None:
        if self.web is None:
            return
        if not self.web.sources:
            found.lacks.append("web: NETWORK_DISABLED: no source is allowed in rca.network.allowedSources")
            return
        index = self.snapshot.index
        query = outgoing(
            headline(found.error), self.web.app_packages, lambda name: bool(index.declaring(name, "class"))
        )
        if not query:
            found.lacks.append("web: nothing is left to ask once private names are removed")
            return
        answers = ask_all(query, self.web.sources, self.web.settings, self.web.folder, self.watch)
        found.web = ranked(query, answers)[:MOST_PAGES]
        found.lacks.extend(f"web: {answer.source}: {answer.problem}" for answer in answers if answer.problem)

    def _changes(self, found: Findings) -> None:
        culprit = found.culprit
        if culprit is None:
            return
        file = self.snapshot.resolve(culprit.file_path)
        if file.root is None:
            return
        root, function = file.root, culprit.function
        direct = [(caller.file_path, caller.line) for caller in found.callers if caller.depth == 1]
        if found.error.kind == "anr":
            # The code that waits for the culprit may be what changed, though it does not call it.
            direct += [(frame.file_path, frame.line) for frame in found.frames if frame.line is not None]
        target = ChangeTarget(
            file_path=_inside(root, file.path),
            line=culprit.line,
            function=(function.start_line, function.end_line) if function else None,
            callers=tuple((_inside(root, path), line) for path, line in direct),
            unsaved={_inside(root, path): overlay.text for path, overlay in self.snapshot.overlays.items()},
            libraries=_libraries(found),
            names=missing_names(_messages(found)),
        )
        outcome = suspects(root.path, target, self.watch)
        found.changes = tuple(
            change.model_copy(update={"file_path": root.wire(change.file_path)}) for change in outcome.changes
        )
        found.lacks.extend(f"suspect changes: {note}" for note in outcome.notes)


def _messages(found: Findings) -> list[str]:
    """Give what the error says in words: messages of errors and of exceptions with their types."""
    said = [message.message for message in found.error.diagnostics if message.severity == "error"]
    return said + [f"{exception.type}: {exception.message}" for exception in found.error.exceptions]


def _inside(root: Root, path: str) -> str:
    """Give a path of that folder relative to it; git knows nothing of the wire's prefixes."""
    return path.removeprefix(f"{root.prefix}/") if root.prefix else path


def _libraries(found: Findings) -> tuple[str, ...]:
    """Name the libraries that the error speaks of: classes of library frames, artifacts of build errors."""
    classes = dict.fromkeys(
        frame.class_name
        for exception in found.error.exceptions
        for frame in exception.frames
        if frame.origin == "library" and frame.class_name
    )
    artifacts = [place.text for place in found.frames if found.error.kind == "dependency_resolution"]
    return (*artifacts, *list(classes)[:20])
