"""Resources of MCP: known errors, their reports, past solutions, and the output that answers left out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import anyio.to_thread
import mcp_types as types
from mcp.shared.exceptions import MCPError

from rca.policy.output_store import LAST_RUN, SCHEME
from rca.tool_failure import Failure

if TYPE_CHECKING:
    from lsp_server.user_session import Session
    from models.events import ErrorEvent

ERROR = "rca://errors/"
REPORT = "rca://reports/"
SOLUTION = "rca://solutions/"
LAST_ERROR = f"{ERROR}last"
LAST_REPORT = f"{REPORT}last"

MARKDOWN = "text/markdown"
_MOST_LISTED = 50
"""Errors in the list of resources; older ones can be read by their id."""

TEMPLATES = (
    types.ResourceTemplate(
        name="error",
        title="An error",
        uri_template=ERROR + "{id}",
        description="An error of this workspace: title, place, state and text, secrets masked.",
        mime_type=MARKDOWN,
    ),
    types.ResourceTemplate(
        name="report",
        title="The report of an error",
        uri_template=REPORT + "{id}",
        description="The error analyzed: likely cause, code at fault, callers, suspect commits, solutions.",
        mime_type=MARKDOWN,
    ),
    types.ResourceTemplate(
        name="solution",
        title="A past solution",
        uri_template=SOLUTION + "{id}",
        description="A recorded solution: symptom, cause, fix, and how it turned out.",
        mime_type=MARKDOWN,
    ),
    types.ResourceTemplate(
        name="output",
        title="Output of a tool",
        uri_template=SCHEME + "{id}",
        description="A text that was too long for an answer; the answer links to it.",
        mime_type="text/plain",
    ),
)


async def list_resources(session: Callable[[], Session]) -> types.ListResourcesResult:
    """Return the last errors with their reports, and the answer of the last long call."""
    return types.ListResourcesResult(resources=await anyio.to_thread.run_sync(_listed, session))


async def read_resource(session: Callable[[], Session], uri: str) -> types.ReadResourceResult:
    """Return what an address names.

    Raises:
        MCPError: there is no such error, solution or output.
    """
    content = await anyio.to_thread.run_sync(partial(read, session, uri))
    return types.ReadResourceResult(contents=[content])


def read(session: Callable[[], Session], uri: str) -> types.TextResourceContents:
    """Return what an address names; blocks as long as an analysis takes.

    Raises:
        MCPError: there is no such error, solution or output.
    """
    current = session()
    try:
        if uri.startswith((ERROR, REPORT)):
            text = _error_text(current, uri)
        elif uri.startswith(SOLUTION):
            text = _solution_text(current, uri.removeprefix(SOLUTION))
        else:
            text = current.policy.outputs.read(uri)
            return types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)
    except Failure as failure:
        raise MCPError(types.INVALID_PARAMS, failure.error.message, {"uri": uri}) from None
    return types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=text)


def _listed(session: Callable[[], Session]) -> list[types.Resource]:
    from lsp_server.error_documents import known_errors

    current = session()
    found: list[types.Resource] = []
    events = known_errors(current)
    if events:
        found += [
            types.Resource(name="last error", uri=LAST_ERROR, mime_type=MARKDOWN, title=_title(events[0])),
            types.Resource(
                name="last report",
                uri=LAST_REPORT,
                mime_type=MARKDOWN,
                title=f"Report: {_title(events[0])}",
            ),
        ]
    found += [
        types.Resource(
            name=f"error {event.id}",
            uri=ERROR + event.id,
            mime_type=MARKDOWN,
            title=_title(event),
            description=f"{event.state}, last seen {event.last_seen:%Y-%m-%d %H:%M:%S} UTC",
        )
        for event in events[:_MOST_LISTED]
    ]
    if current.policy.outputs.has_run:
        found.append(
            types.Resource(
                name="last run",
                uri=LAST_RUN,
                mime_type="text/plain",
                title="Answer of the last build or test run",
            )
        )
    return found


def _title(event: ErrorEvent) -> str:
    from rca.redaction import redact

    return redact(event.title).text


def _error_text(session: Session, uri: str) -> str:
    from lsp_server.error_documents import error_markdown, find_known_error, report_markdown

    is_report = uri.startswith(REPORT)
    id_ = uri.removeprefix(REPORT if is_report else ERROR)
    known = find_known_error(session, id_)
    if known is None:
        message = "No error is known yet" if id_ == "last" else f"There is no error '{id_}'"
        raise MCPError(types.INVALID_PARAMS, f"{message}; resources/list names the known ones.", {"uri": uri})
    return report_markdown(session, known) if is_report else error_markdown(known)


def _solution_text(session: Session, id_: str) -> str:
    from rca.analysis.knowledge_project import WorkspaceProject
    from rca.redaction import redact
    from rca.scheduling.deadline import Deadline

    project = WorkspaceProject(session.workspace.snapshot, Deadline(2.0))
    try:
        record, receipts = session.knowledge.solution(id_, project)
    except Failure as failure:
        message = f"There is no past solution '{id_}'; vector_search_db finds solutions by their symptom."
        if failure.error.code != "INVALID_PARAMETERS":
            message = failure.error.message
        raise MCPError(types.INVALID_PARAMS, message, {"uri": SOLUTION + id_}) from None
    solution = record.solution
    verified = f", {len(receipts)} verified by a run" if receipts else ""
    text = (
        f"# {solution.error_description}\n\n"
        f"- id `{solution.id}`, {solution.error_type}, {solution.language}\n"
        f"- state {record.state}, worked {record.worked} times, failed {record.failed}{verified}\n\n"
        f"## Cause\n\n{solution.root_cause}\n\n## Fix\n\n{solution.solution}\n"
    )
    return redact(text).text
