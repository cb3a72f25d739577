"""What a crash reporter or Google Play's console prints around a trace: release, device and system.

Lines of a label and a value, whatever separates them (`App version: 1.2`, `Device | Pixel 8`, cells of HTML),
and the line above a trace of the console (`Pixel 8 (shiba), Android 15`). They count together: a text that
names only a version or only a device has no context, unless it links the issue of a crash service.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from models.crash_context import CrashContext, CrashService
from rca.error_text.crash_services.foreign_facts import letters
from rca.error_text.crash_services.issue_links import IssueLink, find_issue_link
from rca.error_text.crash_services.json_fields import join_words, shorten
from rca.text.lazy_regex import lazy_regex

_LONGEST = 256 * 1024
_MOST_LINES = 400
_LONGEST_LINE = 300

_LABELED = lazy_regex(
    r"^[\s\W_]{0,12}(?P<label>[A-Za-z][A-Za-z_ \-]{1,30}?)[ \t*_`]{0,4}(?:[:=|]|=>)[ \t*_`|]{0,6}"
    r"(?P<value>\S.{0,200}?)[\s|*_`]*$"
)
_CELL = lazy_regex(r"</?(?:t[dhr]|b|li|p|strong)\b[^>\n]{0,40}>")
_ROW = lazy_regex(r"</tr>\s*|<br ?/?>")
_CONSOLE = lazy_regex(
    r"^\s*(?P<device>[A-Z][\w .+/\-]{1,60} \([\w.\-]{2,40}\))(?:, [\d.,]+ ?[MG]B RAM)?, "
    r"Android (?P<version>\d{1,2}(?:\.\d{1,2}){0,2})(?: \(SDK (?P<level>\d{1,2})\))?\s*$"
)
_ON_VERSION = lazy_regex(r"^\s*(?P<at>\S.{3,40}?) on app version (?P<build>\d{1,12})\s*$")
_ANDROID = lazy_regex(
    r"(?:Linux )?(?:Android )?(?P<version>\d{1,2}(?:\.\d{1,2}){0,2})"
    r"(?: \((?:SDK|API) (?P<level>\d{1,2})(?:;[^\n]*)?\)| - (?P<api>\d{1,2}))?$"
)
_RELEASE = lazy_regex(
    r"v?(?P<release>\d[\w.+~\-]{0,60})"
    r"(?:,? [(\[]?(?:build )?(?P<build>\d{1,12})[)\]]?| \([^()\n]{0,120}\))?$"
)
_APP = lazy_regex(r"v?(?P<release>\d[\w.+~\-]{0,60}) \((?P<build>\d{1,12})\)$")
_LEVEL = lazy_regex(r"(?P<level>\d{1,2})(?: \(Android (?P<version>\d{1,2}(?:\.\d{1,2}){0,2})\))?$")
_HEADLINE = lazy_regex(
    r"^Version v?(?P<release>\d[\w.+~\-]{0,60})(?: \w{1,20})? ?(?:\((?P<build>\d{1,12})\))?$"
)
_SYSTEM = lazy_regex(r"^\s*Android (?P<version>\d{1,2}(?:\.\d{1,2}){0,2})\s*$")
_SECTION = lazy_regex(
    r"^(?:\*{3,} ?)?(?P<name>[A-Z][A-Za-z]{1,20}(?: [A-Z][A-Za-z]{1,20})?)(?: ?\*{3,})?\s*$"
)
_SUMMARY = lazy_regex(
    r"^[ \t]*Session summary[ \t]*\n\s*(?P<release>\d[\w.+\-]{0,60}) \((?P<build>\d{1,12})\)[ \t]*$",
    re.MULTILINE,
)
_PACKAGE = lazy_regex(r"(?P<name>[a-z]\w*(?:\.[\w$]+){1,12})(?::(?P<build>\d{1,12}))?(?:,.*| v.*)?$")
_FINGERPRINT = lazy_regex(
    r"(?:Linux )?(?P<maker>[\w.\-]+)/(?P<product>[\w.\-]+)/[\w.\-]+:(?P<version>[\w.]+)/\S+(?: \d.{0,20})?$"
)
_ANDROID_PARTS = {"version": "android", "level": "level", "api": "level"}
_NUMBER = lazy_regex(r"\d{1,12}$")

_LABELS: Mapping[str, str] = {
    **dict.fromkeys(("appversion", "appversionname", "applicationversion", "versionname"), "release"),
    **dict.fromkeys(
        ("appversioncode", "versioncode", "build", "buildnumber", "appbuild", "appversionno"), "build"
    ),
    "version": "weak release",
    **dict.fromkeys(("package", "packagename", "applicationid"), "application"),
    **dict.fromkeys(("devicemodel", "phonemodel", "model", "modelname"), "model"),
    "device": "device",
    "app": "app",
    **dict.fromkeys(("numberofcrashes", "occurrences"), "events"),
    "devicename": "name",
    **dict.fromkeys(("manufacturer", "devicemanufacturer", "brand", "devicebrand"), "maker"),
    **dict.fromkeys(
        (
            "androidversion",
            "androidreleaseversion",
            "androidrelease",
            "androidos",
            "androidosversion",
            "android",
        ),
        "android",
    ),
    **dict.fromkeys(
        ("androidapilevel", "androidsdkversion", "androidsdk", "sdkversion", "apilevel", "api", "sdk"),
        "level",
    ),
    **dict.fromkeys(("os", "osversion", "buildfingerprint", "fingerprint"), "fingerprint"),
    **dict.fromkeys(("timestamp", "time", "date", "crashtime"), "time"),
}

_IN_SECTIONS: Mapping[tuple[str, str], str] = {
    **{(section, "id"): "application" for section in ("appinformation", "applicationinformation", "app")},
    **{
        (section, label): "android"
        for section in ("firmware", "operatingsystem", "systeminformation")
        for label in ("version", "release")
    },
}
"""What a label names below a heading that says whose it is."""

_OF_LINES = {"version": "android", "device": "model", "at": "time"}
"""What the parts of a line without labels are."""

_OF_NO_APP = ("android", "os", "sdk", "system", "kernel", "java", "kotlin", "gradle", "firmware", "build")
"""Words of a label `… version` that is not the app's."""


