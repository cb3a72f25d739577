"""`capture_crash_state`: run what fails under a debugger, and read the values at the throw."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import datetime

from models.captured_state import CapturedState
from models.error_codes import ErrorCode
from models.tools.capture_crash_state import (
    CaptureCrashStateParams,
    CaptureCrashStateResult,
    CaptureOutcome,
    CaptureReceipt,
)
from rca.analysis.locating.hang_places import WorkspaceCode
from rca.builds.build_command import unsaved_note
from rca.builds.build_tool import build_tool_of, shown
from rca.error_text.failed_tasks import FailedTasks
from rca.hangs.find_wait_graph import graph_of
from rca.jdwp.capture_run import CaptureRun, attach, run_command, run_task
from rca.jdwp.capture_store import CaptureStore
from rca.jdwp.exception_watch import ThrowFilter
from rca.jdwp.jdwp_packets import JdwpProblem
from rca.jdwp.state_rendering import render_state
from rca.redaction import redact
from rca.terminal.scrubbed_environment import without_secrets
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.verification import RerunPlan, plan_run

_OUTPUT_CHARS = 6_000
_ADDRESS = re.compile(r"(?:(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):)?(?P<port>\d{1,5})")
_LAST_PORT = 65_535


def run(context: ToolContext, params: CaptureCrashStateParams) -> Answer[CaptureCrashStateResult]:
    """Run or attach, capture, keep what was captured, and return it."""
    target = _Target(context, params)
    started = context.now()
    done = target.run(context)
    state = render_state(done.state) if done.state is not None else None
    outcome: CaptureOutcome = "captured" if state else "not_thrown" if done.programs else "no_program"
    graph = graph_of(done.hang, WorkspaceCode(context.snapshot)) if done.hang is not None else None
    result = CaptureCrashStateResult(
        outcome=outcome,
        explanation=" ".join((_explained(done, state), *([graph.summary] if graph is not None else []))),
        state=state,
        wait_graph=graph,
        receipt=_receipt(target, done, started),
        output=redact(done.output[-_OUTPUT_CHARS:]).text or None,
    )
    if state is not None:
        result = CaptureStore(context.data_dir, context.snapshot.roots).keep(result)
    notes = tuple(dict.fromkeys(_notes(context, done, state)))
    return Answer(
        result,
        completeness="partial" if notes or state is None else "complete",
        provenance=notes,
    )


def details(context: ToolContext, params: CaptureCrashStateParams) -> dict[str, str]:
    """Show what would be run, or what the debugger would attach to, before it is approved."""
    target = _Target(context, params)
    if target.address is not None:
        return {"attach": f"{target.address[0]}:{target.address[1]}; all threads stop for up to 0.3 s"}
    return {
        "command": params.command or shlex.join(target.command),
        "directory": str(target.directory),
        "debugger": "JVMs that it starts connect to a port of this machine",
    }


class _Target:
    """What is run or attached to."""

    def __init__(self, context: ToolContext, params: CaptureCrashStateParams) -> None:
        if sum(given is not None for given in (params.command, params.task, params.attach)) != 1:
            raise Failure(
                ErrorCode.INVALID_PARAMETERS,
                "capture_crash_state needs one of `command`, `task` and `attach`",
                "Give the command line that crashes, the Gradle task or Maven phase that fails, or the "
                "`host:port` of a JVM that listens for a debugger.",
            )
        found = context.snapshot.resolve_directory(params.directory or ".")
        root = found.root if found.root is not None else context.snapshot.folders[0]
        self.root = root.path.resolve()
        self.directory = (found.absolute if found.root is not None else root.path).resolve()
        self.address = _address(params.attach) if params.attach is not None else None
        self._params = params
        self._plan: RerunPlan | None = None
        self.command: tuple[str, ...] = ()
        if params.command is not None:
            self.command = (params.command,)
        elif params.task is not None:
            tool = build_tool_of(self.directory) or "gradle"
            failing = FailedTasks(tool, params.task, params.tests)
            self._plan = plan_run(self.root, self.directory, failing)
            self.command = self._plan.argv()

    def run(self, context: ToolContext) -> CaptureRun:
        """Capture, however long it takes inside the limits."""
        params = self._params
        packages = params.app_packages
        if packages is None:
            packages = (*context.settings.app_packages, *context.snapshot.app_packages)
        wanted = ThrowFilter(params.exception, params.caught, tuple(packages))
        seconds, deadline = float(params.timeout_seconds), context.deadline
        try:
            if self.address is not None:
                return attach(*self.address, wanted, seconds, deadline)
            if self._plan is not None:
                return run_task(self._plan, wanted, seconds, deadline, context.progress)
            environment, _left_out = without_secrets(context.environment)
            return run_command(self.command[0], self.directory, environment, wanted, seconds, deadline)
        except (JdwpProblem, OSError, ValueError) as problem:
            raise Failure(
                ErrorCode.COMMAND_FAILED,
                f"Nothing could be captured: {problem}",
                "Check the command, or start the program with "
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=PORT and attach to that port.",
            ) from None


def _address(text: str) -> tuple[str, int]:
    found = _ADDRESS.fullmatch(text.strip())
    if found is None or not 0 < int(found["port"]) <= _LAST_PORT:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"'attach' is {text!r}, which is not `host:port`",
            "Give host and port, such as localhost:5005, or a port of this machine.",
        )
    return (found["host"] or "127.0.0.1").strip("[]"), int(found["port"])


def _receipt(target: _Target, done: CaptureRun, started: datetime) -> CaptureReceipt:
    address = target.address
    return CaptureReceipt(
        command=tuple(redact(shown(part, target.root)).text for part in target.command),
        attached=f"{address[0]}:{address[1]}" if address is not None else None,
        directory=target.directory.relative_to(target.root).as_posix(),
        exit_code=done.exit_code,
        programs=done.programs,
        exceptions_seen=done.seen,
        started_at=started.isoformat(timespec="seconds").replace("+00:00", "Z"),
        seconds=round(done.seconds, 1),
    )


def _notes(context: ToolContext, done: CaptureRun, state: CapturedState | None) -> Iterator[str]:
    yield from unsaved_note(context.snapshot)
    yield from done.problems
    if state is not None:
        yield from state.notes
        yield from (note for frame in state.frames if (note := frame.note) is not None)
    elif done.ended is not None:
        yield done.ended


def _explained(done: CaptureRun, state: CapturedState | None) -> str:
    if state is not None and state.frames:
        top = state.frames[0]
        caught = f"; {state.caught_by} catches it" if state.caught_by else "; nothing catches it"
        place = f"{top.class_name}.{top.method} ({top.file}:{top.line})"
        return f"{state.exception} was thrown in {place}{caught}."
    if done.programs == 0:
        return (
            "No JVM came under the debugger: the command started none, the tests were not run, or the build "
            "failed before them. `output` says what it did."
        )
    if done.seen == 0:
        return "The program threw no exception while it was watched."
    return (
        f"The program threw {done.seen} exceptions, and none that counts: those were thrown and caught in "
        "libraries, caught by the app itself (see `caught`), or of another class."
    )


TOOL = Tool(
    name="capture_crash_state",
    description=(
        "See the values at a crash: runs a failing test, Gradle task, Maven phase or command under a "
        "debugger, or attaches to a JVM, stops at the throw that leaves the app's code, and reads variables, "
        "fields, threads and monitors, secrets masked. analyze_error states the values for the same error. "
        "The user is asked first. Without running anything: trace_value_origin."
    ),
    params=CaptureCrashStateParams,
    result=CaptureCrashStateResult,
    run=run,
    risk="dangerous",
    seconds=1800.0,
    needs_index=True,
    details=details,
)
