"""A stop of a debug session → the captured state that an analysis uses; secrets masked."""

from __future__ import annotations

from collections.abc import Iterator

from models.captured_state import CapturedFrame, CapturedState, CapturedThread, CapturedValue
from models.debug_stop import DebugException, DebugFrame, DebugStop, DebugVariable
from models.error_report import ErrorReport
from rca.debug_stops.frame_names import FrameNames, file_name
from rca.debug_stops.stop_text import exception_of
from rca.debug_stops.value_forms import is_group, value_size, value_text
from rca.redaction import redact
from rca.redaction.named_values import mask_value
from rca.workspace import Snapshot

_RECEIVERS = ("this", "self")
_NEAR_THROW = 30
"""Frames of a trace among which the app's first one is looked for: libraries stand before it."""


def captured_state(stop: DebugStop, snapshot: Snapshot) -> CapturedState:
    """Return what was true at a stop. Frames of the workspace alone, as a capture has them."""
    names = FrameNames(snapshot)
    type_, message = exception_of(stop)
    return CapturedState(
        exception=type_,
        message=None if message is None else redact(message).text,
        thread=redact(stop.thread).text,
        frames=tuple(_frame(one, names) for one in stop.frames if one.in_workspace),
        threads=tuple(CapturedThread(name=redact(one).text, state="unknown") for one in stop.threads),
        stood_still_ms=0.0,
        notes=stop.notes,
    )


def find_stop(report: ErrorReport, stops: tuple[DebugStop, ...], snapshot: Snapshot) -> CapturedState | None:
    """Return the state of the latest stop that is an error's: the same exception at the same line."""
    places = {
        (exception.type, frame.file, frame.line)
        for exception in report.exceptions
        for frame in exception.frames[:_NEAR_THROW]
    }
    for stop in stops:
        state = captured_state(stop, snapshot)
        top = state.frames[0] if state.frames else None
        if top is not None and (state.exception, top.file, top.line) in places:
            return state
    return None


def masked_stop(stop: DebugStop) -> DebugStop:
    """Return a stop with every secret masked that its texts and variables hold."""
    exception = stop.exception
    return stop.model_copy(
        update={
            "thread": redact(stop.thread).text,
            "threads": tuple(redact(one).text for one in stop.threads),
            "exception": None if exception is None else _masked_exception(exception),
            "frames": tuple(
                frame.model_copy(
                    update={
                        "file_path": None if frame.file_path is None else redact(frame.file_path).text,
                        "scopes": tuple(
                            scope.model_copy(update={"variables": tuple(map(_masked, scope.variables))})
                            for scope in frame.scopes
                        ),
                    }
                )
                for frame in stop.frames
            ),
        }
    )


def _masked_exception(exception: DebugException) -> DebugException:
    texts = {"description": exception.description, "message": exception.message}
    texts["stack_trace"] = exception.stack_trace
    return exception.model_copy(
        update={name: None if text is None else redact(text).text for name, text in texts.items()}
    )


def _masked(variable: DebugVariable) -> DebugVariable:
    value = mask_value(variable.name, variable.value)
    return variable.model_copy(update={"value": value, "variables": tuple(map(_masked, variable.variables))})


def _frame(frame: DebugFrame, names: FrameNames) -> CapturedFrame:
    owner, method = names.names(frame)
    found: dict[str, CapturedValue] = {}
    notes: list[str] = []
    for scope in frame.scopes:
        if scope.note is not None:
            notes.append(f"{scope.name}: {scope.note}")
        for value in _values(scope.variables):
            found.setdefault(value.name, value)
    receiver = next((found.pop(name) for name in _RECEIVERS if name in found), None)
    return CapturedFrame(
        class_name=owner,
        method=method,
        file=file_name(frame),
        line=frame.line,
        receiver=receiver,
        locals=tuple(found.values()),
        note="; ".join(notes) or None,
    )


def _values(variables: tuple[DebugVariable, ...]) -> Iterator[CapturedValue]:
    for one in variables:
        if not is_group(one):
            yield _value(one)


def _value(variable: DebugVariable) -> CapturedValue:
    text, type_ = value_text(variable)
    return CapturedValue(
        name=_plain_name(variable.name),
        type=type_,
        text=mask_value(variable.name, text),
        size=value_size(variable),
        fields=tuple(_values(variable.variables)),
        note=variable.note,
    )


def _plain_name(name: str) -> str:
    """Return a name without the class that vscode-java-debug adds where two fields have one name."""
    return name.partition(" (")[0] if name.endswith(")") and " (" in name else name
