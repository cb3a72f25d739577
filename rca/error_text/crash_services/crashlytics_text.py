"""Crashlytics as text: traces downloaded from its console, and events that Firebase's MCP server answers.

Sources: the console's download (`# Application:` lines above the trace, further threads below it) and the
public source of Firebase's tools, which write an event as YAML with its exceptions and threads as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.crash_context import Breadcrumb, CrashContext
from models.error_report import ErrorKind
from rca.error_text.crash_services.json_fields import (
    Json,
    get_path,
    get_text,
    get_time,
    join_words,
    make_breadcrumb,
    make_breadcrumbs,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceReport
from rca.error_text.typed_json import as_object
from rca.text.lazy_regex import lazy_regex

_FACT = lazy_regex(
    r"#\s*(?P<name>Crashlytics|Application|Organization|Bundle|Platform|Version|Issue|Session|Date|Device|OS|RAM|Disk)"
    r"\b(?P<what> (?:Identifier|ID|#|Version|Free))?\s*[:\-]?\s*(?P<value>.*)$"
)
_HEAD = lazy_regex(
    r"^[ \t>*]{0,8}(?P<head>"
    r"# ?Crashlytics - [^\n]{0,80}\n[ \t>*]{0,8}# ?(?:Application|Bundle|Platform|Version):|"
    r"# ?(?:Application|Bundle|Organization|Platform):[^\n]{0,200}\n"
    r"(?:[ \t>*]{0,8}#[^\n]{0,200}\n){0,5}?[ \t>*]{0,8}# ?Issue(?: ID)?:)",
    re.MULTILINE,
)
_MARKS = ("# Crashlytics", "# Application:", "# Organization:", "# Platform:")
_COMMENTED = lazy_regex(r"#(?:\d{1,4}\.)? (?=(?:Non-)?[Ff]atal Exception: |Crashed: |Caused by: )")
_THREAD = lazy_regex(r"(?P<name>[A-Za-z][\w .:#$@\-/\[\]<>]{0,120}):\s*$")
_OPENING = ("Caused by", "Suppressed", "Fatal Exception", "Non-fatal Exception", "Crashed", "Exception")
_TRACES = ("exceptions", "threads", "errors")
_YAML = lazy_regex(r"^(?:- |  )?(?:exceptions|threads|errors): [|>'\"]", re.MULTILINE)
_YAML_MARK = lazy_regex(
    r"^(?:- |  )?(?:eventTime|eventId|issue|bundleOrPackage|installationUuid|processState):", re.MULTILINE
)
_LARGEST_YAML = 8 * 1024 * 1024
_ENTRY = lazy_regex(r"\[(?P<at>[^\]]{4,40})\] (?P<text>.*)$")
_EVENT = lazy_regex(r"(?P<title>.*?)(?: \{ (?P<params>.*) \})?$")
_THREAD_HEAD = lazy_regex(r"Thread: (?P<name>.*?)(?P<crashed> \(crashed\))?$")


def claims_text(text: str) -> bool:
    """Return whether a text is a trace that was downloaded from the console."""
    return _begin(text) >= 0


def _begin(text: str) -> int:
    """Return where the head of a downloaded trace begins, or -1; pages and mails may put text above it."""
    if not any(mark in text for mark in _MARKS):
        return -1
    found = _HEAD.search(text)
    return -1 if found is None else found.start("head")


def read_text(text: str) -> list[ServiceReport]:
    """Return the report of a downloaded trace; of its threads the first is the one that failed."""
    facts: dict[str, object] = {}
    body: list[str] = []
    for line in text[max(_begin(text), 0) :].strip().split("\n"):
        found = _FACT.match(line.strip()) if not body or not body[-1] else None
        if found is not None:
            facts[found["name"] + (found["what"] or "")] = found["value"].strip()
        elif line.strip() or body:
            body.append(_COMMENTED.sub("", line.rstrip(), 1))
    version, _, build = str(facts.get("Version", "")).rpartition(" (")
    is_anr = "ANR" in str(facts.get("Crashlytics", ""))
    thread, trace = _failed_part(body)
    application = get_text(facts, "Bundle Identifier", "Application", "Bundle")
    return [
        ServiceReport(
            context=CrashContext(
                service="crashlytics",
                issue=get_text(facts, "Issue", "Issue ID"),
                event=get_text(facts, "Session", "Session ID"),
                occurred_at=get_text(facts, "Date"),
                application=application,
                release=version.strip() or build.strip(" )") or None,
                build=build.strip(" )") if version else None,
                device=get_text(facts, "Device"),
                os=get_text(facts, "OS Version", "OS"),
                blamed_thread=thread,
            ),
            kind="anr" if is_anr else None,
            trace="\n".join(trace),
            process=application,
            thread=thread,
        )
    ]


def _failed_part(lines: list[str]) -> tuple[str | None, list[str]]:
    """Return the name of the first thread, if it has one, and the lines down to the next thread.

    A dump whose threads have states (`main (runnable):tid=1`) is read as a whole.
    """
    if any("systid=" in line or "tid=" in line for line in lines):
        return None, lines
    heads = [at for at, line in enumerate(lines) if _is_thread(lines, at, line)]
    begins = [at for at, line in enumerate(lines) if line.strip()]
    if not heads or not begins:
        return None, lines
    if heads[0] == begins[0]:
        end = heads[1] if len(heads) > 1 else len(lines)
        found = _THREAD.match(lines[heads[0]].strip())
        return (found["name"] if found else None), lines[heads[0] + 1 : end]
    return None, lines[: heads[0]]


def _is_thread(lines: list[str], at: int, line: str) -> bool:
    """Return whether a line names a thread: frames follow, and nothing or a blank line stands above."""
    if line[:1].isspace() or _THREAD.match(line) is None or line.startswith(_OPENING):
        return False
    below = next((one.strip() for one in lines[at + 1 : at + 3] if one.strip()), "")
    head = line.strip().removesuffix(":")
    is_exception = "." in head and head.rpartition(".")[2][:1].isupper() and " " not in head
    return below.startswith("at ") and not is_exception


def claims_yaml(text: str) -> bool:
    """Return whether a text is an answer of Firebase's MCP server with events in it."""
    if len(text) > _LARGEST_YAML or _YAML.search(text) is None:
        return False
    return len({found[0] for found in _YAML_MARK.finditer(text)}) > 1


