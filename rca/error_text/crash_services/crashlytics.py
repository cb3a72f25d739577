"""Crashlytics: rows of its BigQuery export, events of its API, and issues of both.

Sources: the documentation of the BigQuery schema, and the API's events as Firebase's tools read them. Frames
have the innermost first; `symbol` is class and function in one. An exception is `nested` where it is a cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.crash_context import Breadcrumb, CrashContext, FeatureFlag
from models.error_report import Relation
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
from rca.error_text.crash_services.report_building import frame_place
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.crash_services.tables import decode
from rca.error_text.exception_header import is_telling
from rca.error_text.typed_json import as_object
from rca.text.lazy_regex import lazy_regex

_MARKS = frozenset(
    {
        "installation_uuid",
        "installationUuid",
        "crashlytics_sdk_version",
        "crashlyticsSdkVersion",
        "blame_frame",
        "blameFrame",
        "bundle_identifier",
        "bundleOrPackage",
        "issue_id",
        "issueTitle",
        "issueSubtitle",
        "issue_title",
        "issueVariant",
    }
)
_PLACES = ("blameFrame", "blame_frame", "operatingSystem", "operating_system", "bundleOrPackage")
"""Fields that tell an event whose frames were left out from other records."""

_ISSUE_MARKS = frozenset(
    {"errorType", "sampleEvent", "firstSeenVersion", "lastSeenVersion", "subtitle", "signals"}
)
_NAMED = frozenset({"id", "title", "errorType"})
"""What an issue has at least where an answer lists it."""

_ERROR_TYPES = ("FATAL", "NON_FATAL", "ANR")
_OWNERS = {"DEVELOPER": True, "OWNER_DEVELOPER": True}
_NATIVE_PLATFORMS = ("ios", "apple", "macos", "tvos", "watchos")
_NATIVE_SOURCES = (".swift", ".m", ".mm", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".rs")
"""Endings of files whose functions are native code, of which `a.b` is no class."""

_OTHER_SOURCES = (".dart", ".js", ".ts", ".tsx", ".jsx", ".bundle", ".cs", ".kt", ".java")
"""Endings of files that are no native code: a name without its class is a function of theirs."""

_SYSTEMS = {"ios": "iOS", "android": "Android"}
_CRASHED = "Crashed: "
_HEADLINE = lazy_regex(r"^(?:Non-)?[Ff]atal Exception: ")
_ANR_TYPES = ("ANR", "ERROR_TYPE_ANR")
_ALERT_MARKS = frozenset({"platform", "appVersion", "eventTime", "fatal", "appId", "displayVersion"})
"""Fields of an alert, which names an issue and where it occurred."""

_EVENTS = ("events", "event_count", "events_count", "eventsCount", "eventCount", "crash_count", "crashes")
_USERS = ("users", "user_count", "users_count", "affected_users", "impacted_users", "total_users")
_SAME_TIMES = ("event_timestamp", "eventTime", "received_timestamp", "receivedTime")
"""Names of counts and times, also those that queries over the export give them."""


@dataclass(frozen=True, slots=True)
class _Read:
    exceptions: tuple[ServiceException, ...]
    native: tuple[ServiceFrame, ...]
    thread: Json


def claims(record: Json) -> bool:
    """Return whether a JSON object is an event or an issue of Crashlytics."""
    if len(_MARKS & record.keys()) >= 2 or _is_event(record) or _is_alert(record):
        return True
    issue = record.get("issue")
    if isinstance(issue, dict):
        # A group of the top issues: of the issue itself it may hold three fields.
        is_named = issue.keys() >= _NAMED
        return is_named or ("metrics" in record and len(_ISSUE_MARKS & issue.keys()) >= 2) or claims(issue)
    if record.keys() >= _NAMED and record["errorType"] in _ERROR_TYPES:
        return True
    return len(_ISSUE_MARKS & record.keys()) >= 3 and ("title" in record or "id" in record)


def read(record: Json) -> list[ServiceReport]:
    """Return the report of an event, or of an issue by its title."""
    if len(_MARKS & record.keys()) >= 2 or _is_event(record) or _is_alert(record):
        return [_event({name: decode(value) for name, value in record.items()})]
    issue = as_object(record.get("issue")) or record
    return [_issue(issue, _metrics(record) or _metrics(issue))]


def _columns(record: Json) -> Json:
    """Return the blamed frame that a query over the export names in columns (`blame_file`, `blame_line`)."""
    return {name: record.get(f"blame_{name}") for name in ("file", "line", "symbol")}


def _metrics(record: Json) -> Json:
    """Return the first period's counts; lists of issues hold one period, which is no list then."""
    return next(iter(get_objects(record, "metrics")), None) or as_object(record.get("metrics"))


