"""Frames of Kotlin/JS and Kotlin/Wasm: `at Note.title_1a2b3c_k$ (File.kt:5:9)`.

Sources: V8's stack trace API (`at name (place:line:column)`), the form of Firefox and Safari
(`name@place:line:column`), the WebAssembly web API (`url:wasm-function[index]:0xoffset`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.error_report import Frame, FrameOrigin
from rca.error_text.frame_origin import is_known_library, origin_of
from rca.text.lazy_regex import lazy_regex

_PLACE = lazy_regex(
    r"(?P<file>(?:[^\s()]{1,600}?\.(?:m?js|kts?)(?:\?[^\s()]{0,200})?|node:[\w/.]{1,80}|<anonymous>))"
    r":(?P<line>\d{1,7}):\d{1,7}"
)
_WASM = lazy_regex(r"[^\s()]{1,600}:wasm-function\[\d{1,7}\]:0x[\da-fA-F]{1,8}|wasm://[^\s()]{1,600}")
_SEEN_AS = lazy_regex(r" \[as [^\]]{1,200}\]$")
_NOBODY = frozenset(("protoOf", "Object", "Module", "Function", "<anonymous>", "eval"))
"""What engines write where a class would stand."""

_SOURCE_SET = lazy_regex(r"(?:^|/)src/\w+/kotlin/(?P<inside>[^\s:]+)$")
_KOTLIN = lazy_regex(
    r"\.kts?(?::|\)|$)|[/.]kotlin/|_k\$|wasm://|wasm-function\[|kotlin-kotlin-stdlib|kotlinx-"
)


def read_script_frame(text: str, app_packages: Sequence[str]) -> Frame | None:
    """Parse a stripped line; None if it is no frame of JavaScript or WebAssembly."""
    if text.startswith("at "):
        call, bracket, place = text[3:].rpartition("(")
        if bracket and not place.endswith(")"):
            return None
        place = place.removesuffix(")")
    else:
        call, _, place = text.rpartition("@")
    found = _PLACE.fullmatch(place)
    if found is None and _WASM.fullmatch(place) is None:
        return None
    owner, method = _called(call)
    file = found["file"].partition("?")[0] if found is not None else None
    return Frame(
        class_name=owner,
        method=method,
        file=file,
        line=int(found["line"]) or None if found is not None else None,
        origin=origin_of_source(file or "", owner or "", app_packages),
        text=text,
    )


def origin_of_source(file: str, class_name: str, app_packages: Sequence[str]) -> FrameOrigin:
    """Return the origin of a frame by its source path, which says more than its class."""
    inside = _SOURCE_SET.search(file.replace("\\", "/"))
    if inside is not None:
        return "library" if is_known_library(inside["inside"].replace("/", ".")) else "app"
    return origin_of(class_name, app_packages) if "." in class_name else "library"


def is_script(frame: Frame) -> bool:
    """Return whether a frame is one of a script or of WebAssembly."""
    place = frame.text.rpartition("@" if "@" in frame.text else "(")[2].removesuffix(")").removeprefix("at ")
    return _PLACE.fullmatch(place) is not None or _WASM.fullmatch(place) is not None


def is_foreign(frames: Iterable[Frame]) -> bool:
    """Return whether frames are those of scripts alone that nothing shows to come from Kotlin."""
    every = tuple(frames)
    return all(map(is_script, every)) and not any(map(shows_kotlin, every))


def shows_kotlin(frame: Frame) -> bool:
    """Return whether a frame of a script says by its names or places that it was Kotlin."""
    return _KOTLIN.search(frame.text) is not None


def _called(call: str) -> tuple[str | None, str | None]:
    """Split the called name into class and function; a constructor is `<init>`, as in other traces."""
    name = _SEEN_AS.sub("", call.strip()).removeprefix("async ").rstrip("/<")
    if name.startswith("new "):
        return name.removeprefix("new "), "<init>"
    owner, _, method = name.rpartition(".")
    return (owner if owner and owner not in _NOBODY else None), method or None
