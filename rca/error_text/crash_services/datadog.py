"""Datadog: error events of RUM, logs with an error, and issues of error tracking.

Source: the schema of RUM's error events and the attributes of logs. Stacks are stored as text. An answer of
the API wraps an event twice in `attributes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.crash_context import CrashContext
from rca.error_text.crash_services.json_fields import (
    Json,
    as_pairs,
    get_flag,
    get_line,
    get_number,
    get_objects,
    get_path,
    get_text,
    get_time,
    hexadecimal,
    join_words,
    make_flags,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.exception_header import read_header
from rca.error_text.native_images import NativeImage
from rca.error_text.typed_json import as_list, as_object
from rca.text.lazy_regex import lazy_regex

_NATIVE = lazy_regex(
    r"\s*\d{1,3}\s+(?P<library>\S(?:[^\n\t]{0,200}\S)?)\s+0x(?P<address>[0-9a-fA-F]{4,16})"
    r"(?:\s+(?P<function>\S.*?)(?: \+ (?P<offset>\d{1,12}))?)?\s*$"
)
_FEWEST = 2
_RANGE = ("load_address", "max_address")
_MARKS = frozenset({"ddtags", "dd", "_dd", "ddsource", "usr", "session", "application", "view"})
_ERROR_MARKS = frozenset({"kind", "is_crash", "source_type", "handling"})
_ERROR = frozenset({"stack", "kind", "type", "message"})
_ISSUE = frozenset({"error_type", "error_message", "file_path", "function_name", "first_seen", "is_crash"})


def claims(record: Json) -> bool:
    """Return whether a JSON object is an error event, a log or an issue of Datadog."""
    event = _flat(record)
    error = as_object(event.get("error"))
    is_marked = "attributes" in record or _MARKS & event.keys() or _ERROR_MARKS & error.keys()
    if "is_crash" in error and isinstance(error.get("stack"), dict):
        return True
    if is_marked and len(_ERROR & error.keys()) > 1 and "stack_trace" not in error:  # as others name it
        return True
    is_log = record.get("type") == "log" and event.get("status") == "error" and "message" in event
    if is_log and "kind" in error:  # a log of the API; its message is the error's
        return True
    return len(_ISSUE & as_object(record.get("attributes", record)).keys()) >= 3


def read(record: Json) -> list[ServiceReport]:
    """Return the report of an event or log, or of an issue by its type and message."""
    event = _flat(record)
    return [_event(event) if event.get("error") else _issue(record)]


def _flat(record: Json) -> Json:
    """Return an event without the `attributes` around it, with `error.stack` as well as `error: {stack}`."""
    event = dict(record)
    for _ in range(2):
        inner = event.pop("attributes", None)
        if isinstance(inner, dict):
            event = {**event, **inner}
    for name in [one for one in event if isinstance(one, str) and "." in one and one.startswith("error.")]:
        error = dict(as_object(event.get("error")))
        error.setdefault(name.removeprefix("error."), event[name])
        event["error"] = error
    return event


def _event(event: Json) -> ServiceReport:
    error = as_object(event.get("error"))
    device, system = as_object(event.get("device")), as_object(event.get("os"))
    tags = _tags(event)
    version, _, _ = (get_text(event, "version") or tags.get("version", "")).partition("+")
    thread = _thread(error)
    name = get_text(error, "kind", "type")
    walked = get_objects(as_object(error.get("stack")), "frames")
    stack = get_text(error, "stack") or get_text(thread, "stack")
    category = get_text(error, "category")
    is_handled = get_text(error, "handling")
    message = get_text(error, "message") or (
        get_text(event, "message") if event.get("type") == "log" else None
    )
    trace = _trace(name, message, stack, error)
    native = tuple(_walked(one) for one in walked) or _native(stack or "")
    signal = get_text(as_object(event.get("sig_info")), "si_signo_human_readable")
    system = system or as_object(event.get("os_info"))
    return ServiceReport(
        context=CrashContext(
            service="datadog",
            issue=get_text(as_object(event.get("issue")), "id")
            or get_text(as_object(error.get("issue")), "id")
            or get_text(error, "fingerprint"),
            event=get_text(error, "id") or get_text(event, "id", "uuid"),
            occurred_at=get_time(event, "date", "timestamp"),
            handled=is_handled == "handled" if is_handled else _not(get_flag(error, "is_crash")),
            application=get_text(event, "service") or tags.get("service"),
            release=version or None,
            build=get_text(event, "build_version") or tags.get("build_version"),
            environment=get_text(event, "env") or tags.get("env"),
            device=join_words(get_text(device, "brand"), get_text(device, "model", "name")),
            os=join_words(get_text(system, "name", "os_type"), get_text(system, "version")),
            blamed_thread=get_text(thread, "name") or get_text(as_object(event.get("logger")), "thread_name"),
            feature_flags=make_flags(as_pairs(event.get("feature_flags"))),
            tags=make_tags(
                [
                    ("view", get_path(event, "view", "name") or get_path(event, "view", "url")),
                    ("source", error.get("source")),
                    *as_pairs(event.get("context")),
                ]
            ),
        ),
        kind="anr" if category == "ANR" or name == "ANR" else None,
        exceptions=() if walked else (ServiceException(name or "", message), *_causes(error)),
        native_frames=native,
        images=tuple(_images(error)),
        trace=None if native else trace,
        process=get_text(event, "service") or tags.get("service"),
        thread=get_text(thread, "name") or get_text(as_object(event.get("logger")), "thread_name"),
        pid=get_number(as_object(event.get("proc_info")), "pid"),
        signal=signal or (name if name and name.startswith("SIG") else None),
        truncated=get_flag(as_object(error.get("meta")), "was_truncated", "truncated") is True
        or get_flag(error, "was_truncated") is True,
        user=get_text(as_object(event.get("usr")), "id", "email")
        or get_text(as_object(event.get("session")), "id"),
    )


def _walked(frame: Json) -> ServiceFrame:
    """Return a frame of the crash tracker."""
    return ServiceFrame(
        method=get_text(frame, "function"),
        file=get_text(frame, "file"),
        line=get_line(frame, "line"),
        is_native=True,
        address=hexadecimal(frame.get("ip")),
        library=get_text(frame, "path"),
        build_id=get_text(frame, "build_id"),
    )


def _native(stack: str) -> tuple[ServiceFrame, ...]:
    """Return the frames of a stack of native code: library, address, then image base or function."""
    found = [_NATIVE.match(line) for line in stack.split("\n") if line.strip()]
    if len(found) < _FEWEST or not all(found):
        return ()
    return tuple(_native_frame(one) for one in found if one is not None)


def _native_frame(found: re.Match[str]) -> ServiceFrame:
    function, offset = found["function"], found["offset"]
    return ServiceFrame(
        method=None if function is None or function.startswith("0x") else function,
        is_native=True,
        address=found["address"].lower(),
        library=None if found["library"] == "???" else found["library"],
        offset=int(offset) if offset and function and not function.startswith("0x") else None,
    )


def _causes(error: Json) -> Iterator[ServiceException]:
    """Yield the causes that stand apart by type and message, for a stack that is no trace."""
    for one in get_objects(error, "causes"):
        name, message = get_text(one, "type"), get_text(one, "message")
        if name or message:
            yield ServiceException(name or "", message, relation="cause")


def _images(error: Json) -> Iterator[NativeImage]:
    for one in get_objects(error, "binary_images"):
        begin, end = (hexadecimal(f"0x{get_text(one, name) or ''}".replace("0x0x", "0x")) for name in _RANGE)
        name = get_text(one, "name")
        if name:
            yield NativeImage(
                name, get_text(one, "uuid"), int(begin, 16) if begin else None, int(end, 16) if end else None
            )


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _thread(error: Json) -> Json:
    threads = get_objects(error, "threads")
    return next((one for one in threads if get_flag(one, "crashed") is True), threads[0] if threads else {})


def _trace(name: str | None, message: str | None, stack: str | None, error: Json) -> str | None:
    """Return the stack below the exception that it may leave out, then causes that stand apart."""
    if stack is None:
        return None
    first = next((line for line in stack.split("\n") if line.strip()), "")
    header = read_header(first)
    is_headed = header is not None and not first.lstrip().startswith(("at ", "#"))
    parts = [stack] if is_headed or name is None else [f"{name}{f': {message}' if message else ''}", stack]
    if "Caused by: " not in stack:
        for cause in get_objects(error, "causes"):
            text = get_text(cause, "stack") or ""
            told = get_text(cause, "message")
            head = f"Caused by: {get_text(cause, 'type') or 'Error'}{f': {told}' if told else ''}"
            own = read_header(next(iter(text.split("\n")), ""))
            parts.append(
                f"Caused by: {text}" if own is not None and not text.startswith("at ") else f"{head}\n{text}"
            )
    return "\n".join(parts)


def _tags(event: Json) -> dict[str, str]:
    """Return the `name:value` pairs of `tags` and `ddtags`."""
    listed = [one for one in as_list(event.get("tags")) if isinstance(one, str)]
    listed += (get_text(event, "ddtags") or "").split(",")
    return {name: value for name, sign, value in (one.strip().partition(":") for one in listed) if sign}


def _issue(record: Json) -> ServiceReport:
    held = {**record, **as_object(record.get("attributes"))}
    name, message = get_text(held, "error_type"), get_text(held, "error_message")
    function, file = get_text(held, "function_name"), get_text(held, "file_path")
    place = " ".join(part for part in (function, f"({file})" if file else None) if part)
    return ServiceReport(
        context=CrashContext(
            service="datadog",
            issue=get_text(held, "issue_id", "id"),
            first_seen=get_time(held, "first_seen"),
            last_seen=get_time(held, "last_seen"),
            events=get_number(held, "total_count", "count"),
            users=get_number(held, "impacted_users"),
            handled=_not(get_flag(held, "is_crash")),
            application=get_text(held, "service"),
            release=get_text(held, "last_seen_version", "first_seen_version"),
            blamed_frame=place or None,
        ),
        exceptions=(ServiceException(name, message),) if name else (),
        problems=("an issue without its event: it holds no stack trace, ask for one of its events",),
    )
