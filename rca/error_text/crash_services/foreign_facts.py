"""What a report of an unknown service says beside its exceptions: release, device, system, by field names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from models.crash_context import CrashContext
from rca.error_text.crash_services.json_fields import (
    Json,
    as_shown,
    get_flag,
    get_number,
    get_time,
    join_words,
    shorten,
    words,
)
from rca.error_text.typed_json import as_object

_NAMES: Mapping[str, tuple[str, ...]] = {
    "release": (
        "appversion",
        "appversionname",
        "applicationversion",
        "versionname",
        "displayversion",
        "codeversion",
        "release",
    ),
    "build": ("appbuild", "buildnumber", "versioncode", "appversioncode", "appbuildnumber", "buildversion"),
    "application": (
        "appnamespace",
        "packagename",
        "bundleid",
        "bundleidentifier",
        "applicationid",
        "appidentifier",
        "appuniqueid",
    ),
    "maker": ("manufacturer", "manufacture", "oemname", "devicemanufacturer", "brand", "devicebrand"),
    "model": ("model", "devicemodel", "phonemodel", "devicename", "device"),
    "system": ("osname", "systemname", "os"),
    "version": ("osversion", "systemversion"),
    "android": ("androidversion",),
    "environment": ("environment", "env", "releasestage"),
    "process": ("processname",),
    "thread": ("errorthreadname", "threadname"),
    "signal": ("signalname", "signal"),
}
_TIMES = ("timestamp", "occurredat", "occurredon", "eventtime", "crashtime", "datetime", "date", "createdat")
_EVENTS = ("id", "eventid", "uuid", "reportid", "crashid", "guid")
_HOLDERS = frozenset(
    words(
        "device app application client os system environment details context attributes attribute metadata "
        "deviceinfo appinfo exception signalinfo"
    )
)
"""Objects beside an exception whose fields tell of the app and its device."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What objects around an exception say."""

    context: CrashContext
    process: str | None = None
    pid: int | None = None
    thread: str | None = None
    signal: str | None = None


def letters(name: str) -> str:
    """Return a field's name by its letters and digits alone."""
    return "".join(one for one in name.lower() if one.isalnum())


def find_facts(around: tuple[Json, ...]) -> Facts:
    """Return what objects say, the outermost of which comes first and counts least."""
    held: dict[str, object] = {}
    for name, value in _scalars(reversed(around)):
        held.setdefault(letters(name), value)
    told = {what: _first(held, names) for what, names in _NAMES.items()}
    version = told["version"]
    system = join_words(told["system"], version)
    if told["android"]:
        system = join_words("Android", told["android"])
    return Facts(
        context=CrashContext(
            service="other",
            event=next((_event(one) for one in reversed(around) if _event(one)), None),
            occurred_at=get_time(held, *_TIMES),
            handled=_handled(held),
            application=told["application"],
            release=told["release"],
            build=told["build"],
            environment=told["environment"],
            device=join_words(told["maker"], told["model"]),
            os=system,
            blamed_thread=told["thread"],
        ),
        process=told["process"],
        pid=get_number(held, "processid", "pid"),
        thread=told["thread"],
        signal=told["signal"],
    )


def _scalars(objects: Iterable[Json]) -> Iterator[tuple[str, object]]:
    for one in objects:
        inner = [as_object(value) for name, value in one.items() if letters(name) in _HOLDERS]
        deeper = [
            as_object(value) for held in inner for name, value in held.items() if letters(name) in _HOLDERS
        ]
        for record in (one, *inner, *deeper):
            yield from ((name, value) for name, value in record.items() if as_shown(value) is not None)


def _first(held: Json, names: tuple[str, ...]) -> str | None:
    shown = next((text for name in names if (text := as_shown(held.get(name)))), None)
    return shorten(shown) if shown else None


def _event(record: Json) -> str | None:
    """Return the id of a record, by which a service would find it."""
    held = {letters(name): value for name, value in record.items()}
    return next(
        (text for name in _EVENTS if isinstance(held.get(name), str) and (text := as_shown(held[name]))), None
    )


def _handled(held: Json) -> bool | None:
    stated = get_flag(held, "handled", "ishandled")
    if stated is not None:
        return stated
    recorded = get_flag(held, "nonfatal", "isnonfatal")
    if recorded is not None:
        return recorded
    ended = get_flag(held, "fatal", "isfatal", "unhandled", "iscrash")
    return None if ended is None else not ended
