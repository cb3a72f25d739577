"""Reports of services and SDKs without a reader of their own: exceptions and threads, told by their fields.

App Center, Raygun, Rollbar, Airbrake, Measure and many in-house reporters store a class, a message and a list
of frames under names that differ in spelling alone (`lineNumber`, `line_num`). An object counts as an
exception if its type is one by its name and its frames name methods with files or lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from models.error_report import ErrorKind, Relation
from rca.error_text.crash_services.foreign_facts import Facts, find_facts, letters
from rca.error_text.crash_services.json_fields import (
    Json,
    as_pairs,
    as_shown,
    get_flag,
    get_line,
    get_number,
    hexadecimal,
    words,
)
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.exception_header import is_telling, read_header
from rca.error_text.native_images import NativeImage
from rca.error_text.typed_json import as_list, as_object
from rca.text.lazy_regex import lazy_regex

_DEEPEST = 20
_SEEN = 8
"""Frames of a list that are looked at."""

_MOST_REPORTS = 50
_MOST_FRAMES = 2000
_MOST_FIELDS = 24
"""Fields of a frame; an object with more is another thing."""

_TYPES = words("type classname class errorclass exceptiontype exceptionclass errortype name")
_MESSAGES = words("message errormessage exceptionmessage reason value description")
_STACKS = words("frames stacktrace backtrace stackframes stack parsedstack callstack stacktraceelements")
_CAUSES = words("innerexceptions innerexception innererror innererrors cause causes causedby")
_LISTS = words("exceptions errors tracechain exceptionchain exceptionlist")
_METHODS = words("methodname method function functionname func symbolname symname symbol localsymbol")
_CLASSES = words("classname class declaringclass module")
_FILES = words("filename file sourcefile source abspath")
_LINES = words("linenumber lineno linenum line")
_ADDRESSES = words("relpc pc instructionpointer address frameaddr frameaddress instructionaddr")
_LIBRARIES = words("sopath library imagename image binaryname binary module object objectfile path")
_OFFSETS = words("symaddroffset functionoffset symboloffset")
_IMAGES = words("binaries binaryimages images libraries")
_TRACES = words("stack stacktrace error trace callstack backtrace exception crashlog")
_KIND, _MESSAGE, _TRACE = "exception.type", "exception.message", "exception.stacktrace"
_CRASHED = ("crashed", "is_crashed", "isCrashed", "current")
_TRACE_OF_ROLLBAR = frozenset({"frames", "exception"})
_ENTRIES = frozenset({"main", "<module>", "start", "_start", "__libc_start_main", "ZygoteInit.main"})
"""Where a thread begins: functions of the outermost frame."""

_AT = lazy_regex(r"\n[ \t]*at [\w.$]")
_TYPE = lazy_regex(r"[A-Za-z_$][\w$]*(?:[.:/\\]{1,2}[A-Za-z_$][\w$]*)*")
_SOURCE = lazy_regex(r"\.(?:java|kt|groovy|scala)$|^SourceFile$")
_ANR = lazy_regex(r"(?i:\banr|not_?responding)|A[nN][rR](?:Error|Exception)$")


@dataclass(frozen=True, slots=True)
class _Place:
    """A value, and the objects that it stands in, the innermost last."""

    value: object
    around: tuple[Json, ...]


def find_foreign(values: Sequence[object]) -> Iterator[ServiceReport]:
    """Yield the reports in values that no service's reader claims."""
    pending = [_Place(value, ()) for value in reversed(values)]
    found = 0
    while pending and found < _MOST_REPORTS:
        place = pending.pop()
        inner: Iterable[object] = as_list(place.value)
        around = place.around
        if isinstance(place.value, dict):
            report = _report(place.value, around)
            if report is not None:
                found += 1
                yield report
                continue
            inner = place.value.values()
            around = (*around, place.value)
        if len(around) <= _DEEPEST:
            pending += [
                _Place(one, around) for one in reversed(list(inner)) if isinstance(one, (dict, list)) and one
            ]


def _recorded(record: Json, around: tuple[Json, ...]) -> ServiceReport | None:
    """Return the report of an exception that OpenTelemetry recorded as attributes."""
    held: Json = record
    if _KIND not in record:
        listed = as_list(record.get("attributes"))
        held = {name: _plain(value) for name, value in as_pairs(listed) if isinstance(name, str)}
    kind, message, trace = (as_shown(held.get(name)) for name in (_KIND, _MESSAGE, _TRACE))
    if not kind or not _is_type(kind):
        return None
    facts = find_facts((*around, record))
    if trace is not None and "\n" not in trace.strip():
        trace = trace.replace("\\n", "\n").replace("\\t", "\t")  # escaped twice
    is_trace = trace is not None and "\n" in trace.strip()
    return ServiceReport(
        context=facts.context,
        exceptions=(ServiceException(kind, message),),
        trace=trace if is_trace else None,
        process=facts.process,
        thread=facts.thread,
    )


