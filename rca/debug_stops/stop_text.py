"""A stop of a debug session → the text of its error, in the form of a stack trace."""

from __future__ import annotations

import re

from models.debug_stop import DebugException, DebugFrame, DebugStop
from rca.debug_stops.frame_names import FrameNames, file_name
from rca.workspace import Snapshot

MOST_FRAMES = 100
_TYPE = re.compile(r"(?:[A-Za-z_][\w$]*\.)*[A-Z][\w$]*")
_TYPED_MESSAGE = re.compile(rf"(?P<type>{_TYPE.pattern})(?:: (?P<message>.*))?\Z", re.DOTALL)
_JVM_TRACE = re.compile(r"^\s+at [\w.$<>/@-]+\(", re.MULTILINE)
_UNCAUGHT = ("unhandled", "userUnhandled")


def is_uncaught(stop: DebugStop) -> bool:
    """Return whether the adapter says that the program does not catch the exception."""
    return stop.exception is not None and stop.exception.break_mode in _UNCAUGHT


def exception_of(stop: DebugStop) -> tuple[str, str | None]:
    """Return type and message of a stop's exception; where there is none, why the program stopped."""
    exception = stop.exception
    if exception is None:
        return ("", None)
    type_ = exception.type_name or (exception.id if _TYPE.fullmatch(exception.id) else None)
    described = _unquoted(exception.description or "")
    # JavaScript's adapter puts type and message into the id, and says of the description that it paused.
    named = _TYPED_MESSAGE.match(exception.id) if exception.type_name is None else None
    if named is not None and named["message"]:
        return named["type"], exception.message or _first_part(named["message"])
    found = _TYPED_MESSAGE.match(described)
    if type_ is None and found is not None:
        type_ = found["type"]
    if type_ is None:
        return exception.id or "Exception", exception.message or described or None
    if exception.message is not None:
        return type_, exception.message
    simple = re.split(r"[.$]", type_)[-1]
    if found is not None and re.split(r"[.$]", found["type"])[-1] == simple:
        return type_, _first_part(found["message"])
    return type_, _first_part(described) if described != type_ else None


def stop_text(stop: DebugStop, snapshot: Snapshot) -> str:
    """Return the error's text: the adapter's own trace where it is one of the JVM, else one of the frames."""
    exception = stop.exception
    if exception is not None and (own := _own_trace(exception)) is not None:
        return own
    type_, message = exception_of(stop)
    if stop.exception is None:
        head = f"Stopped in the debugger ({stop.reason})"
    else:
        head = f"{type_}: {message}" if message else type_
    names = FrameNames(snapshot)
    lines = [_line(frame, names) for frame in stop.frames[:MOST_FRAMES]]
    return "\n".join((head, *lines))


def _own_trace(exception: DebugException) -> str | None:
    trace = exception.stack_trace
    if trace is None or not _JVM_TRACE.search(trace):
        return None
    first = trace.lstrip().partition("\n")[0]
    if first.startswith("at "):
        return None
    return "\n".join(trace.strip().split("\n")[: 4 * MOST_FRAMES])


def _line(frame: DebugFrame, names: FrameNames) -> str:
    owner, method = names.names(frame)
    name = file_name(frame)
    place = "Unknown Source" if name is None else f"{name}:{frame.line}" if frame.line else name
    return f"\tat {owner}.{method}({place})"


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _first_part(message: str | None) -> str | None:
    """Return a message without the trace that some adapters put behind it."""
    if message is None:
        return None
    return re.split(r"\n\s+at ", message, maxsplit=1)[0].strip() or None
