"""Apple: diagnostic logs of App Store Connect, MetricKit's payloads, and `.ips` crash reports.

Source: Apple's documentation of diagnostic logs, of the call stack tree and of the JSON of a crash report.
The tree of a crash nests each caller in its callee: the root frame is the innermost. Of a Kotlin
Multiplatform app the shared module's functions are the symbols that begin with `kfun:`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.crash_context import CrashContext
from models.error_report import ErrorKind
from rca.error_text.crash_services.json_fields import (
    Json,
    get_flag,
    get_line,
    get_number,
    get_objects,
    get_path,
    get_text,
    get_time,
    hexadecimal,
    join_words,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.typed_json import as_list, as_object, load_json
from rca.text.lazy_regex import lazy_regex

_MOST_FRAMES = 1000
_NO_CRASH_LOG = "a tester's crash without its log: ask for its crashLog"
_NO_LOGS = "a signature without its logs: it holds no call stack, download its logs"
_SIGNATURE = lazy_regex(r"(?P<library>[^:\n]{1,120}): (?P<method>.{1,2000}?)(?: \+ (?P<offset>\d{1,9}))?")
"""The frame that a signature consists of: `App: -[Store save:] + 23`."""

_METRIC_KIT = {
    "crashDiagnostics": "crash",
    "hangDiagnostics": "hang",
    "cpuExceptionDiagnostics": "cpu exception",
    "diskWriteExceptionDiagnostics": "disk write exception",
    "appLaunchDiagnostics": "launch",
}
_ROOTS = ("callStackRootFrames", "rootFrames", "frames")
_HANGS = ("hang", "hangs")
_FIRST_BASE = 1 << 32
"""Where the libraries of 64-bit programs begin; no library is as large."""

_LOADERS = ("dyld", "libdyld.dylib")
_ENTRIES = ("start", "main", "thread_start", "_pthread_start", "start_wqthread")
"""What a thread begins with: its outermost frames."""

_SIGNALS = {
    4: "SIGILL",
    5: "SIGTRAP",
    6: "SIGABRT",
    7: "SIGEMT",
    8: "SIGFPE",
    9: "SIGKILL",
    10: "SIGBUS",
    11: "SIGSEGV",
}
"""Numbers of signals on Apple's systems."""

_EXCEPTIONS = {
    1: "EXC_BAD_ACCESS",
    2: "EXC_BAD_INSTRUCTION",
    3: "EXC_ARITHMETIC",
    6: "EXC_BREAKPOINT",
    10: "EXC_CRASH",
}
"""Numbers of Mach exceptions."""


def claims(record: Json) -> bool:
    """Return whether a JSON object is one of Apple's diagnostics or crash reports."""
    if is_crash_report(record):
        return True
    if any(isinstance(record.get(name), list) for name in _METRIC_KIT):
        return True
    if get_text(record, "type") in _RESOURCES and "attributes" in record:
        return True
    return (
        _is_tree(as_object(record.get("")))
        or "callStackTree" in record
        or isinstance(record.get("diagnosticLogs"), list)
        or _is_tree(record)
    )


def is_crash_report(record: Json) -> bool:
    """Return whether a JSON object is the body of an `.ips` crash report."""
    return "threads" in record and ("usedImages" in record or "faultingThread" in record)


def read(record: Json) -> list[ServiceReport]:
    """Return the report of a crash report or diagnostic, or one for each of several."""
    if is_crash_report(record):
        return [_crash_report(record)]
    resource = _RESOURCES.get(get_text(record, "type") or "") if "attributes" in record else None
    if resource is not None:
        return [resource(record)]
    if _is_tree(as_object(record.get(""))):
        # The text began inside the tree: its name was not copied.
        record = {**record, "callStackTree": record[""]}
    if "callStackTree" in record:
        return [_diagnostic(record, None, record)]
    if _is_tree(record):
        return [_diagnostic({"callStackTree": record}, None, {})]
    reports = [_diagnostic(one, None, record) for one in get_objects(record, "diagnosticLogs")]
    for name, kind in _METRIC_KIT.items():
        reports += [_diagnostic(one, kind, record) for one in get_objects(record, name)]
    return reports