def read_yaml(text: str) -> list[ServiceReport]:
    """Return a report for each event of an answer."""
    import yaml

    # Where PyYAML was built without libyaml there is only the slow one.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        value = yaml.load(text, Loader=loader)  # noqa: S506 - both loaders are safe ones
    except (yaml.YAMLError, ValueError, RecursionError):
        return []
    events = value if isinstance(value, list) else [value]
    return [_event(as_object(one)) for one in events if isinstance(one, dict) and _holds_trace(one)]


def _holds_trace(one: Json) -> bool:
    return any(isinstance(one.get(name), str) for name in _TRACES)


def _event(raw: Json) -> ServiceReport:
    import yaml

    record: Json = {}
    for name, value in raw.items():
        record[str(name)] = value
        if isinstance(value, str) and name not in ("exceptions", "threads", "errors", "logs", "breadcrumbs"):
            try:
                record[str(name)] = yaml.safe_load(value)
            except (yaml.YAMLError, ValueError, RecursionError):
                record[str(name)] = value
    issue, device = as_object(record.get("issue")), as_object(record.get("device"))
    system, version = as_object(record.get("operatingSystem")), as_object(record.get("version"))
    threads = get_text(record, "threads") or ""
    thread, frames = _thread(threads)
    kind = get_text(issue, "errorType")
    error_kind: ErrorKind | None = "anr" if kind == "ANR" else None
    trace = get_text(record, "exceptions") or get_text(record, "errors")
    if trace is None and frames:
        head = f"ANR: {get_text(issue, 'subtitle') or thread or ''}" if error_kind else ""
        trace = "\n".join((head, *frames)).strip("\n")
    blamed = as_object(record.get("blameFrame"))
    symbol, file, line = get_text(blamed, "symbol"), get_text(blamed, "file"), get_text(blamed, "line")
    return ServiceReport(
        context=CrashContext(
            service="crashlytics",
            issue=get_text(issue, "id"),
            event=get_text(record, "eventId"),
            url=get_text(issue, "uri"),
            occurred_at=_when(record.get("eventTime")),
            first_seen=_when(issue.get("firstSeenTime")),
            last_seen=_when(issue.get("lastSeenTime")),
            handled=kind == "NON_FATAL" if kind else None,
            application=get_text(record, "bundleOrPackage"),
            release=get_text(version, "displayVersion"),
            build=get_text(version, "buildVersion"),
            device=join_words(
                get_text(device, "manufacturer", "companyName"), get_text(device, "marketingName", "model")
            ),
            os=join_words(get_text(system, "os", "name"), get_text(system, "displayVersion")),
            blamed_thread=thread,
            blamed_frame=f"{symbol}({file or 'Unknown Source'}{f':{line}' if line else ''})"
            if symbol
            else None,
            breadcrumbs=make_breadcrumbs(_entries(record)),
            tags=make_tags(as_object(record.get("customKeys")).items()),
        ),
        kind=error_kind,
        trace=trace,
        process=get_text(record, "bundleOrPackage"),
        thread=thread,
        user=get_text(record, "installationUuid") or get_text(as_object(get_path(record, "user")), "id"),
    )


def _when(value: object) -> str | None:
    """Return a time; YAML may have read it as one."""
    isoformat = getattr(value, "isoformat", None)
    if callable(isoformat):
        return str(isoformat()).replace("+00:00", "Z")
    return get_time({"at": value}, "at")


def _thread(text: str) -> tuple[str | None, list[str]]:
    """Return the name and the frames of the crashed thread, else of the first."""
    parts = [part.strip().split("\n") for part in text.split("\n\n") if part.strip()]
    heads = [(found, part[1:]) for part in parts if (found := _THREAD_HEAD.match(part[0]))]
    chosen = next(((one, frames) for one, frames in heads if one["crashed"]), heads[0] if heads else None)
    return (chosen[0]["name"] or None, chosen[1]) if chosen else (None, [])


def _entries(record: Json) -> list[Breadcrumb]:
    """Return the breadcrumbs and log lines together, by their times."""
    return sorted(_read_entries(record), key=lambda crumb: crumb.at or "")


def _read_entries(record: Json) -> Iterator[Breadcrumb]:
    for field, category in (("breadcrumbs", "event"), ("logs", "log")):
        held = record.get(field)
        for line in (held if isinstance(held, str) else "").split("\n"):
            found = _ENTRY.match(line.strip())
            if found is None:
                continue
            said = found["text"]
            split = _EVENT.match(said) if category == "event" else None
            if split is not None and split["params"]:
                said = f"{split['title']} ({split['params'].replace(': ', '=')})"
            crumb = make_breadcrumb(found["at"], category, said, None)
            if crumb is not None:
                yield crumb
