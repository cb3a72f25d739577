"""Messages of R8 and D8, and the plugin's machine-readable messages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from models.error_report import Diagnostic, ErrorKind, Severity
from rca.error_text.builds import resources
from rca.error_text.builds.hit import Hit, diagnose
from rca.error_text.builds.paths import plain_path
from rca.text.expression import expression

_MESSAGE = expression(
    r"(?P<severity>ERROR|WARNING|Error|Warning|INFO)::? ?(?:(?P<file>(?:[A-Za-z]:(?=[\\/]))?[^:\n]+)"
    r"(?::(?P<line>\d+)(?::(?P<column>\d+))?)?: )?(?P<tool>R8|D8): (?P<message>.+)"
)
_MISSING = expression(r"Missing class (?P<name>[\w.$\[\]]+)(?: \(referenced from: .*\)?)?\s*$")
_MISSING_SUMMARY = expression(r"(?:ERROR: ?|Error: ?)?(?:R8: )?Missing classes detected while running R8")
_DEX = expression(
    r"(?:.*?(?:Exception|Error|\br8\.[\w.$]{1,200}): |ERROR: ?|Error: ?"
    r"|error: ?)?(?:[RD]8: )?(?P<message>Type \S+ is defined multiple times: .*"
    r"|Cannot fit requested classes in a single dex file.*"
    r"|The number of method references in a \.dex file cannot exceed.*"
    r"|Multiple dex files define .*|Program type already present: .*"
    r"|Invoke-customs are only supported starting with.*"
    r"|Default interface methods are only supported starting with.*"
    r"|Static interface methods are only supported starting with.*)"
)
_MACHINE = expression(r"AGPBI: (?P<json>\{.*\})\s*$")
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


def read(_lines: Sequence[str], at: int, text: str) -> Hit | None:
    """Read a message of R8 or D8."""
    if _MISSING_SUMMARY.match(text):
        diagnostic = diagnose("error", text.removeprefix("ERROR:"), tool="r8")
        return Hit(at, at, "r8", diagnostic, summary=True)
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
        return Hit(at, at, "r8", diagnostic)
    if _MISSING.match(text):
        return Hit(at, at, "r8", diagnose("error", text, tool="r8"), weak="referenced from" not in text)
    dex = _DEX.match(text)
    if dex:
        consequence = dex["message"].startswith("The number of method references")
        return Hit(at, at, "r8", diagnose("error", dex["message"], tool="d8"), summary=consequence)
    return None


def read_machine(_lines: Sequence[str], at: int, text: str) -> Hit | None:
    """Read an `AGPBI:` line: JSON whose positions count from 0."""
    found = _MACHINE.match(text)
    if not found:
        return None
    try:
        said = json.loads(found["json"])
        severity: Severity = {"error": "error", "warning": "warning"}.get(str(said["kind"]).lower(), "info")  # type: ignore[assignment]  # mypy widens a dict's literals
        tool = str(said.get("tool") or "agp")
        kind = next((kind for word, kind in _KINDS if word in tool.lower()), None)
        original = next(_originals(str(said.get("original") or "")), None)
        if original is not None:
            return Hit(at, at, kind or "resource_linking", original)
        diagnostic = _of_source(severity, str(said["text"]), tool, said.get("sources") or [])
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None  # cut off or not of this shape
    return Hit(at, at, kind, diagnostic)


def _originals(text: str) -> Iterator[Diagnostic]:
    for line in text.splitlines():
        hit = resources.read((line,), 0, line.strip())
        if hit and hit.diagnostic and not hit.summary:
            yield hit.diagnostic


def _of_source(
    severity: Severity, message: str, tool: str, sources: Sequence[dict[str, object]]
) -> Diagnostic:
    source = sources[0] if sources else {}
    position = source.get("position")
    line = position.get("startLine") if isinstance(position, dict) else None
    column = position.get("startColumn") if isinstance(position, dict) else None
    file = source.get("file")
    return diagnose(
        severity,
        message,
        tool=tool.lower(),
        file=plain_path(file) if isinstance(file, str) else None,
        line=line + 1 if isinstance(line, int) else None,
        column=column + 1 if isinstance(column, int) else None,
    )