def _is_tree(record: Json) -> bool:
    """Return whether a record is a call stack tree by itself, as MetricKit's objects give it."""
    stacks = get_objects(record, "callStacks", "callStackThreads")[:1]
    return any(name in stack for stack in stacks for name in _ROOTS[:2])


def _signature(record: Json) -> ServiceReport:
    """Return what App Store Connect lists of one kind of hang, disk write or launch."""
    attributes = as_object(record.get("attributes"))
    text, event = get_text(attributes, "signature"), get_text(attributes, "diagnosticType")
    found = _SIGNATURE.fullmatch(text or "")
    frames = (
        (
            ServiceFrame(
                found["method"],
                is_native=True,
                library=found["library"],
                offset=int(found["offset"]) if found["offset"] else None,
            ),
        )
        if found
        else ()
    )
    return ServiceReport(
        context=CrashContext(
            service="app_store_connect",
            issue=get_text(record, "id"),
            url=get_text(as_object(record.get("links")), "self"),
            blamed_frame=text,
            tags=make_tags([("event", event), ("weight", attributes.get("weight"))]),
        ),
        kind="anr" if event == "HANGS" else "unknown",
        exceptions=(ServiceException((event or "diagnostic").lower().replace("_", " "), None),),
        native_frames=frames,
        problems=(_NO_LOGS,),
    )


def _submission(record: Json) -> ServiceReport:
    """Return what a tester sent about a crash; its log is a resource of its own."""
    attributes = as_object(record.get("attributes"))
    return ServiceReport(
        context=CrashContext(
            service="app_store_connect",
            issue=get_text(record, "id"),
            url=get_text(as_object(record.get("links")), "self"),
            occurred_at=get_time(attributes, "createdDate"),
            application=get_text(attributes, "buildBundleId"),
            device=get_text(attributes, "deviceModel"),
            os=join_words(get_text(attributes, "devicePlatform"), get_text(attributes, "osVersion")),
            tags=make_tags([("comment", attributes.get("comment"))]),
        ),
        kind="native_crash",
        problems=(_NO_CRASH_LOG,),
    )


def _crash_log(record: Json) -> ServiceReport:
    """Return the crash report in a log of TestFlight: the body of an `.ips` file, or a text."""
    text = get_text(as_object(record.get("attributes")), "logText") or ""
    head, _, rest = text.partition("\n")
    body = as_object(load_json(rest)) or as_object(load_json(text))
    if is_crash_report(body):
        return _crash_report({**as_object(load_json(head)), **body})
    return ServiceReport(
        context=CrashContext(service="app_store_connect", event=get_text(record, "id")),
        kind="native_crash",
        trace=text,
    )


