"""Messages of R8 and D8, and machine-readable messages of the Android plugin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.error_report import Diagnostic, ErrorKind, Severity
from rca.error_text.builds import resource_tools
from rca.error_text.builds.build_paths import plain_path
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.error_text.typed_json import as_list, as_object, as_position, as_text, load_json
from rca.text.lazy_regex import lazy_regex

_MESSAGE = lazy_regex(
    r"(?P<severity>ERROR|WARNING|Error|Warning|INFO)::? ?(?:(?P<file>(?:[A-Za-z]:(?=[\\/]))?[^:\n]+)"
    r"(?::(?P<line>\d+)(?::(?P<column>\d+))?)?: )?(?P<tool>R8|D8): (?P<message>.+)"
)
_MISSING = lazy_regex(r"Missing class (?P<name>[\w.$\[\]]+)(?: \(referenced from: .*\)?)?\s*$")
_MISSING_SUMMARY = lazy_regex(r"(?:ERROR: ?|Error: ?)?(?:R8: )?Missing classes detected while running R8")
_DEX = lazy_regex(
    r"(?:.*?(?:Exception|Error|\br8\.[\w.$]{1,200}): |ERROR: ?|Error: ?"
    r"|error: ?)?(?:[RD]8: )?(?P<message>Type \S+ is defined multiple times: .*"
    r"|Cannot fit requested classes in a single dex file.*"
    r"|The number of method references in a \.dex file cannot exceed.*"
    r"|Multiple dex files define .*|Program type already present: .*"
    r"|Invoke-customs are only supported starting with.*"
    r"|Default interface methods are only supported starting with.*"
    r"|Static interface methods are only supported starting with.*)"
)
_MACHINE = lazy_regex(r"AGPBI: (?P<json>\{.*)$")
_CUT_KIND = lazy_regex(r'"kind":\s?"(?P<kind>\w+)"')
_SEVERITIES: dict[str, Severity] = {"error": "error", "warning": "warning"}
_KINDS: tuple[tuple[str, ErrorKind], ...] = (
    ("aapt", "resource_linking"),
    ("resource", "resource_linking"),
    ("manifest", "manifest_merger"),
    ("data binding", "annotation_processing"),
    ("dex", "r8"),
    ("d8", "r8"),
    ("r8", "r8"),
    ("lint", "lint"),
    ("cmake", "native_link"),
    ("ndk", "native_link"),
)


def read(_lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message of R8 or D8."""
    if _MISSING_SUMMARY.match(text):
        diagnostic = diagnose("error", text.removeprefix("ERROR:"), tool="r8")
        return ToolMessage(at, at, "r8", diagnostic, summary=True)
    said = _MESSAGE.match(text)
    if said:
        severity: Severity = "error" if said["severity"].upper() == "ERROR" else "warning"
        diagnostic = diagnose(
            severity,
            said["message"],
            tool=said["tool"].lower(),
            file=plain_path(said["file"]) if said["file"] else None,
            line=said["line"],
            column=said["column"],
        )
        return ToolMessage(at, at, "r8", diagnostic)
    if _MISSING.match(text):
        return ToolMessage(
            at, at, "r8", diagnose("error", text, tool="r8"), weak="referenced from" not in text
        )
    dex = _DEX.match(text)
    if dex:
        consequence = dex["message"].startswith("The number of method references")
        return ToolMessage(at, at, "r8", diagnose("error", dex["message"], tool="d8"), summary=consequence)
    return None


def read_machine(_lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read an `AGPBI:` line: JSON whose positions count from 0."""
    found = _MACHINE.match(text)
    if not found:
        return None
    said = as_object(load_json(found["json"]))
    tool = as_text(said.get("tool")) or "agp"
    kind = next((kind for word, kind in _KINDS if word in tool.lower()), None)
    original = next(_originals(as_text(said.get("original")) or ""), None)
    if original is not None:
        return ToolMessage(at, at, kind or "resource_linking", original)
    message = as_text(said.get("text"))
    if message is None:  # cut off, or of another shape: its text is what there is
        cut = _CUT_KIND.search(found["json"])
        severity = _SEVERITIES.get(cut["kind"].lower(), "info") if cut else "error"
        unread = (
            "a message of the Android plugin (AGPBI) is cut or of an unknown shape: its file and line were "
            "not read, give the whole line"
        )
        return ToolMessage(at, at, kind, diagnose(severity, found["json"], tool=tool.lower()), unread=unread)
    severity = _SEVERITIES.get((as_text(said.get("kind")) or "").lower(), "info")
    return ToolMessage(at, at, kind, _of_source(severity, message, tool, as_list(said.get("sources"))))


def _originals(text: str) -> Iterator[Diagnostic]:
    for line in text.splitlines():
        hit = resource_tools.read((line,), 0, line.strip())
        if hit and hit.diagnostic and not hit.summary:
            yield hit.diagnostic


def _of_source(severity: Severity, message: str, tool: str, sources: Sequence[object]) -> Diagnostic:
    source = as_object(sources[0]) if sources else {}
    position = as_object(source.get("position"))
    file = as_text(source.get("file"))
    return diagnose(
        severity,
        message,
        tool=tool.lower(),
        file=plain_path(file) if file is not None else None,
        line=as_position(position.get("startLine")),
        column=as_position(position.get("startColumn")),
    )
