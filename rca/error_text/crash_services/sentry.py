"""Sentry: events as the SDK sends them and as the API returns them, and exports of issues.

Sources: Sentry's documentation of event payloads (exception, stack trace, threads, breadcrumbs, contexts)
and of the API (events and issues of a project). Sentry lists frames and exceptions from the outside in:
the frame that threw and the exception that was caught last stand at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.crash_context import CrashContext
from models.error_report import Relation
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
    make_breadcrumb,
    make_breadcrumbs,
    make_flags,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.native_images import NativeImage
from rca.error_text.typed_json import as_list, as_object

_EVENT_MARKS = ("event_id", "eventID", "groupID", "sdk", "platform")
_EVENT_FIELDS = frozenset(
    {"event_id", "eventID", "exception", "entries", "threads", "logentry", "sdk", "contexts"}
)
_ANR = ("ApplicationNotResponding", "ANR", "AppHang", "App Hanging")
_NATIVE = ("native", "cocoa", "objc", "apple", "c")
_SCRIPTS = ("javascript", "node")
_OLD_PREFIX = "sentry.interfaces."
_MOST_IMAGES = 2000


def claims(record: Json) -> bool:
    """Return whether a JSON object is one of Sentry's events or issues."""
    if "shortId" in record and ("metadata" in record or "culprit" in record):
        return True
    if isinstance(record.get("entries"), list) and ("eventID" in record or "contexts" in record):
        return True
    if any(name.startswith(_OLD_PREFIX) for name in record) or _is_webhook(record):
        return True
    if _is_alone(record):
        return True
    marks = sum(name in record for name in _EVENT_MARKS)
    body = "exception" in record or "threads" in record or "logentry" in record or "message" in record
    return (
        body
        and (marks >= 2 or ("exception" in record and _is_exception(record["exception"])))
        and "exceptions" not in record
    )


def read(record: Json) -> list[ServiceReport]:
    """Return the report of an event, or of an issue by what its title tells."""
    if "shortId" in record and not any(name in record for name in ("entries", "exception", "threads")):
        inner = next(
            (as_object(record.get(name)) for name in ("latestEvent", "event") if record.get(name)), {}
        )
        if claims(inner):
            return [_event(inner, record)]
        return [_issue(record)]
    if _is_webhook(record):
        held = {"message": record.get("message"), **as_object(record["event"])}
        return [_event(held, record)]
    if _is_alone(record) and not _EVENT_FIELDS & record.keys():
        return [_event({"exception": {"values": [record]}}, {})]
    return [_event(record, {})]


def _is_webhook(record: Json) -> bool:
    """Return whether a record is what Sentry's former webhook sends: an issue around its event."""
    return "culprit" in record and "project_name" in record and isinstance(record.get("event"), dict)


def _is_alone(record: Json) -> bool:
    """Return whether a record is one exception of an event, without the event."""
    stack = as_object(record.get("stacktrace"))
    return ("type" in record or "value" in record) and bool(get_objects(stack, "frames"))


def _is_exception(value: object) -> bool:
    values = as_object(value).get("values", value)
    first = next(iter(as_list(values)), None)
    return bool({"stacktrace", "mechanism", "module"} & as_object(first).keys())


def _event(record: Json, issue: Json) -> ServiceReport:
    parts = _entries(record)
    record = {**record, "debug_meta": parts.get("debug_meta", parts.get("debugmeta"))}
    threads = get_objects(parts, "threads")
    blamed = _blamed(threads, parts)
    raw = _raised(parts)
    exceptions = _chain(raw, record)
    native: tuple[ServiceFrame, ...] = ()
    if not any(one.frames for one in exceptions):
        frames = _frames(blamed.get("stacktrace") or parts.get("stacktrace"), record)
        if exceptions and frames and not all(frame.is_native for frame in frames):
            exceptions = (*exceptions[:-1], _with_frames(exceptions[-1], frames))
        elif frames and any(frame.is_native for frame in frames):
            native = frames
        elif frames:
            message = _message(record, parts)
            exceptions = (ServiceException("", message, frames),)
        elif not exceptions and (message := _message(record, parts)):
            exceptions = (ServiceException("", message),)
    mechanism = as_object(raw[-1].get("mechanism")) if raw else {}
    is_anr = any(one.type in _ANR for one in exceptions) or str(mechanism.get("type")).startswith("ANR")
    signal = get_text(as_object(get_path(mechanism, "meta", "signal")), "name") or get_text(
        as_object(mechanism.get("posix_signal")), "name"
    )
    if signal is None and exceptions and exceptions[0].type.startswith("SIG"):
        signal = exceptions[0].type
    contexts = as_object(record.get("contexts"))
    return ServiceReport(
        context=_context(record, parts, issue, blamed, mechanism),
        kind="anr" if is_anr else None,
        exceptions=exceptions,
        native_frames=native,
        images=tuple(_images(record)),
        process=get_text(as_object(contexts.get("app")), "app_identifier"),
        thread=get_text(blamed, "name"),
        signal=signal,
        truncated=any(as_object(one.get("stacktrace")).get("frames_omitted") for one in raw),
        user=_user(parts),
    )


