"""One line of a stack trace: `at module/pkg.Class.method(File.kt:12)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from models.error_report import Frame, FrameOrigin
from rca.error_text.frame_origin import OPEN_LIBRARIES, is_known_library, looks_renamed, origin_of
from rca.error_text.informal_frame import read_loose_frame
from rca.error_text.kotlin_js_frame import origin_of_source, read_script_frame
from rca.text.lazy_regex import lazy_regex

SCRIPT_FILES = (".py", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx")
"""Endings of source files of Python, JavaScript and TypeScript: what debuggers of other languages name."""

_LONGEST = 4096
"""Characters of the longest line that can be a frame."""

_LOCATION = lazy_regex(
    r"""
    \s?\((?:[\w.\-]{1,80}@[\w.\-+]{0,40}/)?(?P<place>
        [Nn]ative\ [Mm]ethod
      | [Uu]nknown\ [Ss]ource (?: :-?\d+ )?
      | <[^<>()]*> (?: :-?\d+ )?
      | [^()\s:]* (?: :-?\d+ )?
      | [^()\s:]+:                                # a file whose line was left out
      | :[^()\s:]+(?: :{1,2}[^()\s:]+ )*:         # the same, the file's name with colons of its own
      | :[^()]* (?: \([^()]*\)[^()]* )? :\d+       # code that Play services load at run time
      | [\w.\-]+:[\w.\-]+@@[\w.\-]+:\d+          # a library of Google's, by its coordinates
    )\)(?!\()
    """,
    re.VERBOSE,
)
_PLACELESS = lazy_regex(r"at (?P<call>(?:[\w$\-]+\.){2,20}[\w$<>\-]+)")
"""A frame of Play Console whose source file is not known: no parenthesis at all."""

_COMPOSABLE = lazy_regex(
    r"at (?P<method>[\w$]{1,200}|<lambda>|<get-[\w$]{1,200}>)"
    r"\((?P<file>[\w$.\-]{1,200}\.kt):(?P<line>\d{1,7})\)"
)
_DESCRIBED = lazy_regex(r"[\w.$\[\]]{1,300} (?P<call>[\w.$\-<>]{3,400})\([\w.$\[\], ]{0,2000}\)(?= \()")
"""A method as Android's runtime describes it: `void a.B.run(int, java.lang.String) (B.java:12)`."""

_MODULE = lazy_regex(r"(?:[\w.\-]*(?:@[\w.\-+]*)?/(?!0x|\d)){1,2}")
"""`java.base/`, `app//`, `app@1.0/`, `loader/module@1/`; never the `/0x…` of a hidden class."""

_OPEN_RENAMED = lazy_regex(r"\.[a-z]{1,2}\d{0,2}(?:\$[a-z]{1,2}\d{0,2})*$")
"""A class of an open library that R8 renamed: lower case, as no such class is named by hand."""

_PROSE = lazy_regex(r"[\s,;:=\"']")
_SENTENCE = lazy_regex(r"\s+(?!at Cell In\[\d)[a-zA-Z]")  # a notebook adds which cell it is
_BOUNDARY = "(Coroutine boundary"


class Frames:
    """Reads frame lines for one app, each distinct text once.

    Args:
        app_packages: packages of the app, or none where they are not known.
    """

    def __init__(self, app_packages: Sequence[str]) -> None:
        self._app_packages = tuple(app_packages)
        self._read: dict[str, Frame | None] = {}
        self._read_loose: dict[str, Frame | None] = {}

    def read(self, line: str) -> Frame | None:
        """Read a line, or None where it is no complete frame of the JVM, a script or WebAssembly."""
        text = line.strip()
        if len(text) > _LONGEST or not (text.startswith("at") or "@" in text):
            return None
        if text not in self._read:
            packages = self._app_packages
            self._read[text] = (
                read_frame(text, packages) or read_script_frame(text, packages) or _read_composable(text)
            )
        return self._read[text]

    def read_loose(self, line: str) -> Frame | None:
        """Read a line that is a frame in one of the forms that people and consoles make of it, or None."""
        text = line.strip()
        if len(text) > _LONGEST or not (text.startswith("at ") or ")" in text):
            return None
        if text not in self._read_loose:
            self._read_loose[text] = read_loose_frame(text, self._app_packages)
        return self._read_loose[text]

    def read_placeless(self, line: str) -> Frame | None:
        """Read a frame that has no parenthesis, or None."""
        return read_placeless_frame(line, self._app_packages)

    def read_cut(self, line: str) -> Frame | None:
        """Read a frame whose end was cut off, by what is left of it: the class and a method."""
        text = line.strip().rstrip("`").removesuffix("...").rstrip("…")
        call = _CUT_CALL.match(text)
        if call is None:
            return None
        class_name, _, method = call["call"].rpartition(".")
        return Frame(
            class_name=class_name,
            method=method,
            file=None,
            line=None,
            origin=origin_of(class_name, self._app_packages),
            text=text,
        )


_CUT_CALL = lazy_regex(r"at\s+(?P<call>(?:[\w$\-]+\.){2,20}[\w$<>\-]+)\s?\(")
"""A frame that was cut inside its brackets: before them nobody knows whether the method is whole."""


def read_frame(text: str, app_packages: Sequence[str]) -> Frame | None:
    """Read a stripped line that starts with `at `, or None where it is no complete JVM frame."""
    if not text.startswith("at") or text[2:3] not in (" ", "\t", "\xa0"):
        return None
    rest = text[3:].lstrip()
    place = _LOCATION.search(rest)
    call = rest[: place.start()] if place is not None else ""
    described = _DESCRIBED.match(rest)
    if described is not None:
        place = _LOCATION.match(rest, described.end())
        call = described["call"]
    if place is None or place["place"] == "native":
        return None
    class_name, dot, method = call.rpartition(".")
    class_name = _without_module(class_name)
    if "#" in method:
        class_name, method = _of_native(class_name, method)
    outer = class_name.lstrip("$").partition("$")[0]  # `$Proxy7`, `$$compose`
    if not dot or not class_name or not method or _is_prose(outer) or '"' in call:
        return None
    end = len(text) - len(rest) + place.end()
    after = rest[place.end() :]
    if (after and not place["place"]) or _SENTENCE.match(after):
        return None
    file, line = _file_and_line(place["place"])
    return Frame(
        class_name=class_name,
        method=method,
        file=file,
        line=line,
        origin=origin_of_source(file, class_name, app_packages)
        if file is not None and "/" in file
        else _origin(class_name, file, app_packages),
        text=text[:end],
    )


def _origin(class_name: str, file: str | None, app_packages: Sequence[str]) -> FrameOrigin:
    """Return the origin of a frame; a short class in a file of its name (`Vm` in `Vm.kt`) is not renamed."""
    found = origin_of(class_name, app_packages)
    if found != "library" or app_packages or file is None or not looks_renamed(class_name):
        return found
    package, _, simple = class_name.rpartition(".")
    own = (f"{simple.partition('$')[0]}.kt", f"{simple.partition('$')[0]}.java")
    return origin_of(f"{package}.Own{simple}", app_packages) if package and file in own else found


def _read_composable(text: str) -> Frame | None:
    """Read a frame of Compose's own stack, which names composables without their class."""
    found = _COMPOSABLE.fullmatch(text)
    if found is None:
        return None
    return Frame(
        class_name=None,
        method=found["method"],
        file=found["file"],
        line=int(found["line"]) or None,
        origin="library",
        text=text,
    )


def read_placeless_frame(line: str, app_packages: Sequence[str]) -> Frame | None:
    """Read a frame without the parenthesis that tells its place, or None.

    A frame that was cut looks the same: it is for the caller to see that the trace goes on below.
    """
    text = line.strip()
    found = _PLACELESS.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return None
    class_name, _, method = found["call"].rpartition(".")
    return Frame(
        class_name=class_name,
        method=method,
        file=None,
        line=None,
        origin=origin_of(class_name, app_packages),
        text=text,
    )


def is_cut_frame(line: str) -> bool:
    """Return whether a line is the beginning of a frame that ends before its closing bracket."""
    text = line.strip().rstrip("`").removesuffix("...").rstrip("…")
    if len(text) > _LONGEST or ")" in text:
        return False
    if text == "at":
        return True
    return text.startswith(("at ", "at\t")) and _CUT.fullmatch(text[3:].lstrip()) is not None


_CUT = lazy_regex(r"[\w.$/@<>\-]+(?:\s?\([^()\s]*(?: (?:M\w*|S\w*)?)?)?")


def is_boundary(line: str) -> bool:
    """Return whether a line marks where one coroutine's trace goes on in another's."""
    return _BOUNDARY in line


_NO_FILES = ("SourceFile", "PG", "Proguard", "ProGuard")
_TINY = lazy_regex(r"[\w$]{1,2}(?:\.[\w$]{1,2}){1,2}$")


def is_renamed(frames: Iterable[Frame]) -> bool:
    """Return whether frames look renamed by R8 or ProGuard.

    A source file of `SourceFile`, `PG` or a map id says so at once; short class names with short method
    names do from two frames on, or from one in a trace of up to three frames. Where package and class
    have two letters at most, any method counts: what overrides the platform's keeps its name. A closed
    library that its vendor renamed says nothing; an open one, which comes with its names, does.
    """
    short = 0
    total = 0
    for frame in frames:
        name = frame.class_name or ""
        total += 1
        if (frame.file or "").endswith(SCRIPT_FILES):
            continue
        is_open = name.startswith(OPEN_LIBRARIES)
        if frame.origin == "platform" or (is_known_library(name) and not is_open):
            continue
        if frame.file in _NO_FILES or (frame.file or "").startswith(("r8-map-id-", "pg-map-id-")):
            return True
        if is_open:
            short += _OPEN_RENAMED.search(name) is not None and len(frame.method or "") <= 2
            continue
        is_rootless = "." not in name and name.partition("$")[0].islower()
        is_tiny = frame.file is None and frame.line is not None and _TINY.match(name) is not None
        is_short = is_rootless or len((frame.method or "").strip("<>")) <= 4
        if is_tiny or (is_short and looks_renamed(name)):
            short += 1
    return short >= 2 or (short == 1 and total <= 3)


def _without_module(name: str) -> str:
    if "/" not in name:
        return name
    prefix = _MODULE.match(name)
    return name[prefix.end() :] if prefix else name


def _of_native(package: str, name: str) -> tuple[str, str]:
    """Split the function name of a Kotlin/Native test: `Class#function`, or `function#internal`."""
    owner, _, function = name.partition("#")
    return (package, owner) if function == "internal" else (f"{package}.{owner}", function)


def _is_prose(name: str) -> bool:
    return not name or _PROSE.search(name) is not None


def _file_and_line(place: str) -> tuple[str | None, int | None]:
    name, colon, number = place.rpartition(":")
    if not colon or (number and not number.removeprefix("-").isdecimal()):
        name, number = place, ""
    line = int(number) if number.isdecimal() and len(number) < 10 else None
    if name.lower() in ("native method", "unknown source") or not name or "@@" in name:
        return None, line or None
    return name, line or None
