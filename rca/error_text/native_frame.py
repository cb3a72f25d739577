"""One line of a native backtrace: `#00 pc 0001f2e4  /path/lib.so (function+12) (BuildId: …)`."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Frame, NativeFrame
from rca.error_text.frame_origin import origin_of
from rca.text.lazy_regex import lazy_regex

_LONGEST = 8192

_FRAME = lazy_regex(r"#(?P<index>\d{1,4})\s+(?:pc\s+)?(?:0x)?(?P<pc>[0-9a-fA-F]{4,16})(?:\s+(?P<rest>.*))?$")
_OFFSET = lazy_regex(r"(?P<name>.*\S)\s?\+\s?(?P<offset>\d{1,12}|0x[0-9a-fA-F]{1,12})$")
_KOTLIN = lazy_regex(
    r"(?:at )?(?P<index>\d{1,4})\s+(?P<library>\S+)\s+0x(?P<pc>[0-9a-fA-F]{4,16})\s+(?P<function>\S.*?)"
    r"(?: \+ (?P<offset>\d{1,12}))?(?:\s+\((?P<source>[^()]*)\))?$"
)
_SOURCE = lazy_regex(r"(?P<file>[^/\\]+\.kts?):(?P<line>\d{1,7})(?::\d+)?$")
_PARENTHESES = {"(": 1, ")": -1}


def read_native_frame(line: str) -> NativeFrame | None:
    """Read a backtrace line of Android's crash dump (and of Crashlytics and sanitizers), or None."""
    if "#" not in line or len(line) > _LONGEST:
        return None
    text = line.strip().removeprefix("native: ")
    found = _FRAME.match(text)
    if found is None or (" pc " not in text[:16] and "0x" not in text[:16]):
        return None
    library, groups = _groups(found["rest"] or "")
    function, offset, build_id = None, None, None
    for group in groups:
        if group.startswith("BuildId: "):
            build_id = group.removeprefix("BuildId: ").strip()
        elif not group.startswith("offset 0x") and group != "deleted" and function is None:
            function, offset = _function(group)
    if library.startswith("in "):
        function, _, library = library.removeprefix("in ").rpartition(" ")
    return NativeFrame(
        index=int(found["index"]),
        pc=found["pc"],
        library=library or None,
        function=function or None,
        offset=offset,
        build_id=build_id or None,
        text=text,
    )


def read_kotlin_native_frame(line: str) -> NativeFrame | None:
    """Read a line of a Kotlin/Native stack trace (`at 3  App  0x1045… kfun:pkg.Class#method(){} + 12`)."""
    if "0x" not in line or len(line) > _LONGEST:
        return None
    text = line.strip()
    found = _KOTLIN.match(text)
    if found is None:
        return None
    return NativeFrame(
        index=int(found["index"]),
        pc=found["pc"],
        library=found["library"],
        function=found["function"],
        offset=int(found["offset"]) if found["offset"] else None,
        build_id=None,
        text=text,
    )


def kotlin_frame(frame: NativeFrame, app_packages: Sequence[str]) -> Frame | None:
    """Return the Kotlin function of a Kotlin/Native frame, or None where it has none."""
    if frame.function is None or not frame.function.startswith("kfun:"):
        return None
    name = frame.function.removeprefix("kfun:").partition("(")[0]
    owner, sharp, method = name.partition("#")
    if not sharp or method == "internal":
        owner, _, method = owner.rpartition(".")
    if not method:
        return None
    source = _KOTLIN.match(frame.text)
    place = _SOURCE.search(source["source"]) if source is not None and source["source"] else None
    return Frame(
        class_name=owner or None,
        method=method,
        file=place["file"] if place else None,
        line=int(place["line"]) if place else None,
        origin=origin_of(owner, app_packages) if owner else "library",
        text=frame.text,
    )


def _function(group: str) -> tuple[str, int | None]:
    found = _OFFSET.match(group)
    if found is None:
        return group, None
    return found["name"], int(found["offset"], 16 if found["offset"].startswith("0x") else 10)


def _groups(rest: str) -> tuple[str, list[str]]:
    """Part `path (a) (b(c)+1)` into the path and what its outer brackets hold."""
    start = rest.find(" (")
    if start < 0:
        return rest.strip(), []
    groups: list[str] = []
    depth = 0
    opened = 0
    for at in range(start, len(rest)):
        step = _PARENTHESES.get(rest[at], 0)
        if step > 0 and depth == 0:
            opened = at + 1
        depth = max(0, depth + step)
        if step < 0 and depth == 0 and opened:
            groups.append(rest[opened:at])
            opened = 0
    return rest[:start].strip(), groups