def _is_handled(record: Json, fatal: bool | None, kind: str | None) -> bool | None:
    """Return whether the app caught the error; `errors` are those that an app for iOS recorded itself."""
    if fatal is not None or kind is not None:
        return not fatal if fatal is not None else kind == "NON_FATAL"
    is_recorded = bool(get_objects(record, "errors")) and not get_objects(record, "exceptions")
    return True if is_recorded and not get_objects(record, "threads") else None


def _thread_name(thread: Json) -> str | None:
    name = get_text(thread, "thread_name", "threadName", "name", "queue_name", "queue")
    title = get_text(thread, "title") or ""
    return name or title.removeprefix(_CRASHED) if name or title.startswith(_CRASHED) else None


def _is_alert(record: Json) -> bool:
    """Return whether a record names an issue with its title, and where it occurred."""
    return record.keys() >= {"issueId", "issueTitle"} and bool(_ALERT_MARKS & record.keys())


def _is_event(record: Json) -> bool:
    """Return whether a record holds frames as Crashlytics' events do, whatever else of it was left out."""
    if "eventId" in record and "symbol" in as_object(record.get("blameFrame")):
        return True
    if not any(name in record for name in ("eventId", "event_id", "issueId", "issue_id")):
        return False
    holders = [one for name in ("exceptions", "threads", "errors") for one in get_objects(record, name)[:3]]
    if holders and any(name in record for name in _PLACES):
        return True
    return any("symbol" in frame for one in holders for frame in get_objects(one, "frames")[:1])


def _event(record: Json) -> ServiceReport:
    found = _exceptions(record)
    issue = as_object(record.get("issue"))
    kind = get_text(record, "error_type", "errorType") or get_text(issue, "errorType")
    app, device = as_object(record.get("application")), as_object(record.get("device"))
    system = as_object(record.get("operating_system", record.get("operatingSystem")))
    version = as_object(record.get("version"))
    application = get_text(record, "bundle_identifier", "bundleOrPackage")
    fatal = get_flag(record, "is_fatal", "fatal")
    thread_name = _thread_name(found.thread)
    platform = (get_text(record, "platform") or "").lower()
    blamed = as_object(record.get("blame_frame", record.get("blameFrame"))) or _columns(record)
    return ServiceReport(
        context=CrashContext(
            service="crashlytics",
            issue=get_text(record, "issue_id", "issueId") or get_text(issue, "id"),
            event=get_text(record, "event_id", "eventId"),
            url=get_text(issue, "uri"),
            occurred_at=get_time(record, *_SAME_TIMES),
            first_seen=get_time(issue, "firstSeenTime")
            or get_time(record, "first_seen_timestamp", "first_seen"),
            last_seen=get_time(issue, "lastSeenTime") or get_time(record, "last_seen_timestamp", "last_seen"),
            events=get_number(record, *_EVENTS),
            users=get_number(record, *_USERS),
            handled=_is_handled(record, fatal, kind),
            application=application,
            release=get_text(app, "display_version", "displayVersion")
            or get_text(version, "displayVersion")
            or get_text(record, "app_version", "appVersion", "last_seen_version"),
            build=get_text(app, "build_version", "buildVersion") or get_text(version, "buildVersion"),
            device=join_words(
                get_text(device, "manufacturer", "companyName"),
                get_text(device, "marketingName", "model", "displayName")
                or get_text(record, "device", "device_model"),
            ),
            os=join_words(
                get_text(system, "name", "os", "type") or _SYSTEMS.get(platform),
                get_text(system, "display_version", "displayVersion"),
            )
            if system
            else get_text(record, "os_version") or _SYSTEMS.get(platform),
            blamed_thread=thread_name,
            blamed_frame=_place(_frame(blamed)) if blamed.get("symbol") else None,
            feature_flags=_rollouts(record),
            breadcrumbs=_breadcrumbs(record),
            tags=make_tags(as_pairs(record.get("custom_keys", record.get("customKeys")))),
        ),
        kind="anr" if kind in _ANR_TYPES else None,
        exceptions=found.exceptions,
        native_frames=found.native,
        process=application,
        thread=thread_name,
        signal=get_text(found.thread, "signal_name", "signal") or _signal(found.exceptions),
        user=get_text(record, "installation_uuid", "installationUuid")
        or get_text(as_object(record.get("user")), "id"),
    )


