"""A debug adapter over standard streams: the frame of those that tests run in a real editor."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any, BinaryIO

Body = dict[str, Any]

STOPS_AT_UNCAUGHT = "--uncaught"
"""Argument with which the editor is told to stop at uncaught exceptions unless a person says otherwise."""

FILTERS = {
    True: [
        {"filter": "caught", "label": "Caught Exceptions", "default": False},
        {"filter": "uncaught", "label": "Uncaught Exceptions", "default": True},
    ],
    # Under other names, as the editor ticks for all adapters what was ticked for one.
    False: [{"filter": "unhandled", "label": "Unhandled Throws", "default": False}],
}


class DapAdapter:
    """Reads requests and answers them; a method `on_<command>` returns the body of an answer.

    Args:
        source: what the editor writes.
        target: what the editor reads.
    """

    def __init__(self, source: BinaryIO = sys.stdin.buffer, target: BinaryIO = sys.stdout.buffer) -> None:
        self._source, self._target = source, target
        self._lock = threading.Lock()
        self._seq = 0
        self.arguments: Body = {}
        """Of the launch."""

    def run(self) -> None:
        """Answer until the editor closes the stream."""
        while (request := self._read()) is not None:
            handler = getattr(self, f"on_{request['command']}", None)
            try:
                body = handler(request.get("arguments") or {}) if handler else {}
            except Exception as problem:  # noqa: BLE001 - an answer says what was wrong, as adapters do
                self.answer(request, {"error": {"id": 1, "format": str(problem)}}, success=False)
                continue
            if body is not NO_ANSWER:
                self.answer(request, body)
            after = getattr(self, f"after_{request['command']}", None)
            if after is not None:
                after()

    def answer(self, request: Body, body: Any, *, success: bool = True) -> None:
        """Send the answer of a request."""
        self._write(
            {
                "type": "response",
                "request_seq": request["seq"],
                "success": success,
                "command": request["command"],
                "body": body,
                **({} if success else {"message": "refused"}),
            }
        )

    def event(self, name: str, **body: object) -> None:
        """Send an event; may be called on any thread."""
        self._write({"type": "event", "event": name, "body": body})

    def on_initialize(self, _arguments: Body) -> Body:
        """Return what the adapter can do."""
        return {
            "supportsConfigurationDoneRequest": True,
            "supportsExceptionInfoRequest": True,
            "exceptionBreakpointFilters": FILTERS[STOPS_AT_UNCAUGHT in sys.argv],
        }

    def after_initialize(self) -> None:
        """Ask for breakpoints."""
        self.event("initialized")

    def on_launch(self, arguments: Body) -> Body:
        """Remember what is to be run."""
        self.arguments = arguments
        return {}

    def on_setBreakpoints(self, arguments: Body) -> Body:  # noqa: N802 - the protocol's name
        """Accept breakpoints, and stop at none."""
        return {"breakpoints": [{"verified": False} for _ in arguments.get("breakpoints") or ()]}

    def _write(self, message: Body) -> None:
        with self._lock:
            self._seq += 1
            text = json.dumps({"seq": self._seq, **message}).encode()
            self._target.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
            self._target.flush()

    def _read(self) -> Body | None:
        length = 0
        while (line := self._source.readline().strip()) or not length:
            if not line and not length:
                return None
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self._source.read(length)) if length else None


NO_ANSWER = object()
"""What a handler returns whose request stays without an answer."""