def _diagnostic(one: Json, kind: str | None, around: Json) -> ServiceReport:
    meta = as_object(one.get("diagnosticMetaData", one.get("diagnosticMetadata", one.get("")))) or one
    trees = one.get("callStackTree")
    stacks = [
        stack
        for tree in (as_list(trees) if isinstance(trees, list) else [trees])
        for stack in get_objects(as_object(tree), "callStacks", "callStackThreads")
    ]
    stack = next(
        (one for one in stacks if get_flag(one, "threadAttributed") is True), stacks[0] if stacks else {}
    )
    frames = _from_inside(tuple(_tree_frames(stack)))
    blamed = next(_blamed(stack), None)
    name = kind or get_text(meta, "event") or get_text(around, "diagnosticType")
    number = get_number(meta, "signal")
    code = get_number(meta, "exceptionType")
    reason = as_object(meta.get("exceptionReason", meta.get("objectiveCexceptionReason")))
    words = (
        get_text(reason, "composedMessage", "exceptionName"),
        get_text(meta, "terminationReason"),
        get_text(meta, "eventDetail"),
    )
    is_crash = name is None or name.lower() == "crash"
    message = next(filter(None, words), None)
    exceptions = _kotlin(_EXCEPTIONS.get(code or 0) or name or "crash", message, frames)
    if not exceptions and not is_crash:
        exceptions = (ServiceException(name or "", message),)
    number_of_thread = str(stacks.index(stack)) if stack else None
    return ServiceReport(
        context=CrashContext(
            service="app_store_connect",
            issue=get_text(around, "signatureId"),
            occurred_at=get_time(around, "timeStampEnd"),
            application=get_text(meta, "bundleId", "bundleIdentifier"),
            release=get_text(meta, "appVersion"),
            build=get_text(meta, "buildVersion", "appBuildVersion"),
            device=get_text(meta, "deviceType"),
            os=get_text(meta, "osVersion"),
            blamed_thread=number_of_thread,
            blamed_frame=_named(blamed) if blamed else None,
            tags=make_tags(
                [
                    ("event", name),
                    ("platformArchitecture", meta.get("platformArchitecture")),
                    ("writesCaused", meta.get("writesCaused")),
                    ("hangDuration", meta.get("hangDuration")),
                    ("launchDuration", meta.get("launchDuration")),
                    ("totalCPUTime", meta.get("totalCPUTime")),
                ]
            ),
        ),
        kind="native_crash" if is_crash else "anr" if (name or "").lower() in _HANGS else "unknown",
        exceptions=exceptions,
        native_frames=frames,
        signal=_SIGNALS.get(number or 0),
        pid=get_number(meta, "pid"),
        abort_message=message,
    )


def _kotlin(name: str, message: str | None, frames: tuple[ServiceFrame, ...]) -> tuple[ServiceException, ...]:
    """Return an exception for the frames of Kotlin among native ones, or none."""
    if any((frame.method or "").startswith("kfun:") for frame in frames):
        return (ServiceException(name, message, frames),)
    return ()


def _from_inside(frames: tuple[ServiceFrame, ...]) -> tuple[ServiceFrame, ...]:
    """Return frames with the innermost first; trees of samples begin with the outermost."""
    if len(frames) > 1 and _begins_thread(frames[0]) and not _begins_thread(frames[-1]):
        return frames[::-1]
    return frames


def _begins_thread(frame: ServiceFrame) -> bool:
    return frame.library in _LOADERS or frame.method in _ENTRIES


def _tree_frames(stack: Json) -> Iterator[ServiceFrame]:
    """Yield the frames of one thread from the root on, each time along the most sampled branch."""
    level = get_objects(stack, *_ROOTS)
    for _ in range(_MOST_FRAMES):
        if not level:
            return
        frame = max(level, key=lambda one: get_number(one, "sampleCount") or 0)
        yield _tree_frame(frame)
        level = get_objects(frame, "subFrames", "subframes")


def _tree_frame(one: Json) -> ServiceFrame:
    address, offset = hexadecimal(one.get("address")), hexadecimal(one.get("offsetIntoBinaryTextSegment"))
    if address and offset and _FIRST_BASE <= int(offset, 16) <= int(address, 16):
        # iOS 14 gives the library's load address under the name of the offset.
        offset = f"{int(address, 16) - int(offset, 16):x}"
    return ServiceFrame(
        method=get_text(one, "symbolName", "symbol", "rawFrame"),
        file=get_text(one, "fileName"),
        line=get_line(one, "lineNumber"),
        is_native=True,
        address=address or offset,
        library=get_text(one, "binaryName"),
        offset=get_number(one, "offsetIntoSymbol"),
        build_id=get_text(one, "binaryUUID"),
        image_offset=offset,
    )


def _blamed(stack: Json) -> Iterator[Json]:
    level = get_objects(stack, *_ROOTS)
    for _ in range(_MOST_FRAMES):
        yield from (one for one in level if get_flag(one, "isBlameFrame") is True)
        level = [
            below for one in level[:_MOST_FRAMES] for below in get_objects(one, "subFrames", "subframes")
        ]
        if not level:
            return