def _entries(record: Json) -> Json:
    """Return an event's interfaces by name, as the SDK nests them; the API lists them as `entries`.

    Old exports have them as `sentry.interfaces.Exception`.
    """
    parts = dict(record)
    for name, value in record.items():
        if name.startswith(_OLD_PREFIX):
            short = name.removeprefix(_OLD_PREFIX).lower()
            parts.setdefault("logentry" if short == "message" else short, value)
    for entry in get_objects(record, "entries"):
        kind = entry.get("type") or ("exception" if _is_exception(entry.get("data")) else None)
        if isinstance(kind, str) and kind not in parts:
            parts[kind] = entry.get("data")
        elif kind == "message":
            parts["logentry"] = entry.get("data")
    return parts


def _raised(parts: Json) -> list[Json]:
    """Return the exceptions; former clients send a single one as it is, with its frames beside it."""
    single = as_object(parts.get("exception"))
    if "values" not in single and ("type" in single or "value" in single):
        return [single]
    return get_objects(parts, "exception")


def _chain(raw: Sequence[Json], record: Json) -> tuple[ServiceException, ...]:
    """Return the exceptions from the outside in; those of a group by their parents' ids."""
    ids = {one_id: one for one in raw if (one_id := _mechanism_id(one, "exception_id")) is not None}
    if len(ids) == len(raw) and len(raw) > 1:
        return tuple(_grouped(ids, record))
    outermost_first = list(reversed(raw))
    return tuple(
        _exception(one, "cause" if index else "primary", record) for index, one in enumerate(outermost_first)
    )


def _grouped(ids: dict[int, Json], record: Json) -> Iterator[ServiceException]:
    """Yield the exceptions of a tree: each followed by what it suppressed, then by its cause."""
    children: dict[int | None, list[int]] = {}
    for one_id, one in sorted(ids.items()):
        parent = _mechanism_id(one, "parent_id")
        children.setdefault(parent if parent in ids and parent != one_id else None, []).append(one_id)
    pending: list[tuple[int, Relation]] = [(one, "primary") for one in reversed(children.get(None, []))]
    seen: set[int] = set()
    while pending:
        one_id, relation = pending.pop()
        if one_id in seen:
            continue
        seen.add(one_id)
        yield _exception(ids[one_id], relation, record)
        below = children.get(one_id, [])
        suppressed = [child for child in below if _is_suppressed(ids[child])]
        causes = [child for child in below if child not in suppressed]
        pending += [(child, "cause") for child in reversed(causes)]
        pending += [(child, "suppressed") for child in reversed(suppressed)]
    # Ids that form a circle hang on nothing.
    yield from (_exception(one, "cause", record) for one_id, one in ids.items() if one_id not in seen)


def _mechanism_id(one: Json, name: str) -> int | None:
    return get_number(as_object(one.get("mechanism")), name)


def _is_suppressed(one: Json) -> bool:
    mechanism = as_object(one.get("mechanism"))
    told = (mechanism.get("type"), mechanism.get("source"))
    return any(isinstance(text, str) and text.startswith("suppressed") for text in told)


def _exception(one: Json, relation: Relation, record: Json) -> ServiceException:
    name = get_text(one, "type") or ""
    module = get_text(one, "module")
    if module and name and not name.startswith(f"{module}.") and "." not in name:
        name = f"{module}.{name}"
    stack = one.get("stacktrace") or one.get("rawStacktrace") or one.get("raw_stacktrace")
    return ServiceException(name, get_text(one, "value"), _frames(stack, record), relation)


