"""Bugsnag: events of its API, what its notifiers send, and errors (issues).

Source: Bugsnag's documentation of the error reporting API (camel case) and the data access API (snake case).
Exceptions stand with the outermost first, frames with the innermost first.
"""

from __future__ import annotations

from models.crash_context import CrashContext
from rca.error_text.crash_services.json_fields import (
    Json,
    as_pairs,
    get_flag,
    get_line,
    get_number,
    get_objects,
    get_text,
    get_time,
    hexadecimal,
    join_words,
    make_breadcrumb,
    make_breadcrumbs,
    make_flags,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.typed_json import as_list, as_object

_CLASS = ("errorClass", "error_class")
_ERROR_MARKS = frozenset(
    {"events", "users", "grouping_fields", "project_id", "first_seen", "last_seen", "severity", "url"}
)
_NATIVE = ("c", "cocoa")


def claims(record: Json) -> bool:
    """Return whether a JSON object is an event or an error of Bugsnag."""
    exceptions = get_objects(record, "exceptions")
    if exceptions:
        return any(name in exceptions[0] for name in _CLASS) and "stacktrace" in exceptions[0]
    return any(name in record for name in _CLASS) and len(_ERROR_MARKS & record.keys()) >= 2


def read(record: Json) -> list[ServiceReport]:
    """Return the report of an event, or of an error by its class and message."""
    return [_event(record) if get_objects(record, "exceptions") else _error(record)]


def _event(record: Json) -> ServiceReport:
    app, device = as_object(record.get("app")), as_object(record.get("device"))
    raw = get_objects(record, "exceptions")
    threads = get_objects(record, "threads")
    thread = next(
        (one for one in threads if get_flag(one, "errorReportingThread", "error_reporting_thread") is True),
        {},
    )
    exceptions = tuple(
        ServiceException(
            get_text(one, *_CLASS) or "",
            get_text(one, "message", "errorMessage"),
            tuple(_frame(frame, get_text(one, "type")) for frame in as_list(one.get("stacktrace"))),
            "cause" if index else "primary",
        )
        for index, one in enumerate(raw)
    )
    first = exceptions[0].type
    is_handled = get_flag(record, "unhandled")
    metadata = as_object(record.get("metaData", record.get("meta_data")))
    return ServiceReport(
        context=CrashContext(
            service="bugsnag",
            issue=get_text(record, "error_id", "errorId", "groupingHash"),
            event=get_text(record, "id", "event_id"),
            url=get_text(record, "html_url") or get_text(record, "url"),
            occurred_at=get_time(device, "time") or get_time(record, "received_at", "receivedAt"),
            handled=None if is_handled is None else not is_handled,
            application=get_text(app, "id", "package_name", "packageName"),
            release=get_text(app, "version"),
            build=get_text(app, "versionCode", "version_code", "bundleVersion", "bundle_version"),
            environment=get_text(app, "releaseStage", "release_stage"),
            device=join_words(get_text(device, "manufacturer"), get_text(device, "model")),
            os=join_words(get_text(device, "osName", "os_name"), get_text(device, "osVersion", "os_version")),
            blamed_thread=get_text(thread, "name"),
            feature_flags=make_flags(
                (get_text(one, "featureFlag", "feature_flag", "name"), one.get("variant"))
                for one in get_objects(record, "featureFlags", "feature_flags")
            ),
            breadcrumbs=make_breadcrumbs(
                make_breadcrumb(
                    get_time(one, "timestamp"),
                    get_text(one, "type"),
                    get_text(one, "name", "message"),
                    one.get("metaData", one.get("metadata", one.get("meta_data"))),
                )
                for one in get_objects(record, "breadcrumbs")
            ),
            tags=make_tags(
                [("context", record.get("context")), ("severity", record.get("severity"))]
                + [
                    (f"{section}.{name}", value)
                    for section, held in metadata.items()
                    if section not in ("app", "device", "user")
                    for name, value in as_pairs(held if isinstance(held, dict) else {})
                ]
            ),
        ),
        kind="anr" if first in ("ANR", "App Hang") else None,
        exceptions=exceptions,
        process=get_text(app, "id", "package_name", "packageName"),
        thread=get_text(thread, "name"),
        signal=first if first.startswith("SIG") else None,
        user=get_text(as_object(record.get("user")), "id", "email") or get_text(device, "id"),
    )


def _frame(value: object, exception_type: str | None) -> ServiceFrame:
    one = as_object(value)
    method, file = get_text(one, "method"), get_text(one, "file")
    address = hexadecimal(one.get("frameAddress", one.get("frame_address")))
    kind = get_text(one, "type") or exception_type
    if kind in _NATIVE or (address is not None and kind not in ("android", "kotlin", "java")):
        start = hexadecimal(one.get("symbolAddress", one.get("symbol_address")))
        base = hexadecimal(one.get("loadAddress", one.get("machoLoadAddress")))
        is_above = address is not None and base is not None and int(address, 16) >= int(base, 16) > 0
        return ServiceFrame(
            method=method,
            in_app=get_flag(one, "inProject", "in_project"),
            is_native=True,
            address=address,
            library=file or get_text(one, "machoFile", "macho_file"),
            offset=int(address, 16) - int(start, 16) if address and start and address >= start else None,
            build_id=get_text(one, "codeIdentifier", "code_identifier", "machoUUID", "macho_uuid"),
            image_offset=f"{int(address, 16) - int(base, 16):x}" if is_above and address and base else None,
        )
    name, _, function = (method or "").rpartition(".")
    is_native = file in ("Native Method", "NativeMethod")
    return ServiceFrame(
        method=function or method,
        class_name=name or None,
        file=None if is_native or file in ("Unknown", "Unknown Source") else file,
        line=get_line(one, "lineNumber", "line_number"),
        column=get_line(one, "columnNumber", "column_number"),
        in_app=get_flag(one, "inProject", "in_project"),
        is_native_method=is_native,
    )


def _error(record: Json) -> ServiceReport:
    return ServiceReport(
        context=CrashContext(
            service="bugsnag",
            issue=get_text(record, "id"),
            url=get_text(record, "url"),
            first_seen=get_time(record, "first_seen"),
            last_seen=get_time(record, "last_seen"),
            events=get_number(record, "events"),
            users=get_number(record, "users"),
            blamed_frame=get_text(record, "context"),
        ),
        exceptions=(ServiceException(get_text(record, *_CLASS) or "", get_text(record, "message")),),
        problems=("an error without its event: it holds no stack trace, ask for its latest event",),
    )