def _named(frame: Json) -> str:
    symbol = get_text(frame, "symbolName", "symbol", "rawFrame") or "<unknown>"
    file, line = get_text(frame, "fileName"), get_line(frame, "lineNumber")
    place = f"{file}:{line}" if file and line else file or get_text(frame, "binaryName")
    return f"{symbol} ({place})" if place else symbol


def _crash_report(record: Json) -> ServiceReport:
    images = [as_object(one) for one in as_list(record.get("usedImages"))]
    threads = get_objects(record, "threads")
    number = get_number(record, "faultingThread")
    thread = next((one for one in threads if get_flag(one, "triggered") is True), {})
    if not thread and number is not None and 0 <= number < len(threads):
        thread = threads[number]
    backtrace = get_objects(record, "lastExceptionBacktrace") or get_objects(thread, "frames")
    frames = tuple(_image_frame(one, images) for one in backtrace[:_MOST_FRAMES])
    exception = as_object(record.get("exception"))
    bundle = as_object(record.get("bundleInfo"))
    system = record.get("osVersion")
    version = as_object(system)
    message = _application_message(record) or get_text(exception, "subtype")
    name = get_text(exception, "type") or "crash"
    kind: ErrorKind = "native_crash"
    thread_name = get_text(thread, "name", "queue") or (str(threads.index(thread)) if thread else None)
    return ServiceReport(
        context=CrashContext(
            service="app_store_connect",
            event=get_text(record, "incident", "incident_id"),
            occurred_at=get_time(record, "captureTime", "timestamp"),
            application=get_text(bundle, "CFBundleIdentifier") or get_text(record, "bundleID"),
            release=get_text(bundle, "CFBundleShortVersionString") or get_text(record, "app_version"),
            build=get_text(bundle, "CFBundleVersion") or get_text(record, "build_version"),
            device=get_text(record, "modelCode"),
            os=join_words(get_text(version, "train"), _bracketed(get_text(version, "build")))
            or get_text(record, "os_version"),
            blamed_thread=thread_name,
            tags=make_tags(
                [
                    ("codes", exception.get("codes")),
                    ("termination", get_path(record, "termination", "indicator")),
                    ("procRole", record.get("procRole")),
                ]
            ),
        ),
        kind=kind,
        exceptions=_kotlin(name, message, frames),
        native_frames=frames,
        process=get_text(record, "procName", "app_name", "name"),
        pid=get_number(record, "pid"),
        thread=thread_name,
        signal=get_text(exception, "signal"),
        abort_message=message,
    )


def _bracketed(text: str | None) -> str | None:
    return f"({text})" if text else None


def _application_message(record: Json) -> str | None:
    """Return what libraries left in the report before the process ended (`asi`)."""
    for lines in as_object(record.get("asi")).values():
        found = next((line for line in as_list(lines) if isinstance(line, str) and line.strip()), None)
        if found:
            return found.strip()
    return None


def _image_frame(one: Json, images: list[Json]) -> ServiceFrame:
    index = get_number(one, "imageIndex")
    image = images[index] if index is not None and 0 <= index < len(images) else {}
    offset = get_number(one, "imageOffset")
    base = get_number(image, "base")
    address = base + offset if base is not None and offset is not None else offset
    return ServiceFrame(
        method=get_text(one, "symbol"),
        file=get_text(one, "sourceFile"),
        line=get_line(one, "sourceLine"),
        is_native=True,
        address=hexadecimal(address),
        library=get_text(image, "name", "path"),
        offset=get_number(one, "symbolLocation"),
        build_id=get_text(image, "uuid"),
        image_offset=hexadecimal(offset),
    )


_RESOURCES: dict[str, Callable[[Json], ServiceReport]] = {
    "diagnosticSignatures": _signature,
    "betaFeedbackCrashSubmissions": _submission,
    "betaCrashLogs": _crash_log,
}
"""Resources of the API by their types."""
