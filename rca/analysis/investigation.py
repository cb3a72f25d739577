"""The analysis of one error: its code, its history and past solutions, collected in one result.

Each step adds what it finds and says what it could not find out. A step that fails takes nothing
from the others: a person in the middle of a crash needs the part that works.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from models.captured_state import CapturedState
from models.code import Caller, CodeContext, ProjectFrame
from models.evidence import PastCause
from models.tools.web_search_wiki import WebSource
from rca.analysis.change_target import change_target
from rca.analysis.error_source import ErrorSource
from rca.analysis.function_context import context_of_function
from rca.analysis.further_errors import place_further_errors
from rca.analysis.investigation_results import Findings
from rca.analysis.knowledge_project import WorkspaceProject
from rca.analysis.locating.expression_frames import follow_expression
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.analysis.locating.hang_places import WorkspaceCode
from rca.analysis.locating.looked_up_frames import frames_of
from rca.analysis.locating.text_places import places_in_text
from rca.analysis.project_versions import environment_of
from rca.analysis.rendering.error_headline import headline, root_exception
from rca.analysis.rendering.explain_error import likely_cause
from rca.analysis.rendering.shown_code import WHOLE_FUNCTION
from rca.causes.captured.expression_values import decide_expression, state_line_values, state_values
from rca.causes.failure.find_failure import find_failure
from rca.causes.failure.reentry import find_reentry
from rca.causes.hypotheses import find_hypotheses
from rca.causes.leaks.leak_failure import leak_failure
from rca.causes.leaks.leak_places import frames_of as frames_of_leak
from rca.causes.moved_lines.moved_frames import follow_moved_lines
from rca.causes.project_code import ProjectCode
from rca.causes.value_uses import find_value_uses
from rca.hangs.find_wait_graph import decisive_places, find_wait_graph
from rca.hangs.hang_dump import MOST_CHARACTERS
from rca.history.change_query import SuspectOutcome
from rca.history.suspect_changes import suspects
from rca.index.xref_protocols import CallerAnswer
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.observation_recorder import MadeHypotheses, Observation, SeenCodeChanges
from rca.knowledge.problem.message_template import first_line
from rca.knowledge.recurrence import SeenError
from rca.navigation.callers import find_callers
from rca.scheduling.deadline import Deadline
from rca.text.line_index import Lines
from rca.tool_failure import Failure
from rca.web.page_ranking import Ranking
from rca.web.private_names import private_names
from rca.web.search_source import NotAllowed
from rca.web.version_fit import versions_used
from rca.web.web_query import query_of_error
from rca.web.web_search import SOURCES, WebSearch
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_beside_production

CONTEXT_LINES = 20
CALLER_DEPTH = 3
MOVED_SHARE = 0.1
FAILURE_SHARE = 0.25
FURTHER_ERRORS_SHARE = 0.1
HYPOTHESES_SHARE = 0.5
"""Part of the time that is left for hypotheses."""
_SHARE_WITHOUT_FRAMES = 0.7
"""The same where no place is known yet: callers and history need one."""
MOST_CALLERS = 50
_QUOTED_CALLERS = 6
"""Direct callers whose line is shown."""
MOST_SOLUTIONS = 5
MOST_PAGES = 5


@dataclass(frozen=True)
class WebAccess:
    """How to search the web, if the caller wants that, and which names must not be sent."""

    search: WebSearch
    app_packages: tuple[str, ...]

    @property
    def sources(self) -> tuple[WebSource, ...]:
        """The sources that the user already allowed; if there is none, those to ask about."""
        allowed = tuple(source for source in SOURCES if self.search.asks_nothing(source))
        return allowed or ("stackoverflow", "github")


@dataclass
class Investigation:
    """The investigation of one error in one snapshot."""

    snapshot: Snapshot
    knowledge: KnowledgeStore
    source: ErrorSource
    deadline: Deadline
    web: WebAccess | None = None
    observe: Callable[[Observation], None] = lambda _observation: None
    """Is told that the error happened, what was made of it, and that code of past solutions changed."""

    capture: CapturedState | None = None
    """The values at the throw, where they were captured."""

    def run(self) -> Findings:
        """Run every step that time allows; git runs in parallel with the others."""
        found = Findings(error=self.source.report)
        # With a deadline of its own: it is stored when this call is over, cancelled or not.
        here = WorkspaceProject(self.snapshot, Deadline())
        self.observe(SeenError(self.source.text, self.source.report, here))
        self._step(found, "project frames", self._locate)
        self._step(found, "wait-for graph", self._wait_graph)
        self._step(found, "failure", self._failure)
        self._step(found, "line of the failure", self._follow_expression)
        self._step(found, "hypotheses", self._hypotheses)
        self.observe(MadeHypotheses(found.error, found.hypotheses, here))
        self._step(found, "line of the failure", self._failing_line)
        self._step(found, "further errors", self._further_errors)
        self._step(found, "callers", self._direct_callers)
        with ThreadPoolExecutor(1, "rca-history") as pool:
            history = pool.submit(self._history, found, found.callers)
            self._step(found, "past solutions", self._solutions)
            self._step(found, "code", self._context)
            self._step(found, "code of the likely cause", self._cause_context)
            self._step(found, "uses of the failing value", self._value_uses)
            self._step(found, "callers", self._callers)
            if self.web is not None:
                self._step(found, "web", self._web)
            changes = history.result()
        if changes is not None:
            found.changes = changes.changes
            found.gaps.extend(f"suspect changes: {note}" for note in changes.notes)
        return found

    def _step(self, found: Findings, name: str, step: Callable[[Findings], None]) -> None:
        if self.deadline.expired:
            found.gaps.append(f"{name}: not looked at, the time ran out")
            return
        try:
            step(found)
        except Failure as failure:
            found.gaps.append(f"{name}: {failure.error.code}: {failure.error.message}")

    def _locate(self, found: Findings) -> None:
        if found.error.leak_trace is not None:
            found.frames = frames_of_leak(found.error.leak_trace, ProjectCode(self.snapshot))
            known = found.error.leak_trace.kind == "library"
            found.culprit = None if known else next(iter(found.frames), None)
            return
        found.frames = locate(found.error, self.snapshot)
        if not found.frames:
            found.frames, notes = places_in_text(self.source.text, found.error, self.snapshot)
            found.gaps.extend(f"project frames: {note}" for note in notes)
        found.culprit = choose_culprit(found.error, found.frames, self.snapshot)
        self._follow_moved_lines(found)
        if not self.snapshot.index.ready:
            found.gaps.append("project frames: the workspace is still being indexed, there may be more")

    def _follow_moved_lines(self, found: Findings) -> None:
        places = (*found.frames, *([found.culprit] if found.culprit is not None else ()))
        followed = follow_moved_lines(found.error, places, self.snapshot, self.deadline.part(MOVED_SHARE))
        found.frames = followed[: len(found.frames)]
        if found.culprit is not None:
            found.culprit = followed[-1]

    def _wait_graph(self, found: Findings) -> None:
        if found.error.kind != "anr":
            return
        if len(self.source.text) > MOST_CHARACTERS:
            found.gaps.append("wait-for graph: the text is too long for it: give one dump alone")
        else:
            code = WorkspaceCode(self.snapshot)
            found.wait_graph = find_wait_graph(self.source.text, self.snapshot.app_packages, code)
            _point_to_hang(found, code)

    def _failure(self, found: Findings) -> None:
        if found.error.leak_trace is not None:
            found.failure = leak_failure(found.error.leak_trace, ProjectCode(self.snapshot))
            return
        deadline = self.deadline.part(FAILURE_SHARE)
        failure = find_failure(found.error, found.frames, self.snapshot, deadline)
        found.failure = decide_expression(failure, self.capture)
        found.reentry = find_reentry(found.error, found.frames)

    def _follow_expression(self, found: Findings) -> None:
        """Take the failing expression's line for a frame's whose own line holds nothing that can fail."""
        moved = follow_expression(found.culprit, found.failure, self.snapshot)
        if moved is not None:
            found.frames = tuple(moved if frame == found.culprit else frame for frame in found.frames)
            found.culprit = moved

    def _hypotheses(self, found: Findings) -> None:
        explained = find_hypotheses(
            found.error,
            self.source.text,
            found.frames,
            found.culprit,
            found.failure,
            self.snapshot,
            self.deadline.part(HYPOTHESES_SHARE if found.frames else _SHARE_WITHOUT_FRAMES),
            self._past_causes(found),
            self.capture,
        )
        found.hypotheses = explained.hypotheses
        found.captured_values = state_values(found.failure, self.capture) or self._values_of_line(found)
        found.value_source = explained.value_source
        found.key_writers, found.passed_values = explained.key_writers, explained.passed_values
        if not found.frames:
            found.frames = frames_of(found.failure, explained.looked_up, self.snapshot)
            if (
                not found.error.obfuscated and found.error.leak_trace is None
            ):  # its own frames, which cannot be read yet, tell more
                found.culprit = next(iter(found.frames), None)
        found.gaps.extend(f"hypotheses: {reason}" for reason in explained.reasons)

    def _failing_line(self, found: Findings) -> None:
        """Show the failing expression's line of a function whose line the error does not give."""
        culprit, failure = found.culprit, found.failure
        function = culprit.function if culprit is not None else None
        shown = failure.expression if failure is not None else None
        if culprit is None or function is None or shown is None or culprit.line != function.start_line:
            return
        frames = (frame for exception in found.error.exceptions for frame in exception.frames)
        told = next((frame.line for frame in frames if frame.text == culprit.text), None)
        is_inside = function.start_line < shown.start_line <= function.end_line
        if told == culprit.line or shown.file_path != culprit.file_path or not is_inside:
            return
        code = Lines(self.snapshot.text(culprit.file_path) or "").line(shown.start_line).strip() or None
        moved = culprit.model_copy(update={"line": shown.start_line, "code": code})
        found.frames = tuple(moved if frame == culprit else frame for frame in found.frames)
        found.culprit = moved

    def _further_errors(self, found: Findings) -> None:
        deadline = self.deadline.part(FURTHER_ERRORS_SHARE)
        found.further_errors = place_further_errors(found.error, self.snapshot, deadline)

    def _values_of_line(self, found: Findings) -> str | None:
        """Return the values at the topmost frame's line, where no failing expression says which count."""
        if self.capture is None or not self.capture.frames:
            return None
        top = self.capture.frames[0]
        place = next((one for one in found.frames if one.line == top.line and _is_file(one, top.file)), None)
        if place is None or place.line is None:
            return None
        lines = (self.snapshot.text(place.file_path) or "").split("\n")
        return state_line_values(lines[place.line - 1], self.capture) if place.line <= len(lines) else None

    def _past_causes(self, found: Findings) -> tuple[PastCause, ...]:
        try:
            return self.knowledge.past_causes(found.error, WorkspaceProject(self.snapshot, self.deadline))
        except Failure as failure:
            # What was decided before only shifts the order.
            found.gaps.append(f"hypotheses: past fixes are not known: {failure.error.message}")
            return ()

    def _context(self, found: Findings) -> None:
        culprit = found.culprit
        if culprit is not None and culprit.line is not None:
            found.context = self._code(culprit.file_path, culprit.line)

    def _code(self, path: str, line: int) -> CodeContext:
        return context_of_function(self.snapshot, path, line, CONTEXT_LINES, WHOLE_FUNCTION)

    def _cause_context(self, found: Findings) -> None:
        cause = likely_cause(found)
        if cause is not None:
            place = cause.places[0]
            found.cause_context = self._code(place.file_path, place.line)

    def _value_uses(self, found: Findings) -> None:
        found.value_uses = find_value_uses(found.failure, found.culprit, ProjectCode(self.snapshot))

    def _direct_callers(self, found: Findings) -> None:
        found.callers = self._ask_callers(found, 1).callers[:MOST_CALLERS]

    def _callers(self, found: Findings) -> None:
        answer = self._ask_callers(found, CALLER_DEPTH)
        found.callers = _ordered(answer.callers[:MOST_CALLERS], found.frames)
        found.caller_code = _lines_of_calls(found.callers, self.snapshot)
        if not answer.complete:
            found.gaps.extend(f"callers: {reason}" for reason in answer.reasons)

    def _ask_callers(self, found: Findings, depth: int) -> CallerAnswer:
        culprit = found.culprit
        function = None
        if culprit is not None and culprit.line is not None:
            function = self.snapshot.index.enclosing_function(culprit.file_path, culprit.line)
        if function is None:
            return CallerAnswer((), complete=True, reasons=())
        return find_callers(self.snapshot.index, (function,), depth, self.deadline, most=MOST_CALLERS)

    def _solutions(self, found: Findings) -> None:
        project = WorkspaceProject(self.snapshot, self.deadline)
        answer = self.knowledge.find(
            self.source.text,
            found.error,
            # A record that is less likely than none would send a person the wrong way.
            min_confidence=None,
            limit=MOST_SOLUTIONS,
            deadline=self.deadline,
            project=project,
            occurring=True,
        )
        if answer.code_changes:
            self.observe(SeenCodeChanges(answer.code_changes, project))
        found.solutions = answer.outcome.results
        found.weaker_solutions = answer.weaker
        found.failed_attempts = answer.outcome.failed_attempts
        found.verdict = answer.outcome.verdict
        if answer.partial:
            # A way of searching that is ready lacks nothing.
            lacking = (note for note in (*answer.notes, *answer.recurrences) if not note.endswith(": ready"))
            found.gaps.extend(f"past solutions: {_in_words(note)}" for note in lacking)

    def _web(self, found: Findings) -> None:
        if self.web is None:
            return
        private = private_names(self.snapshot, self.web.app_packages)
        # Of a text in no known form its first line says most.
        unknown = found.error.kind == "unknown"
        line = first_line(self.source.text) if unknown else headline(found.error)
        query = query_of_error(root_exception(found.error), line, private)
        if not query.text:
            found.gaps.append("web: nothing is left to ask once private names are removed")
            return
        answers = self.web.search.run(query, self.web.sources)
        ranking = Ranking(query, versions_used(environment_of(self.snapshot)))
        found.web = ranking.ranked((one.source, one.pages) for one in answers)[:MOST_PAGES]
        found.gaps.extend(f"web: {note}" for one in answers for note in one.gaps)
        refused = [one.problem for one in answers if isinstance(one.problem, NotAllowed)]
        found.gaps.extend(f"web: NETWORK_DISABLED: {problem}" for problem in refused)
        found.gaps.extend(
            f"web: {one.problem}" for one in answers if one.problem and one.problem not in refused
        )

    def _history(self, found: Findings, callers: tuple[Caller, ...]) -> SuspectOutcome | None:
        """Query git about all places that may be behind the error; None if there is nothing to ask."""
        try:
            asked = change_target(found, self.source.text, callers, self.snapshot)
        except Failure as failure:
            return SuspectOutcome((), (f"{failure.error.code}: {failure.error.message}",))
        if asked is None:
            return None
        root, target = asked
        outcome = suspects(root.path, target, self.deadline)
        shown = tuple(
            change.model_copy(update={"file_path": root.wire(change.file_path)}) for change in outcome.changes
        )
        return SuspectOutcome(shown, outcome.notes)


