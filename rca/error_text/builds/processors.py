"""Messages of KSP and kapt themselves, and of data binding."""

from __future__ import annotations

import json
from collections.abc import Sequence

from models.error_report import Severity
from rca.error_text.builds.continuation import is_frame, rest_of_message
from rca.error_text.builds.hit import Hit, diagnose
from rca.error_text.builds.paths import PATH_HEAD, plain_path
from rca.text.expression import expression

_HEAD = expression(r"(?:(?P<severity>[eiw]): )?\[(?P<tool>ksp|kapt)(?:\]|\*{3}) (?P<rest>.*)")
_PLACE = expression(
    rf"(?P<file>{PATH_HEAD}\.(?:kts?|java)):(?P<line>\d+)(?::(?P<column>\d+))?: ?(?P<message>.*)"
)
_CODE = expression(r"\[(?P<code>[A-Za-z][\w/]+)\]")
_SUMMARY = expression(r"\[Hilt\] Processing did not complete|Error occurred in KSP, check log")
_JSON = expression(r"\[databinding\] (?P<json>\{.*\})")
_OLD_BINDING = expression(
    r"(?:e: )?(?:[\w.]+Exception: )?(?:Found data binding errors\.\s*)?"
    r"\*{4}/ data binding error \*{4}\s*msg:(?P<message>.*?)\s*"
    r"file:(?P<file>.+?)\s+loc:(?P<line>\d+):(?P<column>\d+)"
)
_BINDING_LINE = expression(
    r"(?:e: )?(?:error: )?(?:ERROR: ?)?(?P<message>.*?) ?(?:(?:in )?file:/*)(?P<file>/\S+\.xml) (?:Line"
    r"|loc): ?(?P<line>\d+)"
)


def read(lines: Sequence[str], at: int, text: str) -> Hit | None:
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
    return Hit(at, last, "annotation_processing", diagnostic, summary=_SUMMARY.match(message) is not None)


def read_binding(lines: Sequence[str], at: int, text: str) -> Hit | None:
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
    return Hit(at, last, "annotation_processing", diagnostic)


def _of_json(at: int, text: str) -> Hit | None:
    try:
        said = json.loads(text)
        positions = said.get("pos") or [{}]
        line, column = positions[0].get("line0"), positions[0].get("col0")
        diagnostic = diagnose(
            "error",
            str(said["msg"]),
            tool="databinding",
            file=plain_path(str(said["file"])) if said.get("file") else None,
            line=int(line) + 1 if line is not None else None,
            column=int(column) + 1 if column is not None else None,
        )
    except (ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError):
        return None  # cut off or not of this shape
    return Hit(at, at, "annotation_processing", diagnostic)
