"""A capture from start to end: run a command or a task of the build, or attach to what runs already."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rca.builds import build_process
from rca.hangs.hang_dump import HangDump
from rca.jdwp.debug_listener import DebugListener
from rca.jdwp.exception_watch import ExceptionWatch, ThrowFilter
from rca.jdwp.frame_capture import RawState
from rca.jdwp.jdwp_connection import connect
from rca.jdwp.jdwp_packets import ConnectionLost, JdwpProblem, ReplyError
from rca.scheduling.deadline import Deadline
from rca.terminal import shell
from rca.verification import RerunPlan

AFTER_SECONDS = 15.0
"""How long a command may run on after the capture, to end by itself and print its error."""
_CONNECT_SECONDS = 5.0
_TOOL_OPTIONS = "JAVA_TOOL_OPTIONS"

_INIT_SCRIPT = """\
allprojects {{
    tasks.withType(Test) {{
        jvmArgs '{option}'
        outputs.upToDateWhen {{ false }}
        outputs.cacheIf {{ false }}
    }}
    tasks.withType(JavaExec) {{ task ->
        if (gradle.startParameter.taskNames.any {{ it.tokenize(':').last() == task.name }}) {{
            jvmArgs '{option}'
        }}
    }}
}}
"""
"""Adds the debugger to the JVMs of tests, and to the program that was asked for; not to Gradle's own."""


@dataclass(frozen=True, slots=True)
class CaptureRun:
    """The result of a run.

    `state` is None where nothing was thrown that counts. `exit_code` is None where the run was stopped, or
    where nothing was run but attached to.
    """

    state: RawState | None
    programs: int
    seen: int
    seconds: float
    exit_code: int | None = None
    output: str = ""
    ended: str | None = None
    problems: tuple[str, ...] = ()
    hang: HangDump | None = None
    """All threads when the wait was over, of a program that was attached to and threw nothing that counts."""


def attach(host: str, port: int, throw_filter: ThrowFilter, seconds: float, deadline: Deadline) -> CaptureRun:
    """Attach to a program that listens for a debugger, wait for a throw, and let the program go on.

    Raises:
        JdwpProblem: nothing that speaks JDWP listens there.
        Cancelled: the caller no longer wants it; the program runs on.
    """
    started = time.monotonic()

    def is_over() -> bool:
        return deadline.expired or time.monotonic() - started >= seconds

    try:
        watch = ExceptionWatch(connect(host, port, _CONNECT_SECONDS, is_over), throw_filter)
    except ReplyError as problem:
        raise JdwpProblem(f"the program does not tell the sizes of its identifiers: {problem}") from None
    state, ended, hang = None, None, None
    problems: tuple[str, ...] = ()
    try:
        watch.start()
        state = watch.wait(is_over)
        if state is None and not deadline.cancelled:
            hang = watch.read_hang()
    except ConnectionLost as lost:
        ended = str(lost)
    except (JdwpProblem, ReplyError) as problem:
        problems = (f"the program was let go: {problem}",)
    finally:
        with contextlib.suppress(JdwpProblem, ReplyError):
            watch.detach()
    deadline.check_cancelled()
    return CaptureRun(
        state, 1, watch.seen, time.monotonic() - started, ended=ended, problems=problems, hang=hang
    )


def run_command(  # noqa: PLR0913, PLR0917 - what to run, what counts, and the call's own limits
    command: str,
    directory: Path,
    environment: Mapping[str, str],
    throw_filter: ThrowFilter,
    seconds: float,
    deadline: Deadline,
) -> CaptureRun:
    """Run a command line whose JVMs connect to us, and capture the first throw that counts.

    Raises:
        OSError: the shell cannot be started.
        Cancelled: the caller no longer wants it; nothing is left running.
    """
    with DebugListener(throw_filter, lambda: deadline.cancelled) as listener:
        options = f"{environment.get(_TOOL_OPTIONS, '')} {listener.agent_option}".strip()
        limit = _RunLimit(listener, seconds, deadline, AFTER_SECONDS)
        ran = shell.run(
            command, directory, {**environment, _TOOL_OPTIONS: options}, seconds, limit.deadline()
        )
        deadline.check_cancelled()
    output = f"{ran.stdout.text}\n{ran.stderr.text}"
    return _result(listener, ran.exit_code, output, ran.seconds, stopped=ran.stopped is not None)


def run_task(
    plan: RerunPlan,
    throw_filter: ThrowFilter,
    seconds: float,
    deadline: Deadline,
    progress: Callable[[str], None],
) -> CaptureRun:
    """Run a task of the build whose tests or program connect to us, and capture the first throw that counts.

    Raises:
        OSError: the build tool cannot be started.
        Cancelled: the caller no longer wants it; nothing is left running.
    """
    with TemporaryDirectory(prefix="rca-capture-") as folder:
        with DebugListener(throw_filter, lambda: deadline.cancelled) as listener:
            argv = task_command(plan, listener.agent_option, Path(folder))
            limit = _RunLimit(listener, seconds, deadline, seconds)
            ran = build_process.run(argv, plan.directory, seconds, limit.deadline(), progress)
            deadline.check_cancelled()
        return _result(listener, ran.exit_code, ran.output, ran.seconds, stopped=ran.stopped is not None)


def task_command(plan: RerunPlan, agent_option: str, folder: Path) -> tuple[str, ...]:
    """Return the command of a task with the debugger in its JVMs.

    Args:
        plan: the task.
        agent_option: the JVM option.
        folder: where Gradle's init script is written.
    """
    if plan.tool == "maven":
        debug = tuple(f"-Dmaven.{plugin}.debug={agent_option}" for plugin in ("surefire", "failsafe"))
        program, *rest = plan.argv()
        return (program, *debug, *rest)
    script = folder / "capture.gradle"
    script.write_text(_INIT_SCRIPT.format(option=agent_option), encoding="utf-8")
    filters = tuple(part for test in plan.tests for part in ("--tests", test))
    return (
        *plan.program,
        "--console=plain",
        "--no-daemon",
        "--init-script",
        str(script),
        plan.task,
        *filters,
    )


class _RunLimit:
    """Ends a run at its own time, at the caller's, and some time after the capture."""

    def __init__(self, listener: DebugListener, seconds: float, outer: Deadline, after: float) -> None:
        self._listener = listener
        self._seconds = seconds
        self._outer = outer
        self._after = after
        self._captured_at: float | None = None

    def deadline(self) -> Deadline:
        """Return the deadline of the run."""
        return Deadline(self._seconds, self._clock)

    def _clock(self) -> float:
        now = time.monotonic()
        if self._listener.is_done and self._captured_at is None:
            self._captured_at = now
        late = self._captured_at is not None and now - self._captured_at > self._after
        return now + self._seconds + 1 if late or self._outer.expired else now


def _result(
    listener: DebugListener, exit_code: int | None, output: str, seconds: float, *, stopped: bool
) -> CaptureRun:
    return CaptureRun(
        listener.state,
        listener.programs,
        listener.seen,
        seconds,
        exit_code,
        output,
        ended="the run was stopped" if stopped else None,
        problems=tuple(listener.problems),
    )