def _point_to_hang(found: Findings, code: WorkspaceCode) -> None:
    """Put the frames of the wait-for graph before the others, and take its decisive one as the culprit."""
    if found.wait_graph is None:
        return
    placed = [code.project_frame(place.frame) for place in decisive_places(found.wait_graph)]
    decisive = [frame for frame in placed if frame is not None]
    if decisive:
        places = {(frame.file_path, frame.line): frame for frame in (*decisive, *found.frames)}
        found.frames = tuple(places.values())
        if found.culprit is None or not any(_is_same(found.culprit, frame) for frame in decisive):
            found.culprit = decisive[0]


def _is_same(one: ProjectFrame, other: ProjectFrame) -> bool:
    return (one.file_path, one.line) == (other.file_path, other.line)


def _is_file(place: ProjectFrame, name: str | None) -> bool:
    return name is not None and place.file_path.rpartition("/")[2] == name


def _in_words(note: str) -> str:
    """Return the limitations of a knowledge search as sentences for a person."""
    part, _, why = note.partition(" (")
    if not part.startswith("dense:"):
        return note
    return f"compared by their words alone ({why}" if why else "compared by their words alone"


def _ordered(callers: tuple[Caller, ...], frames: Sequence[ProjectFrame]) -> tuple[Caller, ...]:
    """Move tests, benchmarks and samples to the end, unless such code was running."""
    if any(is_beside_production(frame.file_path) for frame in frames):
        return callers
    return tuple(sorted(callers, key=lambda caller: is_beside_production(caller.file_path)))


def _lines_of_calls(callers: Sequence[Caller], snapshot: Snapshot) -> dict[tuple[str, int], str]:
    """Return the lines of the first direct callers: what they pass is mostly the next question."""
    lines: dict[tuple[str, int], str] = {}
    for caller in [one for one in callers if one.depth == 1][:_QUOTED_CALLERS]:
        text = snapshot.text(caller.file_path)
        if text is not None:
            lines[caller.file_path, caller.line] = Lines(text).line(caller.line).strip()
    return lines
