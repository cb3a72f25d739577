"""Known errors as documents: in brief, as the report of an analysis, as a trace with source names."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsp_server.call_errors import trace_text
from lsp_server.enum_labels import KINDS, VERDICTS, label
from rca.redaction import redact
from rca.tool_failure import Failure

if TYPE_CHECKING:
    from pathlib import Path

    from lsp_server.user_session import Session
    from models.events import ErrorEvent
    from rca.events.event_log import EventLog
    from rca.scheduling.deadline import Deadline

LAST = "last"
"""The id that stands for the error that came up last."""

_LONGEST_TEXT = 20_000
"""Characters of an error's own text in its document; the end is kept, which says what went wrong."""


@dataclass(frozen=True, slots=True)
class KnownError:
    """An error event and the lines that told of it last, secrets masked."""

    event: ErrorEvent
    text: str


def known_errors(session: Session) -> tuple[ErrorEvent, ...]:
    """Return the errors of a session, and those that other processes kept of the workspace, newest first."""
    found = {event.id: event for event in session.errors.events()}
    kept = _kept(session)
    if kept is not None:
        found = {event.id: event for event in kept.events()} | found
    return tuple(sorted(found.values(), key=lambda event: event.last_seen, reverse=True))


def find_known_error(session: Session, id_: str) -> KnownError | None:
    """Return an error by its id, or the last one by `last`; None if there is none."""
    events = known_errors(session)
    event = next((one for one in events if id_ in (LAST, one.id)), None)
    if event is None:
        return None
    text = session.errors.text(event.id)
    if text is None and (kept := _kept(session)) is not None:
        text = kept.text(event.id)
    return KnownError(event, redact(text or event.title).text)


def error_markdown(known: KnownError) -> str:
    """Return an error in brief: what it is, how often, from where, its state, and its text."""
    event = known.event
    place = event.culprit
    seen = f"{event.last_seen:%Y-%m-%d %H:%M:%S} UTC"
    facts = [
        f"{label(KINDS, event.kind)}, {event.state}",
        f"seen {event.count} times, last {seen}" if event.count > 1 else f"seen {seen}",
        f"from {', '.join(f'`{source}`' for source in event.sources)}" if event.sources else "",
        f"look first at `{place.file_path}{f':{place.line}' if place.line else ''}`" if place else "",
        f"past solutions: {label(VERDICTS, event.verdict)}" if event.verdict else "",
        f"likely solution: {event.solution}" if event.solution else "",
    ]
    shown = known.text[-_LONGEST_TEXT:]
    cut = len(known.text) - len(shown)
    begin = f"… the first {cut} characters are left out\n" if cut else ""
    lines = "\n".join(f"- {redact(fact).text}" for fact in facts if fact)
    return f"# {redact(event.title).text}\n\n{lines}\n\n{_fenced(begin + shown)}\n"


def report_markdown(session: Session, known: KnownError, deadline: Deadline | None = None) -> str:
    """Analyze an error and return the report; what failed stands in its place."""
    from rca.toolkit import tool_catalog
    from rca.toolkit.answer_rendering import as_text

    envelope = session.call("analyze_error", {"errorText": known.text}, deadline, records=False)
    return as_text(tool_catalog.load("analyze_error"), envelope)


def retraced_text(session: Session, known: KnownError) -> str:
    """Return an error's trace in the names of the source, or as it came where it is not obfuscated."""
    from rca.analysis.locating.deobfuscation import deobfuscate
    from rca.error_text import parse

    snapshot, settings = session.workspace.snapshot, session.settings
    packages = (*settings.app_packages, *snapshot.app_packages)
    report = parse(known.text, packages)
    try:
        done = deobfuscate(report, known.text, snapshot, settings.mapping_file, packages)
    except Failure as failure:
        return _with_notes((failure.error.message,), known.text)
    if done.report == report:
        return _with_notes(done.gaps, known.text)
    reports = (done.report, *done.report.others)
    traces = (trace_text(one.model_dump(mode="json")["exceptions"]) for one in reports)
    return _with_notes((*done.used, *done.gaps), "\n\n".join(trace for trace in traces if trace))


def _with_notes(notes: Sequence[str], text: str) -> str:
    head = "".join(f"# {note}\n" for note in notes)
    return f"{head}{text.rstrip()}\n"


def _fenced(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text.rstrip()}\n{fence}"


def _kept(session: Session) -> EventLog | None:
    """Return the errors that other processes kept of the workspace; None if the session has them itself."""
    if session.keeps_errors:
        return None
    from rca.events.error_store import error_store

    path = error_store(session.data_dir, session.workspace.snapshot.roots).path
    try:
        state = path.stat()
    except OSError:
        return None
    return _read(path, state.st_mtime_ns, state.st_size)


@functools.lru_cache(maxsize=4)
def _read(path: Path, _changed: int, _size: int) -> EventLog:
    from rca.events.error_store import ErrorStore
    from rca.events.event_log import EventLog

    log = EventLog()
    log.restore(ErrorStore(path).load())
    return log