def _with_frames(exception: ServiceException, frames: tuple[ServiceFrame, ...]) -> ServiceException:
    return ServiceException(exception.type, exception.message, frames, exception.relation)


def _frames(stack: object, record: Json) -> tuple[ServiceFrame, ...]:
    platform = get_text(record, "platform")
    raw = [as_object(one) for one in as_list(as_object(stack).get("frames")) if isinstance(one, dict)]
    images = get_objects(as_object(record.get("debug_meta")), "images")[:_MOST_IMAGES]
    return tuple(_frame(one, get_text(one, "platform") or platform, images) for one in reversed(raw))


def _images(record: Json) -> Iterator[NativeImage]:
    """Yield the libraries of the process, which symbol files are found by."""
    for one in get_objects(as_object(record.get("debug_meta")), "images")[:_MOST_IMAGES]:
        name, identity = _image_name(one), _image_id(one)
        begin = hexadecimal(one.get("image_addr", one.get("imageAddr")))
        size = get_number(one, "image_size", "imageSize")
        if begin is not None and (name is not None or (identity is not None and size)):
            start = int(begin, 16)
            yield NativeImage(name or "", identity, start, start + size if size else None)


def _image_name(image: Json) -> str | None:
    return get_text(image, "code_file", "codeFile", "name", "debug_file", "debugFile")


def _image_id(image: Json) -> str | None:
    return get_text(image, "code_id", "codeId", "debug_id", "debugId", "uuid", "id")


def _relative_to(one: Json, images: Sequence[Json]) -> Json | None:
    """Return the library that a frame's address counts from, where its mode is `rel:` and an index."""
    mode, _, index = (get_text(one, "addr_mode", "addrMode") or "").partition(":")
    if mode != "rel":
        return None
    at = int(index) if index.isdecimal() and len(index) < 6 else len(images)
    return images[at] if at < len(images) else {}


def _frame(one: Json, platform: str | None, images: Sequence[Json]) -> ServiceFrame:
    address = hexadecimal(one.get("instruction_addr", one.get("instructionAddr")))
    symbol = hexadecimal(one.get("symbol_addr", one.get("symbolAddr")))
    module, package = get_text(one, "module"), get_text(one, "package")
    has_address = any(one.get(name) is not None for name in ("instruction_addr", "instructionAddr"))
    is_native = platform in _NATIVE or (has_address and module is None)
    offset = int(address, 16) - int(symbol, 16) if address and symbol else None
    file = get_text(one, "filename") or get_text(one, "abs_path", "absPath")
    image = _relative_to(one, images) if is_native else None
    return ServiceFrame(
        method=get_text(one, "function"),
        class_name=None if is_native or platform in _SCRIPTS else module,
        file=file if file != "Native Method" else None,
        line=get_line(one, "lineno", "lineNo"),
        column=get_line(one, "colno", "colNo"),
        in_app=get_flag(one, "in_app", "inApp"),
        is_native_method=not is_native and (get_flag(one, "native") is True or file == "Native Method"),
        is_native=is_native,
        address=address if is_native else None,
        library=(package or _image_name(image or {})) if is_native else None,
        build_id=_image_id(image) if image else None,
        image_offset=address if image is not None else None,
        offset=offset if is_native and offset is not None and 0 <= offset < 2**32 else None,
    )


def _blamed(threads: Sequence[Json], parts: Json) -> Json:
    """Return the thread that crashed, else the one of the exception, else the current or main one."""
    raised = {get_text(one, "thread_id", "threadId") for one in _raised(parts)} - {None}
    candidates = (
        *(one for one in threads if get_flag(one, "crashed") is True),
        *(one for one in threads if get_text(one, "id") in raised),
        *(one for one in threads if get_flag(one, "current") is True),
        *(one for one in threads if get_flag(one, "main") is True),
        *(threads if len(threads) == 1 else ()),
    )
    return next(iter(candidates), {})


def _message(record: Json, parts: Json) -> str | None:
    for name in ("logentry", "message"):
        nested = get_text(as_object(parts.get(name)), "formatted", "message")
        if nested:
            return nested
    return get_text(record, "message", "title")


