"""A debug adapter that stops as its launch says and misbehaves in the way that `script` names.

`plain`, `breakpoint`: it behaves. `silent`: it never answers what is asked of the stop. `wrong`: its answers have wrong
types. `huge`: values without end. `duplicate`: each stop is told five times. `vanishes`: it is gone in the middle of
an answer.
"""

from __future__ import annotations

import os
import sys
import threading
import time

from tests.debug_stops.dap_stdio import NO_ANSWER, Body, DapAdapter

_HUGE = 5_000
_QUESTIONS = ("stackTrace", "scopes", "variables", "exceptionInfo")
_WRONG: tuple[object, ...] = (
    {"stackFrames": {"0": 1}, "totalFrames": "three"},
    {"scopes": [None, 5, {"name": {}, "variablesReference": "x"}]},
    {"variables": "none"},
    [],
)


class ScriptedAdapter(DapAdapter):
    """Stops once, or again each time it is told to continue with `stops` above one."""

    def __init__(self) -> None:
        super().__init__()
        self._stops = 0

    def __getattribute__(self, name: str) -> object:
        question = name.removeprefix("on_")
        if name.startswith("on_") and question in _QUESTIONS:
            script = self.arguments.get("script")
            if script == "silent":
                return lambda _arguments: NO_ANSWER
            if script == "wrong":
                return lambda _arguments: _WRONG[_QUESTIONS.index(question)]
            if script == "vanishes" and question == "variables":
                return lambda _arguments: _vanish()
        return super().__getattribute__(name)

    def on_threads(self, _arguments: Body) -> Body:
        """Return two threads."""
        return {"threads": [{"id": 1, "name": "main"}, {"id": 2, "name": "worker"}]}

    def on_stackTrace(self, _arguments: Body) -> Body:  # noqa: N802 - the protocol's name
        """Return one frame of the workspace."""
        source = {"name": "Cart.java", "path": self.arguments["source"]}
        frame = {
            "id": 1,
            "name": "Cart.priceAt(int)",
            "line": self.arguments["line"],
            "column": 1,
            "source": source,
        }
        return {"stackFrames": [frame], "totalFrames": 1}

    def on_scopes(self, _arguments: Body) -> Body:
        """Return the locals."""
        return {"scopes": [{"name": "Local", "variablesReference": 10, "expensive": False}]}

    def on_variables(self, _arguments: Body) -> Body:
        """Return two values, or far too many."""
        if self.arguments["script"] == "huge":
            value = "x" * 1_000
            return {
                "variables": [
                    {"name": f"v{n}", "value": value, "variablesReference": 10} for n in range(_HUGE)
                ]
            }
        return {
            "variables": [
                {"name": "index", "value": "3", "type": "int", "variablesReference": 0},
                {"name": "password", "value": '"Xk29vLqPz83mNw"', "type": "String", "variablesReference": 0},
            ]
        }

    def on_exceptionInfo(self, _arguments: Body) -> Body:  # noqa: N802 - the protocol's name
        """Return an exception whose message the launch gives."""
        return {
            "exceptionId": "java.lang.IllegalStateException",
            "description": self.arguments.get("message", "scripted"),
            "breakMode": self.arguments.get("breakMode", "always"),
        }

    def after_configurationDone(self) -> None:  # noqa: N802 - the protocol's name
        """Stop."""
        threading.Thread(target=self._stop, daemon=True).start()

    def on_continue(self, _arguments: Body) -> Body:
        """Report that all threads continue."""
        return {"allThreadsContinued": True}

    def after_continue(self) -> None:
        """Stop again, or end."""
        if self._stops < self.arguments.get("stops", 1):
            self.after_configurationDone()
        else:
            self.event("terminated")

    def _stop(self) -> None:
        self._stops += 1
        time.sleep(0.2)
        script = self.arguments["script"]
        reason = "breakpoint" if script == "breakpoint" else "exception"
        for _ in range(5 if script == "duplicate" else 1):
            self.event("stopped", reason=reason, threadId=1, allThreadsStopped=True)


def _vanish() -> Body:
    sys.stdout.buffer.write(b"Content-Length: 1000\r\n\r\n{")
    sys.stdout.buffer.flush()
    os._exit(1)


if __name__ == "__main__":
    ScriptedAdapter().run()
