"""Misspelled parameter names: accepted where they can mean one parameter only, and the answer says so.

The spellings of `models.wire` are other names of a parameter, and pass silently.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from models.error_codes import ErrorCode
from models.wire import Params, wire_name
from rca.tool_failure import Failure

_NAMES = (
    *("query", "pattern", "symbol", "name", "function", "functionName", "method", "methodName"),
    *(
        "class",
        "className",
        "symbolName",
        "identifier",
        "target",
        "text",
        "search",
        "searchQuery",
        "searchTerm",
    ),
    *("term", "keyword", "keywords", "string", "regex"),
)
_PLACES = ("path", "pathPrefix", "prefix", "directory", "dir", "folder", "root", "basePath", "scope")
_NEAR: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("query", "symbol", "name", "functionName", "pathPattern"), _NAMES),
    **dict.fromkeys(("path", "pathPrefix"), _PLACES),
    "filePath": ("path", "file", "filename", "uri"),
    "filePattern": ("glob", "include", "includePattern", "files", "fileGlob", "type"),
    "line": ("lineNumber", "lineNo", "errorLine", "row"),
    "lineStart": ("start", "offset", "from", "firstLine", "begin", "line"),
    "lineEnd": ("end", "to", "until", "lastLine"),
    "limit": ("max", "count", "maxItems", "headLimit", "maxResults", "top", "topK"),
    "maxResults": ("max", "count", "maxItems", "headLimit", "limit", "top"),
    "maxDepth": ("depth", "levels"),
    "depth": ("maxDepth", "levels"),
    "contextLines": ("context", "around", "lines"),
    "isRegex": ("regularExpression", "useRegex"),
    "wholeWord": ("word", "words", "matchWord", "wholeWords"),
    "ignoreCase": ("caseInsensitive", "insensitive"),
    "errorText": ("stack", "trace", "log", "message", "exception", "stacktrace"),
}
"""Parameter → names by which models ask for it."""
_ALIKE = 0.8
"""From this likeness on an unknown name is taken for a misspelled one."""


def understand_names(tool: str, params: type[Params], raw: object) -> tuple[object, tuple[str, ...]]:
    """Rename near misses in a call's parameters; return them with a sentence on each that was renamed.

    Raises:
        Failure: INVALID_PARAMETERS, where an unknown name can mean several parameters.
    """
    if not isinstance(raw, dict):
        return raw, ()
    fields = {field.alias or name: name for name, field in params.model_fields.items()}
    unknown = [key for key in raw if wire_name(str(key), fields) not in fields]
    if not unknown:
        return raw, ()
    taken = {wire_name(str(key), fields) for key in raw}
    renamed: dict[Any, Any] = {}
    said: list[str] = []
    for key, value in raw.items():
        meant = _meant(str(key), [one for one in fields if one not in taken]) if key in unknown else ()
        if len(meant) > 1:
            choices = " or ".join(f"'{one}'" for one in meant)
            raise Failure(
                ErrorCode.INVALID_PARAMETERS,
                f"{tool}: there is no parameter '{key}'; it may mean {choices}",
                f"{tool} takes: {', '.join(fields)}.",
                {"parameters": [str(key)], "candidates": list(meant)},
            )
        if meant:
            taken.add(meant[0])
            said.append(f"'{key}' was taken as '{meant[0]}'")
        renamed[meant[0] if meant else key] = value
    return renamed, tuple(said)


def _meant(key: str, free: list[str]) -> tuple[str, ...]:
    """Return the parameters, of those that are not given, that an unknown name can mean."""
    plain = _plain(key)
    known = tuple(one for one in free if plain == _plain(one)) or tuple(
        one for one in free if plain in map(_plain, _NEAR.get(one, ()))
    )
    if known:
        return known
    spelled: Mapping[str, str] = {_plain(one): one for one in free}
    return tuple(
        sorted(spelled[one] for one in difflib.get_close_matches(plain, spelled, n=2, cutoff=_ALIKE))
    )


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
