"""A crash service's report → `ErrorReport`, and the trace that it stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.error_report import (
    Diagnostic,
    ErrorKind,
    ErrorReport,
    Frame,
    FrameOrigin,
    NativeFrame,
    ReportedException,
)
from rca.error_text.apple_frame import kotlin_frame
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.frame_origin import is_known_library, origin_of
from rca.error_text.jvm import choose_culprit
from rca.error_text.kotlin_js_frame import origin_of_source
from rca.error_text.language import language_of
from rca.error_text.native_images import with_images
from rca.error_text.stack_frame import is_renamed
from rca.error_text.thread_dump import choose_hang_culprit

Parse = Callable[[str, Sequence[str]], ErrorReport]

_SECTION = {"primary": "", "cause": "Caused by: ", "suppressed": "\tSuppressed: "}
_NO_ERROR = "the report holds no exception, no frames and no trace"


def build_report(report: ServiceReport, app_packages: Sequence[str], parse: Parse) -> ErrorReport:
    """Return the error of a report.

    A frame belongs to the app as in other traces; where the app's packages are not known, the service's mark
    decides for classes of no known library.

    Args:
        report: as its reader returned it.
        app_packages: packages of the app, or none.
        parse: parses a trace that is stored as text.
    """
    built = _from_trace(report, app_packages, parse) if report.trace else _from_frames(report, app_packages)
    update: dict[str, object] = {
        "crash_context": report.context,
        "process": report.process or built.process,
        "pid": report.pid if report.pid is not None else built.pid,
        "thread": report.thread or built.thread,
        "signal": report.signal or built.signal,
        "truncated": built.truncated or report.truncated,
    }
    if built.kind == "unknown" and report.kind is not None:
        update["kind"] = report.kind
    problems = (*report.problems, *built.problems)
    if not (built.exceptions or built.native_frames or built.diagnostics):
        problems = (*problems, _NO_ERROR)
    update["problems"] = tuple(dict.fromkeys(problems))
    return built.model_copy(update=update)


def render_trace(report: ServiceReport) -> str:
    """Return the error as a program would print it, below what identifies the build."""
    context = report.context
    head = [f"# Application: {context.application}"] if context.application else []
    if context.build:
        head.append(f"# Version: {context.release or '?'} ({context.build})")
    if report.trace is not None:
        return "\n".join((*head, report.trace))
    lines = [line for exception in report.exceptions for line in _exception_lines(exception)]
    lines += [_native(index, frame).text for index, frame in enumerate(report.native_frames)]
    return "\n".join((*head, *lines))


def frame_place(frame: ServiceFrame) -> str:
    """Return a frame as a trace prints it, without `at`."""
    if frame.is_native:
        return _native(0, frame).text
    name = ".".join(part for part in (frame.class_name, frame.method) if part) or "<unknown>"
    if frame.is_native_method:
        return f"{name}(Native Method)"
    if frame.file is None:
        return f"{name}(Unknown Source{f':{frame.line}' if frame.line else ''})"
    column = f":{frame.column}" if frame.column and frame.class_name is None else ""
    place = f"{frame.file}{f':{frame.line}' if frame.line else ''}{column if frame.line else ''}"
    return f"{name}({place})" if frame.class_name is not None else f"{name} ({place})"


def _from_trace(report: ServiceReport, app_packages: Sequence[str], parse: Parse) -> ErrorReport:
    built = parse(report.trace or "", app_packages)
    if not any(one.frames for one in built.exceptions) and not built.native_frames and report.exceptions:
        # The stored text is no trace: type and message are all there is.
        return _from_frames(report, app_packages)
    if not built.exceptions:
        return built
    # A service may keep type and message beside frames alone.
    first, given = built.exceptions[0], report.exceptions[:1]
    if given and not first.type:
        told = first.model_copy(update={"type": given[0].type, "message": given[0].message})
        built = built.model_copy(update={"exceptions": (told, *built.exceptions[1:])})
    if report.kind == "anr" and built.kind == "jvm_exception":
        built = built.model_copy(update={"kind": "anr"})
    return built


def _from_frames(report: ServiceReport, app_packages: Sequence[str]) -> ErrorReport:
    service_frames = report.native_frames or _native_part(report)
    native = with_images(
        [_native(index, frame) for index, frame in enumerate(service_frames)], report.images, absolute=True
    )
    exceptions = tuple(_exception(one, app_packages) for one in report.exceptions)
    frames = [frame for one in exceptions for frame in one.frames]
    kind = report.kind or _kind(report, native)
    choose = choose_hang_culprit if kind == "anr" else choose_culprit
    culprit = choose(exceptions)
    is_kotlin = any((frame.function or "").startswith("kfun:") for frame in native)
    of_native = ("kotlin" if is_kotlin else "cpp") if native else None
    message = report.abort_message
    diagnostics = (
        (Diagnostic(severity="error", file=None, line=None, column=None, message=message, tool="debuggerd"),)
        if message
        else ()
    )
    return ErrorReport(
        kind=kind,
        language=language_of(frames, culprit) or of_native,
        exceptions=exceptions,
        frame_count=sum(1 for one in report.exceptions for frame in one.frames if not frame.is_native),
        culprit=culprit,
        diagnostics=diagnostics,
        native_frames=native,
        obfuscated=is_renamed(frames),
    )


def _kind(report: ServiceReport, native: Sequence[NativeFrame]) -> ErrorKind:
    has_classes = any(frame.class_name is not None for one in report.exceptions for frame in one.frames)
    if native and not has_classes:
        return "native_crash"
    return "jvm_exception" if report.exceptions else "unknown"


def _native_part(report: ServiceReport) -> Sequence[ServiceFrame]:
    """Return the native frames of the first exception that has some."""
    parts = ([frame for frame in one.frames if frame.is_native] for one in report.exceptions)
    return next((part for part in parts if part), ())


def _exception(one: ServiceException, app_packages: Sequence[str]) -> ReportedException:
    frames = (_frame(frame, app_packages) for frame in one.frames)
    return ReportedException(
        type=one.type,
        message=one.message,
        relation=one.relation,
        frames=tuple(frame for frame in frames if frame is not None),
    )


def _frame(frame: ServiceFrame, app_packages: Sequence[str]) -> Frame | None:
    """Return a frame of the JVM, of a script or of Kotlin/Native; None for other native code."""
    if frame.is_native:
        return kotlin_frame(_native(0, frame), app_packages)
    return Frame(
        class_name=frame.class_name,
        method=frame.method,
        file=None if frame.is_native_method else frame.file,
        line=frame.line,
        origin=_origin(frame, app_packages),
        text=f"at {frame_place(frame)}",
    )


def _origin(frame: ServiceFrame, app_packages: Sequence[str]) -> FrameOrigin:
    name = frame.class_name
    if name is None:
        by_source = origin_of_source(frame.file or "", "", app_packages)
        return "app" if frame.in_app and by_source == "library" else by_source
    found = origin_of(name, app_packages)
    if frame.in_app is None or app_packages:
        return found
    if not frame.in_app:
        return "library" if found == "app" else found
    # A mark by package prefix can cover libraries and generated code that are known as such.
    return "app" if found == "library" and not is_known_library(name) else found


def _native(index: int, frame: ServiceFrame) -> NativeFrame:
    function = (
        f" ({frame.method}{f'+{frame.offset}' if frame.offset is not None else ''})" if frame.method else ""
    )
    build = f" (BuildId: {frame.build_id})" if frame.build_id else ""
    pc = frame.address or "0"
    return NativeFrame(
        index=index,
        pc=frame.address,
        library=frame.library,
        function=frame.method,
        offset=frame.offset,
        build_id=frame.build_id,
        text=f"#{index:02} pc {pc:0>8}  {frame.library or '<unknown>'}{function}{build}",
        image_offset=frame.image_offset,
        file=frame.file,
        line=frame.line if frame.file is not None else None,
    )


def _exception_lines(exception: ServiceException) -> list[str]:
    message = f": {exception.message}" if exception.message else ""
    head = f"{_SECTION[exception.relation]}{exception.type}{message}"
    indent = "\t\tat " if exception.relation == "suppressed" else "\tat "
    return [head, *(f"{indent}{frame_place(frame)}" for frame in exception.frames if not frame.is_native)]