def _plain(value: object) -> object:
    """Return the value of an attribute, which OpenTelemetry's JSON wraps by its kind (`stringValue`)."""
    wrapped = as_object(value)
    return next(iter(wrapped.values()), None) if len(wrapped) == 1 else value


def _report(record: Json, around: tuple[Json, ...]) -> ServiceReport | None:
    """Return the report of an object that lists exceptions, is one, or lists threads."""
    recorded = _recorded(record, around) if _KIND in record or "attributes" in record else None
    if recorded is not None:
        return recorded
    flat = _flat(record, around)
    if flat is not None:
        return flat
    exceptions = _listed(record) or _chain(record, "primary", 0)
    thread, name = _crashed(record)
    native = () if any(one.frames for one in exceptions) else thread
    is_list = "$exception_list" in record
    if not any(one.frames for one in exceptions) and not native and not (exceptions and is_list):
        return None
    first = next(iter(as_list(record.get("$exception_list"))), None)
    mechanism = as_object(as_object(first).get("mechanism"))
    facts = find_facts((*around, record, {"handled": mechanism.get("handled")}))
    return ServiceReport(
        context=facts.context,
        kind=_kind(exceptions),
        exceptions=exceptions,
        native_frames=native,
        images=tuple(_images(record)) if native else (),
        process=facts.process,
        pid=facts.pid,
        thread=name or facts.thread,
        signal=_signal(facts, exceptions),
    )


def _flat(record: Json, around: tuple[Json, ...]) -> ServiceReport | None:
    """Return the report of an object that holds a trace as text beside fields of the app and its system."""
    trace = next((one for name, one in record.items() if letters(name) in _TRACES and _is_trace(one)), None)
    if not isinstance(trace, str):
        return None
    facts = find_facts((*around, record))
    names = {letters(name) for name in record}
    if not facts.context.release or not (facts.context.device or facts.context.os or "deviceinfo" in names):
        return None
    header = read_header(trace.lstrip().partition("\n")[0])
    name = _first(record, ("errortype", "exceptiontype", "errorclass", "exceptionclass"), str)
    if header is not None:
        name = header.type
    message = _first(record, ("errormessage", "exceptionmessage", "message"), str)
    if not isinstance(name, str) or not _is_type(name):
        return None
    told = message if isinstance(message, str) and message else header.message if header else None
    if header is not None and header.message is None and told and "\n" not in told:
        first, _, rest = trace.lstrip().partition("\n")
        trace = f"{first.rstrip()}: {told}\n{rest}"
    return ServiceReport(
        context=facts.context,
        exceptions=(ServiceException(name, told),),
        trace=trace,
        process=facts.process,
        pid=facts.pid,
        thread=facts.thread,
    )


def _is_trace(value: object) -> bool:
    return isinstance(value, str) and _AT.search(value) is not None


def _kind(exceptions: Sequence[ServiceException]) -> ErrorKind | None:
    return "anr" if exceptions and _ANR.search(exceptions[0].type) is not None else None


def _signal(facts: Facts, exceptions: Sequence[ServiceException]) -> str | None:
    names = (facts.signal, *(one.type for one in exceptions))
    return next((one for one in names if one and one.startswith("SIG") and one.isalpha()), None)


def _listed(record: Json) -> tuple[ServiceException, ...]:
    """Return the exceptions that an object lists, each the cause of the one before it."""
    for name, value in record.items():
        if letters(name) not in _LISTS:
            continue
        chains = [
            _chain(as_object(one), "cause" if at else "primary", 0) for at, one in enumerate(as_list(value))
        ]
        if chains and all(chains):
            return tuple(one for chain in chains for one in chain)
    return ()


def _chain(record: Json, relation: Relation, depth: int) -> tuple[ServiceException, ...]:
    """Return an exception with its causes, or nothing where an object is none."""
    # The head of one may be an object beside its frames.
    head = as_object(_first(record, ("exception", "error"), dict)) or record
    name = _first(head, _TYPES, str)
    if not isinstance(name, str) or _TYPE.fullmatch(name) is None or not _is_type(name):
        return ()
    frames = _frames(record) or _frames(head)
    message = _first(head, _MESSAGES, str)
    own = ServiceException(name, message if isinstance(message, str) and message else None, frames, relation)
    causes: list[ServiceException] = []
    for key, value in (*head.items(),) if depth < _SEEN else ():
        if letters(key) in _CAUSES:
            listed = value if isinstance(value, list) else [value]
            causes += [one for cause in listed for one in _chain(as_object(cause), "cause", depth + 1)]
    return (own, *causes)


def _is_type(name: str) -> bool:
    return is_telling(name) or name.startswith("SIG")