def _exceptions(record: Json) -> _Read:
    threads = get_objects(record, "threads")
    thread = _blamed_thread(threads)
    is_native = (get_text(record, "platform") or "").lower() in _NATIVE_PLATFORMS
    exceptions: list[ServiceException] = []
    for one in get_objects(record, "exceptions"):
        is_cause = get_flag(one, "nested") is True and bool(exceptions)
        relation: Relation = "cause" if is_cause else "primary"
        if exceptions and not is_cause:
            # The rows list an exception and its causes; a further one is told by its place alone.
            relation = "cause"
        name = get_text(one, "type")
        message = get_text(one, "exception_message", "exceptionMessage", "message", "reason")
        exceptions.append(
            ServiceException(
                name or get_text(one, "title") or "", message, _frames(one, is_native=is_native), relation
            )
        )
    if not exceptions:
        exceptions = [
            ServiceException(
                _HEADLINE.sub("", get_text(one, "title") or "Error"),
                get_text(one, "subtitle"),
                _frames(one, is_native=is_native),
            )
            for one in get_objects(record, "errors")
        ]
    frames = _frames(thread, is_native=is_native)
    if not exceptions and not frames:
        exceptions = _titled(record)
    if exceptions:
        return _Read(tuple(exceptions), (), thread)
    if any(frame.class_name is not None for frame in frames):
        issue = as_object(record.get("issue"))
        kind = get_text(record, "error_type", "errorType") or get_text(issue, "errorType")
        title = get_text(record, "issue_subtitle", "issueSubtitle") or get_text(issue, "subtitle")
        name = "ANR" if kind in _ANR_TYPES else get_text(thread, "title") or ""
        message = get_text(thread, "subtitle") or (title if kind in _ANR_TYPES else None)
        return _Read((ServiceException(name, message, frames),), (), thread)
    return _Read((), frames, thread)


def _titled(record: Json) -> list[ServiceException]:
    """Return the exception that the title of an issue names; a row of counts holds no frames."""
    for name in ("issue_subtitle", "issueSubtitle", "issue_title", "issueTitle"):
        told = get_text(record, name) or ""
        kind, _, message = told.partition(" - ") if " - " in told else told.partition(": ")
        if kind.isascii() and is_telling(kind) and " " not in kind:
            return [ServiceException(kind, message.strip() or None)]
    return []


def _signal(exceptions: Sequence[ServiceException]) -> str | None:
    return next((one.type for one in exceptions if one.type.startswith("SIG") and one.type.isalpha()), None)


def _blamed_thread(threads: Sequence[Json]) -> Json:
    for name in ("crashed", "blamed"):
        found = next((one for one in threads if get_flag(one, name) is True), None)
        if found is not None:
            return found
    main = next((one for one in threads if get_text(one, "thread_name", "name") == "main"), None)
    return main or (threads[0] if len(threads) == 1 else {})


def _frames(holder: Json, *, is_native: bool) -> tuple[ServiceFrame, ...]:
    return tuple(_frame(one, is_native=is_native) for one in get_objects(holder, "frames"))