def _context(record: Json, parts: Json, issue: Json, blamed: Json, mechanism: Json) -> CrashContext:
    contexts = as_object(record.get("contexts"))
    device, system = (
        as_object(contexts.get("device")),
        as_object(contexts.get("os", contexts.get("client_os"))),
    )
    app = as_object(contexts.get("app"))
    tags = {str(name): value for name, value in as_pairs(record.get("tags"))}
    package, release, build = _release(record, tags)
    model = get_text(device, "model", "name")
    return CrashContext(
        service="sentry",
        issue=get_text(issue, "shortId", "id") or get_text(record, "shortId", "groupID", "group_id"),
        event=get_text(record, "event_id", "eventID"),
        url=get_text(issue, "permalink", "url") or get_text(record, "permalink", "web_url"),
        occurred_at=get_time(record, "timestamp", "dateCreated", "datetime", "dateReceived", "received"),
        first_seen=get_time(issue, "firstSeen"),
        last_seen=get_time(issue, "lastSeen"),
        events=get_number(issue, "count"),
        users=get_number(issue, "userCount"),
        handled=get_flag(mechanism, "handled") if "handled" in mechanism else get_flag(tags, "handled"),
        application=get_text(app, "app_identifier") or package,
        release=get_text(app, "app_version") or release,
        build=get_text(app, "app_build") or get_text(record, "dist") or build,
        environment=get_text(record, "environment") or get_text(tags, "environment"),
        device=join_words(get_text(device, "manufacturer", "brand"), model),
        os=join_words(get_text(system, "name"), get_text(system, "version")) or get_text(tags, "os"),
        blamed_thread=get_text(blamed, "name"),
        feature_flags=make_flags(
            (one.get("flag"), one.get("result")) for one in get_objects(contexts, "flags")
        ),
        breadcrumbs=make_breadcrumbs(
            make_breadcrumb(
                get_time(one, "timestamp"),
                get_text(one, "category", "type"),
                get_text(one, "message"),
                one.get("data"),
                get_text(one, "level"),
            )
            for one in get_objects(parts, "breadcrumbs")
        ),
        tags=make_tags((name, value) for name, value in tags.items() if not _names_user(name)),
    )


def _names_user(tag: str) -> bool:
    return tag.removeprefix("sentry:").partition(".")[0] == "user"


def _release(record: Json, tags: Json) -> tuple[str | None, str | None, str | None]:
    """Return application, version and build of a release, which the SDK writes `app@1.4.2+31`."""
    held = record.get("release")
    name = get_text(as_object(held), "version") if isinstance(held, dict) else get_text(record, "release")
    name = name or get_text(tags, "release", "sentry:release")
    if name is None:
        return None, None, None
    package, at, version = name.rpartition("@")
    version, _, build = version.partition("+")
    return (package or None) if at else None, version or None, build or None


def _user(record: Json) -> str | None:
    return get_text(as_object(record.get("user")), "id", "ip_address", "username", "email")


def _issue(record: Json) -> ServiceReport:
    metadata = as_object(record.get("metadata"))
    title = get_text(record, "title")
    name = get_text(metadata, "type")
    if name is None and title:
        name, _, rest = title.partition(": ")
        message = rest or None
    else:
        message = get_text(metadata, "value")
    function, file = get_text(metadata, "function"), get_text(metadata, "filename")
    frames = (ServiceFrame(function, None, file),) if function and file else ()
    return ServiceReport(
        context=CrashContext(
            service="sentry",
            issue=get_text(record, "shortId", "id"),
            url=get_text(record, "permalink"),
            first_seen=get_time(record, "firstSeen"),
            last_seen=get_time(record, "lastSeen"),
            events=get_number(record, "count"),
            users=get_number(record, "userCount"),
            handled=None if (unhandled := get_flag(record, "isUnhandled")) is None else not unhandled,
            release=get_text(as_object(record.get("lastRelease")), "version"),
            blamed_frame=get_text(record, "culprit"),
        ),
        exceptions=(ServiceException(name or "", message, frames),) if name else (),
        problems=("an issue without its event: it holds no stack trace, export the event for that",),
    )
