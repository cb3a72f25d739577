"""One line of a backtrace with absolute addresses, of Apple's systems and of Kotlin/Native.

`2   Shop   0x0000000104a40f5c 0x104a3c000 + 20316` (no symbol: image base and offset),
`2   Shop   0x0000000104a40f5c kfun:pkg.Class#method(){} + 12 (Cart.kt:28:9)`,
``frame #2: 0x0000000104a40f5c Shop`kfun:pkg.Class#method(){} + 12 at Cart.kt:28:9`` (what LLDB prints).
"""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Frame, NativeFrame
from rca.error_text.frame_origin import origin_of
from rca.text.lazy_regex import lazy_regex

_LONGEST = 8192

_FRAME = lazy_regex(
    r"(?:at )?(?P<index>\d{1,4})\s+(?P<library>\S{1,200}|\S.{0,98}\S(?=\t|  ))"
    r"\s+(?:0x(?P<pc>[0-9a-fA-F]{3,16})|(?P<null>0{16,18}))"
    r"(?:\s+(?P<function>\S.*?)(?: \+ (?P<offset>\d{1,12}))?(?:\s+\((?P<source>[^()]*)\))?"
    r"(?:\s+// (?P<comment>\S.*))?)?$"
)
_LLDB = lazy_regex(
    r"(?:\* )?frame #(?P<index>\d{1,4}): 0x(?P<pc>[0-9a-fA-F]{3,16}) (?P<library>[^`]{1,200})`"
    r"(?P<function>\S.*?)"
    r"(?: \+ (?P<offset>\d{1,12}))?(?: at (?P<source>[^`]{1,300}?))?(?: \[opt\])?$"
)
_ARGUMENTS = lazy_regex(r"\([\w$]{1,80}=.*\)$")
"""The values of arguments behind a function's name in LLDB."""
_SOURCE = lazy_regex(r"(?P<file>[^:]*[^/\\:]\.\w{1,5}):(?P<line>\d{1,7})(?::\d+)?$")
_ADDRESS = lazy_regex(r"(?:0x(?P<base>[0-9a-fA-F]{1,16})|0)$")
_NULL = "0000000000000000"
_INLINED = "[inlined] "
_NO_NAME = ("", "<unknown>", "???", "<redacted>")
_MISSING = lazy_regex(r"\(Missing(?: UUID (?P<id>[0-9a-fA-F]{32}))?\)$")
"""The words of Crashlytics' console where the symbols of a library were not uploaded."""
_UUID = lazy_regex(r"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$")
"""The library's identity in the place of its name or base, as crash reporters without symbols write it."""


def read_apple_frame(line: str) -> NativeFrame | None:
    """Read a line of Apple's and Kotlin/Native's stack traces, or return None."""
    if ("0x" not in line and _NULL not in line) or len(line) > _LONGEST:
        return None
    if "frame #" in line:
        return _read_lldb_frame(line.strip())
    text = line.strip().rstrip(" `")
    found = _FRAME.match(text)
    if found is None:
        return None
    library, function = found["library"].rstrip(), found["function"] or ""
    offset = int(found["offset"]) if found["offset"] else None
    base = _ADDRESS.match(function)
    image_offset = None
    missing = _MISSING.match(function)
    build_id = missing["id"] if missing is not None else None
    if missing is not None:
        function = ""
    elif offset is not None and _UUID.match(function) is not None:
        build_id, image_offset, function, offset = function, f"{offset:x}", found["comment"] or "", None
    elif base is not None or function == library:
        # No symbol: what follows is the image, by its base or name, and the offset into it.
        is_known = offset is not None and (base is None or int(base["base"] or "0", 16) > 0)
        image_offset = f"{offset:x}" if is_known else None
        function, offset = found["comment"] or "", None
    place = _SOURCE.search(found["source"]) if found["source"] else None
    name = function.removeprefix(_INLINED)
    return NativeFrame(
        index=int(found["index"]),
        pc=found["pc"] or found["null"],
        library=library,
        function=None if name in _NO_NAME else name,
        offset=offset,
        build_id=build_id,
        text=text,
        image_offset=image_offset,
        file=place["file"] if place is not None else None,
        line=int(place["line"]) if place is not None and int(place["line"]) else None,
        inlined=True if function.startswith(_INLINED) else None,
    )


def _read_lldb_frame(text: str) -> NativeFrame | None:
    """Read a line of the command `bt` of LLDB, or return None."""
    found = _LLDB.match(text)
    if found is None:
        return None
    function = _ARGUMENTS.sub("", found["function"])
    is_inlined = function.startswith(_INLINED)
    name = function.removeprefix(_INLINED)
    place = _SOURCE.search(found["source"]) if found["source"] else None
    return NativeFrame(
        index=int(found["index"]),
        pc=found["pc"],
        library=found["library"],
        function=None if name in _NO_NAME or name.startswith("___lldb_unnamed_symbol") else name,
        offset=int(found["offset"]) if found["offset"] else None,
        build_id=None,
        text=text,
        file=place["file"] if place is not None else None,
        line=int(place["line"]) if place is not None and int(place["line"]) else None,
        inlined=True if is_inlined else None,
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
    file = frame.file if frame.file is not None and frame.file.endswith((".kt", ".kts")) else None
    return Frame(
        class_name=owner or None,
        method=method,
        file=file.replace("\\", "/").rpartition("/")[2] if file else None,
        line=frame.line if file else None,
        origin=origin_of(owner, app_packages) if owner else "library",
        text=frame.text,
    )
