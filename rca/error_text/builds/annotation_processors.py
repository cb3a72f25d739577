"""Messages of KSP, kapt and data binding."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Severity
from rca.error_text.builds.build_paths import PATH_HEAD, plain_path
from rca.error_text.builds.multiline_messages import is_frame, rest_of_message
from rca.error_text.builds.tool_message import ToolMessage, diagnose
from rca.error_text.typed_json import as_list, as_object, as_position, as_text, load_json
from rca.text.lazy_regex import lazy_regex

_HEAD = lazy_regex(r"(?:(?P<severity>[eiw]): )?\[(?P<tool>ksp|kapt)(?:\]|\*{3}) (?P<rest>.*)")
_PLACE = lazy_regex(
    rf"(?P<file>{PATH_HEAD}\.(?:kts?|java)):(?P<line>\d+)(?::(?P<column>\d+))?: ?(?P<message>.*)"
)
_CODE = lazy_regex(r"\[(?P<code>[A-Za-z][\w/]+)\]")
_SUMMARY = lazy_regex(r"\[Hilt\] Processing did not complete|Error occurred in KSP, check log")
_JSON = lazy_regex(r"\[databinding\] (?P<json>\{.*)")
_OLD_BINDING = lazy_regex(
    r"(?:e: )?(?:[\w.]+Exception: )?(?:Found data binding errors\.\s*)?"
    r"\*{4}/ data binding error \*{4}\s*msg:(?P<message>.*?)\s*"
    r"file:(?P<file>.+?)\s+loc:(?P<line>\d+):(?P<column>\d+)"
)
_BINDING_LINE = lazy_regex(
    r"(?:e: )?(?:error: )?(?:ERROR: ?)?(?P<message>.*?) ?(?:(?:in )?file:/*)(?P<file>/\S+\.xml) (?:Line"
    r"|loc): ?(?P<line>\d+)"
)


def read(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a message that begins with `[ksp]` or `[kapt]`."""
    head = _HEAD.match(text)
    if not head or head["severity"] == "i":
        return None
    severity: Severity = "warning" if head["severity"] == "w" else "error"
    place = _PLACE.match(head["rest"])
    first_line = place["message"] if place else head["rest"]
    if not first_line.strip() and at + 1 < len(lines) and is_frame(lines[at + 1]):
        last, message = at, first_line
    else:
        last, message = rest_of_message(lines, at, first_line)
    code = _CODE.match(message)
    diagnostic = diagnose(
        severity,
        message,
        tool=head["tool"],
        file=plain_path(place["file"]) if place else None,
        line=place["line"] if place else None,
        column=place["column"] if place else None,
        code=code["code"] if code else None,
    )
    return ToolMessage(
        at, last, "annotation_processing", diagnostic, summary=_SUMMARY.match(message) is not None
    )


def read_binding(lines: Sequence[str], at: int, text: str) -> ToolMessage | None:
    """Read a data binding error: the JSON of newer plugins, or the starred line of older ones.

    The JSON counts lines and columns from 0, the starred line from 0 as well for columns only.
    """
    found = _JSON.search(text)
    if found:
        return _of_json(at, found["json"])
    last = at
    old = _BINDING_LINE.match(text)
    if "data binding error" in text:
        last = min(at + 2, len(lines) - 1)
        old = _OLD_BINDING.match(text) or _OLD_BINDING.match(" ".join([text, *lines[at + 1 : last + 1]]))
        last = at if _OLD_BINDING.match(text) else last
    if old is None:
        return None
    place = old.groupdict()
    diagnostic = diagnose(
        "error",
        old["message"],
        tool="databinding",
        file=plain_path(old["file"]),
        line=old["line"],
        column=place.get("column"),
    )
    return ToolMessage(at, last, "annotation_processing", diagnostic)


def _of_json(at: int, text: str) -> ToolMessage:
    """Read the JSON of a message; of one that is cut or of another shape the message is what it says."""
    said = as_object(load_json(text))
    positions = as_list(said.get("pos"))
    position = as_object(positions[0]) if positions else {}
    message, file = as_text(said.get("msg")), as_text(said.get("file"))
    diagnostic = diagnose(
        "error",
        text if message is None else message,
        tool="databinding",
        file=plain_path(file) if file else None,
        line=as_position(position.get("line0")),
        column=as_position(position.get("col0")),
    )
    unread = (
        "a message of data binding is cut or of an unknown shape: its file and line were not read, give the "
        "whole line"
    )
    return ToolMessage(
        at, at, "annotation_processing", diagnostic, unread=unread if message is None else None
    )