def _frame(one: Json, *, is_native: bool = False) -> ServiceFrame:
    symbol = get_text(one, "symbol") or ""
    library, file = get_text(one, "library"), get_text(one, "file")
    address = hexadecimal(one.get("address"))
    name, _, method = symbol.partition("(")[0].rpartition(".")
    is_of_c = "::" in symbol or (file is not None and file.lower().endswith(_NATIVE_SOURCES))
    is_other = is_native or is_of_c or _is_binary(library)
    is_jvm = bool(name) and " " not in name and not is_other
    is_source = file is not None and file.lower().endswith(_OTHER_SOURCES) and not is_other
    owner = get_text(one, "owner")
    in_app = _OWNERS.get(owner, False) if owner else None
    if not is_jvm:
        return ServiceFrame(
            method=symbol or None,
            file=file,
            line=get_line(one, "line"),
            in_app=in_app,
            is_native=not is_source,
            address=None if is_source else address,
            library=None if is_source else library,
            offset=None if is_source else get_number(one, "offset"),
        )
    is_native_method = file == "Native Method"
    return ServiceFrame(
        method=method,
        class_name=name,
        file=None if is_native_method or file in ("Unknown Source", "") else file,
        line=get_line(one, "line"),
        in_app=in_app,
        is_native_method=is_native_method,
    )


def _place(frame: ServiceFrame) -> str:
    if not frame.is_native:
        return frame_place(frame)
    line = f":{frame.line}" if frame.line else ""
    place = f"{frame.file}{line}" if frame.file else frame.library
    return f"{frame.method} ({place})" if place else frame.method or ""


def _is_binary(library: str | None) -> bool:
    return library is not None and (library.endswith((".so", ".dylib", ".odex", ".oat")) or "/" in library)


def _breadcrumbs(record: Json) -> tuple[Breadcrumb, ...]:
    crumbs = [
        make_breadcrumb(
            get_time(one, "timestamp", "eventTime"), "event", get_text(one, "name", "title"), _params(one)
        )
        for one in get_objects(record, "breadcrumbs")
    ]
    crumbs += [
        make_breadcrumb(get_time(one, "timestamp", "logTime"), "log", get_text(one, "message"), None)
        for one in get_objects(record, "logs")
    ]
    kept = [crumb for crumb in crumbs if crumb is not None]
    if all(crumb.at for crumb in kept):
        kept.sort(key=lambda crumb: crumb.at or "")
    return make_breadcrumbs(kept)


def _params(one: Json) -> Json:
    return {name: value for name, value in as_pairs(one.get("params")) if isinstance(name, str)}


def _rollouts(record: Json) -> tuple[FeatureFlag, ...]:
    """Return the feature rollouts of Remote Config that were active."""
    return make_flags(
        (
            get_text(one, "parameter_key", "parameterKey", "rollout_id", "rolloutId"),
            get_text(one, "parameter_value", "parameterValue", "variant_id", "variantId"),
        )
        for one in get_objects(record, "rollouts", "rollout_assignments", "rolloutAssignments")
    )


def _issue(issue: Json, counts: Json) -> ServiceReport:
    kind = get_text(issue, "errorType")
    title, subtitle = get_text(issue, "title"), get_text(issue, "subtitle")
    name, _, message = (subtitle or "").partition(" - ")
    exception = ServiceException(name.strip(), message.strip() or None) if name.strip() else None
    return ServiceReport(
        context=CrashContext(
            service="crashlytics",
            issue=get_text(issue, "id"),
            url=get_text(issue, "uri"),
            first_seen=get_time(issue, "firstSeenTime"),
            last_seen=get_time(issue, "lastSeenTime"),
            events=get_number(counts or issue, "eventsCount"),
            users=get_number(counts or issue, "impactedUsersCount"),
            handled=kind == "NON_FATAL" if kind else None,
            release=get_text(issue, "lastSeenVersion"),
            blamed_frame=title,
        ),
        kind="anr" if kind in _ANR_TYPES else None,
        exceptions=(exception,) if exception else (),
        problems=("an issue without its event: it holds no stack trace, ask for its sample event",),
    )
