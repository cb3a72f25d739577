"""ACRA: reports as JSON, and as the `NAME=value` lines of its mails.

Source: ACRA's list of report fields. The trace and the log are stored as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote_plus

from models.crash_context import Breadcrumb, CrashContext
from rca.error_text.crash_services.json_fields import (
    Json,
    as_pairs,
    get_flag,
    get_path,
    get_text,
    get_time,
    join_words,
    make_breadcrumb,
    make_breadcrumbs,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceReport
from rca.error_text.shared_lead import drop_shared_lead
from rca.error_text.typed_json import as_object
from rca.text.lazy_regex import lazy_regex

_MARKS = frozenset(
    {
        "REPORT_ID",
        "APP_VERSION_CODE",
        "APP_VERSION_NAME",
        "PACKAGE_NAME",
        "ANDROID_VERSION",
        "PHONE_MODEL",
        "STACK_TRACE_HASH",
        "USER_CRASH_DATE",
        "INSTALLATION_ID",
        "BUILD_CONFIG",
    }
)
_FIELD = lazy_regex(
    r"^(?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|BRAND|PRODUCT|LOGCAT|BUILD|DISPLAY)[ ]?[=:][ ]?(?P<value>.*)$"
)
_NAMED = lazy_regex(
    r"(?:STACK_TRACE|ANDROID_VERSION|APP_VERSION_(?:CODE|NAME)|PHONE_MODEL|BRAND|PACKAGE_NAME|REPORT_ID)"
    r" ?[=:]"
)
_FENCE = lazy_regex(r"\s*(?:```|~~~)")
_MOST_LOG_LINES = 50


def claims(record: Json) -> bool:
    """Return whether a JSON object is one of ACRA's reports."""
    return "STACK_TRACE" in record and bool(_MARKS & record.keys())


def read(record: Json) -> list[ServiceReport]:
    """Return the report."""
    build = as_object(record.get("BUILD"))
    config = as_object(record.get("BUILD_CONFIG"))
    thread = record.get("THREAD_DETAILS")
    level = get_text(as_object(build.get("VERSION")), "SDK_INT", "SDK")
    android = join_words("Android", get_text(record, "ANDROID_VERSION"))
    return [
        ServiceReport(
            context=CrashContext(
                service="acra",
                issue=get_text(record, "STACK_TRACE_HASH"),
                event=get_text(record, "REPORT_ID"),
                occurred_at=get_time(record, "USER_CRASH_DATE"),
                handled=get_flag(record, "IS_SILENT") or None,
                application=get_text(record, "PACKAGE_NAME") or get_text(config, "APPLICATION_ID"),
                release=get_text(record, "APP_VERSION_NAME") or get_text(config, "VERSION_NAME"),
                build=get_text(record, "APP_VERSION_CODE") or get_text(config, "VERSION_CODE"),
                environment=get_text(config, "BUILD_TYPE"),
                device=join_words(get_text(record, "BRAND"), get_text(record, "PHONE_MODEL")),
                os=f"{android} (API {level})" if level and android != "Android" else android,
                blamed_thread=_thread_name(thread),
                breadcrumbs=make_breadcrumbs(_log_lines(get_text(record, "LOGCAT"))),
                tags=make_tags(_custom(record)),
            ),
            kind="jvm_exception",
            trace=get_text(record, "STACK_TRACE"),
            process=get_text(record, "PACKAGE_NAME"),
            thread=_thread_name(thread),
            user=get_text(record, "INSTALLATION_ID", "DEVICE_ID"),
        )
    ]


def read_lines(text: str) -> list[ServiceReport]:
    """Return the report of `NAME=value` lines; a value goes on until the next name."""
    fields: Json = {}
    name, value = "", list[str]()
    for line in drop_shared_lead(text.split("\n"), _NAMED, blanks=True):
        found = _FIELD.match(line.rstrip("\r"))
        if found is None:
            value.append(line.rstrip("\r"))
            continue
        _keep(fields, name, value)
        name, value = found["name"], [found["value"]]
    _keep(fields, name, value)
    return read(fields) if claims(fields) else []


def _keep(fields: Json, name: str, lines: list[str]) -> None:
    if not name or name in fields:
        return
    end = next((at for at, line in enumerate(lines) if _FENCE.match(line)), len(lines))
    value = "\n".join(lines[:end]).strip()
    is_form = "%0A" in value and "\n" not in value  # a report that was sent as a form
    fields[name] = unquote_plus(value).strip() if is_form else value


def _thread_name(value: object) -> str | None:
    """Return the thread's name, of an object or of `id=1`, `name=main` lines."""
    if isinstance(value, str):
        parts = (part.partition("=") for part in value.split("\n"))
        return next((text.strip() for key, _, text in parts if key.strip() == "name"), None)
    return get_text(as_object(value), "name")


def _custom(record: Json) -> Iterator[tuple[object, object]]:
    held = record.get("CUSTOM_DATA")
    if isinstance(held, str):
        yield from (
            (name.strip(), value)
            for name, sign, value in (line.partition("=") for line in held.split("\n"))
            if sign
        )
    else:
        yield from as_pairs(held)
    locale = get_path(record, "CRASH_CONFIGURATION", "locale")
    if locale is not None:
        yield "locale", locale


def _log_lines(log: str | None) -> Iterator[Breadcrumb | None]:
    for line in (log or "").split("\n")[-_MOST_LOG_LINES:]:
        if line.strip():
            yield make_breadcrumb(None, "logcat", line.strip(), None)
