"""Messages of clang, the linkers and CMake."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.error_report import Severity
from rca.error_text.builds.build_paths import plain_path
from rca.error_text.builds.multiline_messages import indent, message_around_source
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

_SOURCE = (
    r"(?P<file>(?:[A-Za-z]:(?=[\\/]))?[^:\n'\"]*?\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|ipp|mm?|S|def))"
)
_CLANG = lazy_regex(
    r"(?:C/C\+\+: |e: |Exception in thread \"[^\"]*\" |[\w.]+(?:Error|Exception): )*"
    rf"{_SOURCE}:(?P<line>\d+):(?P<column>\d+): (?P<severity>(?:fatal )?error|warning): (?P<message>.*)"
)
_LINKER = lazy_regex(
    r"(?:C/C\+\+: |e: )?(?:\S*[/\\])?(?P<tool>ld(?:\.lld|64\.lld|\.gold|\.exe)?|lld|ld\.bfd): "
    r"(?:(?P<severity>error|warning|fatal error|fatal): (?=\S)|(?=symbol\(s\) not found|framework "
    r"|library |duplicate "
    r"|\d+ duplicate|unknown |file |building |can(?:'t|not) |could not |in |entry point"
    r"|malformed))(?P<message>.*)"
)
_GNU = lazy_regex(
    r"(?:C/C\+\+: |\S*ld(?:\.\w+)?: )?(?P<file>(?:[A-Za-z]:(?=[\\/]))?[^:\n]*?\.(?:cc?|cpp|cxx|hp?p?|o|a|so))"
    r"(?::(?P<line>\d+)|:[^:\n]{1,200})?: ?(?:error: )?(?P<message>undefined reference to .*)"
)
_REFERENCE = lazy_regex(
    r"\s*(?:C/C\+\+: )?>>> referenced by (?P<short>[^\s:]+):(?P<line>\d+)(?: \((?P<file>.+?):\d+\))?"
)
_REFERRING = lazy_regex(r"\s*(?:C/C\+\+: )?>>> ")
_CMAKE = lazy_regex(
    r"(?:C/C\+\+: )?CMake (?P<severity>Error"
    r"|Warning)(?: \(dev\))?(?: at (?P<file>[^:\n]+):(?P<line>\d+))?(?: \([^)]*\))?:? ?(?P<message>.*)"
)
_PLUGIN = lazy_regex(r".*?\[(?P<code>CXX\d{4})\] (?P<message>.*)")
_PLUGIN_FILE = lazy_regex(
    r"error when building with \w+ using (?P<file>\S.*?(?:CMakeLists\.txt|Android\.mk|\.bp))"
)
_NINJA = lazy_regex(r"(?:C/C\+\+: )?ninja: (?:fatal|error): (?P<message>.*)")
_SUMMARY = lazy_regex(
    r"(?:C/C\+\+: )?(?:ninja: build stopped|clang(?:\+\+)?(?:\.exe)?: error: linker command failed"
    r"|collect2: error)"
)
_NO_SYMBOLS = lazy_regex(r"symbol\(s\) not found for architecture|\d+ duplicate symbols?")
_UNDEFINED = lazy_regex(
    r"(?:e: |C/C\+\+: )?(?P<message>Undefined symbols? for architecture \w+:?|Undefined symbols:)\s*$"
)
_LONGEST = 400  # lines of one list of undefined symbols


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message of a C or C++ tool, or of Kotlin/Native's linker."""
    clang = _CLANG.match(text)
    if clang:
        severity: Severity = "warning" if clang["severity"] == "warning" else "error"
        last, message = message_around_source(lines, at, clang["message"])
        diagnostic = diagnose(
            severity,
            message,
            tool="clang",
            file=plain_path(clang["file"]),
            line=clang["line"],
            column=clang["column"],
        )
        return ToolMessage(at, last, "native_link", diagnostic)
    undefined = _UNDEFINED.match(text)
    if undefined:
        last, message = _symbols(lines, at, undefined["message"])
        return ToolMessage(at, last, "native_link", diagnose("error", message, tool="ld"))
    gnu = _GNU.match(text)
    if gnu:
        diagnostic = diagnose(
            "error", gnu["message"], tool="ld", file=plain_path(gnu["file"]), line=gnu["line"]
        )
        return ToolMessage(at, at, "native_link", diagnostic)
    return _linker(lines, at, text) or _cmake(lines, at, text)


def _linker(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    if _SUMMARY.match(text):
        return ToolMessage(at, at, "native_link", diagnose("error", text, tool="ld"), summary=True)
    ninja = _NINJA.match(text)
    if ninja:
        return ToolMessage(at, at, "native_link", diagnose("error", ninja["message"], tool="ninja"))
    said = _LINKER.match(text)
    if not said:
        return None
    severity: Severity = (
        "warning" if said["severity"] == "warning" or said["message"].startswith("warning") else "error"
    )
    last, place = at, None
    while last + 1 < len(lines) and _REFERRING.match(lines[last + 1]):
        last += 1
        place = place or _REFERENCE.match(lines[last])
    diagnostic = diagnose(
        severity,
        said["message"],
        tool="ld",
        file=plain_path(place["file"] or place["short"]) if place else None,
        line=place["line"] if place else None,
    )
    return ToolMessage(
        at, last, "native_link", diagnostic, summary=_NO_SYMBOLS.match(said["message"]) is not None
    )


def _cmake(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    said = _CMAKE.match(text)
    if said:
        last, message = at, said["message"]
        while last + 1 < len(lines) and (
            indent(lines[last + 1]) > indent(lines[at]) or not lines[last + 1].strip()
        ):
            if not lines[last + 1].strip() and not lines[min(last + 2, len(lines) - 1)].startswith("  "):
                break
            last += 1
            message += f"\n{lines[last].strip()}"
        severity: Severity = "error" if said["severity"] == "Error" else "warning"
        diagnostic = diagnose(
            severity,
            re.sub(r"\n{2,}", "\n", message),
            tool="cmake",
            file=plain_path(said["file"]) if said["file"] else None,
            line=said["line"],
        )
        return ToolMessage(at, last, "native_link", diagnostic)
    plugin = _PLUGIN.match(text)
    if plugin:
        place = _PLUGIN_FILE.match(plugin["message"])
        diagnostic = diagnose(
            "error",
            plugin["message"],
            tool="cmake",
            file=plain_path(place["file"]) if place else None,
            code=plugin["code"],
        )
        return ToolMessage(at, at, "native_link", diagnostic, summary=True)
    return None


def _symbols(lines: Sequence[str], at: int, first_line: str) -> tuple[int, str]:
    taken, last, base = [first_line], at, indent(lines[at])
    for line in lines[at + 1 : at + _LONGEST]:
        if not line.strip() or indent(line) <= base:
            break
        taken.append(line.rstrip()[base:])
        last += 1
    return last, "\n".join(taken)