def find_facts(text: str) -> CrashContext | None:
    """Return what a text says of the app and its device beside a trace, or None where that is too little."""
    link = find_issue_link(text)
    summary = _SUMMARY.search(text) if "Session summary" in text else None
    held: dict[str, str] = summary.groupdict() if summary is not None else {}
    is_plays = _gather(text, held, is_linked=link is not None)
    service: CrashService = "play" if is_plays else link.service if link is not None else "other"
    if "weak release" in held and held.keys() & {"build", "android", "level", "model", "device"}:
        held.setdefault("release", held["weak release"])
    for name in ("device", "name"):
        if name in held:
            held.setdefault("model", held[name])
    if link is not None:
        return _context(held, service, link)
    has_app = bool(held.keys() & {"release", "build", "application"})
    has_system = bool(held.keys() & {"android", "level"})
    if not (has_system or ("model" in held and has_app)) or not (has_app or "model" in held):
        return None
    return _context(held, service)


def _gather(text: str, held: dict[str, str], *, is_linked: bool) -> bool:
    """Add what the lines of a text tell, the first word counts; return whether Play's console wrote one."""
    section, is_plays = "", False
    for line in _lines(text):
        console = _CONSOLE.match(line) or _ON_VERSION.match(line)
        whole = console or _SYSTEM.match(line) or (_HEADLINE.match(line) if is_linked else None)
        if whole is not None:
            is_plays = is_plays or console is not None
            for name, value in _groups(whole, {one: _OF_LINES.get(one, one) for one in whole.groupdict()}):
                held.setdefault(name, value)
            continue
        heading = _SECTION.match(line)
        section = letters(heading["name"]) if heading is not None else section
        labeled = _LABELED.match(line)
        what = _meaning(labeled["label"], section) if labeled is not None else None
        if labeled is not None and what is not None and what not in held:
            held.update({name: value for name, value in _read(what, labeled["value"]) if name not in held})
    return is_plays


def _meaning(label: str, section: str = "") -> str | None:
    """Return what a label names; `NAME version` is the version of an app, if of anything that is known."""
    known = _IN_SECTIONS.get((section, letters(label))) or _LABELS.get(letters(label))
    if known is not None:
        return known
    words = label.lower().split()
    if words[:2] == ["version", "of"]:  # `Version of Reader for Android`
        return "weak release" if len(words) > 2 and words[2] not in _OF_NO_APP else None
    is_version = len(words) > 1 and words[-1] == "version"
    return "weak release" if is_version and not any(one in _OF_NO_APP for one in words) else None


def _lines(text: str) -> Iterator[str]:
    if len(text) > _LONGEST:
        return
    if "</td>" in text or "<br" in text:
        text = _CELL.sub("|", _ROW.sub("\n", text))
    for line in text.split("\n")[:_MOST_LINES]:
        if len(line) <= _LONGEST_LINE and not line.lstrip().startswith(("at ", "Caused by", "#")):
            yield line
        elif line.lstrip().startswith("#") and len(line) <= _LONGEST_LINE:
            yield line.strip("# ")


def _read(what: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield what the value of a label tells, if it has the form of such a value."""
    if what in ("model", "device", "maker", "name") or (
        what == "time" and any(one.isdigit() for one in value)
    ):
        yield what, shorten(value)
    elif what in ("build", "events") and _NUMBER.match(value):
        yield what, value
    elif what == "level":
        yield from _groups(_LEVEL.match(value), _ANDROID_PARTS)
    elif what == "app":
        yield from _groups(_APP.match(value), {"release": "release", "build": "build"})
    elif what == "android":
        yield from _groups(_ANDROID.match(value), _ANDROID_PARTS)
    elif what in ("release", "weak release"):
        yield from _groups(_RELEASE.match(value), {"release": what, "build": "build"})
    elif what == "application":
        yield from _groups(_PACKAGE.match(value), {"name": "application", "build": "build"})
    elif what == "fingerprint":
        yield from _groups(
            _FINGERPRINT.match(value), {"maker": "maker", "product": "model", "version": "android"}
        )
        yield from _groups(_ANDROID.match(value), _ANDROID_PARTS)


def _groups(found: re.Match[str] | None, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if found is not None:
        yield from ((names[name], value) for name, value in found.groupdict().items() if value)


def _context(held: dict[str, str], service: CrashService, link: IssueLink | None = None) -> CrashContext:
    android, level = held.get("android"), held.get("level")
    told = f"Android {android}" if android else f"Android API {level}" if level else None
    return CrashContext(
        service=service,
        issue=link.issue if link is not None else None,
        event=link.event if link is not None else None,
        occurred_at=held.get("time"),
        events=int(held["events"]) if link is not None and "events" in held else None,
        application=held.get("application") or (link.application if link is not None else None),
        release=held.get("release"),
        build=held.get("build"),
        device=join_words(held.get("maker"), held.get("model")),
        os=told,
    )
