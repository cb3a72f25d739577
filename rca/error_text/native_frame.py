"""One line of a native backtrace with addresses relative to the library, of Android and of sanitizers.

`#00 pc 0001f2e4  /path/lib.so (function+12) (BuildId: …)`, `#1 0x7f2c in function /src/cart.cpp:12:5`,
`#2 0x7f2c  (/path/lib.so+0x1f2e4) (BuildId: …)`.
"""

from __future__ import annotations

from models.error_report import NativeFrame
from rca.text.lazy_regex import lazy_regex

_LONGEST = 8192

_FRAME = lazy_regex(r"#(?P<index>\d{1,4})\s+(?:pc\s+)?(?:0x)?(?P<pc>[0-9a-fA-F]{4,16})(?:\s+(?P<rest>.*))?$")
_OFFSET = lazy_regex(r"(?P<name>.*\S)\s?\+\s?(?P<offset>\d{1,12}|0x[0-9a-fA-F]{1,12})$")
_IN_LIBRARY = lazy_regex(r"(?P<path>[^()]*[^()\s])\+0x(?P<offset>[0-9a-fA-F]{1,16})$")
_PLACE = lazy_regex(r"(?P<file>[^()]*[^()/\\:\s]\.\w{1,5}):(?P<line>\d{1,7})(?::\d{1,7})?$")
_NUMBERED = lazy_regex(r"\d{1,4}\s+(?=#\d{1,4}\s+pc )")
"""A number that a crash service writes before each line."""
_ABI = lazy_regex(r"\s+\[(?:arm|x86|mips|riscv)[\w-]*\]$")
_PARENTHESES = {"(": 1, ")": -1}
_NO_NAME = (None, "", "??", "<unknown>", "???")
_NAMED = lazy_regex(
    r"at (?:\(Missing\)\(\)|(?P<name>[^\s()]\S{0,300}?) \+ (?P<offset>\d{1,12})"
    r"(?:\((?P<file>[^()\n:]{1,200})(?::(?P<line>\d{1,7}))?\))?)$"
)
_BUILD_ID = lazy_regex(r"Build(?:Id|ID|-?id): ?(?P<id>[0-9a-fA-F\-]+)")


def read_native_frame(line: str) -> NativeFrame | None:
    """Read a backtrace line of Android's crash dump (and of Crashlytics and sanitizers), or None."""
    if "#" not in line or len(line) > _LONGEST:
        return None
    text = _without_additions(line.strip().removeprefix("native: "))
    found = _FRAME.match(text)
    if found is None or (" pc " not in text[:16] and "0x" not in text[:16]):
        return None
    rest = found["rest"] or ""
    if rest.startswith("("):
        rest = f" {rest}"
    library, groups = _groups(rest)
    function, offset, build_id, image_offset = None, None, None, None
    file, source_line = None, None
    for group in groups:
        identity = _BUILD_ID.match(group)
        if identity is not None:
            build_id = identity["id"]
        elif group.startswith("BuildId:"):
            continue  # left empty
        elif (place := _PLACE.match(group)) is not None:
            file, source_line = place["file"], int(place["line"])
        elif (inside := _IN_LIBRARY.match(group)) is not None and "/" in inside["path"]:
            library, image_offset = _keep_function(library, inside["path"]), inside["offset"]
        elif not group.startswith("offset 0x") and group != "deleted" and function is None:
            function, offset = _function(group)
    if library.startswith("in "):
        function, library, file, source_line = _sanitizer_place(library.removeprefix("in "))
    return NativeFrame(
        index=int(found["index"]),
        pc=found["pc"],
        library=library or None,
        function=None if function in _NO_NAME else function,
        offset=offset,
        build_id=build_id or None,
        text=text,
        image_offset=image_offset,
        file=file,
        line=source_line or None,
    )


def read_named_frame(line: str, index: int) -> NativeFrame | None:
    """Read a frame that Crashlytics writes by its name, `at decode + 2020(codec.c:2020)`, or return None."""
    text = line.strip()
    found = _NAMED.match(text) if text.startswith("at ") and len(line) <= _LONGEST else None
    if found is None:
        return None
    return NativeFrame(
        index=index,
        pc=None,
        library=None,
        function=found["name"],
        offset=int(found["offset"]) if found["offset"] else None,
        build_id=None,
        text=text,
        file=found["file"],
        line=int(found["line"]) or None if found["line"] else None,
    )


def _without_additions(text: str) -> str:
    """Return a line without what crash services write around it: its number, and the library's ABI."""
    if text[:1].isdigit():
        text = _NUMBERED.sub("", text, count=1)
    return _ABI.sub("", text) if text.endswith("]") else text


def read_source_line(line: str) -> tuple[str, int] | None:
    """Return file and line of what `ndk-stack` prints below a frame, far to the right, or None."""
    if not line.startswith("        ") or len(line) > _LONGEST:
        return None
    found = _PLACE.match(line.strip())
    return (found["file"], int(found["line"])) if found is not None and int(found["line"]) else None


def _keep_function(told: str, path: str) -> str:
    """Return the library, with the function that a sanitizer wrote before it still in front."""
    return f"{told} {path}" if told.startswith("in ") else path


def _sanitizer_place(told: str) -> tuple[str, str, str | None, int | None]:
    """Part `function /src/cart.cpp:12:5` or `function /path/lib.so` into function, library, file and line."""
    place = _PLACE.search(told.rpartition(" ")[2])
    function, _, last = told.rpartition(" ")
    if place is not None:
        # Debuggers put a word before the place.
        name = function.removesuffix(" at").removesuffix(" [inlined]")
        return name, "", place["file"], int(place["line"])
    return (function, last, None, None) if "/" in last or "." in last else (told, "", None, None)


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
