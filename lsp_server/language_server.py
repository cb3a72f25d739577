"""The language server: tools as commands, documents, editor state, progress, approval.

Nothing heavy is imported before `initialize` is answered (facts.md: pygls itself is the floor).
The event loop only moves messages. One writer thread applies changes in the order in which the
editor sent them, and a tool call starts after the changes that came before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from lsp_server import lsp_conversion
from lsp_server.call_errors import CallErrors
from lsp_server.environment_variables import start_log
from lsp_server.features import (
    apply_edit,
    assistants,
    commands,
    device_requests,
    devices,
    discovered_tests,
    documents,
    editor_state,
    error_events,
    lifecycle,
    log_line_location,
    redaction_request,
)
from lsp_server.features.assistants import Assistants
from lsp_server.features.editor_state import EDITOR_CALLERS
from lsp_server.features.error_content import ErrorContent
from lsp_server.features.error_marks import ErrorMarks
from lsp_server.features.navigation_registration import NavigationRegistration
from lsp_server.features.semantic_tokens import SemanticTokensFeature
from lsp_server.index_wait import IndexWait
from lsp_server.protocol import Protocol
from lsp_server.rejected_message_log import RateLimit
from lsp_server.standard_streams import Reading, take_streams
from lsp_server.user_dialogs import UserDialogs
from rca import __version__

if TYPE_CHECKING:
    from lsp_server.progress import Progress
    from lsp_server.request_context import RequestContext
    from lsp_server.test_watch import TestWatch
    from lsp_server.user_session import Session
    from lsp_server.watched_devices import WatchedDevices
    from models.editor import EditorCallersAnswer, EditorCallersQuestion
    from models.settings import Settings
    from rca.libraries.library_documents import LibraryDocuments
    from rca.scheduling.deadline import Deadline

_logger = logging.getLogger(__name__)

T = TypeVar("T")

_CLOSE_SECONDS = 10.0
"""How long the client waits for an orderly end."""

_PART = 100
"""Rows in one partial result."""


class Server(LanguageServer):
    """One editor's connection."""

    def __init__(self) -> None:
        super().__init__(
            "kotlin-rca", __version__, protocol_cls=Protocol, converter_factory=default_converter
        )
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="rca-writer")
        self.calls = ThreadPoolExecutor(16, thread_name_prefix="rca-call")
        self.client_settings: dict[str, Any] = {}
        self.roots: tuple[Path, ...] = ()
        self.running: dict[str | int, Deadline] = {}
        """The watches of commands under way, by the id of their request."""
        self.asks_editor = False
        """Whether the client can ask other language servers for us."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.pushes_output = False
        """Whether the client sends what programs print, and so wants to know of the errors in it."""
        self.call_errors = CallErrors()
        """Adds the errors of calls to the session's. The writer thread's own."""
        self.code_navigation = NavigationRegistration(self)
        self.semantic_tokens = SemanticTokensFeature(self)
        self.error_marks = ErrorMarks(self)
        self.error_content = ErrorContent(self)
        self.assistants = Assistants(self)
        self.index_wait = IndexWait(self)
        self.devices: WatchedDevices | None = None
        """The Android devices that the client had watched. The writer thread's own."""
        self.test_watch: TestWatch | None = None
        """What the client was told of tests, once it asked."""
        self._dialogs = UserDialogs(self)
        self._session: Session | None = None
        self._closed = False
        self._shown = RateLimit()
        """How often failures that nobody waits for are shown to the user."""

    def read_with(self, reading: Reading) -> None:
        """Use this reader for the client's messages; at exit pygls would wait for the read under way."""
        self._thread_pool = reading  # type: ignore[assignment]  # it asks for no more than an executor

    # --- the writer's side -------------------------------------------------------------------

    def session(self) -> Session:
        """Return the session, opening it at first use. Only the writer thread calls this."""
        if self._session is None:
            from lsp_server.environment_variables import data_folder, library_caches, no_workspace
            from lsp_server.user_session import Session

            there = tuple(root for root in self.roots if root.is_dir())
            for gone in set(self.roots).difference(there):
                self._show_problem(f"Kotlin RCA: the workspace folder {gone} does not exist")
            self._session = Session(
                there or (no_workspace(),),
                data_folder(),
                self.settings(),
                caches=library_caches,
                approve=self._dialogs.approve,
                ask_egress=self._dialogs.ask_egress,
            )
            self._session.editor_callers = self._ask_editor if self.asks_editor else None
            if apply_edit.can_edit(self):
                self._session.edit_in_editor = functools.partial(apply_edit.edit_in_editor, self)
        return self._session

    def session_now(self) -> Session:
        """Return the session after every change queued so far, on any thread but the event loop's."""
        return self.writer.submit(self.session).result()

    def settings(self) -> Settings:
        """Return the settings: defaults, then the environment, then the client's.

        Invalid ones, or those of another release, are left out and reported.
        """
        from lsp_server.environment_variables import merged, settings_from_environment, usable_settings

        settings, problems = usable_settings(merged(settings_from_environment(), self.client_settings))
        for problem in problems:
            self._show_problem(f"Kotlin RCA: a setting is ignored: {problem}")
        return settings

    def write(self, act: Callable[[Session], object]) -> None:
        """Queue a change of the session behind all earlier ones."""
        self.writer.submit(self._guarded, act)

    def _guarded(self, act: Callable[[Session], object]) -> None:
        try:
            act(self.session())
        except Exception as problem:
            _logger.exception("a change of the editor's state could not be applied")
            if self._shown.admits("change"):
                self._show_problem(f"Kotlin RCA: {problem}")

    async def session_when_current(self) -> Session:
        """Wait until every change queued so far is applied; return the session."""
        return await asyncio.get_running_loop().run_in_executor(self.writer, self.session)

    async def ask(
        self, answer: Callable[[RequestContext], T], *, needs_index: bool = True, has_position: bool = True
    ) -> T:
        """Answer a navigation request in the pool, from the state after all changes sent before it.

        A request that needs the index waits for it, within a limit. The answer then has 2 s, after which it
        should return what it has; cancelling the request ends it.

        Raises:
            JsonRpcContentModified: texts changed during the wait, so that the position may be another.
        """
        session = await self.session_when_current()
        if needs_index and self.index_wait.is_needed:
            texts = session.workspace.snapshot.overlays
            await self.index_wait.wait(session)
            session = await self.session_when_current()
            changed = session.workspace.snapshot.overlays
            if has_position and any(changed.get(path) != before for path, before in texts.items()):
                raise JsonRpcContentModified
        from lsp_server.request_context import RequestContext
        from rca.toolkit.tool import READ_SECONDS, soft_deadline

        deadline = soft_deadline(READ_SECONDS)
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        documents = functools.partial(_documents_of, session)
        question = RequestContext(session.workspace.snapshot, deadline, encoding, self.roots, documents)
        try:
            return await asyncio.get_running_loop().run_in_executor(self.calls, answer, question)
        except asyncio.CancelledError:
            deadline.cancel()
            raise

    @contextlib.contextmanager
    def show_progress(self, title: str, token: types.ProgressToken | None) -> Iterator[None]:
        """Show the progress of a request, if the editor sent a token for it."""
        if token is None:
            yield
            return
        self.work_done_progress.begin(token, types.WorkDoneProgressBegin(title=title))
        try:
            yield
        finally:
            self.work_done_progress.end(token, types.WorkDoneProgressEnd())

    def in_parts(self, token: types.ProgressToken | None, found: list[T] | None) -> list[T] | None:
        """Send a list as partial results, if the editor sent a token for them; return the rest."""
        if token is None or not found:
            return found
        for start in range(0, len(found), _PART):
            self.progress(types.ProgressParams(token, found[start : start + _PART]))
        return []

    def reopen(self) -> None:
        """Start over with the current folders, as after a change of workspace folders.

        What the editor told stays: open texts, its state, the user's approvals.
        """
        documents = list(self.workspace.text_documents.values())
        shown = [
            lsp_conversion.opened(path, document.source, document.version or 0)
            for document in documents
            if (path := lsp_conversion.file_path(document.uri)) is not None
        ]

        def act(old: Session) -> None:
            old.close(followed=True)
            self._session = None
            session = self.session()
            session.adopt(old)
            for change in shown:
                session.apply(change)
            self._warm_up(session)

        self.write(act)

    # --- after `initialized` ------------------------------------------------------------------

    def warm_up(self) -> None:
        """Open the session, index the workspace and open the knowledge store, all in the background."""
        self.write(self._warm_up)

    def look_at_tests_again(self) -> None:
        """Look whether tests changed, for a client that asked for them."""
        if self.test_watch is not None:
            self.test_watch.look_again()

    def reconfigure(self) -> None:
        """Apply the client's settings; a knowledge store reopened by them is loaded as at the start."""

        def act(session: Session) -> None:
            if session.reconfigure(self.settings()) and self.loop is not None:
                threading.Thread(target=self._load_knowledge, args=(session,), daemon=True).start()

        self.write(act)

    def _warm_up(self, session: Session) -> None:
        from lsp_server.progress import Progress

        indexing = Progress(self, "Indexing Kotlin and Java")
        indexed = self.index_wait.begin()
        session.start_indexing(indexing.report, self._linking())
        threading.Thread(target=self._load_after, args=(session, indexing, indexed), daemon=True).start()

    def _linking(self) -> Callable[[int, int], None]:
        """Return the progress bars of linking, one per run."""
        from lsp_server.progress import progress_bars

        show = progress_bars(self)

        def report(done: int, total: int) -> None:
            show("Linking call sites", done, total)
            if done >= total:
                show("", 0, 0)

        return report

    def _load_after(self, session: Session, indexing: Progress, indexed: Future[None]) -> None:
        session.wait_for_index()
        indexed.set_result(None)
        indexing.end()
        self.semantic_tokens.refresh_soon()
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.look_at_tests_again)
        self._load_knowledge(session)

    def _load_knowledge(self, session: Session) -> None:
        """Open the knowledge store; its model is loaded by the first query that wants it."""
        if not session.settings.knowledge.dense:
            return
        from lsp_server.progress import progress_bars

        session.on_knowledge_progress = progress_bars(self)
        try:
            session.knowledge.load_when_wanted()
        except Exception:
            # Search answers with the error of the contract when it is asked; the cause is in the log.
            _logger.exception("the knowledge store could not be loaded")

    # --- asking other language servers, through the editor -------------------------------------

    def _ask_editor(self, question: EditorCallersQuestion) -> Future[EditorCallersAnswer]:
        from models.editor import EditorCallersAnswer

        async def ask() -> EditorCallersAnswer:
            answer = await self.protocol.send_request_async(EDITOR_CALLERS, question.model_dump(mode="json"))
            return EditorCallersAnswer.model_validate(answer)

        assert self.loop is not None, "a client that calls tools has said `initialized`"
        return asyncio.run_coroutine_threadsafe(ask(), self.loop)

    def report_server_error(self, error: Exception, source: Any) -> None:  # noqa: ANN401 - as pygls has it
        """Show an error of a message without an answer, a few times a minute."""
        if self._shown.admits("message"):
            super().report_server_error(error, source)

    def _show_problem(self, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def close(self) -> None:
        """Release the session; calls under way end, with the programs that they run."""
        for deadline in list(self.running.values()):
            deadline.cancel()
        self.assistants.close()
        closing = self.writer.submit(self._close_session)
        try:
            closing.result(_CLOSE_SECONDS)
        except TimeoutError:
            _logger.warning("the session did not close in time; acknowledged changes are stored")

    def _close_session(self) -> None:
        if self._session is not None and not self._closed:
            self._closed = True
            self._session.close()


def _documents_of(session: Session) -> LibraryDocuments | None:
    from lsp_server.library_places import documents_of

    return documents_of(session)


def create_server() -> Server:
    """Return a server with every tool of the catalogue and every feature registered."""
    server = Server()
    features = (
        lifecycle,
        documents,
        editor_state,
        error_events,
        log_line_location,
        redaction_request,
        device_requests,
        devices,
        discovered_tests,
        assistants,
        commands,
    )
    for feature in features:
        feature.register(server)
    return server


def serve(arguments: list[str]) -> None:
    """Speak LSP on standard input and output until the client leaves.

    `--stdio` is accepted, as clients add it. Standard output belongs to the protocol alone.
    """
    unknown = [argument for argument in arguments if argument != "--stdio"]
    if unknown:
        sys.exit(f"rca serve: unknown option {unknown[0]}; it takes --stdio only")
    start_log()
    protocol_in, protocol_out = take_streams()
    server = create_server()
    server.read_with(Reading())
    try:
        server.start_io(protocol_in, protocol_out)
    finally:
        server.close()  # an editor that crashed said no `shutdown`
