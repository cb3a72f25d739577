"""A debug adapter for a real JVM, in the forms of vscode-java-debug: stops at exceptions, over this project's JDWP client.

Run as `python -m tests.debug_stops.jvm_debug_adapter` by an editor; launched with `mainClass` and `classPath`.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import threading
from itertools import count

from rca.jdwp.exception_watch import ExceptionWatch, ThrowFilter
from rca.jdwp.frame_capture import RawFrame, RawState
from rca.jdwp.jdwp_connection import JdwpConnection
from rca.jdwp.jdwp_packets import JdwpProblem, ReplyError
from rca.jdwp.value_reader import RawValue, primitive_text
from tests.debug_stops.dap_stdio import Body, DapAdapter

_THREAD = 1


class HoldingWatch(ExceptionWatch):
    """Lets the thread stand that threw what counts, until it is told to go on."""

    held: int | None = None
    _counts = False

    def _judge(self, *arguments: object) -> RawState | None:
        state = super()._judge(*arguments)  # type: ignore[arg-type]  # handed on as they came
        self._counts = state is not None
        return state

    def _resume(self, thread: int) -> None:
        if self._counts:
            self.held = thread
        else:
            super()._resume(thread)

    def go_on(self) -> None:
        """Resume the suspended thread."""
        thread, self.held, self._counts = self.held, None, False
        if thread is not None:
            super()._resume(thread)


class JvmAdapter(DapAdapter):
    """Runs one program."""

    def __init__(self) -> None:
        super().__init__()
        self._filters: set[str] = set()
        self._state: RawState | None = None
        self._values: dict[int, list[RawValue]] = {}
        self._ids = count(100)
        self._goes_on = threading.Event()
        self._program: subprocess.Popen[str] | None = None

    def on_setExceptionBreakpoints(self, arguments: Body) -> Body:  # noqa: N802 - the protocol's name
        """Take which throws are stopped at; also while the program runs."""
        self._filters = set(arguments.get("filters") or ())
        return {}

    def after_configurationDone(self) -> None:  # noqa: N802 - the protocol's name
        """Start the program."""
        threading.Thread(target=self._run, daemon=True).start()

    def on_threads(self, _arguments: Body) -> Body:
        """Return the threads of the stop."""
        others = self._state.threads if self._state is not None else ()
        names = [one.name for one in others if one.name != "main"]
        return {
            "threads": [
                {"id": _THREAD, "name": "main"},
                *({"id": n, "name": t} for n, t in enumerate(names, 2)),
            ]
        }

    def on_stackTrace(self, arguments: Body) -> Body:  # noqa: N802 - the protocol's name
        """Return a page of the frames."""
        frames = self._state.frames if self._state is not None else ()
        start, levels = arguments.get("startFrame") or 0, arguments.get("levels") or len(frames)
        shown = [self._frame(number, one) for number, one in enumerate(frames)]
        return {"stackFrames": shown[start : start + levels], "totalFrames": len(shown)}

    def _frame(self, number: int, frame: RawFrame) -> Body:
        path = os.path.join(self.arguments["sources"], frame.file or "")  # noqa: PTH118 - a path as text
        simple = frame.class_name.rpartition(".")[2]
        return {
            "id": number + 1,
            "name": f"{simple}.{frame.method}()",
            "line": frame.line or 0,
            "column": 1,
            "source": {"name": frame.file, "path": path},
        }

    def on_exceptionInfo(self, _arguments: Body) -> Body:  # noqa: N802 - the protocol's name
        """Return type, text and whether the program catches it."""
        assert self._state is not None
        exception = self._state.exception
        text = f": {exception.text}" if exception.text else ""
        mode = "always" if self._state.caught_by else "userUnhandled"
        name = exception.class_name
        return {"exceptionId": name, "description": f'"{name}{text}"', "breakMode": mode}

    def on_scopes(self, arguments: Body) -> Body:
        """Return the one scope of a frame."""
        assert self._state is not None
        frame = self._state.frames[arguments["frameId"] - 1]
        values = [*frame.locals, *([frame.receiver] if frame.receiver is not None else [])]
        return {
            "scopes": [{"name": "Local", "variablesReference": self._reference(values), "expensive": False}]
        }

    def on_variables(self, arguments: Body) -> Body:
        """Return what is beneath a reference."""
        return {"variables": [self._variable(one) for one in self._values[arguments["variablesReference"]]]}

    def _variable(self, one: RawValue) -> Body:
        simple = (one.class_name or "Object").rpartition(".")[2]
        number = one.value.object_id
        if one.value.is_null:
            text = "null"
        elif number is None:
            text = primitive_text(one.value)
        elif one.kind == "string":
            text = f'"{one.text}"'
        else:
            text = f"{simple}@{number}" + (f" size={one.size}" if one.size is not None else "")
        return {
            "name": one.name,
            "value": text,
            "type": simple if number else "",
            "variablesReference": self._reference(one.children) if one.children else 0,
        }

    def _reference(self, values: list[RawValue]) -> int:
        number = next(self._ids)
        self._values[number] = values
        return number

    def on_continue(self, _arguments: Body) -> Body:
        """Report that all threads continue."""
        return {"allThreadsContinued": True}

    def after_continue(self) -> None:
        """Resume the program."""
        self._goes_on.set()

    def on_disconnect(self, _arguments: Body) -> Body:
        """End the program."""
        if self._program is not None:
            self._program.kill()
        self._goes_on.set()
        return {}

    def _run(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"127.0.0.1:{server.getsockname()[1]}"
            agent = f"-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address={address}"
            command = ["java", agent, "-cp", self.arguments["classPath"], self.arguments["mainClass"]]
            self._program = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
            printer = threading.Thread(target=self._print, daemon=True)
            printer.start()
            connected, _ = server.accept()
        caught = "caught" in self._filters
        watch = HoldingWatch(JdwpConnection(connected), ThrowFilter(None, caught, ("shop",)))
        with contextlib.suppress(JdwpProblem, ReplyError):
            watch.start()
            while (state := watch.wait(lambda: False)) is not None:
                if self._filters & {"uncaught", "unhandled"} or (caught and state.caught_by):
                    self._stop(state)
                watch.go_on()
        code = self._program.wait()
        printer.join(5)
        self.event("exited", exitCode=code)
        self.event("terminated")

    def _stop(self, state: RawState) -> None:
        self._state = state
        self._goes_on.clear()
        self.event("stopped", reason="exception", threadId=_THREAD, allThreadsStopped=False)
        self._goes_on.wait()
        self._state = None
        self._values.clear()

    def _print(self) -> None:
        assert self._program is not None
        assert self._program.stdout is not None
        for line in self._program.stdout:
            self.event("output", category="stderr", output=line)


if __name__ == "__main__":
    JvmAdapter().run()
