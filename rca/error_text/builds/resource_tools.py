"""Messages of AAPT2, the resource merger and the manifest merger."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Severity
from rca.error_text.builds.build_paths import plain_path
from rca.error_text.builds.multiline_messages import indent, is_frame
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.text.lazy_regex import lazy_regex

# `com.example.app-mergeDebugResources-41:/layout/a.xml`: AGP's portable form has a colon inside.
_FILE = (
    r"(?P<file>(?:file:/*)?(?:[A-Za-z]:(?=[\\/]))?[^:\n]*?(?::/[^:\n]*?)?"
    r"\.(?:xml|png|webp|jpe?g|ttf|otf|flat|jar|aar))"
)
_POSITION = r"(?::(?P<line>\d+)(?::(?P<column>\d+))?(?:-\d+(?::\d+)?)?)?"
_SEVERITIES: dict[str | None, Severity] = {
    None: "error",
    "error": "error",
    "warning": "warning",
    "warn": "warning",
    "note": "info",
}
_AAPT = lazy_regex(
    rf"(?:ERROR: ?|WARN(?:ING)?: ?|[EW]: |Output: +)?{_FILE}{_POSITION}: (?:AAPT: )?"
    r"(?:(?P<severity>error|warning|warn|note): (?:Error: )?|(?=Error parsing XML|Failed to flatten XML))"
    r"(?P<message>.*)"
)
_AAPT_UNPLACED = lazy_regex(
    r"(?:ERROR: ?)?(?:AAPT: (?P<severity>error|warn(?:ing)?): |error: (?=(?:resource|attribute|style"
    r"|failed linking"
    r"|failed to parse|duplicate value|invalid resource|.*?\(aka ).*))(?P<message>.+)"
)
_SUMMARY = lazy_regex(r"(?:failed linking|linking failed|failed processing|failed parsing overlays)")
_MERGER = lazy_regex(
    rf"(?:ERROR: ?|Caused by: )?(?:{_FILE}|(?P<folder>\S*/res/[\w+-]+)){_POSITION}: "
    r"(?:Resource and asset merger: |Error: )(?P<message>.*)"
)
_MERGER_WORDS = lazy_regex(r"Found item |Duplicate resources|Invalid (?:resource|file)|Unsupported type")
_TWICE = lazy_regex(
    r"(?:ERROR: ?)?\[(?P<name>[\w+.-]+/[^\]]+)\] (?P<file>\S.*?\.xml)\s+\[(?P=name)\] .*?: "
    r"(?:Resource and asset merger: |Error: )?(?P<message>Duplicate resources.*)"
)
_MANIFEST = lazy_regex(
    rf"(?:\[[^\]]*\] )?(?:ERROR: ?|WARNING: ?)?{_FILE}{_POSITION} (?P<severity>Error|Warning"
    rf"|Info):\s*(?P<message>.*)"
)
_MERGER_FAILED = lazy_regex(r"(?:ERROR: ?|Error: ?|.{1,200}?[:.] )?Manifest merger failed ?: (?P<message>.*)")
_MERGER_WORDS_ALONE = lazy_regex(
    r"(?P<message>Attribute \S+@\S+ value=\(.*\) from \S*AndroidManifest\.xml:\d+.*"
    r"|uses-sdk:minSdkVersion \S+ cannot be smaller than version .*)"
)
_MANIFEST_SUMMARY = lazy_regex(
    r"(?:ERROR: ?|Error: ?|.*?Exception: )?Manifest merger failed with multiple errors"
)
_MANIFEST_PLACE = lazy_regex(
    r"(?:from|element at) (?P<file>(?:[A-Za-z]:(?=[\\/]))?[^\s:\[\]]*AndroidManifest\.xml)"
    r":(?P<line>\d+):(?P<column>\d+)"
)
_LINT_ID = lazy_regex(r".*\[[A-Z]\w+(?: from [^\]]+)?\]\s*$")


def read(_lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message of AAPT2 or of the resource merger."""
    twice = _TWICE.match(text)
    if twice:
        diagnostic = diagnose("error", text, tool="merger", file=plain_path(twice["file"]))
        return ToolMessage(at, at, "resource_linking", diagnostic)
    placed = _AAPT.match(text)
    if placed:
        severity = _SEVERITIES[placed["severity"]]
        diagnostic = diagnose(
            severity,
            placed["message"],
            tool="aapt2",
            file=plain_path(placed["file"]),
            line=placed["line"],
            column=placed["column"],
        )
        return ToolMessage(at, at, "resource_linking", diagnostic)
    merger = _MERGER.match(text)
    known = merger is not None and _MERGER_WORDS.match(merger["message"]) is not None
    if merger and not _LINT_ID.match(merger["message"]):
        diagnostic = diagnose(
            "error",
            merger["message"],
            tool="merger",
            file=plain_path(merger["file"] or merger["folder"]),
            line=merger["line"],
            column=merger["column"],
        )
        return ToolMessage(at, at, "resource_linking", diagnostic, weak=merger["line"] is None and not known)
    loose = _AAPT_UNPLACED.match(text)
    if loose:
        severity = "error" if (loose["severity"] or "error") == "error" else "warning"
        diagnostic = diagnose(severity, loose["message"], tool="aapt2")
        summary = _SUMMARY.match(loose["message"]) is not None
        weak = "AAPT" not in text and "(aka " not in text
        return ToolMessage(at, at, "resource_linking", diagnostic, summary=summary, weak=weak)
    return None


def read_manifest(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message of the manifest merger; its text stands indented below or after the head."""
    placed = _MANIFEST.match(text)
    if placed and placed["severity"] != "Info":
        last, message = _below(lines, at, placed["message"])
        if _LINT_ID.match(message):
            return None
        diagnostic = diagnose(
            "error" if placed["severity"] == "Error" else "warning",
            message,
            tool="manifest-merger",
            file=plain_path(placed["file"]),
            line=placed["line"],
            column=placed["column"],
        )
        return ToolMessage(at, last, "manifest_merger", diagnostic)
    failed = _MERGER_FAILED.match(text) or _MERGER_WORDS_ALONE.match(text)
    if failed:
        last, message = _below(lines, at, failed["message"])
        place = _MANIFEST_PLACE.search(message)
        diagnostic = diagnose(
            "error",
            message,
            tool="manifest-merger",
            file=plain_path(place["file"]) if place else None,
            line=place["line"] if place else None,
            column=place["column"] if place else None,
        )
        return ToolMessage(at, last, "manifest_merger", diagnostic)
    if _MANIFEST_SUMMARY.match(text):
        diagnostic = diagnose("error", text, tool="manifest-merger")
        return ToolMessage(at, at, "manifest_merger", diagnostic, summary=True)
    return None


def _below(lines: Sequence[str], at: int, first_line: str) -> tuple[int, str]:
    base = indent(lines[at])
    taken = [first_line.strip()] if first_line.strip() else []
    last = at
    for line in lines[at + 1 : at + 30]:
        if not line.strip() or indent(line) <= base or is_frame(line) or _MANIFEST.match(line.strip()):
            break
        taken.append(line.strip())
        last += 1
    return last, "\n".join(taken)
