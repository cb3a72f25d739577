"""A session: workspace, editor state, settings, knowledge and tool calls of one user."""

from __future__ import annotations

import contextlib
import logging
import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lsp_server.background_index import BackgroundIndex
from lsp_server.call_asker import Asker, ask_nobody
from lsp_server.debug_stop_errors import DebugStops
from lsp_server.shared_error_watcher import SharedErrorWatcher
from models.editor import EditorState
from models.envelope import Envelope, Meta
from models.error_codes import ErrorCode, ToolError
from models.settings import Settings
from rca.files.editor_edit import EditInEditor, no_editor
from rca.files.read_cache import ReadCache
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.observation_recorder import ObservationRecorder
from rca.policy.policy_state import Policy
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.terminal.command_history import TerminalHistory
from rca.tool_failure import Failure
from rca.toolkit import tool_catalog
from rca.toolkit.tool import (
    Approval,
    ApprovalRequest,
    EditorCallers,
    Tool,
    ToolContext,
    invoke,
    soft_deadline,
)
from rca.web.consent import AskEgress
from rca.web.consent import ask_nobody as ask_nobody_about_egress
from rca.workspace import Change, DocumentChanged, Workspace

if TYPE_CHECKING:
    from models.events import ErrorEvents, OutputChunk
    from models.test_discovery import TestNews
    from rca.error_text import Occurrence
    from rca.events.error_watcher import ErrorWatch
    from rca.events.event_log import Details
    from rca.workspace.library_loader import LibraryCaches, LibraryReport

_logger = logging.getLogger(__name__)


def _with_gaps(envelope: Envelope, gaps: tuple[str, ...]) -> Envelope:
    """Return an answer that also tells of gaps that it does not tell of yet."""
    told = envelope.meta.provenance
    new = tuple(gap for gap in gaps if not any(gap in line for line in told))
    if not new:
        return envelope
    update = {"completeness": "partial", "provenance": (*told, *new)}
    return envelope.model_copy(update={"meta": envelope.meta.model_copy(update=update)})


