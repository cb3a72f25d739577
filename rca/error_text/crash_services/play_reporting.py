"""Google Play: error reports and issues of the Play Developer Reporting API.

Source: the API's reference (`vitals.errors.reports`, `vitals.errors.issues`). A report holds its trace as
text.
"""

from __future__ import annotations

from models.crash_context import CrashContext
from models.error_report import ErrorKind
from rca.error_text.crash_services.json_fields import (
    Json,
    get_number,
    get_text,
    get_time,
    join_words,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceException, ServiceReport
from rca.error_text.typed_json import as_object

_ISSUE_MARKS = frozenset(
    {"errorReportCount", "distinctUsers", "issueUri", "lastErrorReportTime", "sampleErrorReports"}
)
_REPORT_MARKS = frozenset({"issue", "eventTime", "appVersion", "osVersion", "deviceModel"})
_ANR = ("APPLICATION_NOT_RESPONDING", "ANR")


def claims(record: Json) -> bool:
    """Return whether a JSON object is an error report or an error issue of Google Play."""
    if isinstance(record.get("reportText"), str):
        return bool(_REPORT_MARKS & record.keys()) or str(record.get("name")).startswith("apps/")
    return len(_ISSUE_MARKS & record.keys()) >= 2


def read(record: Json) -> list[ServiceReport]:
    """Return the report, or that of an issue by its cause and location."""
    return [_report(record) if "reportText" in record else _issue(record)]


def _report(record: Json) -> ServiceReport:
    application, event = _resource(record, "name")
    _, issue = _resource(record, "issue")
    device = as_object(record.get("deviceModel"))
    device_id = as_object(device.get("deviceId"))
    kind = get_text(record, "type")
    name = get_text(device, "marketingName")
    device_name = name or join_words(get_text(device_id, "buildBrand"), get_text(device_id, "buildDevice"))
    return ServiceReport(
        context=CrashContext(
            service="play",
            issue=issue,
            event=event,
            occurred_at=get_time(record, "eventTime"),
            handled=True if kind == "NON_FATAL" else None,
            application=application,
            release=get_text(as_object(record.get("appVersion")), "versionName"),
            build=get_text(as_object(record.get("appVersion")), "versionCode"),
            device=device_name,
            os=_android(record, "osVersion"),
            tags=make_tags([("vcsInformation", record.get("vcsInformation"))]),
        ),
        kind=_kind(kind),
        trace=get_text(record, "reportText"),
        process=application,
    )


def _issue(record: Json) -> ServiceReport:
    application, issue = _resource(record, "name")
    cause, location = get_text(record, "cause"), get_text(record, "location")
    kind = _kind(get_text(record, "type"))
    return ServiceReport(
        context=CrashContext(
            service="play",
            issue=issue,
            url=get_text(record, "issueUri"),
            last_seen=get_time(record, "lastErrorReportTime"),
            events=get_number(record, "errorReportCount"),
            users=get_number(record, "distinctUsers"),
            application=application,
            build=get_text(as_object(record.get("lastAppVersion")), "versionCode"),
            os=_android(record, "lastOsVersion"),
            blamed_frame=location,
        ),
        kind=kind,
        exceptions=(
            (ServiceException("ANR" if kind == "anr" else cause, cause if kind == "anr" else None),)
            if cause
            else ()
        ),
        process=application,
        problems=("an issue without its reports: it holds no stack trace, ask for its error reports",),
    )


def _resource(record: Json, field: str) -> tuple[str | None, str | None]:
    """Return the application and the last part of a resource name (`apps/a.b/errorReports/1`)."""
    name = get_text(record, field)
    parts = name.split("/") if name else []
    if len(parts) < 2:
        return None, name
    return parts[1] if parts[0] == "apps" else None, parts[-1] if len(parts) > 2 else None


def _android(record: Json, field: str) -> str | None:
    level = get_text(as_object(record.get(field)), "apiLevel")
    return f"Android API {level}" if level else None


def _kind(kind: str | None) -> ErrorKind | None:
    return "anr" if kind in _ANR else "jvm_exception" if kind in ("CRASH", "NON_FATAL") else None