def _frames(record: Json) -> tuple[ServiceFrame, ...]:
    for name, value in record.items():
        if letters(name) not in _STACKS:
            continue
        listed = value if isinstance(value, list) else as_list(as_object(value).get("frames"))
        objects = [as_object(one) for one in listed[:_MOST_FRAMES]]
        seen = objects[:_SEEN]
        whole = sum(_is_frame(one) for one in seen)
        if seen and 2 * whole >= len(seen) and all(_is_part_of_frame(one) for one in seen):
            frames = tuple(_frame(one) for one in objects if one)
            is_turned = _is_entry(frames[0]) and not _is_entry(frames[-1])
            # Rollbar's form: the newest call is the last.
            is_turned = is_turned or (_is_rollbar(record) and not _is_entry(frames[-1]))
            return frames[::-1] if is_turned else frames
    return ()


def _is_rollbar(record: Json) -> bool:
    return (
        "frames" in record
        and record.keys() <= _TRACE_OF_ROLLBAR
        and "class" in as_object(record.get("exception"))
    )


def _is_entry(frame: ServiceFrame) -> bool:
    return frame.method in _ENTRIES or (frame.method == "run" and frame.class_name == "java.lang.Thread")


def _is_frame(one: Json) -> bool:
    """Return whether an object names a method with its file or line, or an address with its library."""
    names = {letters(name) for name in one}
    if not one or len(one) > _MOST_FIELDS:
        return False
    has_place = not names.isdisjoint(_LINES) or not names.isdisjoint(_FILES)
    is_method = not names.isdisjoint(_METHODS) and has_place
    is_address = not names.isdisjoint(_ADDRESSES) and (
        not names.isdisjoint(_LIBRARIES) or not names.isdisjoint(_METHODS) or "code" in names
    )
    return is_method or is_address


def _is_part_of_frame(one: Json) -> bool:
    names = {letters(name) for name in one}
    return (
        bool(one)
        and len(one) <= _MOST_FIELDS
        and not names.isdisjoint((*_METHODS, *_CLASSES, *_FILES, *_ADDRESSES))
    )


def _frame(one: Json) -> ServiceFrame:
    method, owner = _text(one, _METHODS), _text(one, _CLASSES)
    file, address = _text(one, _FILES), _value(one, _ADDRESSES)
    line = get_line({"line": _value(one, _LINES)}, "line")
    if address is not None and (owner is None or _value(one, _LINES) is None):
        offset = get_number({"at": _value(one, _OFFSETS)}, "at")
        return ServiceFrame(
            method=method,
            file=file,
            line=line,
            is_native=True,
            address=hexadecimal(address),
            library=_text(one, _LIBRARIES),
            offset=offset or None,
        )
    if owner is None and method and "." in method and _SOURCE.search(file or "") is not None:
        owner, _, method = method.rpartition(".")
    is_native_method = file in ("Native Method", "NativeMethod") or _value(one, ["nativemethod"]) is True
    is_told = file and not is_native_method and file != "Unknown Source"
    return ServiceFrame(
        method=method,
        class_name=owner,
        file=file if is_told else None,
        line=line,
        is_native_method=is_native_method,
    )


def _crashed(record: Json) -> tuple[tuple[ServiceFrame, ...], str | None]:
    """Return the native frames of the thread that crashed; of a report with libraries, else of the first."""
    threads = [as_object(one) for one in as_list(record.get("threads"))]
    thread = next((one for one in threads if get_flag(one, *_CRASHED) is True), None)
    if thread is None and threads and any(letters(name) in _IMAGES for name in record):
        thread = threads[0]
    frames = _frames(thread) if thread else ()
    native = tuple(one for one in frames if one.is_native)
    return native, _text(thread, ["threadname", "name"]) if thread and native else None


def _images(record: Json) -> Iterator[NativeImage]:
    for name, value in record.items():
        for one in as_list(value) if letters(name) in _IMAGES else ():
            image = as_object(one)
            start = hexadecimal(_value(image, ["startaddress", "loadaddress", "baseaddress"]))
            end = hexadecimal(_value(image, ["endaddress", "maxaddress"]))
            path, build = _text(image, ["path", "name"]), _text(image, ["uuid", "id", "buildid", "imageuuid"])
            if start and path:
                yield NativeImage(path, build, int(start, 16), int(end, 16) + 1 if end else None)


def _first(record: Json, names: Sequence[str], kind: type) -> object:
    """Return the value of the first of some fields that is of a kind."""
    held = {letters(name): value for name, value in record.items()}
    return next((held[name] for name in names if isinstance(held.get(name), kind)), None)


def _value(record: Json, names: Sequence[str]) -> object:
    held = {letters(name): value for name, value in record.items()}
    return next((held[name] for name in names if held.get(name) is not None), None)


def _text(record: Json, names: Sequence[str]) -> str | None:
    found = _first(record, names, str)
    return found.strip() or None if isinstance(found, str) else None