class Session:
    """The only writer of the state that tools see.

    `apply` and `push_editor_state` are called from one thread at a time (each surface has one
    writer); `call` may be called from any number of threads.
    """

    def __init__(  # noqa: PLR0913 - what a session consists of, each by name
        self,
        roots: Sequence[Path],
        data_dir: Path,
        settings: Settings,
        *,
        allowed_files: Sequence[Path] = (),
        caches: Callable[[], LibraryCaches] | None = None,
        approve: Callable[[ApprovalRequest], Approval] = ask_nobody,
        ask_egress: AskEgress = ask_nobody_about_egress,
    ) -> None:
        self.settings = settings
        self.data_dir = data_dir
        self.task = f"session-{secrets.token_hex(4)}"
        """What calls are part of that name no task."""
        self.policy = Policy(data_dir)
        self.workspace = Workspace(roots, data_dir, allowed_files)
        self.editor_callers: EditorCallers | None = None
        """Asks the editor's other language servers, where the client can."""
        self.edit_in_editor: EditInEditor = no_editor
        """Has the editor change an open document, where the client can."""
        self.terminal = TerminalHistory()
        """The commands that the editor's terminals and tools ran."""
        self.on_knowledge_progress: Callable[[str, int, int], None] = lambda _what, _done, _of: None
        self.knowledge = self._open_knowledge(settings)
        self._read_cache = ReadCache()
        self._editor: EditorState | None = None
        self._approve = approve
        self._ask_egress = ask_egress
        self.disk_is_watched = False
        """Whether the client tells of every file that changes; otherwise the disk is looked at at times."""
        self._stop = Deadline()
        self._index = BackgroundIndex(
            self.workspace, data_dir, caches, self._stop, self._look_at_errors_again
        )
        self._embedding = Background(TypingMonitor(), self._stop)
        """Gives way to keys, and to what programs print as well."""
        self._starter_in = False
        self.on_error_events: Callable[[ErrorEvents], None] = lambda _told: None
        """Is told of all errors that came by, whenever they change."""
        self._stops = DebugStops()
        self._errors: ErrorWatch | None = None
        self.keeps_errors = False
        """Whether `errors` has those of earlier processes, too."""
        self.error_watcher = SharedErrorWatcher(self)

    def apply(self, change: Change) -> None:
        """Apply one change of a document or of files on disk."""
        if isinstance(change, DocumentChanged):
            self._embedding.courtesy.hold_back()
        self.workspace.apply(change)

    def push_editor_state(self, update: dict[str, Any]) -> None:
        """Replace the parts of the editor's state that `update` names (wire spelling)."""
        pushed = EditorState.model_validate(update)
        before = self._editor or EditorState()
        fresh = {name: getattr(pushed, name) for name in pushed.model_fields_set}
        self._editor = before.model_copy(update=fresh)
        if "debug_stops" in fresh:
            self._stops.follow(self, self._editor.debug_stops)

    def adopt(self, earlier: Session) -> None:
        """Take over what user and editor told an earlier session, as after a change of folders."""
        self.task, self.policy, self.terminal = earlier.task, earlier.policy, earlier.terminal
        self.disk_is_watched = earlier.disk_is_watched
        self._editor = earlier.editor
        self._stops = earlier._stops
        self._errors, self.error_watcher = earlier._errors, earlier.error_watcher
        self.keeps_errors = earlier.keeps_errors
        self.error_watcher.session = self
        self.on_error_events = earlier.on_error_events

    @property
    def editor(self) -> EditorState | None:
        """What the editor shows; None if no editor is connected."""
        return self._editor

    @property
    def errors(self) -> ErrorWatch:
        """The watcher of program output; created at first use."""
        if self._errors is None:
            from rca.events.error_watcher import ErrorWatch

            shared = self.error_watcher
            self._errors = ErrorWatch(shared.packages, shared.look, shared.tell)
        return self._errors

    def keep_errors(self) -> None:
        """Keep the errors of this workspace beyond this process, and bring in those of earlier ones; once."""
        if self.keeps_errors:
            return
        from rca.events.error_store import error_store

        self.keeps_errors = True
        self.errors.keep(error_store(self.data_dir, self.workspace.snapshot.roots))

    def push_output(self, chunk: OutputChunk) -> None:
        """Add program output."""
        self._embedding.courtesy.hold_back()
        if chunk.kind == "terminal":
            self.terminal.follow(chunk)
        self.errors.push(chunk)

    def error_details(self, occurrence: Occurrence) -> Details | None:
        """Look up an error in the current project and past solutions."""
        from rca.events.event_details import find_details

        self._bring_in_starter()
        return find_details(occurrence, self.workspace.snapshot, self.knowledge)

    def reconfigure(self, settings: Settings) -> bool:
        """Apply changed settings; return whether knowledge was reopened because its settings changed."""
        changed = settings.knowledge != self.settings.knowledge
        if changed:
            self.knowledge.close()
            self.knowledge = self._open_knowledge(settings)
        self.settings = settings
        return changed

    def _report_knowledge(self, what: str, done: int, of: int) -> None:
        self.on_knowledge_progress(what, done, of)
        with contextlib.suppress(Cancelled):  # it looks by itself whether it shall end
            self._embedding.checkpoint()

    def _open_knowledge(self, settings: Settings) -> KnowledgeStore:
        return KnowledgeStore(
            self.data_dir,
            settings.knowledge,
            self._report_knowledge,
        )

    def start_indexing(
        self,
        progress: Callable[[int, int], None] = lambda _done, _all: None,
        linking: Callable[[int, int], None] | None = None,
    ) -> None:
        """Bring the index up to date in the background, once; see `BackgroundIndex.start`."""
        self._index.start(progress, linking)

    def keep_words(self) -> None:
        """Build the text index in the background and keep it: for a session that lives on."""
        self._index.collect_words(keep=True)

    @property
    def libraries(self) -> LibraryReport | None:
        """The state of the project's libraries, once they are read."""
        return self._index.libraries

    @property
    def libraries_failure(self) -> str | None:
        """Why the libraries could not be read; None if they were or are still being read."""
        return self._index.libraries_failure

    @property
    def index_state(self) -> Literal["not started", "indexing", "ready"]:
        """Progress of background indexing."""
        return self._index.state

    def wait_for_index(self, seconds: float | None = None) -> bool:
        """Wait until the index is up to date; False if `seconds` passed first."""
        return self._index.wait(seconds)

    def wait_for_libraries(self, seconds: float | None = None) -> bool:
        """Wait until the project's libraries are read, too; False if `seconds` passed first."""
        return self._index.wait_for_libraries(seconds)

    def _look_at_errors_again(self) -> None:
        if self._errors is not None:
            self._errors.look_again()

    def call(  # noqa: PLR0913 - what a caller may say of a call, each by name
        self,
        name: str | Tool[Any, Any],
        raw: object,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] = lambda _line: None,
        asker: Asker | None = None,
        *,
        task: str | None = None,
        records: bool = True,
        test_news: Callable[[TestNews], None] | None = None,
    ) -> dict[str, Any]:
        """Run a tool, by name or in hand, and return its envelope as JSON data. Never raises.

        `deadline` defaults to the tool's own time limit; pass one to cancel the call or to lift the limit.
        `progress` receives what a long call is doing. `asker` asks the user in place of the session's own
        surface. `task` names the task of the call, for budgets and metrics; by default the session is the
        task. `test_news` is told of the tests of a run while it goes on. Without `records` no observation is
        stored, as for an error that did not happen now.
        """
        tool = tool_catalog.load(name) if isinstance(name, str) else name
        if tool is None:
            return self._unknown(str(name), task or self.task).model_dump(mode="json")
        context, not_ready = self._context(tool, deadline, progress, task or self.task)
        context = replace(context, test_news=test_news)
        if asker is not None:
            context = asker.take_over(context)
        recorder = ObservationRecorder(self.knowledge.record_observation)
        try:
            envelope = invoke(tool, raw, replace(context, observe=recorder.note))
        finally:
            not_stored = recorder.record() if records else ()
        if envelope.success:
            envelope = _with_gaps(envelope, (*not_ready, *not_stored))
            if tool.name == "verify_solution":
                self._resolve_verified((envelope.data or {}).get("receipt") or {})
        if tool.risk != "read_only":
            self.workspace.invalidate_listings()
        return envelope.model_dump(mode="json")

    def _resolve_verified(self, receipt: Mapping[str, Any]) -> None:
        """Resolve the error whose failing task passed when it was run again."""
        if self._errors is not None and receipt.get("validates") and receipt.get("fingerprint"):
            from rca.events.error_lifecycle import BY_RECEIPT

            self._errors.mark(receipt["fingerprint"], "resolved", BY_RECEIPT)

    def confirmed(self) -> Asker:
        """Return an asker for a call that is the user's own act, such as a labelled button.

        It stands for the user's approval of a safe write, and of nothing riskier.
        """
        return Asker(lambda request: "yes" if request.risk == "safe_write" else self._approve(request))

    def deadline(self, name: str) -> Deadline:
        """Return the deadline of a call of that tool, for a caller that may cancel it."""
        tool = tool_catalog.load(name)
        return soft_deadline(None if tool is None else tool.seconds)

    def _context(
        self, tool: Tool[Any, Any], deadline: Deadline | None, progress: Callable[[str], None], task: str
    ) -> tuple[ToolContext, tuple[str, ...]]:
        """Return what a call sees once the index is ready, and sentences on what is not ready yet."""
        if tool.needs_knowledge:
            self._bring_in_starter()
        deadline = deadline or soft_deadline(tool.seconds)
        deadline.restart()
        not_ready: tuple[str, ...] = ()
        if self._index.state != "not started" and tool.needs_index:
            with self.workspace.courtesy.asked():
                not_ready = self._wait_for_index(tool, deadline)
        context = ToolContext(
            snapshot=self.workspace.snapshot,
            knowledge=self.knowledge,
            settings=self.settings,
            data_dir=self.data_dir,
            editor=self._editor,
            deadline=deadline,
            approve=self._approve,
            editor_callers=self.editor_callers,
            edit_in_editor=self.edit_in_editor,
            terminal=self.terminal,
            read_cache=self._read_cache,
            progress=progress,
            ask_egress=self._ask_egress,
            task=task,
            policy=self.policy,
        )
        return context, not_ready

    def _wait_for_index(self, tool: Tool[Any, Any], deadline: Deadline) -> tuple[str, ...]:
        """Wait a moment for the index, or as long as the tool says; return sentences on what is not ready."""
        missing: tuple[str, ...] = ()
        if tool.index_seconds:
            self._index.collect_words(keep=False)
            seconds = math.inf if deadline.remaining is None else tool.index_seconds
            missing = self._index.wait_until_ready(seconds, deadline)
            deadline.restart()
        else:
            # Part of the call's own time: an answer from half an index beats a late one.
            self._index.wait(None if deadline.remaining is None else deadline.remaining / 2)
        if not self.disk_is_watched:
            self.workspace.recheck(None if deadline.remaining is None else deadline.remaining / 4)
        if not tool.index_seconds:
            self._index.wait_for_libraries(None if deadline.remaining is None else deadline.remaining / 2)
        return tuple(
            f"{part} was not ready after {tool.index_seconds:g} s; ask again for what this answer lacks"
            for part in missing
        )

    def _bring_in_starter(self) -> None:
        """Load the starter records once; not part of a call's time."""
        if self._starter_in or not self.settings.knowledge.starter:
            return
        try:
            self.knowledge.load_starter()
            self._starter_in = True
        except Failure:
            _logger.info("the starter knowledge base was not loaded", exc_info=True)
        except Exception:
            # The tool that needs it answers with what is wrong; the others go on.
            _logger.exception("the starter knowledge base was not loaded")

    def _unknown(self, name: str, task: str) -> Envelope:
        error = ToolError(
            code=ErrorCode.UNKNOWN_TOOL,
            message=f"There is no tool '{name}'",
            suggestion=tool_catalog.suggest(name),
        )
        try:
            self.policy.accounts.of(task).take_turn(self.settings.budget)
        except Failure as failure:
            error = failure.error
        # A made-up name may hold anything, so it is not written down.
        self.policy.write_down(
            self.settings, task=task, tool="unknown", duration_ms=0, error=error.code.value
        )
        revision = self.workspace.snapshot.revision
        return Envelope(success=False, error=error, meta=Meta(execution_time_ms=0, revision=revision))

    def close(self, *, followed: bool = False) -> None:
        """Stop background work and release the stores; the errors of a `followed` session live on."""
        self._stop.cancel()
        if self._errors is not None and not followed:
            self._errors.close()
        self._index.join()
        self.knowledge.close()
        self.workspace.close()
