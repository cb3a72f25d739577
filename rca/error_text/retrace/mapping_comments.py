"""R8's JSON comments in a mapping file.

Source: R8's `doc/retrace.md`. R8 reads them with a lenient reader: single quotes and bare keys are allowed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from rca.text.lazy_regex import lazy_regex

SOURCE_FILE = "sourceFile"
VERSION = "com.android.tools.r8.mapping"
SYNTHESIZED = "com.android.tools.r8.synthesized"
OUTLINE = "com.android.tools.r8.outline"
OUTLINE_CALLSITE = "com.android.tools.r8.outlineCallsite"
REWRITE_FRAME = "com.android.tools.r8.rewriteFrame"
RESIDUAL_SIGNATURE = "com.android.tools.r8.residualsignature"

_SINCE = {
    SYNTHESIZED: (1, 0),
    OUTLINE: (2, 0),
    OUTLINE_CALLSITE: (2, 0),
    REWRITE_FRAME: (2, 0),
    RESIDUAL_SIGNATURE: (2, 2),
}
"""The version of the format from which on a comment has a meaning; before it, it is a plain comment."""

Version = tuple[int, int]
NO_VERSION: Version = (0, 0)
NEWEST_KNOWN: Version = (2, 2)

_BARE_KEY = lazy_regex(r"([{,]\s*)([A-Za-z_][\w.]*)\s*:")
_QUOTED_KEY = lazy_regex(r"('[^']*'|\"[^\"]*\")\s*:\s*")
_THROWS = lazy_regex(r"throws\(L([^;]+);\)")
_NUMBER = lazy_regex(r"\d{1,9}")
_REMOVES = lazy_regex(r"removeInnerFrames\((\d{1,4})\)")
_LONGEST_LENIENT = 10_000
"""Characters of a comment that is not strict JSON; a longer one is not read."""


@dataclass(frozen=True, slots=True)
class FrameRewrite:
    """Removes the innermost frames of a group if the exception above is each of `thrown`.

    Attributes:
        thrown: obfuscated class names; all of them must hold.
        removed: number of frames to remove, from the innermost on.
    """

    thrown: tuple[str, ...]
    removed: int


def read_comment(line: str) -> dict[str, object] | None:
    """Return the JSON object of a comment line, or None where it holds none."""
    text = line.lstrip(" \t\ufeff#")
    if not text.startswith("{"):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _read_lenient(text)
    return value if isinstance(value, dict) else None


def is_known(comment_id: str, version: Version) -> bool:
    """Return whether a kind of comment exists in that version of the format."""
    return comment_id == SOURCE_FILE or (comment_id in _SINCE and version >= _SINCE[comment_id])


def read_version(value: object) -> Version:
    """Return the version in a version comment; NO_VERSION for `experimental` or an invalid one."""
    major, _, minor = as_text(value).partition(".")
    if not (major.isdecimal() and minor.isdecimal() and len(major) < 4 and len(minor) < 4):
        return NO_VERSION
    return int(major), int(minor)


def read_positions(value: object) -> dict[int, int]:
    """Return the positions of an outline's call site: line in the outline → line at the call."""
    if not isinstance(value, dict):
        return {}
    read = {as_text(key): as_text(position) for key, position in value.items()}
    return {
        int(key): int(position)
        for key, position in read.items()
        if _NUMBER.fullmatch(key) and _NUMBER.fullmatch(position)
    }


def read_rewrite(comment: dict[str, object]) -> FrameRewrite | None:
    """Parse a `rewriteFrame` comment; None if a condition or action is unknown."""
    conditions = [_THROWS.fullmatch(as_text(condition)) for condition in _list(comment.get("conditions"))]
    actions = [_REMOVES.fullmatch(as_text(action)) for action in _list(comment.get("actions"))]
    if None in conditions or None in actions:
        return None
    return FrameRewrite(
        tuple(condition[1].replace("/", ".") for condition in conditions if condition),
        sum(int(action[1]) for action in actions if action),
    )


def as_text(value: object) -> str:
    """Convert a string or number of a comment to text; anything else becomes empty."""
    return (
        str(value)
        if isinstance(value, str | float) or (isinstance(value, int) and abs(value) < _LARGE)
        else ""
    )


_LARGE = 10**18


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _read_lenient(text: str) -> object:
    """Parse JSON with single quotes and bare keys, as YAML flow style once its keys are quoted."""
    import yaml

    if len(text) > _LONGEST_LENIENT:
        return None
    quoted = _BARE_KEY.sub(r'\1"\2":', text)
    try:
        # The loader that makes texts of all values: `2.10` is a version, and `no` a name.
        return yaml.load(_QUOTED_KEY.sub(r"\1: ", quoted), Loader=yaml.BaseLoader)  # noqa: S506 - builds texts alone
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def find_map_ids(head: str) -> tuple[str, ...]:
    """Return the map's id and hash, as the head of the file gives them."""
    return tuple(match["value"] for match in _HEADER.finditer(head))


_HEADER = re.compile(r"^[ \t]*# *(?P<key>pg_map_id|pg_map_hash): *(?:SHA-256 )?(?P<value>\w+)", re.MULTILINE)
