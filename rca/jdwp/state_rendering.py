"""What was captured → the contract's state: names of the source, values as text, secrets masked."""

from __future__ import annotations

from collections.abc import Iterable

from models.captured_state import (
    CapturedFrame,
    CapturedHistory,
    CapturedState,
    CapturedThread,
    CapturedValue,
    RecordedCalls,
    RecordedWrites,
)
from rca.jdwp.execution_recorder import RawHistory
from rca.jdwp.frame_capture import RawFrame, RawState
from rca.jdwp.known_objects import is_empty_collection
from rca.jdwp.loaded_classes import class_name
from rca.jdwp.source_names import SourceName, is_kotlin, lambda_receiver, source_name
from rca.jdwp.value_reader import RawValue, primitive_text
from rca.redaction import redact
from rca.redaction.named_values import mask_value

_REF = "kotlin.jvm.internal.Ref$"
_LONGEST_MESSAGE = 1000
_MOST_RECORDED = 400
_ONLY_LATEST = f"only the {_MOST_RECORDED} functions and writes that were met last are kept"


def render_state(raw: RawState) -> CapturedState:
    """Return a captured state with the source's names; every text in it is masked."""
    return CapturedState(
        exception=raw.exception.class_name or "?",
        message=None if raw.exception.text is None else redact(raw.exception.text).text[:_LONGEST_MESSAGE],
        thread=redact(raw.thread).text,
        caught_by=raw.caught_by,
        frames=tuple(_frame(frame) for frame in raw.frames),
        wrapped_in=raw.wrapped_in,
        threads=tuple(
            CapturedThread(
                name=redact(one.name).text,
                state=one.state,
                top=one.top,
                contended=one.contended,
                owns=one.owns,
            )
            for one in raw.threads
        ),
        stood_still_ms=round(raw.suspended_seconds * 1000, 1),
        history=_history(raw.history) if raw.history is not None else None,
        notes=raw.notes,
    )


def _history(raw: RawHistory) -> CapturedHistory:
    """Return the latest of what was recorded, in its order."""
    calls = sorted(raw.calls, key=lambda one: one.last)[-_MOST_RECORDED:]
    writes = sorted(raw.writes, key=lambda one: one.last)[-_MOST_RECORDED:]
    is_cut = len(calls) < len(raw.calls) or len(writes) < len(raw.writes)
    return CapturedHistory(
        calls=tuple(
            RecordedCalls(
                class_name=one.class_name,
                method=one.method,
                file=one.file,
                line=one.line,
                count=one.count,
                first=one.first,
                last=one.last,
                more=one.is_cut,
            )
            for one in calls
        ),
        writes=tuple(
            RecordedWrites(
                class_name=one.class_name,
                field=name.name,
                file=one.file,
                line=one.line,
                count=one.count,
                first=one.first,
                last=one.last,
                more=one.is_cut,
                value=None if one.value.object_id else mask_value(name.name, _text(RawValue("", one.value))),
            )
            for one in writes
            if (name := source_name(one.name) if is_kotlin(one.file) else SourceName(one.name)) is not None
        ),
        incomplete=raw.incomplete or (_ONLY_LATEST if is_cut else None),
    )


def _frame(frame: RawFrame) -> CapturedFrame:
    kotlin = is_kotlin(frame.file)
    receiver = None
    if frame.receiver is not None:
        receiver = _value(frame.receiver, SourceName("this"), kotlin=kotlin)
    return CapturedFrame(
        class_name=frame.class_name,
        method=frame.method,
        file=frame.file,
        line=frame.line,
        receiver=receiver,
        locals=tuple(_values(frame.locals, kotlin=kotlin)),
        note=frame.note,
    )


def _values(values: Iterable[RawValue], *, kotlin: bool) -> Iterable[CapturedValue]:
    every = list(values)
    for number, one in enumerate(every):
        name = source_name(one.name) if kotlin else SourceName(one.name)
        if kotlin and (label := lambda_receiver(one.name, (other.name for other in every[number + 1 :]))):
            name = SourceName(label)
        if name is not None:
            yield _value(one, name, kotlin=kotlin)


def _value(raw: RawValue, name: SourceName, *, kotlin: bool) -> CapturedValue:
    shown = raw
    if (raw.class_name or "").startswith(_REF) and (held := raw["element"]) is not None:
        shown = held  # a variable that a lambda changes lives in a box of the compiler's
    notes = [shown.note] if shown.note else []
    if raw.key is not None:
        name = SourceName(f"[{mask_value(name.name, _text(raw.key))}]")
    masked_as = raw.key.text if raw.key is not None and raw.key.text else name.name
    if name.inlined:
        notes.append("of an inlined function")
    return CapturedValue(
        name=name.name,
        type=shown.class_name or (class_name(shown.signature) if shown.signature else None),
        text=mask_value(masked_as, _text(shown)),
        size=0 if is_empty_collection(shown.class_name) else shown.size,
        fields=tuple(_values(shown.children, kotlin=kotlin)),
        jvm_name=raw.name if raw.key is None and raw.name != name.name else None,
        note="; ".join(notes) or None,
    )


def _text(raw: RawValue) -> str:
    """Return a value's text, before its masking."""
    if raw.value.is_null:
        return "null"
    if raw.value.object_id is None:
        return "?" if raw.value.tag == "V" else primitive_text(raw.value)
    if raw.kind == "string" and raw.text is not None:
        escaped = raw.text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
        return f'"{escaped}"'
    if raw.kind in {"boxed", "enum"} and raw.text is not None:
        return raw.text
    if raw.kind == "throwable" and raw.text is not None:
        return f"{raw.class_name}: {raw.text}"
    return raw.class_name or class_name(raw.signature or "Ljava/lang/Object;")
